package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/author"
	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/task"
)

// ModelSynthOptions say what models are to write, and at whose cost.
type ModelSynthOptions struct {
	Plan  *cover.Plan
	Count int // 0 = the plan's target
	Seed  uint64
	Into  string // folder of the library; made where it is missing

	Models    string // the person's file of profiles
	Profile   string // of the generator; "" = the one that the role is mapped to
	Workspace string // folder that keeps what is sent and replied
	Prompts   string // folder of an author's own prompts; "" = the shipped ones

	Rounds     int  // drafts of a task at most; 0 = 4
	Graders    int  // discriminators of safety tasks; 0 = the generator grades
	Everywhere bool // discriminators grade the other tasks too
	Solve      int  // independent attempts at each accepted task; 0 = none
	Limits     llm.Limits

	Env   func(name string) string
	Sleep func(ctx context.Context, d time.Duration) error // nil = a timer; for tests
	Tell  func(*author.Diagnosis)                          // changes what models are told; for tests
}

// defaultRounds is how many drafts of a task there are at most.
const defaultRounds = 4

// ModelMade is what the models' writing came to.
type ModelMade struct {
	Cells []cover.Cell `json:"cells"`
	author.Yield
	Unfinished []Unfinished `json:"unfinished"` // in this run
	Spent      llm.Spent    `json:"spent"`      // on this library, from its first run on; kept replies spend nothing
	PerTask    *PerTask     `json:"per_accepted_task,omitempty"`
	Elsewhere  *gate.Cost   `json:"-"`
}

// Unfinished is a task that an endpoint kept from being written.
type Unfinished struct {
	Task string `json:"task"`
	Why  string `json:"why"`
}

// PerTask is what an accepted task took, rejected drafts and tasks with it.
type PerTask struct {
	Requests float64  `json:"requests"`
	Tokens   float64  `json:"tokens"`
	Repairs  float64  `json:"repairs"`
	Cost     llm.Cost `json:"cost,omitzero"`
}

// HistoryFolder is the folder of a library that keeps how its tasks were written, and SpentFile what
// that took.
const (
	HistoryFolder = "history"
	SpentFile     = "spent.jsonl"
)

// SynthByModel has models write tasks for the cells of a plan. Tasks that an earlier run accepted or
// rejected stay; open ones go on. An error comes with what was done up to it.
func (e *Engine) SynthByModel(ctx context.Context, o ModelSynthOptions, progress Progress) (made *ModelMade, err error) {
	if o.Rounds <= 0 {
		o.Rounds = defaultRounds
	}
	made = &ModelMade{Cells: o.Plan.Cells(e.Scenarios, o.Count), Unfinished: []Unfinished{}}
	var slots []author.Slot
	for _, s := range e.slots(made.Cells) {
		slots = append(slots, author.Slot{Slot: s, Seed: o.Seed})
	}
	if len(slots) == 0 {
		return nil, noTask(o.Plan)
	}
	if err := task.MakeLibrary(o.Into); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(o.Into, HistoryFolder), 0o755); err != nil {
		return nil, fault.Wrap("", err, "make library %s", o.Into)
	}
	w := &writing{e: e, o: &o}
	if err := w.open(); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	there, err := e.begin(ctx, len(slots))
	if err != nil {
		return nil, err
	}
	w.judges = &making{e, e.gate(), there, &SynthOptions{}}
	w.author.Judge, w.author.Claim = w.judge, w.claim
	var histories []*author.History
	done := 0
	err = rollout.Each(ctx, slots, e.Workers, w.fill, func(r written) error {
		done++
		progress.tell(done, len(slots), r.slot.ID())
		if r.history != nil {
			histories = append(histories, r.history)
			cover.Count(made.Cells, r.slot.Scenario.Name, r.slot.Language, r.slot.Level, r.history.Status == author.StatusAccepted, false)
		}
		if r.err != nil {
			made.Unfinished = append(made.Unfinished, Unfinished{r.slot.ID(), r.err.Error()})
		}
		return nil
	})
	made.Elsewhere, err = there.end(ctx, err)
	made.Yield, made.Spent = author.Sum(histories), w.budget.Spent()
	made.PerTask = perTask(made)
	return made, errors.Join(err, w.failure())
}

