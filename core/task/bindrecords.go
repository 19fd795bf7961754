package task

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// records types s0 and makes the first stage of it.
func (k *binder) records() {
	t := k.b.Task
	t.Records = slices.Clone(t.Records)
	k.tables()
	first := stage{name: t.StageNames()[0], now: t.Now, rows: map[string][]any{}}
	ids := map[string]map[string]bool{}
	for i := range t.Records {
		rec := &t.Records[i]
		tab, before := k.table(rec.Collection, rec.Path), len(k.problems)
		if tab == nil {
			k.doubtAll() // its records belong to one of them
			continue
		}
		if ids[rec.Collection] == nil {
			ids[rec.Collection] = map[string]bool{}
		}
		items := make([]*value.Object, len(rec.Items))
		for j, o := range rec.Items {
			bad := func(code Code, name, hint, format string, args ...any) {
				k.reporter(fmt.Sprintf("%s[%d]", rec.Path, j))(code, name, hint, format, args...)
			}
			r := tab.record(o, len(first.rows[rec.Collection]), bad)
			if ids[rec.Collection][r.id] {
				bad(CodeEqualIDs, "", "give it another "+tab.decl.Key, "two records of %s have the id %s", rec.Collection, clipText(r.id))
			}
			ids[rec.Collection][r.id] = true
			items[j] = r.json
			first.rows[rec.Collection] = append(first.rows[rec.Collection], r.row)
		}
		rec.untyped, rec.Items = rec.source(), items
		if !k.sound(before) {
			k.b.doubt[rec.Collection] = true
		}
	}
	for _, full := range sortedKeys(k.b.tables) {
		if first.rows[full] == nil {
			first.rows[full] = []any{}
		}
	}
	k.b.stages = append(k.b.stages, first)
}

// doubtAll puts every collection in doubt.
func (k *binder) doubtAll() {
	for full := range k.b.tables {
		k.b.doubt[full] = true
	}
}

// reporter notes problems of the fields of what stands at a path.
func (k *binder) reporter(path string) report {
	return func(code Code, name, hint, format string, args ...any) {
		if name != "" {
			path := path + "." + name
			k.bad(code, path, hint, format, args...)
			return
		}
		k.bad(code, path, hint, format, args...)
	}
}

// tables types every collection of the task's services.
func (k *binder) tables() {
	t := k.b.Task
	hiddenValues := map[string]map[string][]any{}
	counts := map[string]int{}
	note := func(full string, members []value.Member) {
		for _, m := range members {
			if !isHidden(m.Name) {
				continue
			}
			if hiddenValues[full] == nil {
				hiddenValues[full] = map[string][]any{}
			}
			hiddenValues[full][m.Name] = append(hiddenValues[full][m.Name], m.Value)
		}
	}
	for _, rec := range t.Records {
		for _, o := range rec.Items {
			note(rec.Collection, o.Members())
			counts[rec.Collection]++
		}
	}
	for _, q := range t.Requests {
		for _, in := range q.Inject {
			note(in.Collection, in.Record.Members())
			note(in.Collection, in.Set)
			if in.Op == world.Created {
				counts[in.Collection]++
			}
		}
	}
	for _, s := range k.b.services {
		for i := range s.Collections {
			full := s.Name + "." + s.Collections[i].Name
			if !s.Collections[i].Internal {
				k.b.tables[full] = newTable(full, &s.Collections[i], hiddenValues[full], counts[full], t.Zone)
			}
		}
	}
}

// table returns a collection of the task, and reports one that is none.
func (k *binder) table(full, path string) *table {
	if tab := k.b.tables[full]; tab != nil {
		return tab
	}
	k.bad(CodeCollection, path, k.suggest(full, sortedKeys(k.b.tables)), "the task's services have no collection %s", clipText(full))
	return nil
}

// injections applies what the world does at each later stage.
func (k *binder) injections() {
	t := k.b.Task
	t.Requests = slices.Clone(t.Requests)
	for i := range t.Requests {
		q := &t.Requests[i]
		last := &k.b.stages[len(k.b.stages)-1]
		if q.Stage == "" || q.Stage == last.name {
			continue
		}
		next := stage{name: q.Stage, now: q.At, rows: map[string][]any{}}
		for full, rows := range last.rows {
			next.rows[full] = rows
		}
		q.Inject = slices.Clone(q.Inject)
		for j := range q.Inject {
			before := len(k.problems)
			k.inject(&q.Inject[j], &next)
			if !k.sound(before) {
				k.b.doubt[q.Inject[j].Collection] = true
			}
		}
		k.b.stages = append(k.b.stages, next)
	}
}

// inject types one injection and applies it to the records of its stage.
func (k *binder) inject(in *InjectSpec, s *stage) {
	tab := k.table(in.Collection, in.Path)
	if tab == nil {
		return
	}
	source := in.source()
	in.untyped = &source
	rows := s.rows[in.Collection]
	bad := k.reporter(in.Path)
	a := applied{path: in.Path, tab: tab, op: in.Op, id: in.ID}
	switch {
	case in.Op == world.Created:
		r := tab.record(in.Record, len(rows), k.reporter(in.Path+".record"))
		if tab.decl.Key != "" && tab.find(rows, r.id) >= 0 {
			bad(CodeUnknownRecord, "record", "give it another "+tab.decl.Key, "%s has a record %s already", in.Collection, clipText(r.id))
		}
		in.Record, a.row = visible(r.json), r.row
	case tab.find(rows, in.ID) < 0:
		bad(CodeUnknownRecord, "record", k.suggest(in.ID, tab.ids(rows)), "%s has no record %s then", in.Collection, clipText(in.ID))
		return
	case in.Op == world.Updated:
		in.Set, a.row = tab.set(in.Set, k.reporter(in.Path+".set"))
	}
	a.served = in.Injection
	if a.apply(s) {
		s.applied = append(s.applied, a)
		s.inject = append(s.inject, a.served)
	}
}

func cloneRow(row map[string]any) map[string]any {
	out := make(map[string]any, len(row))
	for name, v := range row {
		out[name] = v
	}
	return out
}

// find returns the place of a record by id, -1 where it is not there.
func (t *table) find(rows []any, id string) int {
	return slices.IndexFunc(rows, func(r any) bool { return t.rowID(r, 0) == id })
}

// rowID is the id of a record as a Go value; pos is its place, for records without a key.
func (t *table) rowID(row any, pos int) string {
	m, ok := row.(map[string]any)
	if ok && t.decl.Key != "" {
		switch v := m[t.decl.Key].(type) {
		case string:
			return v
		case int:
			return fmt.Sprint(v)
		}
	}
	return fmt.Sprint(pos + 1)
}

func (t *table) ids(rows []any) []string {
	out := make([]string, 0, len(rows))
	for i, r := range rows {
		out = append(out, t.rowID(r, i))
	}
	return out
}
