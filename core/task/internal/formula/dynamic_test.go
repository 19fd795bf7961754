package formula

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/value"
)

// newDynamic is a toy in which a is a record whose fields are not known before the run.
func newDynamic(t testing.TB) *toy {
	t.Helper()
	y := newToy(t)
	y.types["a"] = Type{}
	y.vars["a"] = map[string]any{
		"n": 6, "f": 1.5, "d": dec(t, "12.50"), "m": value.Money{Minor: 1250, Currency: "EUR"}, "usd": value.Money{Minor: 100, Currency: "USD"}, "s": "text", "t": instant(t, "2026-03-16T08:00:00Z"),
		"day": value.Day("2026-03-16"), "len": 90 * time.Minute, "list": []any{3, 1, 2}, "nil": nil, "yes": true, "rec": map[string]any{"x": 1}, "days": []any{value.Day("2026-03-17"), value.Day("2026-03-16")},
	}
	return y
}

// What is known of types before the run must not change what an expression means.
func TestDynamic(t *testing.T) {
	tests := []struct {
		src  string
		want any
	}{
		{`a.n + 1`, 7}, {`a.n - 1`, 5}, {`a.n * 2`, 12}, {`a.n / 4`, 1.5}, {`a.n % 4`, 2}, {`a.n ** 2`, 36.0}, {`-a.n`, -6}, {`+a.n`, 6},
		{`a.f + 1`, 2.5}, {`a.f - 1`, 0.5}, {`a.f * 2`, 3.0}, {`-a.f`, -1.5},
		{`a.d + a.n`, dec(t, "18.5")}, {`a.d - 0.5`, dec(t, "12")}, {`a.d * a.d`, dec(t, "156.25")}, {`-a.d`, dec(t, "-12.5")},
		{`a.m + a.m`, value.Money{Minor: 2500, Currency: "EUR"}}, {`a.m - a.m`, value.Money{Minor: 0, Currency: "EUR"}}, {`a.m * 2`, value.Money{Minor: 2500, Currency: "EUR"}},
		{`2 * a.m`, value.Money{Minor: 2500, Currency: "EUR"}}, {`-a.m`, value.Money{Minor: -1250, Currency: "EUR"}}, {`a.m.currency + a.s`, "EURtext"}, {`a.m.Amount`, dec(t, "12.5")},
		{`a.t + a.len - a.t`, 90 * time.Minute}, {`a.len + a.t == a.t + a.len`, true}, {`a.t - a.len < a.t`, true}, {`a.len + a.len`, 3 * time.Hour}, {`a.len - a.len`, time.Duration(0)},
		{`a.len * 2`, 3 * time.Hour}, {`0.5 * a.len`, 45 * time.Minute}, {`a.len / duration("45m")`, 2.0}, {`-a.len`, -90 * time.Minute},
		{`a.n == 6.0`, true}, {`a.d == 12.5`, true}, {`a.d == a.s`, false}, {`a.s == "text"`, true}, {`a.s != a.s`, false}, {`a.nil == nil`, true}, {`a.s == nil`, false}, {`nil == a.rec`, false},
		{`a.t == "2026-03-16T09:00:00+01:00"`, true}, {`"2026-03-16T08:00:00Z" == a.t`, true}, {`a.t == a.n`, false}, {`a.day == "2026-03-16"`, true}, {`"2026-03-16" == a.day`, true}, {`a.day == a.n`, false},
		{`a.list == [3, 1, 2]`, true}, {`a.list == [3, 1]`, false}, {`a.list == [3, 1, 4]`, false}, {`a.list == a.s`, false}, {`a.rec == {x: 1}`, true}, {`a.rec == {y: 1}`, false}, {`a.rec == {x: 2}`, false}, {`a.rec == {x: 1, y: 2}`, false},
		{`a.n < 7 and a.n <= 6 and a.n > 5 and a.n >= 6`, true}, {`a.d < a.n`, false}, {`a.f < a.n`, true}, {`a.s < "u"`, true}, {`a.nil < 1`, false}, {`1 >= a.nil`, false},
		{`a.day < "2026-03-17"`, true}, {`"2026-03-15" < a.day`, true}, {`a.t > "2026-03-15T00:00:00Z"`, true}, {`"2026-03-15T00:00:00Z" > a.t`, false}, {`a.len > duration("1h")`, true}, {`a.m > money(1, "EUR")`, true}, {`a.m < a.m`, false},
		{`not a.yes`, false}, {`not a.nil`, true}, {`a.yes and a.nil`, false}, {`a.nil or a.yes`, true}, {`a.yes ? 1 : 2`, 1}, {`a.nil ? 1 : 2`, 2},
		{`a.nil ?? 1`, 1}, {`a.n ?? 1`, 6}, {`a.rec["x"]`, 1}, {`a["n"]`, 6}, {`a.list[-1]`, 2}, {`a.nil?.x`, nil}, {`a.nil?.[0]`, nil}, {`a.list?.[0]`, 3}, {`a.list[1:]`, []any{1, 2}}, {`a.list[:-1]`, []any{3, 1}}, {`a.list[-2:9]`, []any{1, 2}}, {`a.list[2:1]`, []any{}},
		{`2 in a.list`, true}, {`a.n in a.list`, false}, {`a.nil in a.list`, false}, {`1 in a.nil`, false},
		{`a.s contains "ex"`, true}, {`a.s startsWith "t"`, true}, {`a.s endsWith "x"`, false}, {`a.s matches "^t.x"`, true}, {`a.nil contains "x"`, false}, {`a.s matches a.s`, true},
		{`sum(a.list)`, 6}, {`sum(a.list, # * 2)`, 12}, {`total(a.list)`, 6}, {`total([a.d, a.n])`, dec(t, "18.5")}, {`total([a.f, a.n])`, 7.5}, {`total([a.m, a.m])`, value.Money{Minor: 2500, Currency: "EUR"}},
		{`sort(a.list)`, []any{1, 2, 3}}, {`sort(a.list, "desc")`, []any{3, 2, 1}}, {`sortBy(a.list, -#)`, []any{3, 2, 1}}, {`sort(a.days)[0]`, value.Day("2026-03-16")}, {`max(a.list)`, 3}, {`min(a.list)`, 1}, {`max(a.n, 9)`, 9}, {`min(a.n, a.d)`, 6},
		{`first(a.list)`, 3}, {`last(a.list)`, 2}, {`first([])`, nil}, {`last([])`, nil}, {`reverse(a.list)`, []any{2, 1, 3}}, {`take(a.list, 2)`, []any{3, 1}}, {`take(a.list, 9)`, []any{3, 1, 2}}, {`uniq(concat(a.list, a.list))`, []any{3, 1, 2}},
		{`uniq([a.t, at(a.day, "09:00", "Europe/Berlin"), nil, nil])`, []any{instant(t, "2026-03-16T08:00:00Z"), nil}}, {`flatten([a.list, [4], 5])`, []any{3, 1, 2, 4, 5}}, {`concat([])`, []any{}}, {`len(a.s) + len(a.list)`, 7}, {`mean(a.list)`, 2.0},
		{`only([a.n])`, 6}, {`the([a.rec], "x", 1).x`, 1}, {`lookup([a.rec], "x", 2)`, nil}, {`map(a.list, # + 1)`, []any{4, 2, 3}}, {`filter(a.list, # > 1)`, []any{3, 2}}, {`find(a.list, # > 9)`, nil}, {`findLast(a.list, # > 1)`, 2},
		{`findLastIndex(a.list, # > 1)`, 2}, {`findIndex(a.list, # > 9)`, nil}, {`reduce(a.list, #acc + #)`, 6}, {`map(a.n..8, #)`, []any{6, 7, 8}}, {`3..1`, []any{}},
		{`int(a.d)`, 12}, {`int(a.f)`, 1}, {`int("12.9")`, 12}, {`int(-1.9)`, -1}, {`float(a.d)`, 12.5}, {`float("1.5")`, 1.5}, {`abs(-a.d)`, dec(t, "12.5")}, {`abs(a.d)`, dec(t, "12.5")}, {`abs(-1.5)`, 1.5}, {`ceil(a.d)`, dec(t, "13")},
		{`floor(a.d)`, dec(t, "12")}, {`round(-a.d)`, dec(t, "-13")}, {`round(a.f)`, 2.0}, {`round(money(12, "EUR").amount)`, dec(t, "12")}, {`ceil(a.n)`, 6},
		{`times(a.m, 2)`, value.Money{Minor: 2500, Currency: "EUR"}}, {`times(a.d, a.n)`, dec(t, "75")}, {`times(2, 3)`, dec(t, "6")}, {`money(a.n, "JPY")`, value.Money{Minor: 6, Currency: "JPY"}},
		{`day(a.t)`, value.Day("2026-03-16")}, {`day(a.day)`, value.Day("2026-03-16")}, {`day(a.s == "x" ? a.s : "2026-01-02")`, value.Day("2026-01-02")}, {`month(a.day)`, "2026-03"}, {`weekday(a.t)`, 1}, {`days_between(a.day, a.days[0])`, 1},
		{`plus_days(a.day, -1)`, value.Day("2026-03-15")}, {`local(a.t, "Asia/Shanghai")`, "16:00"}, {`hours_since(a.t)`, 0.0},
		{`string(a.n) + string(a.f) + string(a.d) + string(a.day) + string(a.yes)`, "61.512.52026-03-16true"}, {`show(a.m)`, "12.50 EUR"}, {`show(a.t)`, "2026-03-16T08:00:00Z"}, {`show(a.list)`, "[3, 1, 2]"}, {`show(a.rec)`, "{x: 1}"}, {`show(a.len)`, "1h30m0s"},
		{`replace(a.s, "t", "")`, "ex"}, {`upper(a.s)`, "TEXT"}, {`lower("A")`, "a"}, {`trim(" x ")`, "x"}, {`split("a-b", "-")[1]`, "b"}, {`join(["a", a.s], "/")`, "a/text"}, {`extract(a.s, "x(.)")`, "t"}, {`extract(a.s, "x.")`, "xt"}, {`extract(a.s, a.s)`, "text"},
		{`let x = a; x.rec.x`, 1}, {`a.rec.x == 1 ? [a.n] : []`, []any{6}}, {`{p: a.n}.p`, 6}, {`[]`, []any{}}, {`all([], false) and none(a.list, # > 9)`, true},
	}
	for _, tt := range tests {
		t.Run(tt.src, func(t *testing.T) {
			got, err := newDynamic(t).run(t, tt.src)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got, cmp.Comparer(func(a, b value.Decimal) bool { return a == b }), cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) })); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Slips that only the run can see are errors, never a quiet nil or false.
