package task

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/value"
)

// ids takes one field of every row of a fact.
func ids(t *testing.T, b *Bound, fact, field string) []string {
	t.Helper()
	if err := b.FactError(fact); err != nil {
		t.Fatalf("fact %s: %v", fact, err)
	}
	v, _ := b.Fact("", fact)
	out := []string{}
	for _, r := range v.([]any) {
		out = append(out, r.(row)[field].(string))
	}
	return out
}

func TestVaryConditions(t *testing.T) {
	b := bindToy(t, "03", examples(t)["03_escalation.yaml"])
	tests := []struct {
		condition string
		mode      Mode
		want      []string
	}{
		{"old", Dropped, []string{"TK-2107", "TK-2108", "TK-2109", "TK-2110", "TK-2111", "TK-2170"}},
		{"open", Dropped, []string{"TK-2107", "TK-2108", "TK-2109", "TK-2113"}},
		{"enterprise", Inverted, []string{"TK-2112"}},
		{"old", AsWritten, []string{"TK-2107", "TK-2108", "TK-2109"}},
	}
	for _, tt := range tests {
		v, err := b.Vary(Variation{Twist: Twist{Conditions: map[ConditionRef]Mode{{"overdue", tt.condition}: tt.mode}}})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, ids(t, v, "overdue", "ticket")); diff != "" {
			t.Errorf("%s %d (-want +got)\n%s", tt.condition, tt.mode, diff)
		}
		if v.Image != b.Image {
			t.Error("a changed condition changes no world")
		}
	}
	if got := ids(t, b, "overdue", "ticket"); len(got) != 3 {
		t.Errorf("the task itself changed: %v", got)
	}
}

func TestVaryRecords(t *testing.T) {
	b := bindToy(t, "03", examples(t)["03_escalation.yaml"])
	set := func(id, field string, v any) RecordChange {
		return RecordChange{Collection: "helpdesk.tickets", ID: id, Set: []value.Member{{Name: field, Value: v}}}
	}
	tests := []struct {
		name   string
		change RecordChange
		want   []string
	}{
		{"at the edge", set("TK-2108", "created_at", "2026-03-14T01:00:00Z"), []string{"TK-2107", "TK-2109"}},
		{"one second older", set("TK-2110", "created_at", "2026-03-14T08:59:59+08:00"), []string{"TK-2107", "TK-2108", "TK-2109", "TK-2110"}},
		{"same instant, other offset", set("TK-2107", "created_at", "2026-03-13T08:20:00Z"), []string{"TK-2107", "TK-2108", "TK-2109"}},
		{"deleted", RecordChange{Collection: "helpdesk.tickets", ID: "TK-2107", Delete: true}, []string{"TK-2108", "TK-2109"}},
		{"customer gone: errs, so false", RecordChange{Collection: "crm.customers", ID: "CUS-33", Delete: true}, []string{"TK-2107", "TK-2108"}},
		{"inserted", RecordChange{Collection: "helpdesk.tickets", Insert: value.Obj(value.Member{Name: "ticket_id", Value: "TK-9"}, value.Member{Name: "title", Value: "x"},
			value.Member{Name: "reporter", Value: "x"}, value.Member{Name: "department", Value: "x"}, value.Member{Name: "priority", Value: "low"}, value.Member{Name: "status", Value: "open"},
			value.Member{Name: "customer_id", Value: "CUS-31"}, value.Member{Name: "created_at", Value: "2026-03-01T00:00:00Z"})}, []string{"TK-2107", "TK-2108", "TK-2109", "TK-9"}},
	}
	for _, tt := range tests {
		v, err := b.Vary(Variation{Changes: []RecordChange{tt.change}, World: true})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if diff := cmp.Diff(tt.want, ids(t, v, "overdue", "ticket")); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, diff)
		}
		if v.Image == b.Image {
			t.Errorf("%s: the image is the task's", tt.name)
		}
	}
	for name, bad := range map[string]RecordChange{"no record": set("TK-1", "status", "open"), "no field": set("TK-2107", "nosuch", "x"),
		"wrong type": set("TK-2107", "created_at", "yesterday"), "no collection": {Collection: "a.b", ID: "x"}} {
		if _, err := b.Vary(Variation{Changes: []RecordChange{bad}}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestVaryStages(t *testing.T) {
	b := bindToy(t, "08", examples(t)["08_staged.yaml"])
	fact := func(b *Bound, name string) string {
		v, _ := b.Fact("", name)
		return Show(v)
	}
	price, err := b.Vary(Variation{Skip: []string{"request[1].inject[0]"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := fact(price, "total_tue"); got != "1110.00 EUR" {
		t.Errorf("without the price change: %s", got)
	}
	mail, err := b.Vary(Variation{Skip: []string{"request[1].inject[1]"}})
	if err != nil {
		t.Fatal(err)
	}
	if mail.FactError("pieces") == nil || mail.FactError("total_tue") == nil || mail.FactError("to_wed") != nil {
		t.Errorf("without the mail: %v, %v, %v", mail.FactError("pieces"), mail.FactError("total_tue"), mail.FactError("to_wed"))
	}
	base, err := b.Vary(Variation{Changes: []RecordChange{{Collection: "inventory.products", ID: "SKU-12", Set: []value.Member{{Name: "unit_price", Value: value.Number("10.00")}}}}})
	if err != nil {
		t.Fatal(err)
	}
	if a, c := fact(base, "total_mon"), fact(base, "total_tue"); a != "400.00 EUR" || c != "1155.00 EUR" {
		t.Errorf("seed price 10: mon %s, tue %s (Tuesday sets its own price)", a, c)
	}
	given, err := b.Vary(Variation{Facts: map[string]any{"pieces": value.DecimalOf(1)}})
	if err != nil {
		t.Fatal(err)
	}
	if got := fact(given, "total_tue"); got != "19.25 EUR" {
		t.Errorf("pieces given as 1: %s", got)
	}
	if got := fact(b, "total_tue"); got != "1155.00 EUR" {
		t.Errorf("the task itself changed: %s", got)
	}
}

// A selector that stops being unique has no value; each new member can take its place.
func TestVaryOnly(t *testing.T) {
	b := bindToy(t, "05", examples(t)["05_scheduling.yaml"])
	v, err := b.Vary(Variation{Twist: Twist{Conditions: map[ConditionRef]Mode{{"slots", "free"}: Dropped}}})
	if err != nil {
		t.Fatal(err)
	}
	slots, _ := v.Fact("", "slots")
	if v.FactError("slot") == nil || len(slots.([]any)) < 2 {
		t.Errorf("slots %s, slot: %v", Show(slots), v.FactError("slot"))
	}
}
