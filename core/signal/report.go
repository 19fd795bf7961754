package signal

import "math"

// degenerate is the share of lone steps from which GiGPO is little more than an episode's advantage.
const degenerate = 0.9

// Report says what training signal a set of groups gives. Shares are of 1; a nil number is
// undefined.
type Report struct {
	Groups   int `json:"groups"`
	Live     int `json:"live"`      // with variance: they move the policy
	FlatZero int `json:"flat_zero"` // all rewards 0
	FlatFull int `json:"flat_full"` // all rewards 1
	FlatElse int `json:"flat_else"` // all equal, in between
	Alone    int `json:"alone"`     // fewer than two rewards
	Trials   int `json:"trials"`
	Missing  int `json:"missing"` // trials without a reward

	Components []ComponentReport `json:"components"`
	State      AnchorReport      `json:"anchor_state"`
	Obs        AnchorReport      `json:"anchor_obs"`
	Anchor     Anchor            `json:"anchor"`     // the one that shares more
	Degenerate bool              `json:"degenerate"` // even it leaves over 90 % of the steps alone
	Length     LengthReport      `json:"length"`
	Each       []GroupReport     `json:"each"`
}

// ComponentReport says how much a component of the reward varies inside the groups.
type ComponentReport struct {
	Name      string   `json:"name"`
	Varies    int      `json:"varies"`    // groups in which it does
	Undefined int      `json:"undefined"` // trials in which it is undefined
	MeanStd   *float64 `json:"mean_std"`  // over the groups in which it varies
	Least     *float64 `json:"least_std"` // the smallest such: GDPO blows it up to 1
}

// AnchorReport says how steps share an anchor.
type AnchorReport struct {
	ClusterSizes
	MeanSize float64 `json:"mean_size"`
	Lone     float64 `json:"singleton_share"`
}

// LengthReport says whether reward goes with length inside groups.
type LengthReport struct {
	Correlation *float64 `json:"correlation"` // of reward and calls, both centred in their group
	CallsHigh   *float64 `json:"calls_above"` // mean calls of trials above their group's mean reward
	CallsLow    *float64 `json:"calls_below"`
}

// GroupReport is one group's line.
type GroupReport struct {
	ID      string   `json:"group"`
	Task    string   `json:"task"`
	Agent   string   `json:"agent"`
	Size    int      `json:"size"` // trials with a reward
	Missing int      `json:"missing"`
	Mean    *float64 `json:"mean"`
	Std     *float64 `json:"std"`
	Flat    bool     `json:"flat"`
	Lone    float64  `json:"singleton_share"` // by the report's anchor
}

// Builder makes a report group by group, so that trajectories need not stay in memory.
type Builder struct {
	report     Report
	components []*componentSum
	state, obs []float64 // singleton share of each group
	length     lengthSum
}

type componentSum struct {
	ComponentReport
	sum float64
}

// Add takes one group in.
func (b *Builder) Add(g *Group) {
	rewards := g.Rewards()
	m := momentsOf(rewards)
	line := GroupReport{ID: g.ID, Task: g.Task, Agent: g.Agent, Size: m.n, Missing: len(rewards) - m.n, Flat: Flat(rewards),
		Mean: defined(m.mean), Std: defined(m.std)}
	r := &b.report
	r.Groups++
	r.Trials += len(rewards)
	r.Missing += line.Missing
	switch {
	case m.n < 2:
		r.Alone++
	case !line.Flat:
		r.Live++
	case m.mean <= minSpread:
		r.FlatZero++
	case m.mean >= 1-minSpread:
		r.FlatFull++
	default:
		r.FlatElse++
	}
	b.addComponents(g)
	b.state = append(b.state, r.State.add(g.Rollouts(ByState)))
	b.obs = append(b.obs, r.Obs.add(g.Rollouts(ByObs)))
	b.length.add(g, m.mean)
	r.Each = append(r.Each, line)
}

// add counts a group's clusters and returns its share of lone steps.
func (a *AnchorReport) add(rollouts [][]RolloutStep) float64 {
	var own ClusterSizes
	clusters := Clusters(rollouts, 0)
	own.Add(clusters)
	a.ClusterSizes.Add(clusters)
	return own.SingletonShare()
}

func (b *Builder) addComponents(g *Group) {
	for k, name := range g.Components {
		c := b.component(name)
		column := make([]float64, 0, len(g.Members))
		for _, m := range g.Members {
			if m.Reward == m.Reward {
				column = append(column, m.Components[k])
			}
		}
		m := momentsOf(column)
		c.Undefined += len(column) - m.n
		if m.n < 2 || m.std <= minSpread {
			continue
		}
		c.Varies++
		c.sum += m.std
		if c.Least == nil || m.std < *c.Least {
			c.Least = defined(m.std)
		}
	}
}

func (b *Builder) component(name string) *componentSum {
	for _, c := range b.components {
		if c.Name == name {
			return c
		}
	}
	c := &componentSum{ComponentReport: ComponentReport{Name: name}}
	b.components = append(b.components, c)
	return c
}

// Report closes the sums.
func (b *Builder) Report() *Report {
	r := &b.report
	r.Components = make([]ComponentReport, len(b.components))
	for i, c := range b.components {
		if c.Varies > 0 {
			c.MeanStd = defined(c.sum / float64(c.Varies))
		}
		r.Components[i] = c.ComponentReport
	}
	for _, a := range []*AnchorReport{&r.State, &r.Obs} {
		a.MeanSize, a.Lone = a.Mean(), a.SingletonShare()
	}
	r.Anchor = ByState
	shares := b.state
	if r.Obs.Lone < r.State.Lone {
		r.Anchor, shares = ByObs, b.obs
	}
	r.Degenerate = r.State.Rows > 0 && min(r.State.Lone, r.Obs.Lone) > degenerate
	for i := range r.Each {
		r.Each[i].Lone = shares[i]
	}
	r.Length = b.length.report()
	return r
}

// defined returns nil for NaN.
func defined(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	return &v
}
