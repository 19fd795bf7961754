package formula

import (
	"errors"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// Small programs that would make or compare huge values end within the bounds of one run.
func TestHostileRuns(t *testing.T) {
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
