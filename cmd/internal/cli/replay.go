package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
)

// replayDoc is the JSON form of replay.
type replayDoc struct {
	Trial      string             `json:"trial"`
	Same       bool               `json:"same"`
	Divergence *engine.Divergence `json:"divergence,omitempty"`
	Stored     *grade.Micros      `json:"stored_score"`
	Now        grade.Micros       `json:"score"`
}

func newReplay(d *Deps) *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:     "replay TRIAL",
		Short:   "Do a stored trial over again and show the first divergence",
		Long:    "Carry out a stored trial's calls again in a fresh environment, on the task as it was or on another version of it, and compare every observation and state. The exit status is 9 where the replay differs.",
		GroupID: groupRuns,
		Example: `  coworkenv replay tri_0123456789ab
  coworkenv replay tri_0123456789ab --task tasks/edited --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			stored, again, err := d.replayed(cmd.Context(), args[0], path)
			if err != nil {
				return err
			}
			return printReplay(d.printer(), stored, again)
		},
	}
	cmd.Flags().StringVar(&path, "task", "", "replay on the task at this `PATH` instead of the stored version")
	return cmd
}

// replayed does a stored trial over again, on the task at a path where one is given.
func (d *Deps) replayed(ctx context.Context, id, path string) (*engine.StoredTrial, *engine.Replayed, error) {
	w, err := d.existing(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer w.Close()
	other, err := preparedAt(w.Engine, path)
	if err != nil {
		return nil, nil, err
	}
	return w.ReplayTrial(ctx, id, other)
}

// preparedAt opens the task at a path; "" is none.
func preparedAt(e *engine.Engine, path string) (*episode.Prepared, error) {
	if path == "" {
		return nil, nil
	}
	l, err := e.One(path)
	if err != nil {
		return nil, err
	}
	return l.Runnable()
}

func printReplay(p *printer, stored *engine.StoredTrial, again *engine.Replayed) error {
	doc := replayDoc{Trial: stored.ID, Same: again.Divergence == nil, Divergence: again.Divergence, Now: again.Score.Score}
	if stored.Score != nil {
		doc.Stored = &stored.Score.Score
	}
	err := p.emit(doc, func() {
		if doc.Same {
			p.say("%s: the same in every observation and state; score %s", stored.ID, doc.Now)
			return
		}
		x := doc.Divergence
		p.say("%s: first difference in step %d, call %d: %s", stored.ID, x.Step+1, x.Call+1, x.What)
		p.say("  stored %s", clean(clip(x.Stored, 2000)))
		p.say("  now    %s", clean(clip(x.Now, 2000)))
	})
	if err == nil && !doc.Same {
		return fault.New(fault.Conflict, "the replay of %s differs", stored.ID)
	}
	return err
}

// regradeRow is one line of regrade.
type regradeRow struct {
	Trial  string        `json:"trial"`
	Task   string        `json:"task"`
	Agent  string        `json:"agent"`
	Stored *grade.Micros `json:"stored_score"`
	Now    grade.Micros  `json:"score"`
	Flips  bool          `json:"flips"` // passes where it failed, or fails where it passed
}

func newRegrade(d *Deps) *cobra.Command {
	var path, where string
	cmd := &cobra.Command{
		Use:     "regrade [TRIAL...]",
		Short:   "Score stored trials with the present grader; nothing stored is changed",
		GroupID: groupRuns,
		Example: `  coworkenv regrade tri_0123456789ab
  coworkenv regrade --where 'task:triage-monday-queue-000002' --task tasks/edited
  coworkenv regrade --json
  coworkenv regrade --where 'agent:teacher' --detach`,
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := d.existing(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			other, err := preparedAt(w.Engine, path)
			if err != nil {
				return err
			}
			tell, end := d.progress("regrade")
			regraded, err := w.Regrade(cmd.Context(), args, where, other, tell)
			end()
			if err != nil && len(regraded) == 0 {
				return err
			}
			return errors.Join(err, printRegraded(d.printer(), regraded))
		},
	}
	cmd.Flags().StringVar(&path, "task", "", "grade with the checks of the task at this `PATH`")
	cmd.Flags().StringVar(&where, "where", "", "only trials that match the `QUERY`")
	return d.detachable(cmd)
}

func printRegraded(p *printer, list []engine.Regraded) error {
	doc := []regradeRow{}
	var rows [][]string
	flips := 0
	for _, r := range list {
		row := regradeRow{Trial: r.Stored.ID, Task: r.Stored.Trajectory.Task.ID, Agent: r.Stored.Trajectory.Agent.Name, Now: r.Now.Score, Flips: r.Flips()}
		was := "-"
		if r.Stored.Score != nil {
			row.Stored = &r.Stored.Score.Score
			was = row.Stored.String()
		}
		flip := ""
		if row.Flips {
			flip = "flips"
			flips++
		}
		doc = append(doc, row)
		rows = append(rows, []string{row.Trial, row.Task, row.Agent, was, row.Now.String(), flip})
	}
	return p.emit(doc, func() {
		p.table([]column{{title: "trial"}, {title: "task", flex: true}, {title: "agent"}, {title: "stored", right: true}, {title: "now", right: true}, {title: "verdict"}}, rows)
		p.note("%s, %s", plural(len(doc), "trial"), plural(flips, "flip"))
	})
}
