package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
)

// Verdict is what a reviewer decides.
type Verdict string

// The verdicts. Undo takes the current one back.
const (
	Accept Verdict = "accept"
	Reject Verdict = "reject"
	Flag   Verdict = "flag"
	Skip   Verdict = "skip"
	undo   Verdict = "undo"
)

// Decision is one entry of the append-only record of verdicts.
type Decision struct {
	ID         string // given by the store
	Kind       string // task, trajectory, ...: what Digest names
	Digest     string // of a task's content; a trajectory's is its trial's id
	Verdict    Verdict
	Reason     string // one of the reviewer's list
	Note       string // free text
	Reviewer   string
	CreatedAt  time.Time // given by the store
	Supersedes string    // id of the decision that counted before, "" for none; of an undo: the one undone
}

const (
	sqlDecision    = `SELECT d.seq, d.id, d.kind, d.digest, d.verdict, d.reason, d.note, d.reviewer, d.created_at, coalesce(d.supersedes, '') FROM decisions d `
	sqlDecisionPut = `
INSERT INTO decisions (id, kind, digest, verdict, reason, note, reviewer, created_at, supersedes)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ''))`
	// A decision counts when it is the latest that was not undone.
	sqlStanding  = `d.verdict <> 'undo' AND NOT EXISTS (SELECT 1 FROM decisions u WHERE u.supersedes = d.id AND u.verdict = 'undo')`
	sqlCurrent   = sqlDecision + `WHERE d.kind = ? AND d.digest = ? AND ` + sqlStanding + ` ORDER BY d.seq DESC LIMIT 1`
	sqlHistory   = sqlDecision + `WHERE d.kind = ? AND d.digest = ? ORDER BY d.seq`
	sqlCurrently = sqlDecision + `
WHERE d.kind = ? AND d.seq > ? AND ` + sqlStanding + `
AND NOT EXISTS (SELECT 1 FROM decisions later WHERE later.kind = d.kind AND later.digest = d.digest AND later.seq > d.seq AND later.verdict <> 'undo'
                AND NOT EXISTS (SELECT 1 FROM decisions u WHERE u.supersedes = later.id AND u.verdict = 'undo'))
ORDER BY d.seq LIMIT ?`
)

// decisionColumn is the SQL of the verdict that counts of kind and digest, or
// 'none'.
func decisionColumn(kind, digest string) string {
	return fmt.Sprintf(`(coalesce((SELECT d.verdict FROM decisions d WHERE d.kind = %s AND d.digest = %s AND %s ORDER BY d.seq DESC LIMIT 1), 'none'))`,
		kind, digest, sqlStanding)
}

// Decide records verdicts, all or none, and returns them with the fields that
// the store gives.
func (s *Store) Decide(ctx context.Context, list ...Decision) ([]Decision, error) {
	for _, d := range list {
		if err := checkDecision(d); err != nil {
			return nil, fail(err, "decide on %s %s", d.Kind, d.Digest)
		}
	}
	var out []Decision
	err := s.change(ctx, true, func(t *tx) error {
		out = make([]Decision, len(list))
		for i, d := range list {
			current, _, err := currentDecision(t.one, d.Kind, d.Digest)
			if err != nil {
				return err
			}
			d.Supersedes = current.ID
			if out[i], err = s.appendDecision(t, d); err != nil {
				return err
			}
		}
		return nil
	})
	return out, fail(err, "record %d decisions", len(list))
}

func checkDecision(d Decision) error {
	if err := required("kind", d.Kind, "digest", d.Digest, "reviewer", d.Reviewer); err != nil {
		return err
	}
	switch d.Verdict {
	case Accept, Reject, Flag, Skip:
		return nil
	}
	return fault.New(fault.Invalid, "there is no verdict %q", d.Verdict).WithHint("use accept, reject, flag or skip; Undo takes one back")
}

