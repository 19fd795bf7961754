// Package fault gives errors a kind, a hint for the reader and an exit code.
//
// Everything a person or a program may have to react to is a *fault.Error, or
// wraps one. It imports nothing of the project. Invariant: a kind is decided
// where the failure is understood and is never guessed from message text.
package fault

// Kind says what sort of failure an error is; shells map it to exit codes,
// HTTP statuses and messages.
type Kind string

// The kinds. Their spelling is part of the JSON output and does not change.
const (
	Invalid     Kind = "invalid"     // the input is malformed or contradicts itself
	NotFound    Kind = "not_found"   // the named thing does not exist
	Denied      Kind = "denied"      // not allowed: grants, file permissions
	Conflict    Kind = "conflict"    // the state forbids it: exists already, stale version
	Unavailable Kind = "unavailable" // something outside does not answer now; trying later may help
	Exhausted   Kind = "exhausted"   // disk, memory, budget or quota is used up
	Canceled    Kind = "canceled"    // the caller gave up
	Unsupported Kind = "unsupported" // understood, and not offered by this build
	GateFailed  Kind = "gate_failed" // the gate ran and did not certify every task
	Partial     Kind = "partial"     // some items succeeded, some did not
	Usage       Kind = "usage"       // the command line is wrong
	Internal    Kind = "internal"    // a defect of ours, or an unclassified failure
)

// Kinds lists every kind in the order of their declaration.
func Kinds() []Kind {
	return []Kind{
		Invalid, NotFound, Denied, Conflict, Unavailable, Exhausted,
		Canceled, Unsupported, GateFailed, Partial, Usage, Internal,
	}
}
