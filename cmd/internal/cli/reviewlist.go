package cli

import (
	"time"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
)

func newReviewList(d *Deps) *cobra.Command {
	var f engine.ReviewFilter
	var history, where string
	var pending bool
	var limit int
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List verdicts that count, what waits for one, or the history of a subject",
		Example: `  coworkenv review list
  coworkenv review list --disputed
  coworkenv review list --pending --kind trial --where 'pass:true agent:teacher' --limit 20
  coworkenv review list --history tri_0123456789ab --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !pending && (where != "" || limit != 0) {
				return fault.New(fault.Usage, "--where and --limit narrow what waits").WithHint("give --pending too")
			}
			w, err := d.existing(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			p := d.printer()
			switch {
			case history != "":
				lines, err := w.ReviewHistory(cmd.Context(), history)
				if err != nil {
					return err
				}
				return p.emit(lines, func() { printHistory(p, lines) })
			case pending:
				rows, err := w.PendingReviews(cmd.Context(), orTask(f.Kind), where, limit)
				if err != nil {
					return err
				}
				return p.emit(rows, func() { printPending(p, rows) })
			}
			rows, err := w.Reviews(cmd.Context(), f)
			if err != nil {
				return err
			}
			return p.emit(rows, func() { printReviews(p, rows) })
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.Kind, "kind", "", "only this `KIND`: task, trial or rule (with --pending: task, by default, or trial)")
	flags.StringVar((*string)(&f.Verdict), "verdict", "", "only this `VERDICT`: accept, reject, flag or skip")
	flags.StringVar(&f.Reviewer, "reviewer", "", "only those of this `NAME`")
	flags.BoolVar(&f.Disputed, "disputed", false, "only what reviewers disagree about")
	flags.BoolVar(&pending, "pending", false, "list what has no verdict")
	flags.StringVar(&where, "where", "", "with --pending: only what matches the `QUERY`")
	countVar(flags, &limit, "limit", 0, 0, "with --pending: at most `N` (default all)")
	flags.StringVar(&history, "history", "", "list every entry on this `SUBJECT`, undone ones too")
	return cmd
}

func orTask(kind string) string {
	if kind == "" {
		return "task"
	}
	return kind
}

func printReviews(p *printer, rows []engine.ReviewRow) {
	var table [][]string
	for i := range rows {
		r := &rows[i]
		subject := r.Subject
		if r.Task != "" {
			subject = r.Kind + ":" + r.Task
		}
		table = append(table, []string{subject, r.Verdict, r.Reviewer, r.At.Format(time.DateTime), r.Reason, r.Note})
		for _, a := range r.Against {
			table = append(table, []string{"  against it", a.Verdict, a.Reviewer, a.At.Format(time.DateTime), a.Reason, a.Note})
		}
	}
	p.table([]column{{title: "subject", flex: true}, {title: "verdict"}, {title: "reviewer"}, {title: "at (UTC)", drop: 1}, {title: "reason", drop: 2}, {title: "note", flex: true, drop: 3}}, table)
	p.none(len(table), "no verdict counts; `coworkenv review list --pending` lists what waits for one")
}

func printHistory(p *printer, lines []engine.DecisionLine) {
	var table [][]string
	for _, l := range lines {
		table = append(table, []string{l.ID, l.Verdict, l.Reviewer, l.At.Format(time.DateTime), l.Supersedes, l.Reason, l.Note})
	}
	p.table([]column{{title: "decision"}, {title: "verdict"}, {title: "reviewer"}, {title: "at (UTC)"}, {title: "in place of", drop: 1}, {title: "reason", drop: 2}, {title: "note", flex: true}}, table)
}

func printPending(p *printer, rows []engine.PendingRow) {
	var table [][]string
	for _, r := range rows {
		table = append(table, []string{r.Subject, r.Task, r.What})
	}
	p.table([]column{{title: "subject"}, {title: "task", flex: true}, {title: "what", flex: true}}, table)
	p.none(len(table), "nothing waits for a verdict")
}
