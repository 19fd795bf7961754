package cli

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
)

// whatIfDoc is the JSON form of task whatif.
type whatIfDoc struct {
	Task        string            `json:"task"`
	Draft       string            `json:"draft"`
	Differences []task.Difference `json:"differences"`
	Solution    *grade.Micros     `json:"solution_score"` // null = there is no solution
	engine.WhatIf
	Changes []whatIfTrial `json:"changes"` // trials that the draft scores otherwise
	Applied bool          `json:"applied"`
}

// whatIfTrial is one trial under the draft.
type whatIfTrial struct {
	Trial   string        `json:"trial"`
	Agent   string        `json:"agent"`
	Attempt int           `json:"attempt"`
	Stored  *grade.Micros `json:"stored_score"`
	Now     grade.Micros  `json:"score"`
	Flip    engine.Flip   `json:"verdict"`
	Checks  []whatIfCheck `json:"checks"`
}

type whatIfCheck struct {
	ID     string             `json:"id"`
	Stored *grade.CheckResult `json:"stored,omitempty"`
	Now    *grade.CheckResult `json:"now,omitempty"`
	Was    []grade.Violation  `json:"stored_broken,omitempty"`
	Broken []grade.Violation  `json:"broken,omitempty"`
}

func newTaskWhatIf(d *Deps) *cobra.Command {
	var apply bool
	cmd := &cobra.Command{
		Use:   "whatif TASK [DRAFT]",
		Short: "Show which stored trials a draft of a task would flip, and why",
		Long: `Grade every stored trial of a task under an edited copy of its file, and compare with the scores that are stored: which trials would pass or
fail now, and which checks say so. Without a DRAFT the task is held against its stored trials as it is. Nothing stored is changed.

With --apply the draft is written into the task's file, where it loads.`,
		Example: `  coworkenv task whatif tasks/mine draft/task.yaml
  coworkenv task whatif tasks/mine draft/task.yaml --json
  coworkenv task whatif tasks/mine draft/task.yaml --apply`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if apply && len(args) < 2 {
				return fault.New(fault.Usage, "--apply needs a DRAFT to apply").WithHint("name the edited copy behind the task")
			}
			return d.whatIf(cmd.Context(), args, apply)
		},
	}
	cmd.Flags().BoolVar(&apply, "apply", false, "write the draft into the task's file")
	return cmd
}

func (d *Deps) whatIf(ctx context.Context, args []string, apply bool) error {
	e, err := d.engine()
	if err != nil {
		return err
	}
	w, err := d.existing(ctx)
	switch {
	case err == nil:
		defer w.Close()
	case fault.KindOf(err) != fault.NotFound:
		return err
	}
	l, err := e.Named(ctx, w, args[0])
	if err != nil {
		return err
	}
	var draft *engine.Draft
	shown := l.Path
	if len(args) == 2 {
		shown = args[1]
		draft, err = e.DraftAt(l, shown)
	} else {
		draft, err = e.Draft(l)
	}
	if err != nil {
		return err
	}
	doc, err := d.tryDraft(ctx, e, w, draft)
	if err == nil && apply {
		err = draft.Apply()
	}
	if err = errors.Join(err, draft.Remove()); err != nil {
		return err
	}
	doc.Draft, doc.Applied = shown, apply
	return printWhatIf(d.printer(), doc, l.OnDisk())
}

