package engine_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

func searched(t *testing.T, w *engine.Workspace, o engine.TrialSearch) []engine.TrialHit {
	t.Helper()
	var hits []engine.TrialHit
	if err := w.SearchTrials(t.Context(), o, func(h engine.TrialHit) { hits = append(hits, h) }, nil); err != nil {
		t.Fatal(err)
	}
	return hits
}

// Every text that stands in a trajectory is found in its turn and part, and no other.
func TestSearchTrials(t *testing.T) {
	w, rows := played(t)
	for _, text := range []string{"submit_answer", "SUBMIT_ANSWER", `"id"`, "ok", "crm", "£", "no such text anywhere"} {
		want := 0
		lower := strings.ToLower(text)
		for _, row := range rows {
			c, err := w.Course(t.Context(), row.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range c.Entries {
				if e.Call == nil {
					continue
				}
				if strings.Contains(strings.ToLower(e.Call.Tool+" "+e.Call.Args), lower) {
					want++
				}
				if strings.Contains(strings.ToLower(e.Call.Observation), lower) {
					want++
				}
			}
		}
		got := 0
		for _, h := range searched(t, w, engine.TrialSearch{Text: text}) {
			if h.Part != "call" && h.Part != "reply" {
				continue
			}
			got++
			if h.Step < 1 || h.Call < 1 || h.Count < 1 || !strings.Contains(strings.ToLower(h.Text), lower) {
				t.Fatalf("%+v for %q", h, text)
			}
		}
		if got != want {
			t.Errorf("%q: %d calls and replies, want %d", text, got, want)
		}
	}
	all := searched(t, w, engine.TrialSearch{Text: "submit_answer"})
	some := searched(t, w, engine.TrialSearch{Text: "submit_answer", Where: "agent:oracle", Limit: 3})
	if len(some) != 3 || len(all) <= 3 || some[0].Agent != "oracle" {
		t.Errorf("%d of %d hits, the first by %s", len(some), len(all), some[0].Agent)
	}
	for _, bad := range []engine.TrialSearch{{Text: " "}, {Text: "x", Where: "nofield:1"}} {
		if err := w.SearchTrials(t.Context(), bad, func(engine.TrialHit) {}, nil); err == nil {
			t.Errorf("no error for %+v", bad)
		}
	}
}

// A trial that cannot be read does not keep others from being searched, and is told of.
func TestSearchGoesOnBehindABrokenTrial(t *testing.T) {
	w, rows := played(t)
	for i, body := range []string{`{"format":"other"}`, `null`} {
		_, err := w.Store.PutTrial(t.Context(), store.Trial{ID: fmt.Sprint("b", i), ItemID: fmt.Sprint("b", i), TaskDigest: "d", TaskID: "t",
			Status: store.TrialAborted, Trajectory: json.RawMessage(body)})
		if err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	err := w.SearchTrials(t.Context(), engine.TrialSearch{Text: "other"}, func(engine.TrialHit) {}, nil)
	if fault.KindOf(err) != fault.Unsupported {
		t.Errorf("%v", err)
	}
	err = w.SearchTrials(t.Context(), engine.TrialSearch{Text: "submit_answer"}, func(engine.TrialHit) { n++ }, nil)
	if n == 0 || err != nil {
		t.Errorf("%d hits, %v (of %d)", n, err, len(rows))
	}
}

// BenchmarkSearchTrials goes through 2,000 trials of 20 kB for a text that one holds.
func BenchmarkSearchTrials(b *testing.B) {
	e := newEngine(b)
	w, err := e.Workspace(b.Context(), b.TempDir(), "test")
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	filler := strings.Repeat("the quick brown fox jumps over the lazy dog; ", 440)
	const trials = 2000
	for i := range trials {
		body := fmt.Sprintf(`{"format":"coworkenv.trajectory/v1","trial":"t%d","opening":"%s","steps":[],"end":{"kind":"terminated","reason":"r%d"}}`, i, filler, i)
		_, err := w.Store.PutTrial(b.Context(), store.Trial{ID: fmt.Sprint("t", i), ItemID: fmt.Sprint("t", i), TaskDigest: "d", TaskID: "t",
			Status: store.TrialScored, Trajectory: json.RawMessage(body)})
		if err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		n := 0
		if err := w.SearchTrials(b.Context(), engine.TrialSearch{Text: "r1999"}, func(engine.TrialHit) { n++ }, nil); err != nil || n != 1 {
			b.Fatal(n, err)
		}
	}
	b.ReportMetric(trials*float64(b.N)/b.Elapsed().Seconds(), "trials/s")
}
