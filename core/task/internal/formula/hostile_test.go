package formula

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// Small programs that would make or compare huge values end within the bounds of one run.
func TestHostileRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	t.Parallel()
	const (
		long  = `let x = reduce(0..16, #acc + #acc, "xxxx"); let y = x + "a"; let z = x + "b"; `
		many  = `let l = 0..99999; `
		twice = `reduce(0..40, [#acc, #acc], [])`
	)
	tests := []struct {
		src  string
		want error
	}{
		{long + `count(0..99999, y == z)`, errSteps},
		{long + `count(0..99999, y != z)`, errSteps},
		{long + `count(0..99999, y < z)`, errSteps},
		{long + `count(0..99999, [y] == [z])`, errSteps},
		{long + `count(0..99999, y in [z])`, errSteps},
		{long + `count(0..99999, len(y) > 0)`, errSteps},
		{long + `map(0..99999, string(y))`, errSteps},
		{long + `map(0..99999, split(y, "x"))`, errSteps},
		{long + `map(0..99999, replace(y, "x", ""))`, errSteps},
		{long + `sort(map(0..99999, # % 2 == 0 ? y : z))`, errSteps},
		{long + `max(map(0..99999, # % 2 == 0 ? y : z))`, errSteps},
		{long + `count(0..99999, y matches "(x?)*b")`, errSteps},
		{long + `map(0..99999, y)`, errLarge},
		{long + `map(0..99999, number(y + string(#)))`, nil},
		{`map(0..99999, extract("a" + string(#), "(a{1,9}){1,20}|" + string(#)))`, errSteps},
		{many + `let m = map(l, #); count(0..99999, l == m)`, errSteps},
		{many + `map(0..99999, reverse(l))`, errSteps},
		{many + `map(0..99999, l)`, errLarge},
		{many + `map(0..99999, l[1:])`, errLarge},
		{twice, errLarge},
		{twice + ` == ` + twice, errSteps},
		{`string(` + twice + `)`, nil},
		{`reduce(0..9999, [#acc], [])`, errDeep},
		{`reduce(0..9999, [#acc], []) == reduce(0..9999, [#acc], [])`, errDeep},
		{`len(string(reduce(0..9999, [#acc], []))) > 0`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.src, func(t *testing.T) {
			out, err := newToy(t).run(t, tt.src)
			if tt.want != nil && !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			if s, ok := out.(string); ok && len(s) > maxText {
				t.Errorf("a text of %d bytes", len(s))
			}
		})
	}
}

// Each function that looks at a whole text or list pays for it, or refuses a long one: none is
// free, or a short program could run for hours.
func TestEveryFunctionIsPaidFor(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	t.Parallel()
	const (
		lead   = `let z = reduce(0..15, #acc + #acc, "0h0m"); let blank = reduce(0..15, #acc + #acc, "    ") + "1"; let many = 0..99999; let rows = map(many, ({a: #})); `
		length = 4 << 16
	)
	calls := map[string]string{
		"the": `the(rows, "a", 3)`, "lookup": `lookup(rows, "a", 3)`, "total": `total(many)`, "show": `show(z)`, "string": `string(z)`,
		"extract": `extract(z, "h(.)$")`, "number": `number(blank)`, "int": `int(blank)`, "float": `float(blank)`, "duration": `duration(z)`, "at": `at(tomorrow, blank)`, "day": `day(z)`,
		"upper": `upper(z)`, "lower": `lower(z)`, "trim": `trim(blank)`, "replace": `replace(z, "y", "x")`, "split": `split(z, "y")`, "join": `join([z], "")`, "len": `len(z)`,
		"reverse": `reverse(many)`, "uniq": `uniq(map(many, "a"))`, "flatten": `flatten([many])`, "concat": `concat(many)`, "take": `take(many, 3)`, "sort": `sort(many)`,
		"max": `max(many)`, "min": `min(many)`, "mean": `mean(many)`,
		"==": `z == z + ""`, "<": `z < z + ""`, "in": `z in [z + ""]`, "contains": `z contains "y"`, "startsWith": `z startsWith z`, "endsWith": `z endsWith z`, "matches": `z matches "y$"`,
	}
	constant := "first last only made money times month weekday plus_days plus_months days_between hours_since local abs floor ceil round"
	for _, d := range Documented() {
		if calls[d.Name] == "" && !slices.Contains(strings.Fields(constant), d.Name) {
			t.Errorf("nobody says whether %s looks at a whole text or list", d.Name)
		}
	}
	price := func(src string) (int, error) {
		y := newToy(t)
		p, errs := y.lang.Compile(src, y.ctx)
		if errs != nil {
			t.Fatalf("%s: %v", src, errs)
		}
		meter := NewMeter(RunSteps)
		var m Machine
		_, err := m.Run(p, y.vars, meter)
		return RunSteps - meter.left, err
	}
	free, err := price(lead + `1`)
	if err != nil {
		t.Fatal(err)
	}
	for name, call := range calls {
		if paid, err := price(lead + call); err == nil && paid-free < length/32 {
			t.Errorf("%s: %s costs only %d steps", name, call, paid-free)
		}
	}
}

// A run that meets a bound says what to do.
func TestRemedies(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		`let l = 0..99999; map(l, map(l, # + 1))`: "go over fewer members",
		`count(0..99999, any(0..999, # == -1))`:   "go over fewer members",
		`map(0..99999, 0..999)`:                   "go over fewer members",
		`reduce(0..40, [#acc, #acc], [])`:         "give less of each record",
		`1 / 0`:                                   "",
	} {
		_, err := newToy(t).run(t, src)
		if err == nil {
			t.Fatalf("%s: no error", src)
		}
		if got := Remedy(err); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: %v: remedy %q", src, err, got)
		}
	}
}

// What is shown of a value, and its type in a message, are bounded whatever it shares.
func TestHostileValues(t *testing.T) {
	t.Parallel()
	shared := []any{1}
	for range 60 {
		shared = []any{shared, shared}
	}
	if s := Show(shared); len(s) > 100_000 || !strings.Contains(s, "...") {
		t.Errorf("shown with %d bytes", len(s))
	}
	if got := TypeOf(shared).Kind; got != List {
		t.Errorf("kind %v", got)
	}
	rows := make([]any, 30)
	for i := range rows {
		rows[i] = map[string]any{"day": value.Day("2026-03-17"), "at": time.Unix(0, 0).UTC(), "list": []any{1, nil}}
	}
	want := "{at: 1970-01-01T00:00:00Z, day: 2026-03-17, list: [1, nothing]}"
	if got, want := Show(rows), "["+strings.Repeat(want+", ", 20)+"...]"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// A pattern is counted before it is compiled.
func TestPatternSize(t *testing.T) {
	t.Parallel()
	tests := []struct {
		src string
		ok  bool
	}{
		{`accepted ([0-9]+)`, true}, {`(?i)^po-\d{4}-\d{6}$`, true}, {`\pL{1,400}`, true}, {`(a{1,9}){1,20}`, true},
		{strings.Repeat(`(\pL{1000})`, 45), false}, {`(x{100}){100}`, false}, {`(.{500})`, true}, {`\pL{600}\pL{600}`, false}, {`(a{1,9}){1,120}`, false}, {`((a{20}){20}){20}`, false}, {`(`, false}, {strings.Repeat("a", 501), false},
	}
	for _, tt := range tests {
		p, err := compilePattern(tt.src)
		if (err == nil) != tt.ok {
			t.Errorf("%s: error %v", tt.src, err)
		}
		if err == nil && p.states > maxStates {
			t.Errorf("%s: %d states", tt.src, p.states)
		}
	}
}
