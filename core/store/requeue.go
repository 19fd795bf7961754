package store

import (
	"context"
	"strings"
)

// Requeue puts items of a run back into the queue: those that a dead process
// left running, and failed ones of the given classes ("*" is all). The unscored
// trial of such an item is deleted, so that the next try can be written; scored
// ones never are. It returns how many items are queued anew. Only the process
// that works on the run may call it, before it begins.
func (s *Store) Requeue(ctx context.Context, runID string, running bool, classes ...string) (n int, err error) {
	chosen, args := chooseItems(runID, running, classes)
	err = s.change(ctx, false, func(t *tx) error {
		for _, step := range []string{
			// Totals first: they are taken from the trials that go.
			`UPDATE task_totals SET trials = trials - (SELECT count(*) FROM trials d WHERE d.task_digest = task_totals.task_digest AND d.item_id IN (` + chosen + `))
			 WHERE task_digest IN (SELECT task_digest FROM trials WHERE item_id IN (` + chosen + `))`,
			`DELETE FROM trials WHERE item_id IN (` + chosen + `)`,
		} {
			if err := t.exec(step, repeat(args, strings.Count(step, chosen))...); err != nil {
				return err
			}
		}
		changed, err := t.count(`UPDATE items SET status = 'queued', failure_class = '' WHERE id IN (`+chosen+`)`, args...)
		n = int(changed)
		return err
	})
	if err != nil {
		return 0, fail(err, "queue items of run %s again", runID)
	}
	return n, nil
}

// chooseItems is a query for the ids of the items to run again. The number of
// classes is small, so the texts stay few.
func chooseItems(runID string, running bool, classes []string) (string, []any) {
	args := []any{runID, boolColumn(running)}
	any := 0
	var marks []string
	for _, c := range classes {
		if c == "*" {
			any = 1
			continue
		}
		marks = append(marks, "?")
	}
	args = append(args, any)
	for _, c := range classes {
		if c != "*" {
			args = append(args, c)
		}
	}
	return `SELECT i.id FROM items i WHERE i.run_id = ?
 AND (i.status = 'running' AND ? = 1 OR i.status = 'failed' AND (? = 1 OR i.failure_class IN (` + strings.Join(marks, ", ") + `)))
 AND NOT EXISTS (SELECT 1 FROM trials s WHERE s.item_id = i.id AND s.status = 'scored')`, args
}

func repeat(args []any, n int) []any {
	var out []any
	for range n {
		out = append(out, args...)
	}
	return out
}
