package store

import (
	"context"
	"database/sql"
	"errors"
	"io"
)

const (
	// maxPiece bounds one row of a log.
	maxPiece = 256 << 10
	// maxLogRead bounds one answer of ReadLog.
	maxLogRead = 1 << 20
)

const (
	sqlLogEnd = `
SELECT j.seq, coalesce((SELECT l.start + length(l.piece) FROM job_log l WHERE l.job_seq = j.seq ORDER BY l.start DESC LIMIT 1), 0)
FROM jobs j WHERE j.id = ?`
	// From the piece that holds the offset on.
	sqlLogRead = `
SELECT l.start, l.piece FROM jobs j JOIN job_log l ON l.job_seq = j.seq
WHERE j.id = ? AND l.start >= coalesce((SELECT max(b.start) FROM job_log b WHERE b.job_seq = j.seq AND b.start <= ?), 0)
ORDER BY l.start`
)

// AppendLog adds text to a job's log. Errors: NotFound.
func (s *Store) AppendLog(ctx context.Context, id string, text []byte) error {
	err := s.change(ctx, false, func(t *tx) error {
		var job, end int64
		err := t.one(sqlLogEnd, []any{id}, &job, &end)
		if errors.Is(err, sql.ErrNoRows) {
			err = notFound("job", id)
		}
		for rest := text; err == nil && len(rest) > 0; {
			piece := rest[:min(len(rest), maxPiece)]
			err = t.exec("INSERT INTO job_log (job_seq, start, piece) VALUES (?, ?, ?)", job, end, piece)
			end += int64(len(piece))
			rest = rest[len(piece):]
		}
		return err
	})
	return fail(err, "write to the log of job %s", id)
}

// ReadLog reads a job's log from a byte offset: some megabyte at most, and the
// offset to go on from. No text means that there is none yet. Errors: NotFound.
func (s *Store) ReadLog(ctx context.Context, id string, from int64) (text []byte, next int64, err error) {
	from = max(from, 0)
	next = from
	err = s.read.each(ctx, sqlLogRead, []any{id, from}, func(r scanner) error {
		if len(text) >= maxLogRead {
			return io.EOF
		}
		var start int64
		var piece []byte
		if err := r.Scan(&start, &piece); err != nil {
			return err
		}
		if end := start + int64(len(piece)); end > next {
			text = append(text, piece[max(next-start, 0):]...)
			next = end
		}
		return nil
	})
	if err == nil && len(text) == 0 {
		_, err = s.Job(ctx, id)
	}
	return text, next, fail(err, "read the log of job %s", id)
}
