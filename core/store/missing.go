package store

import (
	"context"
	"iter"
)

// MissingTrial is an item without a trial: planned, and not run to an end.
type MissingTrial struct {
	Item
	TaskID   string // and below: "" when the task's content is no longer there
	Family   string
	Language string
	Services []string
}

const sqlMissing = `
SELECT i.seq, i.id, i.run_id, i.task_digest, i.agent, i.model, i.seed, i.attempt, i.group_id, i.status, i.failure_class,
       coalesce(t.id, ''), coalesce(t.family, ''), coalesce(t.language, ''), coalesce(t.services, '[]')
FROM items i LEFT JOIN tasks t ON t.digest = i.task_digest
WHERE i.seq > ? AND NOT EXISTS (SELECT 1 FROM trials r WHERE r.item_id = i.id) ORDER BY i.seq LIMIT ?`

// MissingTrials lists the items of all runs that have no trial.
func (s *Store) MissingTrials(ctx context.Context) iter.Seq2[MissingTrial, error] {
	return paged(pageRows, int64(0), func(after int64) ([]MissingTrial, int64, error) {
		var rows []MissingTrial
		err := s.read.each(ctx, sqlMissing, []any{after, pageRows}, func(r scanner) error {
			rows = append(rows, MissingTrial{})
			m := &rows[len(rows)-1]
			return r.Scan(append(m.Item.dest(&after), &m.TaskID, &m.Family, &m.Language, (*listValue)(&m.Services))...)
		})
		return rows, after, fail(err, "list the missing trials")
	})
}

// Field is the value of a field of TrialSchema as far as the plan decides it,
// for query.Match: what only a trial would have is not there.
func (m MissingTrial) Field(name string) (any, bool) {
	switch name {
	case "fam":
		return m.Family, m.Family != ""
	case "lang":
		return m.Language, m.Language != ""
	case "svc":
		return m.Services, m.Services != nil
	case "id":
		return nil, false
	}
	planned := Trial{ItemID: m.ID, RunID: m.RunID, TaskDigest: m.TaskDigest, TaskID: m.TaskID, Agent: m.Agent, Model: m.Model, Seed: m.Seed, Attempt: m.Attempt, GroupID: m.GroupID}
	return planned.origin(name)
}
