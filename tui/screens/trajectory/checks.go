package trajectory

import (
	"fmt"
	"sort"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/text"
	"coworkenv.dev/coworkenv/tui/ui"
)

// checkList is the pane of the checks: forbidden acts first, then checks that fail with why, then
// those that hold. The cursor is on a row, which may take several lines.
type checkList struct {
	rows   []checkRow
	lines  ui.Cursor // over all lines of all rows
	placed []checkLine
	width  int // that lines are for
	at     int // row of the cursor
	step   int // which cause of the row the last jump went to
	jumped int // the row that it belongs to; -1 = none
}

// checkLine is a line of a row: the bytes [from, to) of its text.
type checkLine struct{ row, from, to int }

// checkRow is one row.
type checkRow struct {
	sub    bool // it belongs to the check above
	name   themes.Name
	sign   string
	head   string // the check's id; "" in a row below it
	note   string
	text   string
	fails  bool
	line   int // in the task's file
	causes []engine.CourseCause
}

// parts are the row's text in the styles that it is drawn in.
func (r *checkRow) parts() []noted {
	if r.sub {
		return []noted{{themes.Text, "    "}, {r.name, r.text}}
	}
	return []noted{{r.name, r.sign + " "}, {themes.Strong, r.head}, {r.name, "  " + r.note}, {themes.Muted, "  " + r.text}}
}

// show takes the checks of a trial.
func (l *checkList) show(c *engine.Course) {
	l.rows, l.lines, l.at, l.width, l.step, l.jumped = nil, ui.Cursor{}, 0, 0, 0, -1
	for i := range c.Broken {
		v := &c.Broken[i]
		l.rows = append(l.rows, checkRow{name: themes.Bad, sign: "⊘", head: v.ID, note: fmt.Sprintf("forbidden, #%d in %s", v.Seq, turnWord(v.Turn)),
			text: bounded(v.Why), fails: true, line: v.Line, causes: []engine.CourseCause{{Seq: v.Seq, Turn: v.Turn, Why: "the act"}}})
	}
	for i := range c.Checks {
		l.check(c, &c.Checks[i])
	}
}

// check adds the rows of a check.
func (l *checkList) check(c *engine.Course, k *engine.CourseCheck) {
	row := checkRow{name: themes.Good, sign: "✓", head: k.ID, line: k.Line, causes: k.Causes, note: worth(k)}
	switch {
	case k.Status == grade.GraderError:
		row.name, row.sign, row.fails = themes.Bad, "?", true
	case !k.Holds && k.Got > 0:
		row.name, row.sign, row.fails = themes.Warn, "✗", true
	case !k.Holds:
		row.name, row.sign, row.fails = themes.Bad, "✗", true
	}
	row.text = momentText(c, k)
	l.rows = append(l.rows, row)
	for _, why := range k.Why {
		causes := k.Causes
		if len(why.Seq) > 0 {
			causes = nil
			for _, seq := range why.Seq {
				causes = append(causes, engine.CourseCause{Seq: seq, Turn: c.TurnOf(seq), Why: "the reason names it"})
			}
		}
		l.rows = append(l.rows, checkRow{sub: true, name: themes.Text, text: bounded(why.Sentence("#")), fails: row.fails, line: k.Line, causes: causes})
	}
	if len(k.Needs) > 0 {
		l.rows = append(l.rows, checkRow{sub: true, name: themes.Warn, text: "needs " + strings.Join(k.Needs, ", ") + ", not met", fails: row.fails, line: k.Line, causes: k.Causes})
	}
}

