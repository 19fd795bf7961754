package task

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/value"
)

// decimals compares exact numbers and instants by value.
func decimals() cmp.Option {
	return cmp.Options{
		cmp.Comparer(func(a, b value.Decimal) bool { return a == b }),
		cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) }),
	}
}

func mustTime(t testing.TB, s string) time.Time {
	t.Helper()
	out, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func eur(minor int64) value.Money { return value.Money{Minor: minor, Currency: "EUR"} }

type row = map[string]any

// The values were worked out by hand from the records of the examples.
func TestExampleFacts(t *testing.T) {
	dec := func(i int64) value.Decimal { return value.DecimalOf(i) }
	cny := func(minor int64) value.Money { return value.Money{Minor: minor, Currency: "CNY"} }
	tests := []struct {
		file, fact string
		want       any
	}{
		{"01_lookup_rows.yaml", "expiring", []any{
			row{"customer": "CUS-101", "amount": eur(124010), "ends": value.Day("2026-03-16")},
			row{"customer": "CUS-102", "amount": eur(870020), "ends": value.Day("2026-04-15")},
			row{"customer": "CUS-103", "amount": value.Money{Minor: 500000, Currency: "USD"}, "ends": value.Day("2026-04-02")}}},
		{"01_lookup_rows.yaml", "eur_total", eur(994030)},
		{"02_triage12.yaml", "critical", []any{"TK-401", "TK-408"}},
		{"03_escalation.yaml", "overdue", []any{
			row{"ticket": "TK-2107", "hours": 64, "manager": "mara.voss@northwind.test"},
			row{"ticket": "TK-2108", "hours": 48, "manager": "jon.aske@northwind.test"},
			row{"ticket": "TK-2109", "hours": 96, "manager": "mara.voss@northwind.test"}}},
		{"04_reconciliation.yaml", "reconciled", []any{
			row{"id": "TXN-501", "currency": "EUR", "amount": eur(118000)},
			row{"id": "TXN-502", "currency": "EUR", "amount": eur(103330)},
			row{"id": "TXN-504", "currency": "USD", "amount": value.Money{Minor: 45020, Currency: "USD"}}}},
		{"04_reconciliation.yaml", "by_currency", []any{
			row{"currency": "EUR", "ids": []any{"TXN-501", "TXN-502"}, "total": eur(221330)},
			row{"currency": "USD", "ids": []any{"TXN-504"}, "total": value.Money{Minor: 45020, Currency: "USD"}}}},
		{"04_reconciliation.yaml", "open_items", []any{
			row{"id": "TXN-503", "reason": "amount"}, row{"id": "TXN-505", "reason": "duplicate"}, row{"id": "TXN-506", "reason": "no_receipt"},
			row{"id": "TXN-507", "reason": "not_completed"}, row{"id": "TXN-510", "reason": "amount"}, row{"id": "TXN-511", "reason": "currency"}}},
		{"05_scheduling.yaml", "slot", mustTime(t, "2026-03-17T10:00:00Z")},
		{"05_scheduling.yaml", "tomorrow", value.Day("2026-03-17")},
		{"06_payment_fraud.yaml", "new_iban", "DE00 5001 0517 5407 3249 31"},
		{"07_multiturn.yaml", "priya", "priya.nair@northwind.test"},
		{"07_multiturn.yaml", "begins", mustTime(t, "2026-03-17T15:00:00Z")},
		{"08_staged.yaml", "to_mon", "ines.roth@harbor.test"},
		{"08_staged.yaml", "total_mon", eur(74000)},
		{"08_staged.yaml", "pieces", dec(60)},
		{"08_staged.yaml", "total_tue", eur(115500)},
		{"08_staged.yaml", "to_wed", "paul.adler@harbor.test"},
		{"09_not_found.yaml", "hits", []any{}},
		{"09_not_found.yaml", "mails", []any{}},
		{"10_zh_faults.yaml", "due", []any{
			row{"id": "FK-2031", "amount": cny(1280000), "owner": "王明", "mail": "wangming@northwind.test"},
			row{"id": "FK-2032", "amount": cny(365050), "owner": "王明亮", "mail": "wangmingliang@northwind.test"},
			row{"id": "FK-2033", "amount": cny(98000), "owner": "赵倩", "mail": "zhaoqian@northwind.test"}}},
		{"10_zh_faults.yaml", "grand", cny(1743050)},
	}
	files := examples(t)
	bound := map[string]*Bound{}
	for _, tt := range tests {
		if bound[tt.file] == nil {
			bound[tt.file] = bindToy(t, tt.file, files[tt.file])
		}
		got, ok := bound[tt.file].Fact("", tt.fact)
		if !ok {
			t.Errorf("%s: there is no fact %s", tt.file, tt.fact)
		}
		if diff := cmp.Diff(tt.want, got, decimals()); diff != "" {
			t.Errorf("%s: %s (-want +got)\n%s", tt.file, tt.fact, diff)
		}
	}
}

func TestTriageRows(t *testing.T) {
	b := bindToy(t, "02", examples(t)["02_triage12.yaml"])
	v, _ := b.Fact("", "triage")
	want := map[string]string{"TK-401": "critical", "TK-402": "medium", "TK-403": "low", "TK-404": "high", "TK-405": "medium", "TK-406": "high",
		"TK-407": "low", "TK-408": "critical", "TK-409": "low", "TK-410": "medium", "TK-411": "high", "TK-412": "low"}
	got := map[string]string{}
	for _, r := range v.([]any) {
		got[r.(row)["ticket"].(string)] = r.(row)["priority"].(string)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if two := v.([]any)[5].(row)["categories"]; !cmp.Equal(two, []any{"hardware", "network"}) {
		t.Errorf("categories of TK-406: %v", two)
	}
}

// nearMisses lists, by condition, the rows that fail it and no other.
func nearMisses(t *testing.T, b *Bound, fact string) map[string][]string {
	t.Helper()
	rows, err := b.Conditions(fact, "")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for i, r := range rows.Items {
		if failed := rows.Failed(i); len(failed) == 1 {
			out[failed[0]] = append(out[failed[0]], r.ID)
		}
	}
	return out
}

func TestConditions(t *testing.T) {
	files := examples(t)
	tests := []struct {
		file, fact string
		want       map[string][]string
	}{
		{"01_lookup_rows.yaml", "expiring", map[string][]string{"to_day": {"CUS-104"}, "from_day": {"CUS-105"}, "gold": {"CUS-106"}, "active": {"CUS-107"}}},
		{"03_escalation.yaml", "overdue", map[string][]string{"old": {"TK-2110", "TK-2111", "TK-2170"}, "enterprise": {"TK-2112"}, "open": {"TK-2113"}}},
		{"02_triage12.yaml", "triage", map[string][]string{"untriaged": {"TK-398"}, "open": {"TK-399"}}},
		{"04_reconciliation.yaml", "reconciled", map[string][]string{"february": {"TXN-500", "TXN-509"}, "amount": {"TXN-503", "TXN-510"}, "earliest": {"TXN-505"},
			"supplier": {"TXN-508"}, "currency": {"TXN-511"}}},
	}
	for _, tt := range tests {
		b := bindToy(t, tt.file, files[tt.file])
		if diff := cmp.Diff(tt.want, nearMisses(t, b, tt.fact)); diff != "" {
			t.Errorf("%s: near misses of %s (-want +got)\n%s", tt.file, tt.fact, diff)
		}
	}
	b := bindToy(t, "04", files["04_reconciliation.yaml"])
	rows, err := b.Conditions("reconciled", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows.Items { // without a receipt there is no product to compare with
		if r.ID == "TXN-506" && (r.Err["currency"] == nil || r.Holds["currency"] || r.Holds["received"] || !r.Holds["supplier"]) {
			t.Errorf("TXN-506: holds %v, errors %v", r.Holds, r.Err)
		}
	}
	if rows.Collection != "finance.transactions" {
		t.Errorf("collection %q", rows.Collection)
	}
	if _, err := b.Conditions("nosuch", ""); err == nil {
		t.Error("conditions of a fact that is not there")
	}
	if _, err := bindToy(t, "05", files["05_scheduling.yaml"]).Conditions("slot", ""); err == nil {
		t.Error("conditions of a single value")
	}
}

func TestFactInfos(t *testing.T) {
	b := bindToy(t, "04", examples(t)["04_reconciliation.yaml"])
	infos := b.FactInfos()
	want := FactInfo{Name: "open_items", Path: "facts.open_items", List: true, Conditions: []string{"supplier", "february", "not_done"},
		Uses: []string{"receipts", "reconciled"}, Names: []string{"finance.transactions", "inventory.products"},
		Reads: []FieldRead{{"finance.transactions", "transaction_id"}, {"finance.transactions", "reference"}, {"inventory.products", "product_id"},
			{"finance.transactions", "type"}, {"finance.transactions", "date"}, {"finance.transactions", "amount"}, {"finance.transactions", "currency"},
			{"finance.transactions", "status"}, {"inventory.products", "currency"}, {"inventory.products", "unit_price"}}}
	less := cmp.Transformer("set", func(r []FieldRead) map[FieldRead]bool {
		out := map[FieldRead]bool{}
		for _, x := range r {
			out[x] = true
		}
		return out
	})
	if diff := cmp.Diff(want, infos[len(infos)-1], less); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
