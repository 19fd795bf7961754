package curate_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
)

const (
	truck  = "\U0001F69A"
	family = "\U0001F468\u200d\U0001F469\u200d\U0001F467\u200d\U0001F466"
	accent = "e\u0301"
	flag   = "\U0001F1E9\U0001F1EA"
	wave   = "\U0001F44B\U0001F3FD"
	heart  = "\u2764\ufe0f"
	hangul = "\u1112\u1161\u11ab"
)

// cutsAt lists every prefix of s that some limit leaves, with the marker off.
func cutsAt(t *testing.T, s string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for limit := 64; limit < len(s); limit++ {
		short := curate.Shorten(s, limit)
		if len(short) > limit || !utf8.ValidString(short) {
			t.Fatalf("limit %d: %d bytes, %q", limit, len(short), short)
		}
		prefix, rest, ok := strings.Cut(short, "[truncated, ")
		if !ok || !strings.HasPrefix(s, prefix) || rest != fmt.Sprintf("%d bytes]", len(s)-len(prefix)) {
			t.Fatalf("limit %d: %q", limit, short)
		}
		out[prefix] = true
	}
	return out
}

func TestCutsNeverFallWithinACharacter(t *testing.T) {
	pad := strings.Repeat("x", 60)
	for _, char := range []string{truck, family, accent, flag, wave, heart, hangul, "\r\n", "한"} {
		cuts := cutsAt(t, pad+char+pad+strings.Repeat("y", 60))
		for i := 1; i < len(char); i++ {
			if cuts[pad+char[:i]] {
				t.Errorf("%q was cut after %d bytes", char, i)
			}
		}
		if !cuts[pad] || !cuts[pad+char] {
			t.Errorf("%q: it was not cut before or behind it", char)
		}
	}
	cuts := cutsAt(t, pad+flag+flag+pad+pad)
	if !cuts[pad+flag] || cuts[pad+flag[:4]] || cuts[pad+flag+flag[:4]] {
		t.Error("two flags in a row are not kept as two")
	}
}

func TestShortTextsStay(t *testing.T) {
	for _, s := range []string{"", "short", strings.Repeat("x", 64), `{"a":1}`} {
		if got := curate.Shorten(s, 64); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
	if got := curate.Shorten(strings.Repeat("x", 65), 3); len(got) > 64 || !strings.HasSuffix(got, " bytes]") {
		t.Errorf("a limit below the least: %q", got)
	}
}

func TestJSONStaysJSON(t *testing.T) {
	long := strings.Repeat("word ", 40)
	tests := []struct{ name, in, want string }{
		{"in a text of an object", `{"id":"m1","body":"` + long + `","n":1}`, `{"id":"m1","body":"word word word word w[truncated, 187 bytes]"}`},
		{"between elements", `[1111111111,2222222222,3333333333,4444444444,5555555555,6666666666,7777777777]`, `[1111111111,2222222222,3333333333,"[truncated, 45 bytes]"]`},
		{"between members", `{"a":1111111111,"b":2222222222,"c":3333333333,"d":4444444444,"e":5555555555,"f":6}`, `{"a":1111111111,"_truncated":"[truncated, 67 bytes]"}`},
		{"before a nested object ends", `{"a":[{"x":1},{"x":"` + long + `"}]}`, `{"a":[{"x":1},{"x":"word word word wor[truncated, 186 bytes]"}]}`},
		{"a text alone", `"` + long + `"`, `"word word word word word word word word [truncated, 161 bytes]"`},
		{"a number alone", strings.Repeat("7", 90), `"[truncated, 90 bytes]"`},
	}
	for _, tt := range tests {
		if got := curate.Shorten(tt.in, 64); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// Escapes are characters too: neither they nor their surrogate pairs are cut.
func TestJSONEscapesAreNotCut(t *testing.T) {
	pad := strings.Repeat("x", 30)
	in := `{"b":"` + pad + `\ud83d\ude9ae\u0301\n\\` + pad + pad + pad + `"}`
	for limit := 64; limit < len(in); limit++ {
		short := curate.Shorten(in, limit)
		var doc struct{ B string }
		if err := json.Unmarshal([]byte(short), &doc); err != nil || len(short) > limit {
			t.Fatalf("limit %d: %v: %s", limit, err, short)
		}
		text, _, _ := strings.Cut(doc.B, "[truncated")
		if full := pad + truck + accent + "\n\\" + pad + pad + pad; !strings.HasPrefix(full, text) || strings.HasSuffix(text, "e") {
			t.Fatalf("limit %d: %q", limit, text)
		}
	}
}

func TestTrimFollowsTheCuts(t *testing.T) {
	long := `{"body":"` + strings.Repeat("word ", 60) + `"}`
	tr := walk(done("a", `{}`), call("read", `{}`, long, 1))
	f := curate.FeaturesOf(tr, 100, nil)
	if len(f.Cuts) != 1 || f.Cuts[0] != (curate.Cut{Step: 1, Call: 0, Bytes: 100}) {
		t.Fatalf("cuts %+v", f.Cuts)
	}
	if whole := curate.FeaturesOf(tr, 0, nil); whole.Chars-f.Chars != len(long)-len(curate.Shorten(long, 100)) || len(whole.Cuts) != 0 {
		t.Errorf("%d characters cut, %d whole", f.Chars, whole.Chars)
	}
	r := curate.Row{Trial: "t", Cuts: f.Cuts}
	if err := r.Trim(tr); err != nil || tr.Steps[1].Calls[0].Observation != curate.Shorten(long, 100) || tr.Steps[0].Calls[0].Observation != `{"ok":true}` {
		t.Errorf("%v: %+v", err, tr.Steps)
	}
	for _, other := range []*trace.Trajectory{{}, walk(done("a", `{}`))} {
		if err := r.Trim(other); fault.KindOf(err) != fault.Conflict {
			t.Errorf("another trajectory: %v", err)
		}
	}
}

func FuzzShorten(f *testing.F) {
	for _, s := range []string{"plain " + truck + family + accent + flag, `{"a":["x\ud83d\ude9a",{"b":null}],"c":1e9}`, `"` + family + `"`, "[[[[[[[[[[[[]]]]]]]]]]]]", "\xff\xfe" + truck, `{"\ud83d":"\ude9a"}`} {
		f.Add(s, 64)
		f.Add(strings.Repeat(s, 9), 80)
		f.Add(`["`+strings.Repeat("y", 70)+`",`+`"`+strings.ReplaceAll(s, `"`, "")+`"]`, 90)
	}
	f.Fuzz(func(t *testing.T, s string, limit int) {
		limit %= 1 << 16
		short := curate.Shorten(s, limit)
		if len(short) > max(limit, 64) && short != s || len(s) <= max(limit, 64) && short != s {
			t.Fatalf("limit %d: %d bytes became %d", limit, len(s), len(short))
		}
		if utf8.ValidString(s) && !utf8.ValidString(short) {
			t.Fatalf("%q became %q", s, short)
		}
		if json.Valid([]byte(s)) && !json.Valid([]byte(short)) {
			t.Fatalf("JSON %q became %q", s, short)
		}
		if again := curate.Shorten(short, limit); again != short {
			t.Fatalf("%q was cut again to %q", short, again)
		}
	})
}
