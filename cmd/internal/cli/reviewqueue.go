package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

// queueRow is one subject of a queue in JSON.
type queueRow struct {
	Subject  string                `json:"subject"`
	Task     string                `json:"task"`
	Trial    string                `json:"trial,omitempty"`
	Title    string                `json:"title,omitempty"`
	Gate     string                `json:"gate"`
	Agent    string                `json:"agent,omitempty"`
	Score    string                `json:"score,omitempty"`
	Rule     string                `json:"rule,omitempty"`
	Says     string                `json:"says,omitempty"`
	Why      string                `json:"why,omitempty"`
	Decision string                `json:"decision"`
	By       string                `json:"by,omitempty"`
	Reason   string                `json:"reason,omitempty"`
	Note     string                `json:"note,omitempty"`
	At       time.Time             `json:"at,omitzero"`
	Mine     string                `json:"mine"`
	Others   []engine.DecisionLine `json:"others,omitempty"`
	Differ   bool                  `json:"differ,omitempty"`
	Spot     string                `json:"spot_check,omitempty"`
}

func queueRows(rows []*engine.QueueRow) []queueRow {
	out := []queueRow{}
	for _, r := range rows {
		row := queueRow{Subject: r.Subject, Task: r.Task, Trial: r.Trial, Title: r.Title, Gate: r.Gate, Agent: r.Agent, Rule: r.Rule, Says: r.Says, Why: r.Why,
			Decision: r.Decision, By: r.By, Reason: r.Reason, Note: r.Note, At: r.At, Mine: r.Mine, Others: r.Others, Differ: r.Differ}
		if r.Status == string(store.TrialScored) {
			row.Score = engine.ScoreText(r.Score)
		}
		out = append(out, row)
	}
	return out
}

// reviewFlags say which queue is meant and who asks.
type reviewFlags struct {
	kind, where, reviewer string
	blind                 bool
}

func (f *reviewFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.kind, "kind", "task", "the `QUEUE`: task, trial, drop or keep (what rules of the newest selection said)")
	cmd.Flags().StringVar(&f.where, "where", "", "only what matches the `QUERY`, e.g. 'decision:none gate:passed'")
	cmd.Flags().BoolVar(&f.blind, "blind", false, "leave out what others said of what you have not decided yourself")
	bindReviewer(cmd, &f.reviewer)
}

// rows reads the part of the queue that is meant.
func (f *reviewFlags) rows(ctx context.Context, w *engine.Workspace) ([]*engine.QueueRow, error) {
	rows, err := w.ReviewQueue(ctx, engine.QueueOptions{Queue: f.kind, Reviewer: f.reviewer, Blind: f.blind})
	if err != nil {
		return nil, err
	}
	shown, err := engine.SelectQueue(ctx, rows, f.where)
	out := make([]*engine.QueueRow, 0, len(shown))
	for _, i := range shown {
		out = append(out, rows[i])
	}
	return out, err
}

// whoAsks is the reviewer that is named, else of the environment, else nobody.
func (d *Deps) whoAsks(named string) string {
	for _, name := range []string{"COWORKENV_REVIEWER", "USER"} {
		if named == "" {
			named = d.Env(name)
		}
	}
	return named
}

func newReviewQueue(d *Deps) *cobra.Command {
	var f reviewFlags
	cmd := &cobra.Command{
		Use:   "queue",
		Short: "List tasks, trials or what rules said, with the verdicts of every reviewer",
		Example: `  coworkenv review queue
  coworkenv review queue --kind trial --where 'decision:none pass:true' --json
  coworkenv review queue --kind drop --where 'rule:near_duplicate differ:true'`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.reviewer = d.whoAsks(f.reviewer)
			w, err := d.existing(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			rows, err := f.rows(cmd.Context(), w)
			if err != nil {
				return err
			}
			doc := queueRows(rows)
			p := d.printer()
			return p.emit(doc, func() { printQueue(p, doc) })
		},
	}
	f.bind(cmd)
	return cmd
}

