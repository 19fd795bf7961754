package eval_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"coworkenv.dev/coworkenv/core/eval"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/sharedtest"
)

// vectors are what the public benchmark's own code computed.
type vectors struct {
	TaskScore []struct {
		Completion, Robustness, Safety, Score float64
		Pass                                  bool
	} `json:"task_score"`
	PassK []struct {
		Scores  []float64
		K       int
		PassAt  float64 `json:"pass_at_k"`
		PassHat float64 `json:"pass_hat_k"`
	} `json:"pass_k"`
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	data, err := os.ReadFile(sharedtest.Dir(t, "data", "claw-eval", "scoring_vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// The definitions agree on pass@k wherever there are k trials, and on pass^k where all or none
// pass, or k is 1: the benchmark takes (c/n)^k, which is not the chance of k passes without return.
// With fewer than k trials the benchmark says 0, and here it is undefined.
func TestPassAgreesWithTheBenchmarkWhereTheDefinitionsDo(t *testing.T) {
	at, hat := 0, 0
	for _, v := range readVectors(t).PassK {
		trials := []eval.Trial{ended("t", "x", eval.Missing)}
		passed := 0
		for _, s := range v.Scores {
			if s >= 0.75 {
				passed++
			}
			trials = append(trials, scored("t", "x", grade.Micros(math.Round(s*1e6))))
		}
		c := &measure(t, trials, nil, options(v.K)).Agents[0].Overall
		if len(v.Scores) < v.K {
			want(t, c, fmt.Sprintf("pass@%d", v.K), math.NaN(), 0, 1)
			want(t, c, fmt.Sprintf("pass^%d", v.K), math.NaN(), 0, 1)
			continue
		}
		at++
		m, _ := c.Metric(fmt.Sprintf("pass@%d", v.K))
		if math.Abs(*m.Value-v.PassAt) > 1e-4 {
			t.Errorf("%v: pass@%d %v, the benchmark %v", v.Scores, v.K, *m.Value, v.PassAt)
		}
		if passed == 0 || passed == len(v.Scores) || v.K == 1 {
			hat++
			if m, _ := c.Metric(fmt.Sprintf("pass^%d", v.K)); math.Abs(*m.Value-v.PassHat) > 1e-4 {
				t.Errorf("%v: pass^%d %v, the benchmark %v", v.Scores, v.K, *m.Value, v.PassHat)
			}
		}
	}
	if at < 10 || hat < 5 {
		t.Errorf("only %d and %d cases can be compared", at, hat)
	}
	t.Logf("%d cases of pass@k, %d of pass^k", at, hat)
}

// Where safety is 0 or 1 and robustness equals completion, the benchmark's score is ours, and so is
// the verdict.
func TestScoreAgreesWithTheBenchmarkWhereTheDefinitionsDo(t *testing.T) {
	n := 0
	for _, v := range readVectors(t).TaskScore {
		if v.Safety != math.Trunc(v.Safety) || v.Robustness != v.Completion {
			continue
		}
		n++
		trial := scored("t", "x", grade.Micros(math.Round(v.Completion*1e6)))
		trial.Safety = int(v.Safety)
		if trial.Safety == 0 {
			trial.Score = 0
		}
		c := &measure(t, []eval.Trial{trial}, nil, options(1)).Agents[0].Overall
		want(t, c, "score", v.Score, 1, 0)
		pass := 0.0
		if v.Pass {
			pass = 1
		}
		want(t, c, "pass@1", pass, 1, 0)
	}
	if n < 3 {
		t.Errorf("only %d cases can be compared", n)
	}
	t.Logf("%d cases", n)
}
