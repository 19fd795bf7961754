package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/synth"
)

const synthLong = `Draw tasks from the built-in scenarios for every cell of a plan, take each through the whole gate, try a refused one again with another
seed, and write the certified ones with their certificates. A draft on which
the truth round asks for a person's decision is refused too. Equal plan, count and seed give equal files. A library that is there
already is filled up: what has the same id is written anew, the rest stays; what 'coworkenv report' tells
of the making is the sum over all syntheses into it, where a draft that is made again counts once. The cells of the plan are shown where one is not filled, or all
with --details.

--scenario, --family, --service, --capability, --language and --difficulty keep to some cells: without --count each of them gets what the
whole plan wants of it, with --count N they share N tasks. A larger count (up to 10,000) adds to the cells that a smaller one fills and
takes from none, so that a library grows by the same command with a larger count. docs/plans.md describes plan files.

With --by model a model writes the tasks: it is given the cell, its services, two examples and the format; the gate judges, and what it finds
goes back as a diagnosis, up to --rounds drafts a task. Tasks about safety are graded by discriminators who see only request and records.
Every round is kept in the library's history folder ('coworkenv synth history'). The same command goes on after any interruption: accepted and
rejected tasks stay, and replies that came are not asked for again. docs/generator.md tells more.`

func newSynth(d *Deps) *cobra.Command {
	var o engine.SynthOptions
	var plan, by string
	var jobs int
	var alone, details bool
	var m modelSynthFlags
	var cell engine.CellFilter
	cmd := &cobra.Command{
		Use:     "synth",
		Short:   "Make certified tasks for the cells of a coverage plan",
		Long:    synthLong,
		GroupID: groupTasks,
		Example: `  coworkenv synth --count 100 --seed 7 --into my-library
  coworkenv synth --plan plans/finance.yaml --into finance-library --json
  coworkenv synth --count 2000 --into big-library --detach
  coworkenv synth --by model --profile far --count 50 --rounds 4 --jobs 16 --into written --budget-tokens 5000000`,
		PreRunE: func(*cobra.Command, []string) error { return m.check(by) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			e.Workers = jobs
			if e.Child, err = d.child(alone); err != nil {
				return err
			}
			if o.Plan, err = e.Plan(plan); err != nil {
				return err
			}
			if o.Plan, err = e.Narrowed(o.Plan, cell); err != nil {
				return err
			}
			if by == byModel {
				return d.synthByModel(cmd.Context(), e, &o, &m, details)
			}
			return d.synthByScenario(cmd.Context(), e, o, details)
		},
	}
	cmd.AddCommand(newSynthVary(d), newSynthHistory(d), newSynthPrompts(d))
	flags := cmd.Flags()
	bindCell(cmd, &cell)
	flags.StringVar(&plan, "plan", "default", "`PLAN` file, or the name of a shipped plan")
	flags.StringVar(&by, "by", "scenario", "`GENERATOR` that makes the tasks: scenario or model")
	planCountVar(flags, &o.Count, "count", "make `N` tasks of the cells that are meant, instead of what the plan wants of them")
	seedVar(flags, &o.Seed, "seed", 1, synth.MostSeed, "`SEED` of the drawing")
	flags.StringVar(&o.Into, "into", "", "`DIR` of the library to fill (needed)")
	countVar(flags, &o.Tries, "rounds", 4, 1, "drafts of a task: up to `N`, each with another seed or, by a model, repaired")
	flags.BoolVar(&details, "details", false, "show every cell of the plan, filled or not")
	countVar(flags, &jobs, "jobs", 0, 0, "make `N` tasks at once (default one a processor)")
	flags.BoolVar(&alone, "no-child", false, noChild)
	m.bind(flags)
	if err := cmd.MarkFlagRequired("into"); err != nil {
		panic(err) // the flag is named above
	}
	return d.detachable(cmd)
}

func (d *Deps) synthByScenario(ctx context.Context, e *engine.Engine, o engine.SynthOptions, details bool) error {
	tell, end := d.progress("synth")
	made, err := e.Synth(ctx, o, tell)
	end()
	err = stopped(err, "the certified tasks in %s are kept; the same command makes them once more, and the rest", o.Into)
	if made == nil {
		return err
	}
	d.printer().noteChild(made.Elsewhere)
	return errors.Join(err, engine.WriteMade(o.Into, made), printMade(d.printer(), o.Into, made, details))
}

// madeDoc is what a synthesis came to with what it took, which differs from run to run.
type madeDoc struct {
	*engine.Made
	Cost engine.Cost `json:"cost"`
}

func printMade(p *printer, into string, made *engine.Made, details bool) error {
	return p.emit(madeDoc{made, made.Cost}, func() {
		var rows [][]string
		filled := 0
		for _, c := range made.Cells {
			if c.Target == 0 {
				continue
			}
			if c.Verified >= c.Target {
				filled++
			}
			if details || c.Verified < c.Target {
				rows = append(rows, []string{c.Scenario, string(c.Family), c.Language, string(c.Level), itoa(c.Target), itoa(c.Verified)})
			}
		}
		if len(rows) > 0 {
			p.table([]column{{title: "scenario", flex: true}, {title: "family"}, {title: "lang"}, {title: "difficulty"}, {title: "target", right: true}, {title: "certified", right: true}}, rows)
			p.say("")
		}
		p.say("%s certified of %s in %s; %s given up", plural(made.Tasks, "task"), plural(made.Drafts, "draft"), clean(into), plural(made.GivenUp, "slot"))
		p.say("  %s of the plan filled; %s by the gate", plural(filled, "cell"), plural(made.Cost.Runs, "run"))
		for _, round := range slices.Sorted(maps.Keys(made.Rejected)) {
			p.say("  refused in %s: %d", clean(round), made.Rejected[round])
		}
		for _, x := range made.Diagnoses {
			p.say("  %s seed %d: %s", clean(x.Scenario), x.Seed, clean(firstMessage(x)))
		}
	})
}

func firstMessage(x engine.Diagnosis) string {
	var parts []string
	for _, f := range x.Findings {
		parts = append(parts, fmt.Sprintf("%s (%s)", f.Message, f.Code))
	}
	return clip(strings.Join(parts, "; "), 300)
}
