package agent

import (
	"errors"

	"coworkenv.dev/coworkenv/core/trace"
)

// Stop is an agent's word that the episode is over for a reason that is no crash, such as a spent
// limit of tokens.
type Stop struct{ End trace.End }

// Error is one line.
func (s *Stop) Error() string { return "the agent stopped (" + s.End.Reason + "): " + s.End.Detail }

// Halt is an error that no trial is to blame for and that every other one would meet as well: a
// spent budget, a refused key. The run stops with it, the trial counts as not begun, and the same
// command goes on later.
type Halt struct{ Err error }

// Error is the cause's.
func (h *Halt) Error() string { return h.Err.Error() }

// Unwrap returns the cause.
func (h *Halt) Unwrap() error { return h.Err }

// Halts tells whether an error is to stop the whole run.
func Halts(err error) bool {
	var h *Halt
	return errors.As(err, &h)
}