// Undo takes back the verdict that counts, by an entry of its own, so that the
// one before counts again. It returns that entry. Errors: NotFound when no
// verdict counts.
func (s *Store) Undo(ctx context.Context, kind, digest, reviewer, note string) (Decision, error) {
	var out Decision
	err := required("kind", kind, "digest", digest, "reviewer", reviewer)
	if err == nil {
		err = s.change(ctx, true, func(t *tx) error {
			current, ok, err := currentDecision(t.one, kind, digest)
			if err == nil && !ok {
				err = fault.New(fault.NotFound, "there is no verdict to undo").WithHint("the history shows what was decided and undone")
			}
			if err == nil {
				out, err = s.appendDecision(t, Decision{Kind: kind, Digest: digest, Verdict: undo, Note: note, Reviewer: reviewer, Supersedes: current.ID})
			}
			return err
		})
	}
	return out, fail(err, "undo the decision on %s %s", kind, digest)
}

// appendDecision writes one entry under an id derived from its place in the
// history.
func (s *Store) appendDecision(t *tx, d Decision) (Decision, error) {
	var n int
	if err := t.one("SELECT count(*) FROM decisions WHERE kind = ? AND digest = ?", []any{d.Kind, d.Digest}, &n); err != nil {
		return d, err
	}
	d.ID = det.ID("dec_", d.Kind, d.Digest, strconv.Itoa(n))
	d.CreatedAt = instant(micros(s.now()))
	return d, t.exec(sqlDecisionPut, d.ID, d.Kind, d.Digest, string(d.Verdict), d.Reason, d.Note, d.Reviewer, micros(d.CreatedAt), d.Supersedes)
}

// CurrentDecision reads the verdict that counts; false when there is none.
func (s *Store) CurrentDecision(ctx context.Context, kind, digest string) (Decision, bool, error) {
	one := func(query string, args []any, dest ...any) error { return s.read.one(ctx, query, args, dest...) }
	d, ok, err := currentDecision(one, kind, digest)
	return d, ok, fail(err, "read the decision on %s %s", kind, digest)
}

func currentDecision(one func(string, []any, ...any) error, kind, digest string) (Decision, bool, error) {
	var d Decision
	var seq int64
	err := one(sqlCurrent, []any{kind, digest}, d.dest(&seq)...)
	if errors.Is(err, sql.ErrNoRows) {
		return Decision{}, false, nil
	}
	return d, err == nil, err
}

func (d *Decision) dest(seq *int64) []any {
	return []any{seq, &d.ID, &d.Kind, &d.Digest, (*string)(&d.Verdict), &d.Reason, &d.Note, &d.Reviewer, (*timeValue)(&d.CreatedAt), &d.Supersedes}
}

// IsUndo tells whether the entry takes another back, the one it supersedes.
func (d Decision) IsUndo() bool { return d.Verdict == undo }

// DecisionHistory lists all entries on one thing, the oldest first.
func (s *Store) DecisionHistory(ctx context.Context, kind, digest string) ([]Decision, error) {
	var out []Decision
	err := s.read.each(ctx, sqlHistory, []any{kind, digest}, func(r scanner) error {
		var d Decision
		var seq int64
		err := r.Scan(d.dest(&seq)...)
		out = append(out, d)
		return err
	})
	return out, fail(err, "read the decisions on %s %s", kind, digest)
}

// CurrentDecisions lists the verdicts of a kind that count, in the order in
// which they were made.
func (s *Store) CurrentDecisions(ctx context.Context, kind string) iter.Seq2[Decision, error] {
	return paged(pageRows, int64(0), func(after int64) ([]Decision, int64, error) {
		var rows []Decision
		err := s.read.each(ctx, sqlCurrently, []any{kind, after, pageRows}, func(r scanner) error {
			rows = append(rows, Decision{})
			return r.Scan(rows[len(rows)-1].dest(&after)...)
		})
		return rows, after, fail(err, "list decisions")
	})
}
