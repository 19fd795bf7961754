package engine

import (
	"context"
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/signal"
)

// TrialCredits is what each step of a trial's group is worth to a trainer.
type TrialCredits struct {
	Group  *signal.Group
	Trials []signal.TrialCredit
	Own    int    // the trial among them; -1 = none
	Why    string // why there is nothing to learn from it; "" = there is
}

// TrialCredit tells what each step of a trial and of those of its group is worth. A trial without
// a group has none, which Why says. Errors: NotFound.
func (w *Workspace) TrialCredit(ctx context.Context, id string, by signal.Anchor, dense bool) (*TrialCredits, error) {
	row, err := w.Store.Trial(ctx, id)
	if err != nil {
		return nil, err
	}
	out := &TrialCredits{Own: -1}
	if row.GroupID == "" {
		out.Why = "the trial belongs to no group: it was not made by a rollout, so there is nothing to compare it with"
		return out, nil
	}
	if out.Group, out.Trials, err = w.Credit(ctx, row.GroupID, by, dense); err != nil {
		return nil, err
	}
	rewards := map[string]int{}
	missing := 0
	for i, t := range out.Trials {
		if t.Trial == id {
			out.Own = i
		}
		if t.Reward == nil {
			missing++
			continue
		}
		rewards[fmt.Sprintf("%.6f", *t.Reward)]++
	}
	out.Why = noSignal(out, rewards, missing)
	return out, nil
}

// noSignal says why a group teaches nothing.
func noSignal(c *TrialCredits, rewards map[string]int, missing int) string {
	var parts []string
	switch {
	case c.Own >= 0 && c.Trials[c.Own].Reward == nil:
		parts = append(parts, "this trial has no reward, so its steps have no worth")
	case len(c.Trials)-missing < 2:
		parts = append(parts, "no other trial of its group has a reward: an advantage compares trials; `coworkenv run --trials` makes more")
	case len(rewards) == 1:
		parts = append(parts, "all trials of the group have the same reward: only GDPO, which looks at its components, can tell them apart")
	}
	return strings.Join(parts, "; ")
}
