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

// source is the collection that a list fact goes through row by row; "" where its list is made in
// another way, or where one row counts for another.
func (f *fact) source() string {
	if f.from == nil || len(f.from.Names) != 1 || strings.TrimSpace(f.from.Source) != f.from.Names[0] {
		return ""
	}
	full := f.from.Names[0]
	for _, parts := range [][]part{f.lets, f.where, f.give} {
		if slices.ContainsFunc(parts, func(p part) bool { return slices.Contains(p.prog.Names, full) }) {
			return ""
		}
	}
	return full
}

// patch evaluates a fact anew on the rows for which something may have changed alone, and reports
// whether that is enough: what it gives for the others is in its value as written.
func (b *Bound) patch(f *fact, twist *Twist, touched map[string]*reach, moved map[string]bool, meter *formula.Meter) bool {
	if f.kept == nil {
		return false
	}
	run := newFactRun(b, f, twist, meter)
	defer run.end()
	rows, again := run.changed(touched, moved)
	if again == nil || len(rows) != len(f.kept) {
		return false
	}
	was, _ := f.out.([]any)
	stay := !twist.inverts(f) // a row that meets every condition as written does so without one, and not with one inverted
	out := make([]any, 0, len(was)+1)
	for i, place := range f.kept {
		if again(i) {
			if item, keep, _ := run.one(rows[i], i); keep { // a variation is lenient, so that there is no error
				out = append(out, item)
			}
		} else if place >= 0 && stay {
			out = append(out, was[place])
		}
	}
	value, ferr := run.settled(out)
	f.take(value, ferr)
	return true
}

// changed lists the fact's rows and tells which of them must be looked at again: those of a record
// that was changed, or else, where a condition is twisted, those that were left out. It is nil
// where that cannot be told row by row.
func (r *factRun) changed(touched map[string]*reach, moved map[string]bool) (rows []any, again func(i int) bool) {
	f, full := r.f, r.f.source()
	at := touched[full]
	other := slices.ContainsFunc(f.names, func(n string) bool { return n != full && (touched[n] != nil || moved[n]) })
	switch twisted := r.twist.concerns(f); {
	case other || at != nil && (at.all || twisted || f.stage != 0):
		return nil, nil
	case at != nil:
		return r.b.stages[0].rows[full], func(i int) bool { return slices.Contains(at.rows, i) }
	case !twisted:
		return nil, nil
	}
	rows, ferr := r.rows()
	if ferr != nil {
		return nil, nil
	}
	return rows, func(i int) bool { return f.kept[i] < 0 }
}
