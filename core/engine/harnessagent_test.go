package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/eval"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
)

// fakeMode makes the test binary be a harness.
const fakeMode = "FAKE_HARNESS"

// fakeAct is one act of the fake harness.
type fakeAct struct {
	Tool string `json:"tool"` // "" = say Text to the user
	Args string `json:"args"`
	Text string `json:"text"`
}

// TestFakeHarness is the harness itself, when it is started as one.
func TestFakeHarness(*testing.T) {
	mode := os.Getenv(fakeMode)
	if mode == "" {
		return
	}
	switch mode {
	case "hang":
		child := exec.Command(os.Args[0], "-test.run=^TestFakeHarness$") // a child of its own that hangs as well
		child.Env = append(os.Environ(), "FAKE_CHILD=1")
		if os.Getenv("FAKE_CHILD") == "" {
			if err := child.Start(); err != nil {
				os.Exit(1)
			}
			if err := os.WriteFile(os.Getenv("FAKE_PIDS"), []byte(fmt.Sprint(child.Process.Pid)), 0o600); err != nil {
				os.Exit(1)
			}
		}
		select {}
	case "crash":
		fmt.Fprintln(os.Stderr, "the disk is on fire")
		os.Exit(3)
	case "flood":
		block := bytes.Repeat([]byte("x"), 1<<20)
		for range 1024 {
			os.Stdout.Write(block) //nolint:errcheck // it is killed meanwhile
		}
	case "endpoint":
		fmt.Println(`{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"API Error: 529"}]},"error":"overloaded","session_id":"s"}`)
		fmt.Println(`{"type":"result","subtype":"success","is_error":true,"result":"API Error: 529 overloaded","session_id":"s"}`)
		os.Exit(1)
	default:
		if err := act(mode); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(0)
}

// act does what a plan says over MCP, and prints it as stream-json.
func act(file string) error {
	url := os.Args[len(os.Args)-1]
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var plan []fakeAct
	if err := json.Unmarshal(data, &plan); err != nil {
		return err
	}
	ctx := context.Background()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "fake", Version: "1"}, nil).Connect(ctx, &mcp.StreamableClientTransport{Endpoint: url}, nil)
	if err != nil {
		return err
	}
	defer session.Close() //nolint:errcheck // it ends here
	fmt.Printf(`{"type":"system","subtype":"init","session_id":"s-1","model":"fake-1","apiKeySource":%q}`+"\n", os.Getenv("FAKE_API_KEY"))
	for i, p := range plan {
		tool, args := p.Tool, json.RawMessage(p.Args)
		if tool == "" {
			tool = "reply_to_user"
			if args, err = json.Marshal(map[string]string{"message": p.Text}); err != nil {
				return err
			}
		}
		if _, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args}); err != nil {
			return err
		}
		fmt.Printf(`{"type":"assistant","message":{"role":"assistant","model":"fake-1","id":"m%d","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"next: %s"},{"type":"tool_use","id":"own%d","name":"Bash","input":{}},{"type":"tool_use","id":"t%d","name":"mcp__coworkenv__%s","input":{}}]},"session_id":"s-1"}`+"\n", i, tool, i, i, tool)
	}
	fmt.Println(`{"type":"result","subtype":"success","is_error":false,"num_turns":3,"result":"Done.","usage":{"input_tokens":10,"cache_read_input_tokens":5,"output_tokens":7},"session_id":"s-1"}`)
	return nil
}

