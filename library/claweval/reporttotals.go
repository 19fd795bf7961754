package claweval

import (
	"cmp"
	"slices"
)

// sum fills the totals.
func (r *Report) sum() {
	t := Totals{Tasks: map[TaskStatus]int{}, Values: map[EntryStatus]int{}, Faults: map[FaultCode]int{}}
	components, safety := map[string]*ComponentTotal{}, map[string]*ComponentTotal{}
	for i := range r.Tasks {
		task := &r.Tasks[i]
		t.Tasks[task.Status]++
		t.Files += len(task.Files)
		for _, f := range task.Files {
			for _, e := range f.Entries {
				t.Values[e.Status] += e.Leaves
			}
		}
		for _, f := range task.Faults {
			t.Faults[f.Code]++
		}
		count(components, task.Components)
		count(safety, task.Safety)
	}
	t.Components, t.Safety = sorted(components), sorted(safety)
	r.Totals = t
}

func count(totals map[string]*ComponentTotal, parts []Component) {
	for _, c := range parts {
		t := totals[c.Type]
		if t == nil {
			t = &ComponentTotal{Type: c.Type}
			totals[c.Type] = t
		}
		t.Of++
		switch c.Became {
		case BecameCheck, BecameForbid:
			t.Check++
		case BecameJudge:
			t.Judge++
		default:
			t.Nothing++
		}
	}
}

// sorted lists totals, the most frequent type first.
func sorted(totals map[string]*ComponentTotal) []ComponentTotal {
	out := make([]ComponentTotal, 0, len(totals))
	for _, t := range totals {
		out = append(out, *t)
	}
	slices.SortFunc(out, func(a, b ComponentTotal) int {
		return cmp.Or(b.Of-a.Of, cmp.Compare(a.Type, b.Type))
	})
	return out
}
