package engine

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/harness"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/rollout"
)

// The names of the agents that act by a model. The teacher's trajectories are there to be trained
// on; otherwise the two are one.
const (
	StudentAgent = "model"
	TeacherAgent = "model-teacher"
)

// ModelUse says how this process reaches models.
type ModelUse struct {
	File      string                   // the person's models file
	Harnesses string                   // the person's file of harnesses
	Env       func(name string) string // reads keys
	Workspace string                   // keeps journal, replies and the books of the budget; "" = nothing is kept
	Limits    llm.Limits               // what the workspace may spend in all; the zero Limits are no limit
	Trial     int64                    // most tokens of one trial; 0 = no limit
	User      string                   // profile that plays the user of tasks that have one; "" = the task's script
	Staff     string                   // file of colleagues that models play; "" = there are none
	Version   string                   // of this program, told to harnesses
}

// Actors are the models by which agents and played users of this process act.
type Actors struct {
	models *llm.Models
	budget *llm.Budget // nil = no limit
	trial  int64

	harnesses *harness.Config
	keepTo    string // workspace that keeps transcripts; "" = none are kept
	desk      *desk
	user      string
	env       func(name string) string

	voice        *llm.Client // plays users; nil = the tasks' scripts do
	voiceVersion string
	staff        []staffer
}

// UseModels opens the models file for the agents of this engine. Nothing is sent. What it returns
// closes journal and books.
func (e *Engine) UseModels(u ModelUse) (end func() error, err error) {
	config, err := llm.ReadConfig(u.File)
	if err != nil {
		return nil, err
	}
	harnesses, err := harness.ReadConfig(u.Harnesses)
	if err != nil {
		return nil, err
	}
	o := llm.Options{Env: u.Env, Clock: e.Clock}
	books := func() error { return nil }
	a := &Actors{trial: u.Trial, harnesses: harnesses, keepTo: u.Workspace, user: u.User, env: u.Env, desk: newDesk(e, u)}
	if u.Workspace != "" {
		if books, err = a.keep(u, &o); err != nil {
			return nil, err
		}
	}
	if u.Workspace == "" && u.Limits != (llm.Limits{}) {
		a.budget = llm.NewBudget(u.Limits, llm.Spent{})
		o.Budget = a.budget
	}
	a.models = llm.Open(config, o)
	if err := errors.Join(a.castUser(), a.castStaff(u.Staff)); err != nil {
		return nil, errors.Join(err, books())
	}
	e.Actors = a
	return func() error { return errors.Join(a.desk.close(), books()) }, nil
}

// ModelBooks is the file in which a workspace books what models cost, where a budget is set.
func ModelBooks(workspace string) string { return filepath.Join(workspace, "models", "spent.jsonl") }

func (a *Actors) keep(u ModelUse, o *llm.Options) (end func() error, err error) {
	journal := llm.OpenJournal(ModelJournal(u.Workspace), o.Clock)
	o.Journal, o.Cache = journal, llm.FolderCache{Dir: ModelCache(u.Workspace)}
	if u.Limits == (llm.Limits{}) {
		return journal.Close, nil
	}
	if err := os.MkdirAll(filepath.Dir(ModelBooks(u.Workspace)), 0o700); err != nil {
		return nil, fault.Wrap("", err, "keep the books of a budget")
	}
	if a.budget, err = llm.OpenBudget(ModelBooks(u.Workspace), u.Limits); err != nil {
		return nil, errors.Join(err, journal.Close())
	}
	o.Budget = a.budget
	return func() error { return errors.Join(a.budget.Close(), journal.Close()) }, nil
}

// ActsByProfile tells whether an agent's name, with or without a profile, is one that acts by a
// profile of the person's own.
func ActsByProfile(name string) bool {
	kind, _, _ := strings.Cut(name, ":")
	return IsModelAgent(name) || kind == HarnessAgent
}

// AgentNamed returns the agent that people name so, those that act by a profile included.
func (e *Engine) AgentNamed(name string) (agent.Maker, error) {
	if !ActsByProfile(name) {
		return e.Agent(name)
	}
	ref, err := e.ActorRef(name)
	if err != nil {
		return agent.Maker{}, err
	}
	return e.maker(ref)
}

// IsModelAgent tells whether an agent's name, with or without a profile, is one that acts by a model.
func IsModelAgent(name string) bool {
	kind, _, _ := strings.Cut(name, ":")
	return kind == StudentAgent || kind == TeacherAgent
}

// ActorRef reads an agent's name as people write it: model or model-teacher for the profile of that
// role, model:PROFILE for another one, harness:PROFILE for a harness.
func (e *Engine) ActorRef(name string) (rollout.AgentRef, error) {
	kind, profile, _ := strings.Cut(name, ":")
	ref := rollout.AgentRef{Name: kind, Model: profile}
	if kind == HarnessAgent {
		if profile == "" {
			return ref, fault.New(fault.Usage, "--agent harness names no profile").WithHint("write harness:PROFILE; `coworkenv harnesses list` shows them")
		}
		return ref, nil
	}
	if profile != "" {
		return ref, nil
	}
	a, err := e.actors()
	if err != nil {
		return ref, err
	}
	ref.Model, err = a.models.Plays(roleOf(kind))
	return ref, err
}

func roleOf(agentName string) llm.Role {
	if agentName == TeacherAgent {
		return llm.Teacher
	}
	return llm.Student
}

func (e *Engine) actors() (*Actors, error) {
	if e.Actors == nil {
		return nil, fault.New(fault.Unsupported, "no models file is open in this process, and the agent acts by a model").WithHint("docs/models.md says how to set one up")
	}
	return e.Actors, nil
}

// ModelAgent makes the agent that acts by a profile. Its version follows from all that decides what
// the model says: trials of another model or sampling are other trials. Where the endpoint is and
// how fast it may be asked decides nothing.
func (e *Engine) ModelAgent(ref rollout.AgentRef) (agent.Maker, error) {
	a, err := e.actors()
	if err != nil {
		return agent.Maker{}, err
	}
	c, err := a.models.Cast(roleOf(ref.Name), ref.Model)
	if err != nil {
		return agent.Maker{}, err
	}
	version, err := modelVersion(c.Profile(), a.trial)
	if err != nil {
		return agent.Maker{}, err
	}
	return agent.Model(c, agent.ModelOptions{Name: ref.Name, Version: version, Profile: ref.Model, Window: c.Profile().ContextTokens, Tokens: a.trial}), nil
}

// modelAgentVersion is part of every version, and changes with the loop itself.
const modelAgentVersion = "1"

func modelVersion(p *llm.Profile, trial int64) (string, error) {
	decides := struct {
		Model         string
		MaxTokens     int
		ContextTokens int
		Temperature   *float64
		Dialect       llm.Dialect
		Extra         any
		Trial         int64
	}{p.Model, p.MaxTokens, p.ContextTokens, p.Temperature, p.Dialect, p.Extra, trial}
	decides.Dialect.Stream = false
	text, err := json.Marshal(decides)
	if err != nil {
		return "", fault.Wrap(fault.Internal, err, "name the version of a model agent")
	}
	return det.ID(modelAgentVersion+"-", string(text)), nil
}
