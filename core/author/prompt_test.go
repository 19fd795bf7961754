package author

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
	graders "coworkenv.dev/coworkenv/graders/all"
	services "coworkenv.dev/coworkenv/services/all"
)

func testAuthor(t *testing.T, dir string) *Author {
	t.Helper()
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	prompts, err := ReadPrompts(dir)
	if err != nil {
		t.Fatal(err)
	}
	return &Author{Prompts: prompts, Catalog: catalog, Checks: checks, Rounds: 2, Capabilities: []cover.Capability{{ID: "clarify", Means: "ask before acting", Evidence: "an answer"}, {ID: "other", Means: "nothing of it"}},
		Examples: []Example{
			{ID: "far", Family: task.Lookup, Language: "zh", Text: "EXAMPLE far\n"},
			{ID: "near", Family: task.Lookup, Language: "en", Services: []string{"crm"}, Text: "EXAMPLE near\n"},
			{ID: "mid", Family: task.Lookup, Language: "en", Text: "EXAMPLE mid\n"},
			{ID: "strange", Family: task.Safety, Language: "en", Services: []string{"crm"}, Text: "EXAMPLE strange\n"},
		}}
}

func testSlot() Slot {
	return Slot{Slot: synth.Slot{Scenario: &synth.Scenario{Name: "a-scenario", Version: 1, Family: task.Lookup, Title: "Who buys what", Services: []string{"crm"}, Capabilities: []string{"clarify"}},
		Language: "en", Level: "hard", Index: 4}, Seed: 9}
}

// TestOpening: the prompt has the cell's own services in full and no others, its capabilities, the two
// nearest examples, the reference date and the schema; it is the same each time.
func TestOpening(t *testing.T) {
	a, s := testAuthor(t, ""), testSlot()
	messages, err := a.opening(generatorSystem, s)
	if err != nil || len(messages) != 2 {
		t.Fatal(err)
	}
	text := messages[1].Text
	for _, want := range []string{"- id: a-scenario-enh-m9-005", "Who buys what", "difficulty: hard", "### crm", "crm_list_customers(", "clarify: ask before acting", "EXAMPLE near", "EXAMPLE mid",
		"record_created", `"additionalProperties"`, "days_between", "reference date (`now`): 202"} {
		if !strings.Contains(text, want) {
			t.Errorf("the prompt lacks %q", want)
		}
	}
	for _, no := range []string{"### gmail", "EXAMPLE far", "EXAMPLE strange", "nothing of it", "<no value>"} {
		if strings.Contains(text, no) {
			t.Errorf("the prompt holds %q", no)
		}
	}
	again, err := testAuthor(t, "").opening(generatorSystem, s)
	if err != nil || again[1].Text != text {
		t.Errorf("the prompt differs from run to run: %v", err)
	}
	other := s
	other.Index++
	if more, err := a.opening(generatorSystem, other); err != nil || more[1].Text == text {
		t.Errorf("two tasks have one prompt: %v", err)
	}
	t.Logf("%d bytes", len(text)+len(messages[0].Text))
}

func TestPromptsAreFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	shippedOnes, err := ReadPrompts("")
	if err != nil {
		t.Fatal(err)
	}
	written, err := shippedOnes.Export(dir)
	if err != nil || len(written) != len(promptList()) {
		t.Fatal(written, err)
	}
	name := filepath.Join(dir, "generator-system.tmpl")
	if err := os.WriteFile(name, []byte("MINE for {{.ID}}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, err := shippedOnes.Export(dir); err != nil || len(again) != 0 {
		t.Errorf("an export writes over %v, %v", again, err)
	}
	a := testAuthor(t, dir)
	messages, err := a.opening(generatorSystem, testSlot())
	if err != nil || messages[0].Text != "MINE for a-scenario-enh-m9-005" || a.Prompts.Digest() == shippedOnes.Digest() {
		t.Errorf("%q, %v", messages[0].Text, err)
	}
	refuse := func(what string) {
		t.Helper()
		p, err := ReadPrompts(dir)
		if err == nil {
			_, err = (&Author{Prompts: p, Catalog: a.Catalog, Checks: a.Checks}).opening(generatorSystem, testSlot())
		}
		if fault.KindOf(err) != fault.Invalid || fault.HintOf(err) == "" {
			t.Errorf("%s gives %v", what, err)
		}
	}
	for what, text := range map[string]string{"a template that is none": "{{.ID", "a name that is not there": "{{.Nosuch}}", "an endless text": "{{range .Services}}{{end}}" + strings.Repeat(`{{printf "%100000d" 1}}`, 100)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		refuse(what)
	}
	if err := os.WriteFile(name, make([]byte, mostPrompt+1), 0o600); err != nil {
		t.Fatal(err)
	}
	refuse("a file that is too large")
	if err := os.Rename(name, filepath.Join(dir, "generator-sistem.tmpl")); err != nil {
		t.Fatal(err)
	}
	refuse("a misspelt name")
}

// TestFindingsFindTheirWriter: each finding goes to whoever can mend it.
func TestFindingsFindTheirWriter(t *testing.T) {
	p := &split{request: []section{{key: "id"}}}
	for _, tt := range []struct {
		f       Finding
		grading bool
	}{
		{Finding{Code: "weights_sum", Round: gate.RoundSpec, Path: "checks"}, true},
		{Finding{Code: "bad_date", Round: gate.RoundSpec, Path: "records.crm.customers[0].since"}, false},
		{Finding{Code: gate.LeakedValue, Round: gate.RoundLeak, Path: "checks[0]"}, false},
		{Finding{Code: gate.NoNearMiss, Round: gate.RoundTruth, Path: "facts.late.where.old.expr"}, false},
		{Finding{Code: gate.SaysDisagrees, Round: gate.RoundTruth, Path: "facts.late.where.old.expr"}, true},
		{Finding{Code: gate.NullAboveZero, Round: gate.RoundAdversary}, true},
		{Finding{Code: "syntax", Round: gate.RoundSpec}, false},
		{Finding{Code: GradersDisagree, Round: RoundGraders, Path: "request"}, false},
		{Finding{Code: GraderUnusable, Round: RoundGraders, Path: "graders[1]"}, true},
		{Finding{Code: NoDocument, Round: RoundReply}, true},
	} {
		if p.isGrading(tt.f) != tt.grading {
			t.Errorf("%+v goes to the wrong one", tt.f)
		}
	}
}
