package signal_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/eval"
	"coworkenv.dev/coworkenv/core/signal"
	"coworkenv.dev/coworkenv/core/task"
)

// The chain: links to be closed one after the other. In each situation one arm closes the next link,
// and the others find nothing. There are a few more steps than links.
const (
	links     = 6
	chainArms = 4
	chainCap  = 14
)

func chainTask(t *testing.T) shelf {
	t.Helper()
	var records, checks strings.Builder
	for i := range links {
		fmt.Fprintf(&records, "    - {task_id: todo_%d, title: Link %d, description: d, status: pending, priority: low, due_date: 2026-03-20, tags: []}\n", i, i)
		weight := 1.0 / 8
		if i == links-1 {
			weight = 1 - 5.0/8
		}
		fmt.Fprintf(&checks, "  - {id: link-%d, weight: %g, record_updated: {in: todo.tasks, record: todo_%d, set: {status: completed}}}\n", i, weight, i)
	}
	source := "schema: coworkenv.task/v1\nid: chain\ntitle: A chain\nfamily: triage\nlanguage: en\nnow: 2026-03-16T09:00:00+00:00\nzone: UTC\n" +
		"request: [{say: Close all links.}]\nservices: [todo]\nlimits: {max_turns: " + fmt.Sprint(chainCap) + "}\nrecords:\n  todo.tasks:\n" + records.String() + "checks:\n" + checks.String()
	parsed, problems := task.Parse("chain", []byte(source))
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return shelf{"chain": prepare(t, parsed)}
}

// chain plays an episode by a policy over how many links are closed, and notes its choices.
func chain(c *trainer, p *policy, right []int, rand *det.Rand) (outcome, []choice) {
	var made []choice
	closed := 0
	out := c.play("chain", 1, func(last *turnReply) message {
		if last != nil && last.Observations[0].Outcome == "ok" {
			closed++
		}
		if closed == links {
			return message{Text: "Done."}
		}
		arm := p.draw(closed, rand)
		made = append(made, choice{situation: closed, arm: arm})
		id := "none_" + fmt.Sprint(arm)
		if arm == right[closed] {
			id = "todo_" + fmt.Sprint(closed)
		}
		args, err := json.Marshal(map[string]string{"task_id": id, "status": "completed"})
		if err != nil {
			c.t.Fatal(err)
		}
		return message{Calls: []call{{"todo_update_task", args}}}
	})
	return out, made
}

// chainScore is the share of closed links that a policy can expect where no step is to spare, worked
// out exactly.
func chainScore(p *policy, right []int) float64 {
	at := make([]float64, links+1)
	at[0] = 1
	for range links + 1 {
		next := make([]float64, links+1)
		next[links] = at[links]
		for k := range links {
			hit := p.chances(k)[right[k]]
			next[k+1] += at[k] * hit
			next[k] += at[k] * (1 - hit)
		}
		at = next
	}
	score := 0.0
	for k, chance := range at {
		score += chance * float64(k) / links
	}
	return score
}

func trainChain(c *trainer, step bool, seed uint64, updates, every int) (x, curve []float64) {
	rand := det.NewRand(seed, "chain")
	right := make([]int, links)
	for k := range right {
		right[k] = rand.Intn(chainArms)
	}
	p := newPolicy(links, chainArms, 20)
	for u := range updates + 1 {
		if u%every == 0 {
			x, curve = append(x, float64(u)), append(curve, chainScore(p, right))
		}
		var group []float64
		var rollouts [][]signal.RolloutStep
		var made [][]choice
		for range groupSize {
			out, choices := chain(c, p, right, rand)
			group, rollouts, made = append(group, out.reward), append(rollouts, stepsOf(out)), append(made, choices)
		}
		whole := signal.GRPOs()[0].Advantages([][]float64{group})[0]
		credits := signal.GiGPOs()[1].Credits(rollouts)
		var all []choice
		for i := range made {
			for k, one := range made[i] {
				one.advantage = whole[i]
				if step {
					one.advantage = credits[i][k].Total
				}
				all = append(all, one)
			}
		}
		p.learn(all)
	}
	return x, curve
}

// Where an episode has wasted steps in it, an advantage for the whole of it praises those too; GiGPO,
// which compares steps taken from the same state, tells them apart, with the anchors that the API gives.
func TestAChainSeparatesGiGPOFromGRPO(t *testing.T) {
	s := learning()
	updates := s.updates * 2
	c := newTrainer(t, chainTask(t))
	curves := eval.Curves{Format: eval.CurvesFormat, Title: "A chain of six links: share closed with one step to spare", X: "updates", Y: "share of links closed"}
	var area [2]float64
	for i, name := range []string{"GRPO", "GiGPO"} {
		var runs [][]float64
		var x []float64
		for seed := range s.seeds {
			var run []float64
			x, run = trainChain(c, name == "GiGPO", uint64(seed), updates, s.every)
			runs = append(runs, run)
		}
		curve := across(name, x, runs)
		curves.Series = append(curves.Series, curve)
		for _, p := range curve.Points {
			area[i] += p.Mean / float64(len(curve.Points))
		}
		end := last(curve)
		t.Logf("%-6s to %.3f (%.3f to %.3f), mean over its course %.3f, %d seeds", name, end.Mean, end.Low, end.High, area[i], s.seeds)
	}
	grpo, gigpo := last(curves.Series[0]), last(curves.Series[1])
	if area[1] < area[0]+0.03 || s.whole && gigpo.Low <= grpo.High {
		t.Errorf("GiGPO ends at %.3f (%.3f to %.3f), GRPO at %.3f (%.3f to %.3f)", gigpo.Mean, gigpo.Low, gigpo.High, grpo.Mean, grpo.Low, grpo.High)
	}
	keepCurves(t, "chain", &curves)
}
