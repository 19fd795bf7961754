package cli

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/cmd/internal/app"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/library/claweval"
)

func newImport(d *Deps) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "import",
		Short:   "Import tasks of other benchmarks, and transcripts of other agents",
		GroupID: groupTasks,
		Example: `  coworkenv import claw-eval claw-eval/tasks --into imported
  coworkenv import trajectory session.jsonl --from claude-code --out imported.jsonl`,
	}
	cmd.AddCommand(newImportClawEval(d), newImportTrajectory(d), newImportHarborJobs(d))
	return cmd
}

func newImportClawEval(d *Deps) *cobra.Command {
	var into, now string
	cmd := &cobra.Command{
		Use:   "claw-eval DIR",
		Short: "Import tasks of the Claw-Eval benchmark, with a report of what was mapped",
		Long: `Read one Claw-Eval task folder, or a folder of them, and write each as a task of ours, with a report of what was mapped, what was
changed, what the format cannot express, and the faults met upstream. Imported tasks have no solution: the gate calls them
imported, not verified. Source, licence and attribution are kept in each.`,
		Example: `  coworkenv import claw-eval claw-eval/tasks --into imported
  coworkenv import claw-eval claw-eval/tasks/T002_email_triage --into imported --json
  coworkenv import claw-eval claw-eval/tasks --into imported --detach`,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			tell, end := d.progress("import")
			opts := claweval.ImportOptions{Into: into, Catalog: e.Catalog, Checks: e.Checks, Readers: app.Readers(), Progress: tell}
			if now != "" {
				at, err := time.Parse(time.RFC3339, now)
				if err != nil {
					return fault.Wrap(fault.Usage, err, "read --now").WithHint("write it like 2026-03-02T09:00:00+08:00")
				}
				opts.Now = &at
			}
			report, err := claweval.Import(cmd.Context(), args[0], opts)
			end()
			err = stopped(err, "the imported tasks in %s are kept; the same command imports them once more, and the rest", into)
			if report == nil {
				return err
			}
			return errors.Join(err, printImport(d.printer(), into, report))
		},
	}
	cmd.Flags().StringVar(&into, "into", "", "`DIR` of the library to write to (needed)")
	cmd.Flags().StringVar(&now, "now", "", "set the tasks on this `TIME` instead of the one found for each")
	if err := cmd.MarkFlagRequired("into"); err != nil {
		panic(err) // the flag is named above
	}
	return d.detachable(cmd)
}

func printImport(p *printer, into string, report *claweval.Report) error {
	return p.emit(report, func() {
		var rows [][]string
		statuses := map[string]int{}
		for _, t := range report.Tasks {
			statuses[string(t.Status)]++
			rows = append(rows, []string{t.Folder, t.ID, string(t.Status), itoa(len(t.Faults)), t.Reason})
		}
		p.table([]column{{title: "folder", flex: true}, {title: "task", flex: true}, {title: "status"}, {title: "faults met", right: true}, {title: "why not", flex: true}}, rows)
		for _, s := range slices.Sorted(maps.Keys(statuses)) {
			p.say("%s: %d", s, statuses[s])
		}
		p.note("what was mapped, field by field: %s", clean(filepath.Join(into, "import-report.md")))
	})
}
