package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/harbor"
)

const exportHarborLong = `Write tasks (by default the shipped ones) as directories that Harbor runs, and that trainers and evaluators read who know Harbor: task.toml,
instruction, environment with the tool server, verifier, oracle, and the data set's own files.

The agent's container holds a small static program and the public half of the task. Checks, facts, prohibitions, labels and solution come with
tests/ and solution/, which Harbor brings in when the agent has ended, or for the oracle: no user in the container can read them before. The
verifier does the recorded calls over again on the whole task. It writes reward.txt and reward.json, with the components in reward-details.json;
where the environment failed it writes neither, since a missing reward is no zero.

Every task is tried without Docker before it is kept: the oracle must earn 1 and doing nothing 0. --try does that again for an export that is there.`

// exportHarborFlags are the flags of export harbor.
type exportHarborFlags struct {
	options engine.HarborOptions
	try     string
}

func newExportHarbor(d *Deps) *cobra.Command {
	var f exportHarborFlags
	cmd := &cobra.Command{
		Use:   "harbor [PATH...]",
		Short: "Write tasks as directories for Harbor, or try such an export without Docker",
		Long:  exportHarborLong,
		Example: `  coworkenv export harbor my-library --into harbor-tasks --binary coworkenv-env
  coworkenv export harbor my-library --into harbor-tasks --image registry.example/team/office-{task}:1
  coworkenv export harbor --try harbor-tasks --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			if f.try != "" {
				return tryHarbor(cmd, d, e, f.try)
			}
			o := f.options
			o.Paths = args
			if err := f.complete(d, &o); err != nil {
				return err
			}
			tell, end := d.progress("export")
			r, err := e.ExportHarbor(cmd.Context(), o, tell)
			end()
			if err != nil {
				return stopped(err, "nothing was written; the same command begins anew")
			}
			p := d.printer()
			return p.emit(r, func() { printHarbor(p, r) })
		},
	}
	flags := cmd.Flags()
	o := &f.options
	flags.StringVar(&o.Into, "into", "", "`DIR` that the export becomes")
	flags.StringVar(&f.try, "try", "", "try the export in this `DIR`: oracle 1, nop 0")
	flags.BoolVar(&o.Force, "force", false, "replace an export that is there; other folders are never replaced")
	flags.StringVar(&o.Where, "where", "", "only tasks that match the `QUERY`")
	flags.StringVar(&o.Org, "org", "coworkenv", "`ORG` before the tasks' names")
	flags.StringVar(&o.Name, "name", "", "`NAME` of the data set (default that of the folder)")
	flags.StringVar(&o.Schema, "schema", harbor.Schema11, "`VERSION` of task.toml: 1.1, which all consumers read, or 1.4")
	flags.StringSliceVar(&o.Hosts, "allow-host", nil, "with schema 1.4: the agent reaches only this `HOST` (may be repeated)")
	flags.StringVar(&o.Binary, "binary", "", "static `FILE` that runs in the container (default "+harbor.BinaryName+" beside this program)")
	flags.StringVar(&o.Image, "image", "", "`IMAGE` of each task in place of one that Harbor builds from its environment, {task} for the id; without --binary it holds the program")
	seedVar(flags, &o.Seed, "seed", 1, mostSeed, "`SEED` of everything random")
	flags.BoolVar(&o.Multi, "multi-reward", false, "write the components beside the reward; the data set's metric.py sums them up")
	return cmd
}

// complete fills in what follows from where the program is and what was given.
func (f *exportHarborFlags) complete(d *Deps, o *engine.HarborOptions) error {
	if o.Into == "" {
		return fault.New(fault.Usage, "--into is missing").WithHint("name the folder to write, or --try one that is there")
	}
	if o.Name == "" {
		o.Name = filepath.Base(filepath.Clean(o.Into))
	}
	o.Version = buildVersion().Version
	if o.Binary != "" || o.Image != "" || d.Self == nil {
		return nil
	}
	self, err := d.Self()
	if err != nil {
		return fault.Wrap(fault.Internal, err, "find this program")
	}
	beside := filepath.Join(filepath.Dir(self), harbor.BinaryName)
	if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
		o.Binary = beside
	}
	return nil
}

func printHarbor(p *printer, r *harbor.Report) {
	p.say("%s of %s in %s: oracle 1 and nop 0 in each", plural(len(r.Tasks), "task"), clean(r.Name), clean(r.Into))
	for _, l := range r.Left {
		p.say("  left out: %s, %s", clean(l.Task), clean(clip(l.Problem, 200)))
	}
	p.note("harbor run -p %s -a oracle", clean(filepath.Join(r.Into, "tasks")))
}

func tryHarbor(cmd *cobra.Command, d *Deps, e *engine.Engine, dir string) error {
	tell, end := d.progress("try")
	tried, err := e.TryHarbor(cmd.Context(), dir, tell)
	end()
	if err != nil {
		return err
	}
	var bad []string
	rows := [][]string{}
	for i := range tried {
		t := &tried[i]
		if !t.OK() {
			bad = append(bad, t.Task)
		}
		rows = append(rows, []string{t.Task, number(t.Oracle), number(t.Nop), t.Problem})
	}
	p := d.printer()
	if err := p.emit(tried, func() {
		p.table([]column{{title: "task", flex: true}, {title: "oracle", right: true}, {title: "nop", right: true}, {title: "problem", flex: true}}, rows)
	}); err != nil {
		return err
	}
	if len(bad) > 0 {
		return fault.New(fault.Invalid, "%d of %d tasks are not as they must be: %s", len(bad), len(tried), clip(strings.Join(bad, ", "), 200))
	}
	return nil
}
