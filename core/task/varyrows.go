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

// patch evaluates a fact anew on the rows that were changed alone, and reports whether that is
// enough: what it gives for the others is in its value as written.
func (b *Bound) patch(f *fact, twist *Twist, touched map[string]*reach, moved map[string]bool, meter *formula.Meter) bool {
	full := f.source()
	was, _ := f.out.([]any)
	rows, at := b.stages[0].rows[full], touched[full]
	if at == nil || at.all || f.stage != 0 || f.kept == nil || len(f.kept) != len(rows) || twist.concerns(f) ||
		slices.ContainsFunc(f.names, func(n string) bool { return n != full && (touched[n] != nil || moved[n]) }) {
		return false
	}
	run := newFactRun(b, f, twist, meter)
	defer run.end()
	out := make([]any, 0, len(was)+len(at.rows))
	for i, place := range f.kept {
		if !slices.Contains(at.rows, i) {
			if place >= 0 {
				out = append(out, was[place])
			}
			continue
		}
		if item, keep, _ := run.one(rows[i], i); keep { // a variation is lenient, so that there is no error
			out = append(out, item)
		}
	}
	value, ferr := run.settled(out)
	f.take(value, ferr)
	return true
}
