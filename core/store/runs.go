package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"iter"
	"time"
)

// RunStatus says whether a run is still being worked on.
type RunStatus string

// The statuses of a run.
const (
	RunOpen     RunStatus = "open"
	RunDone     RunStatus = "done"
	RunFailed   RunStatus = "failed"
	RunCanceled RunStatus = "canceled"
)

// Run is a set of work items made under one setting.
type Run struct {
	ID        string
	Kind      string // rollout, gate, ...
	Settings  json.RawMessage
	Status    RunStatus // "" is open
	CreatedAt time.Time // set by CreateRun when zero
}

// CreateRun writes a new run. Errors: Conflict when the id is taken.
func (s *Store) CreateRun(ctx context.Context, r Run) error {
	settings, err := jsonColumn("settings", r.Settings)
	if err == nil {
		err = required("id", r.ID, "kind", r.Kind)
	}
	if err == nil {
		if r.Status == "" {
			r.Status = RunOpen
		}
		if r.CreatedAt.IsZero() {
			r.CreatedAt = s.now()
		}
		err = s.change(ctx, true, func(t *tx) error {
			return t.exec("INSERT INTO runs (id, kind, settings, status, created_at) VALUES (?, ?, ?, ?, ?)",
				r.ID, r.Kind, settings, string(r.Status), micros(r.CreatedAt))
		})
	}
	return fail(err, "create run %s", r.ID)
}

// SetRunStatus changes a run's status. When it is reported, all trials of the
// run are on the disk.
func (s *Store) SetRunStatus(ctx context.Context, id string, status RunStatus) error {
	err := s.change(ctx, true, func(t *tx) error {
		n, err := t.count("UPDATE runs SET status = ? WHERE id = ?", string(status), id)
		if err == nil && n == 0 {
			err = notFound("run", id)
		}
		return err
	})
	return fail(err, "set the status of run %s", id)
}

const sqlRun = "SELECT seq, id, kind, settings, status, created_at FROM runs "

func (r *Run) dest(seq *int64) []any {
	return []any{seq, &r.ID, &r.Kind, (*jsonValue)(&r.Settings), (*string)(&r.Status), (*timeValue)(&r.CreatedAt)}
}

// Run reads a run. Errors: NotFound.
func (s *Store) Run(ctx context.Context, id string) (Run, error) {
	var r Run
	var seq int64
	err := s.read.one(ctx, sqlRun+"WHERE id = ?", []any{id}, r.dest(&seq)...)
	if errors.Is(err, sql.ErrNoRows) {
		err = notFound("run", id)
	}
	return r, fail(err, "read run %s", id)
}

// Runs lists the runs, the newest first.
func (s *Store) Runs(ctx context.Context) iter.Seq2[Run, error] {
	return paged(pageRows, int64(1<<62), func(after int64) ([]Run, int64, error) {
		var rows []Run
		err := s.read.each(ctx, sqlRun+"WHERE seq < ? ORDER BY seq DESC LIMIT ?", []any{after, pageRows}, func(r scanner) error {
			rows = append(rows, Run{})
			return r.Scan(rows[len(rows)-1].dest(&after)...)
		})
		return rows, after, fail(err, "list runs")
	})
}
