package coverage

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/text"
	"coworkenv.dev/coworkenv/tui/ui"
)

// View implements screens.Screen.
func (s *screen) View(width, height int) []string {
	sheet := s.env.Sheet()
	s.main, s.rest = s.split.Layout(width, height)
	var list, side []string
	if s.main.H > 0 {
		list = ui.Fill(s.mainView(sheet, s.main), s.main.W, s.main.H)
	}
	if s.rest.H > 0 {
		note := ""
		if f, ok := s.filter(); ok {
			note = name(f)
		}
		side = append([]string{ui.PaneTitle(sheet, s.rest.W, "Cell", note, s.inSide)}, s.side.View(sheet, s.rest.W, s.rest.H-1, s.inSide)...)
		side = ui.Fill(side, s.rest.W, s.rest.H)
	}
	return s.split.Join(sheet, s.main, s.rest, list, side)
}

// Lines above the rows: the title, the legend, the headings.
const matrixTop = 3

func (s *screen) mainView(sheet *style.Sheet, r ui.Rect) []string {
	out := []string{ui.PaneTitle(sheet, r.W, map[view]string{viewServices: "Services by family", viewCapabilities: "Capabilities by difficulty", viewGaps: "What is missing"}[s.view], s.note(), !s.inSide)}
	switch {
	case s.cov == nil:
		l := ui.NewLine(sheet, r.W).Space(2)
		ui.Progress{Label: "counting the tasks", Done: s.read.done, Total: s.read.total}.Put(l)
		return append(out, ui.Blank(r.W), l.String())
	case s.view == viewGaps && len(s.gaps) == 0:
		return append(out, ui.Blank(r.W), ui.NewLine(sheet, r.W).Space(2).Put(themes.Good, "✓ Nothing is missing.").String())
	case s.view == viewGaps:
		return append(out, s.table.View(sheet, r.W, r.H-1, !s.inSide)...)
	}
	return append(out, s.matrixView(sheet, r.W, r.H-1)...)
}

// note is what stands behind the title.
func (s *screen) note() string {
	if s.making != nil {
		return fmt.Sprintf("making %d of %d · %s", s.making.done, s.making.total, s.making.what)
	}
	if s.cov == nil {
		return s.plan
	}
	var all cover.Sum
	for i := range s.cov.Cells {
		c := &s.cov.Cells[i]
		all.Target, all.Generated, all.Verified, all.Accepted = all.Target+c.Target, all.Generated+c.Generated, all.Verified+c.Verified, all.Accepted+c.Accepted
	}
	note := fmt.Sprintf("%s: %s wanted, %s made, %s certified, %s accepted", s.plan, ui.Count(all.Target), ui.Count(all.Generated), ui.Count(all.Verified), ui.Count(all.Accepted))
	if s.cov.Strangers > 0 {
		note += fmt.Sprintf(" · %s not in the plan", ui.Count(s.cov.Strangers))
	}
	if s.loading != nil && s.loading.Running {
		note += " · counting"
	}
	return note
}

// layout is how wide the names and the columns of the matrix are, and whether the cells have all
// four numbers: only where those of every cell fit.
func (s *screen) layout(width int) (label, cell int, whole bool) {
	m := s.matrix()
	longest, widest := 10, 0
	for i, row := range m.Rows {
		longest = max(longest, text.Width(row)+1)
		for _, sum := range m.Cells[i] {
			word, _ := cellWord(sum, true)
			widest = max(widest, text.Width(word))
		}
	}
	n := max(len(m.Columns), 1)
	label = max(10, min(longest, 34, width/3))
	if room := (width - label - 2) / n; room < 10 { // names give way to numbers
		label = max(10, min(label, width-2-10*n))
	}
	cell = max(min((width-label-2)/n, 22), 4)
	return label, cell, widest <= cell-2
}