// harnessed is an engine that may start the fake harness in modes; workspace keeps what it prints.
func harnessed(t *testing.T, profiles map[string]string) (*engine.Engine, string) {
	t.Helper()
	all := map[string]any{}
	for name, mode := range profiles {
		p := map[string]any{"command": []string{os.Args[0], "-test.run=^TestFakeHarness$", "{url}"}, "pass": []string{"FAKE_API_KEY"},
			"env": map[string]string{fakeMode: mode, "FAKE_PIDS": filepath.Join(t.TempDir(), "pids")}, "seconds": 60, "output_mb": 16}
		if name == "hang" {
			p["seconds"] = 1
			p["env"].(map[string]string)["FAKE_PIDS"] = pidFile(t)
		}
		all[name] = p
	}
	text, err := json.Marshal(map[string]any{"harnesses": all})
	if err != nil {
		t.Fatal(err)
	}
	workspace, file := t.TempDir(), filepath.Join(t.TempDir(), "harnesses.json")
	write(t, file, text)
	e := newEngine(t)
	e.Clock = det.System()
	env := func(name string) string {
		if name == "FAKE_API_KEY" {
			return "sk-canary-0123456789"
		}
		return os.Getenv(name)
	}
	end, err := e.UseModels(engine.ModelUse{Harnesses: file, Env: env, Workspace: workspace})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := end(); err != nil {
			t.Error(err)
		}
	})
	return e, workspace
}

func pidFile(t *testing.T) string {
	return filepath.Join(os.TempDir(), strings.ReplaceAll(t.Name(), "/", "-")+fmt.Sprint(os.Getpid()))
}

// planOf writes what the oracle does in a task as the fake harness's plan.
func planOf(t *testing.T, e *engine.Engine, id string) string {
	t.Helper()
	p, course := oracleCourse(t, e, id)
	talks := len(p.Bound.Task.Requests) > 1 || p.Bound.Task.User != nil
	var plan []fakeAct
	for _, s := range course.Steps {
		for _, c := range s.Calls {
			plan = append(plan, fakeAct{Tool: c.Tool, Args: c.Args})
		}
		if len(s.Calls) == 0 && talks {
			plan = append(plan, fakeAct{Text: s.Text})
		}
	}
	text, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "plan.json")
	write(t, file, text)
	return file
}

