package trajectory

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// compare is two trials side by side.
type compare struct {
	other string
	of    *engine.Comparison
	want  string // row to stand on once they are read
	job   *screens.Job

	rows  ui.Cursor
	pager [2]ui.Pager
	side  int // whose text has the movements: 0 the rows, 1 and 2 the texts
	zoom  bool
	docs  [2]map[int]both
}

type (
	compared struct {
		of  *engine.Comparison
		err error
	}
	compareWith string
)

func (c *compare) init() {
	for i := range c.pager {
		c.pager[i].Hang = true
		c.docs[i] = map[int]both{}
	}
}

// place is the row at the cursor, from 1.
func (c *compare) place() string {
	if c.of == nil {
		return c.want
	}
	return strconv.Itoa(c.rows.At + 1)
}

// askCompare chooses the other trial.
func (s *screen) askCompare() {
	q := screens.Question{Title: "Compare " + s.id + " with", Text: "another trial of the same task"}
	at := s.besideAt()
	for i := range s.beside {
		// those behind this one come first: they are mostly of the same agent
		row := &s.beside[(at+1+i)%len(s.beside)]
		if row.ID == s.id {
			continue
		}
		q.Choices = append(q.Choices, screens.Choice{Value: row.ID, Text: row.Agent + " " + strconv.Itoa(row.Attempt), Note: scoreNote(row)})
	}
	q.Then = func(a screens.Answer) screens.Msg {
		if !a.Yes {
			return nil
		}
		return compareWith(a.Value)
	}
	s.env.Host.Ask(q)
}

func scoreNote(row *store.TrialRow) string {
	if row.Status != store.TrialScored {
		return row.ID + "  no score: " + string(row.Status)
	}
	return row.ID + "  score " + grade.Micros(row.Score).String()
}

// openCompare sets two trials beside one another: on top of this one, or in place of others.
func (s *screen) openCompare(other string) {
	at := screens.Place{Screen: Name, Of: s.id + " " + other}
	if s.view == viewCompare {
		s.env.Host.Replace(at)
		return
	}
	s.env.Host.Open(at)
}

// loadCompare reads both trials.
func (s *screen) loadCompare() {
	env, a, b := s.env, s.id, s.compare.other
	s.failed = nil
	if s.compare.want == "" {
		s.compare.want = s.wantTurn
	}
	s.compare.job = env.Host.Restart(s.compare.job, func(ctx context.Context, tell func(screens.Msg)) {
		ws, err := env.Workspace.Existing(ctx)
		if err != nil {
			tell(compared{nil, err})
			return
		}
		left, err := ws.Course(ctx, a)
		if err != nil {
			tell(compared{nil, err})
			return
		}
		right, err := ws.Course(ctx, b)
		if err != nil {
			tell(compared{nil, err})
			return
		}
		tell(compared{of: engine.Compare(left, right)})
		rows, err := ws.TrialsBeside(ctx, left.Trajectory.Task.ID)
		tell(besides{rows, err})
	})
}

// compared takes the comparison and goes to where the trials part.
func (s *screen) compared(msg compared) {
	if msg.err != nil {
		s.failed = msg.err
		s.env.Host.Fail(msg.err)
		return
	}
	c := &s.compare
	c.of = msg.of
	c.init()
	c.rows.SetLen(len(c.of.Rows))
	if n, err := strconv.Atoi(c.want); err == nil {
		c.rows.MoveTo(n - 1)
	} else {
		c.rows.MoveTo(max(c.of.First, 0))
	}
	c.want = ""
	s.showSides()
}

// showSides puts the two steps at the cursor into the texts.
func (s *screen) showSides() {
	c := &s.compare
	if c.rows.At >= len(c.of.Rows) {
		return
	}
	row := c.of.Rows[c.rows.At]
	for side, course := range [2]*engine.Course{c.of.A, c.of.B} {
		i := [2]int{row.A, row.B}[side]
		p := &c.pager[side]
		switch b, ok := c.docs[side][i+1]; {
		case i < 0:
			p.Show(nil)
		case ok:
			p.Show(b.turn)
		case sizeOf(course, i+1) <= quick:
			b = layOut(course, i+1)
			c.docs[side][i+1] = b
			p.Show(b.turn)
		default:
			p.Show(nil)
			s.layOutBeside(side, course, i+1)
		}
		if len(c.docs[side]) > 4*mostKept {
			c.docs[side] = map[int]both{}
		}
	}
	if row.Means != engine.SameStep {
		c.toDifference()
	}
}

