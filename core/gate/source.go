package gate

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// sources finds ids and addresses that the solution uses before anything has shown them.
func (s *subject) sources(r *run) {
	known := newKnown(s.task)
	r.episode.Replies(func(seen []episode.Observation, user *trace.UserTurn) {
		for _, o := range seen {
			if o.Entry != nil {
				s.sourced(r, known, o.Entry)
			}
		}
		for _, o := range seen {
			known.learn(string(o.Body))
		}
		if user != nil {
			known.learn(user.Text)
		}
	})
}

func (s *subject) sourced(r *run, known *known, e *world.Entry) {
	if e.Ref == nil {
		return
	}
	for i := range e.Ref.Params {
		param := &e.Ref.Params[i]
		if param.Custom == nil && param.Type != world.ID && param.Type != world.Address || e.Args.Len() == 0 {
			continue
		}
		for _, text := range leaves(e.Args.Value(param.Name), param.Custom == nil) {
			s.counts["arguments"]++
			if !known.has(text) {
				s.findOnce(Error, UnsourcedValue, "solution", e.Tool+param.Name,
					fmt.Sprintf("call %d, %s: %s %q is neither in the request or brief nor in an earlier reply", e.Seq, e.Tool, param.Name, text),
					s.shows(r, "the solution", e.Seq))
			}
		}
	}
}

// leaves lists the texts of an argument; of an answer only those that are ids by their look
// (they hold a digit) since words of an enumeration are the task's own.
func leaves(v any, all bool) []string {
	switch v := v.(type) {
	case string:
		if v != "" && (all || looksLikeID(v)) {
			return []string{v}
		}
	case []any:
		var out []string
		for _, item := range v {
			out = append(out, leaves(item, all)...)
		}
		return out
	case *value.Object:
		var out []string
		for _, m := range v.Members() {
			out = append(out, leaves(m.Value, all)...)
		}
		return out
	}
	return nil
}

// looksLikeID: letters, then a mark, then digits, such as TK-2107 or evt_11.
func looksLikeID(s string) bool {
	letters, mark, digits := 0, 0, 0
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9' && mark > 0:
			digits++
		case r == '-' || r == '_':
			mark++
		case r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z':
			letters++
		default:
			return false
		}
	}
	return letters > 0 && mark == 1 && digits > 0
}

// unread finds records that the facts behind a change or an answer were derived from and that no
// earlier reply has shown. A record counts as one of those only where the task without it has
// another fact, so that a mere likeness of values accuses nobody.
func (s *subject) unread(l *lab) {
	shown := l.shownFirst()
	asked := map[string]bool{}
	for i, m := range l.base.moves {
		if !l.changing(m) {
			continue
		}
		for _, f := range l.bound.Task.Facts {
			if !l.needs[m.item].names[f.Name] {
				continue
			}
			for _, rec := range l.behind(f.Name) {
				if first, ok := shown[nameOf(rec)]; ok && first <= i {
					continue
				}
				key := rec.Collection() + " " + rec.ID()
				if asked[f.Name+key] {
					continue
				}
				asked[f.Name+key] = true
				s.counts["records"]++
				if l.derivedFrom(m.item, rec) {
					s.findOnce(Error, UnreadRecord, s.task.Solution[m.item].Path, f.Name+rec.Collection(),
						fmt.Sprintf("item %d uses the fact %s, which rests on %s, and no earlier reply has shown it", m.item+1, f.Name, key), s.shows(l.oracle, "the solution"))
				}
			}
		}
	}
}

// changing reports whether a move changes something or hands in an answer.
func (l *lab) changing(m *move) bool {
	for i := range m.calls {
		if l.changes(&m.calls[i]) {
			return true
		}
	}
	return false
}

// shownFirst gives for each record that replies of the solution show the first move before which
// one has shown it.
func (l *lab) shownFirst() map[recordName]int {
	shown := map[recordName]int{}
	entries := l.oracle.episode.World().Entries()
	from := 0
	for i := range l.base.moves {
		note := func(r *world.Record) {
			if _, known := shown[nameOf(r)]; !known {
				shown[nameOf(r)] = i
			}
		}
		for ; from < len(l.marks[i].e.World().Entries()); from++ {
			for _, r := range entries[from].Shown {
				note(r.Record)
			}
			if e := entries[from]; e.Actor == world.Agent {
				for _, c := range e.Changes {
					note(c.Record())
				}
			}
		}
	}
	return shown
}

// behind lists the records of s0 that the rows of a list fact are, and those to whose keys their
// fields lead.
func (l *lab) behind(fact string) []*world.Record {
	rows := l.s.rowsOfFact(fact)
	if rows == nil || rows.Collection == "" {
		return nil
	}
	reads := map[string]bool{}
	for _, info := range l.infos() {
		if info.Name == fact {
			for _, rd := range info.Reads {
				reads[rd.Collection] = true
			}
		}
	}
	state := l.s.seedState()
	var out []*world.Record
	seen := map[*world.Record]bool{}
	add := func(coll, id string) {
		if rec, ok := state.Get(coll, id); ok && reads[coll] && !seen[rec] {
			seen[rec] = true
			out = append(out, rec)
		}
	}
	for i := range rows.Items {
		if len(rows.Failed(i)) == 0 {
			add(rows.Collection, rows.Items[i].ID)
		}
	}
	colls := sorted(reads)
	for i := 0; i < len(out); i++ {
		for _, m := range out[i].Fields() {
			if id, ok := m.Value.(string); ok {
				for _, coll := range colls {
					add(coll, id)
				}
			}
		}
	}
	return out
}

func (l *lab) infos() []task.FactInfo {
	if l.factInfos == nil {
		l.factInfos = l.bound.FactInfos()
	}
	return l.factInfos
}

// derivedFrom reports whether a fact that an item names itself has another value, or none,
// without a record.
func (l *lab) derivedFrom(item int, rec *world.Record) bool {
	v, err := l.bound.Vary(task.Variation{Changes: []task.RecordChange{{Collection: rec.Collection(), ID: rec.ID(), Delete: true}}})
	if err != nil {
		return false
	}
	for _, e := range l.solution.Exprs(item) {
		for _, name := range e.Names() {
			was, known := l.bound.Fact("", name)
			is, _ := v.Fact("", name)
			if known && (v.FactError(name) != nil || !same(was, is)) {
				return true
			}
		}
	}
	return false
}
