package engine

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/harness"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/serve"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
)

// HarnessAgent is the name of the agent that is another program, started by a profile.
const HarnessAgent = "harness"

// HarnessMaker makes the agent that starts a harness. Its version follows from all of its profile.
func (e *Engine) HarnessMaker(ref rollout.AgentRef) (agent.Maker, error) {
	a, err := e.actors()
	if err != nil {
		return agent.Maker{}, err
	}
	p, err := a.harnesses.Profile(ref.Model)
	if err != nil {
		return agent.Maker{}, err
	}
	text, err := json.Marshal(p)
	if err != nil {
		return agent.Maker{}, fault.Wrap(fault.Internal, err, "name the version of a harness")
	}
	return agent.Maker{Name: HarnessAgent, Model: ref.Model, Version: det.ID("1-", string(text)), Doc: "starts a harness that acts over MCP",
		Make: func(*task.Bound, uint64) (agent.Agent, error) {
			return nil, fault.New(fault.Internal, "a harness acts by itself and is not asked")
		}}, nil
}

// Harness is a profile, or a template, as people see it: whether its program is there and which of
// its variables are set, and never their values.
type Harness struct {
	Name    string            `json:"name"`
	Like    string            `json:"like,omitempty"`
	Command []string          `json:"command"`
	Env     map[string]string `json:"env,omitempty"`
	Pass    []string          `json:"pass"` // variables that are handed on
	Set     []string          `json:"set"`  // those of them that are set
	Files   []harness.File    `json:"files,omitempty"`
	Model   string            `json:"model,omitempty"`
	Seconds int               `json:"seconds,omitempty"`
}

// Harnesses lists the profiles of a file by name; env tells which variables are set.
func (e *Engine) Harnesses(file string, env func(string) string) ([]Harness, error) {
	c, err := harness.ReadConfig(file)
	if err != nil {
		return nil, err
	}
	out := []Harness{}
	for _, name := range c.Names() {
		p, err := c.Profile(name)
		if err != nil {
			return nil, err
		}
		out = append(out, shown(*p, env))
	}
	return out, nil
}

// HarnessTemplates lists the templates that a profile can be made like.
func (e *Engine) HarnessTemplates(env func(string) string) []Harness {
	out := []Harness{}
	for _, p := range harness.Templates() {
		out = append(out, shown(p, env))
	}
	return out
}

func shown(p harness.Profile, env func(string) string) Harness {
	h := Harness{Name: p.Name, Like: p.Like, Command: p.Command, Env: p.Shown(), Pass: p.Pass, Set: []string{}, Files: p.Files, Model: p.Model, Seconds: p.Seconds}
	if h.Pass == nil {
		h.Pass = []string{}
	}
	for _, name := range p.Pass {
		if env(name) != "" {
			h.Set = append(h.Set, name)
		}
	}
	return h
}

// HarnessTranscripts is the folder of a workspace that holds what harnesses printed.
func HarnessTranscripts(workspace string) string { return filepath.Join(workspace, "harness") }

// playHarness plays an item by a harness: an episode in the desk's session store, the program with
// its address, and at its end the score of what the audit holds.
func (e *Engine) playHarness(ctx context.Context, p *episode.Prepared, m agent.Maker, it rollout.Item) (*rollout.Trial, error) {
	a, err := e.actors()
	if err != nil {
		return nil, err
	}
	profile, err := a.harnesses.Profile(it.Model)
	if err != nil {
		return nil, err
	}
	online, err := a.desk.open()
	if err != nil {
		return nil, err
	}
	set := rollout.SettingsOf(it)
	set.Clock, set.User, set.Colleagues = e.Clock, e.player(), e.colleagues()
	began := e.Clock.Now()
	start := serve.Start{Prepared: p, Options: set.Options(ctx, p, it)}
	start.Options.CallByCall = true
	session, err := online.Sessions().Create(start)
	if err != nil {
		return rollout.Outside(nil, it, m.Version, began, set, err), nil
	}
	defer online.Sessions().Close(session.ID)
	dir, err := os.MkdirTemp("", "coworkenv-harness-")
	if err != nil {
		return nil, fault.Wrap("", err, "make a harness's folder")
	}
	defer os.RemoveAll(dir) //nolint:errcheck // what a harness left open goes with the temporary files
	out, err := harness.Run(ctx, profile, a.setting(p, dir, a.desk.url(session)))
	if err != nil {
		return nil, err
	}
	var trial *rollout.Trial
	err = online.Sessions().Do(session.ID, func(s *serve.Session) error {
		err := conclude(s.Episode(), out)
		trial = rollout.Outside(s.Episode(), it, m.Version, began, set, err)
		return nil
	})
	if err != nil {
		return nil, err
	}
	addWords(trial.Trajectory, out)
	return trial, a.keepTranscript(trial.ID, out)
}

// setting is what the trial's program is told.
func (a *Actors) setting(p *episode.Prepared, dir, url string) harness.Setting {
	t := p.Bound.Task
	system, request := episode.System(t), strings.TrimSpace(t.Requests[0].Say)
	how := "\n\nAct with the tools of the MCP server " + harness.ServerName + " alone."
	if serve.Talks(p) {
		how += " The user reads what you send with its tool " + serve.ReplyTool + ", and nothing else: ask there, report there when you are done, and go on with what comes back until the task is over."
	}
	return harness.Setting{Dir: dir, URL: url, System: system + how, Request: request, Prompt: system + how + "\n\n" + request, Seconds: t.Limits.Seconds, Env: a.env}
}

// conclude ends the episode by how the harness ended. One that has ended before stays as it is.
func conclude(e *episode.Episode, out *harness.Outcome) error {
	if _, done := e.Done(); done {
		return nil
	}
	switch out.How {
	case harness.Finished:
	case harness.TimedOut:
		e.Close(trace.End{Kind: trace.Truncated, Reason: trace.TimedOut, Detail: out.Detail})
		return nil
	case harness.Endpoint:
		e.Close(trace.End{Kind: trace.Truncated, Reason: trace.EndpointDown, Detail: out.Detail})
		return nil
	default:
		e.Close(trace.End{Kind: trace.Truncated, Reason: trace.Crashed, Detail: string(out.How) + ": " + out.Detail})
		return nil
	}
	if serve.Talks(e.Prepared()) { // what it printed was said to nobody
		e.Close(trace.End{Kind: trace.Terminated, Reason: trace.Completed, Detail: "the harness ended"})
		return nil
	}
	_, err := e.Step(episode.Action{Text: out.Text, Model: out.Model, Usage: usageAtEnd(out), Finish: lastWords})
	return err
}

// lastWords marks the step that is the last message of a harness.
const lastWords = "harness"

// usageAtEnd is what a harness counted in all, where its messages do not say it one by one.
func usageAtEnd(out *harness.Outcome) *trace.Usage {
	if out.Counted {
		return nil
	}
	return out.Usage
}

// keepTranscript keeps what the harness printed, under the trial's id.
func (a *Actors) keepTranscript(trial string, out *harness.Outcome) error {
	if a.keepTo == "" {
		return nil
	}
	dir := HarnessTranscripts(a.keepTo)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fault.Wrap("", err, "keep a transcript")
	}
	if err := os.WriteFile(filepath.Join(dir, trial+".jsonl"), out.Kept, 0o600); err != nil {
		return fault.Wrap("", err, "keep a transcript")
	}
	return nil
}
