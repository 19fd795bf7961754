package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
)

func newImportHarborJobs(d *Deps) *cobra.Command {
	var tasks []string
	cmd := &cobra.Command{
		Use:   "harbor-jobs DIR",
		Short: "Import the trials of Harbor's jobs on exported tasks into the workspace",
		Long: `Read a job of Harbor, or a folder of jobs, and keep the trials of our exported tasks in the workspace: what was called and answered, score and
components, agent, model, tokens and times. A trial without a verdict is kept as one that failed for its environment: its reward is missing,
and it is in no mean. Tasks are found by the digest that the verifier noted, in the workspace or in the libraries of --tasks. Importing twice changes nothing.`,
		Example: `  coworkenv import harbor-jobs jobs --tasks my-library
  coworkenv import harbor-jobs jobs/2026-03-01__10-00-00 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			var known []*engine.Loaded
			if known, err = e.Open(tasks...); err != nil {
				return err
			}
			w, err := e.Workspace(cmd.Context(), d.workspace(), buildVersion().Version)
			if err != nil {
				return err
			}
			tell, end := d.progress("import")
			r, err := w.ImportHarborJobs(cmd.Context(), args[0], known, tell)
			end()
			if r == nil {
				return errors.Join(err, w.Close())
			}
			return errors.Join(stopped(err, "the imported trials are kept; the same command goes on"), w.Close(), printHarborImport(d.printer(), r))
		},
	}
	cmd.Flags().StringArrayVar(&tasks, "tasks", nil, "look for tasks in this `LIB` (may be repeated; default the shipped ones)")
	return cmd
}

func printHarborImport(p *printer, r *engine.HarborImport) error {
	return p.emit(r, func() {
		p.say("%s new: %d scored, %d without a reward; %d known before", plural(r.Fresh, "trial"), r.Scored, r.Missing, r.Known)
		for _, run := range r.Runs {
			p.say("  %s", run)
		}
		for _, s := range r.Skipped {
			p.say("  skipped: %s, %s", clean(s.Folder), clean(clip(s.Why, 200)))
		}
	})
}
