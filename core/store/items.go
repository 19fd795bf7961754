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
	// An item that another run left undone goes over to this one.
	sqlItemPut = `
INSERT INTO items (id, run_id, task_digest, agent, model, seed, attempt, group_id, status, failure_class)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,
  CASE WHEN EXISTS (SELECT 1 FROM trials WHERE item_id = ?1 AND status = 'scored') THEN 'done' ELSE ?9 END, ?10)
ON CONFLICT (id) DO UPDATE SET run_id = excluded.run_id
  WHERE status <> 'done' AND run_id <> excluded.run_id AND task_digest = excluded.task_digest AND agent = excluded.agent
    AND model = excluded.model AND seed = excluded.seed AND attempt = excluded.attempt`
	sqlItemTwin  = `SELECT count(*) FROM items WHERE id = ? AND task_digest = ? AND agent = ? AND model = ? AND seed = ? AND attempt = ?`
	itemColumns  = `seq, id, run_id, task_digest, agent, model, seed, attempt, group_id, status, failure_class`
	sqlItemClaim = `
UPDATE items SET status = 'running', failure_class = '' WHERE id IN (SELECT value FROM json_each(?)) AND status = 'queued' RETURNING id`
	sqlItemSet = `UPDATE items SET status = ?, failure_class = ? WHERE id = ? AND status <> 'done'`
)

// PutItems puts items into their run and returns how many came to it: new ones, and such as
// another run left undone. One that has a scored trial already is done. Errors: NotFound when the
// run does not exist, Conflict when an id is taken by other work.
func (s *Store) PutItems(ctx context.Context, items []Item) (added int, err error) {
	for i, it := range items {
		if err := required("item id", it.ID, "run id", it.RunID, "task digest", it.TaskDigest); err != nil {
			return 0, fail(err, "add item %d", i)
		}
	}
	err = s.change(ctx, false, func(t *tx) error {
		added = 0
		for _, it := range items {
			n, err := it.put(t)
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

func (it Item) put(t *tx) (int64, error) {
	if it.Status == "" {
		it.Status = ItemQueued
	}
	n, err := t.count(sqlItemPut, it.ID, it.RunID, it.TaskDigest, it.Agent, it.Model, int64(it.Seed), it.Attempt, it.GroupID, string(it.Status), it.FailureClass)
	if err != nil || n > 0 {
		return n, err
	}
	if err := t.one(sqlItemTwin, []any{it.ID, it.TaskDigest, it.Agent, it.Model, int64(it.Seed), it.Attempt}, &n); err != nil {
		return 0, err
	}
	if n == 0 {
		return 0, fault.New(fault.Conflict, "the id %s is taken by other work", it.ID).WithHint("ids have collided by chance; choose another seed")
	}
	return 0, nil
}

// ClaimItems marks those of the items that are queued as running and returns
// their ids. No two callers get the same one, whatever their process.
func (s *Store) ClaimItems(ctx context.Context, ids []string) (claimed []string, err error) {
	list, err := listColumn(ids)
	if err == nil {
		err = s.change(ctx, false, func(t *tx) error {
			claimed = nil
			return t.each(sqlItemClaim, []any{list}, func(r scanner) error {
				var id string
				err := r.Scan(&id)
				claimed = append(claimed, id)
				return err
			})
		})
	}
	if err != nil {
		return nil, fail(err, "claim %d items", len(ids))
	}
	return claimed, nil
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
