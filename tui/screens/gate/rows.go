package gate

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/ui"
)

// row is a line of the rounds: a round, one of its pieces, or those that did not apply.
type row struct {
	round *round
	piece *piece
	none  bool
}

// key names a row, so that the cursor is found again.
func (r *row) key() string {
	switch {
	case r.piece != nil:
		return string(r.round.name) + "/" + r.piece.name
	case r.none:
		return string(r.round.name) + "/-"
	}
	return string(r.round.name)
}

// layRows lists the rows that are seen; the cursor stays on what it stands on. A closed round
// shows the pieces that object, and the one that is at work.
func (s *screen) layRows() {
	if !s.dirty && s.rows != nil {
		return
	}
	if s.want == "" && s.cursor.At < len(s.rows) {
		s.want = s.rows[s.cursor.At].key()
	}
	s.dirty = false
	s.rows = s.rows[:0]
	for _, r := range s.progress.rounds {
		s.rows = append(s.rows, row{round: r})
		for _, x := range r.pieces {
			if s.open[r.name] && x.tried > 0 || x.wrong > 0 || r.running && x == r.last {
				s.rows = append(s.rows, row{round: r, piece: x})
			}
		}
		if s.open[r.name] && len(r.none) > 0 {
			s.rows = append(s.rows, row{round: r, none: true})
		}
	}
	s.cursor.SetLen(len(s.rows))
	for i := range s.rows {
		if s.rows[i].key() == s.want {
			s.cursor.MoveTo(i)
			s.want = ""
			break
		}
	}
	if !s.busy && (s.report != nil || s.failed != nil) {
		s.want = ""
	}
}

// row is the row at the cursor.
func (s *screen) row() *row {
	s.layRows()
	if s.cursor.At >= len(s.rows) {
		return nil
	}
	return &s.rows[s.cursor.At]
}

// fold opens or closes the round at the cursor.
func (s *screen) fold() {
	r := s.row()
	if r == nil {
		return
	}
	name := r.round.name
	s.folded = true
	s.open[name] = !s.open[name]
	s.want, s.dirty = string(name), true
	if s.open[name] {
		s.want = r.key()
	}
}

// unfold opens rounds for which there is room, as long as nobody has opened or closed one: those
// that try most first.
func (s *screen) unfold(height int) {
	if s.folded || s.busy || s.report == nil || height == s.unfolded {
		return
	}
	s.unfolded = height
	clear(s.open)
	left := height - len(s.progress.rounds)
	for _, name := range []gate.RoundName{gate.RoundAdversary, gate.RoundBenign, gate.RoundMutants, gate.RoundTruth, gate.RoundGrader} {
		r := s.progress.round(name)
		need := len(r.pieces)
		if len(r.none) > 0 {
			need++
		}
		if r.tried > 0 && need <= left {
			s.open[name] = true
			left -= need
		}
	}
	s.dirty = true
}

// foldAll opens all rounds, or closes all where one is open.
func (s *screen) foldAll() {
	s.folded = true
	any := false
	for _, r := range s.progress.rounds {
		any = any || s.open[r.name]
	}
	for _, r := range s.progress.rounds {
		s.open[r.name] = !any
	}
	if r := s.row(); r != nil && any {
		s.want = string(r.round.name)
	}
	s.dirty = true
}

// Widths of the columns behind the name.
const (
	triedWidth = 5
	cameWidth  = 12
	wrongWidth = 5
	noneWidth  = 4
	scoreWidth = 8
	leastName  = 22
)

// columns are those that fit, the last ones left out first.
type columns struct {
	name              int
	came, none, score bool
}

func columnsOf(width int) columns {
	c := columns{}
	left := width - 2 - leastName - triedWidth - wrongWidth - 4
	if left >= scoreWidth+2 {
		c.score, left = true, left-scoreWidth-2
	}
	if left >= cameWidth+2 {
		c.came, left = true, left-cameWidth-2
	}
	if left >= noneWidth+2 {
		c.none, left = true, left-noneWidth-2
	}
	c.name = leastName + max(0, min(left/3, 14))
	return c
}

