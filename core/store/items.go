package store

import (
	"context"
	"iter"

	"coworkenv.dev/coworkenv/core/fault"
)

// ItemStatus says how far a work item has come.
type ItemStatus string

// The statuses of an item.
const (
	ItemQueued  ItemStatus = "queued"
	ItemRunning ItemStatus = "running"
	ItemDone    ItemStatus = "done"   // its trial is scored
	ItemFailed  ItemStatus = "failed" // FailureClass says why
)

// Item is one piece of work of a run: one attempt of one agent at one task.
type Item struct {
	ID           string // digest of what it is, so that a manifest can be put again
	RunID        string
	TaskDigest   string
	Agent        string
	Model        string
	Seed         uint64
	Attempt      int
	GroupID      string
	Status       ItemStatus // "" is queued
	FailureClass string
}

const (
	sqlItemPut = `
INSERT INTO items (id, run_id, task_digest, agent, model, seed, attempt, group_id, status, failure_class)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,
  CASE WHEN EXISTS (SELECT 1 FROM trials WHERE item_id = ?1 AND status = 'scored') THEN 'done' ELSE ?9 END, ?10)
ON CONFLICT (id) DO NOTHING`
	itemColumns  = `seq, id, run_id, task_digest, agent, model, seed, attempt, group_id, status, failure_class`
	sqlItemClaim = `
UPDATE items SET status = 'running', failure_class = '' WHERE seq IN (
  SELECT seq FROM items WHERE run_id = ? AND status = 'queued' ORDER BY seq LIMIT ?)
RETURNING ` + itemColumns
	sqlItemSet = `UPDATE items SET status = ?, failure_class = ? WHERE id = ? AND status <> 'done'`
)

// PutItems adds the items that are not there yet and returns how many those
// were. One that has a scored trial already is done. Errors: NotFound when the run does not exist.
func (s *Store) PutItems(ctx context.Context, items []Item) (added int, err error) {
	for i, it := range items {
		if err := required("item id", it.ID, "run id", it.RunID, "task digest", it.TaskDigest); err != nil {
			return 0, fail(err, "add item %d", i)
		}
	}
	err = s.change(ctx, false, func(t *tx) error {
		added = 0
		for _, it := range items {
			if it.Status == "" {
				it.Status = ItemQueued
			}
			n, err := t.count(sqlItemPut, it.ID, it.RunID, it.TaskDigest, it.Agent, it.Model, int64(it.Seed), it.Attempt, it.GroupID, string(it.Status), it.FailureClass)
			if err != nil {
				return err
			}
			added += int(n)
		}
		return nil
	})
	if err != nil {
		return 0, fail(err, "add %d items", len(items))
	}
	return added, nil
}

// ClaimItems takes up to n queued items of a run, in the order of the manifest,
// and marks them as running. No two callers get the same one, whatever their
// process.
func (s *Store) ClaimItems(ctx context.Context, runID string, n int) ([]Item, error) {
	var out []Item
	err := s.change(ctx, false, func(t *tx) error {
		out = nil
		return t.each(sqlItemClaim, []any{runID, n}, func(r scanner) error {
			var it Item
			var seq int64
			err := r.Scan(it.dest(&seq)...)
			out = append(out, it)
			return err
		})
	})
	if err != nil {
		return nil, fail(err, "claim items of run %s", runID)
	}
	return out, nil
}

// FailItem marks an item as failed for a class of reasons; one that is done
// stays done. Errors: NotFound.
func (s *Store) FailItem(ctx context.Context, id, class string) error {
	err := required("failure class", class)
	if err == nil {
		err = s.change(ctx, false, func(t *tx) error {
			n, err := t.count(sqlItemSet, string(ItemFailed), class, id)
			if err == nil && n == 0 {
				err = fault.New(fault.NotFound, "there is no unfinished item %q", id).WithHint("list the items of its run")
			}
			return err
		})
	}
	return fail(err, "mark item %s as failed", id)
}

// ItemCount is how many items of a run have a status and failure class.
type ItemCount struct {
	Status       ItemStatus
	FailureClass string
	Count        int
}

// ItemCounts counts the items of a run by status and failure class.
func (s *Store) ItemCounts(ctx context.Context, runID string) ([]ItemCount, error) {
	const text = `SELECT status, failure_class, count(*) FROM items WHERE run_id = ? GROUP BY status, failure_class ORDER BY status, failure_class`
	var out []ItemCount
	err := s.read.each(ctx, text, []any{runID}, func(r scanner) error {
		var c ItemCount
		err := r.Scan((*string)(&c.Status), &c.FailureClass, &c.Count)
		out = append(out, c)
		return err
	})
	return out, fail(err, "count the items of run %s", runID)
}

// Items lists the items of a run in the order of the manifest.
func (s *Store) Items(ctx context.Context, runID string) iter.Seq2[Item, error] {
	const text = "SELECT " + itemColumns + " FROM items WHERE run_id = ? AND seq > ? ORDER BY seq LIMIT ?"
	return paged(pageRows, int64(0), func(after int64) ([]Item, int64, error) {
		var rows []Item
		err := s.read.each(ctx, text, []any{runID, after, pageRows}, func(r scanner) error {
			rows = append(rows, Item{})
			return r.Scan(rows[len(rows)-1].dest(&after)...)
		})
		return rows, after, fail(err, "list the items of run %s", runID)
	})
}

func (it *Item) dest(seq *int64) []any {
	return []any{seq, &it.ID, &it.RunID, &it.TaskDigest, &it.Agent, &it.Model, (*seedValue)(&it.Seed), &it.Attempt, &it.GroupID, (*string)(&it.Status), &it.FailureClass}
}
