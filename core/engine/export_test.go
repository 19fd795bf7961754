package engine_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/export"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

// exportFixture is a workspace with trials of a few agents on a few tasks, run in the given order.
func exportFixture(t *testing.T, workers int, names ...string) *engine.Workspace {
	t.Helper()
	e := newEngine(t)
	e.Workers = workers
	w, err := e.Workspace(t.Context(), filepath.Join(t.TempDir(), "ws"), "test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	tasks, err := e.Open(copyTasks(t, "one-free-hour-000005", "bank-change-brightpath-000006", "fukuan-tixing-000010"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		m, err := e.Agent(name)
		if err != nil {
			t.Fatal(err)
		}
		plan := engine.TrialPlan{Tasks: tasks, Agents: []agent.Maker{m}, Trials: 3, Seed: 1}
		if _, err := w.Run(t.Context(), plan, 1, nil); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func exportTo(t *testing.T, w *engine.Workspace, into, format string, change func(*engine.ExportOptions)) (*export.Report, error) {
	t.Helper()
	f, err := export.FindFormat(format)
	if err != nil {
		t.Fatal(err)
	}
	o := engine.ExportOptions{Options: export.Options{Format: f}, Target: export.Target{Into: into, Name: "toy", Version: "1"}}
	if change != nil {
		change(&o)
	}
	return w.Export(t.Context(), o, nil)
}

func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		out[strings.TrimPrefix(path, dir)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The order in which trials were made changes nothing, nor does the number of goroutines.
func TestExportIsDeterministic(t *testing.T) {
	a := exportFixture(t, 1, "oracle", "novice", "null")
	b := exportFixture(t, 4, "null", "novice", "oracle")
	for _, format := range []string{"trl", "atif", "openai"} {
		dir := t.TempDir()
		x, y := filepath.Join(dir, "x"), filepath.Join(dir, "y")
		for into, w := range map[string]*engine.Workspace{x: a, y: b} {
			if _, err := exportTo(t, w, into, format, nil); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(folder(t, x), folder(t, y)); diff != "" {
			t.Errorf("%s: %s", format, diff)
		}
	}
}

// Every trial is a row or is counted with the reason.
func TestExportAccountsForEveryTrial(t *testing.T) {
	w := exportFixture(t, 2, "oracle", "novice", "null")
	var first store.TrialRow
	n := 0
	for row, err := range w.Store.Trials(t.Context(), store.TrialsOf{}) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; row.Agent == "oracle" && first.ID == "" {
			first = row
		}
	}
	if _, err := w.Store.Decide(t.Context(), store.Decision{Kind: store.KindTrial, Digest: first.ID, Verdict: store.Reject, Reviewer: "ann"}); err != nil {
		t.Fatal(err)
	}
	odd := odder{t, w}
	odd.put("tri_ungraded", func(r *store.Trial) { r.Status, r.Pass = store.TrialGraderError, false })
	odd.put("tri_aborted", func(r *store.Trial) { r.Status, r.Pass = store.TrialAborted, false })
	odd.put("tri_version9", func(r *store.Trial) { r.Trajectory = json.RawMessage(`{"format":"coworkenv.trajectory/v9"}`) })
	odd.put("tri_homeless", func(r *store.Trial) { r.TaskDigest = "sha256:nobody" })
	n += 4
	r, err := exportTo(t, w, filepath.Join(t.TempDir(), "out"), "canonical", nil)
	if err != nil {
		t.Fatal(err)
	}
	sum, codes := 0, map[string]int{}
	for _, s := range r.Splits {
		sum += s.Units
	}
	for _, c := range r.Excluded {
		sum += c.Count
		codes[c.Code] = c.Count
	}
	if sum != n || r.Considered != n {
		t.Errorf("%d of %d trials are accounted for, %d considered", sum, n, r.Considered)
	}
	for _, code := range []string{export.Rejected, export.Ungraded, export.Unfinished, export.Unreadable, export.NoTask} {
		if codes[code] != 1 {
			t.Errorf("%s: %d, want 1; counts %v", code, codes[code], codes)
		}
	}
}

// odder puts trials into a workspace that no run leaves there.
type odder struct {
	t *testing.T
	w *engine.Workspace
}

func (o odder) put(id string, change func(*store.Trial)) {
	o.t.Helper()
	for row, err := range o.w.Store.TrialsWithBodies(o.t.Context(), store.TrialsOf{}) {
		if err != nil {
			o.t.Fatal(err)
		}
		if row.Agent != "oracle" {
			continue
		}
		trial := row.Trial
		trial.ID, trial.ItemID, trial.RunID = id, "itm_"+id, ""
		change(&trial)
		if _, err := o.w.Store.PutTrial(o.t.Context(), trial); err != nil {
			o.t.Fatal(err)
		}
		return
	}
	o.t.Fatal("there is no trial of the oracle")
}

// A selection brings splits, decisions, cuts and pairs.
func TestExportOfASelection(t *testing.T) {
	w := exportFixture(t, 2, "oracle", "novice", "teacher")
	set := curate.Defaults()
	set.MaxObserved, set.StablePer, set.Near = 64, 0, 0
	s, err := w.Curate(t.Context(), engine.CurateOptions{Settings: set}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.SaveSelection(s); err != nil {
		t.Fatal(err)
	}
	curated := func(o *engine.ExportOptions) { o.Curated = true }
	dir := t.TempDir()
	r, err := exportTo(t, w, filepath.Join(dir, "rows"), "trl", curated)
	if err != nil {
		t.Fatal(err)
	}
	if r.Selection != s.ID || r.Considered != len(s.Rows) {
		t.Errorf("selection %s of %d rows: %s, %d considered", s.ID, len(s.Rows), r.Selection, r.Considered)
	}
	all := ""
	for _, body := range folder(t, filepath.Join(dir, "rows")) {
		all += body
	}
	if !strings.Contains(all, "[truncated, ") || !strings.Contains(all, `"decision":"keep"`) || !strings.Contains(all, `"cut"`) {
		t.Error("cuts, decisions and labels of the selection are not in the rows")
	}
	if len(s.Pairs) == 0 {
		t.Fatal("the trials give no pair to test with")
	}
	pairs, err := exportTo(t, w, filepath.Join(dir, "pairs"), "preference", curated)
	if err != nil {
		t.Fatal(err)
	}
	if pairs.Unit != "pair" || pairs.Considered != len(s.Pairs) || pairs.Rows() == 0 {
		t.Errorf("%d pairs: %+v", len(s.Pairs), pairs)
	}
	for _, line := range strings.Split(strings.TrimSpace(folder(t, filepath.Join(dir, "pairs"))["/data/train-00000-of-00001.jsonl"]), "\n") {
		var row struct {
			Prompt, Chosen, Rejected []map[string]any
			Reward                   float64
			Other                    float64 `json:"rejected_reward"`
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		if len(row.Chosen) != 1 || len(row.Rejected) != 1 || row.Chosen[0]["role"] != "assistant" || row.Reward <= row.Other || cmp.Equal(row.Chosen, row.Rejected) {
			t.Errorf("a pair prefers %v (%v) to %v (%v)", row.Chosen, row.Reward, row.Rejected, row.Other)
		}
	}
	rest, err := exportTo(t, w, filepath.Join(dir, "rest"), "preference", func(o *engine.ExportOptions) { o.Curated, o.RestOfTrial = true, true })
	if err != nil || rest.Rows() != pairs.Rows() {
		t.Errorf("the rest of each trial: %v", err)
	}
}

func TestExportStopped(t *testing.T) {
	w := exportFixture(t, 2, "oracle")
	parent := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	f, err := export.FindFormat("trl")
	if err != nil {
		t.Fatal(err)
	}
	o := engine.ExportOptions{Options: export.Options{Format: f}, Target: export.Target{Into: filepath.Join(parent, "out")}}
	_, err = w.Export(ctx, o, func(done, _ int, _ string) {
		if done == 2 {
			cancel()
		}
	})
	if fault.KindOf(err) != fault.Canceled {
		t.Errorf("cancelled: %v", err)
	}
	if entries, err := os.ReadDir(parent); err != nil || len(entries) != 0 {
		t.Errorf("%d entries are left, %v", len(entries), err)
	}
	if _, err := exportTo(t, w, filepath.Join(parent, "out"), "trl", func(o *engine.ExportOptions) { o.Where = "nosuch:1" }); fault.KindOf(err) != fault.Usage && fault.KindOf(err) != fault.Invalid {
		t.Errorf("a query that cannot be read: %v", err)
	}
}
