package signal

import (
	"math"
	"testing"
)

// The worked examples of the published descriptions, to the digits that they print.
const printed = 6e-7

func TestGRPOVariants(t *testing.T) {
	group := []float64{1, 0, 0.5, 0}
	for _, tt := range []struct {
		name    string
		rewards []float64
		want    []float64
	}{
		{"trl", group, []float64{1.30530975, -.78318585, .26106195, -.78318585}},
		{"verl", group, []float64{1.30557969, -.78334782, .26111594, -.78334782}},
		{"nemo-rl", group, []float64{2.886741, -.999998, .288675, -.999998}},
		{"polar", group, []float64{(1 - .5/3) / .478714554, -.5 / .478714554, (.5 - 1./3) / .478714554, -.5 / .478714554}},
		{"polar", []float64{1, 0, 1}, []float64{.866024, -1.732048, .866024}},
		{"polar", []float64{1, 1, 1}, []float64{0, 0, 0}},
		{"dr_grpo", group, []float64{.625, -.375, .125, -.375}},
		{"trl", []float64{.3, .3, .3, .3}, []float64{0, 0, 0, 0}},
		{"nemo-rl", []float64{1, 0}, []float64{1, -1}}, // the others have no deviation: not divided
		{"trl", []float64{.7}, []float64{0}},
		{"verl", []float64{.7}, []float64{.7}},
		{"slime", []float64{.7}, []float64{math.NaN()}},
		{"nemo-rl", []float64{.7}, []float64{0}},
		{"dr_grpo", []float64{.7}, []float64{0}},
		{"trl", []float64{1, math.NaN(), 0, .5, 0}, []float64{1.30530975, 0, -.78318585, .26106195, -.78318585}}, // a missing reward
		{"trl", []float64{math.NaN(), math.NaN()}, []float64{0, 0}},
		{"trl", nil, nil},
	} {
		got := grpo(t, tt.name).Advantages([][]float64{tt.rewards})[0]
		if len(tt.want) == 1 && math.IsNaN(tt.want[0]) {
			if !math.IsNaN(got[0]) {
				t.Errorf("%s of one: %v", tt.name, got)
			}
			continue
		}
		near(t, tt.name, got, tt.want, printed)
	}
}

func TestGRPOScalesByTheBatch(t *testing.T) {
	groups := [][]float64{{1, 0}, {.5, .5}}
	v := GRPO{Eps: 1e-4, Scale: ScaleBatch}
	std := momentsOf([]float64{1, 0, .5, .5}).std + 1e-4
	near(t, "batch", flatten(v.Advantages(groups)), []float64{.5 / std, -.5 / std, 0, 0}, exact)
}

func gdpoExample() Batch {
	return Batch{
		Components: [][][]float64{{{1, 1}, {0, 1}, {1, 0}, {0, 0}}, {{0, 1}, {0, 1}, {0, 0}, {1, 1}}},
		Weights:    []float64{1, .5},
		Tokens:     [][]int{{2, 4, 2, 4}, {3, 3, 3, 3}},
	}
}

func TestGDPOVariants(t *testing.T) {
	for _, tt := range []struct {
		name string
		want []float64
	}{
		{"trl", []float64{1.178769, -.392923, .392923, -1.178769, -.226848, -.226848, -1.134240, 1.587936}},
		{"nemo-rl", []float64{1.178858, -.392953, .392953, -1.178858, -.226871, -.226871, -1.134356, 1.588099}},
		{"verl", []float64{1.384438, -.276888, .553775, -1.107550, -.101348, -.101348, -1.060514, 1.816985}},
	} {
		near(t, tt.name, flatten(gdpo(t, tt.name).Advantages(gdpoExample())), tt.want, printed)
	}
	near(t, "plain sum", GRPO{Eps: 1e-4, Scale: ScaleGroup}.Advantages([][]float64{{1.5, .5, 1, 0}})[0],
		[]float64{1.161715, -.387238, .387238, -1.161715}, printed)
}

// What summing first cannot tell apart.
func TestGDPOTellsComponentsApart(t *testing.T) {
	both := Batch{Components: [][][]float64{{{0, 0}, {1, 0}}, {{0, 0}, {1, 1}}}, Weights: []float64{1, 1}}
	near(t, "sums", flatten(gdpo(t, "trl").Sums(both)), []float64{-.7070, .7070, -1.4140, 1.4140}, 5e-5)
}

func TestGDPOEdges(t *testing.T) {
	nan := math.NaN()
	for _, v := range GDPOs() {
		flat := v.Advantages(Batch{Components: [][][]float64{{{.1, 1}, {.1, 1}, {.1, 1}}}, Weights: []float64{.7, .3}})
		near(t, v.Name+" without variance", flat[0], []float64{0, 0, 0}, 0)
		one := v.Advantages(Batch{Components: [][][]float64{{{1, nan}, {0, nan}}}, Weights: []float64{1, 1}})
		if !(one[0][0] > 0) || one[0][0] != -one[0][1] {
			t.Errorf("%s: an undefined component spoils %v", v.Name, one)
		}
		if got := v.Advantages(Batch{Weights: []float64{1}}); len(got) != 0 {
			t.Errorf("%s: no group gives %v", v.Name, got)
		}
	}
}

