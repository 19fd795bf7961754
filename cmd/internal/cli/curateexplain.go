package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/engine"
)

func newCurateExplain(d *Deps) *cobra.Command {
	o := engine.CurateOptions{Settings: curate.Defaults()}
	cmd := &cobra.Command{
		Use:   "explain TRIAL",
		Short: "Tell what every rule of the curation says of a trial, and which one decided",
		Long: `Curate, and tell what every rule says of one trial. It takes the flags of coworkenv curate, since what a rule says depends on them. Rules
that hold a trial against those that were kept before it are told as they were asked; of a trial that did not come so far, as they would
be asked in the end.`,
		Example: `  coworkenv curate explain tri_0123456789ab
  coworkenv curate explain tri_0123456789ab --min-reward 1 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := d.existing(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			tell, end := d.progress("curate")
			e, err := w.ExplainCuration(cmd.Context(), args[0], o, tell)
			end()
			if err != nil {
				return err
			}
			p := d.printer()
			return p.emit(e, func() { printExplanation(p, e) })
		},
	}
	bindCurate(cmd.Flags(), &o)
	return cmd
}

func printExplanation(p *printer, e *curate.Explanation) {
	row := &e.Row
	what := string(row.Decision)
	switch {
	case row.Rule != "":
		what += " by " + row.Rule
	case row.Split != "":
		what += " in split " + string(row.Split)
	}
	p.say("%s of %s by %s: %s", clean(row.Trial), clean(row.Task), clean(row.Agent), what)
	p.say("group: %s: %s; scenario %s, lineage root %s, fold %s", e.Group, e.Standing, clean(row.Scenario), clean(row.Root), row.Fold)
	p.say("labels: %s", clean(strings.Join(row.Labels, ", ")))
	var rows [][]string
	for _, v := range e.Verdicts {
		says := "keep"
		if v.Drop {
			says = "drop"
		}
		if v.Overruled {
			says += ", overruled"
		}
		mark := ""
		if v.Decided {
			mark = "decided"
		}
		rows = append(rows, []string{v.Rule, says, mark, v.Text})
	}
	p.say("")
	p.table([]column{{title: "rule"}, {title: "says", tint: saysTint}, {title: ""}, {title: "why", flex: true}}, rows)
	for _, c := range row.Cuts {
		p.say("cut: step %d call %d to %d bytes", c.Step+1, c.Call+1, c.Bytes)
	}
	for _, pair := range e.Pairs {
		p.say("pair: %s is better than %s from step %d on", clean(pair.Chosen), clean(pair.Rejected), pair.Step+1)
	}
}

func saysTint(cell string) tint {
	if strings.HasPrefix(cell, "drop") {
		return bad
	}
	return good
}
