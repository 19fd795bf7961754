package signal

import "math"

// Scale says what a centred reward is divided by.
type Scale string

// The scales.
const (
	ScaleGroup Scale = "group" // the group's standard deviation
	ScaleBatch Scale = "batch" // that of all rewards of the batch
	ScaleNone  Scale = "none"  // nothing: Dr.GRPO's advantage
)

// Single says what the advantage in a group of one is.
type Single string

// What implementations do with a group of one.
const (
	SingleZero Single = "zero"
	SingleRaw  Single = "raw" // mean 0 and deviation 1 are assumed, so the reward itself
	SingleNaN  Single = "nan" // the sample deviation of one value
)

// GRPO is group relative policy optimisation's advantage, (r - mean) / (std + eps), in the
// variants that implementations have of it.
type GRPO struct {
	Name      string
	Eps       float64
	Scale     Scale
	Single    Single
	LeaveOut  bool // the baseline is the mean of the other members
	LeaveStd  bool // and so is the deviation; where it is 0 or undefined nothing is divided
	ZeroWhole bool // all advantages are 0 where the group's deviation is 0
}

// GRPOs lists the variants by implementation (TRL GRPOTrainer, verl, slime, NeMo-RL with its
// default leave-one-out, the Polar bridge for slime) and Dr.GRPO (arXiv 2503.20783).
func GRPOs() []GRPO {
	return []GRPO{
		{Name: "trl", Eps: 1e-4, Scale: ScaleGroup, Single: SingleZero},
		{Name: "verl", Eps: 1e-6, Scale: ScaleGroup, Single: SingleRaw},
		{Name: "slime", Eps: 1e-6, Scale: ScaleGroup, Single: SingleNaN},
		{Name: "nemo-rl", Eps: 1e-6, Scale: ScaleGroup, Single: SingleZero, LeaveOut: true, LeaveStd: true},
		{Name: "polar", Eps: 1e-6, Scale: ScaleGroup, Single: SingleZero, LeaveOut: true, ZeroWhole: true},
		DrGRPO(),
	}
}

// DrGRPO centres rewards and divides by nothing.
func DrGRPO() GRPO { return GRPO{Name: "dr_grpo", Scale: ScaleNone, Single: SingleZero} }

// Advantages returns one value a member, in the shape of groups.
func (v GRPO) Advantages(groups [][]float64) [][]float64 {
	batch := momentsOf(flatten(groups))
	out := make([][]float64, len(groups))
	for i, rewards := range groups {
		out[i] = v.group(rewards, batch)
	}
	return out
}

func (v GRPO) group(rewards []float64, batch moments) []float64 {
	out := make([]float64, len(rewards))
	own := momentsOf(rewards)
	for i, r := range rewards {
		switch {
		case math.IsNaN(r) || v.ZeroWhole && own.std == 0:
		case own.n == 1:
			out[i] = v.alone(r)
		default:
			out[i] = v.member(rewards, i, own, batch)
		}
	}
	return out
}

func (v GRPO) alone(r float64) float64 {
	switch v.Single {
	case SingleRaw:
		return r
	case SingleNaN:
		return math.NaN()
	}
	return 0
}

func (v GRPO) member(rewards []float64, i int, own, batch moments) float64 {
	base, std := own.mean, own.std
	if v.LeaveOut {
		others := without(rewards, i)
		base = others.mean
		if v.LeaveStd {
			std = others.std
		}
	}
	centred := rewards[i] - base
	switch {
	case v.Scale == ScaleNone, v.LeaveStd && !(std > 0):
		return centred
	case v.Scale == ScaleBatch:
		std = batch.std
	}
	return centred / (std + v.Eps)
}
