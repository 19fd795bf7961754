package library_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

// manyTasks are n tasks such as a generator makes, with certificates and trials for some.
func manyTasks(tb testing.TB, dir string, n int) {
	families := []string{"lookup", "triage", "escalation", "reconciliation", "scheduling", "safety"}
	rows := make([]store.Task, n)
	for i := range rows {
		rows[i] = store.Task{Digest: fmt.Sprintf("digest%06d", i), ID: fmt.Sprintf("overdue-tickets-%06d", i), Title: fmt.Sprintf("Escalate the %d overdue tickets of region %d", i%17+2, i%40),
			Family: families[i%len(families)], Language: []string{"en", "zh"}[i%2], Difficulty: []string{"easy", "medium", "hard"}[i%3], Services: []string{"helpdesk", "crm", "gmail"}[:i%3+1],
			Capabilities: []string{"policy_lookup", "per_item_decision"}, Request: "Please look at the tickets that are open for longer than the contract of the customer allows and tell each owner what to do about it.",
			Path: fmt.Sprintf("lib/overdue-tickets-%06d", i), State: store.TaskGenerated, Source: []byte(fmt.Sprintf("schema: coworkenv.task/v1\nid: overdue-tickets-%06d\n", i))}
	}
	fill(tb, dir, rows, func(s *store.Store) {
		for i := 0; i < n; i += 50 {
			if err := s.PutCertificate(tb.Context(), store.Certificate{TaskDigest: rows[i].Digest, Passed: i%100 == 0, Difficulty: "hard"}, nil); err != nil {
				tb.Fatal(err)
			}
		}
	})
}

// BenchmarkScroll is one key and its frame in a library of 10,000 tasks; p99 is reported.
func BenchmarkScroll(b *testing.B) {
	dir := b.TempDir()
	manyTasks(b, dir, 10_000)
	d := tuitest.Open(b, options(b, dir), 160, 48)
	d.Shows("10,000")
	clock := det.System()
	keys := []string{"j", "ctrl+d", "k", "G", "g", "pgdown"}
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		began := clock.Now()
		d.Step(keys[i%len(keys)])
		took = append(took, clock.Now().Sub(began))
		b.StopTimer()
		d.Settle()
		b.StartTimer()
	}
	report(b, took)
}

// BenchmarkFilterKey is one letter in the filter of 10,000 tasks until the rows are there.
func BenchmarkFilterKey(b *testing.B) {
	dir := b.TempDir()
	manyTasks(b, dir, 10_000)
	d := tuitest.Open(b, options(b, dir), 160, 48)
	d.Press("/")
	for i := 0; b.Loop(); i++ {
		d.Press([]string{"t", "i", "backspace", "backspace"}[i%4])
	}
}

func report(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	if len(took) > 0 {
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
		b.ReportMetric(float64(took[len(took)-1].Microseconds()), "max-µs")
	}
}