func TestGiGPOEdges(t *testing.T) {
	for _, v := range GiGPOs() {
		alone := v.Credits([][]RolloutStep{{{"a", 0}, {"b", .5}}})
		for _, c := range alone[0] {
			if c.Episode != .5 || c.Step != 0 {
				t.Errorf("%s: a group of one, anchors of their own: %+v", v.Name, alone)
			}
		}
		if got := v.Credits([][]RolloutStep{{}, {}}); len(got) != 2 || len(got[0])+len(got[1]) != 0 {
			t.Errorf("%s: rollouts without steps: %v", v.Name, got)
		}
	}
}

func TestSurrogate(t *testing.T) {
	logp, old, ref := []float64{-.7, -1.2, -.3}, []float64{-1, -1, -.3}, []float64{-.9, -1.1, -.3}
	const a = 1.30530975
	narrow, wide := Clip{Low: .2, High: .2}, Clip{Low: .2, High: .28}
	near(t, "0.2", narrow.Surrogate(logp, old, a), []float64{-1.566372, -1.068697, -1.305310}, printed)
	near(t, "0.2/0.28", wide.Surrogate(logp, old, a), []float64{-1.670796, -1.068697, -1.305310}, printed)
	near(t, "negative", narrow.Surrogate(logp, old, -.78318585), []float64{1.057190, .641218, .783186}, printed)
	near(t, "k1", K1.Estimate(logp, ref), []float64{.2, -.1, 0}, exact)
	near(t, "k2", K2.Estimate(logp, ref), []float64{.02, .005, 0}, exact)
	near(t, "k3", K3.Estimate(logp, ref), []float64{.01873075, .00517092, 0}, 6e-9)
	near(t, "k3 far off", K3.Estimate([]float64{-30}, []float64{0}), []float64{math.Exp(30) - 31}, exact)
	near(t, "clamped", LowVarKL.Estimate([]float64{-30, 30}, []float64{0, 0}), []float64{10, 10}, exact)
	far := []float64{1.5}
	near(t, "no dual clip", narrow.Surrogate(far, []float64{0}, -.78318585), []float64{3.509995}, printed)
	narrow.Dual = 3
	near(t, "dual clip", narrow.Surrogate(far, []float64{0}, -.78318585), []float64{2.349558}, printed)
}

func TestLossAggregation(t *testing.T) {
	losses := [][]float64{{-1, -.5}, {.2, .4, .6, .8}}
	for how, want := range map[Aggregation]float64{SeqMeanTokenMean: -.125, TokenMean: .5 / 6, ConstantLength: .03125, SeqMeanTokenSum: .25} {
		near(t, string(how), []float64{how.Loss(losses, 8)}, []float64{want}, exact)
		near(t, string(how)+" of nothing", []float64{how.Loss(nil, 8)}, []float64{0}, 0)
	}
}

func TestFlat(t *testing.T) {
	for _, tt := range []struct {
		rewards []float64
		flat    bool
	}{
		{[]float64{1, 1, 1, 1}, true}, {[]float64{0, 0, 0, 0}, true}, {[]float64{.3, .3, .3, .3}, true},
		{[]float64{1, 0, 0, 0}, false}, {[]float64{1}, true}, {[]float64{1, math.NaN()}, true}, {nil, true},
		{[]float64{0, 1.5e-6}, false}, {[]float64{0, 1.4e-6}, true},
	} {
		if Flat(tt.rewards) != tt.flat {
			t.Errorf("%v: flat %v", tt.rewards, !tt.flat)
		}
	}
	if got := Live([][]float64{{1, 1}, {1, 0}, {0, 0}, {0, .5}}); len(got) != 2 || got[0] != 1 || got[1] != 3 {
		t.Errorf("live groups: %v", got)
	}
}

// The values are those of Python's difflib.
func TestRatio(t *testing.T) {
	long := func(n int, s string) string {
		out := ""
		for range n {
			out += s
		}
		return out
	}
	for _, tt := range []struct {
		a, b string
		want float64
	}{
		{"", "", 1}, {"abc", "", 0}, {"abcd", "bcde", .75},
		{"private volatile", "private  volatile;", 0.9411764705882353},
		{"日本語テキスト", "日本語のテキスト", 0.9333333333333333},
		{"mail m1 from ann", "mail m2 from bob", .75},
		{long(250, "a"), long(249, "a") + "b", .996},
		{long(12, "the cat sat on the mat. "), long(12, "the cat sat on a mat. "), 0.05434782608695652},
	} {
		near(t, tt.a+"|"+tt.b, []float64{Ratio(tt.a, tt.b)}, []float64{tt.want}, exact)
	}
}

func TestSimilarAnchorsShareACluster(t *testing.T) {
	group := [][]RolloutStep{{{"inbox of ann, 3 unread", 0}}, {{"inbox of ann, 4 unread", 1}}, {{"calendar", 0}}}
	if got := Clusters(group, 0); len(got) != 3 {
		t.Errorf("equal only: %v", got)
	}
	if got := Clusters(group, .9); len(got) != 2 || len(got[0]) != 2 {
		t.Errorf("alike: %v", got)
	}
	var sizes ClusterSizes
	sizes.Add(Clusters(group, .9))
	near(t, "sizes", []float64{sizes.Mean(), sizes.SingletonShare()}, []float64{1.5, 1. / 3}, exact)
}
