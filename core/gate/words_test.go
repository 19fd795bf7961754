package gate

import (
	"slices"
	"testing"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// Comparing words of the request against the comparison of a condition.
func TestWordsAgainstComparisons(t *testing.T) {
	tests := []struct {
		says, expr string
		want       string // "" = they agree; "-" = nothing can be told
	}{
		{"more than 48 hours", "hours_since(.created_at) > 48", ""},
		{"more than 48 hours", "hours_since(.created_at) >= 48", "leaves the edge itself out"},
		{"more than 48 hours", "hours_since(.created_at) < 48", "means the other side"},
		{"more than 48 hours", "48 < hours_since(.created_at)", ""},
		{"more than 48 hours", ".created_at < cutoff", ""}, // an earlier instant
		{"no more than 3", ".count <= 3", ""},
		{"no more than 3", ".count < 3", "takes the edge itself in"},
		{"at least EUR 500", ".amount >= 500", ""},
		{"at least EUR 500", ".amount > 500", "takes the edge itself in"},
		{"up to and including 15 April", `.contract_end <= "2026-04-15"`, ""},
		{"up to and including 15 April", `.contract_end < "2026-04-16"`, "takes the edge itself in"},
		{"before 1 May", `.due < "2026-05-01"`, ""},
		{"before 1 May", `.due > "2026-05-01"`, "means the other side"},
		{"after 18:00 on Friday", ".created_at > friday", ""},
		{"since 20:00 yesterday", ".last_run >= since", ""},
		{"within 30 days", "days_between(day(.date), day(now)) <= 30", ""},
		{"within 30 days", "days_between(day(.date), day(now)) < 30", "takes the edge itself in"},
		{"超过48小时", "hours_since(.created_at) > 48", ""},
		{"不超过48小时", "hours_since(.created_at) > 48", "takes the edge itself in"},
		{"至少三天", "left >= 3", ""},
		{"最近30天内", "hours_since(.created_at) <= 720", ""},
		{"4月15日以前", `.contract_end <= "2026-04-15"`, "leaves the edge itself out"},
		{"截至4月15日", `.contract_end <= "2026-04-15"`, ""},
		{"截至4月15日（含）", `.contract_end <= "2026-04-15"`, ""},
		{"up to, but not including, 15 April", `.contract_end <= "2026-04-15"`, "leaves the edge itself out"},
		{"up to, but not including, 15 April", `.contract_end < "2026-04-15"`, ""},
		{"48 hours or longer", "hours_since(.created_at) > 48", "takes the edge itself in"},
		{"by 18:00 on Friday", ".created_at > friday", "takes the edge itself in"},
		{"from 18:00 on Friday onwards", ".created_at > friday", "takes the edge itself in"},
		{"at or below its reorder level", ".quantity < .reorder_level", "takes the edge itself in"},
		{"above its reorder level", ".quantity < .reorder_level", "means the other side"},
		{"more than one day after the promised date", "days_between(order.promised_date, .eta) > 1", ""},
		{"less than one day after the promised date", "days_between(order.promised_date, .eta) > 1", "means the other side"},
		{"at most EUR 500", "request.amount >= 500", "means the other side"},
		{"3月1日到3月10日（首尾两天都算）", `.date <= day("2026-03-10")`, ""},
		{"3月1日到3月10日（不含首尾两天）", `.date <= day("2026-03-10")`, "leaves the edge itself out"},
		{"已满30天", "hours_since(.created_at) <= 720", "means the other side"},
		{"open tickets", `.status == "open"`, "-"},
		{"more than 48 hours", `.status == "old"`, "-"},
		{"more than 1 and less than 5", ".n > 1 and .n < 5", "-"},
		{"over 10", "not (.n > 10)", "-"},
		{"before noon", `.title contains "<noon>"`, "-"},
	}
	for _, tt := range tests {
		w, ok := comparing(tt.says)
		c, ok2 := compared(tt.expr)
		got := "-"
		if ok && ok2 {
			got = disagree(w, c)
		}
		if got != tt.want {
			t.Errorf("%q against %s: %q, want %q (%+v %v, %+v %v)", tt.says, tt.expr, got, tt.want, w, ok, c, ok2)
		}
	}
}

func TestContainsWord(t *testing.T) {
	tests := []struct {
		text, word string
		want       bool
	}{
		{"see TK-10 today", "TK-10", true},
		{"see TK-100 today", "TK-10", false},
		{"XTK-10", "TK-10", false},
		{"付款FK-203今天", "FK-203", true},
		{"付款FK-2031今天", "FK-203", false},
		{"不超过三天", "超过", true}, // Chinese has no blanks: the longer phrase is looked for first
		{"", "x", false},
		{"x", "", false},
		{"TK-100 and TK-10", "TK-10", true},
	}
	for _, tt := range tests {
		if got := containsWord(tt.text, tt.word); got != tt.want {
			t.Errorf("containsWord(%q, %q) = %v", tt.text, tt.word, got)
		}
	}
}

// A value leaks however it is spelled; a number only as a number of its own.
func TestHandedTextHoldsValues(t *testing.T) {
	tests := []struct {
		text, value string
		want        bool
	}{
		{"ask mara.voss@northwind.test", "mara.voss@northwind.test", true},
		{"ask MARA . VOSS (at) northwind", "mara.voss", true},
		{"ask ｍａｒａ.voss", "mara.voss", true},
		{"ask ma\u200bra.voss", "mara.voss", true},
		{"about S\u0301HP-1648", "SHP-1648", true},
		{"about SHP-١٦٤٨", "SHP-1648", true},
		{"about ЅНР-1648", "SHP-1648", true},
		{"the total is EUR ١٢٬٨٠٠٫٠٠", "12800", true},
		{"the total is EUR 12,800.00", "12800", true},
		{"the total is 12.800,00 €", "12800", true},
		{"the call is at 18:00", "1800", false},
		{"ticket 118001", "1800", false},
		{"it is 1800.", "1800", true},
	}
	for _, tt := range tests {
		h := hand("request", tt.text)
		v := seek(tt.value)
		if got := h.holds(&v); got != tt.want {
			t.Errorf("%q holds %q: %v (squashed %q, numbers %v)", tt.text, tt.value, got, h.text, h.numbers)
		}
	}
}

// What an answer adds is what remains without fillers and without the words of the question.
func TestAnswersAddWords(t *testing.T) {
	for _, tt := range []struct {
		say  string
		asks [][]string
		want []string
	}{
		{"At 14:00 please.", nil, []string{"14:00"}},
		{"The department is Logistics.", [][]string{{"which", "department"}}, []string{"logistics"}},
		{"Priya Nair from Finance.", [][]string{{"priya", "nair"}}, []string{"priya", "nair", "finance"}},
		{"是“蓝湾二期”。", [][]string{{"哪个项目"}}, []string{"蓝湾二期"}},
		{"Yes, please do.", nil, nil},
	} {
		if got := addedBy(&task.Known{Say: tt.say, Asks: tt.asks}); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.say, got, tt.want)
		}
	}
}

