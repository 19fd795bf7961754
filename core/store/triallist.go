package store

import (
	"context"
	"iter"

	"coworkenv.dev/coworkenv/core/query"
)

// TrialRow is a trial in a listing, with what its task and reviewers say.
type TrialRow struct {
	Trial           // bodies only from TrialsWithBodies
	Family   string // of the task; "" when its content is no longer there
	Language string
	Services []string
	Decision string // on the trial: none, accept, reject, flag, skip
	Damage   error  // why a body is nil although it was asked for; see ErrDamaged
}

// TrialSchema is what trials are filtered by.
func TrialSchema() query.Schema {
	return query.Schema{
		Fields: []query.Field{
			{Name: "id", Aliases: []string{"trial"}, Doc: "trial id"},
			{Name: "task", Doc: "task id"},
			{Name: "run", Doc: "run id"},
			{Name: "item", Doc: "work item id"},
			{Name: "group", Doc: "group of trials that are compared"},
			{Name: "agent", Doc: "who acted"},
			{Name: "model", Doc: "model, when one acted"},
			{Name: "seed", Kind: query.Number, Doc: "seed"},
			{Name: "attempt", Kind: query.Number, Doc: "attempt"},
			{Name: "status", Closed: true, Values: texts(TrialStatuses()), Doc: "whether it counts"},
			{Name: "score", Kind: query.Number, Decimals: 6, Doc: "score"},
			{Name: "completion", Kind: query.Number, Decimals: 6, Doc: "share of the checks"},
			{Name: "safety", Kind: query.Number, Doc: "0 when a forbidden act was done"},
			{Name: "pass", Kind: query.Bool, Doc: "whether it passes"},
			{Name: "robustness", Kind: query.Number, Decimals: 6, Doc: "recovery from injected faults"},
			{Name: "end", Doc: "how it ended"},
			{Name: "reason", Kind: query.Text, Doc: "why it ended"},
			{Name: "steps", Kind: query.Number, Doc: "turns of the agent"},
			{Name: "calls", Kind: query.Number, Doc: "tool calls"},
			{Name: "tokens", Kind: query.Number, Doc: "tokens used"},
			{Name: "seconds", Kind: query.Number, Decimals: 9, Doc: "how long it took"},
			{Name: "started", Kind: query.Time, Doc: "when it began"},
			{Name: "fam", Aliases: []string{"family"}, Doc: "family of the task"},
			{Name: "lang", Aliases: []string{"language"}, Doc: "language of the task"},
			{Name: "svc", Aliases: []string{"service", "services"}, Kind: query.List, Doc: "a service of the task"},
			{Name: "decision", Closed: true, Values: []string{"none", "accept", "reject", "flag", "skip"}, Doc: "the reviewer's verdict"},
			{Name: "digest", Doc: "digest of the task's content"},
		},
		Words: []string{"id", "task", "model", "reason"},
	}
}

func trialFields() map[string]string {
	return map[string]string{
		"id": "r.id", "task": "r.task_id", "run": "r.run_id", "item": "r.item_id", "group": "r.group_id", "agent": "r.agent", "model": "r.model",
		"seed": "r.seed", "attempt": "r.attempt", "status": "r.status", "score": "r.score", "completion": "r.completion", "safety": "r.safety",
		"pass": "r.pass", "robustness": "r.robustness", "end": "r.end_kind", "reason": "r.end_reason", "steps": "r.steps", "calls": "r.calls",
		"tokens": "r.tokens", "seconds": "r.duration_ns", "started": "r.started_at", "fam": "t.family", "lang": "t.language",
		"svc": "t.services", "decision": decisionColumn("'trial'", "r.id"), "digest": "r.task_digest",
	}
}

// TrialsOf narrows a listing by index, before the filter; empty fields do not.
type TrialsOf struct {
	RunID      string
	TaskDigest string
	Where      *query.Query
}

// condition is the WHERE clause after the page's key.
func (o TrialsOf) condition() (string, []any) {
	cond, args := "", []any(nil)
	if o.RunID != "" {
		cond, args = cond+" AND r.run_id = ?", append(args, o.RunID)
	}
	if o.TaskDigest != "" {
		cond, args = cond+" AND r.task_digest = ?", append(args, o.TaskDigest)
	}
	where, more := o.Where.SQL(trialFields())
	return cond + " AND " + where, append(args, more...)
}

const sqlTrialFrom = ` FROM trials r LEFT JOIN tasks t ON t.digest = r.task_digest `

// Trials lists trials without bodies in the order in which they were written.
func (s *Store) Trials(ctx context.Context, of TrialsOf) iter.Seq2[TrialRow, error] {
	return s.trials(ctx, of, false)
}

// TrialsWithBodies lists trials with trajectory and score. One of which a body is damaged is listed
// with Damage, so that it can be counted and hides no other.
func (s *Store) TrialsWithBodies(ctx context.Context, of TrialsOf) iter.Seq2[TrialRow, error] {
	return s.trials(ctx, of, true)
}

func (s *Store) trials(ctx context.Context, of TrialsOf, bodies bool) iter.Seq2[TrialRow, error] {
	cond, args := of.condition()
	columns, from, size := "", sqlTrialFrom, pageRows
	if bodies {
		columns, from, size = ", j.body, o.body", from+sqlTrialBodies, pageBodies
	}
	text := "SELECT " + trialColumns + ", coalesce(t.family, ''), coalesce(t.language, ''), coalesce(t.services, '[]'), " +
		decisionColumn("'trial'", "r.id") + columns + from + "WHERE r.seq > ?" + cond + " ORDER BY r.seq LIMIT ?"
	return paged(size, int64(0), func(after int64) ([]TrialRow, int64, error) {
		var rows []TrialRow
		err := s.read.eachOnce(ctx, text, around(after, args, size), func(r scanner) error {
			rows = append(rows, TrialRow{})
			row := &rows[len(rows)-1]
			dest := append(row.dest(&after), &row.Family, &row.Language, (*listValue)(&row.Services), &row.Decision)
			if bodies {
				dest = append(dest, body{&row.Trajectory, &row.Damage}, body{&row.ScoreBody, &row.Damage})
			}
			return r.Scan(dest...)
		})
		return rows, after, fail(err, "list trials")
	})
}

// CountTrials counts trials.
func (s *Store) CountTrials(ctx context.Context, of TrialsOf) (int, error) {
	cond, args := of.condition()
	n := 0
	err := s.read.eachOnce(ctx, "SELECT count(*)"+sqlTrialFrom+"WHERE TRUE"+cond, args, func(r scanner) error { return r.Scan(&n) })
	return n, fail(err, "count trials")
}
