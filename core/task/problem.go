package task

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/fault"
)

// Severity says whether a problem keeps a task from being used.
type Severity string

// The severities.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
)

// Problem is one thing that is wrong with a task file: where, what and what to do.
type Problem struct {
	Code     Code     `json:"code"`
	Severity Severity `json:"severity"`
	File     string   `json:"file,omitempty"`
	Line     int      `json:"line,omitempty"`   // from 1; 0 = the file as a whole
	Column   int      `json:"column,omitempty"` // in characters, from 1
	Path     string   `json:"path,omitempty"`   // field path, e.g. "checks[2].record_created.in"
	Message  string   `json:"message"`          // the cause
	Hint     string   `json:"hint,omitempty"`   // the remedy
}

// Error is "task.yaml:12:5: checks[2].weight: cause (remedy)".
func (p Problem) Error() string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(printable(p.File) + ":")
	}
	if p.Line > 0 {
		fmt.Fprintf(&b, "%d:%d:", p.Line, p.Column)
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	if p.Path != "" {
		b.WriteString(printable(p.Path) + ": ")
	}
	b.WriteString(p.Message)
	if p.Hint != "" {
		b.WriteString(" (" + p.Hint + ")")
	}
	return b.String()
}

// printable writes control characters of a foreign name as escapes.
func printable(s string) string {
	quoted := strconv.Quote(s)
	if inner := quoted[1 : len(quoted)-1]; strings.IndexFunc(s, unicode.IsControl) >= 0 || !utf8.ValidString(s) {
		return inner
	}
	return s
}

// Problems are all that was found in one go, sorted by place.
type Problems []Problem

// Err is nil where nothing is an error, else a fault.Invalid that lists the errors.
func (ps Problems) Err() error { return ps.ErrOf("load task") }

// ErrOf is Err where it was not a task that was read: doing says what was done.
func (ps Problems) ErrOf(doing string) error {
	errs := ps.Errors()
	if len(errs) == 0 {
		return nil
	}
	const most = 20
	lines := make([]string, 0, min(len(errs), most)+1)
	for i, p := range errs {
		if i == most {
			lines = append(lines, fmt.Sprintf("and %d more", len(errs)-most))
			break
		}
		lines = append(lines, p.Error())
	}
	e := fault.New(fault.Invalid, "%s: %d problem(s)\n%s", doing, len(errs), strings.Join(lines, "\n"))
	if errs[0].Hint == "" {
		return e
	}
	return e.WithHint("%s", errs[0].Hint)
}

// Errors returns the problems that keep the task from being used.
func (ps Problems) Errors() Problems { return ps.only(SeverityError) }

// Warnings returns the others.
func (ps Problems) Warnings() Problems { return ps.only(SeverityWarning) }

func (ps Problems) only(s Severity) Problems {
	return ps.where(func(p Problem) bool { return p.Severity == s })
}

// Beside returns those of the files beside the task's own: its text alone does not show them.
func (ps Problems) Beside() Problems {
	return ps.where(func(p Problem) bool {
		return p.Code == CodeAssetMissing || p.Code == CodeAssetDigest || p.Code == CodeAssetUnpinned
	})
}

func (ps Problems) where(ok func(Problem) bool) Problems {
	var out Problems
	for _, p := range ps {
		if ok(p) {
			out = append(out, p)
		}
	}
	return out
}

// maxProblems bounds what is reported of one file: a hostile one could have a million.
const maxProblems = 1000

// add notes a problem, and in place of the one too many that there are more.
func (ps *Problems) add(p Problem) {
	switch n := len(*ps); {
	case n < maxProblems:
		*ps = append(*ps, p)
	case n == maxProblems:
		*ps = append(*ps, Problem{Code: CodeTooLarge, Severity: SeverityError, File: p.File, Line: p.Line, Column: p.Column,
			Message: fmt.Sprintf("there are more than %d problems; the rest is not listed", maxProblems), Hint: "mend these first"})
	}
}

// Sort orders problems by file, place, path and code, and drops repeats. Callers that join
// the problems of several phases use it.
func (ps Problems) Sort() Problems {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Path, b.Path), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(ps)
}