func (s *screen) matrixView(sheet *style.Sheet, width, height int) []string {
	m := s.matrix()
	label, cell, whole := s.layout(width)
	legend := "certified/wanted   ○ none ◔ ◑ ◕ ● all"
	if whole {
		legend = "made·certified·accepted/wanted   ○ none ◔ ◑ ◕ ● all certified"
	}
	out := []string{ui.NewLine(sheet, width).Space(2).Put(themes.Muted, legend).String()}
	head := ui.NewLine(sheet, width).Space(2).Cell(themes.Heading, map[view]string{viewServices: "service", viewCapabilities: "capability"}[s.view], label)
	for j, c := range m.Columns {
		n := themes.Heading
		if j == s.column {
			n = themes.Focus
		}
		head.CellRight(n, c, cell-1).Space(1)
	}
	out = append(out, head.String())
	from, to := s.cursor.Window(height - len(out))
	for i := from; i < to; i++ {
		out = append(out, s.matrixRow(sheet, width, i, label, cell, whole))
	}
	return out
}

func (s *screen) matrixRow(sheet *style.Sheet, width, i, label, cell int, whole bool) string {
	m := s.matrix()
	l := ui.NewLine(sheet, width)
	n := themes.Text
	if i == s.cursor.At {
		n = themes.Strong
		l.Put(themes.Focus, map[bool]string{true: "› ", false: "▸ "}[s.inSide])
	} else {
		l.Space(2)
	}
	l.Cell(n, m.Rows[s.rows[i]], label)
	for j := range m.Columns {
		sum := m.Cells[s.rows[i]][j]
		word, shade := cellWord(sum, whole)
		word = text.Blanks(cell-2-text.Width(word)) + word // the whole cell is shaded
		if i == s.cursor.At && j == s.column {
			l.Put(themes.Focus, "▸").Cell(themes.Match, word, cell-2).Space(1)
			continue
		}
		l.Space(1).Cell(shade, word, cell-2).Space(1)
	}
	return l.String()
}

// cellWord is what stands in a cell, and how it is shaded: by the share that is certified.
func cellWord(sum cover.Sum, whole bool) (string, themes.Name) {
	if sum.Target == 0 && sum.Generated == 0 {
		return "–", themes.Muted
	}
	share := 100
	if sum.Target > 0 {
		share = 100 * min(sum.Verified, sum.Target) / sum.Target
	}
	sign, shade := "○", themes.Shade1
	switch {
	case share >= 100:
		sign, shade = "●", themes.Shade5
	case share >= 67:
		sign, shade = "◕", themes.Shade4
	case share >= 34:
		sign, shade = "◑", themes.Shade3
	case sum.Verified > 0:
		sign, shade = "◔", themes.Shade2
	}
	if whole {
		return fmt.Sprintf("%s %d·%d·%d/%d", sign, sum.Generated, sum.Verified, sum.Accepted, sum.Target), shade
	}
	return fmt.Sprintf("%s %d/%d", sign, sum.Verified, sum.Target), shade
}

// cell is a cell of the list of gaps.
func (s *screen) cell(row int, column string) (themes.Name, string) {
	c := &s.cov.Cells[s.gaps[row]]
	number := func(n int) (themes.Name, string) {
		if n == 0 {
			return themes.Muted, "0"
		}
		return themes.Text, fmt.Sprint(n)
	}
	switch column {
	case "scenario":
		return themes.Text, c.Scenario
	case "family":
		return themes.Muted, string(c.Family)
	case "language":
		return themes.Text, c.Language
	case "difficulty":
		return themes.Text, string(c.Level)
	case "lacks":
		if n := c.Target - c.Verified; n > 0 {
			return themes.Warn, fmt.Sprint(n)
		}
		return themes.Muted, "–"
	case "target":
		return number(c.Target)
	case "generated":
		return number(c.Generated)
	case "verified":
		return number(c.Verified)
	case "accepted":
		return number(c.Accepted)
	case "why":
		return themes.Muted, c.Why
	}
	return themes.Text, ""
}
