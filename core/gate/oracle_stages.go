package gate

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
)

// stagesInStep holds the solution's marks of stages beside the stages of its run: the expressions
// below a mark see the records of its stage, whatever the run has come to. Where the solution
// fails, that comes first, since the rest follows from it.
func (s *subject) stagesInStep(l *lab) {
	sev := Warning
	if l.oracle.score.Score != grade.One {
		sev = Error
	}
	stages := l.bound.Stages()
	for k, stage := range stages[1:] {
		begins := l.firstItemOf(stage)
		marked := slices.IndexFunc(s.task.Solution, func(a task.Act) bool { return a.Stage == stage })
		switch {
		case marked >= 0 && l.inStep(marked, stage):
			continue
		case marked < 0 && begins < 0:
			continue // nothing is done in it
		case marked < 0:
			s.find(sev, StageOutOfStep, s.task.Solution[begins].Path, fmt.Sprintf("the stage %s begins at item %d of the solution, and no `stage: %s` stands there", stage, begins+1, stage), nil)
		case begins < 0:
			s.find(sev, StageOutOfStep, s.task.Solution[marked].Path, fmt.Sprintf("`stage: %s` is item %d of the solution, and the stage never begins: before it no `say` ends the stage %s", stage, marked+1, stages[k]), nil)
		case begins > marked:
			s.find(sev, StageOutOfStep, s.task.Solution[marked].Path, fmt.Sprintf("`stage: %s` is item %d of the solution, and the stage begins only at item %d: before the mark no `say` ends the stage %s", stage, marked+1, begins+1, stages[k]), nil)
		default:
			s.find(sev, StageOutOfStep, s.task.Solution[marked].Path, fmt.Sprintf("`stage: %s` is item %d of the solution, and the stage began at item %d", stage, marked+1, begins+1), nil)
		}
	}
}

// firstItemOf is the first item of the solution that is done in a stage; -1 where none is.
func (l *lab) firstItemOf(stage string) int {
	for _, span := range l.stages {
		if span.name == stage {
			return l.base.moves[span.from].item
		}
	}
	return -1
}

// inStep reports whether nothing that is done before a mark is done in its stage or a later one,
// and nothing after it in an earlier one.
func (l *lab) inStep(marked int, stage string) bool {
	stages := l.bound.Stages()
	own := slices.Index(stages, stage)
	for _, span := range l.stages {
		at := slices.Index(stages, span.name)
		for _, m := range l.base.moves[span.from:span.to] {
			if (m.item > marked) != (at >= own) {
				return false
			}
		}
	}
	return true
}
