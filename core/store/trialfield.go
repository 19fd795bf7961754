package store

import "time"

// Field is the row's value of a field of TrialSchema, for query.Match.
func (r TrialRow) Field(name string) (any, bool) {
	switch name {
	case "decision":
		return r.Decision, true
	case "fam":
		return r.Family, r.known()
	case "lang":
		return r.Language, r.known()
	case "svc":
		return r.Services, r.known()
	}
	return r.Trial.field(name)
}

// known tells whether the content of the trial's task is in the workspace.
func (r TrialRow) known() bool { return r.Family != "" || r.Language != "" || r.Services != nil }

// field knows what says how a trial went.
func (t Trial) field(name string) (any, bool) {
	switch name {
	case "status":
		return t.Status, true
	case "score":
		return t.Score, true
	case "completion":
		return t.Completion, true
	case "safety":
		return t.Safety, true
	case "pass":
		return t.Pass, true
	case "robustness":
		return deref(t.Robustness)
	case "end":
		return t.EndKind, true
	case "reason":
		return t.EndReason, true
	case "steps":
		return t.Steps, true
	case "calls":
		return t.Calls, true
	case "tokens":
		return t.Tokens, true
	case "seconds":
		return int64(t.Duration), true
	case "started":
		return t.StartedAt.Truncate(time.Microsecond), true
	}
	return t.origin(name)
}

// origin knows what says which trial it is.
func (t Trial) origin(name string) (any, bool) {
	switch name {
	case "id":
		return t.ID, true
	case "task":
		return t.TaskID, true
	case "run":
		return t.RunID, t.RunID != ""
	case "item":
		return t.ItemID, true
	case "group":
		return t.GroupID, true
	case "agent":
		return t.Agent, true
	case "model":
		return t.Model, true
	case "seed":
		return int64(t.Seed), true
	case "attempt":
		return t.Attempt, true
	case "digest":
		return t.TaskDigest, true
	}
	return nil, false
}