// tryDraft grades the stored trials under a draft; without a workspace its solution alone.
func (d *Deps) tryDraft(ctx context.Context, e *engine.Engine, w *engine.Workspace, draft *engine.Draft) (*whatIfDoc, error) {
	now, err := draft.Open()
	if err != nil {
		return nil, err
	}
	if _, err := now.Runnable(); err != nil {
		return nil, err
	}
	doc := &whatIfDoc{Task: draft.Of.ID(), Differences: []task.Difference{}, Changes: []whatIfTrial{}}
	if draft.Of.Task != nil {
		doc.Differences = append(doc.Differences, task.Diff(draft.Of.Task, now.Task)...)
	}
	if w == nil {
		if doc.WhatIf.Oracle, err = e.OracleScore(ctx, now); err != nil {
			return nil, err
		}
	} else {
		tell, end := d.progress("grade")
		sum, err := w.WhatIf(ctx, draft, func(c *engine.TrialChange, total int) {
			doc.add(c)
			doc.Count(c.Flip)
			if tell != nil {
				tell(doc.Trials, total, c.Trial)
			}
		})
		end()
		if err != nil {
			return nil, err
		}
		doc.WhatIf = *sum
	}
	if doc.Oracle != nil {
		doc.Solution = &doc.Oracle.Score
	}
	slices.SortFunc(doc.Changes, func(a, b whatIfTrial) int {
		return cmp.Or(strings.Compare(string(a.Flip), string(b.Flip)), strings.Compare(a.Agent, b.Agent), cmp.Compare(a.Attempt, b.Attempt), strings.Compare(a.Trial, b.Trial))
	})
	return doc, nil
}

func (doc *whatIfDoc) add(c *engine.TrialChange) {
	if c.Flip == engine.Unmoved || c.Flip == engine.Unscored {
		return
	}
	row := whatIfTrial{Trial: c.Trial, Agent: c.Agent, Attempt: c.Attempt, Now: c.After.Score, Flip: c.Flip, Checks: []whatIfCheck{}}
	if c.Before != nil {
		row.Stored = &c.Before.Score
	}
	for _, x := range c.Checks {
		row.Checks = append(row.Checks, whatIfCheck{x.ID, x.Before, x.After, x.BrokenBefore, x.BrokenAfter})
	}
	doc.Changes = append(doc.Changes, row)
}

func printWhatIf(p *printer, doc *whatIfDoc, file string) error {
	return p.emit(doc, func() {
		for _, x := range doc.Differences {
			p.say("%s: %s -> %s", clean(x.Path), cmp.Or(clean(x.Before), "-"), cmp.Or(clean(x.After), "-"))
		}
		var rows [][]string
		for _, c := range doc.Changes {
			was := "-"
			if c.Stored != nil {
				was = c.Stored.String()
			}
			var ids []string
			for _, x := range c.Checks {
				ids = append(ids, x.ID)
			}
			rows = append(rows, []string{c.Trial, c.Agent, itoa(c.Attempt), was, c.Now.String(), string(c.Flip), strings.Join(ids, " ")})
		}
		if len(rows) > 0 {
			p.table([]column{{title: "trial"}, {title: "agent"}, {title: "attempt", right: true, drop: 2}, {title: "stored", right: true}, {title: "draft", right: true}, {title: "verdict"},
				{title: "checks that changed", flex: true, drop: 1}}, rows)
			p.explainChanges(doc.Changes)
		}
		solution := "no solution"
		if doc.Solution != nil {
			solution = "the solution scores " + doc.Solution.String()
		}
		p.say("%s: %d fail now, %d pass now, %d rescored, %d same, %d unscored; %s", plural(doc.Trials, "stored trial"), doc.FailsNow, doc.PassesNow, doc.Rescored, doc.Same, doc.Unscored, solution)
		if doc.Applied {
			p.note("wrote %s; `coworkenv gate` says whether it is certified", clean(file))
		}
	})
}

// explainChanges says of each check that changed why it fails, once for each reason.
func (p *printer) explainChanges(list []whatIfTrial) {
	seen := map[string]bool{}
	for _, c := range list {
		for _, x := range c.Checks {
			if x.Now == nil {
				continue
			}
			for _, why := range x.Now.Why {
				if line := x.ID + ": " + why.Sentence("call "); !seen[line] && len(seen) < 20 {
					seen[line] = true
					p.say("  %s", clean(line))
				}
			}
		}
	}
}
