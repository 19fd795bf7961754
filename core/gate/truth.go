package gate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/task"
)

// look is one way of looking at the ground truth.
type look struct {
	Piece
	run func(t *truth) error
}

func looksAt() []look {
	one := func(name, does, why, bound string, most int, run func(t *truth) error) look {
		return look{Piece{Name: name, Round: RoundTruth, Does: does, Why: why, Bound: bound, Most: most}, run}
	}
	return []look{
		one("near_misses", "looks for a record that fails exactly one condition, for each condition", "a condition that no record fails alone can be forgotten without a trace", "each condition has one (a warning)", 200, (*truth).nearMisses),
		one("near_miss_moved", "moves a near miss across its edge: one second, one cent, one day, another category", "a record that meets every condition must be noticed", "the fact changes", mostMoves, (*truth).moved),
		one("same_instant", "writes every date-time that a fact reads in another offset", "the same instant is the same instant", "no fact changes", 1, (*truth).sameInstant),
		one("order_reversed", "lists the records of every collection the other way round", "what comes first by chance is no truth: two that are equal need a rule", "no check asks for anything else (a warning)", 1, (*truth).orderReversed),
		one("says_words", "holds the comparing words of the request beside the comparison", "`more than` is not `at least`", "they agree (a warning: a person decides)", 200, (*truth).says),
		one("values_said", "holds the days, times, lengths, numbers, quoted texts and column values that decide beside those that the words name", "a day off in facts, checks and solution alike is seen by no run", "the words name none that nothing is compared with, while another decides (a warning)", 200, (*truth).valuesSaid),
		one("weekdays", "holds the weekdays that the words give days beside the calendar", "Tuesday, 21 September and Monday, 21 September are not the same errand", "they agree (a warning)", 100, (*truth).weekdays),
		one("edges_said", "holds comparisons with numbers beside the clauses of request and records that hold the numbers", "`5 cm or more` is not `size > 5`, wherever it is said", "both put the number on the same side (a warning)", 100, (*truth).edges),
		one("currencies", "holds the currency that an amount is counted as beside the record's", "ten dollars are not ten euros", "they agree (a warning)", 200, (*truth).currencies),
		one("declared_empty", "makes a record as the fact that must be empty looks for", "what can never be found proves nothing when it is not", "the fact is no longer empty (a warning)", 20, (*truth).declaredEmpty),
		one("changes_matter", "leaves out each change that the world makes between stages", "a change that alters no fact and no check is dead", "some fact or check changes (a warning)", 40, (*truth).changesMatter),
	}
}

func looks() []Piece {
	var out []Piece
	for _, l := range looksAt() {
		out = append(out, l.Piece)
	}
	return out
}

// truth looks at the facts of one task.
type truth struct {
	s        *subject
	b        *task.Bound
	infos    map[string]task.FactInfo
	pinned   map[string]map[string]any
	moves    int // variants made so far
	halvings int // of those, the ones that bisected an edge
	told     []worded
	texts    []literal
	said     map[string][]saidDay
}

// truthRound shows that the ground truth follows from the data and from the words.
func truthRound(ctx context.Context, s *subject) error {
	t := &truth{s: s, b: s.ready.Bound, infos: map[string]task.FactInfo{}, pinned: map[string]map[string]any{}, said: map[string][]saidDay{}}
	for _, info := range t.b.FactInfos() {
		t.infos[info.Name] = info
	}
	for _, l := range looksAt() {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.applies(l.Name)
		if err := l.run(t); err != nil {
			return err
		}
	}
	return nil
}

// tried counts one look and whether it found something.
func (t *truth) tried(name string, found bool) { t.s.tried(name, found) }

// missing lists the rows that fail exactly the condition.
func missing(r *task.Rows, condition string) []int {
	var out []int
	for i := range r.Items {
		if failed := r.Failed(i); len(failed) == 1 && failed[0] == condition {
			out = append(out, i)
		}
	}
	return out
}

func (t *truth) nearMisses() error {
	for _, f := range t.b.Task.Facts {
		r := t.s.rowsOfFact(f.Name)
		if r == nil {
			continue
		}
		var silent []string
		for _, c := range f.Where {
			none := len(missing(r, c.Name)) == 0
			t.tried("near_misses", none)
			if none {
				t.s.find(Warning, NoNearMiss, c.Path, fmt.Sprintf("no record fails only the condition %s of %s, so that forgetting it goes unnoticed", c.Name, f.Name), nil)
			}
			if c.Says == "" {
				silent = append(silent, c.Name)
			}
		}
		if len(silent) > 0 {
			t.s.find(Info, NoSays, f.Path, fmt.Sprintf("the conditions %s of %s quote no words of the request", strings.Join(silent, ", "), f.Name), nil)
		}
	}
	return nil
}

func (t *truth) changesMatter() error {
	demands := t.s.demanding()
	for _, r := range t.b.Task.Requests {
		for _, in := range r.Inject {
			v, err := t.b.Vary(task.Variation{Skip: []string{in.Path}})
			if err != nil {
				return err
			}
			dead := !t.matters(v, demands, in.Collection)
			t.tried("changes_matter", dead)
			if dead {
				t.s.find(Warning, IdleChange, in.Path, in.Path+" changes no fact and nothing that a check asks for", nil)
			}
		}
	}
	return nil
}

// matters reports whether a variant has another fact, or a check asks for something else in it.
func (t *truth) matters(v *task.Bound, demands []demand, coll string) bool {
	moved := map[string]bool{coll: true}
	for i := range t.b.Task.Facts {
		name := t.b.Task.Facts[i].Name
		was, _ := t.b.Fact("", name)
		is, _ := v.Fact("", name)
		if v.FactError(name) != nil || !same(was, is) {
			return true
		}
	}
	for i := range demands {
		if intersects(demands[i].names, moved) && demands[i].differs(v, nil) {
			return true
		}
	}
	return false
}

// vary makes a variant with records changed. Only the fact that is asked for, and those that it
// is made of, are evaluated anew; fact "" asks for all.
func (t *truth) vary(fact string, changes ...task.RecordChange) *task.Bound {
	t.moves++
	return t.variant(fact, changes...)
}

func (t *truth) variant(fact string, changes ...task.RecordChange) *task.Bound {
	v, err := t.b.Vary(task.Variation{Changes: changes, Facts: t.others(fact)})
	if err != nil {
		return nil // the record does not take that value
	}
	return v
}

// others are the values of all facts but one and those that it is made of.
func (t *truth) others(fact string) map[string]any {
	if fact == "" {
		return nil
	}
	if known := t.pinned[fact]; known != nil {
		return known
	}
	out := map[string]any{}
	for i := range t.b.Task.Facts {
		name := t.b.Task.Facts[i].Name
		if name != fact && !slices.Contains(t.infos[fact].Uses, name) {
			out[name], _ = t.b.Fact("", name)
		}
	}
	t.pinned[fact] = out
	return out
}

// unlike reports whether a fact has another value in a variant, or none any more.
func (t *truth) unlike(v *task.Bound, fact string) bool {
	was, _ := t.b.Fact("", fact)
	is, _ := v.Fact("", fact)
	return v.FactError(fact) != nil || !same(was, is)
}
