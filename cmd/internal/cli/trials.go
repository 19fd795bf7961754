package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/grade"
)

func newTrials(d *Deps) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "trials",
		Short:   "List, show, search and compare stored trials",
		GroupID: groupRuns,
		Example: `  coworkenv trials list --where 'agent:novice score<1'
  coworkenv trials show tri_0123456789ab`,
	}
	cmd.AddCommand(newTrialsList(d), newTrialsShow(d), newTrialsSearch(d), newTrialsCompare(d))
	return cmd
}

// trialRow is one line of trials list.
type trialRow struct {
	ID      string       `json:"id"`
	Task    string       `json:"task"`
	Agent   string       `json:"agent"`
	Attempt int          `json:"attempt"`
	Seed    uint64       `json:"seed"`
	Status  string       `json:"status"`
	Score   grade.Micros `json:"score"`
	Safety  int64        `json:"safety"`
	Pass    bool         `json:"pass"`
	Steps   int          `json:"steps"`
	Calls   int          `json:"calls"`
	End     string       `json:"end"`
	Run     string       `json:"run"`
}

func newTrialsList(d *Deps) *cobra.Command {
	var where string
	var limit int
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List trials of the workspace",
		Long:  "List trials run by run, and in a run by task, agent and attempt, in whatever order they ended.",
		Example: `  coworkenv trials list
  coworkenv trials list --where 'task:triage pass:false' --limit 20
  coworkenv trials list --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w, err := d.existing(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			rows, err := w.ListTrials(cmd.Context(), where, limit)
			if err != nil {
				return err
			}
			doc := make([]trialRow, len(rows))
			for i := range rows {
				r := &rows[i]
				doc[i] = trialRow{r.ID, r.TaskID, r.Agent, r.Attempt, r.Seed, string(r.Status), grade.Micros(r.Score), r.Safety, r.Pass, r.Steps, r.Calls, r.EndReason, r.RunID}
			}
			p := d.printer()
			if err := printTrials(p, doc); err != nil {
				return err
			}
			if where != "" {
				p.none(len(doc), "no trial matches; without --where all are listed")
			} else {
				p.none(len(doc), "no trial yet; `coworkenv run` makes some")
			}
			return p.failure
		},
	}
	cmd.Flags().StringVar(&where, "where", "", "only trials that match the `QUERY`, e.g. 'agent:novice score<0.5'")
	countVar(cmd.Flags(), &limit, "limit", 0, 0, "only the first `N` trials (default all)")
	return cmd
}

func printTrials(p *printer, doc []trialRow) error {
	return p.emit(doc, func() {
		var rows [][]string
		for _, t := range doc {
			pass := "no"
			if t.Pass {
				pass = "yes"
			}
			rows = append(rows, []string{t.ID, t.Task, t.Agent, itoa(t.Attempt), t.Status, t.Score.String(), pass, itoa(t.Calls), t.End})
		}
		p.table([]column{{title: "trial"}, {title: "task", flex: true}, {title: "agent"}, {title: "attempt", right: true}, {title: "status"},
			{title: "score", right: true}, {title: "pass", drop: 2}, {title: "calls", right: true, drop: 1}, {title: "end"}}, rows)
	})
}

func newTrialsShow(d *Deps) *cobra.Command {
	var full bool
	cmd := &cobra.Command{
		Use:   "show TRIAL",
		Short: "Show a trial: what the agent did, what the services recorded, why it scored what it did",
		Example: `  coworkenv trials show tri_0123456789ab
  coworkenv trials show tri_0123456789ab --full
  coworkenv trials show tri_0123456789ab --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := d.existing(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			t, err := w.Trial(cmd.Context(), args[0])
			if err == nil {
				t.Opinions, err = w.Opinions(t.ID)
			}
			if err != nil {
				return err
			}
			p := d.printer()
			return p.emit(t, func() { printTrial(p, t, full) })
		},
	}
	cmd.Flags().BoolVar(&full, "full", false, "print observations whole")
	return cmd
}

func printTrial(p *printer, t *engine.StoredTrial, full bool) {
	tr := t.Trajectory
	p.say("%s  %s by %s, attempt %d, seed %d: %s", tr.Trial, clean(tr.Task.ID), clean(tr.Agent.Name), tr.Attempt, tr.Seed, t.Status)
	if tr.Imported != "" {
		p.say("imported from a transcript in the form %s; it was never graded", clean(tr.Imported))
	}
	block(p, "request", tr.Opening)
	for i := range tr.Steps {
		printStep(p, &tr.Steps[i], full)
	}
	p.say("\n%s", strings.TrimRight(fmt.Sprintf("end: %s, %s %s", tr.End.Kind, tr.End.Reason, clean(tr.End.Detail)), " "))
	if t.Score != nil {
		printScore(p, t.Score)
	}
	for _, o := range t.Opinions {
		printOpinion(p, o)
	}
}

// printOpinion prints what a judge found; it is no part of the score above it.
func printOpinion(p *printer, o engine.Opinion) {
	share := "none"
	if o.Share != nil {
		share = fmt.Sprintf("%.3f", *o.Share)
	}
	p.say("\nopinion %s of %s, %s: %s", share, clean(o.Profile), o.At.Format("2006-01-02 15:04"), clean(clip(o.Reason, writtenWidth)))
}
