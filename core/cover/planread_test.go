package cover

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/fault"
)

var words = Words{Scenarios: []string{"overdue-tickets", "late-parcels"}, Services: []string{"todo", "orders"}, Capabilities: []string{"clarify"}}

const begun = "schema: " + PlanFormat + "\ntarget: 10\n"

func TestPlanSaysWhatIsWrongAndWhere(t *testing.T) {
	for _, tt := range []struct{ text, place, says string }{
		{begun + "families: {escallation: 1}", "p.yaml:3:12: families.escallation: families cannot hold escallation", "did you mean escalation? there are lookup, triage,"},
		{begun + "languages: {de: 1}", "p.yaml:3:13:", "there are en, zh"},
		{begun + "difficulties:\n  easy: 1\n  hardd: 2", "p.yaml:5:3:", "did you mean hard? there are easy, medium, hard"},
		{begun + "turns: {nope: 3}", "p.yaml:3:9:", "there are single, multi, staged"},
		{begun + "services: [todo, ordrs]", "p.yaml:3:18: services[1]:", "did you mean orders? there are todo, orders"},
		{begun + "capabilities: [clarifyy]", "p.yaml:3:16:", "did you mean clarify?"},
		{begun + "scenarios:\n  - no-such", "p.yaml:4:5:", "there are overdue-tickets, late-parcels"},
		{begun + "services: todo", "p.yaml:3:11: services: services must be a list, not a single value", "write services: [todo]"},
		{begun + "services: [todo, 3]", "p.yaml:3:18:", "services cannot hold 3"},
		{begun + "services: [todo, [orders]]", "p.yaml:3:18:", "must be a word, not a list"},
		{begun + "services: [todo, todo]", "p.yaml:3:18:", "todo stands twice in services"},
		{begun + "target: 20", "p.yaml:3:1: target:", "the key target stands twice"},
		{begun + "languages: {en: 1, en: 2}", "p.yaml:3:20:", "the key en stands twice"},
		{begun + "familys: {lookup: 1}", "p.yaml:3:1:", "did you mean families? there are schema, target,"},
		{begun + "languages: [en]", "p.yaml:3:12: languages: languages must be a mapping of shares, not a list", "write languages: {en: 2, zh: 1}"},
		{begun + "languages: {en: much}", "p.yaml:3:17:", "write a number from 0 to 1000000"},
		{begun + "languages: {en: \"1\"}", "p.yaml:3:17:", "a share is expected"},
		{begun + "languages: {en: -1}", "p.yaml:3:17:", "0 leaves it out"},
		{begun + "languages: {en: .inf}", "p.yaml:3:17:", "a share is expected"},
		{begun + "languages: {en: NaN}", "p.yaml:3:17:", "a share is expected"},
		{"schema: " + PlanFormat + "\ntarget: many", "p.yaml:2:9: target: target is no number of tasks", "write a whole number from 1 to 10000000"},
		{"schema: " + PlanFormat + "\ntarget: 0", "p.yaml:2:9:", "write a whole number"},
		{"schema: " + PlanFormat, "p.yaml:1:1:", "write target: 100"},
		{"target: 3", "p.yaml:1:1:", "write schema: " + PlanFormat},
		{"schema: coworkenv.task/v1\ntarget: 3", "p.yaml:1:9:", "write schema: " + PlanFormat},
		{"- a", "p.yaml:1:1:", "a plan must be a mapping"},
		{"a: [", "p.yaml:", "not readable as YAML"},
		{"", "p.yaml:1:1:", "the file is empty"},
		{begun + "services: &a [todo]", "p.yaml:3:11:", "anchors"},
		{begun + "emphasis:\n  - {scenario: late-parcels, language: en, difficulty: hard, share: 1}\n  - {scenario: late-parcels, language: en, difficulty: hard, share: 2}", "p.yaml:5:5:", "two emphases are of one cell"},
		{begun + "emphasis: [{scenario: overdue-ticket, language: en, difficulty: hard, share: 1}]", "p.yaml:3:23:", "did you mean overdue-tickets?"},
		{begun + "emphasis: [{scenario: overdue-tickets, language: en, difficulty: grim, share: 1}]", "p.yaml:3:66:", "there are easy, medium, hard"},
		{begun + "emphasis: [{scenario: overdue-tickets, language: en, difficulty: hard, shares: 1}]", "p.yaml:3:72:", "did you mean share?"},
	} {
		_, err := ParsePlan("p.yaml", []byte(tt.text), words)
		if fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if fault.HintOf(err) == "" {
			t.Errorf("%s: %v without a remedy", tt.text, err)
		}
		if !strings.Contains(err.Error(), tt.place) || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s\n%v\nlacks %q or %q", tt.text, err, tt.place, tt.says)
		}
	}
}

// All faults of a file are told at once.
func TestPlanTellsAllFaults(t *testing.T) {
	_, err := ParsePlan("some/p.yaml", []byte(begun+"familes: 3\nturns: 3\nservices: 3\n"), words)
	if err == nil || !strings.HasPrefix(err.Error(), "read plan p.yaml: 3 problem(s)\nsome/p.yaml:3:1: ") {
		t.Error(err)
	}
}

func TestPlanIsRead(t *testing.T) {
	got, err := ParsePlan("some/p.yaml", []byte(begun+"families: {lookup: 2}\nlanguages:\nturns: {}\nservices: [todo]\ncapabilities: [clarify]\nscenarios: []\n"), words)
	want := &Plan{Name: "p.yaml", Target: 10, Families: map[string]float64{"lookup": 2}, Turns: map[string]float64{}, Services: []string{"todo"}, Capability: []string{"clarify"}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

// FuzzParsePlan: whatever a file holds, it is a plan that is written and read back, or an error.
func FuzzParsePlan(f *testing.F) {
	f.Add([]byte(begun + "families: {lookup: 1}\nlanguages: {en: 0.5}\nservices: [todo]\nemphasis: [{scenario: a, language: en, difficulty: hard, share: 2, why: \"x\"}]\n"))
	f.Add(emphatic().YAML("A comment."))
	f.Add([]byte(begun + "turns: {single: 1e3}\nscenarios: ['a: b', \"c\\n\"]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := ParsePlan("p", data, Words{})
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Fatalf("%v is no fault of the file", err)
			}
			return
		}
		again, err := ParsePlan("p", p.YAML("Again."), Words{})
		if err != nil {
			t.Fatalf("%s\n%v", p.YAML(""), err)
		}
		for _, q := range []*Plan{p, again} { // an empty mapping is none
			for _, m := range []*map[string]float64{&q.Families, &q.Languages, &q.Levels, &q.Turns} {
				if len(*m) == 0 {
					*m = nil
				}
			}
		}
		if diff := cmp.Diff(p, again); diff != "" {
			t.Fatal(diff)
		}
		p.Target = min(p.Target, 500)
		p.Cells(recipes(), 0)
	})
}
