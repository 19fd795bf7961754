package engine

import (
	"encoding/json"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/trace"
)

// storedTrial unpacks a trial with its bodies.
func storedTrial(row *store.Trial) (*StoredTrial, error) {
	out := &StoredTrial{ID: row.ID, Status: grade.Status(row.Status)}
	var err error
	if out.Trajectory, err = trace.Decode(row.Trajectory); err != nil {
		return nil, err
	}
	if len(row.ScoreBody) > 0 {
		if err := json.Unmarshal(row.ScoreBody, &out.Score); err != nil {
			return nil, fault.Wrap(fault.Invalid, err, "read the score of %s", row.ID)
		}
	}
	return out, nil
}
