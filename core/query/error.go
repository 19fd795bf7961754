package query

import (
	"fmt"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/fault"
)

// Error is a query that cannot be read. Pos and End are byte offsets of the
// offending part of Src.
type Error struct {
	Src      string
	Pos, End int
	Msg      string
	Hint     string // what was perhaps meant, or what to do
}

// Error is the message with the column (from 1, in characters).
func (e *Error) Error() string {
	return fmt.Sprintf("query, column %d: %s", e.Column(), e.Msg)
}

// Column is where the offending part begins, from 1, in characters.
func (e *Error) Column() int { return utf8.RuneCountInString(e.Src[:e.Pos]) + 1 }

// Unwrap gives the error its kind and hint.
func (e *Error) Unwrap() error {
	return &fault.Error{Kind: fault.Invalid, Msg: e.Msg, Hint: e.Hint}
}

func errorAt(src string, pos, end int, format string, args ...any) *Error {
	return &Error{Src: src, Pos: pos, End: end, Msg: fmt.Sprintf(format, args...)}
}

func (e *Error) hint(format string, args ...any) *Error {
	e.Hint = fmt.Sprintf(format, args...)
	return e
}
