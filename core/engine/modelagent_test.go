package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/rollout"
)

// playsSolution is a scripted endpoint that does what the oracle does, a turn a reply, in as many
// trials as ask.
func playsSolution(t *testing.T, e *engine.Engine, id string) *llm.Scripted {
	t.Helper()
	_, course := oracleCourse(t, e, id)
	s := &llm.Script{}
	for i, step := range course.Steps {
		answer := llm.Answer{When: &llm.When{Turn: &i}, Times: -1, Text: step.Text, Usage: &llm.ScriptUsage{Prompt: 100, Completion: 10}}
		for _, c := range step.Calls {
			raw, err := json.Marshal(c.Args)
			if err != nil {
				t.Fatal(err)
			}
			answer.Calls = append(answer.Calls, llm.ScriptCall{Name: c.Tool, Arguments: raw})
		}
		s.Answers = append(s.Answers, answer)
	}
	return llm.NewScripted(s)
}

// modelFile writes a models file with one profile and returns its name.
func modelFile(t *testing.T, url, model string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "models.json")
	write(t, file, []byte(`{"profiles": {"local": {"base_url": "`+url+`/v1", "model": "`+model+`", "max_tokens": 100, "key_env": "LOCAL_KEY"}}, "roles": {"student": "local", "teacher": "local"}}`))
	return file
}

func useModels(t *testing.T, e *engine.Engine, u engine.ModelUse) func() {
	t.Helper()
	u.Env = func(name string) string { return map[string]string{"LOCAL_KEY": "sk-canary-0123456789"}[name] }
	end, err := e.UseModels(u)
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := end(); err != nil {
			t.Error(err)
		}
	}
}

