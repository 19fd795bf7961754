package value

import (
	"fmt"
	"testing"
)

func TestEqual(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"null", "null", true}, {"null", "false", false}, {"null", `""`, false}, {"null", "0", false}, {"true", "true", true}, {"true", "1", false},
		{"1", "1.0", true}, {"1", "1e0", true}, {"100", "1e2", true}, {"0", "-0", true}, {"0", "-0.00e7", true}, {"1", `"1"`, false}, {"1", "-1", false},
		{"9007199254740993", "9007199254740992", false}, {"0.1", "0.10000000000000000555", false},
		{"1e400", "1e401", false}, {"1e400", "10e399", true}, {"1e99999999999999999999", "1e99999999999999999998", false},
		{"1.10", "1.1", true}, {"123456789012345678901234567890.5", "1234567890123456789012345678905e-1", true},
		{`"a"`, `"A"`, false}, {`"é"`, `"e\u0301"`, false},
		{"[1,2]", "[1,2.0]", true}, {"[1,2]", "[2,1]", false}, {"[1]", "[1,1]", false}, {"[]", "{}", false}, {"[]", "null", false},
		{`{"a":1,"b":[{}]}`, `{"b":[{}],"a":1.0}`, true}, {`{"a":1}`, `{"a":1,"b":null}`, false}, {`{"a":null}`, `{"b":null}`, false},
		{`{"a":1,"b":2}`, `{"a":1,"b":3}`, false}, {`{"a":1,"b":2}`, `{"b":2,"a":3}`, false},
	}
	for _, tt := range tests {
		a, b := mustParse(t, tt.a), mustParse(t, tt.b)
		if Equal(a, b) != tt.want || Equal(b, a) != tt.want {
			t.Errorf("Equal(%s, %s) = %v, %v; want %v", tt.a, tt.b, Equal(a, b), Equal(b, a), tt.want)
		}
		if !Equal(a, Clone(a)) {
			t.Errorf("%s is not equal to its clone", tt.a)
		}
		if same := string(AppendCanonical(nil, a)) == string(AppendCanonical(nil, b)); same != tt.want {
			t.Errorf("canonical forms of %s and %s: same %v, want %v", tt.a, tt.b, same, tt.want)
		}
	}
}

func TestAlikeIsEqualInWriting(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"1", "1", true}, {"1", "1.0", false}, {"1", `"1"`, false}, {"null", "null", true}, {"null", "false", false},
		{`[1,"a"]`, `[1,"a"]`, true}, {"[1]", "[1.0]", false}, {"[1]", "[1,1]", false}, {"[]", "{}", false},
		{`{"a":1,"b":[{}]}`, `{"a":1,"b":[{}]}`, true}, {`{"a":1,"b":2}`, `{"b":2,"a":1}`, false}, {`{"a":1}`, `{"a":1e0}`, false},
	}
	for _, tt := range tests {
		a, errA := Parse([]byte(tt.a))
		b, errB := Parse([]byte(tt.b))
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if got := Alike(a, b); got != tt.want {
			t.Errorf("Alike(%s, %s) = %v", tt.a, tt.b, got)
		}
	}
}

func TestEqualTakesGoValues(t *testing.T) {
	tests := []struct {
		a, b any
		want bool
	}{
		{1, Number("1.0"), true}, {Number("1.0"), 1, true}, {1, 1.0, true}, {"x", Day("x"), true}, {Day("x"), "y", false},
		{[]string{"a"}, []any{"a"}, true}, {[]any{"a"}, []string{"a"}, true}, {map[string]any{"a": 1}, Obj(Member{"a", Int(1)}), true},
		{Obj(Member{"a", Int(1)}), map[string]any{"a": 2}, false}, {true, fmt.Errorf("x"), false}, {"x", fmt.Errorf("x"), true},
		{(*Object)(nil), &Object{}, true}, {nil, (*Object)(nil), false}, {Number("NaN"), Number("NaN"), true}, {Number("NaN"), nil, false},
		{Number("junk"), Number("1"), false}, {Number("01"), Number("1.0"), false},
	}
	for _, tt := range tests {
		if got := Equal(tt.a, tt.b); got != tt.want {
			t.Errorf("Equal(%#v, %#v) = %v", tt.a, tt.b, got)
		}
	}
}

func TestCloneIsDeep(t *testing.T) {
	v := mustParse(t, `{"list":[{"n":1}],"o":{"p":{}}}`)
	c := Clone(v).(*Object)
	list, _ := c.Get("list")
	list.([]any)[0].(*Object).Set("n", "changed")
	o, _ := c.Get("o")
	o.(*Object).Set("q", nil)
	if got, want := fmt.Sprint(v), `{"list":[{"n":1}],"o":{"p":{}}}`; got != want {
		t.Errorf("the original is now %s", got)
	}
	if got, want := c.String(), `{"list":[{"n":"changed"}],"o":{"p":{},"q":null}}`; got != want {
		t.Errorf("the clone is %s, want %s", got, want)
	}
}