// A share is its percentage, whatever binary fractions make of it.
func TestSameQuantity(t *testing.T) {
	for percent := 1.0; percent < 100; percent++ {
		if !sameQuantity(percent, percent/100) || !sameQuantity(percent, percent*0.01) {
			t.Errorf("%v percent is not %v", percent, percent/100)
		}
	}
	if sameQuantity(80, 0.9) {
		t.Error("80 percent is 0.9")
	}
}

// A number of an expression is the one that a clause names, on the side that it names.
func TestSizedMeansMeasure(t *testing.T) {
	tests := []struct {
		op     string
		n      float64
		clause string
		said   float64
		want   bool
	}{
		{"<=", 3, "if it has failed 3 times or fewer", 3, true},
		{"<", 4, "if it has failed 3 times or fewer", 3, true},
		{"<=", 4, "if it has failed 3 times or fewer", 3, false},
		{">", 3, "if it has failed 3 times or fewer", 3, true},
		{">=", 2500, "Requests of EUR 2500 or more", 2500, true},
		{">=", 2600, "Requests of EUR 2500 or more", 2500, false},
		{">", 48, "waiting more than 2 days", 2, true},
		{"", 0.8, "refunded with 80 percent", 80, true},
		{"", 0.9, "refunded with 80 percent", 80, false},
		{">=", 36, "if it has failed 3 times or fewer", 3, false}, // dozens are no unit of times
	}
	for _, tt := range tests {
		x := sized{n: tt.n, op: tt.op}
		if got := x.means(measure{tt.said, tt.clause}); got != tt.want {
			t.Errorf("%s %v means %q: %v", tt.op, tt.n, tt.clause, got)
		}
	}
}

func TestCloseValues(t *testing.T) {
	tests := []struct {
		want, got any
		near      bool
	}{
		{value.Number("12.50"), value.Number("13"), true},
		{value.Number("12.50"), value.Number("14"), false},
		{value.Number("12.50"), "12.50", false},
		{"2026-03-17", "2026-03-18", true},
		{"2026-03-17", "2026-03-19", false},
		{"2026-03-17T10:00:00Z", "2026-03-17T11:59:00+01:00", true},
		{"2026-03-17T10:00:00Z", "2026-03-17T12:01:00Z", false},
		{"12.50 EUR", "13.00 EUR", true},
		{"12.50 EUR", "13.00 USD", false},
		{"open", "opens", false},
	}
	for _, tt := range tests {
		if got := close(tt.want, tt.got); got != tt.near {
			t.Errorf("close(%v, %v) = %v", tt.want, tt.got, got)
		}
	}
}
