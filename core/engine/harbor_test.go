package engine_test

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/harbor"
	"coworkenv.dev/coworkenv/core/store"
)

func harborOptions(into string, paths ...string) engine.HarborOptions {
	return engine.HarborOptions{Options: harbor.Options{Org: "example", Name: "set", Schema: harbor.Schema11, Image: "r.example/o-{task}:1", Seed: 5, Version: "1"},
		Paths: paths, Into: into}
}

func TestExportHarborAndBack(t *testing.T) {
	e := newEngine(t)
	lib := copyTasks(t, "one-free-hour-000005", "onboarding-session-000007")
	into := filepath.Join(t.TempDir(), "out")
	r, err := e.ExportHarbor(t.Context(), harborOptions(into, lib), nil)
	if err != nil || len(r.Tasks) != 2 || len(r.Left) != 0 {
		t.Fatalf("%+v %v", r, err)
	}
	tried, err := e.TryHarbor(t.Context(), into, nil)
	if err != nil || len(tried) != 2 || !tried[0].OK() || !tried[1].OK() {
		t.Fatalf("%+v %v", tried, err)
	}
	if _, err := e.ExportHarbor(t.Context(), harborOptions(into, lib), nil); fault.KindOf(err) != fault.Conflict {
		t.Errorf("written over: %v", err)
	}
	again := harborOptions(into, lib)
	again.Force = true
	second, err := e.ExportHarbor(t.Context(), again, nil)
	if err != nil || second.Tasks[0] != r.Tasks[0] {
		t.Errorf("another export differs: %+v %v", second, err)
	}

	jobs := harborJob(t, e, into, lib)
	w, err := e.Workspace(t.Context(), t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	tasks, err := e.Open(lib)
	if err != nil {
		t.Fatal(err)
	}
	got, err := w.ImportHarborJobs(t.Context(), jobs, tasks, nil)
	if err != nil || got.Fresh != 3 || got.Scored != 2 || got.Missing != 1 || len(got.Skipped) != 2 || len(got.Runs) != 1 {
		t.Fatalf("%+v %v", got, err)
	}
	passed := 0
	for row, err := range w.Store.Trials(t.Context(), store.TrialsOf{RunID: got.Runs[0]}) {
		if err != nil {
			t.Fatal(err)
		}
		if row.Pass {
			passed++
			_, replayed, err := w.ReplayTrial(t.Context(), row.ID, nil)
			if err != nil || replayed.Divergence != nil || replayed.Score.Score.Float() != 1 {
				t.Errorf("replayed: %+v %v", replayed, err)
			}
		}
	}
	if passed != 1 {
		t.Errorf("%d trials pass, want the oracle's", passed)
	}
	if got, err = w.ImportHarborJobs(t.Context(), jobs, tasks, nil); err != nil || got.Fresh != 0 || got.Known != 3 {
		t.Errorf("imported again: %+v %v", got, err)
	}
}

// harborJob makes a job's folder as Harbor lays it out: an oracle's trial, one that did nothing, one
// without a verdict, one of another task, and one that cannot be read.
func harborJob(t *testing.T, e *engine.Engine, export, lib string) string {
	t.Helper()
	const id = "one-free-hour-000005"
	dir := filepath.Join(export, "tasks", id)
	job := filepath.Join(t.TempDir(), "2026-03-01__10-00-00")
	world, err := harbor.LoadWorld(filepath.Join(dir, "environment", harbor.WorldDir), e.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := e.One(filepath.Join(lib, id))
	if err != nil {
		t.Fatal(err)
	}
	acts, err := harbor.ReadScript(filepath.Join(dir, "solution", "solution.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, acts := range map[string][]harbor.Act{"solved": acts, "idle": nil} {
		record := filepath.Join(t.TempDir(), "record.json")
		s, err := harbor.NewServer(world, harbor.ServerOptions{Seed: 5, Record: record, Clock: e.Clock})
		if err != nil {
			t.Fatal(err)
		}
		served := httptest.NewServer(s)
		if err := harbor.Play(t.Context(), served.Client(), served.URL+"/mcp", acts); err != nil {
			t.Fatal(err)
		}
		served.Close()
		r, err := harbor.ReadRecord(record)
		if err != nil {
			t.Fatal(err)
		}
		v, err := harbor.Verify(t.Context(), whole.Ready, r)
		if err != nil {
			t.Fatal(err)
		}
		if err := harbor.WriteRewards(filepath.Join(job, name, "verifier"), v, false); err != nil {
			t.Fatal(err)
		}
		harborResult(t, filepath.Join(job, name), name, id, nil)
	}
	harborResult(t, filepath.Join(job, "broken"), "broken", id, map[string]string{"exception_type": "EnvironmentStartTimeoutError", "exception_message": "x"})
	harborResult(t, filepath.Join(job, "other"), "other", "no-task-of-ours", nil)
	write(t, filepath.Join(job, "torn", "config.json"), []byte("{}"))
	write(t, filepath.Join(job, "torn", "result.json"), []byte(`{"id":`))
	write(t, filepath.Join(job, "config.json"), []byte("{}"))
	write(t, filepath.Join(job, "result.json"), []byte(`{"id":"j","n_total_trials":5}`))
	return filepath.Dir(job)
}

func harborResult(t *testing.T, dir, name, task string, exception any) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"id": "id-" + name, "task_name": "example/" + task, "trial_name": name, "trial_uri": "file:///x",
		"task_id": map[string]string{"path": "tasks/" + task}, "task_checksum": "x", "config": map[string]any{},
		"agent_info":     map[string]any{"name": "oracle", "version": "1", "model_info": map[string]string{"name": "m", "provider": "p"}},
		"agent_result":   map[string]any{"n_input_tokens": 10, "n_output_tokens": nil},
		"exception_info": exception, "started_at": "2026-03-01T10:00:00.123456", "finished_at": "2026-03-01T10:01:00Z"})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "result.json"), body)
	write(t, filepath.Join(dir, "config.json"), []byte("{}"))
}

// A task that fails its trial run is left out and told of; the rest is written.
func TestExportHarborLeavesOutWhatFails(t *testing.T) {
	e := newEngine(t)
	lib := copyTasks(t, "one-free-hour-000005", "stocktake-tea-shelf")
	name := filepath.Join(lib, "stocktake-tea-shelf", "task.yaml")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.LastIndex(data, []byte("\nsolution:"))
	write(t, name, append(data[:at:at], []byte("\nsolution:\n  calls:\n    - say: Done.\n")...))
	r, err := e.ExportHarbor(t.Context(), harborOptions(filepath.Join(t.TempDir(), "out"), lib), nil)
	if err != nil || len(r.Tasks) != 1 || len(r.Left) != 1 || !strings.Contains(r.Left[0].Problem, "the oracle earns 0") {
		t.Fatalf("%+v %v", r, err)
	}
	if _, err := os.Stat(filepath.Join(r.Into, "tasks", "stocktake-tea-shelf")); err == nil {
		t.Error("its folder is still there")
	}
}