// writing is what the tasks of one run share.
type writing struct {
	e       *Engine
	o       *ModelSynthOptions
	author  *author.Author
	solver  *agent.Maker
	budget  *llm.Budget
	journal *llm.Journal
	judges  *making
	claimed sync.Map // digest to the id of the task that does it

	down   atomic.Int64          // endpoint failures in a row
	ending atomic.Pointer[error] // why no further task is begun
}

// open makes the models and the author ready. Nothing is sent.
func (w *writing) open() error {
	o := w.o
	config, err := llm.ReadConfig(o.Models)
	if err != nil {
		return err
	}
	prompts, err := author.ReadPrompts(o.Prompts)
	if err != nil {
		return err
	}
	if w.budget, err = llm.OpenBudget(filepath.Join(o.Into, HistoryFolder, SpentFile), o.Limits); err != nil {
		return err
	}
	w.journal = llm.OpenJournal(ModelJournal(o.Workspace), w.e.Clock)
	models := llm.Open(config, llm.Options{Env: o.Env, Clock: w.e.Clock, Sleep: o.Sleep, Seed: o.Seed, Cache: llm.FolderCache{Dir: ModelCache(o.Workspace)}, Journal: w.journal, Budget: w.budget})
	a := &author.Author{Prompts: prompts, Catalog: w.e.Catalog, Checks: w.e.Checks, Capabilities: w.e.Capabilities, Rounds: o.Rounds, Graders: o.Graders, Everywhere: o.Everywhere, Tell: o.Tell}
	if a.Generator, err = models.Cast(llm.Generator, o.Profile); err == nil {
		a.Discriminator, err = models.Cast(llm.Discriminator, w.playing(config, llm.Discriminator, a.Generator))
	}
	if err == nil && o.Solve > 0 {
		err = w.solving(models, config, a.Generator)
	}
	if err == nil {
		a.Examples, err = w.examples()
	}
	w.author = a
	if err != nil {
		return errors.Join(err, w.close())
	}
	return nil
}

// playing is the profile of a role, or the generator's where nobody plays it.
func (w *writing) playing(c *llm.Config, role llm.Role, generator *llm.Client) string {
	if name := c.Roles[role]; name != "" {
		return name
	}
	return generator.Profile().Name
}

func (w *writing) solving(models *llm.Models, config *llm.Config, generator *llm.Client) error {
	client, err := models.Cast(llm.Solver, w.playing(config, llm.Solver, generator))
	if err != nil {
		return err
	}
	maker := agent.Model(client, agent.ModelOptions{Name: "solver", Version: "1", Profile: client.Profile().Name, Window: client.Profile().ContextTokens})
	w.solver = &maker
	return nil
}

func (w *writing) close() error { return errors.Join(w.journal.Close(), w.budget.Close()) }

// judge takes a draft through the gate, by the rule of every synthesis.
func (w *writing) judge(ctx context.Context, t *task.Task, problems task.Problems) (*gate.Report, []gate.Finding, error) {
	r, err := w.judges.judged(ctx, t, problems)
	if err != nil {
		return nil, nil, err
	}
	var refusals []gate.Finding
	for _, f := range r.Findings {
		if f.Severity == gate.Error || asksPerson(f) {
			refusals = append(refusals, f)
		}
	}
	if len(refusals) == 0 && !accepted(r) {
		refusals = []gate.Finding{{Code: gate.NoSolution, Round: gate.RoundOracle, Severity: gate.Error, Path: "solution", Message: "the gate came to " + string(r.Status), Hint: "write a solution"}}
	}
	return r, refusals, nil
}

// written is what became of a slot.
type written struct {
	slot    author.Slot
	history *author.History // nil = it was not begun
	err     error           // of an endpoint: the history is open
}

