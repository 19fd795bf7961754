package grade

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"coworkenv.dev/coworkenv/core/sharedtest"
)

func TestPassK(t *testing.T) {
	tests := []struct {
		n, c, k  int
		at, hat  float64
		defined  bool
		plugged  float64
		clawPass float64
	}{
		{3, 3, 3, 1, 1, true, 1, 1},
		{3, 2, 1, 2.0 / 3, 2.0 / 3, true, 2.0 / 3, 2.0 / 3},
		{3, 2, 2, 1, 1.0 / 3, true, 4.0 / 9, 1},
		{3, 0, 2, 0, 0, true, 0, 0},
		{5, 2, 3, 0.9, 0, true, 0.064, 0.9},
		{4, 3, 2, 1, 0.5, true, 0.5625, 1},
		{2, 2, 3, 0, 0, false, 1, 0},
		{0, 0, 1, 0, 0, false, 0, 0},
		{3, 1, 0, 0, 0, false, 1, 0},
		{3, 4, 1, 0, 0, false, 4.0 / 3, 0},
		{3, -1, 1, 0, 0, false, -1.0 / 3, 0},
	}
	for _, tt := range tests {
		at, ok := PassAtK(tt.n, tt.c, tt.k)
		hat, okHat := PassHatK(tt.n, tt.c, tt.k)
		if ok != tt.defined || okHat != tt.defined || math.Abs(at-tt.at) > 1e-12 || math.Abs(hat-tt.hat) > 1e-12 {
			t.Errorf("n=%d c=%d k=%d: %v %v, %v %v; want %v, %v, defined %v", tt.n, tt.c, tt.k, at, ok, hat, okHat, tt.at, tt.hat, tt.defined)
		}
		if got := ClawEvalPassHat(tt.n, tt.c, tt.k); math.Abs(got-tt.plugged) > 1e-12 {
			t.Errorf("n=%d c=%d k=%d: plug-in %v, want %v", tt.n, tt.c, tt.k, got, tt.plugged)
		}
		if got := ClawEvalPassAt(tt.n, tt.c, tt.k); math.Abs(got-tt.clawPass) > 1e-12 {
			t.Errorf("n=%d c=%d k=%d: the benchmark's pass@k %v, want %v", tt.n, tt.c, tt.k, got, tt.clawPass)
		}
	}
	if at, _ := PassAtK(10000, 1, 5000); math.Abs(at-0.5) > 1e-9 {
		t.Errorf("large counts overflow: %v", at)
	}
}

// vectors are values computed by the benchmark's own code.
type vectors struct {
	TaskScore []struct {
		Completion, Robustness, Safety, Communication, Score float64
		Pass                                                 bool
	} `json:"task_score"`
	PassK []struct {
		Scores  []float64
		K       int
		PassAt  float64 `json:"pass_at_k"`
		PassHat float64 `json:"pass_hat_k"`
	} `json:"pass_k"`
	Robustness []struct {
		Calls      [][]any
		Robustness float64
	}
}

func TestTheBenchmarksFormulas(t *testing.T) {
	data, err := os.ReadFile(sharedtest.Dir(t, "data", "claw-eval", "scoring_vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.TaskScore) < 100 || len(v.PassK) < 20 || len(v.Robustness) < 100 {
		t.Fatalf("only %d, %d and %d vectors", len(v.TaskScore), len(v.PassK), len(v.Robustness))
	}
	for _, x := range v.TaskScore {
		if got := ClawEvalScore(x.Completion, x.Robustness, x.Safety); got != x.Score || ClawEvalPass(got) != x.Pass {
			t.Errorf("%+v: %v, pass %v", x, got, ClawEvalPass(got))
		}
	}
	for _, x := range v.PassK {
		passed := 0
		for _, s := range x.Scores {
			if ClawEvalPass(s) {
				passed++
			}
		}
		if at := ClawEvalPassAt(len(x.Scores), passed, x.K); math.Abs(at-x.PassAt) > 1e-12 {
			t.Errorf("%+v: pass@k %v", x, at)
		}
		if hat := ClawEvalPassHat(len(x.Scores), passed, x.K); math.Abs(hat-x.PassHat) > 1e-12 {
			t.Errorf("%+v: pass^k %v", x, hat)
		}
	}
	for _, x := range v.Robustness {
		calls := make([]ClawEvalCall, len(x.Calls))
		for i, c := range x.Calls {
			calls[i].Tool, _ = c[0].(string)
			status, _ := c[1].(float64)
			calls[i].Status = int(status)
		}
		if got := ClawEvalRobustness(calls); got != x.Robustness {
			t.Errorf("%+v: %v", x, got)
		}
	}
}
