package trajectory

import (
	"context"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/tui/highlight"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// sourceRead is the text of the task, coloured.
type sourceRead struct {
	course *engine.Course
	doc    *ui.Document
	err    error
}

// toggleSource shows the task's text at the check at the cursor, in place of the audit entries.
func (s *screen) toggleSource() {
	if s.showing {
		s.showing = false
		return
	}
	s.showing, s.pane = true, paneAudit
	if s.source.Doc != nil {
		s.sourceLine()
		return
	}
	c := s.course
	s.env.Host.Start(func(_ context.Context, tell func(screens.Msg)) {
		text := string(c.Task.File.Data)
		runs, err := highlight.YAML(text)
		if err != nil {
			tell(sourceRead{c, nil, err})
			return
		}
		d := ui.NewDocument(text, runs)
		d.Prepare()
		tell(sourceRead{c, d, nil})
	})
}

func (s *screen) sourceRead(msg sourceRead) {
	if msg.course != s.course {
		return
	}
	if msg.err != nil {
		s.env.Host.Fail(msg.err)
		return
	}
	s.source.Show(msg.doc)
	s.sourceLine()
}

func (s *screen) sourceLine() {
	if line := s.checks.line(); line > 0 {
		s.source.GoTo(line - 1)
	}
}

type copyPart string

// askCopy chooses what to copy.
func (s *screen) askCopy() {
	q := screens.Question{Title: "Copy", Then: func(a screens.Answer) screens.Msg {
		if !a.Yes {
			return nil
		}
		return copyPart(a.Value)
	}}
	q.Choices = append(q.Choices, screens.Choice{Value: "id", Text: "id", Note: s.Values()["trial"]})
	if s.view == viewTrial {
		q.Choices = append(q.Choices, screens.Choice{Value: "turn", Text: "the turn, as it is shown"}, screens.Choice{Value: "reply", Text: "the last reply of the turn, as it came"},
			screens.Choice{Value: "arguments", Text: "the arguments of its last call"}, screens.Choice{Value: "audit", Text: "the audit entries, as they are shown"},
			screens.Choice{Value: "reason", Text: "the row of the checks"}, screens.Choice{Value: "place", Text: "a command that opens this place"})
	}
	s.env.Host.Ask(q)
}

func (s *screen) copyPart(part string) {
	id := s.Values()["trial"]
	what := id
	if s.view == viewTrial && s.course != nil {
		what = s.partText(part, id)
	}
	if what == "" {
		s.env.Host.Say("there is no such thing here")
		return
	}
	s.env.Host.Copy("the "+part+" of "+id, what)
}

func (s *screen) partText(part, id string) string {
	switch part {
	case "turn":
		if s.turn.Doc != nil {
			return s.turn.Doc.Text()
		}
	case "audit":
		if s.audit.Doc != nil {
			return s.audit.Doc.Text()
		}
	case "reason":
		if l := &s.checks; l.at < len(l.rows) {
			return strings.TrimSpace(l.rows[l.at].head + " " + l.rows[l.at].note + " " + l.rows[l.at].text)
		}
	case "place":
		return "coworkenv open --screen " + Name + " --of " + id
	case "reply", "arguments":
		i := s.outline.At - 1
		if i < 0 || i >= len(s.course.Turns) || len(s.course.Trajectory.Steps[i].Calls) == 0 {
			return ""
		}
		calls := s.course.Trajectory.Steps[i].Calls
		if part == "reply" {
			return calls[len(calls)-1].Observation
		}
		return calls[len(calls)-1].Args
	default:
		return id
	}
	return ""
}

// mouse selects rows and panes, and turns the wheel where it points.
func (s *screen) mouse(m screens.Mouse) {
	by, _ := m.Wheel() // 0 for a click
	switch {
	case s.view == viewList:
		s.listMouse(m, by)
	case s.view == viewCompare:
		if by != 0 && s.compare.of != nil {
			if s.compare.side > 0 {
				s.compare.pager[s.compare.side-1].Scroll(by)
				return
			}
			s.toPair(s.compare.rows.At + by)
		}
	case s.course != nil:
		s.trialMouse(m, by)
	}
}

func (s *screen) listMouse(m screens.Mouse, by int) {
	if by != 0 {
		s.list.table.Scroll(by)
		return
	}
	if row, ok := s.list.table.RowAt(m.Y - s.list.top); ok {
		s.list.table.MoveTo(row)
		if m.Kind == screens.DoubleClick {
			s.listAction(screens.Action{Name: actOpenHit})
		}
	}
}

func (s *screen) trialMouse(m screens.Mouse, by int) {
	for p := range panes {
		r := s.rects[p]
		if r.H == 0 || !r.Has(m.X, m.Y) {
			continue
		}
		if by != 0 {
			s.wheel(p, by)
			return
		}
		s.pane = p
		row := m.Y - r.Y - 1
		switch {
		case row < 0:
		case p == paneOutline && s.outline.Top+row < s.outline.Len:
			s.toRow(s.outline.Top + row)
		case p == paneChecks && !s.credit.on:
			if at, ok := s.checks.rowAt(row); ok {
				s.checks.moveTo(at)
				if m.Kind == screens.DoubleClick {
					s.explainRow()
				}
			}
		}
		return
	}
}

func (s *screen) wheel(p pane, by int) {
	switch {
	case p == paneTurn && !s.credit.on:
		s.turn.Scroll(by)
	case p == paneAudit && s.showing:
		s.source.Scroll(by)
	case p == paneAudit:
		s.audit.Scroll(by)
	case p == paneChecks && s.credit.on:
		s.credit.members.Scroll(by)
	case p == paneChecks:
		s.checks.lines.Scroll(by)
		s.checks.follow()
	default:
		was := s.outline.At
		if s.outline.Scroll(by); s.outline.At != was {
			s.showDocs()
		}
	}
}
