package gate

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/ui"
)

// View implements screens.Screen.
func (s *screen) View(width, height int) []string {
	sheet := s.env.Sheet()
	s.layOut(width, height-1)
	s.unfold(s.main.H - roundsTop)
	s.layRows()
	var list, side []string
	if s.main.H > 0 {
		list = s.roundsView(sheet, s.main)
	}
	if s.side.H > 0 {
		side = s.seen().view(sheet, s.side, s.inSide)
	}
	return append([]string{s.headline(sheet, width)}, s.split.Join(sheet, s.main, s.side, list, side)...)
}

// leastFindings is how many lines the findings keep where they stand below the rounds.
const leastFindings = 8

// layOut divides the body; one below the other the rounds get what shows all of them.
func (s *screen) layOut(width, height int) {
	s.main, s.side = s.split.Layout(width, height)
	if s.side.Y == 0 || s.main.H == 0 {
		return
	}
	if more := roundsTop + len(s.progress.rounds) - s.main.H; more > 0 {
		more = min(more, max(0, s.side.H-leastFindings))
		s.main.H += more
		s.side.Y += more
		s.side.H -= more
	}
}

// headline is the gate's word and how the certificate stands.
func (s *screen) headline(sheet *style.Sheet, width int) string {
	l := ui.NewLine(sheet, width).Space(2)
	switch {
	case s.busy:
		tried := 0
		for _, r := range s.progress.rounds {
			tried += r.tried
		}
		l.Put(themes.Info, "▹ running").Put(themes.Muted, fmt.Sprintf("  %s tried so far · esc stops it", count(tried)))
		return l.String()
	case s.stopped:
		l.Put(themes.Warn, "! stopped").Put(themes.Muted, "  what is shown is part of a run; r runs it again")
		return l.String()
	case s.failed != nil:
		l.Put(themes.Bad, "✗ "+s.failed.Error())
		return l.String()
	case s.report == nil:
		return l.String()
	}
	name, word := verdict(s.report)
	l.Put(name, word).Put(themes.Muted, "  in "+s.took+"   certificate ")
	name, word = s.standing.word()
	l.Put(name, word)
	if s.watching && s.file != "" {
		l.AtRight(themes.Muted, "watching the file ")
	}
	return l.String()
}

// verdict is the gate's word on the task.
func verdict(r *gate.Report) (themes.Name, string) {
	switch r.Status {
	case gate.Verified:
		return themes.Good, "✓ certified"
	case gate.Failed:
		return themes.Bad, "✗ rejected"
	case gate.Imported:
		return themes.Warn, "! imported: without a solution nothing is certified"
	}
	return themes.Warn, "! " + string(r.Status)
}

func (c standing) word() (themes.Name, string) {
	switch c.state {
	case engine.CertificateFresh:
		return themes.Good, "✓ fresh"
	case engine.CertificateStale:
		return themes.Warn, "~ stale: " + c.why
	case engine.CertificateMissing:
		return themes.Muted, "– missing"
	}
	return themes.Muted, "– " + c.why
}

func (s *screen) roundsView(sheet *style.Sheet, r ui.Rect) []string {
	c := columnsOf(r.W)
	out := []string{ui.PaneTitle(sheet, r.W, "Rounds", s.tally(), !s.inSide), c.heading(sheet, r.W)}
	from, to := s.cursor.Window(r.H - len(out))
	for i := from; i < to; i++ {
		out = append(out, s.line(sheet, r.W, c, i))
	}
	return ui.Fill(out, r.W, r.H)
}

// tally is what was tried in all.
func (s *screen) tally() string {
	tried, none := 0, 0
	for _, r := range s.progress.rounds {
		tried += r.tried
		none += len(r.none)
	}
	return fmt.Sprintf("%s tried · %s not applicable", count(tried), count(none))
}
