package episode

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// Lint is Prepare for a task in whose file problems were found: it goes on as far as what is known
// allows, so that an author hears of all problems at once, and leaves out what only follows from
// those of the file. The result is nil where there is an error; the problems are all there are,
// sorted.
func Lint(t *task.Task, file task.Problems, cat *world.Catalog, reg *grade.Registry) (*Prepared, task.Problems) {
	if t == nil || slices.ContainsFunc(file, unreadable) {
		return nil, file
	}
	ready, found := Prepare(t, cat, reg)
	missing := missingSections(t, file)
	var all task.Problems
	for _, p := range file {
		if !refers(p.Code) || !rests(p, missing) {
			all = append(all, p)
		}
	}
	broken := brokenSections(file)
	for section, problems := range missing {
		broken[section] = append(broken[section], problems...)
	}
	for _, p := range found {
		if !rests(p, broken) && !slices.ContainsFunc(file, func(q task.Problem) bool { return follows(p, q) }) {
			all = append(all, p)
		}
	}
	if file.Err() != nil {
		ready = nil
	}
	return ready, all.Sort()
}

// unreadable are the problems after which nothing of a file is known.
func unreadable(p task.Problem) bool {
	switch p.Code {
	case task.CodeReadFailed, task.CodeSyntax, task.CodeSchema, task.CodeTooLarge:
		return true
	}
	return false
}

// sections are the parts of a file, each with those that its meaning rests on.
var sections = map[string][]string{
	"now": nil, "zone": nil, "services": nil, "answer": nil, "judge": nil,
	"user":     nil,
	"assets":   nil,
	"tools":    {"services"},
	"identity": {"services"},
	"records":  {"services", "zone", "assets"},
	"request":  {"services", "records", "now", "zone"},
	"facts":    {"services", "records", "request", "now", "zone"},
	"empty":    {"facts", "services", "records", "request", "now", "zone"},
	"faults":   {"services", "tools"},
	"checks":   {"services", "records", "request", "facts", "answer", "user", "now", "zone", "tools"},
	"forbid":   {"services", "records", "request", "facts", "answer", "user", "now", "zone", "tools"},
	"solution": {"services", "records", "request", "facts", "answer", "user", "now", "zone", "tools"},
}

func sectionOf(path string) string {
	if end := strings.IndexAny(path, ".["); end >= 0 {
		return path[:end]
	}
	return path
}

// brokenSections are the errors of a file by section, without those that leave all else as it was
// meant.
func brokenSections(file task.Problems) map[string][]task.Problem {
	broken := map[string][]task.Problem{}
	for _, p := range file.Errors() {
		switch p.Code {
		case task.CodeWeightsSum, task.CodeSaysNotFound, task.CodeUnknownNeed, task.CodeBadWeight:
			continue
		}
		broken[sectionOf(p.Path)] = append(broken[sectionOf(p.Path)], p)
	}
	return broken
}

// missingSections are those of which nothing could be read, with the errors that say so: a section
// of another form, or one that is not there where the file has a section of an unknown name.
func missingSections(t *task.Task, file task.Problems) map[string][]task.Problem {
	missing := map[string][]task.Problem{}
	for _, p := range file.Errors() {
		if _, known := sections[p.Path]; known && (p.Code == task.CodeMissingKey || p.Code == task.CodeWrongType) {
			missing[p.Path] = append(missing[p.Path], p)
		}
		if p.Code != task.CodeUnknownKey || p.Path != sectionOf(p.Path) || t.File == nil {
			continue
		}
		for section := range sections {
			if _, has := t.File.Root.Get(section); !has {
				missing[section] = append(missing[section], p)
			}
		}
	}
	return missing
}

// refers reports whether a problem of the file is that something named is not there.
func refers(code task.Code) bool {
	switch code {
	case task.CodeSaysNotFound, task.CodeUnknownStage, task.CodeUnknownFact, task.CodeUnknownNeed, task.CodeService, task.CodeStageOrder:
		return true
	}
	return false
}

// rests reports whether a problem may only follow from the broken sections: its own place, or what
// its section rests on.
func rests(p task.Problem, broken map[string][]task.Problem) bool {
	if len(broken) == 0 {
		return false
	}
	own := sectionOf(p.Path)
	if slices.ContainsFunc(sections[own], func(s string) bool { return broken[s] != nil }) {
		return true
	}
	for _, q := range broken[own] {
		if item := itemOf(q.Path); strings.HasPrefix(p.Path, item) || !itemised(own) || aboutAll(p.Code) {
			return true
		}
	}
	_, known := sections[own]
	return !known // a problem of the file as a whole among them
}

// itemised are the sections whose entries stand by themselves: an error in one leaves the others as
// they were meant.
func itemised(section string) bool {
	switch section {
	case "records", "checks", "forbid", "solution", "request", "faults", "assets", "tools":
		return true
	}
	return false
}

// itemOf is the entry that a path leads into: "checks[2]" of "checks[2].answer.total".
func itemOf(path string) string {
	if end := strings.IndexByte(path, ']'); end >= 0 {
		return path[:end+1]
	}
	return path
}

// aboutAll are the codes that rest on every entry of their section.
func aboutAll(code task.Code) bool {
	switch code {
	case task.CodeUnknownNeed, task.CodeNeedsCycle, task.CodeNoChecks, task.CodeEqualIDs, grade.CodeEvidenceUnused, grade.CodeMadeUnknown:
		return true
	}
	return false
}

// follows reports whether p says again what q has said.
func follows(p, q task.Problem) bool {
	return p == q || q.Code == task.CodeUnknownNeed && (p.Code == task.CodeUnknownNeed || p.Code == grade.CodeEvidenceUnused)
}
