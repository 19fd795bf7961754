package review_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

// manyTasks fills a workspace with tasks to review, every third decided by somebody.
func manyTasks(b *testing.B, n int) string {
	b.Helper()
	dir := b.TempDir()
	inWorkspace(b, dir, func(w *engine.Workspace) {
		rows := make([]store.Task, n)
		var said []store.Decision
		for i := range rows {
			rows[i] = store.Task{Digest: fmt.Sprintf("digest%06d", i), ID: fmt.Sprintf("overdue-tickets-%06d", i), Title: fmt.Sprintf("Escalate the %d overdue tickets of region %d", i%17+2, i%40),
				Family: "escalation", Language: "en", Difficulty: "hard", Services: []string{"helpdesk", "crm"}, Request: "Please look.", Path: "lib", State: store.TaskGenerated, Source: []byte("id: x\n")}
			if i%3 == 0 {
				said = append(said, store.Decision{Kind: store.KindTask, Digest: rows[i].Digest, Verdict: store.Accept, Reviewer: "ann"})
			}
		}
		if err := w.Store.PutTasks(b.Context(), rows...); err != nil {
			b.Fatal(err)
		}
		if _, err := w.Store.Decide(b.Context(), said...); err != nil {
			b.Fatal(err)
		}
	})
	return dir
}

// BenchmarkScroll is one key and its frame in a queue of 10,000 tasks; p99 is reported.
func BenchmarkScroll(b *testing.B) {
	d := tuitest.Open(b, options(b, manyTasks(b, 10_000), "kim", screens.Place{}), 160, 48)
	d.Shows("6,666 of 10,000")
	measure(b, d, "j", "ctrl+d", "k", "G", "g", "pgdown")
}

// BenchmarkVerdict is one verdict in a queue of 10,000 tasks: what a person feels.
func BenchmarkVerdict(b *testing.B) {
	d := tuitest.Open(b, options(b, manyTasks(b, 10_000), "kim", screens.Place{}), 160, 48)
	measure(b, d, "a", "u")
}

func measure(b *testing.B, d *tuitest.Desk, keys ...string) {
	clock := det.System()
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		began := clock.Now()
		d.Step(keys[i%len(keys)])
		took = append(took, clock.Now().Sub(began))
		b.StopTimer()
		d.Settle()
		b.StartTimer()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
	b.ReportMetric(float64(took[len(took)-1].Microseconds()), "max-µs")
}
