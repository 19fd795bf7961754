package engine_test

import (
	"testing"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/synth"
)

func sum(counts map[string]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

// sabotaged makes easy tasks and damages one draft in every so many.
func sabotaged(t *testing.T, every uint64, count, tries int) *engine.Made {
	t.Helper()
	e := newEngine(t)
	plan := &cover.Plan{Name: "sabotage", Levels: map[string]float64{"medium": 0, "hard": 0}, Languages: map[string]float64{"zh": 0},
		Scenarios: []string{"overdue-tickets", "claims-against-scans", "late-parcels"}}
	made, err := e.Synth(t.Context(), engine.SynthOptions{Plan: plan, Count: count, Seed: 11, Tries: tries, Into: t.TempDir(), Alter: synth.Saboteur(every)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d drafts, %d damaged, refused by round %v", made.Drafts, sum(made.Altered), made.Rejected)
	if len(made.Escaped) > 0 {
		t.Errorf("certified though damaged: %v", made.Escaped)
	}
	return made
}

// TestSabotagedDraftsAreRefused damages every fifth draft: none is certified, and the slots are
// filled all the same.
func TestSabotagedDraftsAreRefused(t *testing.T) {
	count := 90
	if testing.Short() {
		count = 15
	}
	made := sabotaged(t, 5, count, 4)
	altered := sum(made.Altered)
	if share := float64(altered) / float64(made.Drafts); share < 0.1 || share > 0.3 {
		t.Errorf("%d of %d drafts were damaged, not every fifth", altered, made.Drafts)
	}
	if made.Tasks != count || made.GivenUp != 0 {
		t.Errorf("%d of %d slots were filled", made.Tasks, count)
	}
	if refused := sum(made.Rejected); refused < altered || refused != made.Drafts-made.Tasks {
		t.Errorf("%d drafts were refused, %d damaged, %d of %d certified", refused, altered, made.Tasks, made.Drafts)
	}
	for _, c := range made.Yield {
		if c.Certified+sum(c.Rejected) != c.Drafts {
			t.Errorf("the yield of %s does not add up: %+v", c.Scenario, c)
		}
	}
}

// TestEverySabotageIsSeen damages every draft once, so that each class has its turn in each scenario.
func TestEverySabotageIsSeen(t *testing.T) {
	if testing.Short() {
		t.Skip("takes each class through the gate")
	}
	classes := synth.Sabotages()
	count := 3 * len(classes)
	made := sabotaged(t, 1, count, 1)
	if made.Tasks != 0 || sum(made.Altered) != count || made.GivenUp != count {
		t.Errorf("%d of %d drafts were damaged, %d certified", sum(made.Altered), count, made.Tasks)
	}
	for _, x := range classes {
		if made.Altered[x.Class] == 0 {
			t.Errorf("no draft was damaged by %s", x.Class)
		}
	}
}
