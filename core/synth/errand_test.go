package synth

import (
	"strings"
	"testing"
	"time"
)

func draftFor(t *testing.T, language string) *Draft {
	t.Helper()
	lex := &Lexicon{Given: []string{"Ada"}, Family: []string{"Voss"}, Home: "northwind.test"}
	return newDraft(&Scenario{Name: "s", Services: []string{"todo"}}, Dials{Language: language, Level: "easy", Seed: 1}, lex)
}

func TestErrandTakesItsShare(t *testing.T) {
	d := draftFor(t, "en")
	d.Say([]string{"Do it."}, []string{"做。"})
	d.Checks("- {id: a, weight: 0.7, x: 1}\n- {id: b, weight: 0.3, x: 1}")
	d.Forbid("- {id: read-only, effect: {any: \"*\"}}")
	d.Solution("calls:\n  - todo_list_tasks: {}\n  - answer: {n: 1}\n  - say: Done.")
	d.Errand(Errand{Services: []string{"todo", "chat"}, Share: 20, English: []string{"Tell them."}, Chinese: []string{"告知。"}, Checks: "- {id: c, {{.stage}}weight: 1}", Keeps: []string{"crm.exports", "hr.leave_requests"}, Calls: "- chat_find_people: {}"})
	if d.err != nil {
		t.Fatal(d.err)
	}
	for _, want := range []string{"weight: 0.56", "weight: 0.24", "weight: 0.2}"} {
		if !strings.Contains(d.parts["checks"], want) {
			t.Errorf("%s is missing in\n%s", want, d.parts["checks"])
		}
	}
	if got := d.parts["forbid"]; strings.Contains(got, "*") || !strings.Contains(got, "{id: read-only-leave-requests, effect: {any: hr.leave_requests}}") {
		t.Errorf("the prohibition is not narrowed:\n%s", got)
	}
	calls := d.parts["solution"]
	if find, answer := strings.Index(calls, "chat_find_people"), strings.Index(calls, "answer"); find < 0 || answer < find {
		t.Errorf("the calls do not come before the answer:\n%s", calls)
	}
	if got := strings.Join(d.services(), " "); got != "todo chat" {
		t.Errorf("services %s", got)
	}
	if got := d.requests[0].say; got != "Do it. Tell them." {
		t.Errorf("request %q", got)
	}
	if got := d.values["grants"]; got != ", chat: all" {
		t.Errorf("grants %q", got)
	}
}

func TestErrandMustNotFightAProhibition(t *testing.T) {
	d := draftFor(t, "en")
	d.Say([]string{"Look."}, []string{"看。"})
	d.Forbid("- {id: read-only, effect: {any: \"*\"}}")
	d.Errand(Errand{Share: 20, English: []string{"Write."}, Chinese: []string{"写。"}})
	if d.err == nil {
		t.Error("an errand that makes records went into a task that forbids any")
	}
}

func TestIDsDoNotTellTheirOrder(t *testing.T) {
	d := draftFor(t, "en")
	seen, rising := map[string]bool{}, 0
	last := ""
	for range 200 {
		id := d.ID("TK-")
		if seen[id] {
			t.Fatalf("%s twice", id)
		}
		if id > last {
			rising++
		}
		seen[id], last = true, id
	}
	if rising > 140 {
		t.Errorf("%d of 200 ids rise", rising)
	}
}

func TestTimesLieInOfficeHours(t *testing.T) {
	d := draftFor(t, "zh")
	for back := range 30 {
		at := d.Office(back)
		if w := at.Weekday(); w == time.Saturday || w == time.Sunday || at.Hour() >= officeCloses || at.After(d.Now()) {
			t.Errorf("%d days ago: %s", back, at)
		}
	}
	from := d.At(-1, 0, 0)
	if at := d.Within(from, d.Now()); !at.After(from) || !at.Before(d.Now()) {
		t.Errorf("%s is not within", at)
	}
}
