package task

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/task/internal/formula"
)

// reach is which records of a collection a variation concerns.
type reach struct {
	all  bool
	rows []int // else: their places
}

// touch notes a record that was changed in its place.
func (r *reach) touch(row int) {
	if !slices.Contains(r.rows, row) {
		r.rows = append(r.rows, row)
	}
}

// source is the collection or fact whose rows a list fact goes through one by one; "" where its list
// is made in another way, or where one row counts for another.
func (f *fact) source() string {
	if f.from == nil || len(f.from.Names) != 1 || strings.TrimSpace(f.from.Source) != f.from.Names[0] {
		return ""
	}
	name := f.from.Names[0]
	for _, parts := range [][]part{f.lets, f.where, f.give} {
		if slices.ContainsFunc(parts, func(p part) bool { return slices.Contains(p.prog.Names, name) }) {
			return ""
		}
	}
	return name
}

// patch evaluates a fact anew on the rows for which something may have changed alone, and reports
// whether that is enough: what it gives for the others is in its value as written.
func (b *Bound) patch(f *fact, twist *Twist, touched map[string]*reach, moved map[string]*fact, meter *formula.Meter) bool {
	if f.kept == nil {
		return false
	}
	run := newFactRun(b, f, twist, meter)
	defer run.end()
	rows, before := run.changed(touched, moved)
	if before == nil {
		return false
	}
	was, _ := f.out.([]any)
	stay := !twist.inverts(f) // a row that meets every condition as written does so without one, and not with one inverted
	out := make([]any, 0, len(was)+1)
	for i, row := range rows {
		if k := before(i); k < 0 {
			if item, keep, _ := run.one(row, i); keep { // a variation is lenient, so that there is no error
				out = append(out, item)
			}
		} else if place := f.kept[k]; place >= 0 && stay {
			out = append(out, was[place])
		}
	}
	value, ferr := run.settled(out)
	f.take(value, ferr)
	return true
}

// changed lists the fact's rows and tells where each stood among its rows as written, -1 for those
// that must be looked at again: those of a record that was changed, or that its source did not give
// before, or else, where a condition is twisted, those that were left out. It is nil where that
// cannot be told row by row.
func (r *factRun) changed(touched map[string]*reach, moved map[string]*fact) (rows []any, before func(i int) int) {
	f, name := r.f, r.f.source()
	at, from := touched[name], moved[name]
	other := slices.ContainsFunc(f.names, func(n string) bool { return n != name && (touched[n] != nil || moved[n] != nil) })
	again := func(i int) bool { return f.kept[i] < 0 }
	switch twisted := r.twist.concerns(f); {
	case other || (at != nil || from != nil) && twisted || at != nil && (at.all || f.stage != 0):
		return nil, nil
	case from != nil:
		return r.since(from)
	case at != nil:
		rows, again = r.b.stages[0].rows[name], func(i int) bool { return slices.Contains(at.rows, i) }
	case !twisted:
		return nil, nil
	default:
		var ferr *factError
		if rows, ferr = r.rows(); ferr != nil {
			return nil, nil
		}
	}
	if len(rows) != len(f.kept) {
		return nil, nil
	}
	return rows, func(i int) int {
		if again(i) {
			return -1
		}
		return i
	}
}

// since is changed where the rows are those of another fact, which has another value than it had:
// what both values hold stands in them in the same order.
func (r *factRun) since(from *fact) (rows []any, before func(i int) int) {
	now := r.b.byName[from.spec.Name]
	rows, _ = now.out.([]any)
	was, _ := from.out.([]any)
	if now.err != nil || from.err != nil || rows == nil || len(was) != len(r.f.kept) {
		return nil, nil
	}
	next := 0
	return rows, func(i int) int {
		k := slices.IndexFunc(was[next:], func(v any) bool { return Identical(v, rows[i]) })
		if k < 0 {
			return -1
		}
		next += k + 1
		return next - 1
	}
}