func printQueue(p *printer, rows []queueRow) {
	var table [][]string
	for _, r := range rows {
		what := r.Title
		switch {
		case r.Rule != "":
			what = r.Rule + " says " + r.Says + ": " + r.Why
		case r.Agent != "" && r.Score != "":
			what = r.Agent + ": score " + r.Score
		case r.Agent != "":
			what = r.Agent + ": not scored"
		}
		differ := ""
		if r.Differ {
			differ = "differ"
		}
		table = append(table, []string{r.Subject, r.Task, what, r.Gate, r.Decision, r.By, differ, r.Spot})
	}
	p.table([]column{{title: "subject"}, {title: "task", flex: true, drop: 2}, {title: "what", flex: true}, {title: "gate", drop: 1}, {title: "decision"}, {title: "by"}, {title: "others"}, {title: "check"}}, table)
	p.none(len(table), "nothing is in this queue, or matches; --kind names another")
}

func newReviewSpotcheck(d *Deps) *cobra.Command {
	o := engine.SpotOptions{}
	cmd := &cobra.Command{
		Use:   "spotcheck",
		Short: "Draw a random sample of what was accepted or kept, and estimate the error rate",
		Long: `Draw a random sample of accepted tasks or trials, and of the trials that the newest selection keeps. Look at each and give a verdict with
--spotcheck NAME, the name that is shown: accept where it was rightly accepted, reject where not. The error rate of all is then
estimated with the Wilson score interval of 95%. Equal seeds draw equal samples, and verdicts of the check do not change what it draws from.`,
		Example: `  coworkenv review spotcheck --kind trial --size 30 --seed 7
  coworkenv review reject tri_0123456789ab --spotcheck trial:7 --reason wrong
  coworkenv review spotcheck --kind task --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Reviewer = d.whoAsks(o.Reviewer)
			w, err := d.existing(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			c, err := w.SpotCheck(cmd.Context(), o)
			if err != nil {
				return err
			}
			rows := queueRows(c.Rows)
			for i := range rows {
				rows[i].Spot = c.Said(c.Rows[i])
			}
			p := d.printer()
			return p.emit(spotDoc{c.Name, c.Population, c.Judged, c.Errors, c.Unsure, c.Rate, c.Low, c.High, c.Method, rows}, func() {
				printQueue(p, rows)
				p.say("")
				p.say("%s: %s", c.Name, c.String())
			})
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.Kind, "kind", "trial", "`KIND` of subjects: task or trial")
	countVar(flags, &o.Size, "size", 30, 1, "look at `N` of them")
	seedVar(flags, &o.Seed, "seed", 1, mostSeed, "`SEED` of the drawing")
	flags.BoolVar(&o.Blind, "blind", false, "leave out what others said of what you have not decided yourself")
	bindReviewer(cmd, &o.Reviewer)
	return cmd
}

// spotDoc is a spot check in JSON.
type spotDoc struct {
	Name       string     `json:"name"`
	Population int        `json:"population"`
	Judged     int        `json:"judged"`
	Errors     int        `json:"errors"`
	Unsure     int        `json:"unsure"`
	Rate       float64    `json:"error_rate"`
	Low        float64    `json:"low"`
	High       float64    `json:"high"`
	Method     string     `json:"method"`
	Sample     []queueRow `json:"sample"`
}

// verdictOf gives a verdict to the subjects that are named, or to all of a queue that match.
func (d *Deps) verdictOf(ctx context.Context, w *engine.Workspace, v engine.Verdict, f reviewFlags) ([]store.Decision, error) {
	if f.where == "" {
		if len(v.Subjects) == 0 {
			return nil, fault.New(fault.Usage, "SUBJECT is missing").WithHint("name subjects, or give --kind and --where for all that match")
		}
		return w.Review(ctx, v)
	}
	if len(v.Subjects) > 0 {
		return nil, fault.New(fault.Usage, "subjects are named, and --where selects others").WithHint("give one of the two")
	}
	f.reviewer = v.Reviewer
	rows, err := f.rows(ctx, w)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fault.New(fault.NotFound, "nothing in the queue %s matches", f.kind).WithHint("`coworkenv review queue --kind %s` lists it", f.kind)
	}
	done, err := w.Judge(ctx, rows, v, nil)
	if err == nil && len(done.Refused) > 0 {
		first := done.Refused[0]
		err = fault.New(fault.Denied, "%s of %d got no verdict, the first %s: %s", plural(len(done.Refused), "subject"), len(rows), first.Subject, first.Why).
			WithHint("take the tasks through `coworkenv gate` and run their trials again, or say in --note why they are judged all the same")
	}
	return done.Decisions, err
}
