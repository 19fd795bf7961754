package task

import (
	"maps"
	"slices"
	"testing"

	"coworkenv.dev/coworkenv/core/value"
)

func BenchmarkParse(b *testing.B) {
	files := examples(b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(files[name])))
			b.ReportAllocs()
			for b.Loop() {
				if _, problems := Parse(name, files[name]); len(problems) > 0 {
					b.Fatal(problems)
				}
			}
		})
	}
}

func BenchmarkBind(b *testing.B) {
	files, cat := examples(b), toyCatalog(b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		parsed, _ := Parse(name, files[name])
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, problems := Bind(parsed, cat); len(problems) > 0 {
					b.Fatal(problems)
				}
			}
		})
	}
}

// BenchmarkVary is what the gate pays for one changed record: only facts it reaches are
// evaluated anew.
func BenchmarkVary(b *testing.B) {
	files := examples(b)
	for name, change := range map[string]RecordChange{
		"03_escalation.yaml":     {Collection: "helpdesk.tickets", ID: "TK-2110", Set: []value.Member{{Name: "created_at", Value: "2026-03-14T08:59:59+08:00"}}},
		"04_reconciliation.yaml": {Collection: "finance.transactions", ID: "TXN-503", Set: []value.Member{{Name: "amount", Value: value.Number("1033.30")}}},
		"05_scheduling.yaml":     {Collection: "calendar.events", ID: "evt_12", Set: []value.Member{{Name: "status", Value: "cancelled"}}},
	} {
		bound := bindToy(b, name, files[name])
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := bound.Vary(Variation{Changes: []RecordChange{change}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRun(b *testing.B) {
	bound := bindToy(b, "03", examples(b)["03_escalation.yaml"])
	each, p := bound.Expr("overdue", "x", "", Scope{})
	if p != nil {
		b.Fatal(p)
	}
	items, err := bound.Items(each, "", Env{})
	if err != nil {
		b.Fatal(err)
	}
	for _, src := range []string{"it.ticket", "it.ticket + ' has waited ' + string(it.hours) + ' hours.'", "filter(all_tickets, not (# in map(filter(overdue, .manager == it.manager), .ticket)))"} {
		e, p := bound.Expr(src, "x", "", Scope{It: each})
		if p != nil {
			b.Fatal(p)
		}
		b.Run(src, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := bound.Run(e, "", Env{It: items[0]}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
