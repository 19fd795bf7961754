package trajectory

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/ui"
)

// View implements screens.Screen.
func (s *screen) View(width, height int) []string {
	sheet := s.env.Sheet()
	switch {
	case s.view == viewList:
		return s.listView(sheet, width, height)
	case s.failed != nil:
		return message(sheet, width, height, themes.Bad, "✗ "+s.failed.Error(), fault.HintOf(s.failed))
	case s.view == viewCompare:
		return s.compareView(sheet, width, height)
	case s.course == nil:
		return message(sheet, width, height, themes.Muted, "reading the trial "+s.id, "")
	}
	head := s.headView(sheet, width, max(2, min(4, height/5)))
	s.lay(width, height-len(head), len(head))
	return append(head, s.panesView(sheet, width, height-len(head))...)
}

// message fills the body with a word.
func message(sheet *style.Sheet, width, height int, name themes.Name, text, hint string) []string {
	out := []string{ui.Blank(width), ui.NewLine(sheet, width).Space(2).Put(name, text).String()}
	if hint != "" {
		out = append(out, ui.NewLine(sheet, width).Space(2).Put(themes.Muted, hint).String())
	}
	return ui.Fill(out, width, height)
}

// Widths from which panes stand beside one another.
const (
	twoColumns   = 64
	threeColumns = 112
)

// lay finds the place of each pane: three columns where there is room, else two, of which the
// right one shows the turn or its audit entries above the checks, else the pane with the keys.
func (s *screen) lay(width, height, top int) {
	s.rects = [panes]ui.Rect{}
	put := func(p pane, x, y, w, h int) { s.rects[p] = ui.Rect{X: x, Y: y + top, W: w, H: h} }
	switch {
	case s.zoom || width < twoColumns || s.env.Plain || height < 8:
		put(s.pane, 0, 0, width, height)
	case width >= threeColumns:
		left, right := max(26, min(width*22/100, 40)), max(44, width*37/100)
		checks := s.checksHeight(right, height)
		put(paneOutline, 0, 0, left, height)
		put(paneTurn, left+1, 0, width-left-right-2, height)
		put(paneAudit, width-right, 0, right, height-checks)
		put(paneChecks, width-right, height-checks, right, checks)
	default:
		left := max(22, min(width*32/100, 30))
		checks := s.checksHeight(width-left-1, height)
		put(paneOutline, 0, 0, left, height)
		upper := paneTurn
		if s.pane == paneAudit || s.pane == paneChecks && s.auditLast {
			upper = paneAudit
		}
		s.auditLast = upper == paneAudit
		put(upper, left+1, 0, width-left-1, height-checks)
		put(paneChecks, left+1, height-checks, width-left-1, checks)
	}
}

// checksHeight is what the checks take of a column: what they need, more where they have the keys.
func (s *screen) checksHeight(width, height int) int {
	share := height * 40 / 100
	if s.pane == paneChecks {
		share = height * 60 / 100
	}
	need := s.checks.height(width) + 1
	if s.credit.on {
		need = s.credit.rows() + 2
	}
	return max(4, min(need, share))
}

// panesView draws the panes where they lie.
func (s *screen) panesView(sheet *style.Sheet, width, height int) []string {
	drawn := [panes][]string{}
	for p := range panes {
		if r := s.rects[p]; r.H > 0 {
			drawn[p] = s.paneView(sheet, p, r.W, r.H)
		}
	}
	left := drawn[paneOutline]
	middle := drawn[paneTurn]
	right := append(drawn[paneAudit], drawn[paneChecks]...)
	var columns [][]string
	switch {
	case s.rects[s.pane].W == width:
		return drawn[s.pane]
	case s.rects[paneTurn].H > 0 && s.rects[paneAudit].H > 0:
		columns = [][]string{left, middle, right}
	default:
		columns = [][]string{left, append(middle, right...)}
	}
	return ui.Beside(sheet, columns...)
}

// paneView draws one pane with its title.
func (s *screen) paneView(sheet *style.Sheet, p pane, width, height int) []string {
	focused := p == s.pane
	title, note := s.paneTitle(p)
	out := []string{ui.PaneTitle(sheet, width, title, note, focused)}
	height--
	switch {
	case p == paneOutline:
		return append(out, s.outlineView(sheet, width, height, focused)...)
	case s.credit.on && p == paneTurn:
		return append(out, s.creditView(sheet, width, height)...)
	case s.credit.on && p == paneChecks:
		return append(out, s.membersView(sheet, width, height)...)
	case p == paneChecks && len(s.checks.rows) == 0:
		return append(out, message(sheet, width, height, themes.Muted, "there is no score to explain", "")...)
	case p == paneChecks:
		return append(out, s.checks.view(sheet, width, height, focused)...)
	case p == paneAudit && s.showing:
		return append(out, s.source.View(sheet, width, height, focused)...)
	case s.docs.row == s.outline.At:
		return append(out, message(sheet, width, height, themes.Muted, "laying out "+ui.Count(sizeOf(s.course, s.outline.At))+" bytes", "")...)
	case p == paneTurn:
		return append(out, s.turn.View(sheet, width, height, focused)...)
	}
	return append(out, s.audit.View(sheet, width, height, focused)...)
}

func (s *screen) paneTitle(p pane) (title, note string) {
	switch p {
	case paneOutline:
		return "Turns", fmt.Sprintf("%s of %s", ui.Count(min(s.outline.At, len(s.course.Turns))), ui.Count(len(s.course.Turns)))
	case paneTurn:
		if s.credit.on {
			return "Credit", s.credit.note()
		}
		return s.rowTitle(), s.turn.Position()
	case paneAudit:
		if s.showing {
			return "Task", s.source.Position()
		}
		return "Audit", joined(s.rowTitle(), s.audit.Position())
	}
	if s.credit.on {
		return "Group", s.course.Group
	}
	failing := 0
	for i := range s.checks.rows {
		if r := &s.checks.rows[i]; r.fails && !r.sub {
			failing++
		}
	}
	switch {
	case len(s.checks.rows) == 0:
		return "Checks", "none"
	case failing == 0:
		return "Checks", "all hold"
	}
	return "Checks", fmt.Sprintf("%d against it", failing)
}

func joined(a, b string) string {
	if b == "" {
		return a
	}
	return a + " · " + b
}

// rowTitle names the row of the outline.
func (s *screen) rowTitle() string {
	switch {
	case s.outline.At == 0:
		return "Request"
	case s.outline.At > len(s.course.Turns):
		return "End"
	}
	return fmt.Sprintf("Turn %s", ui.Count(s.outline.At))
}

// moves carries out a movement in the pane that has the keys.
func (s *screen) moves(action string) bool {
	switch {
	case s.credit.on && s.pane == paneChecks:
		return s.credit.members.Move(action)
	case s.pane == paneChecks:
		return s.checks.move(action)
	case s.pane == paneAudit && s.showing:
		return s.source.Move(action)
	case s.pane == paneAudit:
		return s.audit.Move(action)
	case s.pane == paneTurn && !s.credit.on:
		return s.turn.Move(action)
	}
	was := s.outline.At
	if !s.outline.Move(action) {
		return false
	}
	if s.outline.At != was {
		s.showDocs()
	}
	return true
}
