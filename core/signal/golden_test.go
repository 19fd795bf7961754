package signal

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"coworkenv.dev/coworkenv/core/sharedtest"
)

const exact = 1e-9

type golden struct {
	GRPO struct {
		Rewards []float64 `json:"rewards"`
		Mean    float64   `json:"mean"`
		Std     float64   `json:"std_ddof1"`
		TRL     []float64 `json:"adv_eps1e-4"`
		VERL    []float64 `json:"adv_eps1e-6"`
		Dr      []float64 `json:"dr_grpo"`
	} `json:"grpo"`
	GDPO struct {
		Groups  [][][]float64 `json:"groups"`
		Weights []float64     `json:"weights"`
		Sum     []float64     `json:"sum"`
		Adv     []float64     `json:"adv"`
	} `json:"gdpo"`
	K3 struct {
		Logp  []float64 `json:"logp"`
		Ref   []float64 `json:"ref"`
		Value []float64 `json:"value"`
	} `json:"k3"`
	GiGPO struct {
		Traj   map[string][][2]any `json:"traj"`
		Gamma  float64             `json:"gamma"`
		Omega  float64             `json:"omega"`
		ByTraj []goldenRow         `json:"by_traj_mean_norm"`
		ByStd  []goldenRow         `json:"by_traj_mean_std_norm"`
		ByRow  []goldenRow         `json:"by_row_mean_norm"`
	} `json:"gigpo"`
}

type goldenRow struct {
	Traj   string  `json:"traj"`
	Step   int     `json:"step"`
	Return float64 `json:"return"`
	AE     float64 `json:"A_E"`
	AS     float64 `json:"A_S"`
	A      float64 `json:"A"`
}

func readGolden(t *testing.T) golden {
	t.Helper()
	data, err := os.ReadFile(sharedtest.Dir(t, "data", "rl_golden.json"))
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

func near(t *testing.T, what string, got, want []float64, within float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= within) {
			t.Errorf("%s[%d] = %.12g, want %.12g", what, i, got[i], want[i])
		}
	}
}

func grpo(t *testing.T, name string) GRPO {
	t.Helper()
	for _, v := range GRPOs() {
		if v.Name == name {
			return v
		}
	}
	t.Fatalf("no variant %s", name)
	return GRPO{}
}

func gdpo(t *testing.T, name string) GDPO {
	t.Helper()
	for _, v := range GDPOs() {
		if v.Name == name {
			return v
		}
	}
	t.Fatalf("no variant %s", name)
	return GDPO{}
}

func gigpo(t *testing.T, name string) GiGPO {
	t.Helper()
	for _, v := range GiGPOs() {
		if v.Name == name {
			return v
		}
	}
	t.Fatalf("no variant %s", name)
	return GiGPO{}
}

func TestGoldenNumbers(t *testing.T) {
	g := readGolden(t)
	m := momentsOf(g.GRPO.Rewards)
	near(t, "mean, std", []float64{m.mean, m.std}, []float64{g.GRPO.Mean, g.GRPO.Std}, exact)
	group := [][]float64{g.GRPO.Rewards}
	near(t, "trl", grpo(t, "trl").Advantages(group)[0], g.GRPO.TRL, exact)
	near(t, "verl", grpo(t, "verl").Advantages(group)[0], g.GRPO.VERL, exact)
	near(t, "slime", grpo(t, "slime").Advantages(group)[0], g.GRPO.VERL, exact)
	near(t, "dr_grpo", DrGRPO().Advantages(group)[0], g.GRPO.Dr, exact)
	batch := Batch{Components: g.GDPO.Groups, Weights: g.GDPO.Weights}
	near(t, "gdpo sums", flatten(gdpo(t, "trl").Sums(batch)), g.GDPO.Sum, exact)
	near(t, "gdpo", flatten(gdpo(t, "trl").Advantages(batch)), g.GDPO.Adv, exact)
	near(t, "k3", K3.Estimate(g.K3.Logp, g.K3.Ref), g.K3.Value, exact)
}

func TestGoldenGiGPO(t *testing.T) {
	g := readGolden(t)
	names := []string{"t1", "t2", "t3"}
	var group [][]RolloutStep
	for _, name := range names {
		var steps []RolloutStep
		for _, s := range g.GiGPO.Traj[name] {
			steps = append(steps, RolloutStep{Anchor: s[0].(string), Reward: s[1].(float64)})
		}
		group = append(group, steps)
	}
	for _, tt := range []struct {
		variant string
		want    []goldenRow
	}{{"drmas", g.GiGPO.ByTraj}, {"drmas_std", g.GiGPO.ByStd}, {"verl-agent", g.GiGPO.ByRow}} {
		v := gigpo(t, tt.variant)
		v.Gamma, v.Omega = g.GiGPO.Gamma, g.GiGPO.Omega
		credits := v.Credits(group)
		for _, row := range tt.want {
			for i, name := range names {
				if name == row.Traj {
					c := credits[i][row.Step]
					near(t, tt.variant+" "+name, []float64{c.Return, c.Episode, c.Step, c.Total}, []float64{row.Return, row.AE, row.AS, row.A}, exact)
				}
			}
		}
	}
}
