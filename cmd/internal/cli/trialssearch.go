package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
)

func newTrialsSearch(d *Deps) *cobra.Command {
	var o engine.TrialSearch
	cmd := &cobra.Command{
		Use:   "search TEXT",
		Short: "Search what was asked, said, called and replied in stored trials",
		Long: `Search what was asked, said, called and replied in stored trials. The case of the letters a to z does not count.
Hits are printed as they are found, one a line: a part of a turn that holds the text, with how often; --json prints JSON lines.`,
		Example: `  coworkenv trials search 'no such customer'
  coworkenv trials search CUST-104 --where 'agent:novice score<1' --limit 20
  coworkenv trials search refund --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Text = args[0]
			w, err := d.existing(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			return d.printHits(cmd.Context(), w, o)
		},
	}
	cmd.Flags().StringVar(&o.Where, "where", "", "only trials that match the `QUERY`, e.g. 'agent:novice score<0.5'")
	countVar(cmd.Flags(), &o.Limit, "limit", 0, 0, "stop after `N` hits (default all)")
	return cmd
}

// printHits prints hits as they come; a failure to write ends the search.
func (d *Deps) printHits(ctx context.Context, w *engine.Workspace, o engine.TrialSearch) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	p := d.printer()
	hits, trials, last := 0, 0, ""
	tell, end := d.progress("search")
	err := w.SearchTrials(ctx, o, func(h engine.TrialHit) {
		hits++
		if h.Trial != last {
			trials, last = trials+1, h.Trial
		}
		var failed error
		if p.json {
			failed = p.jsonLine(h)
		} else {
			printHit(p, h)
			failed = p.failure
		}
		if failed != nil {
			stop()
		}
	}, tell)
	end()
	if p.failure != nil {
		return p.failure
	}
	if err == nil {
		p.note("%s in %s", plural(hits, "hit"), plural(trials, "trial"))
	}
	return err
}

func printHit(p *printer, h engine.TrialHit) {
	times := ""
	if h.Count > 1 {
		times = fmt.Sprintf(" (%d times)", h.Count)
	}
	p.say("%s  %s %s %d, step %d, %s%s: %s", h.Trial, clean(h.Task), clean(h.Agent), h.Attempt, h.Step, h.Part, times, clean(h.Text))
}
