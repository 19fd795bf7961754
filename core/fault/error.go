package fault

import "fmt"

// Error is a failure with a kind. Msg is one lower-case sentence without a
// final stop ("read task.yaml"), Hint says what to do next, Err is the cause.
// An empty Kind means the kind of Err.
type Error struct {
	Kind Kind
	Msg  string
	Hint string
	Err  error
}

// New makes an error without a cause.
func New(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Msg: fmt.Sprintf(format, args...)}
}

// Wrap makes an error with a cause; the message should read "verb object", as
// the cause is printed after it. With a nil cause it is New: it never returns
// a nil that would turn into a non-nil error value.
func Wrap(kind Kind, err error, format string, args ...any) *Error {
	return &Error{Kind: kind, Msg: fmt.Sprintf(format, args...), Err: err}
}

// WithHint returns a copy of e that tells the reader what to do next.
func (e *Error) WithHint(format string, args ...any) *Error {
	c := *e
	c.Hint = fmt.Sprintf(format, args...)
	return &c
}

// Error is the message and, after a colon, the cause.
func (e *Error) Error() string {
	switch {
	case e.Err == nil && e.Msg == "":
		return string(e.Kind)
	case e.Err == nil:
		return e.Msg
	case e.Msg == "":
		return e.Err.Error()
	}
	return e.Msg + ": " + e.Err.Error()
}

// Unwrap returns the cause, nil when there is none.
func (e *Error) Unwrap() error { return e.Err }
