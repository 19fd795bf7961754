package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/signal"
)

const signalLong = `Tell what training signal stored trials give, before any trainer is rented. A group is all trials of one task by one agent under equal
settings; only one whose rewards differ moves a policy. The report counts the others, says how much each component of the reward varies inside
groups (GDPO blows a small variance up), how many steps share an anchor with another one (GiGPO's step credit needs that), and whether reward goes
with length. RUN is a run's id, LIB a library or task whose trials are meant; neither means all trials.

With --group, what each step of that group's trials is worth under GRPO, Dr.GRPO, GDPO and GiGPO.`

func newSignal(d *Deps) *cobra.Command {
	var o engine.SignalOptions
	var group, by string
	var limit int
	cmd := &cobra.Command{
		Use:     "signal [LIB|RUN]",
		Short:   "Tell what training signal stored trials give, and what each step is worth",
		Long:    signalLong,
		GroupID: groupRuns,
		Example: `  coworkenv signal
  coworkenv signal my-library --where 'agent:novice'
  coworkenv signal --group grp_0123456789ab --dense --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			anchor := signal.Anchor("anchor_" + by)
			if anchor != signal.ByState && anchor != signal.ByObs {
				return fault.New(fault.Usage, "--by is %q", by).WithHint("give state or obs")
			}
			w, err := d.existing(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			p := d.printer()
			if group != "" {
				g, credit, err := w.Credit(cmd.Context(), group, anchor, o.Dense)
				if err != nil {
					return err
				}
				doc := creditDoc{g.ID, g.Task, g.Agent, anchor, credit}
				return p.emit(doc, func() { printCredit(p, doc) })
			}
			if len(args) > 0 && strings.HasPrefix(args[0], "run_") {
				o.Run = args[0]
			} else if len(args) > 0 {
				if o.Tasks, err = w.Open(args[0]); err != nil {
					return err
				}
			}
			tell, end := d.progress("signal")
			r, err := w.Signal(cmd.Context(), o, tell)
			end()
			if err != nil {
				return err
			}
			return p.emit(r, func() { printSignal(p, r, limit) })
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.Where, "where", "", "only trials that match the `QUERY`")
	flags.StringVar(&group, "group", "", "credit per step of this `GROUP`")
	flags.StringVar(&by, "by", "state", "with --group: GiGPO's anchor, `ANCHOR` state or obs")
	flags.BoolVar(&o.Dense, "dense", false, "step rewards from the change of the score (does each trial over again); else all of it at the end")
	countVar(flags, &limit, "limit", 20, 0, "list `N` groups, the flattest last (0: all)")
	return cmd
}

// creditDoc is what signal --group prints.
type creditDoc struct {
	Group  string               `json:"group"`
	Task   string               `json:"task"`
	Agent  string               `json:"agent"`
	Anchor signal.Anchor        `json:"anchor"`
	Trials []signal.TrialCredit `json:"trials"`
}

func printSignal(p *printer, r *signal.Report, limit int) {
	p.say("%d groups, %d trials, %d of them without a reward", r.Groups, r.Trials, r.Missing)
	p.say("%d groups give a signal (%s); flat: %d all 0, %d all 1, %d equal in between; %d with fewer than two rewards",
		r.Live, percent(float64(r.Live)/float64(r.Groups)), r.FlatZero, r.FlatFull, r.FlatElse, r.Alone)
	p.say("steps alone with their anchor: %s by state, %s by observation; GiGPO better by %s",
		percent(r.State.Lone), percent(r.Obs.Lone), r.Anchor)
	if r.Degenerate {
		p.say("over 90 %% are alone either way: GiGPO adds next to nothing to the episode's advantage")
	}
	p.say("length: correlation of reward and calls inside groups %s; calls above the mean reward %s, below %s\n",
		signed(r.Length.Correlation), number(r.Length.CallsHigh), number(r.Length.CallsLow))
	var rows [][]string
	for _, c := range r.Components {
		rows = append(rows, []string{c.Name, itoa(c.Varies), number(c.MeanStd), number(c.Least), itoa(c.Undefined)})
	}
	p.table([]column{{title: "component"}, {title: "varies in", right: true}, {title: "mean std", right: true}, {title: "least std", right: true},
		{title: "undefined", right: true}}, rows)
	p.say("")
	printGroups(p, r, limit)
}

// printGroups lists the groups, those that move the policy most first.
func printGroups(p *printer, r *signal.Report, limit int) {
	each := signal.BySpread(r.Each)
	shown := each
	if limit > 0 && len(each) > limit {
		shown = each[:limit]
	}
	var rows [][]string
	for _, g := range shown {
		rows = append(rows, []string{g.ID, g.Task, g.Agent, itoa(g.Size), number(g.Mean), number(g.Std), percent(g.Lone)})
	}
	p.table([]column{{title: "group"}, {title: "task", flex: true}, {title: "agent"}, {title: "trials", right: true}, {title: "mean", right: true},
		{title: "std", right: true}, {title: "alone", right: true, drop: 1}}, rows)
	if len(shown) < len(each) {
		p.note("%d more groups; --limit 0 lists all", len(each)-len(shown))
	}
}

func printCredit(p *printer, doc creditDoc) {
	p.say("%s: %s by %s, by %s", doc.Group, clean(doc.Task), clean(doc.Agent), doc.Anchor)
	for _, t := range doc.Trials {
		p.say("\n%s  reward %s", t.Trial, number(t.Reward))
		var rows [][]string
		for _, s := range t.Steps {
			rows = append(rows, []string{itoa(s.Step), s.Tool, fmt.Sprintf("%.3f", s.Reward), fmt.Sprintf("%+.3f", s.GRPO), fmt.Sprintf("%+.3f", s.DrGRPO),
				fmt.Sprintf("%+.3f", s.GDPO), fmt.Sprintf("%+.3f", s.GiGPO.Total), fmt.Sprintf("%+.3f", s.GiGPO.Step), itoa(s.Shared)})
		}
		p.table([]column{{title: "step", right: true}, {title: "tool", flex: true}, {title: "reward", right: true}, {title: "grpo", right: true},
			{title: "dr.grpo", right: true}, {title: "gdpo", right: true}, {title: "gigpo", right: true}, {title: "of it step", right: true}, {title: "shared", right: true}}, rows)
	}
}

func number(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f", *v)
}

func signed(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%+.2f", *v)
}
