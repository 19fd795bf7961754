package signal

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

var (
	reward = rapid.Float64Range(0, 1)
	group  = rapid.SliceOfN(reward, 2, 12)
)

func sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}

func TestAdvantagesOfAGroupSumToZero(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rewards := group.Draw(t, "rewards")
		for _, v := range GRPOs() {
			if v.LeaveStd { // members have divisors of their own
				continue
			}
			if s := sum(v.Advantages([][]float64{rewards})[0]); math.Abs(s) > 1e-8 {
				t.Fatalf("%s: sum %g", v.Name, s)
			}
		}
	})
}

func TestAdvantagesDoNotShiftWithRewards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rewards, by := group.Draw(t, "rewards"), float64(rapid.IntRange(-8, 8).Draw(t, "by"))
		moved := make([]float64, len(rewards))
		for i, r := range rewards {
			rewards[i] = math.Round(r*1024) / 1024 // so that adding is exact
			moved[i] = rewards[i] + by
		}
		for _, v := range GRPOs() {
			a, b := v.Advantages([][]float64{rewards})[0], v.Advantages([][]float64{moved})[0]
			for i := range a {
				if math.Abs(a[i]-b[i]) > 1e-6*(1+math.Abs(a[i])) {
					t.Fatalf("%s: %g becomes %g", v.Name, a[i], b[i])
				}
			}
		}
	})
}

// Without an eps, a normalised advantage does not change with the scale; a centred one scales.
func TestAdvantagesAndScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rewards, by := group.Draw(t, "rewards"), rapid.Float64Range(.25, 4).Draw(t, "by")
		if momentsOf(rewards).std < 1e-3 {
			t.Skip("too flat to compare")
		}
		scaled := make([]float64, len(rewards))
		for i, r := range rewards {
			scaled[i] = r * by
		}
		bare := GRPO{Scale: ScaleGroup}
		a, b := bare.Advantages([][]float64{rewards})[0], bare.Advantages([][]float64{scaled})[0]
		c, d := DrGRPO().Advantages([][]float64{rewards})[0], DrGRPO().Advantages([][]float64{scaled})[0]
		for i := range a {
			if math.Abs(a[i]-b[i]) > 1e-9 || math.Abs(c[i]*by-d[i]) > 1e-9 {
				t.Fatalf("by %g: %g becomes %g, %g becomes %g", by, a[i], b[i], c[i], d[i])
			}
		}
	})
}

func TestOrderOfMembersDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rewards := group.Draw(t, "rewards")
		order := rapid.Permutation(indexes(len(rewards))).Draw(t, "order")
		shuffled := make([]float64, len(rewards))
		for i, at := range order {
			shuffled[i] = rewards[at]
		}
		for _, v := range GRPOs() {
			a, b := v.Advantages([][]float64{rewards})[0], v.Advantages([][]float64{shuffled})[0]
			for i, at := range order {
				if math.Abs(a[at]-b[i]) > 1e-6*(1+math.Abs(b[i])) {
					t.Fatalf("%s: member %d has %g, then %g", v.Name, at, a[at], b[i])
				}
			}
		}
	})
}

func indexes(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func TestStepPartsOfAClusterSumToZero(t *testing.T) {
	step := rapid.Custom(func(t *rapid.T) RolloutStep {
		return RolloutStep{Anchor: rapid.SampledFrom([]string{"a", "b", "c", "d", "e"}).Draw(t, "anchor"), Reward: reward.Draw(t, "reward")}
	})
	rapid.Check(t, func(t *rapid.T) {
		rollouts := rapid.SliceOfN(rapid.SliceOfN(step, 1, 6), 2, 5).Draw(t, "rollouts")
		for _, v := range GiGPOs() {
			credits := v.Credits(rollouts)
			for _, rows := range Clusters(rollouts, 0) {
				total := 0.0
				for _, r := range rows {
					c := credits[r.Rollout][r.Step]
					total += c.Step
					if len(rows) == 1 && c.Step != 0 {
						t.Fatalf("%s: alone, and yet %g", v.Name, c.Step)
					}
				}
				if math.Abs(total) > 1e-8 {
					t.Fatalf("%s: a cluster sums to %g", v.Name, total)
				}
			}
		}
	})
}

func TestShapingTelescopes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		potentials := rapid.SliceOfN(reward, 0, 20).Draw(t, "potentials")
		steps := Shape(potentials)
		if len(potentials) < 2 {
			if len(steps) != 0 {
				t.Fatal("steps without steps")
			}
			return
		}
		if got, want := sum(steps), potentials[len(potentials)-1]-potentials[0]; len(steps) != len(potentials)-1 || math.Abs(got-want) > 1e-12 {
			t.Fatalf("%d steps sum to %g, want %g", len(steps), got, want)
		}
	})
}

func TestRatioIsBetweenZeroAndOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		if r := Ratio(a, b); r < 0 || r > 1 || Ratio(a, a) != 1 {
			t.Fatalf("%g, itself %g", r, Ratio(a, a))
		}
	})
}
