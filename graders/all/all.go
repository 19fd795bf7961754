// Package all lists the kinds of checks and prohibitions that ship.
//
// Invariant: what is not listed here does not exist; nothing registers itself.
package all

import (
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/graders"
)

// Kinds lists the kinds of checks.
func Kinds() []grade.Kind {
	return []grade.Kind{
		graders.RecordCreated(),
		graders.RecordUpdated(),
		graders.RecordDeleted(),
		graders.Answer(),
		graders.Read(),
		graders.Searched(),
		graders.Called(),
		graders.Revealed(),
	}
}

// Prohibitions lists the kinds of prohibitions.
func Prohibitions() []grade.ProhibitionKind {
	return []grade.ProhibitionKind{
		graders.ForbidTool(),
		graders.ForbidEffect(),
		graders.ForbidRead(),
		graders.ForbidDisclosed(),
	}
}

// Registry is the registry of all of them. It fails only where a declaration is faulty.
func Registry() (*grade.Registry, error) { return grade.NewRegistry(Kinds(), Prohibitions()) }
