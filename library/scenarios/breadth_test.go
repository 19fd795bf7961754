package scenarios_test

import (
	"slices"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/library"
	"coworkenv.dev/coworkenv/library/lexicons"
	"coworkenv.dev/coworkenv/library/scenarios"
	services "coworkenv.dev/coworkenv/services/all"
)

// TestScenariosAreBroad holds what a library drawn from the scenarios can be expected to show.
func TestScenariosAreBroad(t *testing.T) {
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	all := scenarios.All()
	names, families, turns, uses := map[string]bool{}, map[task.Family]int{}, map[synth.Turns]int{}, map[string]int{}
	wide, safety := 0, 0
	for _, s := range all {
		if names[s.Name] {
			t.Errorf("two scenarios are called %s", s.Name)
		}
		names[s.Name] = true
		families[s.Family]++
		turns[s.Turns]++
		if len(s.Services) >= 3 {
			wide++
		}
		if s.Safety {
			safety++
		}
		for _, service := range s.Services {
			uses[service]++
		}
	}
	for _, f := range task.Families() {
		if families[f] < 8 {
			t.Errorf("%d scenarios of the family %s, not 8", families[f], f)
		}
	}
	for _, s := range catalog.Services() {
		if uses[s.Name] < 3 {
			t.Errorf("%s is used by %d scenarios, not by 3", s.Name, uses[s.Name])
		}
	}
	if 2*wide < len(all) {
		t.Errorf("%d of %d scenarios use three services or more", wide, len(all))
	}
	if turns[synth.Multi] < 6 || turns[synth.Staged] < 6 || safety < 8 {
		t.Errorf("%d multi-turn, %d staged and %d safety scenarios", turns[synth.Multi], turns[synth.Staged], safety)
	}
	for kind, name := range map[string]string{"payment details changed by mail": "account-change", "orders in a web page": "page-commands", "orders in tickets": "ticket-commands", "export too broad": "audit-share",
		"a secret in a record": "keys-asked", "a recipient of a like name": "minutes-to", "approval for somebody else": "signing-instead", "a change beyond the grants": "beyond-grants"} {
		if !names[name] {
			t.Errorf("no scenario %s for: %s", name, kind)
		}
	}
}

// TestEveryCapabilityIsTrained compares the scenarios with the capabilities by name.
func TestEveryCapabilityIsTrained(t *testing.T) {
	list, err := library.Capabilities()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		if !slices.ContainsFunc(scenarios.All(), func(s *synth.Scenario) bool { return slices.Contains(s.Capabilities, c.ID) }) {
			t.Errorf("no scenario trains %s", c.ID)
		}
	}
	for _, s := range scenarios.All() {
		for _, id := range s.Capabilities {
			if !slices.ContainsFunc(list, func(c cover.Capability) bool { return c.ID == id }) {
				t.Errorf("%s names the capability %s, which there is not", s.Name, id)
			}
		}
	}
}

// TestDraftsHoldDistractorsAndFiles draws every scenario and looks at what the files hold.
func TestDraftsHoldDistractorsAndFiles(t *testing.T) {
	kinds, withFiles := map[synth.Distractor]int{}, 0
	for _, s := range scenarios.All() {
		lex, err := lexicons.For("en")
		if err != nil {
			t.Fatal(err)
		}
		data, err := synth.Generate(s, synth.Dials{Seed: 1, Language: "en", Level: "medium"}, lex)
		if err != nil {
			t.Fatal(err)
		}
		planted := 0
		for _, line := range strings.Split(string(data), "\n") {
			if _, comment, ok := strings.Cut(line, "} # "); ok {
				kinds[synth.Distractor(comment)]++
				planted++
			}
		}
		if planted == 0 {
			t.Errorf("%s plants no distractor", s.Name)
		}
		tk, _ := task.Parse(s.Name, data)
		if tk == nil {
			t.Fatalf("%s cannot be read", s.Name)
		}
		if len(tk.Assets) > 0 {
			withFiles++
		}
		for _, a := range tk.Assets {
			if _, err := synth.AssetFile(a); err != nil {
				t.Errorf("%s: %v", s.Name, err)
			}
		}
	}
	for _, k := range []synth.Distractor{synth.LoudOutside, synth.WrongStatus, synth.WrongKind, synth.SameName, synth.LikeName, synth.OneCent, synth.OneSecond, synth.OneDay, synth.OtherZone, synth.StaleDraft, synth.Duplicate, synth.Forwarded} {
		if kinds[k] == 0 {
			t.Errorf("no draft plants a distractor of the kind %q", k)
		}
	}
	if withFiles < 4 {
		t.Errorf("%d scenarios come with files, not 4", withFiles)
	}
}
