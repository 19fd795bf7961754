package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// Course is a stored trial laid out to be read: its turns with what is remarkable about each, the
// audit log, and its checks with the entries that explain them. All of it is as it was stored, so
// that no number can differ from the trial's.
type Course struct {
	*StoredTrial
	Group   string
	Task    *task.Task // as it was then; nil where TaskWhy says why not
	TaskWhy string
	TaskAt  string // where the task's file was read from, as the workspace knows it

	Turns   []CourseTurn  // one a step
	Entries []CourseEntry // in the order of the log
	Checks  []CourseCheck // those that fail first
	Broken  []CourseAct   // forbidden acts, in the order of the log

	bySeq map[int]int // places in Entries
}

// CourseTurn is what is remarkable about one step.
type CourseTurn struct {
	First, Last int  // its entries, as places in Course.Entries: [First, Last)
	Errors      int  // calls that did not succeed
	Changes     int  // records that the agent changed
	Injected    int  // changes of the world that came with it
	Forbidden   int  // forbidden acts
	Faults      int  // injected faults that struck
	Causes      int  // failing checks that it explains
	NewStage    bool // another stage has begun since the turn before
}

// Problem tells whether something went wrong in the turn.
func (t *CourseTurn) Problem() bool { return t.Errors+t.Forbidden+t.Causes+t.Faults > 0 }

// CourseEntry is one entry of the audit log.
type CourseEntry struct {
	Seq     int // 0 = a call that a limit kept from being made
	Turn    int // -1 = before the first turn
	Actor   world.Actor
	Call    *trace.Call // nil for what the world did
	Effects []trace.Effect
}

// CourseAct is a forbidden act with the turn that it was done in.
type CourseAct struct {
	grade.Violation
	Turn int
	Line int // of the prohibition in the task's file; 0 = not known
}

// Course reads a stored trial and lays it out. Errors: NotFound.
func (w *Workspace) Course(ctx context.Context, id string) (*Course, error) {
	row, err := w.Store.Trial(ctx, id)
	if err != nil {
		return nil, err
	}
	if string(row.Trajectory) == "null" {
		return nil, fault.New(fault.NotFound, "the trial %s (%s) was stored without a trajectory", id, row.Status)
	}
	stored, err := storedTrial(&row)
	if err != nil {
		return nil, err
	}
	c := &Course{StoredTrial: stored, Group: row.GroupID}
	known, err := w.Store.Task(ctx, stored.Trajectory.Task.Digest)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		c.TaskWhy = "the workspace does not keep this version of the task"
	case err != nil:
		return nil, err
	default:
		t, problems := task.Parse(known.ID+"/"+task.FileName, known.Source)
		if c.Task, c.TaskAt = t, known.Path; t == nil {
			c.TaskWhy = "the task's file does not load: " + problems.Err().Error()
		}
	}
	c.layOut()
	return c, nil
}

// layOut finds the entries of each turn and what explains each check.
func (c *Course) layOut() {
	steps := c.Trajectory.Steps
	c.Turns = make([]CourseTurn, len(steps))
	last := c.opening()
	stage := ""
	for i := range steps {
		s, t := &steps[i], &c.Turns[i]
		t.First = len(c.Entries)
		t.NewStage = i > 0 && s.Stage != stage
		stage = s.Stage
		for j := range s.Calls {
			call := &s.Calls[j]
			c.Entries = append(c.Entries, CourseEntry{Seq: call.Seq, Turn: i, Actor: world.Agent, Call: call, Effects: call.Effects})
			last = max(last, call.Seq)
			t.count(call)
		}
		for _, e := range s.World {
			last++
			c.Entries = append(c.Entries, CourseEntry{Seq: last, Turn: i, Actor: world.TheWorld, Effects: []trace.Effect{e}})
			t.Injected++
		}
		t.Last = len(c.Entries)
	}
	c.bySeq = make(map[int]int, len(c.Entries))
	for i := range c.Entries {
		if seq := c.Entries[i].Seq; seq > 0 {
			c.bySeq[seq] = i
		}
	}
	if c.Score == nil {
		return
	}
	for _, v := range c.Score.Forbidden {
		act := CourseAct{Violation: v, Turn: c.TurnOf(v.Seq), Line: c.line(v.ID, true)}
		if act.Turn >= 0 {
			c.Turns[act.Turn].Forbidden++
		}
		c.Broken = append(c.Broken, act)
	}
	c.explain()
}

func (t *CourseTurn) count(call *trace.Call) {
	if call.Outcome != world.OK {
		t.Errors++
	}
	if call.Fault != nil {
		t.Faults++
	}
	t.Changes += len(call.Effects)
}

// opening are the changes that the first request brought, before the agent acted. A trajectory
// does not hold them; the task says what they were. It returns the last one's number.
func (c *Course) opening() int {
	first := 0
	for _, call := range c.Trajectory.Calls {
		if call.Seq > 0 {
			first = call.Seq - 1
			break
		}
	}
	if c.Task == nil || len(c.Task.Requests) == 0 {
		return first
	}
	specs := c.Task.Requests[0].Inject
	for i, in := range specs {
		e := trace.Effect{Op: in.Op.String(), Collection: in.Collection, ID: in.ID}
		c.Entries = append(c.Entries, CourseEntry{Seq: i + 1, Turn: -1, Actor: world.TheWorld, Effects: []trace.Effect{e}})
	}
	return max(first, len(specs))
}

// At returns the place in Entries of the entry of a number; false where there is none.
func (c *Course) At(seq int) (int, bool) {
	i, ok := c.bySeq[seq]
	return i, ok
}

// TurnOf is the turn of an entry, -1 before the first one. An entry that is not known belongs to
// the last turn before it.
func (c *Course) TurnOf(seq int) int {
	if i, ok := c.bySeq[seq]; ok {
		return c.Entries[i].Turn
	}
	turn := -1
	for i := range c.Entries {
		if e := &c.Entries[i]; e.Seq > seq {
			break
		} else if e.Seq > 0 {
			turn = e.Turn
		}
	}
	return turn
}

// line is where a check, or a prohibition, stands in the task's file.
func (c *Course) line(id string, prohibition bool) int {
	if c.Task == nil || c.Task.File == nil {
		return 0
	}
	path := ""
	if prohibition {
		if i := slices.IndexFunc(c.Task.Forbid, func(f task.ForbidSpec) bool { return f.ID == id }); i >= 0 {
			path = c.Task.Forbid[i].Path
		}
	} else if spec := c.spec(id); spec != nil {
		path = spec.Path
	}
	if path == "" {
		return 0
	}
	line, _ := c.Task.File.Place(path, 0)
	return line
}

func (c *Course) spec(id string) *task.CheckSpec {
	if c.Task == nil {
		return nil
	}
	for i := range c.Task.Checks {
		if c.Task.Checks[i].ID == id {
			return &c.Task.Checks[i]
		}
	}
	return nil
}

// TrialsBeside lists the trials of a task in the order of ListTrials.
func (w *Workspace) TrialsBeside(ctx context.Context, taskID string) ([]store.TrialRow, error) {
	rows, err := w.ListTrials(ctx, `task:"`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(taskID)+`"`, 0)
	return slices.DeleteFunc(rows, func(r store.TrialRow) bool { return r.TaskID != taskID }), err
}

// byFailure puts what fails first, and else keeps the task's order.
func byFailure(checks []CourseCheck) {
	rank := func(c *CourseCheck) int {
		if c.Holds {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(checks, func(a, b CourseCheck) int { return cmp.Compare(rank(&a), rank(&b)) })
}
