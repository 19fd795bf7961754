package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

const reviewLong = `Record what people decide about tasks, trials and single verdicts of the curation's rules. Decisions are never changed or deleted: an undo is
an entry of its own. They outrank every rule of coworkenv curate. They are exported as text that merges in git, a line a decision, and
imported into other workspaces; where reviewers disagree, both verdicts are kept and shown until someone decides anew.

A SUBJECT is a task (ID, or task:ID, or task:DIGEST for an older content), a trial (tri_..., or trial:ID) or what a rule said of a trial
(rule:RULE:drop:TRIAL or rule:RULE:keep:TRIAL, as coworkenv curate explain shows it). To reject what a rule said is to turn it round.`

func newReview(d *Deps) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "review",
		Short:   "Decide about tasks, trials and rules, and exchange decisions as text",
		Long:    reviewLong,
		GroupID: groupRuns,
		Example: `  coworkenv review list --pending --kind trial --limit 20
  coworkenv review reject tri_0123456789ab --reason leak --note 'names the answer'
  coworkenv review export --out decisions.jsonl`,
	}
	cmd.AddCommand(newReviewList(d), newReviewQueue(d), newReviewSpotcheck(d),
		newVerdict(d, store.Accept, "Accept tasks, trials or what a rule said"),
		newVerdict(d, store.Reject, "Reject tasks, trials or what a rule said"),
		newVerdict(d, store.Flag, "Flag tasks or trials for another look; curation leaves them out until then"),
		newVerdict(d, store.Skip, "Note that tasks or trials were looked at without a verdict"),
		newReviewUndo(d), newReviewImport(d), newReviewExport(d))
	return cmd
}

func newVerdict(d *Deps, verdict store.Verdict, short string) *cobra.Command {
	v := engine.Verdict{Verdict: verdict}
	var f reviewFlags
	cmd := &cobra.Command{
		Use:   string(verdict) + " [SUBJECT...]",
		Short: short,
		Long: short + `. All of them are recorded, or none. A verdict on a task whose certificate is
stale or failing is refused, and so is the acceptance of its trials, unless --note says why it is given all the same. With
--kind and --where it is given to all of a queue that match, but for those that are refused.`,
		Example: "  coworkenv review " + string(verdict) + " one-free-hour-000005 --reason clear\n  coworkenv review " + string(verdict) + " trial:tri_0123456789ab rule:too_short:drop:tri_ba9876543210 --note 'looked at both'",
		RunE: func(cmd *cobra.Command, args []string) error {
			v.Subjects = args
			return d.decide(cmd.Context(), &v.Reviewer, func(w *engine.Workspace) ([]store.Decision, error) { return d.verdictOf(cmd.Context(), w, v, f) })
		},
	}
	cmd.Flags().StringVar(&v.Reason, "reason", "", "a short `WORD` why, by which decisions can be counted")
	cmd.Flags().StringVar(&v.Note, "note", "", "a `TEXT` for people")
	cmd.Flags().StringVar(&v.Spot, "spotcheck", "", "`NAME` of the spot check that it is part of")
	cmd.Flags().StringVar(&f.kind, "kind", "task", "with --where: the `QUEUE`: task, trial, drop or keep")
	cmd.Flags().StringVar(&f.where, "where", "", "judge all of the queue that match the `QUERY`")
	bindReviewer(cmd, &v.Reviewer)
	return cmd
}

func newReviewUndo(d *Deps) *cobra.Command {
	var reviewer, note string
	cmd := &cobra.Command{
		Use:   "undo SUBJECT...",
		Short: "Take back the verdict that counts, so that the one before counts again",
		Example: `  coworkenv review undo tri_0123456789ab
  coworkenv review undo one-free-hour-000005 --note 'hasty'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return d.decide(cmd.Context(), &reviewer, func(w *engine.Workspace) ([]store.Decision, error) {
				return w.UndoReview(cmd.Context(), args, reviewer, note)
			})
		},
	}
	cmd.Flags().StringVar(&note, "note", "", "a `TEXT` for people")
	bindReviewer(cmd, &reviewer)
	return cmd
}

func bindReviewer(cmd *cobra.Command, reviewer *string) {
	cmd.Flags().StringVar(reviewer, "reviewer", "", "`NAME` of who decides (default $COWORKENV_REVIEWER, else $USER)")
}

// decide does what a person decided, under their name, and prints the entries.
func (d *Deps) decide(ctx context.Context, reviewer *string, do func(*engine.Workspace) ([]store.Decision, error)) error {
	for _, name := range []string{"COWORKENV_REVIEWER", "USER"} {
		if *reviewer == "" {
			*reviewer = d.Env(name)
		}
	}
	if *reviewer == "" {
		return fault.New(fault.Usage, "a decision needs a reviewer").WithHint("give --reviewer NAME, or set COWORKENV_REVIEWER")
	}
	w, err := d.writable(ctx)
	if err != nil {
		return err
	}
	list, err := do(w)
	return errors.Join(err, w.Close(), printDecisions(d.printer(), engine.DecisionLines(list)))
}

// writable opens the workspace for writing; it must be there.
func (d *Deps) writable(ctx context.Context) (*engine.Workspace, error) {
	if _, err := os.Stat(filepath.Join(d.workspace(), store.FileName)); err != nil {
		return d.existing(ctx) // which says what is wrong
	}
	e, err := d.engine()
	if err != nil {
		return nil, err
	}
	return e.Workspace(ctx, d.workspace(), buildVersion().Version)
}

func printDecisions(p *printer, list []engine.DecisionLine) error {
	return p.emit(list, func() {
		for _, l := range list {
			what := l.Verdict
			if l.Supersedes != "" {
				what += ", in place of " + l.Supersedes
			}
			p.say("%s  %s:%s %s by %s", l.ID, l.Kind, clean(l.Digest), what, clean(l.Reviewer))
		}
	})
}
