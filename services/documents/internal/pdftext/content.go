package pdftext

import (
	"math"
	"strings"

	"github.com/ledongthuc/pdf"

	"coworkenv.dev/coworkenv/core/fault"
)

// wordGap is how far apart, in thousandths of the font size, two pieces of text stand that
// are different words; lineGap is how far apart lines stand, in points.
const (
	wordGap = -180
	lineGap = 1
)

// painter follows the text operators of one page and writes down the text.
type painter struct {
	doc       *document
	resources pdf.Value
	known     map[string]decoder // of the resources' fonts
	font      decoder
	where     position
	text      strings.Builder
	end       byte    // last byte written, 0 before the first
	line      float64 // height of the line last written to
	moved     bool    // since then
	depth     int     // of drawings within drawings
	forms     int     // drawings so far
}

// page returns the text of a page, a line a line.
func (d *document) page(leaf pdf.Value) string {
	p := painter{
		doc:       d,
		resources: inherited(leaf, "Resources"),
		known:     map[string]decoder{},
		font:      plain,
		where:     position{page: unit, line: unit},
	}
	p.run(d.content(leaf.Key("Contents")))
	return strings.ToValidUTF8(p.text.String(), "\ufffd")
}

func (p *painter) run(program []byte) {
	s := scanner{rest: program}
	for op, args := s.next(); op != ""; op, args = s.next() {
		p.do(op, args)
	}
}

func (p *painter) do(op string, args operands) {
	if p.where.follow(op, args) {
		p.moved = true
	}
	switch op {
	case "Tf":
		p.choose(args.last(1).text)
	case "Tj", "'", `"`:
		p.show(args.last(0))
	case "TJ":
		for _, part := range args.last(0).list {
			p.show(part)
		}
	case "Do":
		p.draw(p.resources.Key("XObject").Key(args.last(0).text))
	}
}

// draw follows the operators of a drawing that the page places; pictures have none.
func (p *painter) draw(form pdf.Value) {
	if form.Kind() != pdf.Stream || form.Key("Subtype").Name() != "Form" || p.depth == maxDepth {
		return
	}
	if p.forms++; p.forms > maxForms {
		refuse(fault.Exhausted, "a page places more than %d drawings", maxForms)
	}
	depth, resources, known, font, where := p.depth, p.resources, p.known, p.font, p.where
	p.depth++
	p.known = map[string]decoder{}
	if own := form.Key("Resources"); !own.IsNull() {
		p.resources = own
	}
	if m := form.Key("Matrix"); m.Len() == 6 {
		p.where.page = arrayMatrix(m).times(p.where.page)
	}
	p.run(p.doc.unpack(form, maxPageStream))
	p.depth, p.resources, p.known, p.font, p.where = depth, resources, known, font, where
	p.moved = true
}

func (p *painter) choose(name string) {
	font, ok := p.known[name]
	if !ok {
		font = p.doc.decoderOf(p.resources.Key("Font").Key(name))
		p.known[name] = font
	}
	p.font = font
}

// show writes a string; a number between strings is a distance.
func (p *painter) show(v operand) {
	switch {
	case v.isText:
		p.write(p.font(v.text))
	case v.number < wordGap:
		p.blank(' ')
	}
}

func (p *painter) write(s string) {
	if s == "" {
		return
	}
	if p.moved {
		if y := p.where.height(); math.Abs(y-p.line) > lineGap {
			p.blank('\n')
			p.line = y
		} else {
			p.blank(' ')
		}
		p.moved = false
	}
	if p.doc.written += len(s); p.doc.written > maxText {
		refuse(fault.Exhausted, "its text has more than %d bytes", maxText)
	}
	p.text.WriteString(s)
	p.end = s[len(s)-1]
}

// blank writes a separator: never two in a row, none at the start.
func (p *painter) blank(c byte) {
	if p.end != 0 && p.end != '\n' && (p.end != ' ' || c == '\n') {
		p.text.WriteByte(c)
		p.end = c
	}
}
