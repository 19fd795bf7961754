package store

import (
	"context"
	"encoding/json"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
)

// TrialStatus says whether a trial counts.
type TrialStatus string

// The statuses of a trial. Only a scored one counts in means and pass rates.
const (
	TrialScored        TrialStatus = "scored"
	TrialEnvError      TrialStatus = "env_error"
	TrialEndpointError TrialStatus = "endpoint_error"
	TrialGraderError   TrialStatus = "grader_error"
	TrialAborted       TrialStatus = "aborted"
)

// TrialStatuses lists them, the one that counts first.
func TrialStatuses() []TrialStatus {
	return []TrialStatus{TrialScored, TrialEnvError, TrialEndpointError, TrialGraderError, TrialAborted}
}

// Million is the score of a perfect trial: scores are whole millionths.
const Million = 1_000_000

// Trial is one finished attempt with all that is known of it.
type Trial struct {
	ID         string
	ItemID     string // one trial an item: the first that is written
	RunID      string // "" for one outside a run
	TaskDigest string
	TaskID     string
	Agent      string
	Model      string
	Seed       uint64
	Attempt    int
	GroupID    string
	Status     TrialStatus

	Completion int64 // millionths
	Safety     int64 // 0 or 1
	Score      int64 // millionths
	Pass       bool
	Robustness *int64 // millionths; nil where nothing tested it

	// FailureClass says whose failure it was; "" is none, or the status of one
	// that is not scored. It is kept with the item.
	FailureClass string

	EndKind   string
	EndReason string
	Steps     int
	Calls     int
	Tokens    int64
	StartedAt time.Time
	Duration  time.Duration

	// Bodies as JSON, which is not checked (that would cost more than the whole
	// write); empty is written as null. Nil in listings without bodies.
	Trajectory json.RawMessage // with messages and audit
	ScoreBody  json.RawMessage // with checks and violations
}

const (
	sqlTrialPut = `
INSERT INTO trials (id, item_id, run_id, task_digest, task_id, agent, model, seed, attempt, group_id, status,
  completion, safety, score, pass, robustness, end_kind, end_reason, steps, calls, tokens, started_at, duration_ns)
VALUES (?, ?, nullif(?, ''), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (item_id) DO NOTHING`
	sqlTotalsAdd = `
INSERT INTO task_totals (task_digest, trials, scored, passed, score_sum) VALUES (?, 1, ?, ?, ?)
ON CONFLICT (task_digest) DO UPDATE SET trials = trials + 1, scored = scored + excluded.scored,
  passed = passed + excluded.passed, score_sum = score_sum + excluded.score_sum`
)

// PutTrial writes a trial with trajectory and score, and finishes its item: done
// when it is scored, else failed with the status as its class. stored is false,
// and nothing changes, when the item has a trial already; so a call whose answer
// was lost can be repeated. Errors: Invalid, Conflict (the trial's id is taken
// by another item), NotFound (no such run).
func (s *Store) PutTrial(ctx context.Context, trial Trial) (stored bool, err error) {
	row, err := s.trialRow(trial)
	if err != nil {
		return false, fail(err, "write trial %s", trial.ID)
	}
	err = s.change(ctx, false, func(t *tx) error {
		stored, err = row.put(t)
		return err
	})
	if err != nil {
		return false, fail(err, "write trial %s", trial.ID)
	}
	return stored, nil
}

// trialRow is a trial as the tables hold it, made by the caller's goroutine so
// that the writer only writes.
type trialRow struct {
	trial             Trial
	args              []any
	trajectory, score []byte
}

func (s *Store) trialRow(t Trial) (trialRow, error) {
	err := required("trial id", t.ID, "item id", t.ItemID, "task digest", t.TaskDigest)
	if err == nil && t.Duration < 0 {
		err = fault.New(fault.Invalid, "the trial lasts %v", t.Duration).WithHint("measure it with a clock that does not go back")
	}
	row := trialRow{trial: t}
	if err == nil {
		row.trajectory, err = s.pack.pack(orNull(t.Trajectory))
	}
	if err == nil {
		row.score, err = s.pack.pack(orNull(t.ScoreBody))
	}
	var robustness any
	if t.Robustness != nil {
		robustness = *t.Robustness
	}
	row.args = []any{
		t.ID, t.ItemID, t.RunID, t.TaskDigest, t.TaskID, t.Agent, t.Model, int64(t.Seed), t.Attempt, t.GroupID, string(t.Status),
		t.Completion, t.Safety, t.Score, boolColumn(t.Pass), robustness, t.EndKind, t.EndReason, t.Steps, t.Calls, t.Tokens,
		micros(t.StartedAt), int64(t.Duration),
	}
	return row, err
}

func orNull(raw json.RawMessage) []byte {
	if len(raw) == 0 {
		return []byte("null")
	}
	return raw
}

func (r trialRow) put(t *tx) (stored bool, err error) {
	res, err := t.run(sqlTrialPut, r.args...)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	if err != nil || n == 0 {
		return false, err
	}
	seq, err := res.LastInsertId()
	if err != nil {
		return false, err
	}
	if err := t.exec("INSERT INTO trajectories (trial, body) VALUES (?, ?)", seq, r.trajectory); err != nil {
		return false, err
	}
	if err := t.exec("INSERT INTO scores (trial, body) VALUES (?, ?)", seq, r.score); err != nil {
		return false, err
	}
	return true, r.account(t)
}

// account finishes the item and adds to the task's totals.
func (r trialRow) account(t *tx) error {
	status, class := ItemFailed, r.trial.FailureClass
	scored, passed, score := 0, 0, int64(0)
	if r.trial.Status == TrialScored {
		status = ItemDone
		scored, passed, score = 1, boolColumn(r.trial.Pass), r.trial.Score
	} else if class == "" {
		class = string(r.trial.Status)
	}
	if err := t.exec(sqlItemSet, string(status), class, r.trial.ItemID); err != nil {
		return err
	}
	return t.exec(sqlTotalsAdd, r.trial.TaskDigest, scored, passed, score)
}
