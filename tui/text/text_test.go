package text_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"coworkenv.dev/coworkenv/tui/text"
)

func TestSafe(t *testing.T) {
	tests := []struct {
		name, in, want string
		width          int
	}{
		{"ASCII", "Order 17", "Order 17", 8},
		{"colour", "\x1b[31mred\x1b[0m", `\x1b[31mred\x1b[0m`, 18},
		{"clipboard", "\x1b]52;c;AAAA\x07", `\x1b]52;c;AAAA\a`, 16},
		{"C1", "a\u009b2J", `a\u009b2J`, 9},
		{"NUL", "a\x00b", `a\x00b`, 6},
		{"line ends", "a\r\nb\tc\rd", "a b c d", 7},
		{"not UTF-8", "a\xffb", `a\xffb`, 6},
		{"replacement character", "a\ufffdb", "a\ufffdb", 3},
		{"right to left override", "a\u202egpj.exe", `a\u202egpj.exe`, 14},
		{"right to left letters", "שלום", "שלום", 4},
		{"zero width space", "pay\u200bpal", `pay\u200bpal`, 12},
		{"CJK", "发票 12", "发票 12", 7},
		{"Hangul", "한국", "한국", 4},
		{"accent as a mark", "e\u0301te", "e\u0301te", 3},
		{"mark without a base", "\u0301a", "◌\u0301a", 2},
		{"tower of marks", "a" + strings.Repeat("\u0301", 50), "a" + strings.Repeat("\u0301", 4), 1},
		{"family", "👨\u200d👩\u200d👧!", "👨👩👧!", 7},
		{"skin tone", "👍🏽", "👍", 2},
		{"heart", "❤\ufe0f", "❤", 1},
		{"flag", "🇩🇪 x", "⚑DE x", 5},
		{"tag characters", "a\U000e0041", `a\U000e0041`, 11},
		{"Arabic number sign", "\u0600a", `\u0600a`, 7},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := text.Safe(tt.in); got != tt.want {
				t.Errorf("Safe = %q, want %q", got, tt.want)
			}
			if got := text.Width(tt.in); got != tt.width {
				t.Errorf("Width = %d, want %d", got, tt.width)
			}
		})
	}
}

func TestFit(t *testing.T) {
	tests := []struct {
		in    string
		width int
		want  string
	}{
		{"abc", 5, "abc  "},
		{"abcdef", 5, "abcd…"},
		{"发票发票", 5, "发票…"},
		{"发票发票", 4, "发… "},
		{"发", 1, "…"},
		{"abc", 0, ""},
		{"abc", -3, ""},
		{"\x1b", 3, `…  `},
		{"", 2, "  "},
	}
	for _, tt := range tests {
		if got := text.Fit(tt.in, tt.width); got != tt.want {
			t.Errorf("Fit(%q, %d) = %q, want %q", tt.in, tt.width, got, tt.want)
		}
	}
	if got, want := text.FitRight("7", 3), "  7"; got != want {
		t.Errorf("FitRight = %q, want %q", got, want)
	}
}

func TestWrap(t *testing.T) {
	tests := []struct {
		name, in string
		width    int
		want     []string
	}{
		{"at blanks", "the quick brown fox", 10, []string{"the quick", "brown fox"}},
		{"within a word", "abcdefghij", 4, []string{"abcd", "efgh", "ij"}},
		{"between wide letters", "请在周五前处理这些发票", 8, []string{"请在周五", "前处理这", "些发票"}},
		{"wide letters do not fit in half", "a请在周", 4, []string{"a请", "在周"}},
		{"a blank behind a full row", "abcd efgh", 4, []string{"abcd", "efgh"}},
		{"lines and indentation", "a:\n  b c\n\nd", 20, []string{"a:", "  b c", "", "d"}},
		{"tabs", "a\tb\n\tc", 20, []string{"a   b", "    c"}},
		{"after a comma", "[1,2,3,4,5]", 6, []string{"[1,2,", "3,4,5]"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := text.Wrap(tt.in, tt.width); strings.Join(got, "|") != strings.Join(tt.want, "|") {
				t.Errorf("Wrap = %q, want %q", got, tt.want)
			}
		})
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"a", "发票", "e\u0301", "👨\u200d👩\u200d👧", "\x1b]8;;x\x07y", "\u0600a", "🇩🇪🇫", "a\xff\xc3", "\u1100\u1161\u11a8", "क्षि", "ก็", "\u202e", "\t\t", "ᅡ", "\u0e33", "1\ufe0f\u20e3", "\u093f", "\u0bc1\xe0", "ก", "ᄀ", "क्", "\xf6\xf0\r\x14"} {
		f.Add(s, s, 7)
	}
	f.Fuzz(func(t *testing.T, a, b string, width int) {
		width = min(max(width, 0), 200)
		safe := text.Safe(a)
		check(t, "Safe", safe, text.Width(a))
		if again := text.Safe(safe); again != safe {
			t.Errorf("Safe(%q) = %q, Safe of that %q", a, safe, again)
		}
		check(t, "Fit", text.Fit(a, width), width)
		check(t, "FitRight", text.FitRight(a, width), width)
		between := ""
		if ansi.StringWidth(text.Fit(a, width)+"क") == width {
			between = " " // a virama at the end
		}
		check(t, "two cells", text.Fit(a, width)+between+text.Fit(b, width), 2*width+len(between))
		shown, cells, n := text.Cut(a, width)
		check(t, "Cut", shown, cells)
		if cells > width || n > len(a) {
			t.Errorf("Cut(%q, %d) fills %d cells with %d bytes", a, width, cells, n)
		}
		checkRows(t, strings.ReplaceAll(a, "\n", ""), max(width, 1))
	})
}

// checkRows: rows cover the line without a gap, and each but a lone wide character fits.
func checkRows(t *testing.T, line string, width int) {
	at := 0
	for _, r := range text.Rows(line, width, width) {
		if r.From != at || r.To < r.From {
			t.Fatalf("rows of %q at %d: %v after byte %d", line, width, r, at)
		}
		at = r.To
		if part := strings.TrimSuffix(line[r.From:r.To], " "); text.Width(text.Expand(part)) > width {
			if n, _, _ := text.Next(part); n != len(part) {
				t.Errorf("row %q is wider than %d", part, width)
			}
		}
	}
	if at != len(line) {
		t.Errorf("rows of %q end at %d of %d", line, at, len(line))
	}
	for _, row := range text.Wrap(line, width) {
		if w := ansi.StringWidth(row); w > width {
			t.Errorf("Wrap(%q, %d) gives %q of %d", line, width, row, w)
		}
	}
}

func check(t *testing.T, what, shown string, width int) {
	t.Helper()
	if got := ansi.StringWidth(shown); got != width {
		t.Errorf("%s %q is %d cells wide, told %d", what, shown, got, width)
	}
	if !utf8.ValidString(shown) || strings.IndexFunc(shown, unicode.IsControl) >= 0 || strings.IndexFunc(shown, text.Hostile) >= 0 {
		t.Errorf("%s %q holds what a terminal may obey", what, shown)
	}
}

func BenchmarkFit(b *testing.B) {
	for _, bb := range []struct{ name, in string }{{"ASCII", strings.Repeat("record 17, ", 20)}, {"CJK", strings.Repeat("发票处理", 40)}, {"emoji", strings.Repeat("👍🏽 ok ", 40)}} {
		b.Run(bb.name, func(b *testing.B) {
			for b.Loop() {
				text.Fit(bb.in, 100)
			}
		})
	}
}
