package world

import "slices"

// FaultKind is how an injected fault shows.
type FaultKind string

// The kinds.
const (
	TooMany FaultKind = "429"
	Error   FaultKind = "500"
	Timeout FaultKind = "timeout"
)

// PlannedFault strikes the nth dispatch of a tool, counted from 1 whatever its outcome.
type PlannedFault struct {
	On     string
	Nth    int
	Kind   FaultKind
	Commit Commit
}

// Commit says on which side of the effect a fault strikes.
type Commit string

// The sides.
const (
	BeforeCommit Commit = "before" // nothing happened: repeat
	AfterCommit  Commit = "after"  // it happened, the answer was lost: look
)

// FaultRate injects faults at random into calls, before their effect; a rollout's setting.
type FaultRate struct {
	PerCall float64 // probability, 0..1
}

// Fault is a fault that struck a call.
type Fault struct {
	Kind   FaultKind `json:"kind"`
	Commit Commit    `json:"commit"`
}

// strike decides whether a fault hits this dispatch.
func (w *World) strike(tool string) *Fault {
	if len(w.opts.Faults) == 0 && w.rand == nil {
		return nil
	}
	if slices.ContainsFunc(w.opts.Faults, func(p PlannedFault) bool { return p.On == tool }) {
		if w.nth == nil {
			w.nth = make(map[string]int, 8)
		}
		w.nth[tool]++
	}
	for _, p := range w.opts.Faults {
		if p.On == tool && p.Nth == w.nth[tool] {
			return &Fault{p.Kind, p.Commit}
		}
	}
	if w.rand != nil && w.rand.Float64() < w.opts.Rate.PerCall {
		kind := TooMany
		if w.rand.Intn(2) == 1 {
			kind = Error
		}
		return &Fault{kind, BeforeCommit}
	}
	return nil
}

// Foresee exchanges the planned faults. None of either plan may have struck yet but such as
// both hold.
func (w *World) Foresee(plan []PlannedFault) {
	own := *w.opts
	own.Faults = plan
	w.opts, w.nth = &own, make(map[string]int, 8)
	for _, e := range w.entries {
		if e.Actor == Agent && e.Ref != nil {
			w.nth[e.Tool]++
		}
	}
}

// reply is what the caller sees of a fault; the shapes of the benchmark.
func (f *Fault) reply() (status int, body string) {
	switch f.Kind {
	case TooMany:
		return 429, `{"error":"rate_limit_exceeded","message":"Too many requests. Please retry after a short delay.","retry_after_seconds":2}`
	case Timeout:
		return 504, `{"error":"timeout","message":"The service did not answer in time; whether the request took effect is not known."}`
	}
	return 500, `{"error":"internal_server_error","message":"An unexpected error occurred. Please try again."}`
}
