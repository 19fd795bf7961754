package engine

import (
	"cmp"
	"context"
	"slices"

	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/store"
)

// ListTrials lists the trials that match a query, without bodies: run by run, and in a run by task,
// agent and attempt. Workers finish in any order, and equal runs are to be listed alike. limit 0 is
// all.
func (w *Workspace) ListTrials(ctx context.Context, where string, limit int) ([]store.TrialRow, error) {
	q, err := query.Parse(where, store.TrialSchema())
	if err != nil {
		return nil, err
	}
	var rows []store.TrialRow
	runs := map[string]int{} // in the order in which they gave their first trial
	for row, err := range w.Store.Trials(ctx, store.TrialsOf{Where: q}) {
		if err != nil {
			return nil, err
		}
		if _, seen := runs[row.RunID]; !seen {
			runs[row.RunID] = len(runs)
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b store.TrialRow) int {
		return cmp.Or(cmp.Compare(runs[a.RunID], runs[b.RunID]), cmp.Compare(a.TaskID, b.TaskID), cmp.Compare(a.Agent, b.Agent),
			cmp.Compare(a.Model, b.Model), cmp.Compare(a.Attempt, b.Attempt), cmp.Compare(a.ID, b.ID))
	})
	if limit > 0 && len(rows) > limit {
		rows = rows[:limit]
	}
	return rows, nil
}
