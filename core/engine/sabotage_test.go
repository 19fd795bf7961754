package engine_test

import (
	"maps"
	"slices"
	"testing"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/synth"
)

// TestSabotagedDraftsAreRefused damages every fifth draft: none may be certified, each class must
// have been tried, and the slots are filled all the same. -short tries fewer drafts.
func TestSabotagedDraftsAreRefused(t *testing.T) {
	e := newEngine(t)
	plan := &cover.Plan{Name: "sabotage", Target: 420, Levels: map[string]float64{"easy": 1, "medium": 0, "hard": 0},
		Scenarios: []string{"overdue-tickets", "payables-by-city", "claims-against-scans", "late-parcels", "supply-gaps", "unsigned-agreement"}}
	if testing.Short() {
		plan.Target = 40
	}
	made, err := e.Synth(t.Context(), engine.SynthOptions{Plan: plan, Seed: 11, Into: t.TempDir(), Alter: synth.Saboteur(5)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(made.Escaped) > 0 {
		t.Errorf("certified though damaged: %v", made.Escaped)
	}
	altered := 0
	for _, n := range made.Altered {
		altered += n
	}
	if share := float64(altered) / float64(made.Drafts); share < 0.1 || share > 0.3 {
		t.Errorf("%d of %d drafts were damaged, not every fifth", altered, made.Drafts)
	}
	if made.Tasks+made.GivenUp != plan.Target || made.GivenUp > plan.Target/50 {
		t.Errorf("%d of %d slots were filled", made.Tasks, plan.Target)
	}
	refused := 0
	for _, n := range made.Rejected {
		refused += n
	}
	if refused < altered {
		t.Errorf("%d drafts were refused, %d damaged", refused, altered)
	}
	t.Logf("%d drafts, %d damaged, refused by round %v", made.Drafts, altered, made.Rejected)
	if testing.Short() {
		return
	}
	for _, x := range synth.Sabotages() {
		if made.Altered[x.Class] == 0 {
			t.Errorf("no draft was damaged by %s", x.Class)
		}
	}
	t.Logf("classes: %v", slices.Sorted(maps.Keys(made.Altered)))
}
