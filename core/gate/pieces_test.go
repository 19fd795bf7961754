package gate_test

import (
	"context"
	"slices"
	"testing"

	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/task"
)

// Every adversary, benign variant, look and mutant applies to some of the planted tasks, so that
// none is there for nothing, and each does what it says on the sound examples: adversaries are
// stopped and right behaviour is not.
func TestEveryPieceApplies(t *testing.T) {
	tried := map[string]int{}
	g := newGate(t)
	count := func(r *gate.Report) {
		for _, x := range r.Rounds {
			for name, n := range x.Pieces {
				tried[name] += n.Tried
			}
		}
		if r.Mutants != nil {
			for name, n := range r.Mutants.Operators {
				tried[name] += n.Tried
			}
		}
	}
	for _, p := range append(plantedFaults(),
		planted{name: "a value that must not be said", example: "06", edits: []edit{swap(", in: [gmail.drafts, gmail.sent]}", "}")}},
		planted{name: "a record that must not be read", example: "03", edits: []edit{swap("forbid:\n", "forbid:\n  - {id: unread, read: {in: helpdesk.tickets, record: TK-2113}}\n")}},
		planted{name: "a list of which a part is enough", example: "07"}, planted{name: "stages, and a field that may change too", example: "08"},
		planted{name: "a number that may be off", example: "01", edits: []edit{swap("eur_total: {type: money}", "eur_total: {type: number}"),
			swap("answer: {eur_total: =eur_total}", "answer: {eur_total: {number: =eur_total.amount, within: 10}}"), swap("eur_total: =eur_total}", "eur_total: =eur_total.amount}")}},
		planted{name: "any label", example: "02", edits: []edit{swap("set: {priority: =it.priority}", "set: {priority: {one_of: [low, medium, high, critical]}}")}},
		planted{name: "any of two values", example: "03", edits: []edit{swap("{all: =it.ticket, none:", `{any: [=it.ticket, "=string(it.hours)"], none:`)}},
		planted{name: "a call that counts by its name", example: "03", edits: []edit{swap("{id: notified, weight: 0.5, record_created",
			"{id: seen, called: {tool: crm_get_customer}}\n  - {id: notified, weight: 0.5, needs: [seen], record_created")}},
		planted{name: "rules that nobody must read", example: "06", edits: []edit{drop("{id: policy,"), swap("needs: [policy, asked]", "needs: [asked]")}}) {
		text := example(t, p.example)
		for _, e := range p.edits {
			text = e.apply(t, text)
		}
		tk, problems := task.Parse(p.example+".yaml", []byte(text))
		r, err := g.Run(context.Background(), tk, problems, gate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		count(r)
	}
	count(runToy(t, toyGate(t, desk{}, nil), toy("1.0", "forbid:\n  - {id: no-import, tool: desk_import}\n")))
	elsewhere := []string{"decided_otherwise", "read_too_late", // library/scenarios sees them apply: approvals, leave, looks in two stages
		"any_of_the_kind", "quote_cut_short", "currencies"} // library/planted_said_test.go
	for _, p := range gate.Pieces() {
		if tried[p.Name] == 0 && !slices.Contains(elsewhere, p.Name) {
			t.Errorf("%s never applies", p.Name)
		}
	}
}