func (c columns) heading(sheet *style.Sheet, width int) string {
	l := ui.NewLine(sheet, width).Space(2).Cell(themes.Heading, "round", c.name).Space(2).CellRight(themes.Heading, "tried", triedWidth).Space(2).CellRight(themes.Heading, "wrong", wrongWidth)
	if c.none {
		l.Space(2).CellRight(themes.Heading, "n/a", noneWidth)
	}
	if c.score {
		l.Space(2).CellRight(themes.Heading, "score", scoreWidth)
	}
	if c.came {
		l.Space(2).Put(themes.Heading, "came out")
	}
	return l.String()
}

// line draws a row.
func (s *screen) line(sheet *style.Sheet, width int, c columns, i int) string {
	r := &s.rows[i]
	ground, sign := themes.Name(""), "  "
	switch {
	case i == s.cursor.At && !s.inSide:
		ground, sign = themes.Row, "▸ "
	case i == s.cursor.At:
		ground, sign = themes.RowIdle, "› "
	}
	l := ui.NewLineOn(sheet, ground, width).Put(themes.Focus, sign)
	if r.none {
		names := make([]string, len(r.round.none))
		for i, x := range r.round.none {
			names[i] = x.name
		}
		return l.Put(themes.Muted, fmt.Sprintf("  – %d did not apply: %s", len(names), strings.Join(names, ", "))).String()
	}
	mark, name := r.mark()
	if r.piece == nil && r.round.state == gate.Skipped {
		return l.Put(mark, name+" ").Cell(themes.Muted, string(r.round.name), 14).Put(themes.Muted, "skipped: "+r.round.reason).String()
	}
	text, tried, wrong, none, score, came := r.cells()
	l.Put(mark, name+" ").Cell(themes.Text, text, c.name-2-indent(r)).Space(2).CellRight(themes.Text, tried, triedWidth).Space(2)
	if wrong == "0" || wrong == "" {
		l.CellRight(themes.Muted, wrong, wrongWidth)
	} else {
		l.CellRight(mark, wrong, wrongWidth)
	}
	if c.none {
		l.Space(2).CellRight(themes.Muted, none, noneWidth)
	}
	if c.score {
		l.Space(2).CellRight(themes.Text, score, scoreWidth)
	}
	if c.came {
		l.Space(2).Put(themes.Muted, came)
	}
	return l.String()
}

func indent(r *row) int {
	if r.piece != nil {
		return 2
	}
	return 0
}

// mark is the sign before a row and how it is drawn.
func (r *row) mark() (themes.Name, string) {
	if x := r.piece; x != nil {
		switch {
		case r.round.running && x == r.round.last:
			return themes.Info, "  ▹"
		case x.wrong > 0 && (r.round.state == gate.Failed || r.round.running):
			return themes.Bad, "  ✗"
		case x.wrong > 0:
			return themes.Warn, "  !"
		}
		return themes.Good, "  ✓"
	}
	switch {
	case r.round.running:
		return themes.Info, "▹"
	case r.round.state == gate.Failed:
		return themes.Bad, "✗"
	case r.round.state == gate.Skipped:
		return themes.Muted, "–"
	case r.round.state == gate.Passed && r.round.wrong > 0:
		return themes.Warn, "!"
	case r.round.state == gate.Passed:
		return themes.Good, "✓"
	}
	return themes.Muted, "·"
}

// cells are the texts of a row.
func (r *row) cells() (text, tried, wrong, none, score, came string) {
	if x := r.piece; x != nil {
		return x.name, count(x.tried), count(x.wrong), "", worst(x.worst), x.came()
	}
	x := r.round
	text, came = string(x.name), x.came()
	if x.running {
		text += " …"
	}
	if x.state == "" && !x.running {
		return text, "", "", "", "", came
	}
	if x.state != gate.Skipped {
		tried, wrong = count(x.tried), count(x.wrong)
	}
	if len(x.none) > 0 {
		none = count(len(x.none))
	}
	return text, tried, wrong, none, worst(x.worst()), came
}

// worst is the score of the piece that came out worst.
func (r *round) worst() *grade.Micros {
	var out *grade.Micros
	for _, x := range r.pieces {
		if x.worst != nil && (out == nil || (r.name == gate.RoundAdversary) == (*x.worst > *out)) {
			out = x.worst
		}
	}
	return out
}

func worst(m *grade.Micros) string {
	if m == nil {
		return ""
	}
	return m.String()
}

func count(n int) string { return ui.Count(n) }
