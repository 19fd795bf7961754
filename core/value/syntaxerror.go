package value

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/fault"
)

// SyntaxError says where and why a text is no JSON value. Message and position
// are those of Python 3.11's json module, because the benchmark's services
// answer with them.
type SyntaxError struct {
	Offset int    // in code points from the start of the text, as Python counts
	Byte   int    // in bytes from the start of the input
	Line   int    // from 1
	Column int    // in code points, from 1
	Msg    string // "Expecting value", "Extra data", ...
}

// Error returns "line 1 column 5: Expecting value".
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d column %d: %s", e.Line, e.Column, e.Msg)
}

// Unwrap gives the error its kind and hint.
func (e *SyntaxError) Unwrap() error {
	return fault.New(fault.Invalid, "parse JSON").WithHint("correct the JSON at line %d column %d", e.Line, e.Column)
}

// newSyntaxError describes the fault at byte i of s, which starts skipped bytes
// into the input.
func newSyntaxError(s string, i, skipped int, msg string) *SyntaxError {
	before := s[:i]
	return &SyntaxError{
		Offset: utf8.RuneCountInString(before),
		Byte:   i + skipped,
		Line:   strings.Count(before, "\n") + 1,
		Column: utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1,
		Msg:    msg,
	}
}
