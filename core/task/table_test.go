package task

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/value"
)

// labTask is a task with one record of every type.
func labTask(record string) []byte {
	return []byte(`schema: coworkenv.task/v1
id: lab
title: x
family: lookup
now: 2026-03-16T09:00:00+01:00
zone: Europe/Berlin
request: [{say: x}]
services: [lab]
records:
  lab.things:
    - ` + record + `
facts: {every: lab.things}
checks: [{id: a, weight: 1, answer: {outcome: done}}]
solution: {calls: [{answer: {outcome: done}}]}
`)
}

func TestFieldTypes(t *testing.T) {
	dec := func(s string) value.Decimal {
		d, err := value.ParseDecimal(s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	tests := []struct {
		record string
		json   string // of the field after thing_id
		want   any    // Go value, or a Code
	}{
		{"{thing_id: 0412}", `"0412"`, "0412"},
		{"{thing_id: 1_000}", `"1_000"`, "1_000"},
		{"{thing_id: 15:00}", `"15:00"`, "15:00"},
		{"{thing_id: 12.50}", `"12.50"`, "12.50"},
		{"{thing_id: true}", `"true"`, "true"},
		{"{thing_id: no}", `"no"`, "no"},
		{"{thing_id: 2026-03-16}", `"2026-03-16"`, "2026-03-16"},
		{"{thing_id: a, n: 412}", `412`, 412},
		{"{thing_id: a, n: '412'}", `412`, 412},
		{"{thing_id: a, n: 0412}", "", CodeFieldType},
		{"{thing_id: a, n: 1_000}", "", CodeFieldType},
		{"{thing_id: a, n: 1.5}", "", CodeFieldType},
		{"{thing_id: a, n: 99999999999999999999}", "", CodeFieldType},
		{"{thing_id: a, share: 0.25}", `0.25`, 0.25},
		{"{thing_id: a, share: .5}", "", CodeFieldType},
		{"{thing_id: a, price: 1240.10}", `1240.10`, dec("1240.1")},
		{"{thing_id: a, price: 1,240.10}", "", CodeField},
		{"{thing_id: a, price: 0.1234567890123456789}", "", CodeFieldType},
		{"{thing_id: a, ok: true}", `true`, true},
		{"{thing_id: a, ok: yes}", "", CodeFieldType},
		{"{thing_id: a, on: 2026-02-28}", `"2026-02-28"`, value.Day("2026-02-28")},
		{"{thing_id: a, on: ''}", `""`, nil},
		{"{thing_id: a, on: 28.2.2026}", "", CodeFieldType},
		{"{thing_id: a, on: 2026-02-29}", "", CodeFieldType},
		{"{thing_id: a, at: 2026-03-16T08:00:00Z}", `"2026-03-16T08:00:00Z"`, mustTime(t, "2026-03-16T09:00:00+01:00")},
		{"{thing_id: a, at: 2026-03-16T09:00:00}", `"2026-03-16T09:00:00"`, CodeNaiveTime},
		{"{thing_id: a, at: 2026-03-16}", "", CodeFieldType},
		{"{thing_id: a, many: [1, 2]}", `[1,2]`, []any{1, 2}},
		{"{thing_id: a, many: [1, null]}", "", CodeFieldType},
		{"{thing_id: a, many: 1}", "", CodeFieldType},
		{"{thing_id: a, free: {b: [1, 'x', null], c: 1.50}}", `{"b":[1,"x",null],"c":1.50}`, row{"b": []any{1, "x", nil}, "c": dec("1.5")}},
		{"{thing_id: a, n: null}", `null`, nil},
		{"{thing_id: null}", "", CodeMissingField},
		{"{n: 1}", "", CodeMissingField},
		{"{thing_id: a, colour: red}", `"red"`, "red"},
		{"{thing_id: a, colour: ''}", `""`, ""},
		{"{thing_id: a, colour: Red}", "", CodeFieldType},
		{"{thing_id: a, sizes: [small, large]}", `["small","large"]`, []any{"small", "large"}},
		{"{thing_id: a, sizes: [small, huge]}", "", CodeFieldType},
	}
	for _, tt := range tests {
		b, problems := bindOnly(t, labTask(tt.record))
		if code, ok := tt.want.(Code); ok {
			if len(problems) == 0 || !hasCode(problems, code) {
				t.Errorf("%s: %v, want %s", tt.record, problems, code)
			}
			if code.Severity() == SeverityError {
				continue
			}
		} else if len(problems) > 0 {
			t.Errorf("%s: %v", tt.record, problems)
			continue
		}
		members := b.Task.Records[0].Items[0].Members()
		last := members[len(members)-1]
		if got := string(value.Append(nil, last.Value)); got != tt.json {
			t.Errorf("%s: JSON %s, want %s", tt.record, got, tt.json)
		}
		if _, ok := tt.want.(Code); ok {
			continue
		}
		all, _ := b.Fact("", "every")
		if diff := cmp.Diff(tt.want, all.([]any)[0].(row)[last.Name], decimals()); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.record, diff)
		}
	}
}

