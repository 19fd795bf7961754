package gate

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Bounds of moving near misses: variants of a task, steps of bisecting edges, near misses of a
// condition, values of a field.
const (
	mostMoves      = 80
	mostHalvings   = 48
	missesMoved    = 2
	valuesMoved    = 3
	relatedRecords = 6
	placesMoved    = 4
)

// moved moves near misses across their edges by changing one field that the condition reads.
func (t *truth) moved() error {
	for i := range t.b.Task.Facts {
		f := &t.b.Task.Facts[i]
		r := t.s.rowsOfFact(f.Name)
		if r == nil {
			continue
		}
		for _, c := range f.Where {
			misses := missing(r, c.Name)
			best, found := Edge{}, false
			for _, at := range misses[:min(len(misses), missesMoved)] {
				e, ok := t.move(f, c, r, at)
				if ok && (!found || e.Steps < best.Steps) {
					best, found = e, true
				}
				if found && best.Steps == 1 {
					break
				}
			}
			if found {
				t.s.edges = append(t.s.edges, best)
			}
		}
	}
	return nil
}

// place is a field of a record that a condition may look at.
type place struct {
	coll, id string
	field    *world.Field
	was      any
}

// move moves one near miss by each field that may take it across, and says how near it sits.
func (t *truth) move(f *task.FactSpec, c task.Condition, r *task.Rows, at int) (nearest Edge, ok bool) {
	movable := false
	for _, p := range t.places(f, c, r, at) {
		steps, tried := t.moveOne(f, c, r, at, p)
		if !tried {
			continue
		}
		movable = true
		t.tried("near_miss_moved", steps == 0)
		if steps > 0 && (!ok || steps < nearest.Steps) {
			nearest, ok = Edge{f.Name, c.Name, unitOf(p.field.Type), steps}, true
		}
	}
	if !movable {
		t.s.counts["not_movable"]++
	}
	return nearest, ok
}

// moveOne changes one field until the near miss crosses its edge, and bisects where that is.
// steps counts smallest steps; 0 where it crossed and the fact did not change. tried is false
// where no value takes it across.
func (t *truth) moveOne(f *task.FactSpec, c task.Condition, r *task.Rows, at int, p place) (steps int64, tried bool) {
	for k, v := range t.values(p) {
		if t.moves >= mostMoves {
			t.s.counts["beyond_bound"]++
			return 0, false
		}
		step := k < unitSteps(p.field.Type)
		variant := t.vary(f.Name, p.change(v))
		if variant == nil {
			continue
		}
		if t.unlike(variant, f.Name) {
			if step {
				return 1, true
			}
			return t.bisect(f.Name, p, v), true
		}
		if step && ordered(p.field.Type) || !variant.Meets(f.Name, at, len(r.Items)) {
			continue // a further value of the column tells whether a step that changes nothing crossed
		}
		t.s.find(Error, EdgeUnnoticed, c.Path, fmt.Sprintf("with %s of %s as %s the near miss %s meets every condition of %s, and the fact stays as it is",
			p.field.Name, p.id, text(v), r.Items[at].ID, f.Name), &Evidence{Try: "a near miss moved across the edge of " + c.Name,
			Recipe: &Recipe{RoundTruth, "near_miss_moved", Params{"collection": p.coll, "record": p.id, "field": p.field.Name, "value": text(v)}}})
		return 0, true
	}
	return 0, false
}

func (p *place) change(v any) task.RecordChange {
	return task.RecordChange{Collection: p.coll, ID: p.id, Set: []value.Member{{Name: p.field.Name, Value: v}}}
}

// places lists the fields that a condition may look at for one row: of the row's own record and
// of those that it leads to by their keys, if the condition or a let that it names mentions them.
func (t *truth) places(f *task.FactSpec, c task.Condition, r *task.Rows, at int) []place {
	words := mentioned(f, c)
	reads := map[string][]string{}
	for _, rd := range t.infos[f.Name].Reads {
		reads[rd.Collection] = append(reads[rd.Collection], rd.Field)
	}
	for _, other := range t.infos[f.Name].Uses { // rows of another fact are made of what that reads
		for _, rd := range t.infos[other].Reads {
			reads[rd.Collection] = append(reads[rd.Collection], rd.Field)
		}
	}
	var out []place
	state := t.s.seedState()
	for _, rec := range t.related(state, reads, r, at) {
		decl, _ := state.Image().Collection(rec.Collection())
		for i := range decl.Fields {
			field := &decl.Fields[i]
			if field.Name == decl.Key || field.List || !slices.Contains(reads[rec.Collection()], field.Name) || !words[field.Name] && len(t.infos[f.Name].Uses) == 0 {
				continue
			}
			if was, _ := rec.Get(field.Name); len(out) < placesMoved {
				out = append(out, place{rec.Collection(), rec.ID(), field, was})
			}
		}
	}
	return out
}

