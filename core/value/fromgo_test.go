package value

import (
	"encoding/json"
	"errors"
	"math"
	"testing"
	"time"
)

type status string

type loud struct{ said string }

func (l loud) String() string { return l.said + "!" }

type broken struct{}

func (broken) String() string { panic("no text") }

func TestFromGo(t *testing.T) {
	seven := 7
	tests := []struct {
		v    any
		want string
	}{
		{nil, "null"}, {true, "true"}, {"x", `"x"`}, {status("open"), `"open"`}, {Number("1.10"), "1.10"},
		{7, "7"}, {int8(-7), "-7"}, {int64(math.MinInt64), "-9223372036854775808"}, {uint64(math.MaxUint64), "18446744073709551615"},
		{328.0, "328.0"}, {float32(0.1), "0.1"}, {math.NaN(), "null"}, {math.Inf(-1), "null"}, {&seven, "7"}, {(*int)(nil), "null"},
		{json.Number("1.50"), "1.50"}, {json.Number("no"), `"no"`},
		{Day("2026-03-16"), `"2026-03-16"`}, {mustDecimal(t, "1180.50"), "1180.5"}, {Money{118000, "EUR"}, `{"amount":1180.00,"currency":"EUR"}`},
		{Money{1200, "JPY"}, `{"amount":1200,"currency":"JPY"}`},
		{time.Date(2026, 3, 10, 9, 0, 0, 0, time.FixedZone("", -4*3600)), `"2026-03-10T09:00:00-04:00"`},
		{map[string]any{"z": 1, "a": map[string]any{"y": nil, "b": []int{1}}}, `{"a":{"b":[1],"y":null},"z":1}`},
		{map[status]bool{"b": true, "a": false}, `{"a":false,"b":true}`}, {map[string]any(nil), "{}"},
		{[]string{"b", "a"}, `["b","a"]`}, {[]string(nil), "[]"}, {[]any(nil), "[]"}, {[]any{1, "x", []any{2.5}}, `[1,"x",[2.5]]`},
		{[]map[string]any{{"a": 1}}, `[{"a":1}]`}, {[2]bool{true, false}, "[true,false]"}, {[]*Object{Obj()}, "[{}]"},
		{[]byte("text\xff"), "\"text\ufffd\""}, {errors.New("went wrong"), `"went wrong"`}, {loud{"hey"}, `"hey!"`},
		{struct{ A int }{1}, `"{1}"`}, {1 + 2i, `"(1+2i)"`},
	}
	for _, tt := range tests {
		got := FromGo(tt.v)
		if !isJSON(got) {
			t.Errorf("FromGo(%#v) is a %T", tt.v, got)
		}
		if s := string(Append(nil, got)); s != tt.want {
			t.Errorf("FromGo(%#v) = %s, want %s", tt.v, s, tt.want)
		}
	}
}

func TestFromGoKeepsJSONValues(t *testing.T) {
	o := Obj(Member{"a", Int(1)})
	if FromGo(o) != any(o) {
		t.Error("an object was copied")
	}
	list := []any{"a", o}
	if got := FromGo(list).([]any); &got[0] != &list[0] {
		t.Error("a list of JSON values was copied")
	}
}

func TestFromGoNeverPanics(t *testing.T) {
	cycle := map[string]any{}
	cycle["self"] = cycle
	list := []any{nil}
	list[0] = list
	type node struct{ next *node }
	ring := &node{}
	ring.next = ring
	var none error
	for _, v := range []any{cycle, list, ring, broken{}, (*loud)(nil), none, func() {}, make(chan int), map[int]string{1: "x"}} {
		if got := FromGo(v); !isJSON(got) {
			t.Errorf("FromGo(%T) is a %T", v, got)
		}
	}
}
