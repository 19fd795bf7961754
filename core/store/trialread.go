package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
)

const trialColumns = `r.seq, r.id, r.item_id, coalesce(r.run_id, ''), r.task_digest, r.task_id, r.agent, r.model, r.seed, r.attempt, r.group_id, r.status,
  r.completion, r.safety, r.score, r.pass, r.robustness, r.end_kind, r.end_reason, r.steps, r.calls, r.tokens, r.started_at, r.duration_ns`

func (t *Trial) dest(seq *int64) []any {
	return []any{
		seq, &t.ID, &t.ItemID, &t.RunID, &t.TaskDigest, &t.TaskID, &t.Agent, &t.Model, (*seedValue)(&t.Seed), &t.Attempt, &t.GroupID, (*string)(&t.Status),
		&t.Completion, &t.Safety, &t.Score, &t.Pass, nullable{&t.Robustness}, &t.EndKind, &t.EndReason, &t.Steps, &t.Calls, &t.Tokens,
		(*timeValue)(&t.StartedAt), (*int64)(&t.Duration),
	}
}

const (
	sqlTrialBodies = `JOIN trajectories j ON j.trial = r.seq JOIN scores o ON o.trial = r.seq `
	sqlTrial       = `SELECT ` + trialColumns + `, j.body, o.body FROM trials r ` + sqlTrialBodies
)

// Trial reads a trial with its bodies. Errors: NotFound.
func (s *Store) Trial(ctx context.Context, id string) (Trial, error) {
	t, err := s.trial(ctx, sqlTrial+"WHERE r.id = ?", id)
	return t, fail(err, "read trial %s", id)
}

// TrialOfItem reads the trial of a work item with its bodies. Errors: NotFound.
func (s *Store) TrialOfItem(ctx context.Context, itemID string) (Trial, error) {
	t, err := s.trial(ctx, sqlTrial+"WHERE r.item_id = ?", itemID)
	return t, fail(err, "read the trial of item %s", itemID)
}

func (s *Store) trial(ctx context.Context, text, key string) (Trial, error) {
	var t Trial
	var seq int64
	err := s.read.one(ctx, text, []any{key}, append(t.dest(&seq), (*bodyValue)(&t.Trajectory), (*bodyValue)(&t.ScoreBody))...)
	if errors.Is(err, sql.ErrNoRows) {
		err = notFound("trial", key)
	}
	return t, err
}

// bodyValue unpacks a body straight from its column.
type bodyValue json.RawMessage

func (v *bodyValue) Scan(src any) error {
	packed, ok := src.([]byte)
	if !ok {
		return brokenBody("column holds a %T", src)
	}
	body, err := unpack(packed)
	*v = body
	return err
}
