package curate

import (
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
)

// Settings are the thresholds of all rules. Equal settings, trials and decisions give equal
// selections.
type Settings struct {
	GroupBy     GroupBy      `json:"group_by"`
	StableFrom  grade.Micros `json:"stable_from"`  // mean completion from which a group that always passes is stable
	LowBelow    grade.Micros `json:"low_below"`    // mean completion below which a group is set aside
	StablePer   int          `json:"stable_per"`   // demonstrations of stable groups a lineage root; 0 = no limit
	MinReward   grade.Micros `json:"min_reward"`   // score that a demonstration needs
	MinCalls    int          `json:"min_calls"`    // fewer is too short
	MaxCalls    int          `json:"max_calls"`    // more is too many; 0 = no limit
	MaxChars    int          `json:"max_chars"`    // characters that a model would read and write, observations cut; 0 = no limit
	MaxObserved int          `json:"max_observed"` // bytes of one observation before it is cut; 0 = no limit
	Near        float64      `json:"near"`         // Jaccard similarity of action sequences from which one is a near duplicate; 0 = off
	PerTask     int          `json:"per_task"`     // demonstrations a task; 0 = no limit
	PerScenario int          `json:"per_scenario"` // demonstrations a scenario; 0 = no limit
	PairsPer    int          `json:"pairs_per"`    // preference pairs a task; 0 = none
	HoldOut     []string     `json:"hold_out"`     // scenarios that no training data may come from, sorted
	ValShare    float64      `json:"val_share"`    // of the units that are split
	TestShare   float64      `json:"test_share"`
	SplitSeed   uint64       `json:"split_seed"` // another seed gives other splits
}

// GroupBy says which trials are judged together.
type GroupBy string

// The ways to group.
const (
	ByTask  GroupBy = "task"  // all trials of a task
	ByAgent GroupBy = "agent" // of a task by one agent with one model
	ByPlan  GroupBy = "plan"  // as the run planned them: seed, version and fault rate equal too
)

// Defaults are the settings without flags.
func Defaults() Settings {
	return Settings{GroupBy: ByAgent, StableFrom: grade.PassLine, LowBelow: grade.One / 4, StablePer: 1, MinReward: grade.PassLine,
		MinCalls: 1, MaxCalls: 100, MaxChars: 120_000, MaxObserved: 16_000, Near: 0.8, PerTask: 3, PerScenario: 20, PairsPer: 4,
		HoldOut: []string{}, ValShare: 0.05, TestShare: 0.05}
}

// leastObserved is the smallest observation limit: a marker has to fit into it.
const leastObserved = 64

// Check refuses settings that mean nothing.
func (s *Settings) Check() error {
	bad := func(format string, args ...any) error {
		return fault.New(fault.Usage, format, args...).WithHint("`coworkenv curate --help` says what each setting takes")
	}
	share := func(x float64) bool { return x >= 0 && x <= 1 } // not so for NaN
	micros := func(m grade.Micros) bool { return m >= 0 && m <= grade.One }
	switch {
	case s.GroupBy != ByTask && s.GroupBy != ByAgent && s.GroupBy != ByPlan:
		return bad("trials cannot be grouped by %q: by task, agent or plan", s.GroupBy)
	case !micros(s.StableFrom) || !micros(s.LowBelow) || !micros(s.MinReward):
		return bad("a threshold lies outside of 0 to 1")
	case s.LowBelow > s.StableFrom:
		return bad("a group from %s is stable and one below %s is low: some would be both", s.StableFrom, s.LowBelow)
	case !share(s.Near) || !share(s.ValShare) || !share(s.TestShare) || s.ValShare+s.TestShare > 1:
		return bad("a share lies outside of 0 to 1, or validation and test leave nothing to train on")
	case min(s.StablePer, s.MinCalls, s.MaxCalls, s.MaxChars, s.MaxObserved, s.PerTask, s.PerScenario, s.PairsPer) < 0:
		return bad("a limit is negative")
	case s.MaxCalls > 0 && s.MinCalls > s.MaxCalls:
		return bad("at least %d and at most %d calls are wanted", s.MinCalls, s.MaxCalls)
	case s.MaxObserved > 0 && s.MaxObserved < leastObserved:
		return bad("observations cannot be cut to %d bytes: the marker needs room", s.MaxObserved).(*fault.Error).WithHint("give %d or more, or 0 for no limit", leastObserved)
	}
	return nil
}