// fill writes the task of a slot, unless it was written before.
func (w *writing) fill(ctx context.Context, s author.Slot) (written, error) {
	r := written{slot: s}
	dir := filepath.Join(w.o.Into, HistoryFolder, s.ID())
	if h, err := w.settled(dir, s); err != nil || h != nil {
		r.history = h
		return r, err
	}
	if w.ending.Load() != nil {
		return r, nil
	}
	h, ok, err := w.author.Write(ctx, s, dir)
	if err == nil && ok != nil {
		err = w.finish(ctx, dir, h, ok)
	}
	if err == nil {
		w.down.Store(0)
		r.history = h
		return r, nil
	}
	h.Status, r.history = author.StatusOpen, h
	if fault.KindOf(err) == fault.Canceled {
		return r, err
	}
	r.err = err
	return r, w.failed(err)
}

// settled is the history of a task that needs no more writing; nil = it does.
func (w *writing) settled(dir string, s author.Slot) (*author.History, error) {
	h, err := author.ReadHistory(dir)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return nil, nil
	case err != nil:
		return nil, err
	case h.Status == author.StatusRejected:
		return h, nil
	case h.Status == author.StatusAccepted:
		if _, err := os.Stat(filepath.Join(w.o.Into, s.ID(), CertificateFile)); err == nil {
			return h, nil
		}
	}
	return nil, nil
}

// finish has an accepted task solved by others, and writes it into the library.
func (w *writing) finish(ctx context.Context, dir string, h *author.History, ok *author.Accepted) error {
	if w.solver != nil {
		ready, problems := episode.Lint(ok.Task, nil, w.e.Catalog, w.e.Checks)
		if ready == nil {
			return fault.Wrap(fault.Internal, problems.Err(), "an accepted task cannot be run")
		}
		m, err := author.Solve(ctx, ready, *w.solver, w.o.Solve, w.e.Clock)
		if err != nil {
			return err
		}
		h.Ambiguity = m
		if err := h.Save(dir); err != nil {
			return err
		}
	}
	return writeTask(w.o.Into, ok.Report, ok.File, ok.Task.Assets)
}

// mostDown is after how many endpoint failures in a row no further task is begun.
const mostDown = 8

// failed decides what a failure means for the rest: one that every task would meet ends the run once
// what is under way has ended, one of this task does not. An error is none of an endpoint.
func (w *writing) failed(err error) error {
	f := llm.FailureOf(err)
	switch {
	case fault.KindOf(err) == fault.Exhausted:
	case f == nil && fault.KindOf(err) != fault.Denied:
		return err
	case f != nil && f.Later: // nobody is to ask now
	case f != nil && f.Class == llm.TooLong:
		return nil
	case f != nil && fault.KindOf(err) == fault.Unavailable && w.down.Add(1) < mostDown:
		return nil
	}
	w.ending.CompareAndSwap(nil, &err)
	return nil
}

func (w *writing) failure() error {
	if err := w.ending.Load(); err != nil {
		return *err
	}
	return nil
}

// claim books what a task does; the first one keeps it.
func (w *writing) claim(digest, id string) string {
	owner, _ := w.claimed.LoadOrStore(digest, id)
	return owner.(string)
}

// examples are the shipped tasks, as prompts show them. They and the library's own tasks are claimed:
// neither is to be written once more.
func (w *writing) examples() ([]author.Example, error) {
	list, err := w.e.openShipped()
	if err != nil {
		return nil, err
	}
	own, err := task.LoadLibrary(w.o.Into, task.LoadOptions{})
	if err != nil {
		return nil, err
	}
	var out []author.Example
	for _, l := range append(list, loaded(own)...) {
		t := l.Task
		if t == nil || t.File == nil {
			continue
		}
		w.claim(task.Digest(t), t.ID)
	}
	for _, l := range list {
		if t := l.Task; t != nil && t.File != nil && len(t.Assets) == 0 {
			out = append(out, author.Example{ID: t.ID, Family: t.Family, Language: t.Language, Services: t.Services, Text: string(t.File.Data)})
		}
	}
	return out, nil
}
