package engine

import (
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/trace"
)

// outcomeDigest is of all that a trial came to, but for when that was and how long it took. Two
// trials of one item by a deterministic agent have equal ones.
func outcomeDigest(t store.Trial) (det.Digest, error) {
	tr, err := trace.Decode(t.Trajectory)
	if err != nil {
		return det.Digest{}, err
	}
	tr.Began, tr.Duration = time.Time{}, 0
	for i := range tr.Steps {
		tr.Steps[i].Latency = 0
	}
	body, err := trace.Encode(tr)
	if err != nil {
		return det.Digest{}, err
	}
	return det.Sum([]byte(t.Status), body, t.ScoreBody), nil
}
