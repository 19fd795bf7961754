package cli

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

func newTaskEval(d *Deps) *cobra.Command {
	var stage string
	cmd := &cobra.Command{
		Use:   "eval TASK EXPR",
		Short: "Evaluate an expression over a task's records and facts",
		Example: `  coworkenv task eval expiring-gold-contracts-000001 'eur_total'
  coworkenv task eval tasks/mine 'filter(crm.customers, .tier == "gold")' --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			l, err := e.One(args[0])
			if err != nil {
				return err
			}
			ready, err := l.Runnable()
			if err != nil {
				return err
			}
			if stage == "" {
				stage = ready.Bound.Stages()[0]
			}
			expr, problem := ready.Bound.Expr(args[1], "EXPR", stage, task.Scope{})
			if problem != nil {
				return fault.New(fault.Invalid, "%s", problem.Message).WithHint("%s", problem.Hint)
			}
			v, err := ready.Bound.Run(expr, stage, task.Env{})
			if err != nil {
				return err
			}
			p := d.printer()
			shown := task.Show(v)
			return p.emit(showJSON(ready.Bound, v), func() { p.say("%s", clean(shown)) })
		},
	}
	cmd.Flags().StringVar(&stage, "stage", "", "`STAGE` at which the records are looked at (default the first)")
	return cmd
}

func newTaskSchema(d *Deps) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of task.yaml, for editors",
		Example: `  coworkenv task schema > task.schema.json
  coworkenv task schema --out .vscode/task.schema.json`,
		RunE: func(*cobra.Command, []string) error {
			schema := task.JSONSchema()
			p := d.printer()
			if out == "" {
				p.write(append(schema, '\n'))
				return p.failure
			}
			if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
				return fault.Wrap("", err, "create folder of %s", out)
			}
			if err := os.WriteFile(out, append(schema, '\n'), 0o644); err != nil {
				return fault.Wrap("", err, "write %s", out)
			}
			return p.emit(map[string]string{"path": out}, func() { p.say("%s", clean(out)) })
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "write to `FILE` instead of standard output")
	return cmd
}
