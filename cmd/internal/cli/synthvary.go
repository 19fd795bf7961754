package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/gate"
)

func newSynthVary(d *Deps) *cobra.Command {
	var o engine.VaryOptions
	var harder, easier, other bool
	cmd := &cobra.Command{
		Use:   "vary TASK",
		Short: "Make a variant of a generated task: harder, easier, or with other records",
		Long: `Draw the scenario of a generated task again: at the next level in a direction, or at the same level with another seed. A draft with the
task's own checks and sequence of tools is preferred, and which seeds were passed over for it is told. The variant goes through the whole
gate and names the task as its parent. No other task of the library is replaced: without --seed what is there is passed over, with it that is
a conflict.`,
		Example: `  coworkenv synth vary my-library/overdue-tickets-enm-7000001 --harder --into my-library
  coworkenv synth vary my-library/overdue-tickets-enm-7000001 --other-records --seed 42 --into variants`,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := d.engine()
			if err != nil {
				return err
			}
			l, err := e.One(args[0])
			if err != nil {
				return err
			}
			switch {
			case harder:
				o.Step = 1
			case easier:
				o.Step = -1
			}
			v, err := e.Vary(cmd.Context(), l, o)
			if err != nil {
				return err
			}
			p := d.printer()
			return p.emit(v, func() { printVaried(p, v) })
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&harder, "harder", false, "the next harder form that the scenario has")
	flags.BoolVar(&easier, "easier", false, "the next easier form that the scenario has")
	flags.BoolVar(&other, "other-records", false, "the same difficulty with other records")
	seedVar(flags, &o.Seed, "seed", 0, engine.MostVarySeed, "first `SEED` to try (default: that of the task, or with --other-records the one after it; what the library has is passed over)")
	flags.StringVar(&o.Into, "into", "", "`DIR` of the library to put it in (needed)")
	flags.BoolVar(&o.Force, "force", false, "with --seed: replace the task that is there")
	cmd.MarkFlagsOneRequired("harder", "easier", "other-records")
	cmd.MarkFlagsMutuallyExclusive("harder", "easier", "other-records")
	if err := cmd.MarkFlagRequired("into"); err != nil {
		panic(err) // the flag is named above
	}
	return cmd
}

func printVaried(p *printer, v *engine.Varied) {
	p.say("%s (%s) of %s (%s), seed %d: certified after %s", clean(v.Path), v.Difficulty, clean(v.Parent), v.From, v.Seed, plural(v.Drafts, "draft"))
	printPassed(p, v.Passed)
	p.say("  checks %s, workflow %s", kept(v.Checks), kept(v.Workflow))
	if v.Before != nil && v.After != nil {
		p.say("  measured: %s; before: %s", measured(v.After), measured(v.Before))
	}
}

// printPassed tells why the variant is not of an earlier seed, seeds of one reason in a row together.
func printPassed(p *printer, passed []engine.PassedSeed) {
	var parts []string
	for i := 0; i < len(passed); {
		last := i
		for last+1 < len(passed) && passed[last+1].Why == passed[i].Why {
			last++
		}
		seeds := fmt.Sprintf("%d", passed[i].Seed)
		if last > i {
			seeds += fmt.Sprintf(" to %d", passed[last].Seed)
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", seeds, passed[i].Why))
		i = last + 1
	}
	if len(parts) > 0 {
		p.say("  seeds passed over: %s", clean(strings.Join(parts, ", ")))
	}
}

func kept(same bool) string {
	if same {
		return "as before"
	}
	return "changed with the level"
}

func measured(m *gate.Difficulty) string {
	return fmt.Sprintf("%d calls, depth %d, %d near misses (%d at the edge), %d of %d records matter", m.Calls, m.Depth, m.NearMisses, m.AtEdge, m.Matter, m.Records)
}
