package textdiff_test

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/textdiff"
)

func TestLines(t *testing.T) {
	for _, tt := range []struct{ before, after, want string }{
		{"", "", ""},
		{"a\nb\n", "a\nb\n", " a b"},
		{"a\nb\nc\n", "a\nx\nc\n", " a-b+x c"},
		{"a\nb\nc\nd\n", "b\nc\nx\nd\n", "-a b c+x d"},
		{"", "a\n", "+a"},
		{"a\nb\na\nb\n", "a\nb\n", " a b-a-b"},
		{"one\ntwo", "two\none", "-one two+one"},
	} {
		var got strings.Builder
		before, after := "", ""
		for _, x := range textdiff.Lines(tt.before, tt.after) {
			got.WriteByte(x.Kind)
			got.WriteString(x.Text)
			if x.Kind != '+' {
				before += x.Text + "\n"
			}
			if x.Kind != '-' {
				after += x.Text + "\n"
			}
		}
		if got.String() != tt.want {
			t.Errorf("%q to %q: %q, want %q", tt.before, tt.after, got.String(), tt.want)
		}
		if strings.TrimSuffix(tt.before, "\n") != strings.TrimSuffix(before, "\n") || strings.TrimSuffix(tt.after, "\n") != strings.TrimSuffix(after, "\n") {
			t.Errorf("%q to %q: the parts are %q and %q", tt.before, tt.after, before, after)
		}
	}
	lines := textdiff.Lines(strings.Repeat("x\n", 20)+"a\n", strings.Repeat("x\n", 20)+"b\n")
	if got := textdiff.Hunks(lines, 2); len(got) != 4 || got[2].Kind != '-' || got[3].At != 21 {
		t.Errorf("hunks %+v", got)
	}
}

// Whatever the texts are, the parts of their diff put both together again.
func FuzzLines(f *testing.F) {
	f.Add("a\nb\n", "b\nc\n")
	f.Add("", "x")
	f.Add("a\r\nb", "a\nb\n\n")
	f.Fuzz(func(t *testing.T, before, after string) {
		var a, b []string
		for _, x := range textdiff.Lines(before, after) {
			if x.Kind != '+' {
				a = append(a, x.Text)
			}
			if x.Kind != '-' {
				b = append(b, x.Text)
				if x.At != len(b) {
					t.Fatalf("line %d is called %d", len(b), x.At)
				}
			}
		}
		if strings.Join(a, "\n") != strings.TrimSuffix(before, "\n") || strings.Join(b, "\n") != strings.TrimSuffix(after, "\n") {
			t.Errorf("%q, %q: %q, %q", before, after, a, b)
		}
	})
}
