package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/themes"
)

// Ground is what a terminal has of its own: the colours that a theme leaves to it, and the edge
// of its window.
type Ground struct{ Text, Back, Edge string }

// Dark is the ground that the dark themes are seen on.
func Dark() Ground { return Ground{Text: "#c3c7d0", Back: "#16181d", Edge: "#474c57"} }

// Light is the ground that the light themes are seen on.
func Light() Ground { return Ground{Text: "#1f2937", Back: "#ffffff", Edge: "#b6bcc6"} }

// The measures of a cell in the picture. Fonts differ in width: textLength fits them in.
const (
	cellWidth  = 8
	cellHeight = 18
	baseline   = 13
	fontSize   = 13.3
	margin     = 10
)

// most bounds what becomes a picture.
const (
	mostLines = 500
	mostWidth = 1000
)

// SVG is the picture of a frame; title says for those who do not see it what is on it.
func SVG(lines []string, title string, g Ground) ([]byte, error) {
	if len(lines) > mostLines {
		return nil, fault.New(fault.Invalid, "picture %s: %d lines are more than %d", title, len(lines), mostLines)
	}
	rows, columns := make([][]Cell, len(lines)), 0
	for i, line := range lines {
		cells, err := Parse(line)
		if err != nil {
			return nil, err
		}
		width := 0
		for _, c := range cells {
			width += c.Width
		}
		if width > mostWidth {
			return nil, fault.New(fault.Invalid, "picture %s: line %d is wider than %d cells", title, i+1, mostWidth)
		}
		rows[i], columns = cells, max(columns, width)
	}
	d := &drawing{ground: g}
	w, h := columns*cellWidth+2*margin, len(rows)*cellHeight+2*margin
	d.put(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`+"\n<title>%s</title>\n", w, h, w, h, escape(title))
	d.put(`<rect x=".5" y=".5" width="%d" height="%d" rx="6" fill="%s" stroke="%s"/>`+"\n", w-1, h-1, g.Back, g.Edge)
	d.put(`<g transform="translate(%d %d)" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="%.1f" fill="%s">`+"\n", margin, margin, fontSize, g.Text)
	for y, cells := range rows {
		d.row(y, cells)
	}
	d.put("</g>\n</svg>\n")
	return d.Bytes(), nil
}

// drawing collects a picture.
type drawing struct {
	bytes.Buffer
	ground Ground
}

func (d *drawing) put(format string, args ...any) { fmt.Fprintf(d, format, args...) }

// run are neighbouring cells of one look.
type run struct {
	x, width int
	text     string
	look     themes.Look
}

// row draws a line: the grounds first, so that no letter is covered by its neighbour's.
func (d *drawing) row(y int, cells []Cell) {
	for _, r := range runs(cells, func(a, b Cell) bool { return d.back(a.Look) == d.back(b.Look) }) {
		if back := d.back(r.look); back != d.ground.Back {
			d.put(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", r.x*cellWidth, y*cellHeight, r.width*cellWidth, cellHeight, back)
		}
	}
	for _, r := range runs(cells, together) {
		if strokes(r.text) != "" {
			d.line(y, r)
			continue
		}
		for _, p := range parts(r) {
			d.text(y, p)
		}
	}
}

// together tells whether two neighbours are drawn as one: letters of one cell and look, or lines
// that are the same. Other characters stand alone, as fonts give them widths of their own.
func together(a, b Cell) bool {
	if a.Look != b.Look {
		return false
	}
	if strokes(a.Text) != "" || strokes(b.Text) != "" {
		return a.Text == b.Text && a.Text == horizontal
	}
	return !alone(a) && !alone(b)
}

func alone(c Cell) bool { return c.Width != 1 || len(c.Text) != 1 }

// runs puts neighbours together.
func runs(cells []Cell, same func(a, b Cell) bool) []run {
	var out []run
	x := 0
	for i, c := range cells {
		if n := len(out); i > 0 && same(cells[i-1], c) {
			out[n-1].width += c.Width
			out[n-1].text += c.Text
		} else {
			out = append(out, run{x, c.Width, c.Text, c.Look})
		}
		x += c.Width
	}
	return out
}

// parts are the texts of a run without the wide gaps between them: XML puts blanks together.
func parts(r run) []run {
	if r.width != len(r.text) { // a character that stands alone
		return []run{r}
	}
	var out []run
	for at := 0; at < len(r.text); {
		text := r.text[at:]
		if text[0] == ' ' {
			at++
			continue
		}
		if end := strings.Index(text, "  "); end >= 0 {
			text = text[:end]
		}
		text = strings.TrimRight(text, " ")
		out = append(out, run{r.x + at, len(text), text, r.look})
		at += len(text)
	}
	return out
}

func (d *drawing) back(l themes.Look) string {
	switch {
	case l.Reverse && l.Fg != "":
		return l.Fg
	case l.Reverse:
		return d.ground.Text
	case l.Bg != "":
		return l.Bg
	}
	return d.ground.Back
}

func (d *drawing) fore(l themes.Look) string {
	switch {
	case l.Reverse && l.Bg != "":
		return l.Bg
	case l.Reverse:
		return d.ground.Back
	case l.Fg != "":
		return l.Fg
	}
	return d.ground.Text
}

func (d *drawing) text(y int, r run) {
	d.put(`<text x="%d" y="%d" textLength="%d" lengthAdjust="spacingAndGlyphs"`, r.x*cellWidth, y*cellHeight+baseline, r.width*cellWidth)
	if fore := d.fore(r.look); fore != d.ground.Text {
		d.put(` fill="%s"`, fore)
	}
	if r.look.Bold {
		d.put(` font-weight="bold"`)
	}
	if r.look.Italic {
		d.put(` font-style="italic"`)
	}
	if r.look.Underline {
		d.put(` text-decoration="underline"`)
	}
	if r.look.Faint {
		d.put(` opacity=".6"`)
	}
	d.put(">%s</text>\n", escape(r.text))
}

// escape makes a text safe within XML, which has no place for some characters at all.
func escape(s string) string {
	var b bytes.Buffer
	if err := xml.EscapeText(&b, []byte(s)); err != nil || !utf8.Valid(b.Bytes()) {
		return string(utf8.RuneError) // a buffer takes all, and what is escaped is valid
	}
	return b.String()
}
