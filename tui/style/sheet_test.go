package style_test

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
)

func sheet(t *testing.T, theme string, d style.Depth) *style.Sheet {
	t.Helper()
	th, err := themes.Load(theme)
	if err != nil {
		t.Fatal(err)
	}
	return style.New(th, d)
}

func TestSequencesByDepth(t *testing.T) {
	tests := []struct {
		theme        string
		depth        style.Depth
		ground, name themes.Name
		has, hasNot  string
	}{
		{"dark", style.TrueColor, "", themes.Accent, "38;2;121;168;216", "48;"},
		{"dark", style.TrueColor, themes.Row, themes.Accent, "48;2;43;58;79", ""},
		{"dark", style.Colors256, "", themes.Accent, "38;5;", "38;2"},
		{"dark", style.Colors16, "", themes.Accent, "\x1b[", "38;"},
		{"dark", style.Colors16, themes.Row, themes.Text, "\x1b[7m", "48;"},
		{"contrast", style.TrueColor, themes.Row, themes.Good, "38;2;0;0;0", "38;2;92"},
		{"mono", style.Colors16, "", themes.Bad, "\x1b[1;4", "3"},
		{"mono", style.TrueColor, themes.Row, themes.Muted, "\x1b[7m", "2m"},
	}
	for _, tt := range tests {
		got := sheet(t, tt.theme, tt.depth).Open(tt.ground, tt.name)
		if !strings.Contains(got, tt.has) || tt.hasNot != "" && strings.Contains(got, tt.hasNot) {
			t.Errorf("%s at %d: %s on %q is %q, want %q and not %q", tt.theme, tt.depth, tt.name, tt.ground, got, tt.has, tt.hasNot)
		}
	}
	if got := sheet(t, "dark", style.TrueColor).Open("", themes.Text); got != "" {
		t.Errorf("plain text is sent as %q", got)
	}
}

// In every theme and depth the cursor's row differs from the others, and a state by more than
// its colour is the matter of the screens.
func TestCursorRowIsSeen(t *testing.T) {
	for _, name := range themes.Shipped() {
		for _, d := range []style.Depth{style.TrueColor, style.Colors256, style.Colors16} {
			s := sheet(t, name, d)
			seen := map[string]bool{}
			for _, g := range []themes.Name{"", themes.Row, themes.RowIdle} {
				seen[s.Open(g, themes.Text)] = true
			}
			if len(seen) != 3 {
				t.Errorf("%s at depth %d: %d of 3 rows differ", name, d, len(seen))
			}
		}
	}
}

func TestDepthOf(t *testing.T) {
	for _, tt := range []struct {
		colorTerm, term string
		want            style.Depth
	}{{"truecolor", "xterm", style.TrueColor}, {"", "tmux-256color", style.Colors256}, {"", "linux", style.Colors16}, {"24bit", "", style.TrueColor}, {"", "xterm-kitty", style.Colors256}} {
		env := func(k string) string { return map[string]string{"COLORTERM": tt.colorTerm, "TERM": tt.term}[k] }
		if got := style.DepthOf(env); got != tt.want {
			t.Errorf("%v: depth %d", tt, got)
		}
	}
}
