package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"
)

// TaskState says how far a task has come.
type TaskState string

// The states of a task.
const (
	TaskLoaded    TaskState = "loaded"    // read from a library's file
	TaskImported  TaskState = "imported"  // converted from another benchmark
	TaskGenerated TaskState = "generated" // made by a generator
	TaskVerified  TaskState = "verified"  // the gate certified it
	TaskFailed    TaskState = "failed"    // the gate refused it
)

// TaskStates lists them in the order of progress.
func TaskStates() []TaskState {
	return []TaskState{TaskLoaded, TaskImported, TaskGenerated, TaskVerified, TaskFailed}
}

// Task is one content of a task. An edited task is another Task of the same ID.
type Task struct {
	Digest       string // of the canonical form; the key
	ID           string
	Title        string
	Family       string
	Language     string
	Difficulty   string // the author's
	Services     []string
	Capabilities []string
	Request      string // what is asked, for searching and preview
	Path         string // where it was read from
	State        TaskState
	Source       []byte          // the YAML; nil in listings
	Provenance   json.RawMessage // a JSON value; empty is null
	AddedAt      time.Time       // set by PutTask when zero
}

const (
	sqlTaskRetire = `UPDATE tasks SET current = 0 WHERE id = ? AND current = 1 AND digest <> ?`
	// What the gate has found stays: reading the file again must not make a
	// verified task merely loaded.
	sqlTaskPut = `
INSERT INTO tasks (digest, id, title, family, language, difficulty, services, capabilities, request, path, state, provenance, added_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (digest) DO UPDATE SET id = excluded.id, current = 1, path = excluded.path, provenance = excluded.provenance,
  title = excluded.title, request = excluded.request,
  state = CASE WHEN tasks.state IN ('verified', 'failed') AND excluded.state NOT IN ('verified', 'failed')
          THEN tasks.state ELSE excluded.state END`
	sqlTaskSource = `
INSERT INTO task_sources (task_digest, source) VALUES (?, ?)
ON CONFLICT (task_digest) DO UPDATE SET source = excluded.source`
)

// PutTasks writes tasks; each becomes the current one of its ID, also when it
// was there before, and a digest goes over to the ID that it comes with: a task
// that was renamed is the same task. All are written or none. Errors: Invalid
// for a task without digest or id, or with an unknown state.
func (s *Store) PutTasks(ctx context.Context, tasks ...Task) error {
	rows := make([]taskRow, len(tasks))
	for i := range tasks {
		row, err := s.taskRow(tasks[i])
		if err != nil {
			return fail(err, "write task %s", tasks[i].ID)
		}
		rows[i] = row
	}
	err := s.change(ctx, false, func(t *tx) error {
		for _, r := range rows {
			if err := r.put(t); err != nil {
				return fail(err, "task %s", r.id)
			}
		}
		return nil
	})
	return fail(err, "write %d tasks", len(tasks))
}

// taskRow is a task as the tables hold it.
type taskRow struct {
	id, digest string
	args       []any
	source     []byte
}

func (s *Store) taskRow(t Task) (taskRow, error) {
	if err := required("digest", t.Digest, "id", t.ID); err != nil {
		return taskRow{}, err
	}
	services, err := listColumn(t.Services)
	if err != nil {
		return taskRow{}, err
	}
	capabilities, err := listColumn(t.Capabilities)
	if err != nil {
		return taskRow{}, err
	}
	provenance, err := jsonColumn("provenance", t.Provenance)
	if err != nil {
		return taskRow{}, err
	}
	source, err := s.pack.pack(t.Source)
	if err != nil {
		return taskRow{}, err
	}
	added := t.AddedAt
	if added.IsZero() {
		added = s.now()
	}
	return taskRow{id: t.ID, digest: t.Digest, source: source, args: []any{
		t.Digest, t.ID, t.Title, t.Family, t.Language, t.Difficulty, services, capabilities,
		t.Request, t.Path, string(t.State), provenance, micros(added),
	}}, nil
}

func (r taskRow) put(t *tx) error {
	if err := t.exec(sqlTaskRetire, r.id, r.digest); err != nil {
		return err
	}
	if err := t.exec(sqlTaskPut, r.args...); err != nil {
		return err
	}
	return t.exec(sqlTaskSource, r.digest, r.source)
}

// SetTaskState changes the state of one content.
func (s *Store) SetTaskState(ctx context.Context, digest string, state TaskState) error {
	err := s.change(ctx, false, func(t *tx) error {
		n, err := t.count("UPDATE tasks SET state = ? WHERE digest = ?", string(state), digest)
		if err == nil && n == 0 {
			err = notFound("task", digest)
		}
		return err
	})
	return fail(err, "set the state of task %s", digest)
}

// RetireTask takes a task out of the current ones, as when its file is gone.
// Its contents, trials and decisions stay.
func (s *Store) RetireTask(ctx context.Context, id string) error {
	err := s.change(ctx, false, func(t *tx) error {
		n, err := t.count(sqlTaskRetire, id, "")
		if err == nil && n == 0 {
			err = notFound("task", id)
		}
		return err
	})
	return fail(err, "retire task %s", id)
}

// Task reads one content with its source. Errors: NotFound, ErrDamaged; what is known of the task
// beside its source is read even then.
func (s *Store) Task(ctx context.Context, digest string) (Task, error) {
	return s.task(ctx, "WHERE t.digest = ?", digest)
}

// CurrentTask reads the content that counts of a task id, with its source.
// Errors: NotFound.
func (s *Store) CurrentTask(ctx context.Context, id string) (Task, error) {
	return s.task(ctx, "WHERE t.id = ? AND t.current = 1", id)
}

const sqlTask = `
SELECT t.digest, t.id, t.title, t.family, t.language, t.difficulty, t.services, t.capabilities,
       t.request, t.path, t.state, t.provenance, t.added_at, s.source
FROM tasks t LEFT JOIN task_sources s ON s.task_digest = t.digest `

func (s *Store) task(ctx context.Context, where, key string) (Task, error) {
	var t Task
	var damage error
	err := s.read.one(ctx, sqlTask+where, []any{key}, append(taskDest(&t), body{(*json.RawMessage)(&t.Source), &damage})...)
	if errors.Is(err, sql.ErrNoRows) {
		err = notFound("task", key)
	}
	return t, fail(firstError(err, damage), "read task %s", key)
}

// taskDest lists where Scan puts the common columns of a task.
func taskDest(t *Task) []any {
	return []any{
		&t.Digest, &t.ID, &t.Title, &t.Family, &t.Language, &t.Difficulty, (*listValue)(&t.Services), (*listValue)(&t.Capabilities),
		&t.Request, &t.Path, (*string)(&t.State), (*jsonValue)(&t.Provenance), (*timeValue)(&t.AddedAt),
	}
}

// TaskVersions lists the digests of all contents of a task id, the oldest
// first.
func (s *Store) TaskVersions(ctx context.Context, id string) ([]string, error) {
	var out []string
	err := s.read.each(ctx, "SELECT digest FROM tasks WHERE id = ? ORDER BY added_at, digest", []any{id}, func(r scanner) error {
		var digest string
		err := r.Scan(&digest)
		out = append(out, digest)
		return err
	})
	return out, fail(err, "list the versions of task %s", id)
}
