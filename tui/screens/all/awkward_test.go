package all_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

// awkward is a workspace in which everything that others wrote breaks careless screens: tasks,
// trials, jobs, what reviewers said. It names a trial whose every text is of that kind.
func awkward(t testing.TB) (o *office, trial string) {
	t.Helper()
	o = &office{dir: t.TempDir(), engine: newEngine(t)}
	chdir(t, o.dir)
	o.in(t, func(w *engine.Workspace) {
		for i, a := range tuitest.Awkward() {
			a = a[:min(len(a), 5000)]
			id := fmt.Sprintf("%03d", i)
			ok(t, w.Store.PutTasks(t.Context(), store.Task{Digest: "d" + id, ID: "t" + id + a, Title: a, Family: a, Language: a, Difficulty: a, Services: []string{"crm", a}, Capabilities: []string{a},
				Request: a, Path: a, State: store.TaskGenerated, Source: []byte("id: " + a), Provenance: []byte(`{"generator":"scenario/overdue-tickets"}`)}))
			row := spoken(t, "tri_"+id, a)
			row.TaskDigest = "d" + id
			_, err := w.Store.PutTrial(t.Context(), row)
			ok(t, err)
			ok(t, w.Store.StartJob(t.Context(), store.Job{ID: "job_" + id, Kind: "k" + a, Title: a, Command: []string{a, "--x"}, Host: "far.example", Message: a, Total: int64(i)}))
			ok(t, w.Store.AppendLog(t.Context(), "job_"+id, []byte(a+"\n"+a)))
			_, err = w.Store.Decide(t.Context(), store.Decision{Kind: store.KindTask, Digest: "d" + id, Verdict: store.Reject, Reviewer: "a" + a, Reason: a, Note: a})
			ok(t, err)
		}
	})
	ok(t, os.MkdirAll("awkward", 0o755))
	for i, a := range tuitest.Awkward() {
		ok(t, os.MkdirAll(filepath.Join("awkward", fmt.Sprint(i)), 0o755))
		ok(t, os.WriteFile(filepath.Join("awkward", fmt.Sprint(i), "task.yaml"), []byte("schema: coworkenv.task/v1\nid: a\ntitle: "+a[:min(len(a), 5000)]+"\n"), 0o644))
	}
	return o, "tri_005"
}

// spoken is a trial in which the agent, the tools and the grader say something.
func spoken(t testing.TB, id, a string) store.Trial {
	t.Helper()
	call := trace.Call{ID: "c", Tool: a, Args: a, Outcome: world.OK, Status: 200, Seq: 1, Observation: a,
		Effects: []trace.Effect{{Op: a, Collection: a, ID: a, Fields: []string{a}, Before: a, After: a}}}
	tr := &trace.Trajectory{Format: trace.Format, Trial: id, Task: trace.TaskRef{ID: a, Digest: "d"}, Opening: a, End: trace.End{Kind: trace.Terminated, Reason: trace.Completed, Detail: a},
		Steps: []trace.Step{{Text: a, Calls: []trace.Call{call, call}}, {Index: 1, Text: a + "\n" + a}}}
	tr.Agent.Name = a
	body, err := trace.Encode(tr)
	ok(t, err)
	score, err := json.Marshal(&grade.Score{Status: grade.Scored, Safety: 1, Completion: 400_000, Score: 400_000, Checks: []grade.CheckResult{
		{ID: a, Kind: a, Status: grade.Scored, Weight: 600_000, Of: 2, Got: 1, Why: []grade.Reason{{Record: a, Field: a, Item: a, Text: a}}}}})
	ok(t, err)
	return store.Trial{ID: id, ItemID: "item-" + id, TaskID: a, Agent: a, Model: a, Status: store.TrialScored, EndKind: a, EndReason: a, Steps: 2, Trajectory: body, ScoreBody: score}
}

// Foreign text of any kind leaves every line as wide as the window, on every screen and at every
// size. COWORKENV_SOAK tries each size from 20x8 to 220x70, the suite some.
func TestAwkwardSweep(t *testing.T) {
	o, trial := awkward(t)
	soak := os.Getenv("COWORKENV_SOAK") != ""
	library := func(of string) []string { return []string{of} }
	for _, s := range []struct {
		stop
		paths []string
	}{
		{stop{screens.Place{Screen: "library"}, []string{"j"}}, nil},
		{stop{screens.Place{Screen: "library"}, []string{"tab", "G"}}, nil},
		{stop{screens.Place{Screen: "library"}, []string{"j", "j", "v"}}, library("awkward")},
		{stop{screens.Place{Screen: "coverage"}, []string{"v"}}, nil},
		{stop{screens.Place{Screen: "coverage", Of: "\x1b[2J漢\u202e"}, nil}, nil},
		{stop{screens.Place{Screen: "trajectory"}, []string{"G"}}, nil},
		{stop{screens.Place{Screen: "trajectory", Of: trial}, []string{"l", " "}}, nil},
		{stop{screens.Place{Screen: "trajectory", Of: trial + " tri_003"}, nil}, nil},
		{stop{screens.Place{Screen: "gate", Of: "awkward/5"}, nil}, nil},
		{stop{screens.Place{Screen: "review", More: map[string]string{"queue": "task"}}, []string{"j", "j"}}, nil},
		{stop{screens.Place{Screen: "review", More: map[string]string{"queue": "trial"}}, []string{"G"}}, nil},
		{stop{screens.Place{Screen: "runs"}, []string{"j"}}, nil},
		{stop{screens.Place{Screen: "runs", Of: "job_005"}, nil}, nil},
		{stop{screens.Place{Screen: "whatif", Of: "awkward/5"}, nil}, nil},
	} {
		t.Run(s.String(), func(t *testing.T) {
			opts := o.options(t, s.at)
			opts.Env.Library = s.paths
			d := tuitest.Open(t, opts, 120, 40).Press(s.keys...)
			d.Sweep(soak)
			d.Resize(160, 48).Press("?").Sweep(false)
		})
	}
}
