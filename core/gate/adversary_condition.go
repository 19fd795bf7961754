package gate

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/task"
)

// conditionAdversaries carry out the solution aimed by facts that somebody got wrong.
func conditionAdversaries() []adversary {
	return []adversary{
		nearRight("condition_dropped", "carries out the solution as if one condition of a fact were not there", "each word of the request that limits something must matter", 40,
			func(l *lab) ([]attempt, error) { return l.misjudged(task.Dropped, "without the condition %s of %s") }),
		nearRight("condition_inverted", "carries out the solution with one condition of a fact turned round", "taking the others instead of these must not pay", 40,
			func(l *lab) ([]attempt, error) {
				return l.misjudged(task.Inverted, "with the condition %s of %s turned round")
			}),
		nearRight("conditions_ignored", "carries out the solution on everything that a fact chooses from", "doing it to all is not choosing", 10, conditionsIgnored),
		nearRight("edge_shifted", "carries out the solution with one near miss taken in", "the edge stands where the words put it: one second, one cent, one day further is wrong", 40,
			func(l *lab) ([]attempt, error) { return l.missed(true) }),
		nearRight("near_miss_taken", "carries out the solution on a near miss in the place of a right one", "a record that fails one condition only is the likeliest mistake", 40,
			func(l *lab) ([]attempt, error) { return l.missed(false) }),
		nearRight("member_left_out", "carries out the solution with one member of a list missing", "an edge one step too narrow, or a record overlooked", 24, memberLeftOut),
		nearRight("record_mistaken", "takes another record of the same collection for the one that a fact names", "like names and like ids are mistaken for each other", 12, recordMistaken),
	}
}

// variation is a wrong fact in the making.
type variation struct {
	key  string
	says string
	v    task.Variation
}

// wrong turns a variation into runs: one, or where it leaves a fact without a value that was one
// member of a list, one for each member that the list has now and had not before.
func (l *lab) wrong(x variation, params Params, collections ...string) ([]attempt, error) {
	v, err := l.vary(x.key, x.v, collections...)
	if err != nil {
		return nil, nil // the change does not fit the task, so that nobody can be that wrong
	}
	if name, members := l.selections(v); name != "" {
		return l.selected(x, params, name, members, collections)
	}
	return l.aimed(v, x.says, params), nil
}

// aimed is the solution as a variant would have it; nothing where that is the solution itself,
// or where the variant asks for nothing else.
func (l *lab) aimed(v *variant, says string, params Params) []attempt {
	if len(v.changed) == 0 && len(v.failed) == 0 {
		return nil
	}
	sc := l.aim(v)
	if len(v.costs) == 0 {
		l.s.counts["feeds_nothing"]++
		return nil
	}
	return []attempt{{params: params, script: sc, costs: v.costs, says: "the solution " + says,
		lost: func(r *run) []int { return l.undue(v, r) }}}
}

// maxMembers bounds the members that are tried in a selection's place.
const maxMembers = 6

// selections finds a fact that has no value in a variant because what it selects from is no
// longer one: its value was a member of a list that has others now.
func (l *lab) selections(v *variant) (name string, members []any) {
	for i := range l.bound.Task.Facts {
		name := l.bound.Task.Facts[i].Name
		if !v.failed[name] {
			continue
		}
		was, _ := l.bound.Fact("", name)
		for k := range l.bound.Task.Facts[:i] {
			list := l.bound.Task.Facts[k].Name
			before, _ := l.bound.Fact("", list)
			now, _ := v.bound.Fact("", list)
			old, ok := before.([]any)
			more, okNow := now.([]any)
			if !ok || !okNow || v.failed[list] || !v.changed[list] || !holdsValue(old, was) {
				continue
			}
			for _, m := range more {
				if !holdsValue(old, m) && len(members) < maxMembers {
					members = append(members, m)
				}
			}
			if len(members) > 0 {
				return name, members
			}
		}
	}
	return "", nil
}

func (l *lab) selected(x variation, params Params, name string, members []any, collections []string) ([]attempt, error) {
	var out []attempt
	for i, m := range members {
		y := x.v
		y.Facts = map[string]any{name: m}
		for given, v := range x.v.Facts {
			y.Facts[given] = v
		}
		v, err := l.vary(fmt.Sprintf("%s %s=%d", x.key, name, i), y, collections...)
		if err != nil {
			continue
		}
		own := Params{name: task.Show(m)}
		for k, p := range params {
			own[k] = p
		}
		out = append(out, l.aimed(v, x.says+fmt.Sprintf(", with %s as %s", task.Show(m), name), own)...)
	}
	return out, nil
}

// misjudged makes the runs of one mode for every condition.
func (l *lab) misjudged(mode task.Mode, says string) ([]attempt, error) {
	var out []attempt
	for _, f := range l.bound.Task.Facts {
		for _, c := range f.Where {
			x := variation{key: twistKey(mode, f.Name, c.Name), says: fmt.Sprintf(says, c.Name, f.Name), v: l.twist(mode, f.Name, c.Name)}
			attempts, err := l.wrong(x, Params{"fact": f.Name, "condition": c.Name})
			if err != nil {
				return nil, err
			}
			out = append(out, attempts...)
		}
	}
	return out, nil
}

func twistKey(mode task.Mode, fact string, conditions ...string) string {
	return fmt.Sprint("twist ", mode, " ", fact, " ", conditions)
}