// mentioned lists the words of a condition and of the lets that it names.
func mentioned(f *task.FactSpec, c task.Condition) map[string]bool {
	words := map[string]bool{}
	add := func(src string) {
		for _, w := range strings.FieldsFunc(src, func(r rune) bool {
			return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
		}) {
			words[w] = true
		}
	}
	add(c.Expr)
	for again := true; again; {
		again = false
		for _, l := range f.Let {
			if words[l.Name] {
				n := len(words)
				add(l.Expr)
				again = again || len(words) > n
			}
		}
	}
	return words
}

// related are the record of a row and those to whose keys its fields lead.
func (t *truth) related(state *world.State, reads map[string][]string, r *task.Rows, at int) []*world.Record {
	var out []*world.Record
	seen := map[string]bool{}
	add := func(coll, id string) {
		if rec, ok := state.Get(coll, id); ok && !seen[coll+" "+id] && len(out) < relatedRecords {
			seen[coll+" "+id] = true
			out = append(out, rec)
		}
	}
	colls := sorted(reads)
	if r.Collection != "" {
		add(r.Collection, r.Items[at].ID)
	} else if row, ok := r.Items[at].Record.(map[string]any); ok {
		for _, name := range sorted(row) {
			if id, ok := row[name].(string); ok {
				for _, coll := range colls {
					add(coll, id)
				}
			}
		}
	}
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

// unitSteps is how many of the values tried first are the smallest steps of a type.
func unitSteps(t world.Type) int {
	if ordered(t) {
		return 2
	}
	return valuesMoved // another category is the smallest step there is
}

// values are what a field is changed to: the smallest step either way, then values of its
// column; for texts only where the column is one of categories.
func (t *truth) values(p place) []any {
	var out []any
	switch {
	case ordered(p.field.Type):
		if n, ok := position(p.field.Type, p.was); ok {
			out = append(out, valueAt(p.field.Type, p.was, n+1), valueAt(p.field.Type, p.was, n-1))
		}
	case p.field.Type == world.Bool:
		return []any{p.was != true}
	case p.field.Type == world.Tree:
		return nil
	}
	column, all := t.column(p)
	if len(out) == 0 && len(column) > 1 && len(column) == all {
		return nil // every record has its own: no category
	}
	for _, v := range column {
		if len(out) < valuesMoved+unitSteps(p.field.Type) && !value.Equal(v, p.was) {
			out = append(out, v)
		}
	}
	return out
}

// column lists the different values of a field's column, the commonest first, and how many
// records have one.
func (t *truth) column(p place) (values []any, all int) {
	count := map[string]int{}
	for r := range t.s.seedState().Records(p.coll) {
		v, ok := r.Get(p.field.Name)
		if !ok || v == nil {
			continue
		}
		all++
		if count[text(v)]++; count[text(v)] == 1 {
			values = append(values, v)
		}
	}
	slices.SortStableFunc(values, func(a, b any) int { return count[text(b)] - count[text(a)] })
	return values, all
}

// sameInstant writes every date-time that facts read in another offset.
func (t *truth) sameInstant() error {
	state := t.s.seedState()
	fields := map[task.FieldRead]bool{}
	for _, info := range t.infos {
		for _, rd := range info.Reads {
			fields[rd] = true
		}
	}
	var changes []task.RecordChange
	for _, full := range state.Image().Collections() {
		decl, _ := state.Image().Collection(full)
		for r := range state.Records(full) {
			var set []value.Member
			for i := range decl.Fields {
				f := &decl.Fields[i]
				if f.Type == world.Instant && !f.List && fields[task.FieldRead{Collection: full, Field: f.Name}] {
					if s, ok := elsewhere(r.Text(f.Name)); ok {
						set = append(set, value.Member{Name: f.Name, Value: s})
					}
				}
			}
			if set != nil {
				changes = append(changes, task.RecordChange{Collection: full, ID: r.ID(), Set: set})
			}
		}
	}
	if len(changes) == 0 {
		return nil
	}
	v := t.vary("", changes...)
	if v == nil {
		return nil
	}
	for i := range t.b.Task.Facts {
		f := &t.b.Task.Facts[i]
		if bad := t.unlike(v, f.Name); bad {
			t.s.find(Error, OffsetMatters, f.Path, fmt.Sprintf("%s changes when the same instants are written in another offset", f.Name), nil)
			t.tried("same_instant", true)
			return nil
		}
	}
	t.tried("same_instant", false)
	return nil
}

// elsewhere writes an instant in an offset that it does not have.
func elsewhere(s string) (string, bool) {
	at, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return "", false
	}
	const shift = 5*3600 + 1800
	_, offset := at.Zone()
	if offset == shift {
		return at.UTC().Format(time.RFC3339), true
	}
	return at.In(time.FixedZone("", shift)).Format(time.RFC3339), true
}
