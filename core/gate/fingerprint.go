package gate

import (
	"context"
	"encoding/json"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// Fingerprint identifies what the gate makes of a task: facts, audit and score of the
// solution's run, counts and findings of every round. It is equal wherever and whenever it is
// taken, and that is what Batch looks at.
func (g *Gate) Fingerprint(ctx context.Context, t *task.Task, loaded task.Problems) (string, error) {
	s, err := g.take(ctx, t, loaded, Options{})
	if err != nil {
		return "", err
	}
	var b []byte
	for _, r := range s.report.Rounds {
		b = appendJSON(b, r)
	}
	for _, f := range s.report.Findings {
		b = appendJSON(b, f)
	}
	if s.ready != nil {
		for i := range s.task.Facts {
			v, _ := s.ready.Bound.Fact("", s.task.Facts[i].Name)
			b = value.AppendCanonical(b, s.ready.Bound.JSON(v))
		}
	}
	if s.lab != nil {
		for _, e := range s.lab.oracle.episode.World().Entries() {
			b = append(append(b, e.Raw...), e.Body...)
			b = append(b, e.After[:]...)
		}
		b = appendJSON(b, s.lab.oracle.score)
	}
	return det.SHA256Hex(b), nil
}

func appendJSON(dst []byte, v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fault.Wrap(fault.Internal, err, "encode a fingerprint")) // only plain data is in it
	}
	return append(dst, b...)
}
