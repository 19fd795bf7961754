package store

import "context"

const sqlJobAdopt = `
UPDATE jobs SET status = 'running', pid = ?, host = ?, started_at = coalesce(started_at, ?), heartbeat_at = ? WHERE id = ? AND status = 'queued'`

// AdoptJob makes a queued job run in a process. Errors: NotFound, Conflict when the job runs
// already or has ended.
func (s *Store) AdoptJob(ctx context.Context, id string, pid int, host string) error {
	now := micros(s.now())
	return fail(s.jobChange(ctx, false, id, sqlJobAdopt, pid, host, now, now, id), "take on job %s", id)
}
