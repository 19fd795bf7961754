package episode_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/world"
)

func TestForkUnderIsARunThereFromTheStart(t *testing.T) {
	e := start(t, single)
	bound := *e.Prepared().Bound
	tk := *bound.Task
	tk.Faults = append(slices.Clip(tk.Faults), world.PlannedFault{On: "crm_list_customers", Nth: 3, Kind: world.Error, Commit: world.BeforeCommit})
	tk.Limits.MaxTurns = 5
	bound.Task = &tk
	there := &episode.Prepared{Bound: &bound, Plan: e.Prepared().Plan, Digest: e.Prepared().Digest}
	whole, err := episode.New(there, episode.Options{})
	if err != nil {
		t.Fatal(err)
	}

	list := calls("crm_list_customers", `{}`)
	run := func(e *episode.Episode, times int) {
		for range times {
			step(t, e, list)
		}
	}
	run(e, 2)
	branch := e.ForkUnder(there)
	run(branch, 3)
	run(whole, 5)
	run(e, 3)

	if _, over := branch.Done(); !over {
		t.Error("the limit of the other environment does not hold")
	}
	if f := branch.World().Entries()[2].Fault; f == nil {
		t.Error("the planned fault did not strike the third call")
	}
	a, b := written(t, branch), written(t, whole)
	if !bytes.Equal(a, b) {
		t.Errorf("the branch and the whole run differ:\n%s\n%s", a, b)
	}
	if _, over := e.Done(); over || e.World().Entries()[2].Fault != nil {
		t.Error("the branch changed what it came from")
	}
}

func written(t *testing.T, e *episode.Episode) []byte {
	t.Helper()
	b, err := json.Marshal(e.Trajectory())
	if err != nil {
		t.Fatal(err)
	}
	return b
}
