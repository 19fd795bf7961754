package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

func newTaskLint(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "lint PATH...",
		Short: "Load tasks and print every problem with line, cause and remedy",
		Example: `  coworkenv task lint tasks/escalate-late-orders
  coworkenv task lint my-library --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			spots, err := e.Find(args...)
			if err != nil {
				return err
			}
			tell, end := d.progress("tasks")
			problems, err := engine.Survey(cmd.Context(), e, spots, func(_ engine.Spot, l *engine.Loaded) (task.Problems, error) { return l.Problems, nil }, tell)
			end()
			if err != nil {
				return err
			}
			return printLint(d.printer(), problems)
		},
	}
}

// lintDoc is the JSON form of task lint.
type lintDoc struct {
	Tasks    int           `json:"tasks"`
	Errors   int           `json:"errors"`
	Warnings int           `json:"warnings"`
	Problems task.Problems `json:"problems"`
}

// printLint prints the problems of tasks, each task's together.
func printLint(p *printer, problems []task.Problems) error {
	doc := lintDoc{Tasks: len(problems), Problems: task.Problems{}}
	for _, of := range problems {
		doc.Problems = append(doc.Problems, of...)
		doc.Errors += len(of.Errors())
		doc.Warnings += len(of.Warnings())
	}
	err := p.emit(doc, func() {
		for _, problem := range doc.Problems {
			printProblem(p, problem)
		}
		p.say("%s, %s, %s", plural(doc.Tasks, "task"), plural(doc.Errors, "error"), plural(doc.Warnings, "warning"))
	})
	if err == nil && doc.Errors > 0 {
		return fault.New(fault.Invalid, "%s in %s", plural(doc.Errors, "error"), plural(doc.Tasks, "task")).WithHint("mend what is listed above; `coworkenv gate explain CODE` explains a code")
	}
	return err
}

func printProblem(p *printer, problem task.Problem) {
	where := problem.File
	if problem.Line > 0 {
		where = fmt.Sprintf("%s:%d:%d", problem.File, problem.Line, problem.Column)
	}
	colour := warn
	if problem.Severity == task.SeverityError {
		colour = bad
	}
	p.say("%s: %s %s [%s]", clean(where), p.paint(colour, string(problem.Severity)), clean(problem.Message), problem.Code)
	if problem.Path != "" {
		p.say("    at   %s", clean(problem.Path))
	}
	if problem.Hint != "" {
		p.say("    do   %s", clean(problem.Hint))
	}
}

// plural counts things: "1 task", "2 tasks".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
