package signal

import (
	"math"
	"testing"
)

func exampleGroup(id string, rewards ...float64) *Group {
	g := &Group{ID: id, Task: "t-" + id, Agent: "student", Components: []string{"completion", "robustness"}}
	for i, r := range rewards {
		steps := []Step{{State: "start", Obs: "start", Tool: "list"}, {State: "same", Obs: id + string(rune('a'+i)), Reward: r}}
		g.Members = append(g.Members, Member{Trial: id + string(rune('0'+i)), Reward: r, Components: []float64{r, math.NaN()}, Calls: 2 + i, Steps: steps})
	}
	return g
}

func TestReportCountsGroups(t *testing.T) {
	var b Builder
	nan := math.NaN()
	for _, g := range []*Group{exampleGroup("a", 1, 0, .5), exampleGroup("b", 0, 0), exampleGroup("c", 1, 1, 1), exampleGroup("d", .5, .5), exampleGroup("e", 1, nan)} {
		b.Add(g)
	}
	r := b.Report()
	if r.Groups != 5 || r.Live != 1 || r.FlatZero != 1 || r.FlatFull != 1 || r.FlatElse != 1 || r.Alone != 1 || r.Trials != 12 || r.Missing != 1 {
		t.Errorf("counts: %+v", r)
	}
	if c := r.Components[0]; c.Name != "completion" || c.Varies != 1 || c.Undefined != 0 || math.Abs(*c.MeanStd-.5) > exact || *c.Least != *c.MeanStd {
		t.Errorf("completion: %+v", c)
	}
	if c := r.Components[1]; c.Varies != 0 || c.Undefined != 11 || c.MeanStd != nil {
		t.Errorf("robustness: %+v", c)
	}
	// By state every step but those of the lone trial e0 is shared; by observation the second ones never are.
	if r.Anchor != ByState || r.State.Rows != 22 || r.State.Singletons != 2 || r.Obs.Singletons != 12 || r.Degenerate {
		t.Errorf("anchors: %v, %+v, %+v", r.Anchor, r.State, r.Obs)
	}
	if last := r.Each[4]; last.Size != 1 || last.Missing != 1 || last.Std != nil || *last.Mean != 1 || !last.Flat {
		t.Errorf("the lone trial's group: %+v", last)
	}
	// In group a the rewards 1, 0, .5 took 2, 3, 4 calls.
	if c := r.Length.Correlation; c == nil || *c >= 0 || *r.Length.CallsHigh != 2 || *r.Length.CallsLow != 3 {
		t.Errorf("length: %+v", r.Length)
	}
}

func TestReportOfNothing(t *testing.T) {
	r := new(Builder).Report()
	if r.Groups != 0 || r.Degenerate || r.Length.Correlation != nil {
		t.Errorf("%+v", r)
	}
}

func TestReportSeesAnchorsThatNeverMeet(t *testing.T) {
	g := exampleGroup("a", 1, 0)
	for i := range g.Members {
		for j := range g.Members[i].Steps {
			s := &g.Members[i].Steps[j]
			s.State = string(rune('a'+i)) + string(rune('a'+j))
			s.Obs = s.State
		}
	}
	var b Builder
	b.Add(g)
	if r := b.Report(); !r.Degenerate || r.State.Singletons != 4 {
		t.Errorf("%+v", r)
	}
}

func TestCreditLeavesMissingTrialsOut(t *testing.T) {
	with, without := exampleGroup("a", 1, math.NaN(), 0), exampleGroup("a", 1, 0)
	with.Members[1].Components = []float64{1, 1}
	got, want := with.Credit(ByState), without.Credit(ByState)
	if len(got[1].Steps) != 0 || got[1].Reward != nil {
		t.Errorf("an aborted trial has credit: %+v", got[1])
	}
	for i, j := range []int{0, 2} {
		for s := range want[i].Steps {
			if got[j].Steps[s] != want[i].Steps[s] {
				t.Errorf("trial %d step %d: %+v, without the aborted one %+v", j, s, got[j].Steps[s], want[i].Steps[s])
			}
		}
	}
	if s := got[0].Steps[1]; s.Shared != 2 || s.GRPO <= 0 || s.DrGRPO != .5 || s.GDPO <= 0 || s.GiGPO.Total <= s.GiGPO.Episode {
		t.Errorf("the good trial's last step: %+v", s)
	}
}
