package value

import (
	"encoding/json"
	"strings"
	"testing"
)

// The escapes are those of Python's json.dumps with ensure_ascii=False.
func TestAppendString(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", `""`},
		{"plain", `"plain"`},
		{"a\"b\\c/d", `"a\"b\\c/d"`},
		{"\b\f\n\r\t", `"\b\f\n\r\t"`},
		{"\x00\x01\x1b\x1f\x7f", "\"\\u0000\\u0001\\u001b\\u001f\x7f\""},
		{"<a href='x'>&amp;</a>", `"<a href='x'>&amp;</a>"`},
		{"é你😀\u2028\u2029\u0085", "\"é你😀\u2028\u2029\u0085\""},
		{"a\xffb\xed\xa0\x80c\xe4\xbd", "\"a\ufffdb\ufffd\ufffd\ufffdc\ufffd\ufffd\""},
		{"\ufffd", "\"\ufffd\""},
		{"long enough for eight bytes \" at once", `"long enough for eight bytes \" at once"`},
		{"é\"é\\", `"é\"é\\"`},
	}
	for _, tt := range tests {
		if got := string(AppendString([]byte(">"), tt.in)); got != ">"+tt.want {
			t.Errorf("AppendString(%q) = %s, want >%s", tt.in, got, tt.want)
		}
	}
}

// Every byte at every place of a word must be seen.
func TestPlainRunSeesEveryByte(t *testing.T) {
	for b := range 256 {
		for at := range 19 {
			s := strings.Repeat("a", at) + string([]byte{byte(b)}) + strings.Repeat("z", 18-at)
			special := b < ' ' || b == '"' || b == '\\'
			for _, ascii := range []bool{false, true} {
				want := len(s)
				if special || ascii && b >= 0x80 {
					want = at
				}
				if got := plainRun(s, 0, ascii); got != want {
					t.Fatalf("plainRun(%q, ascii %v) = %d, want %d", s, ascii, got, want)
				}
			}
		}
	}
}

func TestAppend(t *testing.T) {
	tests := []struct {
		v    any
		want string
	}{
		{nil, "null"}, {true, "true"}, {false, "false"}, {"x", `"x"`},
		{Number("328.0"), "328.0"}, {Number("1E+2"), "1E+2"}, {Number("-0"), "-0"}, {Number("1e99999999999999999999"), "1e99999999999999999999"},
		{Number("NaN"), "null"}, {Number("Infinity"), "null"}, {Number("-Infinity"), "null"},
		{Number(""), "null"}, {Number("-"), "null"}, {Number("01"), "null"}, {Number("1."), "null"}, {Number("+1"), "null"}, {Number(".5"), "null"},
		{Number("1e"), "null"}, {Number("1 "), "null"}, {Number("1.e99999999999999999999"), "null"}, {Number("1,2"), "null"}, {Number("0x1"), "null"},
		{[]any{}, "[]"}, {[]any(nil), "[]"}, {[]any{nil, []any{Int(1)}}, "[null,[1]]"},
		{&Object{}, "{}"}, {Obj(Member{"b\n", Int(1)}, Member{"a", Obj()}), `{"b\n":1,"a":{}}`},
		{3, "3"}, {2.5, "2.5"}, {map[string]any{"b": 1, "a": []string{"x"}}, `{"a":["x"],"b":1}`},
	}
	for _, tt := range tests {
		got := string(Append(nil, tt.v))
		if got != tt.want {
			t.Errorf("Append(%#v) = %s, want %s", tt.v, got, tt.want)
		}
		if !json.Valid([]byte(got)) {
			t.Errorf("Append(%#v) = %s is no JSON", tt.v, got)
		}
	}
}

func TestAppendCanonical(t *testing.T) {
	tests := []struct{ want, in string }{
		{"1", "1"}, {"1", "1.0"}, {"1", "1e0"}, {"1", "10e-1"}, {"1", "0.1e1"}, {"1", "1.000000000000000000000000000000"},
		{"0", "0"}, {"0", "-0"}, {"0", "0.000"}, {"0", "-0.0e5"}, {"0", "0e99999999999999999999999"},
		{"-12500", "-12.50e+3"}, {"100000000000000000000", "1e20"}, {"1e21", "1e21"}, {"1e21", "1000000000000000000000"}, {"1e21", "10e20"},
		{"123e21", "123e21"}, {"0.05", "0.05"}, {"0.05", "5e-2"}, {"0.0000001", "1e-7"}, {"1e-8", "1e-8"}, {"1e-8", "0.00000001"},
		{"3.14", "3.140"}, {"12.34", "1234e-2"}, {"9007199254740993", "9007199254740993"}, {"9007199254740993", "9007199254740993.0"},
		{"0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"},
		{"1e999999999", "1e999999999"}, {"1e1000000000", "10e999999999"},
		{`{"":1,"a":[1,{"x":2,"y":1}],"b":"é\n"}`, `{"b":"\u00e9\n","a":[1.0,{"y":1,"x":2}],"":1}`},
		{`{"B":1,"a":2,"z":3,"é":4}`, `{"é":4,"z":3,"a":2,"B":1}`},
		{`[null,true,false,"1"]`, `[null,true,false,"1"]`},
	}
	for _, tt := range tests {
		if got := string(AppendCanonical(nil, mustParse(t, tt.in))); got != tt.want {
			t.Errorf("AppendCanonical(%s) = %s, want %s", tt.in, got, tt.want)
		}
	}
	if got := string(AppendCanonical(nil, []any{Number("NaN"), 1.50, Number("x")})); got != "[null,1.5,null]" {
		t.Errorf("got %s", got)
	}
}

func TestAppendCanonicalLeavesTheObject(t *testing.T) {
	o := Obj()
	for _, name := range strings.Split("q w e r t y u i o p a s d f g h j k l z x c v b n m Q W E R T Y U I O", " ") {
		o.Set(name, nil)
	}
	before := o.String()
	sorted := string(AppendCanonical(nil, o))
	if o.String() != before {
		t.Error("the object was reordered")
	}
	if !strings.HasPrefix(sorted, `{"E":null,"I":null,"O":null,"Q":null`) || !strings.HasSuffix(sorted, `"z":null}`) {
		t.Errorf("not sorted: %s", sorted)
	}
}
