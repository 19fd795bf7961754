package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"iter"
	"time"
)

// Certificate is what the gate found about one content of a task.
type Certificate struct {
	TaskDigest string
	Passed     bool
	Stale      bool            // the versions it used are no longer those of the program
	Difficulty string          // measured, as one word
	Versions   json.RawMessage // of the check kinds and services used
	Body       json.RawMessage // the whole certificate
	CreatedAt  time.Time       // set by PutCertificate when zero
}

// Finding is one remark of the gate.
type Finding struct {
	Round    string
	Code     string
	Severity string // error, warning, info
	Path     string // of the field in the task
	Message  string
	Hint     string
	Evidence json.RawMessage // a recipe that replays the run that shows it
}

const (
	sqlCertificatePut = `
INSERT INTO certificates (task_digest, state, stale, difficulty, versions, certificate, created_at) VALUES (?, ?, 0, ?, ?, ?, ?)
ON CONFLICT (task_digest) DO UPDATE SET state = excluded.state, stale = 0, difficulty = excluded.difficulty,
  versions = excluded.versions, certificate = excluded.certificate, created_at = excluded.created_at`
	sqlFindingPut = `
INSERT INTO findings (task_digest, round, code, severity, path, message, hint, evidence) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
	sqlCertificate = `
SELECT task_digest, state = 'passed', stale, difficulty, versions, certificate, created_at FROM certificates `
)

// PutCertificate writes the certificate of a task's content and its findings in
// place of earlier ones, and makes the task verified or failed. Errors: NotFound
// when there is no such task.
func (s *Store) PutCertificate(ctx context.Context, c Certificate, findings []Finding) error {
	err := required("task digest", c.TaskDigest)
	if err == nil {
		err = s.putCertificate(ctx, c, findings)
	}
	return fail(err, "write the certificate of task %s", c.TaskDigest)
}

func (s *Store) putCertificate(ctx context.Context, c Certificate, findings []Finding) error {
	versions, err := jsonColumn("versions", c.Versions)
	if err != nil {
		return err
	}
	body, err := jsonColumn("certificate", c.Body)
	if err != nil {
		return err
	}
	rows, err := findingRows(c.TaskDigest, findings)
	if err != nil {
		return err
	}
	state, task := "failed", TaskFailed
	if c.Passed {
		state, task = "passed", TaskVerified
	}
	created := c.CreatedAt
	if created.IsZero() {
		created = s.now()
	}
	return s.change(ctx, false, func(t *tx) error {
		if err := t.exec(sqlCertificatePut, c.TaskDigest, state, c.Difficulty, versions, body, micros(created)); err != nil {
			return err
		}
		if err := t.exec("DELETE FROM findings WHERE task_digest = ?", c.TaskDigest); err != nil {
			return err
		}
		for _, args := range rows {
			if err := t.exec(sqlFindingPut, args...); err != nil {
				return err
			}
		}
		return t.exec("UPDATE tasks SET state = ? WHERE digest = ?", string(task), c.TaskDigest)
	})
}

func findingRows(digest string, findings []Finding) ([][]any, error) {
	rows := make([][]any, len(findings))
	for i, f := range findings {
		evidence, err := jsonColumn("evidence of "+f.Code, f.Evidence)
		if err != nil {
			return nil, err
		}
		rows[i] = []any{digest, f.Round, f.Code, f.Severity, f.Path, f.Message, f.Hint, evidence}
	}
	return rows, nil
}

// MarkStale notes that certificates no longer hold, as the versions they used
// have changed.
func (s *Store) MarkStale(ctx context.Context, digests ...string) error {
	err := s.change(ctx, false, func(t *tx) error {
		for _, d := range digests {
			if err := t.exec("UPDATE certificates SET stale = 1 WHERE task_digest = ?", d); err != nil {
				return err
			}
		}
		return nil
	})
	return fail(err, "mark %d certificates stale", len(digests))
}

// Certificate reads the certificate of a task's content. Errors: NotFound.
func (s *Store) Certificate(ctx context.Context, digest string) (Certificate, error) {
	var c Certificate
	err := s.read.one(ctx, sqlCertificate+"WHERE task_digest = ?", []any{digest}, certificateDest(&c)...)
	if errors.Is(err, sql.ErrNoRows) {
		err = notFound("certificate", digest)
	}
	return c, fail(err, "read the certificate of task %s", digest)
}

// Certificates lists the certificates of the current tasks by digest.
func (s *Store) Certificates(ctx context.Context) iter.Seq2[Certificate, error] {
	const text = sqlCertificate + `
WHERE task_digest > ? AND task_digest IN (SELECT digest FROM tasks WHERE current = 1) ORDER BY task_digest LIMIT ?`
	return paged(pageRows, "", func(after string) ([]Certificate, string, error) {
		var rows []Certificate
		err := s.read.each(ctx, text, []any{after, pageRows}, func(r scanner) error {
			rows = append(rows, Certificate{})
			return r.Scan(certificateDest(&rows[len(rows)-1])...)
		})
		if err != nil || len(rows) == 0 {
			return nil, "", fail(err, "list certificates")
		}
		return rows, rows[len(rows)-1].TaskDigest, nil
	})
}

func certificateDest(c *Certificate) []any {
	return []any{&c.TaskDigest, &c.Passed, &c.Stale, &c.Difficulty, (*jsonValue)(&c.Versions), (*jsonValue)(&c.Body), (*timeValue)(&c.CreatedAt)}
}

// Findings lists what the gate found about a task's content, in the order in
// which it was written.
func (s *Store) Findings(ctx context.Context, digest string) ([]Finding, error) {
	const text = `SELECT round, code, severity, path, message, hint, evidence FROM findings WHERE task_digest = ? ORDER BY seq`
	var out []Finding
	err := s.read.each(ctx, text, []any{digest}, func(r scanner) error {
		var f Finding
		err := r.Scan(&f.Round, &f.Code, &f.Severity, &f.Path, &f.Message, &f.Hint, (*jsonValue)(&f.Evidence))
		out = append(out, f)
		return err
	})
	return out, fail(err, "read the findings of task %s", digest)
}
