package engine

import (
	"context"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/rollout"
)

// Gated is the gate's word on a set of tasks.
type Gated struct {
	Reports   []*gate.Report `json:"reports"` // by task id
	Elsewhere *gate.Cost     `json:"elsewhere,omitempty"`
}

// Err is nil only where every task was certified, or passed the rounds that were asked for where
// those were some alone.
func (g *Gated) Err() error {
	failed, some := 0, false
	for _, r := range g.Reports {
		some = some || r.Status == gate.Incomplete
		if r.Status != gate.Verified && !r.Partly() {
			failed++
		}
	}
	switch {
	case failed == 0:
		return nil
	case some:
		return fault.New(fault.GateFailed, "%d of %d tasks did not pass the rounds that were asked for", failed, len(g.Reports)).
			WithHint("`coworkenv gate TASK` runs them all; `coworkenv gate explain CODE` explains a code")
	}
	return fault.New(fault.GateFailed, "%d of %d tasks are not certified", failed, len(g.Reports)).
		WithHint("`coworkenv gate TASK` shows the findings of one; `coworkenv gate explain CODE` explains a code")
}

// Gate takes tasks through the gate, in parallel, and hands each report to each as it comes. Where
// every round is asked for and the engine has a child process, prints are taken there as well. Two
// tasks of one id are an error.
func (e *Engine) Gate(ctx context.Context, spots []Spot, opts gate.Options, each func(*Loaded, *gate.Report) error, progress Progress) (*Gated, error) {
	type outcome struct {
		l *Loaded
		r *gate.Report
	}
	out := &Gated{}
	g := e.gate()
	there := &elsewhere{}
	if len(opts.Rounds) == 0 {
		var err error
		if there, err = e.begin(ctx, len(spots)); err != nil {
			return nil, err
		}
	}
	work := func(ctx context.Context, s Spot) (outcome, error) {
		l, err := s.open()
		if err != nil {
			return outcome{}, err
		}
		judge, err := there.ask(l.Task, l.Problems)
		if err != nil {
			return outcome{}, err
		}
		own := opts
		own.Ready = l.Ready
		r, err := g.Run(ctx, l.Task, l.Problems, own)
		if r != nil && r.TaskID == "" {
			r.TaskID = l.ID()
		}
		if err == nil {
			err = judge(r)
		}
		return outcome{l, r}, err
	}
	ids := idsOnce{}
	err := rollout.Each(ctx, spots, e.Workers, work, func(o outcome) error {
		out.Reports = append(out.Reports, o.r)
		progress.tell(len(out.Reports), len(spots), o.r.TaskID)
		if err := ids.add(o.r.TaskID, o.l.Path); err != nil || each == nil {
			return err
		}
		return each(o.l, o.r)
	})
	out.Elsewhere, err = there.end(ctx, err)
	slices.SortFunc(out.Reports, func(a, b *gate.Report) int { return strings.Compare(a.TaskID, b.TaskID) })
	return out, err
}
