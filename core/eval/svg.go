package eval

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// drawing writes one SVG picture: text in the reader's own colours, light or dark, series told
// apart by shape as well as by colour, and equal bytes for equal figures.
type drawing struct {
	body          bytes.Buffer
	width, height float64
}

// style follows the reader's scheme. The colours of the series keep a contrast of 3 to 1 on both.
const style = `
:root{color-scheme:light dark}
svg{--ink:#1f2328;--soft:#59636e;--line:#d1d9e0;--s0:#0b5cad;--s1:#b2450f;--s2:#1a7f5a;--s3:#8250b5;--s4:#8a6a00;--s5:#b0266b;font:12px system-ui,sans-serif}
@media (prefers-color-scheme:dark){svg{--ink:#e6edf3;--soft:#9aa4af;--line:#3a424b;--s0:#6cb0f5;--s1:#f0894e;--s2:#4cc79a;--s3:#c29af0;--s4:#d9b23c;--s5:#f07cb4}}
text{fill:var(--ink)}.soft{fill:var(--soft)}.grid{stroke:var(--line);stroke-width:1}.axis{stroke:var(--soft);stroke-width:1}
`

// seriesColours is how many colours the style has.
const seriesColours = 6

func newDrawing(width, height float64) *drawing { return &drawing{width: width, height: height} }

// number writes a coordinate with two decimals at most, without a negative zero.
func number(x float64) string {
	s := strconv.FormatFloat(x, 'f', 2, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// escape makes foreign text safe within SVG; characters that XML does not have are replaced.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < 0x20 || r >= 0x7f && r < 0xa0 || r == utf8.RuneError || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0xfffe || r == 0xffff {
			return '\ufffd'
		}
		return r
	}, s)
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}

func (d *drawing) line(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(&d.body, `<line class="%s" x1="%s" y1="%s" x2="%s" y2="%s"/>`+"\n", class, number(x1), number(y1), number(x2), number(y2))
}

// text writes a text; anchor is start, middle or end.
func (d *drawing) text(class, anchor string, x, y float64, s string) {
	fmt.Fprintf(&d.body, `<text class="%s" text-anchor="%s" x="%s" y="%s">%s</text>`+"\n", class, anchor, number(x), number(y), escape(s))
}

// stroke draws a line in a series' colour.
func (d *drawing) stroke(series int, width float64, dashed bool, points ...float64) {
	var path strings.Builder
	for i := 0; i+1 < len(points); i += 2 {
		step := "L"
		if i == 0 {
			step = "M"
		}
		path.WriteString(step + number(points[i]) + " " + number(points[i+1]))
	}
	dash := ""
	if dashed {
		dash = ` stroke-dasharray="5 4"`
	}
	fmt.Fprintf(&d.body, `<path d="%s" fill="none" stroke="var(--s%d)" stroke-width="%s"%s/>`+"\n", path.String(), series%seriesColours, number(width), dash)
}

// mark draws a series' own shape around a point.
func (d *drawing) mark(series int, x, y float64) {
	const r = 4.5
	shape := ""
	switch series % 4 {
	case 0:
		shape = fmt.Sprintf(`<circle cx="%s" cy="%s" r="%s"`, number(x), number(y), number(r))
	case 1:
		shape = fmt.Sprintf(`<rect x="%s" y="%s" width="%s" height="%s"`, number(x-r), number(y-r), number(2*r), number(2*r))
	case 2:
		shape = fmt.Sprintf(`<path d="M%s %sL%s %sL%s %sZ"`, number(x), number(y-r-1), number(x+r+1), number(y+r), number(x-r-1), number(y+r))
	default:
		shape = fmt.Sprintf(`<path d="M%s %sL%s %sL%s %sL%s %sZ"`, number(x), number(y-r-1), number(x+r+1), number(y), number(x), number(y+r+1), number(x-r-1), number(y))
	}
	fmt.Fprintf(&d.body, `%s fill="var(--s%d)"/>`+"\n", shape, series%seriesColours)
}

// finish returns the picture; title and description are read out by screen readers.
func (d *drawing) finish(title, description string) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" viewBox="0 0 %s %s" width="%s" height="%s">`+"\n",
		number(d.width), number(d.height), number(d.width), number(d.height))
	fmt.Fprintf(&out, "<title id=\"t\">%s</title>\n<desc id=\"d\">%s</desc>\n<style>%s</style>\n", escape(title), escape(description), style)
	out.Write(d.body.Bytes())
	out.WriteString("</svg>\n")
	return out.Bytes()
}
