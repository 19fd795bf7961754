package eval

import (
	"fmt"
	"strings"
)

// CurvesFormat names the form of curves as a file and its version.
const CurvesFormat = "coworkenv.curves/v1"

// Curves are figures over the course of something, such as a training: what screens draw, and a
// picture by SVG.
type Curves struct {
	Format string  `json:"format"`
	Title  string  `json:"title"`
	X      string  `json:"x"`
	Y      string  `json:"y"` // of 0 to 1
	Series []Curve `json:"series"`
}

// Curve is one line with its interval.
type Curve struct {
	Name   string       `json:"name"`
	Points []CurvePoint `json:"points"`
}

// CurvePoint is one point; the interval is that of Mean over repetitions.
type CurvePoint struct {
	X    float64 `json:"x"`
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

const (
	curveHeight = 320
	curveLeft   = 56
)

// SVG draws the curves with their intervals as bands.
func (c *Curves) SVG() []byte {
	low, high := 0.0, 1.0
	for i, s := range c.Series {
		for j, p := range s.Points {
			if i == 0 && j == 0 {
				low, high = p.X, p.X
			}
			low, high = min(low, p.X), max(high, p.X)
		}
	}
	if low == high {
		high = low + 1
	}
	d := newDrawing(plotWidth, curveHeight+float64(len(c.Series))*rowHeight+40)
	x := scale{low, high, curveLeft, plotWidth - 20}
	y := scale{0, 1, curveHeight, topMargin}
	d.ticks(x, []float64{low, (low + high) / 2, high}, topMargin, curveHeight)
	for _, v := range []float64{0, 0.25, 0.5, 0.75, 1} {
		d.line("grid", curveLeft, y.at(v), plotWidth-20, y.at(v))
		d.text("soft", "end", curveLeft-8, y.at(v)+4, number(v))
	}
	d.text("", "start", curveLeft, topMargin-12, c.Y)
	d.text("soft", "end", plotWidth-20, curveHeight+32, c.X)
	var told []string
	for i, s := range c.Series {
		told = append(told, d.curve(i, s, x, y))
		at := float64(curveHeight) + 52 + float64(i)*rowHeight
		d.mark(i, curveLeft+4, at-4)
		d.text("", "start", curveLeft+16, at, s.Name)
	}
	return d.finish(c.Title, strings.Join(told, "; "))
}

// curve draws one line and its band, and tells of its ends.
func (d *drawing) curve(i int, s Curve, x, y scale) string {
	if len(s.Points) == 0 {
		return s.Name + ": nothing"
	}
	var line []float64
	var band strings.Builder
	for j, p := range s.Points {
		step := "L"
		if j == 0 {
			step = "M"
		}
		line = append(line, x.at(p.X), y.at(p.Mean))
		band.WriteString(step + number(x.at(p.X)) + " " + number(y.at(p.High)))
	}
	for j := len(s.Points) - 1; j >= 0; j-- {
		p := s.Points[j]
		band.WriteString("L" + number(x.at(p.X)) + " " + number(y.at(p.Low)))
	}
	fmt.Fprintf(&d.body, `<path d="%sZ" fill="var(--s%d)" fill-opacity="0.18"/>`+"\n", band.String(), i%seriesColours)
	d.stroke(i, 2, false, line...)
	first, last := s.Points[0], s.Points[len(s.Points)-1]
	d.mark(i, x.at(last.X), y.at(last.Mean))
	return fmt.Sprintf("%s: from %.2f to %.2f (%.2f to %.2f)", s.Name, first.Mean, last.Mean, last.Low, last.High)
}
