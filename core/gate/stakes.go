package gate

import (
	"slices"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// stakes are what is acted upon or answered, item by item: the members that checks with a weight go
// through, and the rows that they ask for.
type stakes struct {
	l     *lab
	lists []stake
	looks []seenCall          // of the solution
	reads map[string][]string // the fields that graded facts read, by collection
}

// stake is one such list as it is in the task.
type stake struct {
	d    *demand
	rows *task.Expr // nil = the members that the check goes through
	was  []any
}

func (l *lab) stakes() *stakes {
	at := &stakes{l: l, looks: l.lookCalls(), reads: l.gradedReads()}
	for i := range l.s.demanding() {
		d := &l.s.demands[i]
		if d.check.Weight == 0 {
			continue
		}
		if d.each != nil {
			at.add(stake{d: d})
			continue
		}
		for _, e := range d.exprs {
			at.add(stake{d: d, rows: e})
		}
	}
	return at
}

func (at *stakes) add(x stake) {
	list, ok := x.items(at.l.bound)
	if !ok || len(list) == 0 {
		return
	}
	if _, isRow := list[0].(map[string]any); isRow || x.rows == nil {
		x.was = list
		at.lists = append(at.lists, x)
	}
}

// items are those of the list under the facts of a variant; ok is false where it has none.
func (x *stake) items(b *task.Bound) (list []any, ok bool) {
	if x.rows == nil {
		return x.d.items(b)
	}
	v, err := b.Run(x.rows, x.d.stage, task.Env{})
	list, ok = v.([]any)
	return list, ok && err == nil
}

// mostAsked bounds the records that are asked one by one whether they decide.
const mostAsked = 60

// decisive picks, of the fields that stay unseen, those of the first record that makes an item what it
// is: without the record it is another one or none, and so it is with other values in the fields. A
// record that only fails a condition need not be looked at.
func (at *stakes) decisive(hidden []sight) []sight {
	byRecord := map[recordName][]sight{}
	var records []recordName
	var gone []task.RecordChange
	for _, s := range hidden {
		k := recordName{s.coll, s.id}
		if byRecord[k] == nil {
			records, gone = append(records, k), append(gone, task.RecordChange{Collection: s.coll, ID: s.id, Delete: true})
		}
		byRecord[k] = append(byRecord[k], s)
	}
	if len(records) == 0 || !at.lost(true, gone...) {
		return nil
	}
	for i, k := range records[:min(len(records), mostAsked)] {
		if at.lost(true, gone[i]) {
			if change, ok := at.l.exchanged(byRecord[k]); ok && at.lost(false, change) {
				return byRecord[k]
			}
		}
	}
	return nil
}

// lost reports whether an item is no longer there as it was; unknown says whether one is lost that
// cannot be told.
func (at *stakes) lost(unknown bool, changes ...task.RecordChange) bool {
	v, err := at.l.bound.Vary(task.Variation{Changes: changes})
	if err != nil {
		return false
	}
	return slices.ContainsFunc(at.lists, func(x stake) bool {
		now, ok := x.items(v)
		if !ok {
			return unknown
		}
		return slices.ContainsFunc(x.was, func(item any) bool { return !holdsValue(now, item) })
	})
}

// exchanged is a record with the values of other records in its fields.
func (l *lab) exchanged(fields []sight) (task.RecordChange, bool) {
	state := l.s.seedState()
	out := task.RecordChange{Collection: fields[0].coll, ID: fields[0].id}
	own, ok := state.Get(out.Collection, out.ID)
	if !ok {
		return out, false
	}
	for _, s := range fields {
		was, _ := own.Get(s.fields[0])
		for r := range state.Records(s.coll) {
			if v, has := r.Get(s.fields[0]); has && !value.Equal(v, was) {
				out.Set = append(out.Set, value.Member{Name: s.fields[0], Value: v})
				break
			}
		}
	}
	return out, len(out.Set) > 0
}
