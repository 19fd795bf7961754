package store

import (
	"context"
	"iter"
	"slices"
)

// Opinion is what counts about one thing.
type Opinion struct {
	Decision
	Against []Decision // verdicts that differ, made without knowledge of one another, the latest first; none once a later verdict settles it
	Entries int        // in the history
}

// openOf lists the verdicts of a history, the oldest first, that were neither
// undone nor replaced by one that stands; the latest, which counts, first.
// There are several only where workspaces were merged.
func openOf(past []Decision) []Decision {
	undone, replaced := map[string]bool{}, map[string]bool{}
	for _, d := range past {
		if d.IsUndo() {
			undone[d.Supersedes] = true
		}
	}
	for _, d := range past {
		if d.IsUndo() || undone[d.ID] {
			continue
		}
		replaced[d.Supersedes] = true
		for _, id := range d.Settles {
			replaced[id] = true
		}
	}
	var out []Decision
	for _, d := range slices.Backward(past) {
		if !d.IsUndo() && !undone[d.ID] && !replaced[d.ID] {
			out = append(out, d)
		}
	}
	return out
}

// opinion sums up a history; false where nothing counts.
func opinion(past []Decision) (Opinion, bool) {
	open := openOf(past)
	if len(open) == 0 {
		return Opinion{}, false
	}
	o := Opinion{Decision: open[0], Entries: len(past)}
	for _, d := range open[1:] {
		if d.Verdict != o.Verdict && d.Verdict != Skip && o.Verdict != Skip { // who skips contradicts nobody
			o.Against = append(o.Against, d)
		}
	}
	return o, true
}

const (
	sqlSubjects = `
SELECT DISTINCT kind, digest FROM decisions WHERE (kind, digest) > (?, ?) ORDER BY kind, digest LIMIT ?`
	sqlEveryDecision = sqlDecision + `WHERE d.id > ? ORDER BY d.id LIMIT ?`
)

// Opinions lists what counts about the things of a kind, or of all kinds where
// it is "", by kind and digest.
func (s *Store) Opinions(ctx context.Context, kind string) iter.Seq2[Opinion, error] {
	type subject struct{ kind, digest string }
	subjects := paged(pageRows, subject{kind, ""}, func(after subject) ([]subject, subject, error) {
		var rows []subject
		err := s.read.each(ctx, sqlSubjects, []any{after.kind, after.digest, pageRows}, func(r scanner) error {
			err := r.Scan(&after.kind, &after.digest)
			rows = append(rows, after)
			return err
		})
		return rows, after, fail(err, "list decisions")
	})
	return func(yield func(Opinion, error) bool) {
		for of, err := range subjects {
			if err == nil && kind != "" && of.kind != kind {
				return
			}
			var past []Decision
			if err == nil {
				past, err = s.DecisionHistory(ctx, of.kind, of.digest)
			}
			if o, counts := opinion(past); counts || err != nil {
				if !yield(o, err) || err != nil {
					return
				}
			}
		}
	}
}

// Opinion reads what counts about one thing; false where nothing does.
func (s *Store) Opinion(ctx context.Context, kind, digest string) (Opinion, bool, error) {
	past, err := s.DecisionHistory(ctx, kind, digest)
	if err != nil {
		return Opinion{}, false, err
	}
	o, counts := opinion(past)
	return o, counts, nil
}

// Decisions lists all entries by id.
func (s *Store) Decisions(ctx context.Context) iter.Seq2[Decision, error] {
	return paged(pageRows, "", func(after string) ([]Decision, string, error) {
		var rows []Decision
		err := s.read.each(ctx, sqlEveryDecision, []any{after, pageRows}, func(r scanner) error {
			rows = append(rows, Decision{})
			return r.Scan(rows[len(rows)-1].dest()...)
		})
		if err != nil || len(rows) == 0 {
			return nil, "", fail(err, "list decisions")
		}
		return rows, rows[len(rows)-1].ID, nil
	})
}
