package gate_test

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/task"
)

// A run that came to a bound names the bound and how to raise it, whatever it is that fails.
func TestBoundsAreNamed(t *testing.T) {
	for bound, remedy := range map[string]string{"max_rounds: 1": "user.max_rounds", "max_calls: 3": "limits.max_calls"} {
		text := swap("- say: Which Priya do you mean, and at what time shall it start?", "- say: Which Priya do you mean?\n    - say: At what time shall it start?").apply(t, example(t, "07"))
		from := map[string]string{"max_rounds: 1": "max_rounds: 6", "max_calls: 3": "max_calls: 30"}[bound]
		tk, problems := task.Parse("07.yaml", []byte(swap(from, bound).apply(t, text)))
		r, err := newGate(t).Run(t.Context(), tk, problems, gate.Options{Rounds: []gate.RoundName{gate.RoundOracle}})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range r.Findings {
			found = found || f.Round == gate.RoundOracle && strings.Contains(f.Message, strings.Split(bound, ":")[0]) && strings.Contains(f.Hint, remedy)
		}
		if !found {
			t.Errorf("%s: %+v", bound, r.Findings)
		}
	}
}

// goneByThen demands a look at a record in the stage that begins with its being deleted.
func goneByThen() []edit {
	return []edit{swap("      - {update: crm.customers, record: CUS-101, set: {contact_person: Paul Adler", "      - {delete: crm.customers, record: CUS-102}\n      - {update: crm.customers, record: CUS-101, set: {contact_person: Paul Adler"),
		swap("checks:\n", "checks:\n  - {id: other, stage: wed, read: {in: crm.customers, record: CUS-102}}\n"), swap("stage: wed, record_created", "stage: wed, needs: [other], record_created")}
}

// Evidence that cannot be made names its check and why.
func TestEvidenceThatIsGoneByThen(t *testing.T) {
	text := example(t, "08")
	for _, e := range goneByThen() {
		text = e.apply(t, text)
	}
	tk, problems := task.Parse("08.yaml", []byte(text))
	r, err := newGate(t).Run(t.Context(), tk, problems, gate.Options{Rounds: []gate.RoundName{gate.RoundGrader}})
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, f := range r.Findings {
		found = found || f.Code == gate.EvidenceNotBuilt && f.Path == "checks[0]" && strings.Contains(f.Message, "CUS-102 is gone by then") && strings.Contains(f.Hint, "stage")
	}
	if !found {
		t.Errorf("%+v", r.Findings)
	}
}

// A capability that is in no list is a warning, with the one that was meant; without a list, and in
// an imported task, any will do.
func TestUnknownCapabilities(t *testing.T) {
	g := newGate(t)
	g.Capabilities = []string{"clarify", "disambiguate", "revise"}
	text := example(t, "07")
	misspelt := swap("capabilities: [clarify", "capabilities: [clarfy").apply(t, text)
	for _, tt := range []struct {
		name, text string
		list       []string
		want       bool
	}{{"right", text, g.Capabilities, false}, {"misspelt", misspelt, g.Capabilities, true}, {"no list", misspelt, nil, false},
		{"imported", swap("generator: hand", "generator: import").apply(t, misspelt), g.Capabilities, false}} {
		g.Capabilities = tt.list
		tk, problems := task.Parse("07.yaml", []byte(tt.text))
		r, err := g.Run(t.Context(), tk, problems, gate.Options{Rounds: []gate.RoundName{gate.RoundSpec}})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range r.Findings {
			found = found || f.Code == gate.UnknownCapability && f.Severity == gate.Warning && f.Path == "capabilities[0]" && f.Hint == "did you mean clarify?"
		}
		if found != tt.want {
			t.Errorf("%s: %+v", tt.name, r.Findings)
		}
	}
}
