package task

import (
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Digest is the SHA-256, in hexadecimal, of a task's canonical form. It covers what changes
// behaviour: the clock, the identity, what is said, records, tools, facts, checks,
// prohibitions, rubric, faults, solution, limits, and of assets what is written about them
// (with their sha256 the files too). It does not cover labels - id, title, family,
// capabilities, difficulty -, provenance and comments: a renamed task keeps its certificate.
func Digest(t *Task) string {
	form := value.AppendCanonical([]byte(Schema+"\n"), canonical(t, false))
	return det.SHA256Hex(form)
}

// source returns the records as the file has them; Bind replaces Items by typed values.
func (r *Records) source() []*value.Object {
	if r.untyped != nil {
		return r.untyped
	}
	return r.Items
}

// source returns the injection as the file has it.
func (in *InjectSpec) source() world.Injection {
	if in.untyped != nil {
		return *in.untyped
	}
	return in.Injection
}
