package rollout

import (
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
)

// Class says whose fault it was that a trial did not come to its end. It decides what follows.
type Class string

// The classes. The agent's own failures are part of what is measured: they score 0 and count. The
// others say nothing about the agent: such trials are left out of every mean, and are counted.
const (
	OfAgent       Class = "agent"       // time-out, crash, refusal
	OfEnvironment Class = "environment" // the world, or the worker that ran it
	OfEndpoint    Class = "endpoint"    // the model's server
	OfGrader      Class = "grader"      // a check could not be decided
)

// Classes lists the classes in the order in which they are shown.
func Classes() []Class { return []Class{OfAgent, OfEnvironment, OfEndpoint, OfGrader} }

// Failure is why a trial failed.
type Failure struct {
	Class   Class  `json:"class"`
	Detail  string `json:"detail,omitempty"`
	Lasting bool   `json:"lasting,omitempty"` // another try would end the same
}

// Retried reports whether another try may help.
func (f *Failure) Retried() bool {
	return f != nil && !f.Lasting && (f.Class == OfEnvironment || f.Class == OfEndpoint)
}

// status is the status of a trial that failed so.
func (c Class) status() grade.Status {
	switch c {
	case OfEnvironment:
		return grade.EnvError
	case OfEndpoint:
		return grade.EndpointError
	case OfGrader:
		return grade.GraderError
	}
	return grade.Scored
}

// RetriedClasses are the classes that a resumed run tries again.
func RetriedClasses() []Class { return []Class{OfEnvironment, OfEndpoint} }

// environment is the failure that an error of the environment stands for. Where the error says
// that the input is at fault, as with a script that does not fit its task, every try ends the same.
func environment(err error) *Failure {
	f := &Failure{Class: OfEnvironment, Detail: err.Error()}
	switch fault.KindOf(err) {
	case fault.Invalid, fault.Unsupported, fault.Denied, fault.NotFound, fault.Conflict, fault.Usage:
		f.Lasting = true
	}
	return f
}

// FailedByAgent reports whether it was the agent that kept a trial from its end: it outstayed its
// time, crashed, or refused in words. One that merely says nothing more is judged by what it did.
func FailedByAgent(t *trace.Trajectory) bool {
	switch t.End.Reason {
	case trace.TimedOut, trace.Crashed:
		return true
	case trace.GaveUp:
		last := len(t.Steps) - 1
		return last >= 0 && t.Steps[last].Text != "" && len(t.Steps[last].Calls) == 0
	}
	return false
}

// Settle takes what was earned away where the agent failed: the trial counts, with 0. What the
// checks found stays, so that one can see how far it had come.
func Settle(s *grade.Score, t *trace.Trajectory) {
	if s == nil || s.Status != grade.Scored || !FailedByAgent(t) {
		return
	}
	s.Completion, s.Score, s.Pass, s.ClawEval = 0, 0, false, 0
}
