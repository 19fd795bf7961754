package gate

import (
	"slices"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// gradedArg is an argument of the solution that ends up in something a check compares.
type gradedArg struct {
	move  int // of the base script
	spot  spot
	tool  *world.Tool
	param string
	value any // as the solution gives it
	uses  []use
}

// use is a comparison that an argument has to satisfy.
type use struct {
	check   int // index of the check
	field   string
	matcher grade.Matcher
}

// gradedArgs finds them by laying the evidence that the checks need beside the changes that the
// solution made.
func (l *lab) gradedArgs() []gradedArg {
	if l.graded == nil {
		l.graded = []gradedArg{}
		g := grading{l: l, entries: l.oracle.episode.World().Entries(), spots: map[int]spot{}}
		for _, m := range l.oracle.seqs {
			g.spots[m.seq] = m.at
		}
		needed, err := l.s.evidenceOf()
		if err != nil {
			return l.graded // a finding of the grader round
		}
		for i := range needed {
			g.note(&needed[i])
		}
	}
	return l.graded
}

type grading struct {
	l       *lab
	entries []*world.Entry
	spots   map[int]spot
}

func (g *grading) note(n *grade.Needed) {
	check := g.l.checkIndex(n.Check)
	switch {
	case n.Answer != nil:
		if e := g.submission(n.Answer); e != nil {
			for _, f := range n.Answer {
				g.add(e, f.Name, use{check, f.Name, f.Matcher})
			}
		}
	case n.Change != nil && n.Change.Op != world.Deleted:
		g.change(check, n.Change)
	}
}

// submission is the last answer that holds all fields as they are wanted.
func (g *grading) submission(fields []grade.FieldValue) *world.Entry {
	for _, e := range slices.Backward(g.entries) {
		if e.Tool != episode.SubmitTool || len(e.Changes) == 0 {
			continue
		}
		if fits(e.Changes[0].After, fields) {
			return e
		}
	}
	return nil
}

func fits(r *world.Record, fields []grade.FieldValue) bool {
	for _, f := range fields {
		if v, ok := r.Get(f.Name); f.Matcher != nil && !f.Matcher.Match(v, ok) {
			return false
		}
	}
	return true
}

// change finds the record that satisfies a needed change, and who gave its fields.
func (g *grading) change(check int, c *grade.ChangeAct) {
	for i, e := range slices.Backward(g.entries) {
		for k := range e.Changes {
			r := e.Changes[k].After
			if r == nil || e.Actor != world.Agent || r.Collection() != c.Collection || !fits(r, c.Fields) ||
				c.Op == world.Updated && r.ID() != c.ID {
				continue
			}
			for _, f := range c.Fields {
				if giver := g.giver(i, r, f.Name); giver != nil && f.Matcher != nil {
					g.field(giver, r.Collection(), use{check, f.Name, f.Matcher})
				}
			}
			return
		}
	}
}

// giver is the entry, up to one, that last changed a record's field.
func (g *grading) giver(upTo int, r *world.Record, field string) *world.Entry {
	for i := upTo; i >= 0; i-- {
		e := g.entries[i]
		for k := range e.Changes {
			c := e.Changes[k]
			if c.After != nil && c.After.ID() == r.ID() && c.After.Collection() == r.Collection() && slices.Contains(c.Fields(), field) {
				if e.Actor != world.Agent {
					return nil
				}
				return e
			}
		}
	}
	return nil
}

// field finds the argument that a tool takes a record's field from.
func (g *grading) field(e *world.Entry, coll string, u use) {
	if e.Ref == nil {
		return
	}
	for _, eff := range e.Ref.Effects {
		if param, ok := eff.Fields[u.field]; ok && e.Service+"."+eff.Collection == coll {
			g.add(e, param, u)
			return
		}
	}
}

func (g *grading) add(e *world.Entry, param string, u use) {
	at, ok := g.spots[e.Seq]
	if !ok {
		return
	}
	for i := range g.l.graded {
		if a := &g.l.graded[i]; a.spot == at && a.param == param {
			a.uses = append(a.uses, u)
			return
		}
	}
	v, ok := argOf(e.Raw, param)
	move := g.l.moveAt(at.item)
	if !ok || move < 0 {
		return
	}
	g.l.graded = append(g.l.graded, gradedArg{move: move, spot: at, tool: e.Ref, param: param, value: v, uses: []use{u}})
}

func argOf(raw []byte, param string) (any, bool) {
	v, err := value.Parse(raw)
	if err != nil {
		return nil, false
	}
	o, ok := v.(*value.Object)
	if !ok {
		return nil, false
	}
	return o.Get(param)
}

// moveAt is the move of an item of the solution, -1 where it makes none.
func (l *lab) moveAt(item int) int {
	return slices.IndexFunc(l.base.moves, func(m *move) bool { return m.item == item })
}

func (l *lab) checkIndex(id string) int {
	for i := range l.bound.Task.Checks {
		if l.bound.Task.Checks[i].ID == id {
			return i
		}
	}
	return -1
}

// right reports whether a value satisfies everything that is asked of an argument.
func (a *gradedArg) right(v any) bool {
	for _, u := range a.uses {
		if !u.matcher.Match(v, v != nil) {
			return false
		}
	}
	return true
}

// costs lists the checks that an argument feeds.
func (a *gradedArg) costs() []int {
	var out []int
	for _, u := range a.uses {
		if !slices.Contains(out, u.check) {
			out = append(out, u.check)
		}
	}
	return out
}

// set is the script with the argument given another value.
func (l *lab) set(sc *script, a *gradedArg, v any) *script {
	return sc.editAt(a.move, only(a.spot.nth, func(c call) call { return c.with(a.param, v) }))
}
