package gate

import (
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// ungradedArg is an argument of the solution that becomes a field of a record, or one that it could
// have given and did not.
type ungradedArg struct {
	move   int // of the base script
	call   *call
	tool   *world.Tool
	effect *world.Effect
	param  *world.Param
	field  string
	value  any // nil = not given
}

// ungradedArgs lists what the solution writes, and what it leaves out, that no check compares and
// that is there in the end: of each argument of an item, that of the first such call.
func (l *lab) ungradedArgs() []ungradedArg {
	graded := map[placed]bool{}
	for _, a := range l.gradedArgs() {
		graded[placed{a.spot, a.param}] = true
	}
	entries := l.oracle.episode.World().Entries()
	var out []ungradedArg
	for i := range l.base.moves {
		from := len(out)
		for k := range l.base.moves[i].calls {
			c := &l.base.moves[i].calls[k]
			o, ok := l.bound.Image.Offer(c.tool)
			seq := 0
			if ok && o.Tool.Writes() && !submits(c) {
				seq = seqOf(l.oracle.seqs, spot{c.item, c.nth})
			}
			if seq == 0 {
				continue
			}
			for n := range o.Tool.Effects {
				e := &o.Tool.Effects[n]
				for _, field := range sorted(e.Fields) {
					w := ungradedArg{move: i, call: c, tool: o.Tool, effect: e, field: field}
					name := e.Fields[field]
					if w.param, ok = o.Tool.Param(name); !ok || w.names() || graded[placed{spot{c.item, c.nth}, name}] || listsParam(out[from:], name) || !l.lasts(entries[seq-1], &w) {
						continue
					}
					w.value, _ = c.args.Get(name)
					out = append(out, w)
				}
			}
		}
	}
	return out
}

func listsParam(list []ungradedArg, param string) bool {
	return slices.ContainsFunc(list, func(w ungradedArg) bool { return w.param.Name == param })
}

// names reports whether an argument says which record is changed.
func (w *ungradedArg) names() bool {
	return slices.ContainsFunc(w.tool.Effects, func(e world.Effect) bool { return e.Key == w.param.Name })
}

// lasts reports whether a call wrote a field of a record that still is so in the end: what the
// solution itself takes back or writes anew is of no account.
func (l *lab) lasts(e *world.Entry, w *ungradedArg) bool {
	end := l.oracle.episode.World().State()
	for k := range e.Changes {
		r := e.Changes[k].After
		if r == nil || e.Changes[k].Op != w.effect.Op || r.Collection() != e.Service+"."+w.effect.Collection {
			continue
		}
		now, there := end.Get(r.Collection(), r.ID())
		if !there {
			continue
		}
		was, _ := r.Get(w.field)
		is, _ := now.Get(w.field)
		if value.Equal(was, is) {
			return true
		}
	}
	return false
}

// meant reports whether the author gave an argument its value for a reason: an expression
// computes it, the words that the agent is told name it, or the tool could do without it. One of a
// few words that neither does is a mere choice: a priority, a kind.
func (l *lab) meant(w *ungradedArg) bool {
	switch n := l.nodeOf(w); {
	case n != nil && computed(n), l.worded(w.param, w.value):
		return true
	case w.param.Default != nil && value.Equal(w.param.Default, w.value), len(w.param.Enum) > 0:
		return false
	}
	return !w.param.Required && !w.param.Needed
}

// nodeOf is an argument as the solution's file writes it; nil where it does not.
func (l *lab) nodeOf(w *ungradedArg) *task.Node {
	spec, _, _ := l.solution.Item(w.call.item)
	if spec.Args == nil {
		return nil
	}
	n, _ := spec.Args.Get(w.param.Name)
	return n
}

// computed reports whether an expression makes a value, or a part of it.
func computed(n *task.Node) bool {
	found := false
	eachScalar(n, func(n *task.Node) {
		_, isExpr := n.IsExpr()
		found = found || isExpr
	})
	return found
}

// worded reports whether the words that the agent is told name a value, or a part of it; of days
// and instants, whether they name any: a wrong one stands in for it.
func (l *lab) worded(p *world.Param, v any) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, func(v any) bool { return l.worded(p, v) })
	case *value.Object:
		return slices.ContainsFunc(v.Members(), func(m value.Member) bool { return l.worded(p, m.Value) })
	case bool, nil:
		return false
	}
	today := value.Day(l.bound.Task.Now.In(l.bound.Task.Zone).Format(time.DateOnly))
	timed := p.Type == world.Day || p.Type == world.Instant
	return slices.ContainsFunc(wordsTold(l.bound.Task), func(w worded) bool {
		if timed {
			return len(daysIn(w.text, today)) > 0 || clockSaid.MatchString(w.text)
		}
		return containsWord(strings.ToLower(w.text), strings.ToLower(text(v)))
	})
}