func TestDynamicErrors(t *testing.T) {
	tests := []struct{ src, want string }{
		{`a.nosuch`, "no field nosuch; there is d, day"}, {`a.nil.x`, "no record to take .x"}, {`a.n.x`, "a whole number has no field x"}, {`a.m.minor`, "money has no field minor"}, {`a.list["x"]`, "has no field x"}, {`a.list[a.s]`, "indexed by a whole number"}, {`a.n[1:]`, "only a list can be cut"}, {`a.list[:a.s]`, "cut at whole numbers"}, {`a.nil[1:]`, "only a list can be cut"}, {`a.n[0]`, "not indexed"},
		{`a.n + a.s`, "no whole number + text"}, {`a.s - 1`, "no text - whole number"}, {`a.s * 2`, "no text * whole number"}, {`a.s / 2`, "no text / whole number"}, {`a.s % 2`, "no text % whole number"}, {`a.s ** 2`, "no text ** whole number"}, {`-a.s`, "has no sign"},
		{`a.nil + 1`, "its 1st argument is missing"}, {`1 - a.nil`, "its 2nd argument is missing"}, {`-a.nil`, "missing"}, {`a.nil[0]`, "missing"}, {`a.nil * 1`, "missing"}, {`a.nil / 1`, "missing"}, {`map(a.nil, #)`, "a list function"}, {`month(a.nil)`, "month: its 1st argument"},
		{`a.n < a.s`, "have no order"}, {`a.list < a.list`, "have no order"}, {`a.day < a.s`, "no calendar day"}, {`a.t < a.s`, "no date-time"}, {`a.day == a.s`, "no calendar day"}, {`a.m < a.usd`, "different currencies"}, {`sort([1, "a"])`, "no order"}, {`sort([1, 2], a.s)`, `"asc" or "desc"`},
		{`a.n ? 1 : 2`, "must be true or false"}, {`not a.s`, "must be true or false"}, {`filter(a.list, #)`, "must be true or false"}, {`1 in a.n`, "needs a list"}, {`map(a.n, #)`, "a list is needed"}, {`a.s contains a.n`, "no text contains whole number"}, {`a.n contains "x"`, "a text is needed"},
		{`a.s matches a.m.currency + "("`, "not valid"}, {`extract(a.s, string("("))`, "not valid"}, {`extract(a.n, "x")`, "a text is needed"}, {`number(a.n)`, "no number"}, {`int("x")`, "no number"}, {`int(a.list)`, "is no number"}, {`float(a.rec)`, "is no number"}, {`abs(a.s)`, "is no number"},
		{`upper(a.n)`, "a text is needed"}, {`split(a.s, "")`, "needs a separator"}, {`replace(a.s, a.n, "")`, "three texts"}, {`join(a.list, ",")`, "holds a whole number"}, {`join(a.s, ",")`, "needs a list of texts"}, {`duration(a.s)`, "no duration"},
		{`len(a.n)`, "has no length"}, {`first(a.n)`, "needs a list"}, {`uniq(a.n)`, "a list is needed"}, {`take(a.list, a.s)`, "number of members"}, {`only(a.n)`, "is no list"}, {`the(a.n, "x", 1)`, "is no list"}, {`the(a.list, "x", 1)`, "holds a whole number"}, {`the([a.rec, a.rec], "x", 1)`, "several records"},
		{`total(a.n)`, "is no list"}, {`total([a.s])`, "is no number"}, {`total([a.m, 1])`, "cannot be added up"}, {`total([a.m, a.usd])`, "EUR"}, {`total([nil])`, "is no number"}, {`max([])`, "empty"}, {`max([1, "a"])`, "no order"}, {`mean([])`, "empty"}, {`mean([a.s])`, "is no number"},
		{`money(a.s, "EUR")`, "is no number"}, {`money(1, a.n)`, "is no currency"}, {`times(a.s, 1)`, "is no number"}, {`times(a.m, a.s)`, "is no number"}, {`times(a.m, 0.001)`, "minor units"},
		{`day(a.n)`, "has no day"}, {`day(a.s)`, "no calendar day"}, {`plus_days(a.day, a.s)`, "a day and a whole number"}, {`days_between(a.day, a.s)`, "two days"}, {`at(a.s, "09:00")`, "needs a day"}, {`at(a.day, "09:00", a.s)`, "no IANA"}, {`local(a.t, a.s)`, "no IANA"}, {`local(a.s, "UTC")`, "needs a date-time"},
		{`a.n..a.s`, "whole numbers"}, {`1 / (a.n - 6)`, "division by zero"}, {`a.len / (a.len - a.len)`, "division by zero"}, {`a.n % (a.n - 6)`, "division by zero"}, {`a.len * 1e18`, "too large"}, {`a.n * 9223372036854775807`, "too large"}, {`-9223372036854775807 - a.n`, "too large"},
		{`9999999999999999999.0 + a.d`, "exact number"}, {`float(a.d) / 1e-320`, "no number"}, {`a.d ** 999`, "no number"},
	}
	for _, tt := range tests {
		t.Run(tt.src, func(t *testing.T) {
			got, err := newDynamic(t).run(t, tt.src)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, %v; want an error with %q", got, err, tt.want)
			}
		})
	}
}
