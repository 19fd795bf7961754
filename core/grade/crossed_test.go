package grade

import "testing"

func TestCrossed(t *testing.T) {
	r := testReading(t, "C-1", "C-2")
	fits := func(id string, owed int64) []FieldMatch {
		return []FieldMatch{{"body", build(t, r, txt, m{"mentions", m{"all", []any{id, m{"money", eur(owed)}}}})}}
	}
	one, two := fits("C-1", 500000), fits("C-2", 750000)
	tests := []struct {
		text string
		want bool
	}{
		{"C-1: 5,000.00 EUR; C-2: 7,500.00 EUR", false},
		{"C-1: 7,500.00 EUR; C-2: 5,000.00 EUR", true},
		{"C-2 owes 7500 EUR, C-1 owes 5000 EUR.", false},
		{"C-2 owes 5000 EUR, C-1 owes 7500 EUR.", true},
		{"5,000.00 EUR from C-1 and 7,500.00 EUR from C-2", false},
		{"7,500.00 EUR from C-1 and 5,000.00 EUR from C-2", true},
		{"C-1 and C-2 owe 5000.00 EUR and 7500.00 EUR, in this order", false},
		{"C-1 and C-2 owe 7500.00 EUR and 5000.00 EUR, in this order", true},
		{"C-1 and C-2 are late: 7,500.00 EUR for C-2 and 5,000.00 EUR for C-1", false},
		{"The larger one, 7,500.00 EUR, is that of C-2. C-1 owes 5,000.00 EUR.", false},
		{"| C-1 | 5000.00 EUR |\n| C-2 | 7500.00 EUR |", false},
		{"| C-1 | 7500.00 EUR |\n| C-2 | 5000.00 EUR |", true},
		{"Customers: C-1 and C-2.\n| C-1 | 7500.00 EUR |\n| C-2 | 5000.00 EUR |", true},
		{"Customers: C-1 and C-2.\n| C-1 | 5000.00 EUR |\n| C-2 | 7500.00 EUR |", false},
		{"Please see C-1 and C-2. C-1 owes 7,500.00 EUR; C-2 owes 5,000.00 EUR.", true},
		{"Please see C-2 and C-1. C-1 owes 5,000.00 EUR; C-2 owes 7,500.00 EUR.", false},
		{"C-1: 7500.00 EUR; C-2: 5000.00 EUR. See C-1.", true},
		{"C-1: 5000.00 EUR; C-2: 7500.00 EUR. See C-1.", false},
		{"About C-1, C-2. C-1: 7500 EUR, C-2: 5000 EUR", true},
		{"About C-2, C-1. C-1: 5000 EUR, C-2: 7500 EUR", false},
		{"C-1 owes 5,000.00 EUR, which is less than 7,500.00 EUR. C-2 owes 7,500.00 EUR.", false},
		{"C-1 stays below 7,500.00 EUR. C-1 owes 5,000.00 EUR. C-2 owes 7,500.00 EUR.", false},
		{"需升级的客户：C-1和C-2。C-1逾期7,500.00 EUR；C-2逾期5,000.00 EUR。", true},
		{"需升级的客户：C-1和C-2。C-1逾期5,000.00 EUR；C-2逾期7,500.00 EUR。", false},
		{"客户C-1欠5,000.00 EUR，客户C-2欠7,500.00 EUR。", false},
		{"客户C-1欠7,500.00 EUR，客户C-2欠5,000.00 EUR。", true},
	}
	for _, tt := range tests {
		get := func(string) (any, bool) { return tt.text, true }
		for _, f := range append(one, two...) {
			if !f.Matcher.Match(tt.text, true) {
				t.Fatalf("%q mentions one of them not at all", tt.text)
			}
		}
		if got := crossed(get, one, two); got != tt.want {
			t.Errorf("%q is crossed: %v", tt.text, got)
		}
		if got := crossed(get, two, one); got != tt.want {
			t.Errorf("%q is crossed the other way: %v", tt.text, got)
		}
	}
	same := fits("C-2", 500000)
	if crossed(func(string) (any, bool) { return "C-1 and C-2 owe 5,000.00 EUR each", true }, one, same) {
		t.Error("equal amounts are crossed")
	}
}

// Either of two ways to mention a value will do, and fields stand apart.
func TestCrossedAnyAndFields(t *testing.T) {
	r := testReading(t, "C-1", "C-2")
	fits := func(id, rate, percent string) []FieldMatch {
		return []FieldMatch{{"subject", build(t, r, txt, m{"mentions", m{"all", []any{id}}})},
			{"body", build(t, r, txt, m{"mentions", m{"any", []any{m{"number", rate}, m{"number", percent}}}})}}
	}
	one, two := fits("C-1", "0.4", "40"), fits("C-2", "0.6", "60")
	for body, want := range map[string]bool{"40% and 60%": false, "60% and 40%": true, "0.4 and 60 %": false, "60% and 0.4": true} {
		get := func(field string) (any, bool) {
			if field == "subject" {
				return "C-1, C-2", true
			}
			return body, true
		}
		if got := crossed(get, one, two); got != want {
			t.Errorf("%q is crossed: %v", body, got)
		}
	}
}

func FuzzCrossed(f *testing.F) {
	for _, s := range []string{"C-1 5 C-2 7", "C-2 5,00 EUR/C-1", "客户C-1欠5", "\xff\u0301 C-1", "C-1 5. C-2 7; C-1", "C-1\n7;C-2 5 a。", ""} {
		f.Add(s)
	}
	r := testReading(f, "C-1", "C-2")
	fits := func(id, n string) []FieldMatch {
		return []FieldMatch{{"body", build(f, r, txt, m{"mentions", m{"all", []any{id, m{"number", n}}, "any", []any{"a", m{"date", "2026-03-17"}}}})}}
	}
	one, two := fits("C-1", "5"), fits("C-2", "7")
	f.Fuzz(func(t *testing.T, s string) {
		get := func(string) (any, bool) { return s, true }
		if crossed(get, one, two) != crossed(get, two, one) {
			t.Fatalf("%q is crossed one way alone", s)
		}
		if crossed(get, one, one) {
			t.Fatalf("%q is crossed with itself", s)
		}
	})
}
