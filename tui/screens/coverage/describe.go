package coverage

import (
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/ui"
)

// describe writes what the cell at the cursor is made of.
func (s *screen) describe() {
	f, ok := s.filter()
	if !ok {
		s.side.Show(nil)
		return
	}
	var b ui.Builder
	sum := s.sum()
	for _, line := range []struct {
		name string
		n    int
		says string
	}{{"wanted", sum.Target, "by the plan " + s.plan}, {"made", sum.Generated, ""}, {"certified", sum.Verified, "by the gate, and the certificate holds"}, {"accepted", sum.Accepted, "by reviewers, in this content"}, {"lacking", sum.Gap(), ""}} {
		n := themes.Info
		if line.name == "lacking" && line.n > 0 {
			n = themes.Warn
		}
		b.Put(themes.Muted, fmt.Sprintf("%-10s", line.name)).Put(n, fmt.Sprintf("%6s", ui.Count(line.n))).Put(themes.Muted, "  "+line.says).Line(0)
	}
	if why := s.unfillable(); why != "" {
		b.Line(0).Put(themes.Bad, "! it cannot be filled: ").Put(themes.Text, why).Line(0)
	}
	s.describeCells(&b, f.Has)
	s.describeTasks(&b)
	s.side.Show(b.Document())
}

// describeCells lists the cells of the plan that the matrix adds up.
func (s *screen) describeCells(b *ui.Builder, has func(*cover.Cell) bool) {
	if s.view == viewGaps {
		if c := s.gap(); c != nil && c.Why != "" {
			b.Line(0).Put(themes.Muted, "why not: ").Put(themes.Text, c.Why).Line(0)
		}
		return
	}
	var open, closed []*cover.Cell
	for i := range s.cov.Cells {
		switch c := &s.cov.Cells[i]; {
		case !has(c):
		case c.Target > 0 || c.Generated > 0:
			open = append(open, c)
		default:
			closed = append(closed, c)
		}
	}
	b.Line(0).Put(themes.Heading, "SCENARIOS").Put(themes.Muted, fmt.Sprintf("  %d cells of the plan", len(open)+len(closed))).Line(0)
	for _, c := range open {
		word, shade := cellWord(cover.Sum{Target: c.Target, Generated: c.Generated, Verified: c.Verified, Accepted: c.Accepted}, true)
		b.Put(themes.Text, "  ").Put(shade, word).Put(themes.Accent, "  "+c.Scenario).Put(themes.Muted, " "+c.Language+" "+string(c.Level)).Line(0)
	}
	for _, c := range closed {
		b.Put(themes.Muted, "  –  "+c.Scenario+" "+c.Language+" "+string(c.Level)+": ").Put(themes.Text, c.Why).Line(0)
	}
}

// mostTasks bounds the list of a cell's tasks; enter opens all.
const mostTasks = 200

func (s *screen) describeTasks(b *ui.Builder) {
	list := s.tasksHere()
	strangers := 0
	for _, t := range list {
		if t.Cell < 0 {
			strangers++
		}
	}
	b.Line(0).Put(themes.Heading, "TASKS").Put(themes.Muted, fmt.Sprintf("  %d", len(list)))
	if strangers > 0 {
		b.Put(themes.Muted, fmt.Sprintf(", %d of them not in the plan", strangers))
	}
	b.Line(0)
	if len(list) == 0 {
		b.Put(themes.Muted, "  none yet; m generates").Line(0)
	}
	for i, t := range list {
		if i == mostTasks {
			b.Put(themes.Muted, fmt.Sprintf("  and %d more; enter shows all", len(list)-i)).Line(0)
			break
		}
		taskLine(b, t.ID, t.Cell < 0, t.Verified, t.Accepted)
	}
}

// tasksHere are the tasks of what the cursor stands on.
func (s *screen) tasksHere() []*engine.CoverTask {
	f, _ := s.filter()
	c := s.gap()
	var places []int
	for i := range s.cov.Cells { // as the matrix counts: by what the scenario says of its tasks
		if cell := &s.cov.Cells[i]; cell == c || c == nil && f.Has(cell) {
			places = append(places, s.ofCell[i]...)
		}
	}
	if c == nil {
		for _, i := range s.strange {
			if f.HasTask(&s.cov.Tasks[i]) {
				places = append(places, i)
			}
		}
	}
	slices.Sort(places)
	out := make([]*engine.CoverTask, len(places))
	for i, at := range places {
		out[i] = &s.cov.Tasks[at]
	}
	return out
}

func taskLine(b *ui.Builder, id string, stranger, verified, accepted bool) {
	switch {
	case accepted:
		b.Put(themes.Good, "  ✓ accepted  ")
	case verified:
		b.Put(themes.Info, "  ● certified ")
	default:
		b.Put(themes.Warn, "  ○ made      ")
	}
	b.Put(themes.Text, id)
	if stranger {
		b.Put(themes.Muted, " not in the plan")
	}
	b.Line(0)
}
