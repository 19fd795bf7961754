package signal_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/eval"
	"coworkenv.dev/coworkenv/core/signal"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
)

// wholeLearning runs five seeds to the end and, where it names a folder, leaves the curves there; without
// it the suite runs a short one.
const wholeLearning = "COWORKENV_LEARN"

// schedule is how long a training is.
type schedule struct {
	seeds, updates, every int
	whole                 bool
}

func learning() schedule {
	if os.Getenv(wholeLearning) != "" {
		return schedule{5, 60, 3, true}
	}
	return schedule{1, 12, 4, false}
}

// arms are behaviours. Which of them an arm's number stands for differs from family to family, and
// nothing tells the policy.
const arms = 5

// behave turns the oracle's course into what a behaviour does.
func behave(behaviour int, course *trace.Trajectory) []message {
	var out []message
	var batch message
	for i := range course.Steps {
		s := &course.Steps[i]
		for _, c := range s.Calls {
			one := call{c.Tool, json.RawMessage(c.Args)}
			reads := len(c.Effects) == 0 && c.Tool != "submit_answer"
			switch {
			case behaviour == 1 && reads, behaviour == 2 && c.Tool == "submit_answer", behaviour == 3:
				continue // hasty, silent, idle
			case behaviour == 4 && !reads && c.Tool != "submit_answer":
				batch.Calls = append(batch.Calls, one) // everything twice
			}
			batch.Calls = append(batch.Calls, one)
		}
		if len(s.Calls) > 0 {
			continue
		}
		if len(batch.Calls) > 0 {
			out = append(out, batch)
		}
		out, batch = append(out, message{Text: s.Text}), message{}
	}
	return out
}

// office is the tasks of the experiment: by family, some to train on and some held out.
type office struct {
	*trainer
	families      []task.Family
	train, heldIn [][]string // by family
	plays         map[string][][]message
	perm          [][]int // family, arm: behaviour
}

func newOffice(t *testing.T) *office {
	t.Helper()
	tasks := shipped(t)
	o := &office{trainer: newTrainer(t, tasks), families: task.Families(), plays: map[string][][]message{}}
	rand := det.NewRand(7, "arms")
	for _, f := range o.families {
		var ids []string
		for id, p := range tasks {
			if p.Bound.Task.Family == f {
				ids = append(ids, id)
				course := solution(t, p)
				for b := range arms {
					o.plays[id] = append(o.plays[id], behave(b, course))
				}
			}
		}
		slices.Sort(ids)
		half := (len(ids) + 1) / 2
		o.train, o.heldIn = append(o.train, ids[:half]), append(o.heldIn, ids[half:])
		o.perm = append(o.perm, rand.Perm(arms))
	}
	return o
}

func (o *office) act(family, arm int, id string, seed uint64) outcome {
	plays := o.plays[id][o.perm[family][arm]]
	i := 0
	return o.play(id, seed, func(*turnReply) message {
		if i >= len(plays) {
			return message{} // nothing more to say ends the episode
		}
		i++
		return plays[i-1]
	})
}

// values are the held-out scores of each arm by family, played once: the world is deterministic.
func (o *office) values() [][]float64 {
	out := make([][]float64, len(o.families))
	for f := range o.families {
		out[f] = make([]float64, arms)
		for a := range arms {
			for _, id := range o.heldIn[f] {
				out[f][a] += o.act(f, a, id, 99).reward / float64(len(o.heldIn[f]))
			}
		}
	}
	return out
}

// expected is the score that a policy earns on the held-out tasks.
func expected(p *policy, values [][]float64) float64 {
	sum := 0.0
	for f := range values {
		for a, c := range p.chances(f) {
			sum += c * values[f][a] / float64(len(values))
		}
	}
	return sum
}

// estimators are the four, each from one batch of groups to an advantage a member.
var estimators = map[string]func(groups [][]outcome) [][]float64{
	"GRPO": func(g [][]outcome) [][]float64 { return signal.GRPOs()[0].Advantages(rewards(g)) },
	// Dr.GRPO and GiGPO without deviations have smaller values; the rate is the same for all.
	"Dr.GRPO": func(g [][]outcome) [][]float64 { return signal.DrGRPO().Advantages(rewards(g)) },
	"GDPO": func(g [][]outcome) [][]float64 {
		b := signal.Batch{Weights: []float64{1, 1}}
		for _, group := range g {
			var members [][]float64
			for _, o := range group {
				members = append(members, o.components)
			}
			b.Components = append(b.Components, members)
		}
		return signal.GDPOs()[0].Advantages(b)
	},
	"GiGPO": func(g [][]outcome) [][]float64 {
		var out [][]float64
		for _, group := range g {
			var rollouts [][]signal.RolloutStep
			for _, o := range group {
				rollouts = append(rollouts, stepsOf(o))
			}
			var first []float64
			for _, credits := range signal.GiGPOs()[1].Credits(rollouts) {
				first = append(first, credits[0].Total)
			}
			out = append(out, first)
		}
		return out
	},
}

