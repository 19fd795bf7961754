package store

import "context"

const (
	sqlUnscoredTotals = `
UPDATE task_totals SET trials = trials - 1
WHERE task_digest = (SELECT task_digest FROM trials WHERE item_id = ? AND status <> 'scored')`
	sqlUnscoredDrop = `DELETE FROM trials WHERE item_id = ? AND status <> 'scored'`
)

// SupersedeTrial is PutTrial where a trial of the item that was not scored gives
// way. A scored one never does: stored is false then, and nothing changes.
func (s *Store) SupersedeTrial(ctx context.Context, trial Trial) (stored bool, err error) {
	row, err := s.trialRow(trial)
	if err == nil {
		err = s.change(ctx, false, func(t *tx) error {
			if err := t.exec(sqlUnscoredTotals, trial.ItemID); err != nil {
				return err
			}
			if err := t.exec(sqlUnscoredDrop, trial.ItemID); err != nil {
				return err
			}
			stored, err = row.put(t)
			return err
		})
	}
	if err != nil {
		return false, fail(err, "write trial %s", trial.ID)
	}
	return stored, nil
}
