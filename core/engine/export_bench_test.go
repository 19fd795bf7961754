package engine_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/export"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/trace"
)

// benchTasks are tasks of different services, languages and lengths.
var benchTasks = []string{"escalate-enterprise-overdue-000003b", "bank-change-brightpath-000006", "fukuan-tixing-000010", "one-free-hour-000005", "claims-inbox-friday"}

// lengthen repeats the calls of a trajectory until it has so many turns, the last one included.
func lengthen(t *trace.Trajectory, turns int) {
	var acts []trace.Step
	for _, s := range t.Steps {
		if len(s.Calls) > 0 {
			acts = append(acts, s)
		}
	}
	last := t.Steps[len(t.Steps)-1]
	t.Steps = nil
	seq := 0
	for i := range turns - 1 {
		s := acts[i%len(acts)]
		s.Index = i
		s.Calls = append([]trace.Call{}, s.Calls...)
		for j := range s.Calls {
			seq++
			s.Calls[j].Seq, s.Calls[j].ID = seq, fmt.Sprintf("call_%d", seq)
		}
		t.Steps = append(t.Steps, s)
	}
	last.Index = turns - 1
	t.Steps = append(t.Steps, last)
}

// filled is a workspace with so many trials of 20 turns.
func filled(tb testing.TB, trials int) *engine.Workspace {
	tb.Helper()
	e := newEngine(tb)
	w, err := e.Workspace(tb.Context(), filepath.Join(tb.TempDir(), "ws"), "test")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := w.Close(); err != nil {
			tb.Error(err)
		}
	})
	oracle, err := e.Agent("oracle")
	if err != nil {
		tb.Fatal(err)
	}
	tasks, err := e.Open(copyTasks(tb, benchTasks...))
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := w.Run(tb.Context(), engine.TrialPlan{Tasks: tasks, Agents: []agent.Maker{oracle}, Trials: 1, Seed: 1}, 1, nil); err != nil {
		tb.Fatal(err)
	}
	var patterns []store.Trial
	for row, err := range w.Store.TrialsWithBodies(tb.Context(), store.TrialsOf{}) {
		if err != nil {
			tb.Fatal(err)
		}
		patterns = append(patterns, row.Trial)
	}
	for i := range trials {
		t := patterns[i%len(patterns)]
		tr, err := trace.Decode(t.Trajectory)
		if err != nil {
			tb.Fatal(err)
		}
		lengthen(tr, 20)
		tr.Trial, tr.Item, tr.Attempt = det.ID("tri_", "bench", fmt.Sprint(i)), det.ID("itm_", "bench", fmt.Sprint(i)), i
		t.ID, t.ItemID, t.RunID, t.Attempt, t.Steps = tr.Trial, tr.Item, "", i, len(tr.Steps)
		if t.Trajectory, err = json.Marshal(tr); err != nil {
			tb.Fatal(err)
		}
		if _, err := w.Store.PutTrial(tb.Context(), t); err != nil && fault.KindOf(err) != fault.Conflict {
			tb.Fatal(err)
		}
	}
	return w
}

// BenchmarkExport writes trials of 20 turns in several formats.
func BenchmarkExport(b *testing.B) {
	const trials = 10_000
	w := filled(b, trials)
	for _, name := range []string{"trl", "llamafactory", "atif"} {
		b.Run(name, func(b *testing.B) { benchExport(b, w, name, false) })
	}
	b.Run("trl-parquet", func(b *testing.B) { benchExport(b, w, "trl", true) })
}

func benchExport(b *testing.B, w *engine.Workspace, name string, columnar bool) {
	f, err := export.FindFormat(name)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		into := filepath.Join(b.TempDir(), fmt.Sprint(i))
		o := engine.ExportOptions{Options: export.Options{Format: f, Parquet: columnar}, Target: export.Target{Into: into, Name: "bench"}}
		r, err := w.Export(b.Context(), o, nil)
		if err != nil {
			b.Fatal(err)
		}
		var bytes int64
		for _, f := range r.Files {
			bytes += f.Bytes
		}
		b.ReportMetric(float64(r.Rows())/1, "rows")
		b.ReportMetric(float64(bytes)/float64(r.Rows()), "bytes/row")
		b.SetBytes(bytes)
	}
}