func rewards(groups [][]outcome) [][]float64 {
	out := make([][]float64, len(groups))
	for i, g := range groups {
		for _, o := range g {
			out[i] = append(out[i], o.reward)
		}
	}
	return out
}

// stepsOf has the reward at the end, as the sparse API gives it.
func stepsOf(o outcome) []signal.RolloutStep {
	out := make([]signal.RolloutStep, len(o.anchors))
	for i, a := range o.anchors {
		out[i].Anchor = a
	}
	out[len(out)-1].Reward = o.reward
	return out
}

const groupSize = 8

// trainOn runs one training and returns the held-out score over its course.
func (o *office) trainOn(estimate func([][]outcome) [][]float64, values [][]float64, seed uint64, s schedule, shuffled bool) (x, curve []float64) {
	rand := det.NewRand(seed, "learn")
	p := newPolicy(len(o.families), arms, 6)
	for u := range s.updates + 1 {
		if u%s.every == 0 {
			x, curve = append(x, float64(u)), append(curve, expected(p, values))
		}
		groups := make([][]outcome, len(o.families))
		chosen := make([][]int, len(o.families))
		for f := range o.families {
			id := o.train[f][rand.Intn(len(o.train[f]))]
			for range groupSize {
				arm := p.draw(f, rand)
				chosen[f] = append(chosen[f], arm)
				groups[f] = append(groups[f], o.act(f, arm, id, rand.Uint64()>>1))
			}
		}
		if shuffled {
			shuffle(groups, rand)
		}
		var choices []choice
		for f, advantages := range estimate(groups) {
			for i, a := range advantages {
				choices = append(choices, choice{f, chosen[f][i], a})
			}
		}
		p.learn(choices)
	}
	return x, curve
}

// shuffle gives every member another one's outcome.
func shuffle(groups [][]outcome, rand *det.Rand) {
	all := slices.Concat(groups...)
	rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for f := range groups {
		groups[f] = all[f*groupSize : (f+1)*groupSize]
	}
}

// Through the HTTP API a small policy finds out which behaviour suits which family, with each of the
// four estimators, and does well on tasks that it never met; with shuffled rewards it learns nothing.
func TestTheLoopLearns(t *testing.T) {
	if testing.Short() {
		t.Skip("five estimators learn")
	}
	s := learning()
	o := newOffice(t)
	values := o.values()
	best := 0.0
	for _, row := range values {
		best += slices.Max(row) / float64(len(values))
	}
	if best < 0.999 {
		t.Fatalf("the best policy earns %.3f on the held-out tasks", best)
	}
	curves := eval.Curves{Format: eval.CurvesFormat, Title: "Held-out score while a small policy learns over the HTTP API", X: "updates", Y: "score on held-out tasks"}
	start := expected(newPolicy(len(o.families), arms, 0), values)
	for _, name := range []string{"GRPO", "Dr.GRPO", "GDPO", "GiGPO", "GRPO, rewards shuffled"} {
		estimator, control := strings.CutSuffix(name, ", rewards shuffled")
		var runs [][]float64
		var x []float64
		for seed := range s.seeds {
			var run []float64
			x, run = o.trainOn(estimators[estimator], values, uint64(seed), s, control)
			runs = append(runs, run)
		}
		c := across(name, x, runs)
		curves.Series = append(curves.Series, c)
		end := last(c)
		t.Logf("%-24s from %.3f to %.3f (%.3f to %.3f), %d seeds", name, start, end.Mean, end.Low, end.High, s.seeds)
		switch {
		case control && (end.Mean > start+0.15 || s.whole && end.Low > start+0.05):
			t.Errorf("with shuffled rewards the score rises from %.3f to %.3f", start, end.Mean)
		case !control && end.Mean < start+0.15, !control && s.whole && (end.Low < start+0.25 || end.Mean < 0.85):
			t.Errorf("%s: the score goes from %.3f to %.3f (%.3f to %.3f)", name, start, end.Mean, end.Low, end.High)
		}
	}
	keepCurves(t, "learning", &curves)
}

// keepCurves leaves picture and figures in the folder that was asked for.
func keepCurves(t *testing.T, name string, c *eval.Curves) {
	t.Helper()
	dir := os.Getenv(wholeLearning)
	if dir == "" || dir == "1" {
		return
	}
	body, err := json.MarshalIndent(c, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for file, data := range map[string][]byte{name + ".json": body, name + ".svg": c.SVG()} {
		if err := os.WriteFile(filepath.Join(dir, file), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
