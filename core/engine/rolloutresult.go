package engine

import (
	"context"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/store"
)

// RolloutResult is what a rollout, or a shard of it, has come to in a workspace.
type RolloutResult struct {
	ID       string        `json:"run"`
	Manifest string        `json:"manifest"`        // digest
	Shard    string        `json:"shard,omitempty"` // i/n; "" = everything
	Groups   int           `json:"groups"`
	Complete int           `json:"complete_groups"` // every member scored
	Items    int           `json:"items"`
	Done     int           `json:"done"`  // with a trial
	Fresh    int           `json:"fresh"` // of them, run just now
	Again    int           `json:"tried_again"`
	Late     int           `json:"late,omitempty"` // results that came after another had counted
	Rate     float64       `json:"trials_per_second,omitempty"`
	Agents   []AgentTotals `json:"agents"`
}

// AgentTotals is how one agent did over all tasks. Trials that failed through no fault of the
// agent's are in no mean; its own failures are, with 0.
type AgentTotals struct {
	Agent    string                `json:"agent"`
	Model    string                `json:"model,omitempty"`
	Items    int                   `json:"items"`
	Scored   int                   `json:"scored"`
	Passed   int                   `json:"passed"`
	Mean     grade.Micros          `json:"mean"`
	Failures map[rollout.Class]int `json:"failures"`
	Missing  int                   `json:"missing"` // not run yet

	sum int64
}

// Excluded is the number of trials that are in no mean.
func (a *AgentTotals) Excluded() int {
	n := 0
	for c, k := range a.Failures {
		if c != rollout.OfAgent {
			n += k
		}
	}
	return n
}

// rolloutResult reads what the workspace has of a manifest, group by group.
func (w *Workspace) rolloutResult(ctx context.Context, m *rollout.Manifest, s rollout.Shard, at Standing) (*RolloutResult, error) {
	out := &RolloutResult{ID: m.RunID(), Manifest: m.Digest, Fresh: at.Fresh, Again: at.Again, Late: at.Late, Rate: at.Rate}
	if s.Count > 1 {
		out.Shard = s.String()
	}
	totals := map[agentKey]*AgentTotals{}
	for _, a := range m.Agents {
		totals[agentKey{a.Name, a.Model}] = &AgentTotals{Agent: a.Name, Model: a.Model, Failures: map[rollout.Class]int{}}
	}
	err := w.tally(ctx, m, s, func(g rollout.Group, outcomes []store.Outcome) error {
		t := totals[agentKey{g[0].Agent, g[0].Model}]
		scored := t.Scored
		for _, o := range outcomes {
			t.add(o)
			if o.TrialID != "" {
				out.Done++
			}
		}
		out.Groups++
		out.Items += len(g)
		if t.Scored-scored == len(g) {
			out.Complete++
		}
		return nil
	})
	for _, a := range m.Agents {
		t := totals[agentKey{a.Name, a.Model}]
		if t.Scored > 0 {
			t.Mean = grade.Micros((t.sum + int64(t.Scored)/2) / int64(t.Scored))
		}
		out.Agents = append(out.Agents, *t)
	}
	return out, err
}

func (a *AgentTotals) add(o store.Outcome) {
	a.Items++
	switch {
	case o.TrialID == "":
		a.Missing++
		return
	case o.Status == store.TrialScored:
		a.Scored++
		a.sum += o.Score
		if o.Pass {
			a.Passed++
		}
	}
	if c := classOf(o); c != "" {
		a.Failures[c]++
	}
}

// classOf says whose failure a trial was. One that was written before classes were kept says it by
// its status.
func classOf(o store.Outcome) rollout.Class {
	switch o.Status {
	case store.TrialEnvError, store.TrialAborted:
		return rollout.OfEnvironment
	case store.TrialEndpointError:
		return rollout.OfEndpoint
	case store.TrialGraderError:
		return rollout.OfGrader
	}
	return rollout.Class(o.FailureClass)
}

// tally hands the groups of a shard to each, with how their items stand.
func (w *Workspace) tally(ctx context.Context, m *rollout.Manifest, s rollout.Shard, each func(rollout.Group, []store.Outcome) error) error {
	for g, err := range m.Deal(s) {
		if err != nil {
			return err
		}
		outcomes, err := w.Store.Outcomes(ctx, ids(g))
		if err == nil {
			err = each(g, outcomes)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
