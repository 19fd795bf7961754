package engine_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/task"
)

// quick tries as often as by default and does not wait.
var quick = rollout.Retry{Tries: 3, First: time.Nanosecond, Most: time.Nanosecond}

func workspace(t testing.TB, e *engine.Engine) *engine.Workspace {
	t.Helper()
	w, err := e.Workspace(t.Context(), t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func refs(names ...string) []rollout.AgentRef {
	var out []rollout.AgentRef
	for _, n := range names {
		out = append(out, rollout.AgentRef{Name: n})
	}
	return out
}

func planned(t testing.TB, e *engine.Engine, p engine.RolloutPlan) *engine.Rollout {
	t.Helper()
	r, err := e.PlanRollout(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// kept is all that a workspace holds of trials and items, by item, but for when it was.
func kept(t testing.TB, w *engine.Workspace) map[string]string {
	t.Helper()
	out := map[string]string{}
	for r, err := range w.Store.TrialsWithBodies(t.Context(), store.TrialsOf{}) {
		if err != nil {
			t.Fatal(err)
		}
		if out[r.ItemID] != "" {
			t.Errorf("item %s has two trials", r.ItemID)
		}
		body := string(r.Trajectory)
		if i := strings.Index(body, `"began":`); i >= 0 {
			body = body[:i] // began and duration stand last
		}
		out[r.ItemID] = fmt.Sprint(r.ID, r.RunID, r.TaskID, r.Status, r.Score, r.EndReason, r.Calls, body, string(r.ScoreBody))
	}
	for run, err := range w.Store.Runs(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		for it, err := range w.Store.Items(t.Context(), run.ID) {
			if err != nil {
				t.Fatal(err)
			}
			out[it.ID] += fmt.Sprint(" item ", it)
		}
	}
	return out
}

// A rollout by the manifest of a file, by shards and in one go come to the same, whatever was
// interrupted.
func TestShardsAndMergeEqualOneRun(t *testing.T) {
	lib := copyTasks(t, "one-free-hour-000005", "expiring-gold-contracts-000001", "february-instalments")
	e := newEngine(t)
	plan := engine.RolloutPlan{Paths: []string{lib}, Agents: refs("teacher", "novice"), Trials: 6, Seed: 3, Rate: 0.05}
	whole := workspace(t, e)
	r := planned(t, e, plan)
	result, err := whole.Rollout(t.Context(), r, quick, nil)
	if err != nil || result.Done != 36 || result.Fresh != 36 || result.Complete != 6 {
		t.Fatalf("%+v, %v", result, err)
	}
	again, err := whole.Rollout(t.Context(), r, quick, nil)
	if err != nil || again.Fresh != 0 || again.Done != 36 {
		t.Fatalf("%+v, %v", again, err)
	}
	file := filepath.Join(t.TempDir(), "plan.jsonl")
	if _, err := e.PrepareRollout(t.Context(), file, &plan, nil, nil); err != nil {
		t.Fatal(err)
	}
	m, err := e.Manifest(file)
	if err != nil {
		t.Fatal(err)
	}
	var dirs []string
	for i := range 4 {
		w := workspace(t, e)
		dirs = append(dirs, w.Store.Dir())
		part, err := e.OpenRollout(t.Context(), m, rollout.Shard{Index: i, Count: 4}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		_, err = w.Rollout(ctx, part, quick, func(s engine.Standing) {
			if s.Fresh == 2 {
				cancel()
			}
		})
		cancel()
		if err != nil && fault.KindOf(err) != fault.Canceled {
			t.Fatal(err)
		}
		if _, err := w.Rollout(t.Context(), part, quick, nil); err != nil {
			t.Fatal(err)
		}
	}
	into := workspace(t, e)
	partly, err := into.Merge(t.Context(), dirs[:2], m, nil)
	if err != nil || len(partly.Open) != 3 || partly.Result.Done != partly.Added || partly.Open[0].Missing != 6 {
		t.Errorf("half merged: %+v, %v", partly, err)
	}
	merged, err := into.Merge(t.Context(), dirs, m, nil)
	if err != nil || merged.Trials != 36 || merged.Added+merged.Equal != 36 || len(merged.Open) != 0 || len(merged.Conflicts) != 0 {
		t.Errorf("merged: %+v, %v", merged, err)
	}
	once := kept(t, into)
	if twice, err := into.Merge(t.Context(), dirs, m, nil); err != nil || twice.Equal != 36 || twice.Added != 0 {
		t.Errorf("merged twice: %+v, %v", twice, err)
	}
	if diff := cmp.Diff(once, kept(t, into)); diff != "" {
		t.Errorf("merging twice changes something: %s", diff)
	}
	if diff := cmp.Diff(kept(t, whole), once); diff != "" {
		t.Error(diff)
	}
	if digest := r.Digest; m.Digest != digest || result.Agents[0].Mean == 0 || merged.Result.Agents[0].Mean != result.Agents[0].Mean {
		t.Errorf("%s, %+v", digest, merged.Result)
	}
}

// shaky is an agent whose endpoint fails the first tries of some attempts.
func shaky(fails func(seed uint64, try int) error) agent.Maker {
	var mu sync.Mutex
	tries := map[uint64]int{}
	oracle := agent.Oracle()
	return agent.Maker{Name: "shaky", Version: "1", Make: func(b *task.Bound, seed uint64) (agent.Agent, error) {
		mu.Lock()
		tries[seed]++
		err := fails(seed, tries[seed])
		mu.Unlock()
		if err == nil {
			return oracle.Make(b, seed)
		}
		return agent.Func(func(context.Context, episode.Opening, *episode.Result) (episode.Action, error) {
			return episode.Action{}, err
		}), nil
	}}
}

// Rate limits are no failures of the model: of ten trials two meet 429 on every try. Eight count, two
// are left out and counted, and resuming runs exactly these two.
func TestEndpointFailuresAreLeftOutAndTriedAgain(t *testing.T) {
	lib := copyTasks(t, "one-free-hour-000005")
	e := newEngine(t)
	tasks, err := e.Open(lib)
	if err != nil {
		t.Fatal(err)
	}
	down := true
	var plays int
	bad := map[uint64]bool{}
	maker := shaky(func(seed uint64, try int) error {
		plays++
		if try == 1 && len(bad) < 2 {
			bad[seed] = true
		}
		if down && bad[seed] {
			return fault.New(fault.Unavailable, "429")
		}
		return nil
	})
	e.Workers = 1
	w := workspace(t, e)
	plan := engine.TrialPlan{Tasks: tasks, Agents: []agent.Maker{maker}, Trials: 10, Seed: 1}
	run := func() *engine.RunResult {
		t.Helper()
		plays = 0
		r, err := w.Run(t.Context(), plan, 3, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := run()
	if s := r.Summaries[0]; s.Trials != 8 || s.Unscored != 2 || s.Passed != 8 || r.Done != 10 || plays != 8+2*3 {
		t.Errorf("%+v after %d plays", s, plays)
	}
	tries := 0
	for it, err := range w.Store.Items(t.Context(), r.ID) {
		if err != nil {
			t.Fatal(err)
		}
		list, err := w.Store.Tries(t.Context(), []string{it.ID})
		if err != nil {
			t.Fatal(err)
		}
		if it.Status == store.ItemFailed && (len(list) != 3 || list[0].Class != "endpoint" || list[0].Detail != "429") {
			t.Errorf("tries of %s: %v", it.ID, list)
		}
		tries += len(list)
	}
	if tries != 6 {
		t.Errorf("%d tries are kept", tries)
	}
	down = false
	if r = run(); r.Summaries[0].Trials != 10 || r.Fresh != 2 || plays != 2 {
		t.Errorf("resumed: %+v after %d plays", r, plays)
	}
	if r = run(); r.Fresh != 0 || plays != 0 {
		t.Errorf("nothing is left: %+v after %d plays", r, plays)
	}
}

// Two workspaces with other outcomes of one item: the first stays, and both are named. One that
// failed gives way to one that is scored.
func TestMergeConflicts(t *testing.T) {
	lib := copyTasks(t, "one-free-hour-000005")
	e := newEngine(t)
	tasks, err := e.Open(lib)
	if err != nil {
		t.Fatal(err)
	}
	make := func(fails error, score agent.Maker) string {
		m := shaky(func(uint64, int) error { return fails })
		if score.Make != nil {
			m.Make = score.Make
		}
		w := workspace(t, e)
		if _, err := w.Run(t.Context(), engine.TrialPlan{Tasks: tasks, Agents: []agent.Maker{m}, Trials: 2}, 1, nil); err != nil {
			t.Fatal(err)
		}
		return w.Store.Dir()
	}
	failed := make(fault.New(fault.Unsupported, "no"), agent.Maker{Make: func(*task.Bound, uint64) (agent.Agent, error) {
		return nil, fault.New(fault.Unsupported, "no such model")
	}})
	sound, other := make(nil, agent.Maker{}), make(nil, agent.Null())
	into := workspace(t, e)
	got, err := into.Merge(t.Context(), []string{failed, sound, failed, other}, nil, nil)
	if err != nil || got.Added != 2 || got.Replaced != 2 || got.Passed != 2 || len(got.Conflicts) != 2 || got.Trials != 8 {
		t.Fatalf("%+v, %v", got, err)
	}
	if c := got.Conflicts[0]; c.Kept == c.Other || c.From != other || c.Agent != "shaky" {
		t.Errorf("%+v", c)
	}
	for r, err := range into.Store.Trials(t.Context(), store.TrialsOf{}) {
		if err != nil || !r.Pass {
			t.Errorf("%s: %s, pass %v, %v", r.ID, r.Status, r.Pass, err)
		}
	}
	if _, err := into.Merge(t.Context(), []string{into.Store.Dir()}, nil, nil); fault.KindOf(err) != fault.Usage {
		t.Errorf("into itself: %v", err)
	}
	if _, err := into.Merge(t.Context(), []string{t.TempDir()}, nil, nil); fault.KindOf(err) != fault.NotFound {
		t.Errorf("no workspace: %v", err)
	}
}

// Equal ids mean equal work: a task that has changed, an agent of another version or another plan is refused.
func TestManifestsHoldTheirWord(t *testing.T) {
	lib := copyTasks(t, "one-free-hour-000005", "february-instalments")
	e := newEngine(t)
	plan := engine.RolloutPlan{Paths: []string{lib}, Agents: refs("teacher"), Trials: 2}
	file := filepath.Join(t.TempDir(), "plan.jsonl")
	if _, err := e.PrepareRollout(t.Context(), file, &plan, nil, nil); err != nil {
		t.Fatal(err)
	}
	open := func() error {
		m, err := e.Manifest(file)
		if err != nil {
			t.Fatal(err)
		}
		_, err = e.OpenRollout(t.Context(), m, rollout.Whole(), nil, nil)
		return err
	}
	if err := open(); err != nil {
		t.Fatal(err)
	}
	more := plan
	more.Trials = 3
	if _, err := e.PrepareRollout(t.Context(), file, &more, nil, nil); fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), "trials 3 instead of 2") {
		t.Errorf("another plan: %v", err)
	}
	if r, err := e.PrepareRollout(t.Context(), file, &plan, nil, nil); err != nil || r.Items != 4 {
		t.Errorf("the same plan: %v", err)
	}
	if r, err := e.PrepareRollout(t.Context(), file, nil, nil, nil); err != nil || r.Items != 4 {
		t.Errorf("no plan: %v", err)
	}
	// A folder by another name is found by what is in it.
	if err := os.Rename(filepath.Join(lib, "february-instalments"), filepath.Join(lib, "renamed")); err != nil {
		t.Fatal(err)
	}
	if err := open(); err != nil {
		t.Errorf("renamed: %v", err)
	}
	name := filepath.Join(lib, "one-free-hour-000005", "task.yaml")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(data), "limits: {max_turns: ", "limits: {max_turns: 1", 1)
	if changed == string(data) {
		t.Fatal("nothing to change")
	}
	write(t, name, []byte(changed))
	if err := open(); fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), "one-free-hour-000005") {
		t.Errorf("changed: %v", err)
	}
	if err := os.RemoveAll(filepath.Dir(name)); err != nil {
		t.Fatal(err)
	}
	if err := open(); fault.KindOf(err) != fault.NotFound || fault.HintOf(err) == "" {
		t.Errorf("gone: %v", err)
	}
	m, err := e.Manifest(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []func(*rollout.AgentRef){
		func(a *rollout.AgentRef) { a.Version = "0" }, func(a *rollout.AgentRef) { a.Name = "nobody" }, func(a *rollout.AgentRef) { a.Model = "gpt" },
	} {
		ref := m.Agents[0]
		change(&ref)
		other := *m
		other.Agents = []rollout.AgentRef{ref}
		if _, err := e.OpenRollout(t.Context(), &other, rollout.Whole(), nil, nil); err == nil || fault.HintOf(err) == "" {
			t.Errorf("agent %+v: %v", ref, err)
		}
	}
}

// A script goes into the manifest with its text, so that another machine has it.
func TestScriptsTravelInTheManifest(t *testing.T) {
	e := newEngine(t)
	lib := copyTasks(t, "one-free-hour-000005")
	script := rollout.AgentRef{Name: "script:look", Script: "calls:\n  - contacts_search: {query: \"\"}\n  - say: I looked.\n"}
	file := filepath.Join(t.TempDir(), "plan.jsonl")
	if _, err := e.PrepareRollout(t.Context(), file, &engine.RolloutPlan{Paths: []string{lib}, Agents: []rollout.AgentRef{script}, Trials: 1}, nil, nil); err != nil {
		t.Fatal(err)
	}
	r, err := e.PrepareRollout(t.Context(), file, nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	result, err := workspace(t, e).Rollout(t.Context(), r, quick, nil)
	if err != nil || result.Agents[0].Agent != "script:look" || result.Agents[0].Scored != 1 {
		t.Errorf("%+v, %v", result, err)
	}
}

func TestStandingInWords(t *testing.T) {
	s := engine.Standing{Done: 5, Total: 10, Rate: 812.4, Left: 61 * time.Second, Again: 2, Late: 1, Failures: map[rollout.Class]int{rollout.OfEndpoint: 2, rollout.OfAgent: 3}}
	if got, want := s.String(), "812/s, 1m1s left, failed: agent 3 endpoint 2, tried again 2, late 1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := (engine.Standing{Rate: 0.25}).String(); got != "0.2/s" {
		t.Errorf("%q", got)
	}
}

// ticking is a clock that moves on by a second whenever it is read.
type ticking struct {
	mu  sync.Mutex
	now time.Time
}

func (c *ticking) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(time.Second)
	return c.now
}

// Progress counts up to all, tells a rate and a time left, and what failed.
func TestRolloutTellsHowItStands(t *testing.T) {
	e := newEngine(t)
	e.Clock, e.Workers = &ticking{now: time.Date(2026, 3, 16, 9, 0, 0, 0, time.UTC)}, 1
	r := planned(t, e, engine.RolloutPlan{Paths: []string{copyTasks(t, "one-free-hour-000005")}, Agents: refs("teacher"), Trials: 5})
	var told []engine.Standing
	w := workspace(t, e)
	if _, err := w.Rollout(t.Context(), r, quick, func(s engine.Standing) { told = append(told, s) }); err != nil {
		t.Fatal(err)
	}
	if len(told) < 5 {
		t.Fatalf("told %d times", len(told))
	}
	last := told[len(told)-1]
	if last.Done != 5 || last.Total != 5 || last.Fresh != 5 || last.Rate <= 0 || last.Left != 0 {
		t.Errorf("at the end: %+v", last)
	}
	if mid := told[len(told)-2]; mid.Left <= 0 || mid.Done != 4 {
		t.Errorf("before the end: %+v", mid)
	}
}
