package trajectory

import (
	"fmt"
	"strconv"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/ui"
)

// compareView draws what differs in the reward, the aligned steps, and the texts of the two at
// the cursor.
func (s *screen) compareView(sheet *style.Sheet, width, height int) []string {
	c := &s.compare
	if c.of == nil {
		return message(sheet, width, height, themes.Muted, "reading both trials", "")
	}
	parts := s.partsView(sheet, width, max(2, height/4))
	rest := height - len(parts)
	rowsHeight := max(4, min(len(c.of.Rows)+1, rest*45/100))
	if rest < 12 || c.zoom || s.env.Plain {
		if c.side == 0 {
			return ui.Fill(append(parts, s.pairsView(sheet, width, rest)...), width, height)
		}
		return ui.Fill(append(parts, s.sideView(sheet, c.side-1, width, rest)...), width, height)
	}
	out := append(parts, s.pairsView(sheet, width, rowsHeight)...)
	textHeight := height - len(out)
	if width < 60 {
		return append(out, s.sideView(sheet, max(c.side-1, 0), width, textHeight)...)
	}
	left := (width - 1) / 2
	return append(out, ui.Beside(sheet, s.sideView(sheet, 0, left, textHeight), s.sideView(sheet, 1, width-1-left, textHeight))...)
}

// partsView are the parts of the reward, those that differ first.
func (s *screen) partsView(sheet *style.Sheet, width, most int) []string {
	c := s.compare.of
	who := func(name string, of *engine.Course) string {
		return fmt.Sprintf("%s %s %s %d", name, of.ID, of.Trajectory.Agent.Name, of.Trajectory.Attempt)
	}
	out := []string{ui.PaneTitle(sheet, width, "Compare", who("A", c.A)+"  ·  "+who("B", c.B), false)}
	same := 0
	for _, p := range c.Parts {
		if !p.Diff {
			same++
			continue
		}
		if len(out) == most-1 {
			continue
		}
		out = append(out, ui.NewLine(sheet, width).Space(1).Put(themes.Warn, "≠ ").Cell(themes.Text, p.Name, min(24, width/3)).Space(1).
			Put(themes.Removed, p.A).Put(themes.Muted, " → ").Put(themes.Added, p.B).String())
	}
	text := fmt.Sprintf("= %d other parts of the reward are the same", same)
	if hidden := len(c.Parts) - same - (len(out) - 1); hidden > 0 {
		text = fmt.Sprintf("≠ %d more parts differ; %d are the same", hidden, same)
	}
	if same == len(c.Parts) {
		text = "= the rewards are the same in every part"
	}
	return append(out, ui.NewLine(sheet, width).Space(1).Put(themes.Muted, text).String())
}

// pairsView draws the aligned steps.
func (s *screen) pairsView(sheet *style.Sheet, width, height int) []string {
	c := &s.compare
	out := []string{ui.PaneTitle(sheet, width, "Steps", c.note(), c.side == 0)}
	half := max((width-14)/2, 4)
	from, to := c.rows.Window(height - 1)
	for i := from; i < to; i++ {
		row := c.of.Rows[i]
		ground, mark := themes.Name(""), " "
		if i == c.rows.At {
			ground, mark = themes.RowIdle, "›"
			if c.side == 0 {
				ground, mark = themes.Row, "▸"
			}
		}
		name, sign := themes.Muted, "="
		if row.Means != engine.SameStep {
			name, sign = themes.Warn, "≠"
		}
		if i == c.of.First {
			name, sign = themes.Bad, "╪"
		}
		line := ui.NewLineOn(sheet, ground, width).Put(themes.Focus, mark)
		line.CellRight(themes.Muted, stepNumber(row.A), 5).Space(1).Cell(textName(row), didIn(c.of.A, row.A), half).Put(name, " "+sign+" ")
		line.Cell(textName(row), didIn(c.of.B, row.B), half-1).CellRight(themes.Muted, stepNumber(row.B), 5)
		out = append(out, line.String())
	}
	return ui.Fill(out, width, height)
}

func textName(row engine.ComparedRow) themes.Name {
	if row.Means == engine.SameStep {
		return themes.Muted
	}
	return themes.Text
}

func stepNumber(i int) string {
	if i < 0 {
		return "–"
	}
	return strconv.Itoa(i + 1)
}

// didIn is a step with its arguments, as far as a line holds.
func didIn(c *engine.Course, i int) string {
	if i < 0 {
		return ""
	}
	st := &c.Trajectory.Steps[i]
	text := doneIn(st)
	if len(st.Calls) > 0 {
		args := st.Calls[telling(st)].Args
		text += " " + args[:min(len(args), 300)]
	}
	return text
}

// sideView draws the text of one side.
func (s *screen) sideView(sheet *style.Sheet, side, width, height int) []string {
	c := &s.compare
	name := [2]string{"A", "B"}[side]
	note := ""
	if c.rows.At < len(c.of.Rows) {
		row := c.of.Rows[c.rows.At]
		i := [2]int{row.A, row.B}[side]
		note = "turn " + stepNumber(i)
		if row.Means != engine.SameStep {
			note += " · differs in " + map[string]string{engine.OtherAction: "what was done", engine.OtherReply: "what came back", engine.OnlyInFirst: "being there", engine.OnlyInSecond: "being there"}[row.Means]
		}
		if i < 0 {
			note = "no step here"
		}
	}
	out := []string{ui.PaneTitle(sheet, width, name, joined(note, c.pager[side].Position()), c.side == side+1)}
	return append(out, c.pager[side].View(sheet, width, height-1, c.side == side+1)...)
}