func runHarness(t *testing.T, e *engine.Engine, dir, profile, task string) (*engine.RunResult, *trace.Trajectory, string) {
	t.Helper()
	m, err := e.AgentNamed("harness:" + profile)
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := e.Open(task)
	if err != nil {
		t.Fatal(err)
	}
	w, err := e.Workspace(t.Context(), dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() //nolint:errcheck // a test's
	result, err := w.Run(t.Context(), engine.TrialPlan{Tasks: tasks, Agents: []agent.Maker{m}, Trials: 1, Seed: 1}, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := w.ListTrials(t.Context(), "agent:harness model:"+profile, 10)
	if err != nil || len(list) != 1 {
		t.Fatalf("%d trials: %v", len(list), err)
	}
	if _, again, err := w.ReplayTrial(t.Context(), list[0].ID, nil); err != nil || again.Divergence != nil {
		t.Errorf("%s: the replay differs: %+v %v", profile, again, err)
	}
	stored, err := w.Trial(t.Context(), list[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	return result, stored.Trajectory, string(list[0].Status)
}

// A harness that speaks MCP and prints stream-json earns what it does, in tasks of one request, of
// several and of several stages; its words, tokens and transcript are kept, and its key is not.
func TestHarnessActsOverMCP(t *testing.T) {
	for _, id := range []string{"one-free-hour-000005", "onboarding-session-000007", "three-site-handover"} {
		plans := planOf(t, newEngine(t), id)
		e, dir := harnessed(t, map[string]string{"good": plans})
		result, course, _ := runHarness(t, e, dir, "good", id)
		if s := result.Summaries[0]; len(s.Scores) != 1 || s.Scores[0] != 1_000_000 || s.Agent != "harness:good" {
			t.Errorf("%s: %+v, end %+v", id, s, course.End)
		}
		if id == "one-free-hour-000005" {
			last := course.Steps[len(course.Steps)-1]
			if last.Text != "Done." || last.Model != "fake-1" || last.Usage == nil || *last.Usage != (trace.Usage{Prompt: 15, Completion: 7, Cached: 5}) {
				t.Errorf("the last step is %+v", last)
			}
			if first := course.Steps[0]; first.Reasoning != "hm" || first.Text != "next: "+first.Calls[0].Tool || first.Model != "fake-1" {
				t.Errorf("the first step is %+v", first)
			}
		}
		files, err := filepath.Glob(filepath.Join(engine.HarnessTranscripts(dir), "*.jsonl"))
		if err != nil || len(files) != 1 {
			t.Fatalf("transcripts %v %v", files, err)
		}
		kept, err := os.ReadFile(files[0])
		if err != nil || !bytes.Contains(kept, []byte(`"type":"result"`)) || bytes.Contains(kept, []byte("canary")) || !bytes.Contains(kept, []byte("[secret]")) {
			t.Errorf("kept %s (%v)", kept, err)
		}
	}
}

// Harnesses that go wrong end as the class of their failure, and leave no process behind.
func TestHarnessFailures(t *testing.T) {
	e, dir := harnessed(t, map[string]string{"hang": "hang", "crash": "crash", "flood": "flood", "endpoint": "endpoint"})
	for _, tt := range []struct {
		profile, reason, detail string
		status                  grade.Status
	}{
		{"hang", trace.TimedOut, "1 seconds", grade.Scored},
		{"crash", trace.Crashed, "the disk is on fire", grade.Scored},
		{"flood", trace.Crashed, "more than 16 MB", grade.Scored},
		{"endpoint", trace.EndpointDown, "overloaded", grade.EndpointError},
	} {
		result, course, status := runHarness(t, e, dir, tt.profile, "one-free-hour-000005")
		if course.End.Reason != tt.reason || status != string(tt.status) || !strings.Contains(course.End.Detail, tt.detail) {
			t.Errorf("%s: end %+v, status %q", tt.profile, course.End, status)
		}
		s := result.Summaries[0]
		if tt.status == grade.Scored && (len(s.Scores) != 1 || s.Scores[0] != 0) || tt.status == grade.EndpointError && s.Unscored != 1 {
			t.Errorf("%s: %+v", tt.profile, s)
		}
	}
	pid := 0
	text, err := os.ReadFile(pidFile(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(pidFile(t)); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscan(string(text), &pid); err != nil || pid <= 1 {
		t.Fatalf("pid %q: %v", text, err)
	}
	if state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil && !strings.Contains(string(state), ") Z ") && syscall.Kill(pid, 0) == nil {
		t.Errorf("the child of the harness that hung still runs: %s", state)
	}
}

// A program that is not there stops the run, with the way out.
func TestHarnessWithoutProgram(t *testing.T) {
	e := newEngine(t)
	file := filepath.Join(t.TempDir(), "harnesses.json")
	write(t, file, []byte(`{"harnesses": {"gone": {"command": ["no-such-program-at-all"]}}}`))
	end, err := e.UseModels(engine.ModelUse{Harnesses: file, Env: os.Getenv})
	if err != nil {
		t.Fatal(err)
	}
	defer end() //nolint:errcheck // nothing was opened
	m, err := e.AgentNamed("harness:gone")
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := e.Open("one-free-hour-000005")
	if err != nil {
		t.Fatal(err)
	}
	w, err := e.Workspace(t.Context(), t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() //nolint:errcheck // a test's
	_, err = w.Run(t.Context(), engine.TrialPlan{Tasks: tasks, Agents: []agent.Maker{m}, Trials: 1}, 1, nil)
	if fault.KindOf(err) != fault.NotFound || fault.HintOf(err) == "" {
		t.Errorf("error %v", err)
	}
	if _, err := e.AgentNamed("harness:nosuch"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an unknown profile: %v", err)
	}
}

// The same tasks through two harnesses are compared task by task.
func TestHarnessesAreCompared(t *testing.T) {
	plans := planOf(t, newEngine(t), "one-free-hour-000005")
	e, dir := harnessed(t, map[string]string{"good": plans, "crash": "crash"})
	for _, name := range []string{"good", "crash"} {
		runHarness(t, e, dir, name, "one-free-hour-000005")
	}
	w, err := e.Existing(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() //nolint:errcheck // a test's
	report, err := w.Eval(t.Context(), engine.EvalOptions{Options: eval.Defaults(), Pair: []string{"harness/good", "harness/crash"}})
	if err != nil {
		t.Fatal(err)
	}
	if p := report.Pair; p == nil || p.Tasks != 1 || p.Better["a"] != 1 || len(p.Flips) != 1 {
		t.Errorf("the pair is %+v", p)
	}
}