// toDifference puts both texts on the first line that differs.
func (c *compare) toDifference() {
	a, b := c.pager[0].Doc, c.pager[1].Doc
	if a == nil || b == nil {
		return
	}
	left, right := a.Text(), b.Text()
	same := 0
	for same < len(left) && same < len(right) && left[same] == right[same] {
		same++
	}
	line := strings.Count(left[:same], "\n")
	c.pager[0].GoTo(line)
	c.pager[1].GoTo(line)
}

// sideRead is a text of a side that was laid out beside.
type sideRead struct {
	course *engine.Course
	side   int
	row    int
	docs   both
}

func (s *screen) layOutBeside(side int, course *engine.Course, row int) {
	s.env.Host.Start(func(_ context.Context, tell func(screens.Msg)) {
		b := layOut(course, row)
		b.turn.Prepare()
		tell(sideRead{course, side, row, b})
	})
}

func (s *screen) sideRead(msg sideRead) {
	c := &s.compare
	if c.of == nil || msg.course != [2]*engine.Course{c.of.A, c.of.B}[msg.side] {
		return
	}
	c.docs[msg.side][msg.row] = msg.docs
	s.showSides()
}

func (s *screen) compareAction(name string) {
	c := &s.compare
	switch name {
	case keys.NextPane:
		c.side = (c.side + 1) % 3
	case keys.PrevPane:
		c.side = (c.side + 2) % 3
	case keys.ZoomPane:
		c.zoom = !c.zoom
	case "trajectory.next-difference", "trajectory.difference-before":
		s.nextDifference(name == "trajectory.difference-before")
	case "trajectory.first-difference":
		if c.of.First < 0 {
			s.env.Host.Say("the two trials are the same in every step")
			return
		}
		s.toPair(c.of.First)
	case "trajectory.other-trial":
		s.askCompare()
	case actOpenSide:
		s.openSide()
	default:
		if c.side > 0 {
			c.pager[c.side-1].Move(name)
			return
		}
		was := c.rows.At
		if c.rows.Move(name) && c.rows.At != was {
			s.showSides()
		}
	}
}

func (s *screen) toPair(row int) {
	s.compare.rows.MoveTo(row)
	s.showSides()
}

func (s *screen) nextDifference(back bool) {
	c := &s.compare
	for row := c.rows.At + step(back); row >= 0 && row < len(c.of.Rows); row += step(back) {
		if c.of.Rows[row].Means != engine.SameStep {
			s.toPair(row)
			return
		}
	}
	s.env.Host.Say("no step differs further on")
}

// openSide reads the trial of the side that has the keys, at the step.
func (s *screen) openSide() {
	c := &s.compare
	if c.rows.At >= len(c.of.Rows) {
		return
	}
	row := c.of.Rows[c.rows.At]
	id, i := s.id, row.A
	if c.side == 2 || i < 0 {
		id, i = c.other, row.B
	}
	s.env.Host.Open(screens.Place{Screen: Name, Of: id, More: map[string]string{"turn": strconv.Itoa(i + 1)}})
}

// note says how far two trials are alike.
func (c *compare) note() string {
	if c.of.First < 0 {
		return "the same in every step"
	}
	row := c.of.Rows[c.of.First]
	return fmt.Sprintf("%d of %d steps the same; they part at %s", c.of.Same, len(c.of.Rows), pairName(row))
}

func pairName(row engine.ComparedRow) string {
	switch {
	case row.A < 0:
		return fmt.Sprintf("turn %d of B", row.B+1)
	case row.B < 0 || row.A == row.B:
		return fmt.Sprintf("turn %d", row.A+1)
	}
	return fmt.Sprintf("turn %d and %d", row.A+1, row.B+1)
}
