package pdftext

import "github.com/ledongthuc/pdf"

// position follows the operators that say where text stands.
type position struct {
	page    matrix   // from the page's present coordinates to the paper
	saved   []matrix // by q, until Q
	line    matrix   // start of the present line
	leading float64
}

// maxSaved bounds the nesting of saved coordinates; deeper ones are not told apart.
const maxSaved = 256

// follow applies an operator and tells whether it moves the text that comes next.
func (p *position) follow(op string, args operands) bool {
	number := func(i int) float64 { return args.last(i).number }
	switch op {
	case "q":
		if len(p.saved) < maxSaved {
			p.saved = append(p.saved, p.page)
		}
		return false
	case "Q":
		if n := len(p.saved); n > 0 {
			p.page, p.saved = p.saved[n-1], p.saved[:n-1]
		}
	case "cm":
		p.page = args.matrix().times(p.page)
	case "BT":
		p.line = unit
	case "Tm":
		p.line = args.matrix()
	case "TL":
		p.leading = number(0)
		return false
	case "TD":
		p.leading = -number(0)
		p.shift(number(1), number(0))
	case "Td":
		p.shift(number(1), number(0))
	case "T*", "'", `"`:
		p.shift(0, -p.leading)
	default:
		return false
	}
	return true
}

func (p *position) shift(x, y float64) { p.line = matrix{1, 0, 0, 1, x, y}.times(p.line) }

// height is where on the paper the line stands.
func (p *position) height() float64 { return p.line.times(p.page)[5] }

// matrix is an affine map in the order in which PDF writes it.
type matrix [6]float64

var unit = matrix{1, 0, 0, 1, 0, 0}

func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

// matrix reads the last six operands.
func (o operands) matrix() matrix {
	var m matrix
	for i := range m {
		m[i] = o.last(5 - i).number
	}
	return m
}

func arrayMatrix(v pdf.Value) matrix {
	var m matrix
	for i := range m {
		m[i] = v.Index(i).Float64()
	}
	return m
}
