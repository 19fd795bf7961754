package engine_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

func mustJSON(t testing.TB, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func curated(t testing.TB, w *engine.Workspace, edit ...func(*engine.CurateOptions)) *curate.Selection {
	t.Helper()
	o := engine.CurateOptions{Settings: curate.Defaults()}
	for _, e := range edit {
		e(&o)
	}
	last := 0
	s, err := w.Curate(t.Context(), o, func(done, total int, _ string) { last = total - done })
	if err != nil {
		t.Fatal(err)
	}
	if last != 0 || s.Counts.Sum() != s.Counts.Input {
		t.Fatalf("progress ends %d short, counts %+v", last, s.Counts)
	}
	return s
}

// labelOfNull is what the selection calls the null agent's trials of a task beyond "low".
func labelOfNull(s *curate.Selection) string {
	for _, r := range s.Rows {
		if r.Agent == "null" {
			return strings.Join(r.Labels, " ")
		}
	}
	return ""
}

// A group that earns nothing is called by what is known of its task: the certificate that holds,
// else the oracle's trials, else the gate's refusal, else nothing.
func TestLowGroupsAreCalledByCertificateAndOracle(t *testing.T) {
	w := trialRun(t, 1, shippedTask)
	ctx := t.Context()
	trial := firstTrial(t, w, "null")
	if got := labelOfNull(curated(t, w)); !strings.Contains(got, "suspect") {
		t.Errorf("the oracle passed: %s", got)
	}
	onlyNull := trialRunOf(t, []agent.Maker{agent.Null()}, 1, shippedTask)
	check := func(want string) {
		t.Helper()
		if got := labelOfNull(curated(t, onlyNull)); !strings.Contains(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
	check("unproven")
	put := func(passed bool, body string) {
		t.Helper()
		if err := onlyNull.Store.PutCertificate(ctx, store.Certificate{TaskDigest: trial.TaskDigest, Passed: passed, Body: []byte(body)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	put(false, "null")
	check("broken")
	put(true, `{"format":"x"}`)
	check("unproven") // a stale certificate proves nothing
	cert := certificateOf(t, onlyNull, shippedTask)
	put(true, cert)
	check("suspect")
	var c struct{ Digest string }
	if err := json.Unmarshal([]byte(cert), &c); err != nil {
		t.Fatal(err)
	}
	if s := curated(t, onlyNull); s.Rows[0].Certificate != c.Digest || c.Digest == "" {
		t.Errorf("certificate %q, want %q", s.Rows[0].Certificate, c.Digest)
	}
}

func TestLineages(t *testing.T) {
	w := trialRun(t, 1, shippedTask)
	ctx := t.Context()
	trial := firstTrial(t, w, "oracle")
	row, err := w.Store.Task(ctx, trial.TaskDigest)
	if err != nil {
		t.Fatal(err)
	}
	put := func(id, digest, generator string, parents ...string) {
		t.Helper()
		next := row
		next.ID, next.Digest = id, digest
		next.Provenance = []byte(mustJSON(t, map[string]any{"Generator": generator, "Parents": parents}))
		if err := w.Store.PutTasks(ctx, next); err != nil {
			t.Fatal(err)
		}
	}
	rowOf := func() curate.Row {
		t.Helper()
		for _, r := range curated(t, w).Rows {
			if r.Trial == trial.ID {
				return r
			}
		}
		t.Fatal("the trial is gone")
		return curate.Row{}
	}
	if r := rowOf(); r.Root != shippedTask || r.Scenario != shippedTask {
		t.Errorf("no parent: %+v", r)
	}
	put(shippedTask, trial.TaskDigest, "scenario/free-hours", "parent")
	if r := rowOf(); r.Root != "parent" || r.Scenario != "free-hours" {
		t.Errorf("a parent that is not kept: root %s, scenario %s", r.Root, r.Scenario)
	}
	put("parent", "dp", "scenario/free-hours", "grandparent")
	put("grandparent", "dg", "scenario/free-hours")
	if r := rowOf(); r.Root != "grandparent" {
		t.Errorf("two steps up: %s", r.Root)
	}
	put("grandparent", "dg2", "scenario/free-hours", shippedTask)
	if r := rowOf(); r.Root != "grandparent" { // the least of the three ids
		t.Errorf("a circle: %s", r.Root)
	}
}

func TestNamedSets(t *testing.T) {
	w := trialRun(t, 1, shippedTask)
	dir := t.TempDir()
	row, err := w.Store.CurrentTask(t.Context(), shippedTask)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "same.jsonl"), []byte(mustJSON(t, map[string]string{"prompt": strings.ToUpper(row.Request)})+"\n"))
	write(t, filepath.Join(dir, "other.txt"), []byte("Nothing of the kind.\n"))
	lib := copyTasks(t, shippedTask)
	for path, hits := range map[string]int{filepath.Join(dir, "same.jsonl"): 2, filepath.Join(dir, "other.txt"): 0, lib: 2, "harbor-quote-000008": 0, shippedTask: 2} {
		s := curated(t, w, func(o *engine.CurateOptions) { o.Against = []engine.NamedSet{{Name: "bench", Path: path}} })
		got := 0
		for _, r := range s.Counts.Rules {
			if r.Rule == curate.RuleContaminate {
				got = r.Count
			}
		}
		if got != hits || len(s.Sets) != 1 || s.Sets[0].Name != "bench" || s.Sets[0].Texts == 0 {
			t.Errorf("%s: %d hits, want %d, sets %+v", path, got, hits, s.Sets)
		}
	}
	write(t, filepath.Join(dir, "broken", "task.yaml"), []byte("schema: [\n"))
	for _, path := range []string{filepath.Join(dir, "absent.jsonl"), filepath.Join(dir, "broken"), "/dev/null.txt", filepath.Join(dir, "absent")} {
		_, err := w.Curate(t.Context(), engine.CurateOptions{Settings: curate.Defaults(), Against: []engine.NamedSet{{Name: "x", Path: path}}}, nil)
		if err == nil || fault.HintOf(err) == "" {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestSelectionsAreKept(t *testing.T) {
	w := trialRun(t, 1, shippedTask)
	if list, err := w.Selections(); err != nil || len(list) != 0 {
		t.Errorf("%v %v", list, err)
	}
	if _, err := w.Selection(""); fault.KindOf(err) != fault.NotFound || fault.HintOf(err) == "" {
		t.Errorf("none: %v", err)
	}
	s := curated(t, w)
	path, err := w.SaveSelection(s)
	if err != nil {
		t.Fatal(err)
	}
	other := curated(t, w, func(o *engine.CurateOptions) { o.Where = "agent:oracle" })
	if _, err := w.SaveSelection(other); err != nil {
		t.Fatal(err)
	}
	if _, err := w.SaveSelection(s); err != nil { // again: the same file
		t.Fatal(err)
	}
	write(t, filepath.Join(filepath.Dir(path), "notes.jsonl"), []byte("not a selection"))
	if list, err := w.Selections(); err != nil || len(list) != 2 {
		t.Errorf("%v %v", list, err)
	}
	for _, ref := range []string{s.ID, s.ID[:len(s.ID)-4], path} {
		got, err := w.Selection(ref)
		if err != nil || got.ID != s.ID || len(got.Rows) != 2 {
			t.Errorf("%s: %v", ref, err)
		}
	}
	for ref, kind := range map[string]fault.Kind{"sel_0000": fault.NotFound, "sel_": fault.Conflict, filepath.Dir(path): fault.Invalid, path + ".gone": fault.NotFound} {
		if _, err := w.Selection(ref); fault.KindOf(err) != kind || fault.HintOf(err) == "" {
			t.Errorf("%s: %v", ref, err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, data[:len(data)-9])
	if _, err := w.Selection(s.ID); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), path) {
		t.Errorf("a cut file: %v", err)
	}
}

// A trajectory of another format is told and counted, and stops nothing.
func TestUnreadableTrajectories(t *testing.T) {
	w := trialRun(t, 1, shippedTask)
	x := firstTrial(t, w, "oracle").Trial
	x.ID, x.ItemID, x.RunID, x.Trajectory = "tri_old", "itm_old", "", []byte(`{"format":"coworkenv.trajectory/v9"}`)
	if _, err := w.Store.PutTrial(t.Context(), x); err != nil {
		t.Fatal(err)
	}
	for _, r := range curated(t, w).Rows {
		if r.Trial == "tri_old" && (r.Rule != curate.RuleUnreadable || !strings.Contains(r.Reasons[0].Text, "trajectory/v9")) {
			t.Errorf("%+v", r)
		}
	}
	e, err := w.ExplainCuration(t.Context(), "tri_old", engine.CurateOptions{Settings: curate.Defaults()}, nil)
	if err != nil || len(e.Verdicts) != 1 || !e.Verdicts[0].Decided {
		t.Errorf("%+v %v", e, err)
	}
}
