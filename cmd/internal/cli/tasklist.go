package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
)

// taskRow is one line of task list.
type taskRow struct {
	ID         string   `json:"id"`
	Title      string   `json:"title"`
	Family     string   `json:"family"`
	Difficulty string   `json:"difficulty"`
	Language   string   `json:"language"`
	Services   []string `json:"services"`
	Problems   int      `json:"problems"`
	Path       string   `json:"path"`
	Digest     string   `json:"digest,omitempty"`
}

func newTaskList(d *Deps) *cobra.Command {
	var where string
	cmd := &cobra.Command{
		Use:   "list [PATH...]",
		Short: "List the tasks of a library, by default the shipped one",
		Example: `  coworkenv task list
  coworkenv task list my-library --where 'fam:escalation svc:crm'
  coworkenv task list --json`,
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
			rows, err := engine.SurveyWhere(cmd.Context(), e, spots, where, func(_ engine.Spot, l *engine.Loaded) (taskRow, error) { return taskRowOf(l), nil }, tell)
			end()
			if err != nil {
				return err
			}
			return printTaskList(d.printer(), rows)
		},
	}
	cmd.Flags().StringVar(&where, "where", "", "show only tasks that match the `QUERY`, e.g. 'fam:triage lang:zh svc:helpdesk'")
	return cmd
}

func taskRowOf(l *engine.Loaded) taskRow {
	row := taskRow{ID: l.ID(), Path: l.Path, Problems: len(l.Problems.Errors()), Services: []string{}}
	if t := l.Task; t != nil {
		row.Title, row.Family, row.Difficulty, row.Language = t.Title, string(t.Family), string(t.Difficulty), t.Language
		row.Services = t.Services
	}
	if l.Ready != nil {
		row.Digest = l.Ready.Digest
	}
	return row
}

func printTaskList(p *printer, doc []taskRow) error {
	rows := make([][]string, 0, len(doc))
	for _, row := range doc {
		state := "ok"
		if row.Problems > 0 {
			state = "errors"
		}
		rows = append(rows, []string{row.ID, row.Family, row.Difficulty, row.Language, strings.Join(row.Services, ","), state, row.Title})
	}
	return p.emit(doc, func() {
		p.table([]column{{title: "id"}, {title: "family"}, {title: "difficulty", drop: 3}, {title: "lang", drop: 2}, {title: "services", flex: true, drop: 1},
			{title: "loads", tint: loadsTint}, {title: "title", flex: true}}, rows)
	})
}

func loadsTint(cell string) tint {
	if cell == "ok" {
		return good
	}
	return bad
}
