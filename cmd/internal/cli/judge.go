package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/judge"
)

func newJudge(d *Deps) *cobra.Command {
	var f actorFlags
	var where string
	cmd := &cobra.Command{
		Use:   "judge [TRIAL...]",
		Short: "Let a model read stored trials against their tasks' rubrics",
		Long: `Let a model read trials of tasks that have a judge block. An opinion stands beside the score: it changes no score, no reward and no selection.
A reply that cannot be read is asked for again up to twice; after that there is no opinion, which is not an opinion of 0. What was judged is
not paid for again: replies are kept in the workspace.`,
		GroupID: groupRuns,
		Example: `  coworkenv judge tri_0123456789ab --profile far
  coworkenv judge --where 'agent:model' --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runJudge(cmd.Context(), d, args, where, f)
		},
	}
	f.bindJudge(cmd.Flags())
	cmd.Flags().StringVar(&where, "where", "", "only trials that match the `QUERY`")
	return d.detachable(cmd)
}

func runJudge(ctx context.Context, d *Deps, ids []string, where string, f actorFlags) (err error) {
	w, err := d.existing(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	done, err := d.useModels(w.Engine, f, nil, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	p := d.printer()
	var rows [][]string
	passed, err := w.JudgeTrials(ctx, ids, where, f.profile, func(o *judge.Opinion) error {
		if p.json {
			return p.jsonLine(o)
		}
		share := "none"
		if o.Share != nil {
			share = fmt.Sprintf("%.3f", *o.Share)
		}
		rows = append(rows, []string{o.Trial, o.Task, o.Agent, share, o.Reason})
		return nil
	})
	if !p.json && len(rows) > 0 {
		p.table([]column{{title: "trial"}, {title: "task", flex: true}, {title: "agent"}, {title: "opinion", right: true}, {title: "reason", flex: true}}, rows)
	}
	if passed > 0 {
		p.note("%s of tasks without a rubric", plural(passed, "trial"))
	}
	return errors.Join(stopped(err, "what was judged is kept; the same command goes on"), p.failure)
}
