package store

import "context"

// Outcome is how far an item has come and, where it has a trial, how that went.
type Outcome struct {
	ItemID       string
	Item         ItemStatus // "" = it is in no run
	FailureClass string
	Tries        int    // that came to nothing
	TrialID      string // "" = none
	Status       TrialStatus
	Score        int64 // millionths
	Pass         bool
}

const sqlOutcomes = `
SELECT j.key, j.value, coalesce(i.status, ''), coalesce(i.failure_class, ''), (SELECT count(*) FROM item_tries t WHERE t.item = i.seq),
       coalesce(r.id, ''), coalesce(r.status, ''), coalesce(r.score, 0), coalesce(r.pass, 0)
FROM json_each(?) j LEFT JOIN items i ON i.id = j.value LEFT JOIN trials r ON r.item_id = j.value`

// Outcomes reads how the items of a group stand, one for each id in its order,
// whatever run made them.
func (s *Store) Outcomes(ctx context.Context, itemIDs []string) ([]Outcome, error) {
	list, err := listColumn(itemIDs)
	if err != nil {
		return nil, err
	}
	out := make([]Outcome, len(itemIDs))
	err = s.read.each(ctx, sqlOutcomes, []any{list}, func(r scanner) error {
		var at int
		var o Outcome
		err := r.Scan(&at, &o.ItemID, (*string)(&o.Item), &o.FailureClass, &o.Tries, &o.TrialID, (*string)(&o.Status), &o.Score, &o.Pass)
		out[at] = o
		return err
	})
	return out, fail(err, "read the outcomes of %d items", len(itemIDs))
}
