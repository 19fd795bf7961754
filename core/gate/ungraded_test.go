package gate_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/task"
)

// What the solution writes and no check compares is a warning where a fact, an expression or the
// request stands behind it, and none where it is free, is taken back or is guarded otherwise.
func TestUncheckedValues(t *testing.T) {
	const event = "calendar_create_event"
	g := newGate(t)
	for _, c := range []struct {
		name, example string
		edits         []edit
		warns         []string // what messages name; nil = nothing is warned of
	}{
		{"nothing is left out", "05", nil, nil},
		{"an instant", "05", []edit{swap(", end_time: {datetime: =slot + hour}", "")}, []string{"end_time of " + event}},
		{"a list", "05", []edit{swap(",\n       attendees: {set_equals: {address: \"=map(people, .email)\"}}", "")}, []string{"attendees of " + event}},
		{"a text that a fact gives", "05", []edit{swap(`, body: {mentions: {all: [{time: "=local(slot, it.zone)"}]}}`, "")}, []string{"body of gmail_save_draft"}},
		{"an event that is taken back", "07", nil, nil},
		{"a day", "07", []edit{swap(", due_date: {date: =tomorrow}", "")}, []string{"due_date of todo_create_task"}},
		{"two fields of the answer", "01", []edit{swap("eur_total: {type: money}", "eur_total: {type: money}\n  remarks: {type: text}"), drop("{id: total,"), swap("weight: 0.75", "weight: 1.0")},
			[]string{"field eur_total", "field remarks"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := example(t, c.example)
			for _, e := range c.edits {
				text = e.apply(t, text)
			}
			tk, problems := task.Parse(c.example+".yaml", []byte(text))
			r, err := g.Run(context.Background(), tk, problems, gate.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var found []string
			for _, f := range r.Findings {
				if f.Severity == gate.Warning && (f.Code == gate.UncheckedValue || f.Code == gate.UncheckedAnswer) {
					found = append(found, f.Message)
				}
			}
			if len(found) != len(c.warns) {
				t.Fatalf("warned of %q, not of %q", found, c.warns)
			}
			for _, w := range c.warns {
				if !slices.ContainsFunc(found, func(m string) bool { return strings.Contains(m, w) }) {
					t.Errorf("warned of %q, not of %q", found, w)
				}
			}
		})
	}
}
