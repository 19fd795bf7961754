package curves

import (
	"fmt"
	"math"

	"coworkenv.dev/coworkenv/core/eval"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/ui"
)

const (
	axis      = 7 // columns of the scale at the left
	leastHigh = 4 // lines of a chart that says anything
)

// meanings are those of the curves in turn.
var meanings = [...]themes.Name{themes.Accent, themes.Warn, themes.Good, themes.Info, themes.Bad, themes.Title}

func meaning(i int) themes.Name { return meanings[i%len(meanings)] }

// sign tells a curve without its colour: 1 to 9, then a to g.
func sign(i int) rune { return rune("123456789abcdefg"[i%16]) }

// View implements screens.Screen.
func (s *screen) View(width, height int) []string {
	sheet := s.env.Sheet()
	if s.curves == nil {
		return ui.Fill([]string{ui.PaneTitle(sheet, width, "Curves", s.file, true), ui.NewLine(sheet, width).Space(2).Put(themes.Muted, s.state()).String()}, width, height)
	}
	out := []string{ui.PaneTitle(sheet, width, s.curves.Title, s.curves.Y, true)}
	low, high, ok := s.span()
	if !ok {
		return ui.Fill(append(out, ui.NewLine(sheet, width).Space(2).Put(themes.Muted, "The file holds no point yet. r reads it anew.").String()), width, height)
	}
	tall := height - len(out) - 2 - len(s.curves.Series) // below: the scale and a line a curve
	s.wide = max(width-axis-1, 1)
	s.column = int(math.Round(share(s.x(), low, high) * float64(s.wide-1)))
	if tall >= leastHigh {
		out = append(out, s.chart(sheet, width, tall, low, high)...)
	}
	out = append(out, ui.NewLine(sheet, width).Put(themes.Heading, fmt.Sprintf("at %s %s", number(s.x()), s.curves.X)).String())
	for i := range s.curves.Series {
		out = append(out, s.legend(sheet, width, i))
	}
	return ui.Fill(out, width, height)
}

func (s *screen) state() string {
	if s.job != nil && s.job.Running {
		return "reading ..."
	}
	return "It could not be read; r tries again."
}

// share is where x lies between low and high, 0 to 1; 1 where they are one.
func share(x, low, high float64) float64 {
	if high == low {
		return 1
	}
	return (x - low) / (high - low)
}

func (s *screen) legend(sheet *style.Sheet, width, i int) string {
	c := &s.curves.Series[i]
	l := ui.NewLine(sheet, width)
	if i == s.marked {
		l = ui.NewLineOn(sheet, themes.Row, width)
	}
	l.Put(meaning(i), string(sign(i))+" ").Cell(themes.Strong, c.Name, min(28, max(width/3, 1)))
	if p, ok := c.At(s.x()); ok {
		l.Put(themes.Text, fmt.Sprintf(" %.3f", p.Mean)).Put(themes.Muted, fmt.Sprintf("  %.3f to %.3f", p.Low, p.High))
	} else {
		l.Put(themes.Muted, " nothing here")
	}
	return l.String()
}

// chart draws the curves column by column, the interval of the marked one as dots.
func (s *screen) chart(sheet *style.Sheet, width, tall int, low, high float64) []string {
	row := func(v float64) int { return tall - 1 - int(math.Round(share(v, s.least, s.most)*float64(tall-1))) }
	cells := make([][]cell, tall)
	for i := range cells {
		cells[i] = make([]cell, s.wide)
	}
	for column := range s.wide {
		x := high
		if s.wide > 1 {
			x = low + (high-low)*float64(column)/float64(s.wide-1)
		}
		for i := range s.curves.Series {
			if s.alone && i != s.marked {
				continue
			}
			p, ok := s.curves.Series[i].At(x)
			if !ok {
				continue
			}
			s.plot(cells, column, i, p, row)
		}
	}
	out := make([]string, 0, tall+1)
	var run []byte
	for i, line := range cells {
		l := ui.NewLine(sheet, width)
		label := ""
		if i == 0 || i == tall-1 || i == tall/2 {
			label = fmt.Sprintf("%.2f", s.least+(s.most-s.least)*float64(tall-1-i)/float64(tall-1))
		}
		l.CellRight(themes.Muted, label, axis-1).Put(themes.Border, "┤")
		for from := 0; from < len(line); {
			to := from + 1
			name, first := line[from].shown(from == s.column)
			shown := append(run[:0], first...)
			for ; to < len(line); to++ { // what looks alike is put at once
				next, more := line[to].shown(to == s.column)
				if next != name {
					break
				}
				shown = append(shown, more...)
			}
			l.Put(name, string(shown))
			run = shown
			from = to
		}
		out = append(out, l.String())
	}
	first, last := number(low), number(high)
	l := ui.NewLine(sheet, width).Space(axis).Put(themes.Muted, first)
	return append(out, l.AtRight(themes.Muted, last+" "+s.curves.X).String())
}

// cell is what stands at one place of the chart.
type cell struct {
	sign  rune // 0 = nothing
	curve int
	band  bool
}

func (s *screen) plot(cells [][]cell, column, i int, p eval.CurvePoint, row func(float64) int) {
	if i == s.marked {
		for r := row(p.High); r <= row(p.Low); r++ {
			if cells[r][column].sign == 0 {
				cells[r][column] = cell{'·', i, true}
			}
		}
	}
	if at := &cells[row(p.Mean)][column]; at.sign == 0 || at.band || i == s.marked {
		*at = cell{sign(i), i, false}
	}
}

func (c cell) shown(cursor bool) (themes.Name, string) {
	switch {
	case c.sign != 0:
		return meaning(c.curve), string(c.sign)
	case cursor:
		return themes.Focus, "│"
	}
	return themes.Text, " "
}
