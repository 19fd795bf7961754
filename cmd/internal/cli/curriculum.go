package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
)

func newCurriculum(d *Deps) *cobra.Command {
	var o engine.CurriculumOptions
	var into string
	var force bool
	cmd := &cobra.Command{
		Use:     "curriculum",
		Short:   "Write the next coverage plan from where a student fails",
		GroupID: groupRuns,
		Long: `Look at trials of tasks that scenarios made, cell by cell (scenario, language, difficulty), and write the plan of the tasks to make next: more where
the student fails and its trials differ, since there it can learn; little where all pass or none does, and then more of the next harder or easier
level of the scenario. The plan holds the reason of each cell; 'coworkenv synth --plan' takes it.`,
		Example: `  coworkenv curriculum --from run_0123456789ab --into next.yaml
  coworkenv curriculum --agent model:student --target 500 --into next.yaml
  coworkenv curriculum --from run_0123456789ab --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := planFree(into, force); err != nil {
				return err
			}
			w, err := d.existing(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			c, err := w.Curriculum(cmd.Context(), o)
			if err != nil {
				return err
			}
			if into != "" {
				comment := fmt.Sprintf("The next plan after %s, from plan %s.", fromRun(o.Run), c.Base)
				if err := writePlan(into, c.Plan.YAML(comment), force); err != nil {
					return err
				}
				c.File = into
			}
			p := d.printer()
			return p.emit(c, func() { printCurriculum(p, c) })
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.Run, "from", "", "only trials of this `RUN`")
	flags.StringVar(&o.Agent, "agent", "", "only trials of this `AGENT`")
	flags.StringVar(&o.Where, "where", "", "only trials that match the `QUERY`")
	flags.StringVar(&o.Plan, "plan", "default", "go on from this `PLAN`: a file, or the name of a shipped one")
	planCountVar(flags, &o.Target, "target", "plan `N` tasks (default as many as that plan)")
	countVar(flags, &o.Least, "least", 4, 1, "say nothing of a cell with fewer than `N` trials")
	flags.StringVar(&into, "into", "", "write the plan to this `FILE`")
	flags.BoolVar(&force, "force", false, "replace the file that is there")
	return cmd
}

func fromRun(run string) string {
	if run == "" {
		return "all trials"
	}
	return run
}

// planFree sees that a file can be written, "" for none, and is not there yet, unless it may be replaced.
func planFree(name string, force bool) error {
	if _, err := os.Lstat(name); err == nil && !force {
		return fault.New(fault.Conflict, "%s is there already", name).WithHint("choose another file, or add --force to replace it")
	}
	return canWrite(name)
}

func writePlan(name string, data []byte, force bool) error {
	if err := planFree(name, force); err != nil { // someone else may have been faster
		return err
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		return fault.Wrap("", err, "write %s", name)
	}
	return nil
}

func printCurriculum(p *printer, c *engine.Curriculum) {
	var rows [][]string
	for i := range c.Cells {
		cell := &c.Cells[i]
		rows = append(rows, []string{cell.Scenario, cell.Language, string(cell.Level), string(cell.Verdict), fmt.Sprintf("%.2f", cell.Share), cell.Why})
	}
	p.table([]column{{title: "scenario", flex: true}, {title: "lang"}, {title: "difficulty"}, {title: "verdict"}, {title: "share", right: true}, {title: "why", flex: true}}, rows)
	p.say("")
	p.say("%s: %d without a reward left out; %d of tasks that were made for no cell", plural(c.Trials, "trial"), c.Missing, c.Strangers)
	if c.File != "" {
		p.say("%s: a plan of %s", clean(c.File), plural(c.Target, "task"))
		p.note("coworkenv synth --plan %s", clean(c.File))
	} else {
		p.note("--into FILE writes the plan")
	}
}
