package grade

import (
	"slices"

	"coworkenv.dev/coworkenv/core/task"
)

// Watched lists the collections whose records checks and prohibitions look at, sorted: what somebody
// else than the agent changes there may change what a run is worth.
func (p *Plan) Watched() []string {
	out := slices.DeleteFunc(slices.Clone(p.watched), func(full string) bool { return full == task.AnswerCollection })
	slices.Sort(out)
	return out
}
