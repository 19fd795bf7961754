package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
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

// The kinds of things that are decided about, and what Digest is of each.
const (
	KindTask  = "task"  // the digest of one content of a task
	KindTrial = "trial" // the trial's id
	KindRule  = "rule"  // RULE:keep:TRIAL or RULE:drop:TRIAL, what one rule of the curation said of one trial
)

// Decision is one entry of the append-only record of verdicts.
type Decision struct {
	ID         string // given by the store: derived from all below
	Kind       string // of the thing decided about
	Digest     string // what names it
	Verdict    Verdict
	Reason     string // one of the reviewer's list
	Note       string // free text
	Reviewer   string
	CreatedAt  time.Time // given by the store, in whole microseconds; later than all else about the thing
	Supersedes string    // id of the decision that counted before, "" for none; of an undo: the one undone
	Settles    []string  // ids of the other decisions that were open then: verdicts of other workspaces
}

const (
	decisionColumns = `d.id, d.kind, d.digest, d.verdict, d.reason, d.note, d.reviewer, d.created_at, coalesce(d.supersedes, ''), d.settles`
	sqlDecision     = `SELECT ` + decisionColumns + ` FROM decisions d `
	sqlDecisionPut  = `
INSERT INTO decisions (id, kind, digest, verdict, reason, note, reviewer, created_at, supersedes, settles)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ''), ?)`
	// A decision counts when it is the latest that was not undone.
	sqlStanding = `d.verdict <> 'undo' AND NOT EXISTS (SELECT 1 FROM decisions u WHERE u.supersedes = d.id AND u.verdict = 'undo')`
	sqlCurrent  = sqlDecision + `WHERE d.kind = ? AND d.digest = ? AND ` + sqlStanding + ` ORDER BY d.created_at DESC, d.id DESC LIMIT 1`
	sqlHistory  = sqlDecision + `WHERE d.kind = ? AND d.digest = ? ORDER BY d.created_at, d.id`
)

// decisionColumn is the SQL of the verdict that counts of kind and digest, or
// 'none'.
func decisionColumn(kind, digest string) string {
	return fmt.Sprintf(`(coalesce((SELECT d.verdict FROM decisions d WHERE d.kind = %s AND d.digest = %s AND %s ORDER BY d.created_at DESC, d.id DESC LIMIT 1), 'none'))`,
		kind, digest, sqlStanding)
}

// Decide records verdicts, all or none, and returns them with the fields that
// the store gives. A verdict takes the place of all that are open.
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
			past, err := history(t.each, d.Kind, d.Digest)
			if err != nil {
				return err
			}
			d.Supersedes, d.Settles = "", nil
			for i, open := range openOf(past) {
				if i == 0 {
					d.Supersedes = open.ID
				} else {
					d.Settles = append(d.Settles, open.ID)
				}
			}
			if out[i], err = s.appendDecision(t, past, d); err != nil {
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
			past, err := history(t.each, kind, digest)
			if err != nil {
				return err
			}
			open := openOf(past)
			if len(open) == 0 {
				return fault.New(fault.NotFound, "there is no verdict to undo").WithHint("the history shows what was decided and undone")
			}
			out, err = s.appendDecision(t, past, Decision{Kind: kind, Digest: digest, Verdict: undo, Note: note, Reviewer: reviewer, Supersedes: open[0].ID})
			return err
		})
	}
	return out, fail(err, "undo the decision on %s %s", kind, digest)
}

// appendDecision writes one entry, later than all of the past.
func (s *Store) appendDecision(t *tx, past []Decision, d Decision) (Decision, error) {
	at := micros(s.now())
	if n := len(past); n > 0 {
		at = max(at, micros(past[n-1].CreatedAt)+1)
	}
	d.CreatedAt = instant(at)
	d.ID = d.derivedID()
	return d, d.put(t)
}

func (d *Decision) put(t *tx) error {
	settles, err := listColumn(d.Settles)
	if err != nil {
		return err
	}
	return t.exec(sqlDecisionPut, d.ID, d.Kind, d.Digest, string(d.Verdict), d.Reason, d.Note, d.Reviewer, micros(d.CreatedAt), d.Supersedes, settles)
}

// derivedID is the same in every workspace.
func (d *Decision) derivedID() string {
	return det.ID("dec_", d.Kind, d.Digest, string(d.Verdict), d.Reason, d.Note, d.Reviewer, d.CreatedAt.UTC().Format(time.RFC3339Nano), d.Supersedes, strings.Join(d.Settles, " "))
}

// CurrentDecision reads the verdict that counts; false when there is none.
func (s *Store) CurrentDecision(ctx context.Context, kind, digest string) (Decision, bool, error) {
	var d Decision
	err := s.read.one(ctx, sqlCurrent, []any{kind, digest}, d.dest()...)
	if errors.Is(err, sql.ErrNoRows) {
		return Decision{}, false, nil
	}
	return d, err == nil, fail(err, "read the decision on %s %s", kind, digest)
}

func (d *Decision) dest() []any {
	return []any{&d.ID, &d.Kind, &d.Digest, (*string)(&d.Verdict), &d.Reason, &d.Note, &d.Reviewer, (*timeValue)(&d.CreatedAt), &d.Supersedes, (*listValue)(&d.Settles)}
}

// IsUndo tells whether the entry takes another back, the one it supersedes.
func (d Decision) IsUndo() bool { return d.Verdict == undo }

// DecisionHistory lists all entries on one thing, the oldest first.
func (s *Store) DecisionHistory(ctx context.Context, kind, digest string) ([]Decision, error) {
	each := func(query string, args []any, scan func(scanner) error) error {
		return s.read.each(ctx, query, args, scan)
	}
	out, err := history(each, kind, digest)
	return out, fail(err, "read the decisions on %s %s", kind, digest)
}

func history(each func(string, []any, func(scanner) error) error, kind, digest string) ([]Decision, error) {
	var out []Decision
	err := each(sqlHistory, []any{kind, digest}, func(r scanner) error {
		var d Decision
		err := r.Scan(d.dest()...)
		out = append(out, d)
		return err
	})
	return out, err
}
