package gate

import (
	"slices"

	"coworkenv.dev/coworkenv/core/task"
)

// candidates are the rows that a list fact chooses from: what the fact would give for each, and
// which conditions each meets. They are evaluated once, so that what the fact would be without a
// condition, or with one turned round, is a matter of picking.
type candidates struct {
	rows  *task.Rows
	given []any // parallel to the rows
}

// candidatesOf evaluates the candidates of a fact once; nil where some of them cannot be given.
func (l *lab) candidatesOf(fact string) *candidates {
	if c, known := l.candidates[fact]; known {
		return c
	}
	c := l.pick(fact)
	l.candidates[fact] = c
	return c
}

func (l *lab) pick(fact string) *candidates {
	rows := l.s.rowsOfFact(fact)
	if rows == nil {
		return nil
	}
	v, err := l.bound.Vary(twisted(task.Dropped, fact, rows.Conditions...))
	if err != nil || v.FactError(fact) != nil {
		return nil
	}
	all, _ := v.Fact("", fact)
	given, ok := all.([]any)
	if !ok || len(given) != len(rows.Items) {
		return nil // some rows were passed over, and nobody knows which
	}
	c := &candidates{rows, given}
	l.share(fact, c)
	return c
}

// share takes over the members that the fact has in truth, so that whoever compares them sees at
// once that they are the same.
func (l *lab) share(fact string, c *candidates) {
	was, _ := l.bound.Fact("", fact)
	members, _ := was.([]any)
	n := 0
	for i := range c.rows.Items {
		if n < len(members) && len(c.rows.Failed(i)) == 0 && same(c.given[i], members[n]) {
			c.given[i] = members[n]
			n++
		}
	}
}

// list is what the fact is where conditions are dropped or turned round.
func (c *candidates) list(mode task.Mode, conditions ...string) []any {
	out := []any{}
	for i := range c.rows.Items {
		row := &c.rows.Items[i]
		kept := true
		for _, name := range c.rows.Conditions {
			holds := row.Holds[name]
			if slices.Contains(conditions, name) {
				holds = mode == task.Dropped || !holds && row.Err[name] == nil
			}
			kept = kept && holds
		}
		if kept {
			out = append(out, c.given[i])
		}
	}
	return out
}

// twisted is the variation of a fact's conditions as the facts are written.
func twisted(mode task.Mode, fact string, conditions ...string) task.Variation {
	m := map[task.ConditionRef]task.Mode{}
	for _, c := range conditions {
		m[task.ConditionRef{Fact: fact, Condition: c}] = mode
	}
	return task.Variation{Twist: task.Twist{Conditions: m}}
}

// twist is the same variation, by picking where that can be done.
func (l *lab) twist(mode task.Mode, fact string, conditions ...string) task.Variation {
	if c := l.candidatesOf(fact); c != nil {
		return task.Variation{Facts: map[string]any{fact: c.list(mode, conditions...)}}
	}
	return twisted(mode, fact, conditions...)
}