func conditionsIgnored(l *lab) ([]attempt, error) {
	var out []attempt
	for _, f := range l.bound.Task.Facts {
		if len(f.Where) < 2 {
			continue // one condition dropped is another adversary
		}
		var names []string
		for _, c := range f.Where {
			names = append(names, c.Name)
		}
		x := variation{key: twistKey(task.Dropped, f.Name, names...), says: "without any condition of " + f.Name, v: l.twist(task.Dropped, f.Name, names...)}
		attempts, err := l.wrong(x, Params{"fact": f.Name})
		if err != nil {
			return nil, err
		}
		out = append(out, attempts...)
	}
	return out, nil
}

// entrants are what a list fact would gain without one condition: its near misses as the fact
// gives them.
func (l *lab) entrants(fact, condition string) []any {
	v, err := l.vary(twistKey(task.Dropped, fact, condition), l.twist(task.Dropped, fact, condition))
	if err != nil || v.failed[fact] {
		return nil
	}
	was, _ := l.bound.Fact("", fact)
	now, _ := v.bound.Fact("", fact)
	old, _ := was.([]any)
	more, _ := now.([]any)
	var out []any
	for _, m := range more {
		if !holdsValue(old, m) {
			out = append(out, m)
		}
	}
	return out
}

// mostMisses bounds the near misses of one condition that are tried.
const mostMisses = 2

// missed aims the solution at near misses: beside the right ones, or in the place of the last.
func (l *lab) missed(beside bool) ([]attempt, error) {
	var out []attempt
	for _, f := range l.bound.Task.Facts {
		was, _ := l.bound.Fact("", f.Name)
		right, ok := was.([]any)
		if !ok {
			continue
		}
		for _, c := range f.Where {
			entrants := l.entrants(f.Name, c.Name)
			for i, m := range entrants[:min(len(entrants), mostMisses)] {
				attempts, err := l.withMiss(f.Name, c.Name, right, m, i, beside, len(entrants))
				if err != nil {
					return nil, err
				}
				out = append(out, attempts...)
			}
		}
	}
	return out, nil
}

func (l *lab) withMiss(fact, condition string, right []any, m any, i int, beside bool, entrants int) ([]attempt, error) {
	if beside && entrants == 1 {
		return nil, nil // the same as the condition dropped
	}
	list, where, record := append(slices.Clip(right), m), "taken into", task.Show(m)
	if !beside {
		list = append(slices.Clone(right[:max(0, len(right)-1)]), m)
		where = "in the place of a member of"
	}
	says := fmt.Sprintf("with %s, which fails only %s, %s %s", record, condition, where, fact)
	x := variation{key: missKey(fact, condition, i, beside), says: says, v: task.Variation{Facts: map[string]any{fact: list}}}
	return l.wrong(x, Params{"fact": fact, "condition": condition, "record": record})
}

func missKey(fact, condition string, i int, beside bool) string {
	return fmt.Sprint("miss ", fact, " ", condition, " ", i, beside)
}

func memberLeftOut(l *lab) ([]attempt, error) {
	var out []attempt
	for _, f := range l.bound.Task.Facts {
		was, _ := l.bound.Fact("", f.Name)
		list, ok := was.([]any)
		if !ok || len(list) < 2 {
			continue
		}
		for _, i := range ends(len(list)) {
			x := variation{key: fmt.Sprint("without ", f.Name, i), says: fmt.Sprintf("with %s missing from %s", task.Show(list[i]), f.Name),
				v: task.Variation{Facts: map[string]any{f.Name: slices.Delete(slices.Clone(list), i, i+1)}}}
			attempts, err := l.wrong(x, Params{"fact": f.Name, "member": fmt.Sprint(i + 1)})
			if err != nil {
				return nil, err
			}
			out = append(out, attempts...)
		}
	}
	return out, nil
}

// ends are the first and the last place of a list.
func ends(n int) []int {
	switch n {
	case 0:
		return nil
	case 1:
		return []int{0}
	}
	return []int{0, n - 1}
}

// mostMistaken bounds the records that one is mistaken for.
const mostMistaken = 3

func recordMistaken(l *lab) ([]attempt, error) {
	var out []attempt
	for _, f := range l.bound.Task.Facts {
		was, _ := l.bound.Fact("", f.Name)
		row, ok := was.(map[string]any)
		if !ok {
			continue
		}
		for _, full := range l.bound.Image.Collections() {
			rows := l.rowsOf(full, f.At)
			if !holdsValue(rows, row) {
				continue
			}
			for i, other := range others(rows, row) {
				x := variation{key: fmt.Sprint("mistaken ", f.Name, full, i), says: fmt.Sprintf("with %s as %s", task.Show(other), f.Name),
					v: task.Variation{Facts: map[string]any{f.Name: other}}}
				attempts, err := l.wrong(x, Params{"fact": f.Name, "record": task.Show(other)})
				if err != nil {
					return nil, err
				}
				out = append(out, attempts...)
			}
		}
	}
	return out, nil
}

func others(rows []any, row any) []any {
	var out []any
	for _, r := range rows {
		if !same(r, row) && len(out) < mostMistaken {
			out = append(out, r)
		}
	}
	return out
}

// rowsOf are a collection's records at a stage, as expressions see them.
func (l *lab) rowsOf(full, stage string) []any {
	e, p := l.bound.Expr(full, "", stage, task.Scope{})
	if p != nil {
		return nil
	}
	rows, err := l.bound.Items(e, stage, task.Env{})
	if err != nil {
		return nil
	}
	return rows
}
