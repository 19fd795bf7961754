package library_test

import (
	"reflect"
	"testing"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
)

// TestOverlookingAConditionCosts plays the solution as somebody would who overlooks one named
// condition, or has it the wrong way round: whoever so believes in other facts must not score 1.
func TestOverlookingAConditionCosts(t *testing.T) {
	e := newEngine(t)
	for name, s := range shippedTasks(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ready, problems := episode.Prepare(s.task, e.catalog, e.registry)
			if ready == nil {
				t.Fatal(problems.Err())
			}
			for _, fact := range ready.Bound.FactInfos() {
				for _, condition := range fact.Conditions {
					ref := task.ConditionRef{Fact: fact.Name, Condition: condition}
					e.mistake(t, ready, ref, task.Dropped, "overlooks")
					e.mistake(t, ready, ref, task.Inverted, "inverts")
				}
			}
		})
	}
}

func (e engine) mistake(t *testing.T, ready *episode.Prepared, ref task.ConditionRef, mode task.Mode, what string) {
	t.Helper()
	other, err := ready.Bound.Vary(task.Variation{Twist: task.Twist{Conditions: map[task.ConditionRef]task.Mode{ref: mode}}})
	if err != nil {
		t.Fatal(err)
	}
	if sameFacts(ready.Bound, other) {
		t.Logf("whoever %s %s.%s believes the same: no record tells the difference", what, ref.Fact, ref.Condition)
		return
	}
	who := agent.Maker{Name: "mistaken", Make: func(*task.Bound, uint64) (agent.Agent, error) {
		solution, problems := agent.NewSolution(other, ready.Bound.Task.Solution)
		if err := problems.Err(); err != nil {
			return nil, err
		}
		return solution.Run(), nil
	}}
	if _, err := who.Make(ready.Bound, 0); fault.KindOf(err) == fault.Invalid {
		return // e.g. `only` finds several: there is nothing to carry out
	}
	if got := e.play(t, ready, who); got.Score >= grade.One {
		t.Errorf("an agent that %s %s.%s scores %s", what, ref.Fact, ref.Condition, got.Score)
	}
}

func sameFacts(a, b *task.Bound) bool {
	for _, fact := range a.FactInfos() {
		was, _ := a.Fact(fact.Stage, fact.Name)
		is, _ := b.Fact(fact.Stage, fact.Name)
		if b.FactError(fact.Name) != nil || !reflect.DeepEqual(was, is) {
			return false
		}
	}
	return true
}