// A rollout by a model stops cleanly where the budget ends and resumes with what is left; no finished
// request is made twice, and the manifest names the profile and no key.
func TestModelRolloutStopsAtTheBudgetAndResumes(t *testing.T) {
	const id, trials = "onboarding-session-000007", 4
	e := newEngine(t)
	e.Workers = 2
	end := playsSolution(t, e, id)
	server := httptest.NewServer(end)
	defer server.Close()
	file, dir := modelFile(t, server.URL, "toy"), t.TempDir()
	manifest := filepath.Join(dir, "plan.jsonl")
	ctx := context.Background()
	run := func(limits llm.Limits) (*engine.RolloutResult, error) {
		defer useModels(t, e, engine.ModelUse{File: file, Workspace: dir, Limits: limits})()
		ref, err := e.ActorRef("model")
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.PrepareRollout(ctx, manifest, &engine.RolloutPlan{Paths: []string{id}, Agents: []rollout.AgentRef{ref}, Trials: trials, Seed: 3}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := e.Workspace(ctx, dir, "test")
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close() //nolint:errcheck // a test's
		return w.Rollout(ctx, r, rollout.DefaultRetry(), nil)
	}
	result, err := run(llm.Limits{Requests: 13})
	if fault.KindOf(err) != fault.Exhausted || fault.HintOf(err) == "" {
		t.Fatalf("the budget's end: %v", err)
	}
	if got := len(end.Asked()); got != 13 {
		t.Errorf("%d requests, 13 were allowed", got)
	}
	if n := result.Agents[0].Scored; n >= trials {
		t.Errorf("%d trials are finished already", n)
	}
	result, err = run(llm.Limits{Requests: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	if a := result.Agents[0]; a.Scored != trials || a.Passed != trials || a.Model != "local" || len(a.Failures) != 0 {
		t.Errorf("after the resumption: %+v", a)
	}
	seen := map[string]bool{}
	for _, a := range end.Asked() {
		if seen[string(a.Body)] {
			t.Errorf("a finished request was made again: %.200s", a.Body)
		}
		seen[string(a.Body)] = true
	}
	text, err := os.ReadFile(manifest)
	if err != nil || !strings.Contains(string(text), `"model":"local"`) || strings.Contains(string(text), "canary") || strings.Contains(string(text), server.URL) {
		t.Errorf("the manifest: %s %v", text, err)
	}
}

// A manifest by a profile runs where the profile is another model's under another version, and is
// refused.
func TestModelAgentVersion(t *testing.T) {
	e := newEngine(t)
	ref := rollout.AgentRef{Name: engine.StudentAgent, Model: "local"}
	if _, err := e.ModelAgent(ref); fault.KindOf(err) != fault.Unsupported || fault.HintOf(err) == "" {
		t.Errorf("without a models file: %v", err)
	}
	versions := map[string]string{}
	for name, m := range map[string][2]string{"one": {"http://127.0.0.1:1", "toy"}, "elsewhere": {"http://127.0.0.1:2", "toy"}, "other": {"http://127.0.0.1:1", "big"}} {
		end := useModels(t, e, engine.ModelUse{File: modelFile(t, m[0], m[1])})
		maker, err := e.ModelAgent(ref)
		if err != nil {
			t.Fatal(err)
		}
		versions[name] = maker.Version
		end()
	}
	if versions["one"] != versions["elsewhere"] || versions["one"] == versions["other"] {
		t.Errorf("versions %v", versions)
	}
	if _, err := e.ActorRef("model-teacher"); err != nil {
		t.Error(err)
	}
	if _, err := e.AgentNamed("model:nosuch"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an unknown profile: %v", err)
	}
}

// A user that a model plays makes other trials than the script does; they are stored with what was
// said, and replayed without the model.
func TestRunWithAPlayedUser(t *testing.T) {
	const id = "onboarding-session-000007"
	e := newEngine(t)
	end := llm.NewScripted(&llm.Script{Answers: []llm.Answer{{Times: -1, Text: `{"reveal": ["which", "start"], "say": "Priya Nair, the one from Finance; start at 14:00."}`}}})
	server := httptest.NewServer(end)
	file, dir := modelFile(t, server.URL, "toy"), t.TempDir()
	run := func(user string) int {
		defer useModels(t, e, engine.ModelUse{File: file, Workspace: dir, User: user})()
		tasks, err := e.Open(id)
		if err != nil {
			t.Fatal(err)
		}
		w, err := e.Workspace(t.Context(), dir, "test")
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close() //nolint:errcheck // a test's
		result, err := w.Run(t.Context(), engine.TrialPlan{Tasks: tasks, Agents: []agent.Maker{agent.Oracle()}, Trials: 1, Seed: 1}, 1, nil)
		if err != nil || result.Summaries[0].Passed != 1 {
			t.Fatalf("%+v %v", result, err)
		}
		return result.Fresh
	}
	if run("local") != 1 || run("local") != 0 || run("") != 1 {
		t.Error("trials with a played user and with the script are mixed up")
	}
	server.Close()
	w, err := e.Workspace(t.Context(), dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() //nolint:errcheck // a test's
	list, err := w.ListTrials(t.Context(), "", 0)
	if err != nil || len(list) != 2 {
		t.Fatalf("%d trials, %v", len(list), err)
	}
	played := 0
	for _, row := range list {
		stored, again, err := w.ReplayTrial(t.Context(), row.ID, nil)
		if err != nil || again.Divergence != nil {
			t.Errorf("%s: %+v %v", row.ID, again, err)
		}
		for _, s := range stored.Trajectory.Steps {
			if s.User != nil && s.User.By == "local" {
				played++
			}
		}
	}
	if played != 1 {
		t.Errorf("%d turns are the model's", played)
	}
}

// Colleagues make other trials; a file that is none is refused with the way out.
func TestColleaguesFile(t *testing.T) {
	e := newEngine(t)
	models, staff := modelFile(t, "http://127.0.0.1:1", "toy"), filepath.Join(t.TempDir(), "staff.json")
	for text, kind := range map[string]fault.Kind{
		`{}`: fault.Invalid, `{"colleagues": [{"name": "lee"}]}`: fault.Invalid, `{"colleagues": [{"name": "", "grants": {"chat": ["all"]}}]}`: fault.Invalid,
		`{"colleagues": [{"name": "lee", "grants": {"chat": ["all"]}, "profile": "nosuch"}]}`: fault.NotFound,
		`{"colleagues": [{"name": "lee", "inbox": {"collection": ""}}]}`:                      fault.Invalid,
	} {
		write(t, staff, []byte(text))
		if _, err := e.UseModels(engine.ModelUse{File: models, Staff: staff, Env: os.Getenv}); fault.KindOf(err) != kind || fault.HintOf(err) == "" {
			t.Errorf("%s: %v", text, err)
		}
	}
	write(t, staff, []byte(`{"colleagues": [{"name": "lee", "brief": "Knows rooms.", "profile": "local", "grants": {"chat": ["all"]}}]}`))
	dir := t.TempDir()
	for i, file := range []string{staff, "", staff} {
		end := useModels(t, e, engine.ModelUse{File: models, Workspace: dir, Staff: file})
		tasks, err := e.Open("one-free-hour-000005")
		if err != nil {
			t.Fatal(err)
		}
		if reach, err := e.ColleagueReach(tasks); err != nil || len(reach) != 0 {
			t.Errorf("who may only chat reaches %+v %v", reach, err)
		}
		w, err := e.Workspace(t.Context(), dir, "test")
		if err != nil {
			t.Fatal(err)
		}
		result, err := w.Run(t.Context(), engine.TrialPlan{Tasks: tasks, Agents: []agent.Maker{agent.Oracle()}, Trials: 1, Seed: 1}, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := []int{1, 1, 0}[i]; result.Fresh != want || result.Summaries[0].Passed != 1 {
			t.Errorf("run %d: %d fresh, %+v", i, result.Fresh, result.Summaries[0])
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		end()
	}
}

// A colleague whose grants, or whose mails, reach graded records is told with the collections.
func TestColleagueReach(t *testing.T) {
	for grants, want := range map[string]string{
		`"grants": {"calendar": ["all"]}`:  "[{one-free-hour-000005 lee [calendar.events]}]",
		`"grants": {"calendar": ["read"]}`: "[]",
		`"grants": {"*": ["write"]}, "inbox": {"collection": "calendar.events", "key": "event_id"}`:     "[{one-free-hour-000005 lee [calendar.events gmail.drafts gmail.sent]}]",
		`"grants": {"gmail": ["read"]}, "inbox": {"collection": "gmail.messages", "key": "message_id"}`: "[]",
	} {
		e := newEngine(t)
		staff := filepath.Join(t.TempDir(), "staff.json")
		write(t, staff, []byte(`{"colleagues": [{"name": "lee", "brief": "Knows rooms.", "profile": "local", `+grants+`}]}`))
		defer useModels(t, e, engine.ModelUse{File: modelFile(t, "http://127.0.0.1:1", "toy"), Workspace: t.TempDir(), Staff: staff})()
		tasks, err := e.Open("one-free-hour-000005")
		if err != nil {
			t.Fatal(err)
		}
		if reach, err := e.ColleagueReach(tasks); err != nil || fmt.Sprint(reach) != want {
			t.Errorf("%s: %+v %v", grants, reach, err)
		}
	}
}
