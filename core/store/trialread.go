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
	sqlTrialBodies = `LEFT JOIN trajectories j ON j.trial = r.seq LEFT JOIN scores o ON o.trial = r.seq `
	sqlTrial       = `SELECT ` + trialColumns + `, j.body, o.body FROM trials r ` + sqlTrialBodies
)

// Trial reads a trial with its bodies. Errors: NotFound, ErrDamaged.
func (s *Store) Trial(ctx context.Context, id string) (Trial, error) {
	t, err := s.trial(ctx, sqlTrial+"WHERE r.id = ?", id)
	return t, fail(err, "read trial %s", id)
}

// TrialOfItem reads the trial of a work item with its bodies. Errors: NotFound,
// ErrDamaged; its other columns are read even then.
func (s *Store) TrialOfItem(ctx context.Context, itemID string) (Trial, error) {
	t, err := s.trial(ctx, sqlTrial+"WHERE r.item_id = ?", itemID)
	return t, fail(err, "read the trial of item %s", itemID)
}

func (s *Store) trial(ctx context.Context, text, key string) (Trial, error) {
	var t Trial
	var seq int64
	var damage error
	err := s.read.one(ctx, text, []any{key}, append(t.dest(&seq), body{&t.Trajectory, &damage}, body{&t.ScoreBody, &damage})...)
	if errors.Is(err, sql.ErrNoRows) {
		err = notFound("trial", key)
	}
	return t, firstError(err, damage)
}

// body unpacks a body straight from its column. One that is damaged or gone leaves nil and says so
// beside the row, whose other columns are then read all the same.
type body struct {
	to     *json.RawMessage
	damage *error // the first of the row
}

func (v body) Scan(src any) error {
	*v.to = nil
	var err error
	switch packed := src.(type) {
	case nil:
		err = brokenBody("it is gone")
	case []byte:
		*v.to, err = unpack(packed)
	default:
		err = brokenBody("column holds a %T", src)
	}
	*v.damage = firstError(*v.damage, err)
	return nil
}
