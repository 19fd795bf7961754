package gate

import (
	"context"
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

func retryBenigns() []benign {
	return []benign{
		harmless("fault_retried", "meets a fault at the first or the last call of every tool, before its effect, and repeats the call", "a service that stumbles is no fault of the agent", 12, faultRetried),
		harmless("fault_after_effect", "meets a fault after the effect of a change and does not repeat it", "what took effect need not be done again", 8, faultAfterEffect),
	}
}

// strike is a fault at a call of a tool.
type strike struct {
	tool string
	nth  int
}

// struck is the solution under faults, all at once; where that is refused, one by one, so that
// the finding names the tool.
func (l *lab) struck(name, which string, strikes []strike, commit world.Commit) []manner {
	if len(strikes) == 0 {
		return nil
	}
	all := l.under(strikes, which, commit)
	r, err := l.run(context.Background(), benignRun, Recipe{RoundBenign, name, all.params}, all.script, all.ready)
	if err != nil || r.score.Score == grade.One || len(strikes) == 1 {
		all.done = r
		return []manner{all}
	}
	var out []manner
	for _, s := range strikes {
		out = append(out, l.under([]strike{s}, fmt.Sprintf("%s %d", s.tool, s.nth), commit))
	}
	return out
}

func (l *lab) under(strikes []strike, which string, commit world.Commit) manner {
	ready := l.altered(func(t *task.Task) {
		t.Faults = slices.Clip(t.Faults)
		for _, s := range strikes {
			t.Faults = append(t.Faults, world.PlannedFault{On: s.tool, Nth: s.nth, Kind: world.Error, Commit: commit})
		}
		t.Limits = l.loose.Bound.Task.Limits
	})
	return manner{params: Params{"calls": which, "commit": string(commit)}, script: l.base, ready: ready,
		says: fmt.Sprintf("the solution when %s meet faults (%s the effect)", which, commit)}
}

// used lists the tools that the solution calls and that the task itself plans no faults for, with
// the number of calls of each.
func (l *lab) used() (tools []string, count map[string]int) {
	count = map[string]int{}
	for _, e := range l.oracle.episode.World().Entries() {
		if e.Actor != world.Agent || e.Ref == nil || slices.ContainsFunc(l.bound.Task.Faults, func(f world.PlannedFault) bool { return f.On == e.Tool }) {
			continue
		}
		if count[e.Tool] == 0 {
			tools = append(tools, e.Tool)
		}
		count[e.Tool]++
	}
	return tools, count
}

func faultRetried(l *lab) ([]manner, error) {
	tools, count := l.used()
	var first, last []strike
	for _, tool := range tools {
		first = append(first, strike{tool, 1})
		if count[tool] > 1 {
			last = append(last, strike{tool, count[tool]})
		}
	}
	return append(l.struck("fault_retried", "the first calls", first, world.BeforeCommit), l.struck("fault_retried", "the last calls", last, world.BeforeCommit)...), nil
}

func faultAfterEffect(l *lab) ([]manner, error) {
	named := map[string]bool{} // an agent needs the reply of these
	for _, m := range l.base.moves {
		for _, c := range m.calls {
			named[c.tool] = named[c.tool] || c.as != ""
		}
	}
	tools, _ := l.used()
	var strikes []strike
	for _, tool := range tools {
		o, ok := l.bound.Image.Offer(tool)
		if ok && o.Tool.Writes() && !named[tool] && !submits(&call{tool: tool}) {
			strikes = append(strikes, strike{tool, 1})
		}
	}
	return l.struck("fault_after_effect", "the first changes", strikes, world.AfterCommit), nil
}
