package harbor

import (
	"context"
	"fmt"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
)

// Verdict is what a record came to.
type Verdict struct {
	Task       string            `json:"task"`
	Digest     string            `json:"digest"`
	Seed       uint64            `json:"seed"`
	Score      *grade.Score      `json:"score"`
	Trajectory *trace.Trajectory `json:"-"`
}

// gone is how an episode ends whose agent left.
func gone() trace.End {
	return trace.End{Kind: trace.Terminated, Reason: trace.Completed, Detail: "the agent has gone"}
}

// Verify does a record over again on the whole task and grades it. An error means that there is no
// reward: the record does not replay to the letter, or a check could not be decided.
func Verify(ctx context.Context, whole *episode.Prepared, r Record) (*Verdict, error) {
	e, err := episode.New(whole, episode.Options{Seed: r.Seed, CallByCall: true})
	if err != nil {
		return nil, err
	}
	again := agent.Replay(r.Trajectory)
	opening := e.Opening()
	for range r.Trajectory.Steps {
		if _, done := e.Done(); done {
			break
		}
		action, err := again.Next(ctx, opening, nil)
		if err != nil {
			return nil, err
		}
		if _, err := e.Step(action); err != nil {
			return nil, fault.Wrap(fault.KindOf(err), err, "replay the record")
		}
	}
	if why := differs(r.Trajectory, e.Trajectory()); why != "" {
		return nil, fault.New(fault.Conflict, "the record does not replay: %s", why).
			WithHint("it was changed, or made by another version of the program or the task")
	}
	e.Close(gone())
	score, err := e.Grade()
	if err != nil {
		return nil, err
	}
	if score.Status != grade.Scored {
		return nil, fault.New(fault.Internal, "a check of %s cannot be decided", whole.Bound.Task.ID)
	}
	course := e.Trajectory()
	course.Seed = r.Seed
	return &Verdict{Task: whole.Bound.Task.ID, Digest: whole.Digest, Seed: r.Seed, Score: score, Trajectory: course}, nil
}

// differs says where two courses of one episode differ, "" where they do not.
func differs(was, now *trace.Trajectory) string {
	if len(was.Steps) != len(now.Steps) {
		return fmt.Sprintf("it has %d steps, and %d were possible", len(was.Steps), len(now.Steps))
	}
	for i := range was.Steps {
		a, b := &was.Steps[i], &now.Steps[i]
		if len(a.Calls) != len(b.Calls) {
			return fmt.Sprintf("step %d has %d calls, not %d", i, len(a.Calls), len(b.Calls))
		}
		for j := range a.Calls {
			if a.Calls[j].Outcome != b.Calls[j].Outcome || a.Calls[j].Observation != b.Calls[j].Observation {
				return fmt.Sprintf("step %d, %s: another reply", i, a.Calls[j].Tool)
			}
		}
		if said(a.User) != said(b.User) {
			return fmt.Sprintf("step %d: the user says something else", i)
		}
		if a.After != b.After {
			return fmt.Sprintf("step %d leaves another state", i)
		}
	}
	return ""
}

func said(u *trace.UserTurn) string {
	if u == nil {
		return ""
	}
	return u.Text
}
