package gate

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// demandedAdversaries look at what evidence demands and know all else by a guess.
func demandedAdversaries() []adversary {
	return []adversary{
		nearRight("demanded_only_read", "opens only what some evidence demands, or looks only at those records of a kind that it demands, and does all else right",
			"what the facts rest on and nobody has to look at can be guessed", 8, demandedOnlyRead),
	}
}

// demandedOnlyRead makes such runs where what they do not see decides what is right.
func demandedOnlyRead(l *lab) ([]attempt, error) {
	var out []attempt
	add := func(hidden []sight, sc *script, path, says string) {
		out = append(out, attempt{params: Params{"looks": says}, script: sc, path: path, code: ReadNotDemanded, severity: Warning,
			says: fmt.Sprintf("the solution %s, so that it never sees %s of %s %s", says, hidden[0].fields[0], hidden[0].coll, hidden[0].id)})
	}
	at := l.stakes()
	if hidden := at.decisive(at.unopened()); len(hidden) > 0 {
		add(hidden, l.base.filter(l.demandedCall), "checks", "without opening what no evidence demands")
	}
	for k, own := range l.allSights() {
		hidden := at.decisive(at.passedOver(own))
		if len(hidden) == 0 {
			continue
		}
		x := &exchange{check: -1, own: hidden, needer: -1, keeps: true}
		if sc := x.script(l); sc != nil {
			c := &l.bound.Task.Checks[k]
			add(hidden, sc, c.Path, "with a look at the records of "+c.ID+" alone")
		}
	}
	return out, nil
}

// demandedCall reports whether a call is more than the opening of a record that no evidence rests on.
func (l *lab) demandedCall(c *call) bool {
	o, ok := l.bound.Image.Offer(c.tool)
	e := l.entryAt(c)
	if !ok || e == nil || o.Tool.Writes() || c.as != "" || slices.ContainsFunc(o.Tool.Reads, func(r world.Read) bool { return r.Key == "" }) {
		return true
	}
	for k := range l.oracle.score.Checks {
		if l.bound.Task.Checks[k].Weight == 0 && slices.Contains(l.oracle.score.Checks[k].Evidence, e.Seq) {
			return true
		}
	}
	return false
}

// unopened lists the fields that graded facts read and that only openings show which no evidence
// demands. A record that some evidence has opened in the same manner was seen.
func (at *stakes) unopened() []sight {
	var kept, dropped []*world.Entry
	for _, k := range at.looks {
		if at.l.demandedCall(k.call) {
			kept = append(kept, k.entry)
		} else {
			dropped = append(dropped, k.entry)
		}
	}
	if len(dropped) == 0 {
		return nil
	}
	return at.readIn(dropped, "", func(s sight) bool {
		g := s.glimpse()
		return !slices.ContainsFunc(kept, func(e *world.Entry) bool {
			return s.in(e) || g.in(e) && slices.ContainsFunc(dropped, func(o *world.Entry) bool { return o.Tool == e.Tool })
		})
	})
}

// passedOver lists the fields of a check of evidence of those records that no evidence demands.
func (at *stakes) passedOver(own []sight) []sight {
	if len(own) == 0 || !slices.ContainsFunc(own[0].fields, func(f string) bool { return slices.Contains(at.reads[own[0].coll], f) }) {
		return nil
	}
	demanded := map[string]bool{}
	for _, list := range at.l.allSights() {
		for _, s := range list {
			if s.coll == own[0].coll {
				demanded[s.id] = true
			}
		}
	}
	all := make([]*world.Entry, len(at.looks))
	for i := range at.looks {
		all[i] = at.looks[i].entry
	}
	return at.readIn(all, own[0].coll, func(s sight) bool { return !demanded[s.id] && slices.Contains(own[0].fields, s.fields[0]) })
}

// seenCall is a call of the solution that changes nothing, and what it showed.
type seenCall struct {
	call  *call
	entry *world.Entry
}

func (l *lab) lookCalls() []seenCall {
	var out []seenCall
	for _, m := range l.base.moves {
		for i := range m.calls {
			if c := &m.calls[i]; !l.changes(c) {
				if e := l.entryAt(c); e != nil {
					out = append(out, seenCall{c, e})
				}
			}
		}
	}
	return out
}

// readIn lists what entries show of the fields that graded facts read, of one collection or of all,
// one field each and each once.
func (at *stakes) readIn(entries []*world.Entry, coll string, wanted func(s sight) bool) []sight {
	var out []sight
	type shown struct {
		of    recordName
		field string
	}
	seen := map[shown]bool{}
	for _, e := range entries {
		for _, x := range e.Shown {
			own := x.Record.Collection()
			if coll != "" && own != coll {
				continue
			}
			for i, field := range at.reads[own] {
				if k := (shown{nameOf(x.Record), field}); x.Has(field) && !seen[k] {
					seen[k] = true
					if s := (sight{own, k.of.id, at.reads[own][i : i+1]}); wanted(s) && !at.l.leads(x.Record, field) {
						out = append(out, s)
					}
				}
			}
		}
	}
	return out
}

// leads reports whether a field holds the key of a record that some evidence demands: who opened
// that one has not guessed it.
func (l *lab) leads(r *world.Record, field string) bool {
	v := r.Text(field)
	return v != "" && slices.ContainsFunc(l.allSights(), func(list []sight) bool {
		return slices.ContainsFunc(list, func(s sight) bool { return s.id == v })
	})
}

// gradedReads are the fields that facts read on which a check with a weight rests, by collection.
func (l *lab) gradedReads() map[string][]string {
	out := map[string][]string{}
	for _, info := range l.infos() {
		if !l.gradedFact(info.Name) {
			continue
		}
		for _, rd := range info.Reads {
			if decl, ok := l.bound.Image.Collection(rd.Collection); ok && rd.Field != decl.Key && !slices.Contains(out[rd.Collection], rd.Field) {
				out[rd.Collection] = append(out[rd.Collection], rd.Field)
			}
		}
	}
	return out
}

// gradedFact reports whether a check with a weight rests on a fact.
func (l *lab) gradedFact(name string) bool {
	return slices.ContainsFunc(l.s.demanding(), func(d demand) bool {
		return d.check.Weight > 0 && (d.names[name] || slices.ContainsFunc(l.infos(), func(info task.FactInfo) bool {
			return d.names[info.Name] && slices.Contains(info.Uses, name)
		}))
	})
}
