package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/export"
	"coworkenv.dev/coworkenv/core/fault"
)

const exportRLLong = `Write tasks (by default the shipped ones) as the prompts of a trainer that acts online: the messages that a model starts from, the tools, what the
environment needs to begin the episode (task, seed, server), the key that all samples of a prompt share, and what is known of the task. Nothing of
the grading is in it. Tasks of one scenario, one lineage or one set of records stay in one split; equal seeds and shares split a scenario as
'coworkenv curate' does.

--live keeps only tasks on which a stored group of trials has variance: trainers without dynamic sampling learn nothing from the others.`

// exportRLFlags are the flags of export rl.
type exportRLFlags struct {
	options engine.PromptOptions
	trainer string
	live    bool
	run     string
}

func newExportRL(d *Deps) *cobra.Command {
	var f exportRLFlags
	o := &f.options
	cmd := &cobra.Command{
		Use:   "rl [PATH...]",
		Short: "Write tasks as prompts for trainers that act online: TRL, slime, verl, NeMo-Gym, SkyRL",
		Long:  exportRLLong,
		Example: `  coworkenv export rl my-library --for slime --into prompts
  coworkenv export rl my-library --for verl --into prompts --val 0.1 --url http://envs.example:8080
  coworkenv export rl my-library --for trl --into prompts --live`,
		RunE: func(cmd *cobra.Command, args []string) error { return d.exportRL(cmd.Context(), &f, args) },
	}
	flags := cmd.Flags()
	var names []string
	for _, format := range export.RLFormats() {
		names = append(names, format.Name)
	}
	flags.StringVar(&f.trainer, "for", "", "`TRAINER` that reads it: "+strings.Join(names, ", ")+" (needed)")
	flags.StringVar(&o.Target.Into, "into", "", "`DIR` that the prompt set becomes (needed)")
	flags.BoolVar(&o.Target.Force, "force", false, "replace a prompt set that is there; other folders are never replaced")
	flags.StringVar(&o.Where, "where", "", "only tasks that match the `QUERY`")
	flags.StringVar(&o.URL, "url", "http://127.0.0.1:8080", "`URL` at which the trainer reaches the server")
	flags.StringVar(&o.Reward, "reward", "sparse", "`WHEN` steps are rewarded: sparse or dense")
	seedVar(flags, &o.Seed, "seed", 1, mostSeed, "`SEED` of everything random in the episodes")
	shareVar(flags, &o.Split.ValShare, "val", 0.05, "`SHARE` of the scenarios for validation")
	shareVar(flags, &o.Split.TestShare, "test", 0.05, "`SHARE` of the scenarios for testing")
	seedVar(flags, &o.Split.SplitSeed, "split-seed", 0, mostSeed, "`SEED` of the splits")
	flags.BoolVar(&f.live, "live", false, "only tasks on which a stored group of trials has variance")
	flags.StringVar(&f.run, "run", "", "as --live, by the groups of this `RUN` alone")
	for _, name := range []string{"for", "into"} {
		if err := cmd.MarkFlagRequired(name); err != nil {
			panic(err) // the flag is named above
		}
	}
	return cmd
}

func (d *Deps) exportRL(ctx context.Context, f *exportRLFlags, paths []string) error {
	o := f.options
	var err error
	if o.Format, err = export.FindRLFormat(f.trainer); err != nil {
		return err
	}
	if o.Split.ValShare+o.Split.TestShare > 1 {
		return fault.New(fault.Usage, "--val and --test are over 1 together").WithHint("give shares that leave something to train on")
	}
	o.Paths, o.Target.Version = paths, buildVersion().Version
	if f.live || f.run != "" {
		if o.Only, err = d.liveTasks(ctx, f.run); err != nil {
			return err
		}
	}
	e, err := d.engine()
	if err != nil {
		return err
	}
	tell, end := d.progress("tasks")
	r, err := e.ExportPrompts(ctx, o, tell)
	end()
	if err != nil {
		return err
	}
	p := d.printer()
	return p.emit(r, func() { printPromptSet(p, r) })
}

func (d *Deps) liveTasks(ctx context.Context, run string) (map[string]bool, error) {
	w, err := d.existing(ctx)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	tell, end := d.progress("groups")
	defer end()
	return w.LiveTasks(ctx, run, tell)
}

func printPromptSet(p *printer, r *export.RLReport) {
	for _, f := range r.Files {
		p.say("%-12s %s", f.Path, plural(f.Rows, "prompt"))
	}
	for _, l := range r.Left {
		p.say("  left out: %s, %s", clean(l.Task), clean(clip(l.Why, 200)))
	}
	p.say("%s reads them with: %s", r.Format, r.Flags)
}