// bounded cuts a reason to what a person reads: it is broken into lines as it is drawn.
func bounded(s string) string {
	const most = 8 << 10
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// worth is what a check earned of its weight.
func worth(k *engine.CourseCheck) string {
	switch {
	case k.Weight == 0:
		return "evidence"
	case k.Of > 1:
		return fmt.Sprintf("%s of %s, %d of %d items", k.Earned, k.Weight, k.Got, k.Of)
	}
	return k.Earned.String() + " of " + k.Weight.String()
}

// momentText says when a check came true, and what it rests on.
func momentText(c *engine.Course, k *engine.CourseCheck) string {
	var parts []string
	switch {
	case k.Moment > 0 && k.Until > 0:
		parts = append(parts, fmt.Sprintf("true from #%d (%s) until #%d (%s)", k.Moment, turnWord(k.Turn), k.Until, turnWord(c.TurnOf(k.Until))))
	case k.Moment > 0:
		parts = append(parts, fmt.Sprintf("true since #%d, %s", k.Moment, turnWord(k.Turn)))
	case !k.Holds:
		parts = append(parts, "never true")
	}
	if len(k.Evidence) > 0 {
		shown := k.Evidence[:min(len(k.Evidence), 8)]
		rests := "evidence #" + strings.ReplaceAll(strings.Trim(fmt.Sprint(shown), "[]"), " ", " #")
		if len(k.Evidence) > len(shown) {
			rests += fmt.Sprintf(" and %d more", len(k.Evidence)-len(shown))
		}
		parts = append(parts, rests)
	}
	parts = append(parts, k.Kind)
	if k.Stage != "" {
		parts = append(parts, "stage "+k.Stage)
	}
	return strings.Join(parts, " · ")
}

func turnWord(turn int) string {
	if turn < 0 {
		return "the request"
	}
	return fmt.Sprintf("turn %d", turn+1)
}

// line is where the row at the cursor stands in the task's file.
func (l *checkList) line() int {
	if l.at >= len(l.rows) {
		return 0
	}
	return l.rows[l.at].line
}

// explainRow goes to the entry that explains the row at the cursor; again to its next one.
func (s *screen) explainRow() {
	l := &s.checks
	row := &l.rows[l.at]
	if len(row.causes) == 0 {
		s.env.Host.Say("no entry has to do with it; o shows the check as it is written")
		return
	}
	if l.jumped != l.at {
		l.jumped, l.step = l.at, 0
	} else {
		l.step = (l.step + 1) % len(row.causes)
	}
	s.toCause(row.causes[l.step], len(row.causes))
}

// nextCause goes through what explains the failing checks, from the row at the cursor on.
func (s *screen) nextCause() {
	l := &s.checks
	if l.jumped == l.at && l.step+1 < len(l.rows[l.at].causes) {
		s.explainRow()
		return
	}
	from := l.at
	if l.jumped == l.at {
		from++
	}
	for i := range l.rows {
		at := (from + i) % len(l.rows)
		if r := &l.rows[at]; r.fails && !r.sub || len(l.rows) == 1 {
			l.moveTo(at)
			l.jumped = -1
			s.explainRow()
			return
		}
	}
	s.explainRow() // nothing fails: what the check at the cursor rests on
}

// toCause goes to the turn and audit entry of a cause.
func (s *screen) toCause(k engine.CourseCause, of int) {
	s.showing = false
	s.pane = paneAudit
	place := -1
	if i, ok := s.course.At(k.Seq); ok {
		place = i
	}
	s.docs.want(place)
	s.toRow(k.Turn + 1)
	note := k.Why
	if k.Seq > 0 {
		note = fmt.Sprintf("#%d: %s", k.Seq, k.Why)
	}
	if of > 1 {
		note += fmt.Sprintf(" (%d of %d)", s.checks.step+1, of)
	}
	s.env.Host.Say(note)
}

// moveTo puts the cursor on a row.
func (l *checkList) moveTo(row int) {
	l.at = max(0, min(row, len(l.rows)-1))
	l.seek()
}

// seek puts the cursor of the lines on the first one of the row.
func (l *checkList) seek() {
	i := sort.Search(len(l.placed), func(i int) bool { return l.placed[i].row >= l.at })
	l.lines.MoveTo(i)
}

// move carries out a movement: up and down by rows, the others by lines.
func (l *checkList) move(action string) bool {
	switch action {
	case keys.Down:
		l.moveTo(l.at + 1)
		return true
	case keys.Up:
		l.moveTo(l.at - 1)
		return true
	}
	if !l.lines.Move(action) {
		return false
	}
	l.follow()
	return true
}

// follow puts the cursor on the row of the line.
func (l *checkList) follow() {
	if l.lines.At < len(l.placed) {
		l.at = l.placed[l.lines.At].row
	}
}

// place breaks the rows into lines of a width.
func (l *checkList) place(width int) {
	if width == l.width && l.placed != nil {
		return
	}
	l.width, l.placed = width, nil
	for i := range l.rows {
		whole := ""
		for _, p := range l.rows[i].parts() {
			whole += p.text
		}
		for _, r := range text.Rows(whole, max(width-1, 1), max(width-1-hang, 1)) {
			end := r.To
			if end-r.From > 1 && whole[end-1] == ' ' {
				end-- // it may stand beyond the width
			}
			l.placed = append(l.placed, checkLine{i, r.From, end})
		}
	}
	l.lines.SetLen(len(l.placed))
	l.seek()
}

// hang is the indent of a row's further lines.
const hang = 6

// height is how many lines all rows take at a width.
func (l *checkList) height(width int) int {
	l.place(width)
	return len(l.placed)
}

// rowAt is the row drawn at a line of the last view.
func (l *checkList) rowAt(y int) (int, bool) {
	i := l.lines.Top + y
	if y < 0 || i >= len(l.placed) {
		return 0, false
	}
	return l.placed[i].row, true
}

// view draws the lines that are seen.
func (l *checkList) view(sheet *style.Sheet, width, height int, focused bool) []string {
	l.place(width)
	var out []string
	from, to := l.lines.Window(height)
	for _, at := range l.placed[from:to] {
		r := &l.rows[at.row]
		ground, mark := themes.Name(""), " "
		if at.row == l.at {
			ground, mark = themes.RowIdle, "›"
			if focused {
				ground, mark = themes.Row, "▸"
			}
		}
		line := ui.NewLineOn(sheet, ground, width).Put(themes.Focus, mark)
		if at.from > 0 {
			line.Space(hang)
		}
		offset := 0
		for _, p := range r.parts() {
			lo, hi := max(at.from-offset, 0), min(at.to-offset, len(p.text))
			if lo < hi {
				line.Put(p.name, p.text[lo:hi])
			}
			offset += len(p.text)
		}
		out = append(out, line.String())
	}
	return ui.Fill(out, width, height)
}
