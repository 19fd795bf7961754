package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
)

// JobStatus says how far a job has come.
type JobStatus string

// The statuses of a job. Lost is one whose process died without a word.
const (
	JobQueued   JobStatus = "queued"
	JobRunning  JobStatus = "running"
	JobDone     JobStatus = "done"
	JobFailed   JobStatus = "failed"
	JobCanceled JobStatus = "canceled"
	JobLost     JobStatus = "lost"
)

// Ended tells whether nothing more will happen.
func (s JobStatus) Ended() bool { return s != JobQueued && s != JobRunning }

// Job is work that goes on in some process, which any other can watch.
type Job struct {
	ID              string
	Kind            string
	Title           string
	Command         []string // the equivalent command line
	PID             int
	Host            string
	Status          JobStatus
	Done, Total     int64 // progress; Total 0 is unknown
	Message         string
	CancelRequested bool
	CreatedAt       time.Time
	StartedAt       time.Time // zero: not yet
	HeartbeatAt     time.Time // last sign of life
	EndedAt         time.Time // zero: not yet
	ExitCode        *int64    // nil: not yet, or lost
}

const (
	sqlJobPut = `
INSERT INTO jobs (id, kind, title, command, pid, host, status, progress_total, message, created_at, started_at, heartbeat_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	// A job that was given up for lost and gives a sign of life is running.
	sqlJobProgress = `
UPDATE jobs SET progress_done = ?, progress_total = ?, message = ?, heartbeat_at = ?, status = 'running', ended_at = NULL,
  started_at = coalesce(started_at, ?) WHERE id = ? AND status IN ('queued', 'running', 'lost')`
	sqlJobBeat   = `UPDATE jobs SET heartbeat_at = ? WHERE id = ? AND status IN ('queued', 'running')`
	sqlJobCancel = `UPDATE jobs SET cancel_requested = 1 WHERE id = ? AND status IN ('queued', 'running')`
	sqlJobFinish = `UPDATE jobs SET status = ?, exit_code = ?, message = ?, ended_at = ?, heartbeat_at = ? WHERE id = ? AND status IN ('queued', 'running', 'lost')`
	sqlJobLost   = `
UPDATE jobs SET status = 'lost', ended_at = ?, message = ? WHERE id = ? AND status IN ('queued', 'running') AND coalesce(heartbeat_at, created_at) = ?`
	sqlJob = `
SELECT id, kind, title, command, pid, host, status, progress_done, progress_total, message, cancel_requested,
       created_at, started_at, heartbeat_at, ended_at, exit_code FROM jobs `
)

func (j *Job) dest() []any {
	return []any{
		&j.ID, &j.Kind, &j.Title, (*listValue)(&j.Command), &j.PID, &j.Host, (*string)(&j.Status), &j.Done, &j.Total, &j.Message, &j.CancelRequested,
		(*timeValue)(&j.CreatedAt), (*timeValue)(&j.StartedAt), (*timeValue)(&j.HeartbeatAt), (*timeValue)(&j.EndedAt), nullable{&j.ExitCode},
	}
}

// StartJob writes a new job: running, or queued when that is its Status. PID and
// Host say where it runs; Title, Command and Total are kept as they are given.
// Errors: Conflict when the id is taken.
func (s *Store) StartJob(ctx context.Context, j Job) error {
	err := required("job id", j.ID, "kind", j.Kind, "host", j.Host)
	command, listErr := listColumn(j.Command)
	if err = firstError(err, listErr); err == nil {
		now := s.now()
		started := now
		if j.Status == JobQueued {
			started = time.Time{}
		} else {
			j.Status = JobRunning
		}
		err = s.change(ctx, false, func(t *tx) error {
			return t.exec(sqlJobPut, j.ID, j.Kind, j.Title, command, j.PID, j.Host, string(j.Status), j.Total, j.Message,
				micros(now), optional(started), optional(started))
		})
	}
	return fail(err, "start job %s", j.ID)
}

// Progress says how far a job is, which is a sign of life too. What was written
// before it is then on the disk. Errors: Conflict when the job has ended.
func (s *Store) Progress(ctx context.Context, id string, done, total int64, message string) error {
	now := micros(s.now())
	err := s.jobChange(ctx, true, id, sqlJobProgress, done, total, message, now, now, id)
	return fail(err, "report progress of job %s", id)
}

// Heartbeat is a job's sign of life. Errors: Conflict when the job has ended.
func (s *Store) Heartbeat(ctx context.Context, id string) error {
	return fail(s.jobChange(ctx, false, id, sqlJobBeat, micros(s.now()), id), "give a sign of life of job %s", id)
}

// RequestCancel asks a job to stop; its process sees it by CancelRequested.
// Errors: Conflict when the job has ended.
func (s *Store) RequestCancel(ctx context.Context, id string) error {
	return fail(s.jobChange(ctx, false, id, sqlJobCancel, id), "cancel job %s", id)
}

// CancelRequested tells whether someone asked the job to stop.
func (s *Store) CancelRequested(ctx context.Context, id string) (bool, error) {
	j, err := s.Job(ctx, id)
	return j.CancelRequested, err
}

// FinishJob ends a job: done, failed or canceled. All that was written before it
// is then on the disk. Errors: Conflict when the job has ended already.
func (s *Store) FinishJob(ctx context.Context, id string, status JobStatus, exitCode int, message string) error {
	var err error
	switch status {
	case JobDone, JobFailed, JobCanceled:
		now := micros(s.now())
		err = s.jobChange(ctx, true, id, sqlJobFinish, string(status), exitCode, message, now, now, id)
	default:
		err = fault.New(fault.Invalid, "a job cannot end as %q", status).WithHint("use done, failed or canceled")
	}
	return fail(err, "finish job %s", id)
}

// jobChange runs an update of one job that must concern it.
func (s *Store) jobChange(ctx context.Context, durable bool, id, update string, args ...any) error {
	return s.change(ctx, durable, func(t *tx) error {
		n, err := t.count(update, args...)
		if err != nil || n == 1 {
			return err
		}
		var status string
		err = t.one("SELECT status FROM jobs WHERE id = ?", []any{id}, &status)
		if errors.Is(err, sql.ErrNoRows) {
			return notFound("job", id)
		}
		if err != nil {
			return err
		}
		return fault.New(fault.Conflict, "the job has ended (%s)", status).WithHint("start a new job")
	})
}

// Job reads a job. Errors: NotFound.
func (s *Store) Job(ctx context.Context, id string) (Job, error) {
	var j Job
	err := s.read.one(ctx, sqlJob+"WHERE id = ?", []any{id}, j.dest()...)
	if errors.Is(err, sql.ErrNoRows) {
		err = notFound("job", id)
	}
	return j, fail(err, "read job %s", id)
}

// Jobs lists the newest jobs, at most limit (0: 1000); with open only those that
// have not ended.
func (s *Store) Jobs(ctx context.Context, open bool, limit int) ([]Job, error) {
	if limit <= 0 {
		limit = 1000
	}
	text := sqlJob
	if open {
		text += "WHERE status IN ('queued', 'running') "
	}
	var out []Job
	err := s.read.each(ctx, text+"ORDER BY seq DESC LIMIT ?", []any{limit}, func(r scanner) error {
		out = append(out, Job{})
		return r.Scan(out[len(out)-1].dest()...)
	})
	return out, fail(err, "list jobs")
}

// ReapJobs marks as lost the open jobs of this host that gave no sign of life
// for silent and whose process is gone, and returns them. Jobs of other hosts
// stay: their process cannot be asked. alive is ProcessAlive outside of tests.
func (s *Store) ReapJobs(ctx context.Context, host string, silent time.Duration, alive func(pid int) bool) ([]Job, error) {
	open, err := s.Jobs(ctx, true, 0)
	if err != nil {
		return nil, err
	}
	var lost []Job
	for _, j := range open {
		last := j.HeartbeatAt
		if last.IsZero() {
			last = j.CreatedAt
		}
		if !strings.EqualFold(j.Host, host) || s.now().Sub(last) < silent || alive(j.PID) {
			continue
		}
		taken, err := s.lose(ctx, &j, last)
		if err != nil {
			return lost, fail(err, "mark job %s as lost", j.ID)
		}
		if taken {
			lost = append(lost, j)
		}
	}
	return lost, nil
}

// lose marks one job unless it has given a sign of life since.
func (s *Store) lose(ctx context.Context, j *Job, last time.Time) (taken bool, err error) {
	now := instant(micros(s.now()))
	const message = "its process ended without a word"
	err = s.change(ctx, false, func(t *tx) error {
		n, err := t.count(sqlJobLost, micros(now), message, j.ID, micros(last))
		taken = n == 1
		return err
	})
	j.Status, j.Message, j.EndedAt = JobLost, message, now
	return taken, err
}
