package task

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task/internal/formula"
)

// Rows are the results of a list fact's conditions, row by row.
type Rows struct {
	Fact       string
	Conditions []string // names in order
	Collection string   // full name where the rows are records of a collection, else ""
	Items      []Row
}

// Row is one candidate of a list fact.
type Row struct {
	Record any    // Go value of the row
	ID     string // key of the record, or its number from 1 where rows carry none
	Holds  map[string]bool
	Err    map[string]error // a condition that erred does not hold; nil where none did
}

// Failed lists the conditions that do not hold, in order.
func (r *Rows) Failed(i int) []string {
	var out []string
	for _, c := range r.Conditions {
		if !r.Items[i].Holds[c] {
			out = append(out, c)
		}
	}
	return out
}

// Conditions evaluates every condition of a list fact on every row, whatever the others say:
// a row for which exactly one does not hold is that condition's near miss. The fact belongs to
// one stage, so stage only says who asks. Asking for a fact that is no list fact is an error.
func (b *Bound) Conditions(name, stage string) (*Rows, error) {
	f := b.byName[name]
	if f == nil {
		return nil, fault.New(fault.NotFound, "conditions of %s at %q: there is no such fact", clipText(name), stage)
	}
	if f.from == nil {
		return nil, fault.New(fault.Invalid, "conditions of %s: it is a single value and has none", name)
	}
	run := newFactRun(b, f, nil, formula.NewMeter(factSteps))
	defer run.end()
	rows, ferr := run.rows()
	if ferr != nil {
		return nil, fault.New(fault.Invalid, "conditions of %s: %s", name, ferr.msg)
	}
	out := &Rows{Fact: name, Items: make([]Row, 0, len(rows))}
	if f.row.Shape != nil {
		out.Collection = f.row.Shape.Collection
	}
	for _, p := range f.where {
		out.Conditions = append(out.Conditions, p.name)
	}
	for i, row := range rows {
		run.enter(row)
		item := Row{Record: row, ID: run.rowID(row, i), Holds: make(map[string]bool, len(f.where))}
		if item.ID == "" {
			item.ID = fmt.Sprint(i + 1)
		}
		for n := range f.where {
			p := &f.where[n]
			holds, err := run.holds(p)
			if err != nil {
				if item.Err == nil {
					item.Err = map[string]error{}
				}
				item.Err[p.name] = err
			}
			item.Holds[p.name] = holds && err == nil
		}
		out.Items = append(out.Items, item)
	}
	return out, nil
}

// Meets reports whether a row of a list fact that has so many rows meets every condition.
func (b *Bound) Meets(name string, row, rows int) bool {
	f := b.byName[name]
	run := newFactRun(b, f, nil, formula.NewMeter(factSteps))
	defer run.end()
	list, ok := run.named()
	if !ok {
		var ferr *factError
		if list, ferr = run.rows(); ferr != nil {
			return false
		}
	}
	if len(list) != rows {
		return false
	}
	run.enter(list[row])
	return !slices.ContainsFunc(f.where, func(p part) bool {
		holds, err := run.holds(&p)
		return err != nil || !holds
	})
}

// FactInfo describes a fact for the gate and the workbench.
type FactInfo struct {
	Name       string
	Stage      string
	Path       string
	List       bool        // it has rows and conditions
	Conditions []string    // names in order
	Uses       []string    // facts that it names, also through others, in file order
	Reads      []FieldRead // fields of collections that it looks at itself
	Names      []string    // collections that it names itself, sorted
}

// FactInfos describes the facts in file order.
func (b *Bound) FactInfos() []FactInfo {
	out := make([]FactInfo, len(b.facts))
	for i, f := range b.facts {
		info := FactInfo{Name: f.spec.Name, Stage: b.stages[f.stage].name, Path: f.spec.Path, List: f.from != nil,
			Uses: b.factsOf(f.uses), Reads: fieldReads(f.reads), Names: b.collectionsOf(f)}
		for _, p := range f.where {
			info.Conditions = append(info.Conditions, p.name)
		}
		out[i] = info
	}
	return out
}

// collectionsOf lists the collections that a fact names itself, sorted.
func (b *Bound) collectionsOf(f *fact) []string {
	run := factRun{f: f}
	seen := map[string]bool{}
	for _, p := range run.programs() {
		for _, name := range p.Names {
			if b.tables[name] != nil {
				seen[name] = true
			}
		}
	}
	return sortedKeys(seen)
}
