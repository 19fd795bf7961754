package signal

// Group is all trials of one task by one agent under equal settings.
type Group struct {
	ID, Task, Agent string
	Components      []string // names, in the order of every member's
	Members         []Member
}

// Member is one trial of a group.
type Member struct {
	Trial      string
	Reward     float64   // NaN: aborted, the reward is missing
	Components []float64 // NaN: undefined for this trial
	Calls      int
	Steps      []Step
}

// Step is one action with what it can be compared by.
type Step struct {
	State, Obs string  // anchors
	Reward     float64 // immediate
	Tool       string  // first tool called, "" for a message
}

// Rewards returns the members' rewards, in order.
func (g *Group) Rewards() []float64 {
	out := make([]float64, len(g.Members))
	for i, m := range g.Members {
		out[i] = m.Reward
	}
	return out
}

// Anchor says which of a step's two anchors rows are put together by.
type Anchor string

// The anchors: the world's state with the last tool, or the last observation.
const (
	ByState Anchor = "anchor_state"
	ByObs   Anchor = "anchor_obs"
)

// Rollouts returns the group's rows by an anchor. A member without a reward has none.
func (g *Group) Rollouts(by Anchor) [][]RolloutStep {
	out := make([][]RolloutStep, len(g.Members))
	for i, m := range g.Members {
		if m.Reward != m.Reward { // missing
			continue
		}
		for _, s := range m.Steps {
			anchor := s.State
			if by == ByObs {
				anchor = s.Obs
			}
			out[i] = append(out[i], RolloutStep{anchor, s.Reward})
		}
	}
	return out
}
