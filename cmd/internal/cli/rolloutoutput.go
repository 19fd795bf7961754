package cli

import (
	"fmt"
	"os"
	"slices"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
)

func isFile(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// printPlan prints what a manifest holds.
func printPlan(p *printer, file string, m *rollout.Manifest) error {
	h := m.Header
	h.Agents = slices.Clone(h.Agents)
	for i := range h.Agents {
		h.Agents[i].Script = "" // it can be long, and is in the file
	}
	doc := struct {
		File string `json:"file"`
		Run  string `json:"run"`
		rollout.Header
	}{file, m.RunID(), h}
	return p.emit(doc, func() {
		p.say("%s: %s of %s, %s by %s, %s each, seed %d", clean(file), plural(h.Items, "item"), m.RunID(), plural(h.Tasks, "task"), plural(len(h.Agents), "agent"), plural(h.Trials, "trial"), h.Seed)
		p.say("digest %s", h.Digest)
		p.note("on each of n machines: coworkenv worker --manifest %s --shard i/n, or --shard auto in an array", clean(file))
	})
}

// printRollout prints how the agents did; dir is the workspace where it was named.
func printRollout(p *printer, r *engine.RolloutResult, dir string) error {
	if r == nil {
		return nil
	}
	return p.emit(r, func() {
		printAgents(p, r)
		shard := ""
		if r.Shard != "" {
			shard = ", shard " + r.Shard
		}
		p.say("%s%s: %d of %d trials done, %d just now; %d of %d groups complete", r.ID, shard, r.Done, r.Items, r.Fresh, r.Complete, r.Groups)
		if r.Rate > 0 {
			p.note("%.1f trials a second", r.Rate)
		}
		if r.Again > 0 {
			p.note("%s tried again after a failure of the environment or an endpoint", plural(r.Again, "time"))
		}
		if r.Late > 0 {
			p.note("%s refused: another had been handed in", plural(r.Late, "late result"))
		}
		next := "coworkenv trials list --where run:" + r.ID
		if dir != "" {
			next += " -w " + clean(dir)
		}
		p.note("%s", next)
	})
}

func printAgents(p *printer, r *engine.RolloutResult) {
	columns := []column{{title: "agent", flex: true}, {title: "trials", right: true}, {title: "scored", right: true}, {title: "passed", right: true}, {title: "mean", right: true}}
	for _, c := range rollout.Classes() {
		columns = append(columns, column{title: string(c) + " failed", right: true, drop: 1})
	}
	columns = append(columns, column{title: "missing", right: true})
	var rows [][]string
	for _, a := range r.Agents {
		row := []string{actorName(a.Agent, a.Model), itoa(a.Items), itoa(a.Scored), itoa(a.Passed), a.Mean.String()}
		for _, c := range rollout.Classes() {
			row = append(row, itoa(a.Failures[c]))
		}
		rows = append(rows, append(row, itoa(a.Missing)))
	}
	p.table(columns, rows)
}

// incomplete is an error where trials are in no mean or were not run: the figures then stand for
// fewer than were asked for. Where the run itself failed, that error says it.
func incomplete(r *engine.RolloutResult, runErr error) error {
	if r == nil || runErr != nil {
		return nil
	}
	return lackingTrials(r, "the same command runs what is missing, unless another process has it under way",
		fmt.Sprintf("the same command tries those again that the environment or an endpoint failed; `coworkenv trials list --where 'run:%s -status:scored'` lists all", r.ID))
}

func lackingTrials(r *engine.RolloutResult, ifMissing, ifFailed string) error {
	failed, missing := 0, 0
	for i := range r.Agents {
		failed += r.Agents[i].Excluded()
		missing += r.Agents[i].Missing
	}
	switch {
	case missing > 0:
		return fault.New(fault.Partial, "%s missing, %d failed through no fault of the agent's", plural(missing, "trial"), failed).
			WithHint("%s", ifMissing)
	case failed > 0:
		return fault.New(fault.Partial, "%s failed through no fault of the agent's, and are in no mean", plural(failed, "trial")).
			WithHint("%s", ifFailed)
	}
	return nil
}
