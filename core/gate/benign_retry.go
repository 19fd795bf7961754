package gate

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

func retryBenigns() []benign {
	return []benign{
		harmless("fault_retried", "meets a fault at the first or last call of each tool, before its effect, and repeats the call", "a service that stumbles is no fault of the agent", 24, faultRetried),
		harmless("fault_after_effect", "meets a fault after the effect of a change and does not repeat it", "what took effect need not be done again", 12, faultAfterEffect),
	}
}

// struckBy is the task with one more fault.
func (l *lab) struckBy(tool string, nth int, commit world.Commit) *manner {
	for _, f := range l.bound.Task.Faults {
		if f.On == tool {
			return nil // the task plans faults of that tool itself
		}
	}
	ready := l.altered(func(t *task.Task) {
		t.Faults = append(slices.Clip(t.Faults), world.PlannedFault{On: tool, Nth: nth, Kind: world.Error, Commit: commit})
	})
	return &manner{params: Params{"tool": tool, "nth": fmt.Sprint(nth)}, script: l.base, ready: ready, says: fmt.Sprintf("the solution when call %d of %s meets a fault (%s its effect)", nth, tool, commit)}
}

// used lists the tools that the solution calls, with the number of calls of each.
func (l *lab) used() (tools []string, count map[string]int) {
	count = map[string]int{}
	for _, e := range l.oracle.episode.World().Entries() {
		if e.Actor != world.Agent || e.Ref == nil {
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
	var out []manner
	for _, tool := range tools {
		for _, i := range ends(count[tool]) {
			if m := l.struckBy(tool, i+1, world.BeforeCommit); m != nil {
				out = append(out, *m)
			}
		}
	}
	return out, nil
}

func faultAfterEffect(l *lab) ([]manner, error) {
	named := map[string]bool{} // an agent needs the reply of these
	for _, m := range l.base.moves {
		for _, c := range m.calls {
			named[c.tool] = named[c.tool] || c.as != ""
		}
	}
	tools, _ := l.used()
	var out []manner
	for _, tool := range tools {
		o, ok := l.bound.Image.Offer(tool)
		if !ok || !o.Tool.Writes() || named[tool] || submits(&call{tool: tool}) {
			continue
		}
		if m := l.struckBy(tool, 1, world.AfterCommit); m != nil {
			out = append(out, *m)
		}
	}
	return out, nil
}
