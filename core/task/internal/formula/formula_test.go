package formula

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/value"
)

type toy struct {
	lang  *Language
	ctx   *Context
	types map[string]Type
	vars  Values
}

func instant(t testing.TB, s string) time.Time {
	t.Helper()
	out, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func dec(t testing.TB, s string) value.Decimal {
	t.Helper()
	d, err := value.ParseDecimal(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func newToy(t testing.TB) *toy {
	t.Helper()
	zone, err := LoadZone("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	row := NewShape("crm.customers", "crm.customers")
	row.Set("id", Of(Text))
	row.Set("name", Of(Text))
	row.Set("n", Of(Int))
	row.Set("share", Of(Float))
	row.Set("price", Of(Decimal))
	row.Set("due", Of(Day).Nullable())
	row.Set("at", Of(Instant))
	row.Set("open", Of(Bool).Nullable())
	row.Set("tags", ListOf(Of(Text)))
	rows := []any{
		map[string]any{"id": "A", "name": "Ann Bo", "n": 1, "share": 0.1, "price": dec(t, "12.50"), "due": value.Day("2026-03-17"), "at": instant(t, "2026-03-14T08:00:00Z"), "open": true, "tags": []any{"x"}},
		map[string]any{"id": "B", "name": "Bea", "n": 2, "share": 0.2, "price": dec(t, "0.30"), "due": nil, "at": instant(t, "2026-03-14T09:00:01+01:00"), "open": nil, "tags": []any{}},
		map[string]any{"id": "C", "name": "王明", "n": 3, "share": 0.5, "price": dec(t, "7"), "due": value.Day("2026-03-16"), "at": instant(t, "2026-03-15T23:30:00Z"), "open": false, "tags": []any{"x", "y"}},
	}
	types := map[string]Type{
		Now: Of(Instant), "cust": RecordOf(row), "maybe": RecordOf(row).Nullable(), "anything": Type{}, "eur": Of(Money), "tomorrow": Of(Day),
	}
	vars := Values{Now: instant(t, "2026-03-16T09:00:00+01:00"), "crm.customers": rows, "cust": rows[0], "maybe": nil,
		"anything": map[string]any{"deep": []any{1, "two"}}, "eur": value.Money{Minor: 1250, Currency: "EUR"}, "tomorrow": value.Day("2026-03-17")}
	rowType := RecordOf(row)
	return &toy{lang: New(zone), types: types, vars: vars, ctx: &Context{
		Name: func(n string) (Type, bool) { ty, ok := types[n]; return ty, ok },
		Collection: func(s, n string) (Type, bool, bool) {
			return ListOf(rowType), s == "crm", s == "crm" && n == "customers"
		},
		Names: func() []string { return []string{"now", "cust", "crm.customers", "eur"} },
		Why: func(n string) string {
			if n == "later" {
				return "later stands below"
			}
			return ""
		},
	}}
}

func (y *toy) row() *toy {
	rows := y.vars["crm.customers"].([]any)
	t := y.types["cust"]
	y.ctx.Row = &t
	y.vars.SetRow(rows[0])
	return y
}

func (y *toy) run(t testing.TB, src string) (any, error) {
	t.Helper()
	p, errs := y.lang.Compile(src, y.ctx)
	if errs != nil {
		t.Fatalf("compile %s: %v", src, errs)
	}
	return both(t, p, y.vars)
}

// both runs a program by closures, where it has them, and by the library's machine, which must
// come to the same and cost the same.
func both(t testing.TB, p *Program, vars Values) (any, error) {
	t.Helper()
	var m Machine
	meter := NewMeter(RunSteps)
	got, err := m.Run(p, vars, meter)
	slow := *p
	slow.direct = nil
	other := NewMeter(RunSteps)
	want, wantErr := m.Run(&slow, vars, other)
	exact := []cmp.Option{cmp.Comparer(func(a, b value.Decimal) bool { return a == b }), cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) })}
	switch {
	case (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error():
		t.Errorf("%s: closures end with %v, the machine with %v", p.Source, err, wantErr)
	case err == nil && !cmp.Equal(got, want, exact...):
		t.Errorf("%s: closures yield %v, the machine %v", p.Source, got, want)
	case meter.left != other.left:
		t.Errorf("%s: closures cost %d, the machine %d", p.Source, RunSteps-meter.left, RunSteps-other.left)
	}
	return got, err
}

func TestRun(t *testing.T) {
	tests := []struct {
		src  string
		want any
	}{
		{`1 + 2 * 3`, 7},
		{`10 % 4`, 2},
		{`1 / 4`, 0.25},
		{`2 ** 10`, 1024.0},
		{`cust.price + 1`, dec(t, "13.50")},
		{`cust.price * 3 == 37.5`, true},
		{`0.1 + 0.2 == 0.3`, false},
		{`total(map(crm.customers, .price))`, dec(t, "19.80")},
		{`total(map(crm.customers, .share))`, 0.8},
		{`total(map(crm.customers, .n))`, 6},
		{`sum(crm.customers, .price)`, dec(t, "19.80")},
		{`sum(map(crm.customers, .n))`, 6},
		{`total(map(crm.customers, money(.price, "EUR")))`, value.Money{Minor: 1980, Currency: "EUR"}},
		{`total(map(filter(crm.customers, false), .price))`, dec(t, "0")},
		{`eur.Currency + " " + string(eur.amount)`, "EUR 12.5"},
		{`eur == money(12.5, "EUR")`, true},
		{`eur + eur - eur * 2 == money(0, "EUR")`, true},
		{`show(times(eur, 40))`, "500.00 EUR"},
		{`map(filter(crm.customers, .due >= day(now)), .id)`, []any{"A", "C"}},
		{`map(filter(crm.customers, .due < "2026-03-17"), .id)`, []any{"C"}},
		{`map(filter(crm.customers, .due == nil), .id)`, []any{"B"}},
		{`map(filter(crm.customers, not .open), .id)`, []any{"B", "C"}},
		{`map(filter(crm.customers, .open or .n == 3), .id)`, []any{"A", "C"}},
		{`map(filter(crm.customers, hours_since(.at) > 48), .id)`, []any{}},
		{`map(filter(crm.customers, hours_since(.at) >= 48), .id)`, []any{"A"}},
		{`day(crm.customers[2].at)`, value.Day("2026-03-16")}, // 23:30Z is after midnight in Berlin
		{`month(now)`, "2026-03"},
		{`weekday(day(now))`, 1},
		{`plus_days("2026-03-17" == tomorrow ? tomorrow : day(now), 1)`, value.Day("2026-03-18")},
		{`plus_months(day("2026-01-31"), 1)`, value.Day("2026-02-28")},
		{`days_between(day(now), tomorrow)`, 1},
		{`at(tomorrow, "16:00", "Europe/London") - at(tomorrow, "16:00")`, time.Hour},
		{`local(at(tomorrow, "10:00", "UTC"), "Asia/Shanghai")`, "18:00"},
		{`duration("30m") * 3 == duration("1h30m")`, true},
		{`at(tomorrow, "10:00") + duration("1h") > now`, true},
		{`the(crm.customers, "id", "B").name`, "Bea"},
		{`lookup(crm.customers, "id", "Z")?.name`, nil},
		{`lookup(crm.customers, "id", nil)`, nil},
		{`lookup(crm.customers, "id", "Z")?.name ?? "none"`, "none"},
		{`only(filter(crm.customers, .n == 2)).id`, "B"},
		{`first(sortBy(crm.customers, .due)).id`, "C"},
		{`map(sortBy(crm.customers, .due, "desc"), .id)`, []any{"A", "C", "B"}},
		{`map(sortBy(crm.customers, .price), .id)`, []any{"B", "C", "A"}},
		{`min(map(crm.customers, .due))`, value.Day("2026-03-16")},
		{`max(map(crm.customers, .price))`, dec(t, "12.5")},
		{`sort(map(crm.customers, .price))[0]`, dec(t, "0.3")},
		{`"x" in cust.tags and "y" not in cust.tags`, true},
		{`cust.due in ["2026-03-17"]`, true},
		{`cust.id in map(crm.customers, .id)`, true},
		{`uniq(["a", "b", "a"])`, []any{"a", "b"}},
		{`uniq([1, 2.0, 1, 2])`, []any{1, 2.0}},
		{`flatten(map(crm.customers, .tags))`, []any{"x", "x", "y"}},
		{`concat(["a"], ["b"])`, []any{"a", "b"}},
		{`len("王明") + len([1])`, 3},
		{`extract("PO-17 accepted 118", "accepted ([0-9]+)")`, "118"},
		{`number("1,180.50") == 1180.5`, true},
		{`int(49.9)`, 49},
		{`round(cust.price)`, dec(t, "13")},
		{`floor(0 - cust.price)`, dec(t, "-13")},
		{`-cust.price`, dec(t, "-12.5")},
		{`upper(cust.name)`, "ANN BO"},
		{`join(map(crm.customers, .id), "+")`, "A+B+C"},
		{`split("a,b", ",")`, []any{"a", "b"}},
		{`cust.name startsWith "Ann" and cust.name matches "^A.*o$" and cust.name contains " "`, true},
		{`count(crm.customers, .n > 1)`, 2},
		{`map(0..2, # * 2)`, []any{0, 2, 4}},
		{`map(crm.customers, #index)`, []any{0, 1, 2}},
		{`reduce(crm.customers, #acc + .n, 0)`, 6},
		{`let c = the(crm.customers, "id", "A"); c.n + c.n`, 2},
		{`map(uniq(map(crm.customers, .n % 2)), let k = #; {k: k, ids: map(filter(crm.customers, .n % 2 == k), .id)})`,
			[]any{map[string]any{"k": 1, "ids": []any{"A", "C"}}, map[string]any{"k": 0, "ids": []any{"B"}}}},
		{`anything.deep[1]`, "two"},
		{`anything?.nosuch`, nil},
		{`cust.tags[-1]`, "x"},
		{`crm.customers[1:][0].id`, "B"},
		{`maybe?.name`, nil},
		{`maybe == nil`, true},
		{`all(crm.customers, .n > 0) and none(crm.customers, .n > 3) and any(crm.customers, .n == 3) and one(crm.customers, .n == 1)`, true},
		{`find(crm.customers, .n == 2)?.id`, "B"},
		{`findIndex(crm.customers, .n == 2)`, 1},
		{`abs(-3)`, 3},
		{`mean(map(crm.customers, .n))`, 2.0},
		{`if cust.n == 1 { "one" } else { "more" }`, "one"},
		{`crm.customers | filter(.n == 2) | map(.id)`, []any{"B"}},
	}
	for _, tt := range tests {
		t.Run(tt.src, func(t *testing.T) {
			got, err := newToy(t).run(t, tt.src)
			if err != nil {
				t.Fatalf("run: %v", err)
			}
			if diff := cmp.Diff(tt.want, got, cmp.Comparer(func(a, b value.Decimal) bool { return a == b })); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestRunErrors(t *testing.T) {
	tests := []struct{ src, want string }{
		{`the(crm.customers, "id", "Z")`, "no record has id Z"},
		{`only(crm.customers)`, "3 members"},
		{`maybe.name`, "no record to take .name"},
		{`anything.nosuch`, "no field nosuch"},
		{`1 % 0`, "division by zero"},
		{`1 / 0`, "division by zero"},
		{`9223372036854775807 + 1`, "too large"},
		{`eur + money(1, "USD")`, "USD"},
		{`money(0.001, "EUR")`, "minor units"},
		{`extract("abc", "([0-9]+)")`, "does not match"},
		{`number("abc")`, "no number"},
		{`total(map(filter(crm.customers, false), money(.price, "EUR")))`, "no currency"},
		{`cust.tags[9]`, "none at 9"},
		{`0..1000000000`, "too long"},
		{`let xs = 0..9999; count(xs, count(xs, count(xs, true) > 0) > 0)`, "too many steps"},
		{`let xs = 0..99999; count(xs, count(xs, true) > 0 and cust.tags[0] + "a" == "b")`, "too many steps"},
		{`reduce(0..40, #acc + #acc, "0123456789")`, "at most 1048576"},
		{`at(tomorrow, "25:00")`, "no time in"},
		{`plus_days(tomorrow, 99999999)`, "outside the calendar"},
		{`cust.name == nil ? 1 : anything + 1`, "there is no record + whole number"},
		{`weekday(crm.customers[1].due)`, "missing (nil)"},
		{`tomorrow == cust.id`, "no calendar day"},
	}
	for _, tt := range tests {
		t.Run(tt.src, func(t *testing.T) {
			got, err := newToy(t).run(t, tt.src)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, %v; want an error with %q", got, err, tt.want)
			}
		})
	}
}

func TestCompileErrors(t *testing.T) {
	tests := []struct {
		src  string
		row  bool
		at   int
		want string
		hint string
	}{
		{`map(crm.customers, .nam)`, false, 20, "no field nam", "did you mean name?"},
		{`the(crm.customers, "id", "A").nmae`, false, 30, "no field nmae", "name"},
		{`the(crm.customers, "idd", "A")`, false, 19, "no field idd", "did you mean id?"},
		{`lookup(crm.customers, "id", "A")?.nmae`, false, 34, "no field nmae", "name"},
		{`first(crm.customers).nmae`, false, 21, "no field nmae", "name"},
		{`only(uniq(reverse(sortBy(crm.customers, .n)))).nmae`, false, 47, "no field nmae", "name"},
		{`map(crm.customers, ({a: .id}))[0].b`, false, 34, "no field b", ""},
		{`.nmae == "x"`, true, 1, "no field nmae", "name"},
		{`crm.custmers`, false, 4, "no collection custmers", "crm.customers"},
		{`crm`, false, 0, "is a service", ""},
		{`nwo`, false, 0, "there is no nwo", "did you mean now?"},
		{`later`, false, 0, "stands below", ""},
		{`now()`, false, 0, "now is the task's time", "without brackets"},
		{`date("2026-01-01")`, false, 0, "not offered", "at(day"},
		{`keys(cust)`, false, 0, "not offered", ""},
		{`cust.n == "1"`, false, 7, "cannot be compared", "number("},
		{`cust.due == "17.3.2026"`, false, 12, "no calendar day", "YYYY-MM-DD"},
		{`cust.due == cust.at`, false, 9, "cannot be compared", "day(t)"},
		{`cust.price == eur`, false, 11, "cannot be compared", ".amount"},
		{`"x" + 1`, false, 4, "no text + whole number", "string(x)"},
		{`cust.due + 1`, false, 9, "no day + whole number", "plus_days"},
		{`cust.price / 3`, false, 11, "no exact number / whole number", "times"},
		{`filter(crm.customers, .name)`, false, 23, "must be true or false", ""},
		{`cust.tags contains "x"`, false, 5, "needs a text", "in"},
		{`"a" in "abc"`, false, 4, "needs a list", "contains"},
		{`1 in cust.tags`, false, 2, "cannot be in", ""},
		{`cust.name matches "("`, false, 18, "pattern", ""},
		{`extract(cust.name, "(")`, false, 19, "pattern", ""},
		{`money(1, "Euro")`, false, 9, "no currency code", "EUR"},
		{`at(tomorrow, "10:00", "Berlin")`, false, 22, "no IANA", ""},
		{`duration("one hour")`, false, 9, "no duration", ""},
		{`made("x")`, false, 0, "only where a check is judged", ""},
		{`cust.name.upper()`, false, 10, "only a function", ""},
		{`cust[cust.id]`, false, 10, "must be named", ""},
		{`let now = 1; now`, false, 4, "taken", ""},
		{`let count = 1; 2`, false, 4, "function", ""},
		{`1; 2`, false, 0, "one expression", ""},
		{`#`, false, 0, "unexpected token", ""},
		{`map(crm.customers, #.id`, false, 23, "breaks off", "quote"},
		{`.n and`, true, 6, "breaks off", "quote"},
		{`1}) + map(0,{2`, true, 0, "brackets", ""},
		{``, false, 0, "empty", ""},
		{`foo(1)`, false, 0, "no function foo", ""},
		{`plus_days(now, 1)`, false, 10, "must be a day", ""},
		{`len(1)`, false, 4, "no length", ""},
		{`the(crm.customers, "n", "A")`, false, 24, "cannot be compared", ""},
		{`$env`, false, 0, "there is no $env", ""},
		{`toJSON(cust)`, false, 0, "not offered", ""},
		{strings.Repeat("1+", 3000) + "1", false, 0, "nodes", ""},
	}
	for _, tt := range tests {
		t.Run(tt.src[:min(len(tt.src), 60)], func(t *testing.T) {
			y := newToy(t)
			if tt.row {
				y.row()
			}
			_, errs := y.lang.Compile(tt.src, y.ctx)
			if len(errs) == 0 {
				t.Fatal("compiles")
			}
			e := errs[0]
			if !strings.Contains(e.Msg, tt.want) || !strings.Contains(e.Hint, tt.hint) {
				t.Errorf("error %q (%q), want %q (%q)", e.Msg, e.Hint, tt.want, tt.hint)
			}
			if tt.at != e.Offset && tt.want != "nodes" {
				t.Errorf("offset %d, want %d", e.Offset, tt.at)
			}
		})
	}
}

func TestAllErrorsInOneGo(t *testing.T) {
	y := newToy(t)
	_, errs := y.lang.Compile(`map(crm.customers, .aaaa) == map(crm.customers, .bbbb)`, y.ctx)
	if len(errs) != 2 {
		t.Errorf("%d errors, want one for each misspelt field: %v", len(errs), errs)
	}
}

func TestRow(t *testing.T) {
	y := newToy(t).row()
	for src, want := range map[string]any{`.n`: 1, `#.id`: "A", `count(crm.customers, .n >= 1) // all`: 3, `let x = .n; x + 1`: 2} {
		if got, err := y.run(t, src); err != nil || got != want {
			t.Errorf("%s = %v, %v; want %v", src, got, err, want)
		}
	}
}

func TestUses(t *testing.T) {
	y := newToy(t)
	y.ctx.Made = func(check string) (Type, string) {
		if check != "booked" {
			return Type{}, "no check " + check
		}
		return y.types["cust"], ""
	}
	p, errs := y.lang.Compile(`filter(crm.customers, .n > cust.n and hours_since(.at) > 1 and .id != made("booked").id)`, y.ctx)
	if errs != nil {
		t.Fatal(errs)
	}
	if diff := cmp.Diff([]string{"crm.customers", "cust", "now"}, p.Names); diff != "" {
		t.Errorf("names (-want +got)\n%s", diff)
	}
	want := []Read{{"crm.customers", "at"}, {"crm.customers", "id"}, {"crm.customers", "n"}}
	if diff := cmp.Diff(want, p.Reads); diff != "" {
		t.Errorf("reads (-want +got)\n%s", diff)
	}
	if !p.Made {
		t.Error("Made is not set")
	}
	y.vars.SetMade(func(string) (any, error) { return map[string]any{"id": "A"}, nil })
	var m Machine
	got, err := m.Run(p, y.vars, NewMeter(RunSteps))
	if err != nil || len(got.([]any)) != 2 {
		t.Errorf("run: %v, %v; want B and C", got, err)
	}
	if _, errs := y.lang.Compile(`made("other")`, y.ctx); len(errs) != 1 || errs[0].Msg != "no check other" {
		t.Errorf("made of an unknown check: %v", errs)
	}
}

func TestReserved(t *testing.T) {
	for _, name := range []string{"one", "first", "sum", "count", "now", "it", "nil", "the", "let", "filter", "groupBy", "made"} {
		if Reserved(name) == "" {
			t.Errorf("%s is free", name)
		}
	}
	for _, name := range []string{"overdue", "supplier", "slot"} {
		if why := Reserved(name); why != "" {
			t.Errorf("%s is refused: %s", name, why)
		}
	}
}

func TestDocumented(t *testing.T) {
	for _, d := range Documented() {
		if d.Name == "" || d.Usage == "" || d.Doc == "" || d.Example == "" || strings.HasPrefix(d.Name, "#") {
			t.Errorf("incomplete: %+v", d)
		}
		if !strings.HasPrefix(d.Usage, d.Name+"(") {
			t.Errorf("%s: usage %q", d.Name, d.Usage)
		}
	}
}

func TestJoin(t *testing.T) {
	a, b := NewShape("a", ""), NewShape("b", "")
	a.Set("x", Of(Int))
	b.Set("x", Of(Int))
	tests := []struct {
		a, b Type
		want string
	}{
		{Of(Text), Of(Text), "text false"},
		{Of(Text), Of(Nil), "text true"},
		{Of(Text), Of(Int), "value of unknown kind false"},
		{ListOf(Of(Text)), Type{Kind: List}, "list of text false"},
		{RecordOf(a), RecordOf(b), "record false"},
	}
	for _, tt := range tests {
		got := join(tt.a, tt.b)
		if s := fmt.Sprint(got, got.Null); s != tt.want {
			t.Errorf("join(%s, %s) = %s, want %s", tt.a, tt.b, s, tt.want)
		}
	}
}
