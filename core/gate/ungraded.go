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
	move    int // of the base script
	call    *call
	tool    *world.Tool
	param   *world.Param
	creates bool
	value   any // nil = not given
}

// ungradedArgs lists what the solution writes, and what it leaves out, that no check compares and
// that is there in the end: of each argument of an item, that of the first such call.
func (l *lab) ungradedArgs() []ungradedArg {
	graded := l.gradedPlaces()
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
			for n := range o.Tool.Params {
				w := ungradedArg{move: i, call: c, tool: o.Tool, param: &o.Tool.Params[n]}
				if graded[placed{spot{c.item, c.nth}, w.param.Name}] || listsParam(out[from:], w.param.Name) || !l.lasts(entries[seq-1], &w) {
					continue
				}
				w.value, _ = c.args.Get(w.param.Name)
				out = append(out, w)
			}
		}
	}
	return out
}

func listsParam(list []ungradedArg, param string) bool {
	return slices.ContainsFunc(list, func(w ungradedArg) bool { return w.param.Name == param })
}

// lasts reports whether an argument says something about a record that still is so when its stage
// ends: what the solution itself takes back or writes anew is of no account. An argument that names the
// record which is changed says nothing about it.
func (l *lab) lasts(e *world.Entry, w *ungradedArg) bool {
	end := l.marks[l.spanOf(e.Stage).to].e.World().State()
	for n := range w.tool.Effects {
		eff := &w.tool.Effects[n]
		if eff.Key == w.param.Name {
			return false
		}
		for k := range e.Changes {
			r := e.Changes[k].After
			if r == nil || e.Changes[k].Op != eff.Op || r.Collection() != e.Service+"."+eff.Collection {
				continue
			}
			now, there := end.Get(r.Collection(), r.ID())
			if !there {
				continue
			}
			fields := fieldsOf(eff, w.param.Name)
			if len(fields) == 0 && !w.elsewhere(eff) || slices.ContainsFunc(fields, func(f string) bool { return alikeIn(f, r, now) }) {
				w.creates = w.creates || eff.Op == world.Created
				return true
			}
		}
	}
	return false
}

// elsewhere reports whether an argument becomes a field by another effect than one.
func (w *ungradedArg) elsewhere(than *world.Effect) bool {
	for n := range w.tool.Effects {
		if e := &w.tool.Effects[n]; e != than && len(fieldsOf(e, w.param.Name)) > 0 {
			return true
		}
	}
	return false
}

func alikeIn(field string, a, b *world.Record) bool {
	was, _ := a.Get(field)
	is, _ := b.Get(field)
	return value.Equal(was, is)
}

// meant reports whether the author gave an argument its value for a reason: an expression
// computes it, the words that the agent is told name it, or the tool could do without it. One of a
// few words that neither does is a mere choice: a priority, a kind.
func (l *lab) meant(w *ungradedArg) bool {
	switch n := l.nodeOf(w); {
	case n != nil && computed(n), l.worded(w.param, w.value):
		return true
	case w.param.Default != nil && value.Equal(w.param.Default, w.value), choice(w.param):
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

// fromFacts reports whether an expression puts something into a text that no compared argument of
// the same call holds: a subject may repeat what the body must say.
func (l *lab) fromFacts(w *ungradedArg) bool {
	src, isExpr := l.nodeOf(w).IsExpr()
	rest, isText := w.value.(string)
	if !isExpr || !isText || slices.ContainsFunc(l.bound.Task.Solution, func(a task.Act) bool { return a.As != "" && containsWord(src, a.As) }) {
		return false // what a reply gave is no fact
	}
	const cut = "\x00"
	for _, at := range quotedIn(src) {
		if at.from < at.to {
			rest = strings.ReplaceAll(rest, src[at.from:at.to], cut)
		}
	}
	return slices.ContainsFunc(strings.Split(rest, cut), func(piece string) bool {
		piece = strings.TrimSpace(piece)
		return len(squash(piece)) > 1 && !l.heldBeside(w, piece)
	})
}

// heldBeside reports whether another argument of a call that a check compares, or that names a
// record, holds a text.
func (l *lab) heldBeside(w *ungradedArg, piece string) bool {
	return slices.ContainsFunc(w.call.args.Members(), func(m value.Member) bool {
		p, ok := w.tool.Param(m.Name)
		if !ok || p == w.param || !strings.Contains(text(m.Value), piece) {
			return false
		}
		return p.Type == world.ID || slices.ContainsFunc(l.gradedArgs(), func(a gradedArg) bool {
			return a.spot == spot{w.call.item, w.call.nth} && a.param == m.Name
		})
	})
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
