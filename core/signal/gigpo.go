package signal

// Norm says whether GiGPO divides by a standard deviation.
type Norm string

// The norms, as verl-agent names them.
const (
	MeanNorm    Norm = "mean_norm"
	MeanStdNorm Norm = "mean_std_norm"
)

// Over says what GiGPO's episode statistics are taken over.
type Over string

// By trajectory (DrMAS) each rollout counts once; by row (verl-agent's default) as often as it
// has steps.
const (
	OverTrajectories Over = "trajectories"
	OverRows         Over = "rows"
)

const gigpoEps = 1e-6

// GiGPO is group-in-group policy optimisation (arXiv 2505.10978): the episode's advantage within
// the group, and omega times the step's advantage among the steps taken from the same anchor.
type GiGPO struct {
	Name       string
	Gamma      float64 // discount of step returns
	Omega      float64 // weight of the step's part
	Norm       Norm
	Over       Over
	Similarity float64 // anchors at least so alike are the same; 0 = equal ones only
}

// GiGPOs lists the variants: by trajectory as DrMAS has it, by row as verl-agent does, each with
// the scripts' gamma.
func GiGPOs() []GiGPO {
	return []GiGPO{
		{Name: "drmas", Gamma: 0.95, Omega: 1, Norm: MeanNorm, Over: OverTrajectories},
		{Name: "drmas_std", Gamma: 0.95, Omega: 1, Norm: MeanStdNorm, Over: OverTrajectories},
		{Name: "verl-agent", Gamma: 0.95, Omega: 1, Norm: MeanNorm, Over: OverRows},
	}
}

// RolloutStep is one row: the situation it was taken from and its immediate reward.
type RolloutStep struct {
	Anchor string
	Reward float64
}

// Credit is what one step is worth.
type Credit struct {
	Return  float64 `json:"return"`  // discounted, from this step on
	Episode float64 `json:"episode"` // A_E
	Step    float64 `json:"step"`    // A_S; 0 for the only step from its anchor
	Total   float64 `json:"total"`   // A_E + omega A_S
}

// Credits returns one credit a step of every rollout of a group.
func (v GiGPO) Credits(group [][]RolloutStep) [][]Credit {
	out := make([][]Credit, len(group))
	episodes := v.episodes(group)
	for i, steps := range group {
		out[i] = make([]Credit, len(steps))
		next := 0.0
		for t := len(steps) - 1; t >= 0; t-- {
			next = steps[t].Reward + v.Gamma*next
			out[i][t] = Credit{Return: next, Episode: episodes[i]}
		}
	}
	for _, rows := range Clusters(group, v.Similarity) {
		v.spread(out, rows)
	}
	for i := range out {
		for t := range out[i] {
			c := &out[i][t]
			c.Total = c.Episode + v.Omega*c.Step
		}
	}
	return out
}

// episodes returns A_E of each rollout. Alone in its group it is the return itself. A rollout
// without steps is a missing one and stays out.
func (v GiGPO) episodes(group [][]RolloutStep) []float64 {
	returns := make([]float64, len(group))
	var pool []float64
	there := 0
	for i, steps := range group {
		if len(steps) == 0 {
			continue
		}
		there++
		for _, s := range steps {
			returns[i] += s.Reward
		}
		times := 1
		if v.Over == OverRows {
			times = len(steps)
		}
		for range times {
			pool = append(pool, returns[i])
		}
	}
	if there == 1 {
		return returns
	}
	m := momentsOf(pool)
	for i, r := range returns {
		returns[i] = v.normal(r, m)
	}
	return returns
}

// spread sets A_S of the rows of one cluster.
func (v GiGPO) spread(credits [][]Credit, rows []Row) {
	if len(rows) == 1 {
		return
	}
	returns := make([]float64, len(rows))
	for i, r := range rows {
		returns[i] = credits[r.Rollout][r.Step].Return
	}
	m := momentsOf(returns)
	for i, r := range rows {
		credits[r.Rollout][r.Step].Step = v.normal(returns[i], m)
	}
}

func (v GiGPO) normal(r float64, m moments) float64 {
	switch {
	case m.n < 2 || m.std == 0:
		return 0
	case v.Norm == MeanStdNorm:
		return (r - m.mean) / (m.std + gigpoEps)
	}
	return r - m.mean
}
