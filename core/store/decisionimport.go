package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"

	"coworkenv.dev/coworkenv/core/fault"
)

// ImportDecisions adds entries of other workspaces as they are, all or none,
// and returns how many were not there yet. Errors: Invalid for an entry that
// is not as its store made it, NotFound where one replaces an entry that is
// neither given nor there.
func (s *Store) ImportDecisions(ctx context.Context, list []Decision) (added int, err error) {
	for i := range list {
		if err := list[i].genuine(); err != nil {
			return 0, fail(err, "import decision %s", list[i].ID)
		}
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Decision) int { // what an entry replaces is older
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	err = s.change(ctx, true, func(t *tx) error {
		added = 0
		for i := range list {
			fresh, err := list[i].adopt(t)
			if err != nil {
				return fail(err, "decision %s", list[i].ID)
			}
			if fresh {
				added++
			}
		}
		return nil
	})
	if err != nil {
		return 0, fail(err, "import %d decisions", len(list))
	}
	return added, nil
}

// genuine checks that the entry is one that a store made.
func (d *Decision) genuine() error {
	if d.IsUndo() {
		if err := required("kind", d.Kind, "digest", d.Digest, "reviewer", d.Reviewer, "supersedes", d.Supersedes); err != nil {
			return err
		}
	} else if err := checkDecision(*d); err != nil {
		return err
	}
	if d.ID != d.derivedID() {
		return fault.New(fault.Invalid, "its id is not that of its content").WithHint("the entry was changed by hand: make a decision of your own instead")
	}
	return nil
}

// adopt writes the entry if it is not there.
func (d *Decision) adopt(t *tx) (fresh bool, err error) {
	var have int
	if err := t.one("SELECT count(*) FROM decisions WHERE id = ?", []any{d.ID}, &have); err != nil || have > 0 {
		return false, err // an equal id is an equal content
	}
	for _, id := range append(slices.Clone(d.Settles), d.Supersedes) {
		if id == "" {
			continue
		}
		var old Decision
		err := t.one(sqlDecision+"WHERE d.id = ?", []any{id}, old.dest()...)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return false, fault.New(fault.NotFound, "it replaces %s, which is neither in the file nor in the workspace", id).WithHint("import the file that has both, or a whole export")
		case err != nil:
			return false, err
		case old.Kind != d.Kind || old.Digest != d.Digest || !old.CreatedAt.Before(d.CreatedAt):
			return false, fault.New(fault.Invalid, "it replaces %s, which is about something else or not older", id).WithHint("the file was put together by hand: export it again")
		}
	}
	return true, d.put(t)
}
