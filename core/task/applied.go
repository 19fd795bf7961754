package task

import (
	"slices"

	"coworkenv.dev/coworkenv/core/world"
)

// applied is an injection in the form in which it is applied to Go values.
type applied struct {
	path   string
	tab    *table
	op     world.Op
	id     string
	row    map[string]any // the record, or the fields to set
	served world.Injection
}

// apply changes the records of a stage; false where there is nothing to change.
func (a *applied) apply(s *stage) bool {
	rows := s.rows[a.tab.full]
	if a.op == world.Created {
		s.rows[a.tab.full] = append(slices.Clip(rows), a.row)
		return true
	}
	at := a.tab.find(rows, a.id)
	if at < 0 {
		return false
	}
	rows = slices.Clone(rows)
	if a.op == world.Deleted {
		s.rows[a.tab.full] = slices.Delete(rows, at, at+1)
		return true
	}
	row := cloneRow(rows[at].(map[string]any))
	for name, v := range a.row {
		row[name] = v
	}
	rows[at] = row
	s.rows[a.tab.full] = rows
	return true
}
