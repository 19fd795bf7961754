package agent

import (
	"context"
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Run makes an agent that carries a solution out: one step an item, a call that met a fault
// before its effect repeated, and a closing sentence where the solution has none.
func (s *Solution) Run() Agent { return &runner{solution: s, closing: closing(s.bound.Task)} }

// Oracle is the task's own solution.
func Oracle() Maker {
	return Maker{Name: "oracle", Version: "1", Doc: "carries out the task's solution; must score 1",
		Make: func(b *task.Bound, _ uint64) (Agent, error) {
			s, problems := NewSolution(b, b.Task.Solution)
			if err := problems.Err(); err != nil {
				return nil, err
			}
			if len(s.acts) == 0 {
				return nil, fault.New(fault.Unsupported, "task %s has no solution", b.Task.ID)
			}
			return s.Run(), nil
		}}
}

// Script runs the acts of a script file instead of the solution.
func Script(name string, acts []task.Act) Maker {
	return Maker{Name: "script:" + name, Version: "1", Doc: "carries out a script of calls and answers",
		Make: func(b *task.Bound, _ uint64) (Agent, error) {
			s, problems := NewSolution(b, acts)
			for i := range problems {
				problems[i].File, problems[i].Line, problems[i].Column = "script:"+name, 0, 0 // not the task's
			}
			if err := problems.Err(); err != nil {
				return nil, err
			}
			return s.Run(), nil
		}}
}

func closing(t *task.Task) string {
	if strings.HasPrefix(t.Language, "zh") {
		return "已完成。"
	}
	return "Done."
}

// maxRepeats bounds the repeats of a call that meets faults.
const maxRepeats = 3

type runner struct {
	solution *Solution
	closing  string
	next     int
	pending  []Planned // calls of the step under way
	repeat   []Planned
	repeats  int
	vars     map[string]any
}

// Next carries out the next item.
func (r *runner) Next(_ context.Context, _ episode.Opening, last *episode.Result) (episode.Action, error) {
	r.learn(last)
	if len(r.repeat) > 0 {
		r.pending, r.repeat = r.repeat, nil
		return batch(r.pending), nil
	}
	for r.next < len(r.solution.acts) {
		a := &r.solution.acts[r.next]
		i := r.next
		r.next++
		switch {
		case a.spec.Say != "":
			r.pending = nil
			return episode.Action{Text: a.spec.Say}, nil
		case a.spec.Stage != "":
			continue
		}
		calls := a.calls
		if a.late {
			var p *task.Problem
			if calls, p = r.solution.calls(i, a, nil, r.vars); p != nil {
				return episode.Action{}, fault.New(fault.Invalid, "%s: %s", p.Path, p.Message)
			}
		}
		if len(calls) == 0 {
			continue // an `each` over an empty list
		}
		r.pending, r.repeats = calls, 0
		return batch(calls), nil
	}
	r.pending = nil
	return episode.Action{Text: r.closing}, nil
}

func batch(calls []Planned) episode.Action {
	var a episode.Action
	for i, c := range calls {
		a.Calls = append(a.Calls, episode.Call{ID: fmt.Sprintf("call_%d", i+1), Tool: c.Tool, Args: value.Append(nil, c.Args)})
	}
	return a
}

// learn names the replies that later items use, and notes the calls to repeat.
func (r *runner) learn(last *episode.Result) {
	if last == nil {
		return
	}
	for i, o := range last.Observations {
		if i >= len(r.pending) || o.Entry == nil {
			continue
		}
		c := r.pending[i]
		if f := o.Entry.Fault; f != nil && f.Commit == world.BeforeCommit && c.Expect == 0 && r.repeats < maxRepeats {
			r.repeat = append(r.repeat, c)
		}
		if c.As != "" {
			if r.vars == nil {
				r.vars = map[string]any{}
			}
			r.vars[c.As] = named(o.Entry)
		}
	}
	if len(r.repeat) > 0 {
		r.repeats++
	}
}

// named is what `as` stands for: the record that the call changed, else its reply.
func named(e *world.Entry) any {
	if len(e.Changes) == 1 {
		out := map[string]any{}
		for _, m := range e.Changes[0].Record().Fields() {
			out[m.Name] = plain(m.Value)
		}
		return out
	}
	v, err := value.Parse(e.Body)
	if err != nil {
		return nil
	}
	return plain(v)
}

// plain turns a JSON value into what expressions work on.
func plain(v any) any {
	switch v := v.(type) {
	case *value.Object:
		out := make(map[string]any, v.Len())
		for _, m := range v.Members() {
			out[m.Name] = plain(m.Value)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	case value.Number:
		if i, whole := v.Int(); whole {
			return int(i)
		}
		return v.Float()
	}
	return v
}
