package store

import (
	"context"
	"iter"
	"time"

	"coworkenv.dev/coworkenv/core/query"
)

// TaskRow is a task in a listing: the current content of its id and what has
// been found about it.
type TaskRow struct {
	Task
	Gate     string // none, passed, failed, stale
	Measured string // difficulty by the certificate; "" without one
	Trials   int64  // all of this content
	Scored   int64  // those that count
	Passed   int64
	Mean     *int64 // millionths, of the scored trials; nil without one
	Decision string // none, accept, reject, flag, skip
}

// TaskSchema is what tasks are filtered by.
func TaskSchema() query.Schema {
	return query.Schema{
		Fields: []query.Field{
			{Name: "id", Doc: "task id"},
			{Name: "title", Kind: query.Text, Doc: "title"},
			{Name: "request", Kind: query.Text, Doc: "what is asked"},
			{Name: "fam", Aliases: []string{"family"}, Values: []string{"lookup", "triage", "escalation", "reconciliation", "scheduling", "safety"}, Doc: "family of office work"},
			{Name: "svc", Aliases: []string{"service", "services"}, Kind: query.List, Doc: "a service it uses"},
			{Name: "cap", Aliases: []string{"capability", "tag"}, Kind: query.List, Doc: "a capability it trains"},
			{Name: "lang", Aliases: []string{"language"}, Doc: "language, such as en or zh"},
			{Name: "diff", Aliases: []string{"difficulty"}, Values: []string{"easy", "medium", "hard"}, Doc: "difficulty the author aims at"},
			{Name: "measured", Values: []string{"easy", "medium", "hard"}, Doc: "difficulty the gate measured"},
			{Name: "state", Closed: true, Values: texts(TaskStates()), Doc: "how far it has come"},
			{Name: "gate", Closed: true, Values: []string{"none", "passed", "failed", "stale"}, Doc: "the gate's certificate"},
			{Name: "finding", Kind: query.List, Doc: "code of a finding of the gate"},
			{Name: "decision", Closed: true, Values: []string{"none", "accept", "reject", "flag", "skip"}, Doc: "the reviewer's verdict"},
			{Name: "trials", Kind: query.Number, Doc: "number of trials"},
			{Name: "score", Kind: query.Number, Decimals: 6, Doc: "mean score of the scored trials"},
			{Name: "passrate", Kind: query.Number, Decimals: 6, Doc: "share of the scored trials that pass"},
			{Name: "added", Kind: query.Time, Doc: "when it came into the workspace"},
			{Name: "path", Kind: query.Text, Doc: "file it was read from"},
			{Name: "digest", Doc: "digest of its content"},
		},
		Words: []string{"id", "title", "request", "svc"},
	}
}

const (
	colGate = `(CASE WHEN c.state IS NULL THEN 'none' WHEN c.stale THEN 'stale' ELSE c.state END)`
	colMean = `(CASE WHEN n.scored > 0 THEN n.score_sum / n.scored END)`
	colRate = `(CASE WHEN n.scored > 0 THEN n.passed * 1000000 / n.scored END)`
)

// taskColumns gives the fields of TaskSchema their SQL.
func taskColumns() map[string]string {
	return map[string]string{
		"id": "t.id", "title": "t.title", "request": "t.request", "fam": "t.family", "svc": "t.services", "cap": "t.capabilities",
		"lang": "t.language", "diff": "t.difficulty", "measured": "c.difficulty", "state": "t.state", "gate": colGate,
		"finding":  "(SELECT json_group_array(f.code) FROM findings f WHERE f.task_digest = t.digest)",
		"decision": decisionColumn("'task'", "t.digest"),
		"trials":   "coalesce(n.trials, 0)", "score": colMean, "passrate": colRate,
		"added": "t.added_at", "path": "t.path", "digest": "t.digest",
	}
}

const (
	sqlTaskFrom = `
FROM tasks t LEFT JOIN certificates c ON c.task_digest = t.digest
             LEFT JOIN task_totals n ON n.task_digest = t.digest
WHERE t.current = 1`
	sqlTaskRow = `
SELECT t.digest, t.id, t.title, t.family, t.language, t.difficulty, t.services, t.capabilities,
       t.request, t.path, t.state, t.provenance, t.added_at, ` + colGate + `, coalesce(c.difficulty, ''),
       coalesce(n.trials, 0), coalesce(n.scored, 0), coalesce(n.passed, 0), ` + colMean + `, `
)

// Tasks lists the current tasks that where selects (nil: all) by id, without
// their sources.
func (s *Store) Tasks(ctx context.Context, where *query.Query) iter.Seq2[TaskRow, error] {
	cond, args := where.SQL(taskColumns())
	text := sqlTaskRow + decisionColumn("'task'", "t.digest") + sqlTaskFrom + " AND t.id > ? AND " + cond + " ORDER BY t.id LIMIT ?"
	return paged(pageRows, "", func(after string) ([]TaskRow, string, error) {
		rows := make([]TaskRow, 0, pageRows)
		err := s.read.eachOnce(ctx, text, around(after, args, pageRows), func(r scanner) error {
			rows = append(rows, TaskRow{})
			row := &rows[len(rows)-1]
			return r.Scan(append(taskDest(&row.Task), &row.Gate, &row.Measured, &row.Trials, &row.Scored, &row.Passed, nullable{&row.Mean}, &row.Decision)...)
		})
		if err != nil || len(rows) == 0 {
			return nil, "", fail(err, "list tasks")
		}
		return rows, rows[len(rows)-1].ID, nil
	})
}

// CountTasks counts the current tasks that where selects.
func (s *Store) CountTasks(ctx context.Context, where *query.Query) (int, error) {
	cond, args := where.SQL(taskColumns())
	n := 0
	err := s.read.eachOnce(ctx, "SELECT count(*) "+sqlTaskFrom+" AND "+cond, args, func(r scanner) error { return r.Scan(&n) })
	return n, fail(err, "count tasks")
}

// around puts the keys of a page before and after a filter's arguments.
func around(after any, args []any, limit int) []any {
	out := append(make([]any, 0, len(args)+2), after)
	return append(append(out, args...), limit)
}

// texts are named strings as plain ones.
func texts[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = string(v)
	}
	return out
}

// Field is the row's value of a field of TaskSchema, for query.Match. It knows
// all but "finding", which a row does not carry.
func (r TaskRow) Field(name string) (any, bool) {
	switch name {
	case "fam":
		return r.Family, true
	case "svc":
		return r.Services, true
	case "cap":
		return r.Capabilities, true
	case "lang":
		return r.Language, true
	case "diff":
		return r.Difficulty, true
	case "measured":
		return r.Measured, r.Gate != "none"
	case "gate":
		return r.Gate, true
	case "decision":
		return r.Decision, true
	case "trials":
		return r.Trials, true
	case "score":
		return deref(r.Mean)
	case "passrate":
		if r.Scored == 0 {
			return nil, false
		}
		return r.Passed * 1_000_000 / r.Scored, true
	}
	return r.Task.field(name)
}

func (t Task) field(name string) (any, bool) {
	switch name {
	case "id":
		return t.ID, true
	case "title":
		return t.Title, true
	case "request":
		return t.Request, true
	case "state":
		return t.State, true
	case "added":
		return t.AddedAt.Truncate(time.Microsecond), true
	case "path":
		return t.Path, true
	case "digest":
		return t.Digest, true
	}
	return nil, false
}

func deref(n *int64) (any, bool) {
	if n == nil {
		return nil, false
	}
	return *n, true
}