// A value that a field does not allow is told with the nearest that it does.
func TestFieldValues(t *testing.T) {
	for record, want := range map[string]string{
		"{thing_id: a, colour: gren}":      "colour of lab.things cannot be “gren”: did you mean green?",
		"{thing_id: a, colour: 12}":        "colour of lab.things cannot be “12”: write one of red, green",
		"{thing_id: a, sizes: [large, x]}": "sizes of lab.things cannot be “x”: write one of small, large",
	} {
		_, problems := bindOnly(t, labTask(record))
		if len(problems) != 1 || problems[0].Message+": "+problems[0].Hint != want || !strings.HasPrefix(problems[0].Path, "records.lab.things[0].") || problems[0].Line != 11 {
			t.Errorf("%s: %v", record, problems)
		}
	}
}

func hasCode(problems Problems, code Code) bool {
	for _, p := range problems {
		if p.Code == code {
			return true
		}
	}
	return false
}

func TestHidden(t *testing.T) {
	tests := []struct {
		values []any
		total  int
		want   string
	}{
		{[]any{"a", "b"}, 2, "text"},
		{[]any{value.Number("1"), value.Number("2")}, 2, "whole number"},
		{[]any{value.Number("1"), value.Number("2.5")}, 2, "exact number"},
		{[]any{true, false}, 2, "yes/no"},
		{[]any{value.Number("1"), "b"}, 2, "text"},
		{[]any{[]any{"a"}, []any{"b", "c"}}, 2, "list of text"},
		{[]any{[]any{"a"}, "b"}, 2, "value of unknown kind"},
		{[]any{value.Obj()}, 1, "value of unknown kind"},
	}
	for _, tt := range tests {
		if got := inferHidden(tt.values, tt.total).typ().String(); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.values, got, tt.want)
		}
	}
	if !inferHidden([]any{"a"}, 2).typ().Null || inferHidden([]any{"a"}, 1).typ().Null {
		t.Error("a missing value makes an attribute nullable, and nothing else does")
	}
	b, problems := bindOnly(t, labTask("{thing_id: a, _label: x, _n: 3}"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	e, p := b.Expr(`lab.things[0]._label + string(lab.things[0]._n + 1)`, "x", "", Scope{})
	if p != nil {
		t.Fatal(p)
	}
	if got, err := b.Run(e, "", Env{}); err != nil || got != "x4" {
		t.Errorf("%v, %v", got, err)
	}
	offer, ok := b.Image.Collection("lab.things")
	if !ok || offer == nil {
		t.Fatal("no collection in the image")
	}
	state := newWorld(b).Seed()
	for r := range state.Records("lab.things") {
		if strings.Contains(string(r.JSON()), "_label") {
			t.Errorf("a hidden attribute is served: %s", r.JSON())
		}
	}
}

// Problems inside of scalars point at the character, whatever the scalar's style.
func TestPlace(t *testing.T) {
	data := strings.Join([]string{
		"a: one two three",          // 1
		"b: 'it''s two'",            // 2
		`c: "tab\ttwo"`,             // 3
		"d: |",                      // 4
		"  first line",              // 5
		"  two lines",               // 6
		"e: >",                      // 7
		"  folded",                  // 8
		"    two",                   // 9
		"f: 王明 two",                 // 10
		"g: [x, {h: plain two, i}]", // 11
		"j: several",                // 12
		"  lines two",               // 13
	}, "\n")
	file := newFile("x", []byte(data))
	r := &reader{file: file}
	file.Root = r.readYAML()
	if len(r.problems) > 0 {
		t.Fatal(r.problems)
	}
	for path, want := range map[string][2]int{"a": {1, 8}, "b": {2, 11}, "c": {3, 10}, "d": {6, 3}, "e": {9, 5}, "f": {10, 7}, "g[1].h": {11, 18}, "j": {13, 9}} {
		text := file.Node(path).Text
		line, column := file.Place(path, strings.Count(text[:strings.Index(text, "two")], "")-1)
		if [2]int{line, column} != want {
			t.Errorf("%s: %d:%d, want %v", path, line, column, want)
		}
	}
	if n := file.Node("g[1].nosuch.deeper"); n == nil || n.Path != "g[1]" {
		t.Errorf("nearest node of an unknown path: %+v", n)
	}
	if line, column := (*File)(nil).Place("a", 3); line != 0 || column != 0 {
		t.Error("a place without a file")
	}
}
