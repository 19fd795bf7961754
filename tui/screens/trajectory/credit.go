package trajectory

import (
	"context"
	"fmt"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/signal"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/ui"
)

// credit is what each step is worth to a trainer, within the trial's group.
type credit struct {
	on      bool
	by      signal.Anchor
	of      *engine.TrialCredits
	job     *screens.Job
	steps   ui.Table
	members ui.Cursor
}

type credited struct {
	trial string
	by    signal.Anchor
	of    *engine.TrialCredits
	err   error
}

func (c *credit) forget() {
	c.job.Stop()
	c.of = nil
}

// rows is how many rows the group's pane has.
func (c *credit) rows() int {
	if c.of == nil {
		return 2
	}
	return len(c.of.Trials) + 2
}

func (c *credit) note() string {
	if c.by == signal.ByObs {
		return "anchored by observation; b by state"
	}
	return "anchored by state; b by observation"
}

// toggleCredit shows the credit in place of the turn and the checks, or by the other anchor.
func (s *screen) toggleCredit(anchor bool) {
	if anchor {
		s.credit.by = map[signal.Anchor]signal.Anchor{signal.ByState: signal.ByObs, signal.ByObs: signal.ByState}[s.credit.by]
		s.loadCredit()
		return
	}
	if s.credit.on = !s.credit.on; s.credit.on {
		s.loadCredit()
	}
}

func (s *screen) loadCredit() {
	env, id, by := s.env, s.id, s.credit.by
	s.credit.job = env.Host.Restart(s.credit.job, func(ctx context.Context, tell func(screens.Msg)) {
		ws, err := env.Workspace.Existing(ctx)
		if err != nil {
			tell(credited{id, by, nil, err})
			return
		}
		of, err := ws.TrialCredit(ctx, id, by, false)
		tell(credited{id, by, of, err})
	})
}

func (s *screen) credited(msg credited) {
	switch {
	case msg.trial != s.id || fault.KindOf(msg.err) == fault.Canceled:
	case msg.err != nil:
		s.credit.on = false
		s.env.Host.Fail(msg.err)
	default:
		s.credit.of = msg.of
		s.credit.members.SetLen(len(msg.of.Trials))
		s.credit.members.MoveTo(max(msg.of.Own, 0))
	}
}

// openMember reads the trial of the group at the cursor.
func (s *screen) openMember() {
	if of := s.credit.of; of != nil && s.credit.members.At < len(of.Trials) {
		s.switchTo(of.Trials[s.credit.members.At].Trial)
	}
}

// stepColumns are the columns of the steps' table.
func stepColumns() []ui.Column {
	number := func(name, title string, drop int) ui.Column {
		return ui.Column{Name: name, Title: title, Width: 8, Least: 7, Right: true, Drop: drop}
	}
	return []ui.Column{
		{Name: "step", Title: "turn", Width: 5, Least: 4, Right: true}, {Name: "tool", Title: "tool", Width: 24, Least: 10, Flex: 1, Drop: 4},
		number("reward", "reward", 5), number("grpo", "GRPO", 0), number("dr", "Dr.GRPO", 0), number("gdpo", "GDPO", 0), number("gigpo", "GiGPO", 0),
		number("own", "of step", 6), {Name: "shared", Title: "shared", Width: 6, Right: true, Drop: 7},
	}
}

// creditView draws the table of the trial's steps; its cursor is the outline's.
func (s *screen) creditView(sheet *style.Sheet, width, height int) []string {
	of := s.credit.of
	if of == nil {
		return message(sheet, width, height, themes.Muted, "reading the trials of the group", "")
	}
	var out []string
	if of.Why != "" {
		out = append(out, ui.NewLine(sheet, width).Space(1).Put(themes.Warn, "! "+of.Why).String())
	}
	if of.Own < 0 || len(of.Trials[of.Own].Steps) == 0 {
		return ui.Fill(out, width, height)
	}
	steps := of.Trials[of.Own].Steps
	t := &s.credit.steps
	t.Columns = stepColumns()
	t.Cell = func(row int, column string) (themes.Name, string) { return stepCell(&steps[row], column) }
	t.SetLen(len(steps))
	t.MoveTo(s.outline.At - 1)
	return append(out, t.View(sheet, width, height-len(out), s.pane == paneTurn)...)
}

func stepCell(c *signal.StepCredit, column string) (themes.Name, string) {
	switch column {
	case "step":
		return themes.Muted, fmt.Sprint(c.Step + 1)
	case "tool":
		if c.Tool == "" {
			return themes.Muted, "says"
		}
		return themes.Text, c.Tool
	case "reward":
		return themes.Text, fmt.Sprintf("%.3f", c.Reward)
	case "grpo":
		return signed(c.GRPO)
	case "dr":
		return signed(c.DrGRPO)
	case "gdpo":
		return signed(c.GDPO)
	case "gigpo":
		return signed(c.GiGPO.Total)
	case "own":
		return signed(c.GiGPO.Step)
	}
	return themes.Muted, fmt.Sprint(c.Shared)
}

// signed is an advantage as `coworkenv signal` prints it.
func signed(v float64) (themes.Name, string) {
	name := themes.Muted
	switch {
	case v > 0:
		name = themes.Good
	case v < 0:
		name = themes.Bad
	}
	return name, fmt.Sprintf("%+.3f", v)
}

// membersView lists the trials of the group.
func (s *screen) membersView(sheet *style.Sheet, width, height int) []string {
	of := s.credit.of
	if of == nil || of.Group == nil {
		return message(sheet, width, height, themes.Muted, "no group", "")
	}
	m := &s.credit.members
	var out []string
	from, to := m.Window(height)
	for i := from; i < to; i++ {
		t := &of.Trials[i]
		ground, mark := themes.Name(""), " "
		if i == m.At && s.pane == paneChecks {
			ground, mark = themes.Row, "▸"
		}
		line := ui.NewLineOn(sheet, ground, width).Put(themes.Focus, mark)
		own := "  "
		if i == of.Own {
			own = "● "
		}
		reward, name, advantage := "none", themes.Muted, ""
		if t.Reward != nil {
			reward = fmt.Sprintf("%.3f", *t.Reward)
		}
		if len(t.Steps) > 0 {
			name, advantage = signed(t.Steps[0].GRPO)
		}
		line.Put(themes.Key, own).Put(themes.Accent, t.Trial).Put(themes.Text, "  reward "+reward).Put(name, "  "+advantage).Put(themes.Muted, fmt.Sprintf("  %d turns", len(t.Steps)))
		out = append(out, line.String())
	}
	return ui.Fill(out, width, height)
}
