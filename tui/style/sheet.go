// Package style turns the meanings of a theme into what a terminal of some colour depth is sent.
//
// Invariant: a Sheet is built once for a theme and depth; drawing with it looks up strings and
// builds no style. Text on a ground can be read: where a meaning's colour is too near to the
// ground's, the ground's own text colour is taken.
package style

import (
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"coworkenv.dev/coworkenv/themes"
)

// Depth is how many colours a terminal shows.
type Depth int

// The depths.
const (
	TrueColor Depth = iota
	Colors256
	Colors16
)

// DepthOf reads the depth from the environment as terminals announce it; nothing is asked.
func DepthOf(env func(string) string) Depth {
	colorTerm, term := strings.ToLower(env("COLORTERM")), env("TERM")
	switch {
	case strings.Contains(colorTerm, "truecolor"), strings.Contains(colorTerm, "24bit"):
		return TrueColor
	case strings.Contains(term, "256color"), strings.Contains(term, "direct"), strings.Contains(term, "kitty"), strings.Contains(term, "alacritty"), strings.Contains(term, "ghostty"):
		return Colors256
	}
	return Colors16
}

// Reset ends whatever a Sheet's strings began.
const Reset = "\x1b[0m"

type pair struct{ ground, name themes.Name }

// Sheet holds the sequences of one theme at one depth. It is read-only.
type Sheet struct {
	Theme *themes.Theme
	open  map[pair]string
}

// Grounds lists the meanings that text is drawn upon.
func Grounds() []themes.Name {
	return []themes.Name{"", themes.Bar, themes.Row, themes.RowIdle, themes.Match, themes.Shade1, themes.Shade2, themes.Shade3, themes.Shade4, themes.Shade5}
}

// New builds the sheet of a theme.
func New(t *themes.Theme, depth Depth) *Sheet {
	r := lipgloss.NewRenderer(io.Discard)
	switch depth {
	case TrueColor:
		r.SetColorProfile(0)
	case Colors256:
		r.SetColorProfile(1)
	case Colors16:
		r.SetColorProfile(2)
	}
	s := &Sheet{Theme: t, open: map[pair]string{}}
	for _, ground := range Grounds() {
		for _, name := range themes.Names() {
			s.open[pair{ground, name}] = sequence(r, on(s.look(ground, depth), s.look(name, depth)))
		}
	}
	return s
}

// Open is the sequence that begins a meaning on a ground ("" = the terminal's own); "" where
// nothing is to be changed.
func (s *Sheet) Open(ground, name themes.Name) string { return s.open[pair{ground, name}] }

// look is a meaning's look. Sixteen colours are the terminal owner's, and no ground can be
// chosen among them that is sure to differ: emphasis takes its place.
func (s *Sheet) look(n themes.Name, depth Depth) themes.Look {
	l := s.Theme.Looks[n]
	if depth != Colors16 || l.Bg == "" {
		return l
	}
	switch n {
	case themes.RowIdle:
		return themes.Look{Underline: true}
	case themes.Shade1:
		return themes.Look{Faint: true}
	case themes.Shade2, themes.Shade3:
		return themes.Look{Bold: n == themes.Shade3}
	}
	return themes.Look{Reverse: true, Bold: n == themes.Match || n == themes.Shade5}
}

// leastContrast is what WCAG asks of large text.
const leastContrast = 3

// on draws a look on a ground.
func on(ground, l themes.Look) themes.Look {
	out := themes.Look{Fg: l.Fg, Bg: l.Bg, Bold: l.Bold || ground.Bold, Faint: l.Faint, Italic: l.Italic,
		Underline: l.Underline || ground.Underline, Reverse: l.Reverse || ground.Reverse}
	if out.Bg != "" {
		return out
	}
	out.Bg = ground.Bg
	switch {
	case ground.Reverse && ground.Bg == "":
		out.Fg, out.Faint = "", false
	case out.Fg == "", ground.Bg != "" && ground.Fg != "" && contrast(out.Fg, ground.Bg) < leastContrast:
		out.Fg = ground.Fg
	}
	return out
}

func sequence(r *lipgloss.Renderer, l themes.Look) string {
	if l == (themes.Look{}) {
		return ""
	}
	st := r.NewStyle().Bold(l.Bold).Faint(l.Faint).Italic(l.Italic).Underline(l.Underline).Reverse(l.Reverse)
	if l.Fg != "" {
		st = st.Foreground(lipgloss.Color(l.Fg))
	}
	if l.Bg != "" {
		st = st.Background(lipgloss.Color(l.Bg))
	}
	open, _, _ := strings.Cut(st.Render("x"), "x")
	return open
}

// contrast is the ratio of WCAG 2, 1 to 21, of two colours as #rrggbb.
func contrast(a, b string) float64 {
	la, lb := luminance(a), luminance(b)
	return (math.Max(la, lb) + 0.05) / (math.Min(la, lb) + 0.05)
}

func luminance(hex string) float64 {
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		return 0 // themes.Parse lets no other colour pass
	}
	part := func(shift uint) float64 {
		v := float64(n>>shift&0xff) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*part(16) + 0.7152*part(8) + 0.0722*part(0)
}
