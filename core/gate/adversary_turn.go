package gate

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/task"
)

// turnAdversaries do not take notice of what changes on the way.
func turnAdversaries() []adversary {
	return []adversary{
		nearRight("change_ignored", "carries out the solution as if one change that the world makes between stages had not happened", "who does not look again acts on stale data", 20, changeIgnored),
		nearRight("request_ignored", "stops acting after one of the requests and only says that it is done", "all requests and stages stay in the denominator", 10, requestIgnored),
		nearRight("stage_missed", "makes the changes of one stage only when the next one has begun", "a stage is judged at its own end", 10, stageMissed),
		nearRight("unasked", "carries out the solution without asking the user anything", "guessing right is not asking", 1, unasked),
	}
}

func changeIgnored(l *lab) ([]attempt, error) {
	var out []attempt
	for _, r := range l.bound.Task.Requests {
		for _, in := range r.Inject {
			x := variation{key: "skip " + in.Path, says: "as if " + in.Path + " had not happened", v: task.Variation{Skip: []string{in.Path}}}
			attempts, err := l.wrong(x, Params{"change": in.Path}, in.Collection)
			if err != nil {
				return nil, err
			}
			out = append(out, attempts...)
		}
	}
	return out, nil
}

func requestIgnored(l *lab) ([]attempt, error) {
	var out []attempt
	for i, m := range l.base.moves[:max(0, len(l.base.moves)-1)] {
		if len(m.calls) > 0 || m.late != nil || strings.ContainsAny(m.say, "?？") {
			continue
		}
		done := len(l.marks[i+1].e.World().Entries())
		var costs []int
		for k := range l.oracle.score.Checks {
			if c := &l.oracle.score.Checks[k]; c.Weight > 0 && c.Since > done {
				costs = append(costs, k)
			}
		}
		if len(costs) == 0 {
			continue // nothing that came later is graded, which other adversaries tell
		}
		out = append(out, attempt{params: Params{"after": fmt.Sprintf("message %d", i+1)}, script: l.base.cut(i + 1), costs: costs,
			says: fmt.Sprintf("the solution up to its message %d, and nothing after it", i+1)})
	}
	return out, nil
}

// stageMissed puts the changing items of a stage off until the next stage.
func stageMissed(l *lab) ([]attempt, error) {
	var out []attempt
	for i := 0; i+1 < len(l.stages); i++ {
		span := l.stages[i]
		var kept, late []*move
		for _, m := range l.base.moves[span.from:span.to] {
			if l.changing(m) || m.late != nil {
				late = append(late, m)
			} else {
				kept = append(kept, m)
			}
		}
		var costs []int
		for k, c := range l.bound.Task.Checks {
			if c.Weight > 0 && c.Stage == span.name {
				costs = append(costs, k)
			}
		}
		if len(late) == 0 || len(costs) == 0 {
			continue
		}
		moves := append(append([]*move{}, l.base.moves[:span.from]...), kept...)
		moves = append(append(moves, late...), l.base.moves[span.to:]...)
		out = append(out, attempt{params: Params{"stage": span.name}, script: &script{moves}, costs: costs,
			says: "the solution with the changes of " + span.name + " made a stage later"})
	}
	return out, nil
}

func unasked(l *lab) ([]attempt, error) {
	sc := l.questionless()
	if sc == nil {
		return nil, nil
	}
	return []attempt{{script: sc, path: "user", says: "the solution without its questions"}}, nil
}

// questionless is the solution without its questions; nil where it has none.
func (l *lab) questionless() *script {
	if l.bound.Task.User == nil {
		return nil
	}
	out := &script{}
	for _, m := range l.base.moves {
		if len(m.calls) > 0 || m.late != nil || !strings.ContainsAny(m.say, "?？") {
			out.moves = append(out.moves, m)
		}
	}
	if len(out.moves) == len(l.base.moves) {
		return nil
	}
	return out
}
