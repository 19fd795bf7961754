package episode

import (
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Trajectory renders the episode's course so far. Ids of trial, item and agent are the caller's
// to fill in.
func (e *Episode) Trajectory() *trace.Trajectory {
	t := e.task.Bound.Task
	out := &trace.Trajectory{
		Format: trace.Format, Task: trace.TaskRef{ID: t.ID, Digest: e.task.Digest},
		Opening: t.Requests[0].Say, System: System(t),
		Singly: e.singly, Start: e.world.Seed().Digest(), Final: e.world.Digest(),
	}
	for i := range e.steps {
		out.Steps = append(out.Steps, e.steps[i].record(i, e.world))
	}
	if e.end != nil {
		out.End = *e.end
	}
	return out
}

// Replies hands over what came back in each step: one observation a call, and the user's turn or
// nil. Shared, read only.
func (e *Episode) Replies(each func(seen []Observation, user *trace.UserTurn)) {
	for _, s := range e.steps {
		each(s.result.Observations, s.result.User)
	}
}

func (s *step) record(index int, w *world.World) trace.Step {
	a := s.action
	out := trace.Step{Index: index, Key: a.Key, Stage: s.stage, Text: a.Text, Reasoning: a.Reasoning,
		User: s.result.User, Others: s.others, World: s.world, Before: w.DigestAfter(s.before), After: w.DigestAfter(s.after), Anchors: s.anchors(w),
		Model: a.Model, Usage: a.Usage, Finish: a.Finish, TokenIDs: a.TokenIDs, Logprobs: a.Logprobs, Latency: a.Latency, Shortened: a.Shortened}
	for i, o := range s.result.Observations {
		c := a.Calls[i]
		if o.Entry == nil {
			out.Calls = append(out.Calls, trace.Call{Index: i, ID: c.ID, Tool: c.Tool, Args: string(c.Args), Observation: string(o.Body)})
			continue
		}
		call := trace.Observe(i, c.ID, o.Entry)
		call.Sent = c.Sent
		out.Calls = append(out.Calls, call)
	}
	return out
}

// Before returns the anchors of the situation that the last step was taken from; empty before
// the first step.
func (e *Episode) Before() trace.Anchors {
	if len(e.steps) == 0 {
		return trace.Anchors{}
	}
	return e.steps[len(e.steps)-1].anchors(e.world)
}

// anchors says what situation the step was taken from.
func (s *step) anchors(w *world.World) trace.Anchors {
	before := w.DigestAfter(s.before)
	return trace.Anchors{
		State: det.Sum(before[:], []byte(s.tool)).String(),
		Obs:   det.Sum(normalised(s.seen)).String(),
	}
}

// normalised makes equal observations equal bytes: JSON in canonical form, text folded.
func normalised(seen []byte) []byte {
	if v, err := value.Parse(seen); err == nil {
		return value.AppendCanonical(nil, v)
	}
	return []byte(value.Fold(string(seen)))
}
