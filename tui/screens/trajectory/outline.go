package trajectory

import (
	"fmt"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/ui"
)

// toRow goes to a row of the outline, or the nearest there is, and shows its texts.
func (s *screen) toRow(row int) {
	s.outline.MoveTo(row)
	s.showDocs()
}

// want is the entry to stand on once the texts of its turn are there.
func (d *docs) want(place int) { d.entry, d.wanted = place, place >= 0 }

// mark puts the pagers on the entry that was wanted.
func (s *screen) mark(b both) {
	if !s.docs.wanted {
		return
	}
	s.docs.wanted = false
	if line, ok := b.auditAt[s.docs.entry]; ok {
		s.audit.GoTo(line)
	}
	if line, ok := b.turnAt[s.docs.entry]; ok {
		s.turn.GoTo(line)
	}
}

// jump goes to the next row that a thing is true of, and to the entry that it is true of.
func (s *screen) jump(back bool, is func(row int) (entry int, ok bool), none string) {
	for row := s.outline.At + step(back); row >= 0 && row < s.outline.Len; row += step(back) {
		if entry, ok := is(row); ok {
			s.docs.want(entry)
			s.toRow(row)
			return
		}
	}
	where := "behind"
	if back {
		where = "before"
	}
	s.env.Host.Say(none + " " + where + " this one")
}

// isProblem tells whether something went wrong in a row, and which entry shows it.
func (s *screen) isProblem(row int) (int, bool) {
	c := s.course
	if row < 1 {
		return -1, false
	}
	if row > len(c.Turns) {
		return -1, c.Trajectory.End.Kind != trace.Terminated || c.Status != grade.Scored
	}
	t := &c.Turns[row-1]
	if !t.Problem() {
		return -1, false
	}
	for _, v := range c.Broken {
		if i, ok := c.At(v.Seq); ok && v.Turn == row-1 {
			return i, true
		}
	}
	for k := t.First; k < t.Last; k++ {
		if call := c.Entries[k].Call; call != nil && (call.Outcome != world.OK || call.Fault != nil) {
			return k, true
		}
	}
	for i := range c.Checks {
		if k := &c.Checks[i]; !k.Holds && len(k.Causes) > 0 && k.Causes[0].Turn == row-1 {
			at, _ := c.At(k.Causes[0].Seq)
			return at, true
		}
	}
	return -1, true
}

// isChange tells whether records changed in a row, and with which entry first.
func (s *screen) isChange(row int) (int, bool) {
	c := s.course
	first, last := entriesOf(c, row-1)
	if row > len(c.Turns) {
		return -1, false
	}
	for k := first; k < last; k++ {
		if len(c.Entries[k].Effects) > 0 {
			return k, true
		}
	}
	return -1, false
}

// outlineView draws the rows of the outline that are seen.
func (s *screen) outlineView(sheet *style.Sheet, width, height int, focused bool) []string {
	var out []string
	digits := len(strconv.Itoa(len(s.course.Turns)))
	from, to := s.outline.Window(height)
	for row := from; row < to; row++ {
		ground, mark := themes.Name(""), " "
		if row == s.outline.At {
			ground, mark = themes.RowIdle, "›"
			if focused {
				ground, mark = themes.Row, "▸"
			}
		}
		line := ui.NewLineOn(sheet, ground, width).Put(themes.Focus, mark)
		switch {
		case row == 0:
			line.Space(digits+1).Put(themes.Accent, "» ").Put(themes.Text, "request")
		case row > len(s.course.Turns):
			name, sign := themes.Good, "■ "
			if s.course.Trajectory.End.Kind != trace.Terminated {
				name, sign = themes.Bad, "✗ "
			}
			line.Space(digits+1).Put(name, sign+endWord(s.course))
		default:
			line.CellRight(themes.Muted, strconv.Itoa(row), digits).Space(1)
			turnRow(line, s.course, row-1, s.find.holds(row))
		}
		out = append(out, line.String())
	}
	return ui.Fill(out, width, height)
}

// turnRow draws signs and what was done.
func turnRow(line *ui.Line, c *engine.Course, i int, hit bool) {
	t, st := &c.Turns[i], &c.Trajectory.Steps[i]
	switch {
	case t.Forbidden > 0:
		line.Put(themes.Bad, "⊘")
	case t.Errors > t.Faults:
		line.Put(themes.Bad, "✗")
	case t.Faults > 0:
		line.Put(themes.Warn, "↯")
	case t.Causes > 0:
		line.Put(themes.Warn, "!")
	default:
		line.Space(1)
	}
	switch {
	case t.Changes > 0:
		line.Put(themes.Info, "±")
	case t.Injected > 0:
		line.Put(themes.Info, "◊")
	default:
		line.Space(1)
	}
	if st.User != nil {
		line.Put(themes.Accent, "»")
	} else {
		line.Space(1)
	}
	line.Space(1)
	if t.NewStage || i == 0 && st.Stage != "" {
		line.Put(themes.Info, "["+st.Stage+"] ")
	}
	name := themes.Text
	if hit {
		name = themes.Match
	}
	line.Put(name, doneIn(st))
}

// doneIn is a turn in a few words.
func doneIn(st *trace.Step) string {
	if len(st.Calls) == 0 {
		text := st.Text
		if len(text) > 200 {
			text = text[:200]
		}
		if strings.TrimSpace(text) == "" {
			return "says nothing"
		}
		return "says: " + text
	}
	first := st.Calls[telling(st)].Tool
	n := 0
	for i := range st.Calls {
		if st.Calls[i].Tool == first {
			n++
		}
	}
	switch {
	case len(st.Calls) == 1:
		return first
	case n == len(st.Calls):
		return fmt.Sprintf("%s ×%d", first, n)
	}
	return fmt.Sprintf("%s +%d", first, len(st.Calls)-1)
}

// telling is the call that a turn is named after: the first that failed or changed something.
func telling(st *trace.Step) int {
	for i := range st.Calls {
		if c := &st.Calls[i]; c.Outcome != world.OK || len(c.Effects) > 0 {
			return i
		}
	}
	return 0
}

// endWord says how the trial ended, plainly.
func endWord(c *engine.Course) string {
	e := c.Trajectory.End
	words := map[string]string{
		trace.Completed: "the agent came to its end", trace.GaveUp: "the agent gave up", trace.MaxTurns: "cut off: too many turns", trace.MaxCalls: "cut off: too many calls",
		trace.MaxRounds: "cut off: too many questions", trace.TimedOut: "cut off: out of time", trace.Crashed: "cut off: the agent failed",
		trace.Closed: "cut off: closed from outside", trace.EnvError: "cut off: the environment failed", trace.EndpointDown: "cut off: the model's endpoint failed",
	}
	if w, ok := words[e.Reason]; ok {
		return w + " (" + e.Reason + ")"
	}
	return string(e.Kind) + ": " + e.Reason
}
