package gate

import (
	"context"
	"encoding/json"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// Print identifies what a task comes to: equal wherever, whenever and in whatever process it is
// taken.
type Print struct {
	// Solution covers the facts, and of the solution's run the audit, the records and the score.
	Solution string `json:"solution"`
	// Gate covers the counts and findings of every round as well; "" where only the solution was
	// asked for.
	Gate string `json:"gate,omitempty"`
}

// Print takes the print of a task: of all that the gate makes of it, or of its solution alone,
// which costs a tenth.
func (g *Gate) Print(ctx context.Context, t *task.Task, loaded task.Problems, whole bool) (Print, error) {
	if whole {
		s, err := g.take(ctx, t, loaded, Options{})
		if err != nil {
			return Print{}, err
		}
		return Print{s.report.solution, s.report.print()}, nil
	}
	s := newSubject(g, t, loaded, Options{Rounds: []RoundName{RoundOracle}})
	if err := s.solved(); err != nil {
		return Print{}, err
	}
	return Print{Solution: s.print()}, nil
}

// solved carries the solution out, if there is one, without a look at what the round of the oracle
// looks at: none of that is in the print.
func (s *subject) solved() (err error) {
	if s.skips(RoundOracle) != "" || len(s.task.Solution) == 0 {
		return nil
	}
	s.lab, err = newLab(s)
	if fault.KindOf(err) == fault.Invalid {
		return nil // a finding, elsewhere
	}
	return err
}

// print takes the print of the solution.
func (s *subject) print() string {
	var b []byte
	if s.ready != nil {
		for i := range s.task.Facts {
			v, _ := s.ready.Bound.Fact("", s.task.Facts[i].Name)
			b = value.AppendCanonical(b, s.ready.Bound.JSON(v))
		}
	}
	if s.lab != nil {
		for _, e := range s.lab.oracle.episode.World().Entries() {
			b = append(append(b, e.Raw...), e.Body...)
			after := e.After()
			b = append(b, after[:]...)
		}
		b = appendJSON(b, s.lab.oracle.score)
	}
	return det.SHA256Hex(b)
}

// print takes the print of all that the gate made of the task. Trajectories are left out: they are
// kept only where they were asked for, which the other process is not told.
func (r *Report) print() string {
	b := []byte(r.solution)
	for i := range r.Rounds {
		b = appendJSON(b, &r.Rounds[i])
	}
	for i := range r.Findings {
		f := r.Findings[i]
		if f.Evidence != nil {
			bare := *f.Evidence
			bare.Trajectory = nil
			f.Evidence = &bare
		}
		b = appendJSON(b, &f)
	}
	return det.SHA256Hex(b)
}

func appendJSON(dst []byte, v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fault.Wrap(fault.Internal, err, "encode a print")) // only plain data is in it
	}
	return append(dst, b...)
}
