// Package episode is the one episode machine for every agent: in comes a batch of calls, a
// message or a submitted answer; out come observations, the user's turn, a stage change or the
// end. Oracle, adversaries, models, HTTP and MCP clients all go through Step.
//
// Invariant: an episode touches nothing but its own world; equal actions on an equal task and
// seed give equal results.
package episode

import (
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// Episode is one run of a task. It is used by one goroutine at a time.
type Episode struct {
	task       *Prepared
	world      *world.World
	limits     task.Limits
	next       int // request item that comes next
	stage      string
	user       *user
	player     Player // nil = the script speaks
	colleagues []*colleague
	steps      []*step
	calls      int
	keys       map[string]*Result
	ends       []grade.StageEnd
	revealed   []grade.Reveal
	said       []grade.Said
	end        *trace.End
	singly     bool
	lastTool   string
	lastObs    []byte
}

// Options are the settings of one episode.
type Options struct {
	Seed uint64
	Rate world.FaultRate // random faults; those of the task's plan strike anyway
	// CallByCall is for protocols that show calls and no messages: each call is a step, which the
	// limit of turns must not count.
	CallByCall bool
	User       Player      // plays the user of a task that has one; nil = the task's script
	Colleagues []Colleague // actors beside the agent
	Memo       *world.Memo // shared with other episodes of the task that one goroutine runs; nil = none
}

// New starts an episode of a prepared task.
func New(p *Prepared, opts Options) (*Episode, error) {
	b := p.Bound
	w := b.Options()
	w.Seed, w.Rate, w.Memo = opts.Seed, opts.Rate, opts.Memo
	e := &Episode{world: world.New(b.Image, w), singly: opts.CallByCall}
	e.under(p)
	var err error
	if e.colleagues, err = newColleagues(opts.Colleagues); err != nil {
		return nil, err
	}
	if b.Task.User != nil {
		e.user, e.player = newUser(b.Task), opts.User
	}
	if len(b.Task.Requests) == 0 {
		return nil, fault.New(fault.Invalid, "task %s has no request", b.Task.ID)
	}
	first := b.Task.Requests[0]
	e.next, e.stage = 1, first.Stage
	e.world.Enter(first.Stage, b.Task.Now)
	if _, err := e.inject(first.Inject); err != nil {
		return nil, err
	}
	return e, nil
}

// under sets the task and the limits that hold from here on.
func (e *Episode) under(p *Prepared) {
	e.task, e.limits = p, p.Bound.Task.Limits
	if e.limits.MaxTurns == 0 {
		e.limits.MaxTurns = task.DefaultTurns
	}
	if e.limits.MaxCalls == 0 {
		e.limits.MaxCalls = task.DefaultCalls
	}
	if e.singly {
		e.limits.MaxTurns += e.limits.MaxCalls
	}
}

// Opening is what the agent starts from.
type Opening struct {
	System string        // role, house rules, time and zone
	Say    string        // the first request
	Tools  []world.Offer // submit_answer included
}

// Opening returns what the agent starts from.
func (e *Episode) Opening() Opening {
	t := e.task.Bound.Task
	return Opening{System: System(t), Say: t.Requests[0].Say, Tools: e.task.Bound.Image.Offered()}
}

// System is the text that an agent is given besides the request: the brief, who it works as,
// and the time with its zone.
func System(t *task.Task) string {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(t.Brief))
	if b.Len() > 0 {
		b.WriteString("\n\n")
	}
	zh := strings.HasPrefix(t.Language, "zh")
	if t.Identity != nil && t.Identity.As != "" {
		b.WriteString(pick(zh, "你以此身份工作：", "You work as ") + t.Identity.As + pick(zh, "。\n", ".\n"))
	}
	b.WriteString(pick(zh, "现在是 ", "It is ") + t.Now.In(t.Zone).Format("Monday 2006-01-02T15:04:05-07:00") + " (" + t.ZoneName + ").")
	b.WriteString(pick(zh, "完成后用 submit_answer 提交要求的结论，再用一句话回复。",
		" When you are done, hand in what was asked for with submit_answer and reply in a sentence."))
	return b.String()
}

func pick(zh bool, chinese, english string) string {
	if zh {
		return chinese
	}
	return english
}

// World gives access to the running environment, for graders and screens.
func (e *Episode) World() *world.World { return e.world }

// Prepared returns the task that runs.
func (e *Episode) Prepared() *Prepared { return e.task }

// Grade scores the episode; one that still runs is judged as it stands. A check that panics is an
// error.
func (e *Episode) Grade() (score *grade.Score, err error) {
	defer func() {
		if p := recover(); p != nil {
			score, err = nil, broken("grade", p)
		}
	}()
	return e.task.Plan.Grade(e.Run())
}

// Limits are the limits that hold, the defaults where the task has none.
func (e *Episode) Limits() task.Limits { return e.limits }

// Steps counts the steps taken.
func (e *Episode) Steps() int { return len(e.steps) }

// Tally is Grade without reasons.
func (e *Episode) Tally() (*grade.Score, error) { return e.task.Plan.Tally(e.Run()) }

// Breaches lists what prohibitions were broken after so many entries, without reasons; what was
// broken before may be among it.
func (e *Episode) Breaches(since int) ([]grade.Violation, error) {
	return e.task.Plan.Breaches(e.Run(), since)
}

// Stage is the running stage, "" without stages.
func (e *Episode) Stage() string { return e.stage }

// Done reports whether the episode has ended, and how.
func (e *Episode) Done() (trace.End, bool) {
	if e.end == nil {
		return trace.End{}, false
	}
	return *e.end, true
}

// Close ends the episode from outside; an ended one stays as it is.
func (e *Episode) Close(end trace.End) {
	if e.end == nil {
		e.finish(end)
	}
}

// finish ends the running stage and the episode. Stages that never ran have no end.
func (e *Episode) finish(end trace.End) {
	e.endStage()
	e.end = &end
}

func (e *Episode) endStage() {
	e.ends = append(e.ends, grade.StageEnd{Stage: e.stage, State: e.world.Snapshot(), Seq: len(e.world.Entries())})
}

// Run is the evidence for grading. For an episode that still runs it is judged as it stands.
func (e *Episode) Run() *grade.Run {
	ends := e.ends
	if e.end == nil {
		now := grade.StageEnd{Stage: e.stage, State: e.world.Snapshot(), Seq: len(e.world.Entries())}
		ends = append(ends[:len(ends):len(ends)], now)
	}
	return &grade.Run{World: e.world, Ends: ends, Revealed: e.revealed, Said: e.said, Complete: e.end != nil}
}

// inject applies a stage's changes as actor world. One that the agent's acts have left nothing to
// change is part of the record: the episode goes on.
func (e *Episode) inject(specs []task.InjectSpec) ([]trace.Effect, error) {
	var effects []trace.Effect
	for _, in := range specs {
		entry, err := e.world.Inject(world.TheWorld, in.Injection)
		if err != nil {
			return nil, fault.Wrap(fault.Invalid, err, "apply %s", in.Path)
		}
		effects = append(effects, trace.Injected(in.Injection, entry)...)
	}
	return effects, nil
}
