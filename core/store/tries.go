package store

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
)

// Try is a try of an item that came to nothing.
type Try struct {
	ItemID string
	Try    int    // from 1
	Class  string // whose failure it was
	Detail string
}

const (
	sqlTryPut = `
INSERT INTO item_tries (item, try, class, detail, ended_at) SELECT seq, ?, ?, ?, ? FROM items WHERE id = ?
ON CONFLICT (item, try) DO NOTHING`
	sqlTryNext = `SELECT 1 + coalesce(max(t.try), 0) FROM items i LEFT JOIN item_tries t ON t.item = i.seq WHERE i.id = ?`
	sqlTries   = `SELECT i.id, t.try, t.class, t.detail FROM json_each(?) j CROSS JOIN items i ON i.id = j.value CROSS JOIN item_tries t ON t.item = i.seq`
)

// NoteTry keeps that a try of an item came to nothing and returns its number.
// Errors: NotFound.
func (s *Store) NoteTry(ctx context.Context, itemID, class, detail string) (try int, err error) {
	err = required("item id", itemID, "failure class", class)
	if err == nil {
		at := micros(s.now())
		err = s.change(ctx, false, func(t *tx) error {
			if err := t.one(sqlTryNext, []any{itemID}, &try); err != nil {
				return err
			}
			n, err := t.count(sqlTryPut, try, class, detail, at, itemID)
			if err == nil && n == 0 {
				err = fault.New(fault.NotFound, "there is no item %q", itemID).WithHint("list the items of its run")
			}
			return err
		})
	}
	return try, fail(err, "note a try of item %s", itemID)
}

// PutTries keeps tries that another workspace noted; those that are there stay
// as they are.
func (s *Store) PutTries(ctx context.Context, tries []Try) error {
	if len(tries) == 0 {
		return nil
	}
	at := micros(s.now())
	err := s.change(ctx, false, func(t *tx) error {
		for _, v := range tries {
			if err := t.exec(sqlTryPut, v.Try, v.Class, v.Detail, at, v.ItemID); err != nil {
				return err
			}
		}
		return nil
	})
	return fail(err, "keep %d tries", len(tries))
}

// Tries lists the tries of items that came to nothing, item by item, the first
// try first.
func (s *Store) Tries(ctx context.Context, itemIDs []string) ([]Try, error) {
	list, err := listColumn(itemIDs)
	if err != nil {
		return nil, err
	}
	var out []Try
	err = s.read.each(ctx, sqlTries, []any{list}, func(r scanner) error {
		var v Try
		err := r.Scan(&v.ItemID, &v.Try, &v.Class, &v.Detail)
		out = append(out, v)
		return err
	})
	slices.SortFunc(out, func(a, b Try) int { return cmp.Or(strings.Compare(a.ItemID, b.ItemID), a.Try-b.Try) })
	return out, fail(err, "read the tries of %d items", len(itemIDs))
}
