package world

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/value"
)

// Outcome is the class of a call's end, kept apart from its HTTP status: the benchmark
// answers "not found" with 200. Only OK counts as success for checks.
type Outcome uint8

// The outcomes.
const (
	OK       Outcome = iota + 1
	Missing          // "not_found": the record named is not there
	Invalid          // arguments malformed or refused by the service
	Denied           // not granted to the acting identity
	Conflict         // the state does not allow it
	Faulted          // "fault": an injected fault struck
)

var outcomeNames = [...]string{"", "ok", "not_found", "invalid", "denied", "conflict", "fault"}

// String returns the outcome's name in files and on screens.
func (o Outcome) String() string { return outcomeNames[o] }

// MarshalText writes the outcome's name.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads the outcome's name.
func (o *Outcome) UnmarshalText(text []byte) error {
	for i, name := range outcomeNames {
		if i > 0 && name == string(text) {
			*o = Outcome(i)
			return nil
		}
	}
	return fmt.Errorf("unknown outcome %q", text)
}

// Cause says more exactly why a call did not reach its handler or was refused.
type Cause string

// The causes.
const (
	NoCause      Cause = ""
	UnknownTool  Cause = "unknown_tool"
	Malformed    Cause = "malformed_json"
	BadArguments Cause = "bad_arguments"
	TooLarge     Cause = "too_large"
	NotGranted   Cause = "not_granted"
	NotAllowed   Cause = "refused" // the handler refused
	Injected     Cause = "injected"
)

// Failure is how a handler refuses a call: an outcome, the HTTP status it has on the wire and
// the body that the agent sees.
type Failure struct {
	Outcome Outcome
	Status  int
	Body    []byte // JSON
	Cause   Cause
}

// Error shows the body.
func (f *Failure) Error() string { return string(f.Body) }

// NotFound refuses a call that names a record that is not there. As in the benchmark its HTTP
// status is 200.
func NotFound(thing, id string) error {
	return Fail(Missing, 200, "error", thing+" "+id+" not found")
}

// Refuse refuses a call for what it asks, with an "error" body and status 200.
func Refuse(outcome Outcome, format string, args ...any) error {
	return Fail(outcome, 200, "error", fmt.Sprintf(format, args...))
}

// textMember is an object of one text.
func textMember(name, text string) []byte {
	dst := append(make([]byte, 0, len(name)+len(text)+len(`{"":""}`)), '{')
	dst = append(value.AppendString(dst, name), ':')
	return append(value.AppendString(dst, text), '}')
}

// Fail refuses a call with a body of one member.
func Fail(outcome Outcome, status int, member, text string) error {
	return &Failure{Outcome: outcome, Status: status, Body: textMember(member, text), Cause: NotAllowed}
}
