package whatif

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/tuitest"
	"coworkenv.dev/coworkenv/tui/ui"
)

// BenchmarkTrialsStream is one frame with the trials that came in since the frame before, up to
// 10,000 of them: a hundred a frame are 6,000 a second.
func BenchmarkTrialsStream(b *testing.B) {
	sheet := style.New(tuitest.Theme(b, "dark"), style.TrueColor)
	env := &screens.Env{Clock: det.Fixed(time.Time{}), Host: &screens.Host{}, Sheet: func() *style.Sheet { return sheet },
		Workspace: &screens.Workspace{Open: func(context.Context, bool) (*engine.Workspace, error) { return nil, fault.New(fault.NotFound, "none") }}}
	s := newScreen(env, screens.Place{Of: "x"})
	s.draft, s.busy = &engine.Draft{Of: &engine.Loaded{Path: "x"}}, true
	s.pager.Show(ui.NewDocument("checks:\n", nil))
	flips := flipOrder()
	clock := det.System()
	var took []time.Duration
	for n := 0; b.Loop(); {
		if n >= 10_000 {
			n, s.trials, s.sum = 0, nil, engine.WhatIf{}
		}
		began := clock.Now()
		for range 100 {
			score := &grade.Score{Score: grade.Micros(n * 7919 % 1_000_000)}
			c := &engine.TrialChange{Trial: fmt.Sprintf("tri_%012d", n*7919%100_000), Agent: "novice", Attempt: n % 8, Flip: flips[n%len(flips)], Before: score, After: score}
			s.Update(graded{c, 10_000})
			n++
		}
		s.View(160, 46)
		took = append(took, clock.Now().Sub(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
	b.ReportMetric(float64(took[len(took)-1].Microseconds()), "max-µs")
}
