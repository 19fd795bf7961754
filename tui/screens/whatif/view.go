package whatif

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/ui"
)

// View implements screens.Screen.
func (s *screen) View(width, height int) []string {
	sheet := s.env.Sheet()
	s.main, s.side = s.split.Layout(width, height-1)
	var main, side []string
	if s.main.H > 0 {
		main = s.draftView(sheet, s.main)
	}
	if s.side.H > 0 {
		side = s.sideView(sheet, s.side)
	}
	return append([]string{s.headline(sheet, width)}, s.split.Join(sheet, s.main, s.side, main, side)...)
}

// headline says what the draft does, in numbers.
func (s *screen) headline(sheet *style.Sheet, width int) string {
	l := ui.NewLine(sheet, width).Space(2)
	switch {
	case s.failed != nil && s.draft == nil:
		return l.Put(themes.Bad, "✗ "+s.failed.Error()).String()
	case s.draft == nil:
		return l.Put(themes.Muted, "copying the task").String()
	case len(s.problems) > 0:
		return l.Put(themes.Bad, "✗ the draft does not load: ").Put(themes.Text, plural(len(s.problems), "error")).String()
	case s.failed != nil:
		return l.Put(themes.Bad, "✗ "+s.failed.Error()).String()
	}
	s.oracle.put(l)
	if s.none {
		return l.Put(themes.Muted, "no workspace: no trials are stored").String()
	}
	if s.busy {
		l.Put(themes.Info, "▹ ").Put(themes.Text, fmt.Sprintf("%s of %s trials  ", ui.Count(s.sum.Trials), ui.Count(s.total)))
	} else {
		l.Put(themes.Text, plural(s.sum.Trials, "trial")+"  ")
	}
	for _, x := range []struct {
		flip engine.Flip
		n    int
	}{{engine.FailsNow, s.sum.FailsNow}, {engine.PassesNow, s.sum.PassesNow}, {engine.Rescored, s.sum.Rescored}, {engine.Unmoved, s.sum.Same}, {engine.Unscored, s.sum.Unscored}} {
		name, word := flipWord(x.flip)
		if x.n == 0 {
			name = themes.Muted
		}
		if x.n == 0 && (x.flip == engine.Unscored || x.flip == engine.Rescored) {
			continue
		}
		mark, text, _ := strings.Cut(word, " ")
		if x.n == 1 || x.flip == engine.Rescored || x.flip == engine.Unmoved || x.flip == engine.Unscored {
			l.Put(name, fmt.Sprintf("%s %s %s  ", mark, ui.Count(x.n), text))
			continue
		}
		l.Put(name, fmt.Sprintf("%s %s %s  ", mark, ui.Count(x.n), map[engine.Flip]string{engine.FailsNow: "fail now", engine.PassesNow: "pass now"}[x.flip]))
	}
	return l.String()
}

// put says whether the draft can still be solved.
func (o oracle) put(l *ui.Line) {
	says := "the solution scores "
	if l.Left() < 100 { // so that all counts behind it are seen
		says = "solution "
	}
	switch {
	case !o.known:
		l.Put(themes.Muted, "solution …  ")
	case o.none:
		l.Put(themes.Warn, "! no solution  ")
	case o.one:
		l.Put(themes.Good, "✓ "+says+"1  ")
	default:
		l.Put(themes.Bad, "✗ "+says+o.score+"  ")
	}
}

func (s *screen) draftView(sheet *style.Sheet, r ui.Rect) []string {
	note := "as the task is"
	if s.draft != nil && s.text != s.draft.Before() {
		note = changedLines(s.draft.Before(), s.text)
	}
	if at := s.pager.Position(); at != "" {
		note += " · " + at
	}
	out := []string{ui.PaneTitle(sheet, r.W, "Draft", note, !s.inSide)}
	text := s.pager.View(sheet, r.W, r.H-1, !s.inSide)
	if !s.centred && s.pager.Doc != nil { // only now the height is known
		s.centred = true
		s.pager.GoTo(s.pager.Line())
		text = s.pager.View(sheet, r.W, r.H-1, !s.inSide)
	}
	return append(out, text...)
}

func (s *screen) sideView(sheet *style.Sheet, r ui.Rect) []string {
	if o := s.opened; o != nil {
		note := o.note
		if at := o.pager.Position(); at != "" {
			note = strings.TrimPrefix(note+" · "+at, " · ")
		}
		return append([]string{ui.PaneTitle(sheet, r.W, o.title, note, s.inSide)}, o.pager.View(sheet, r.W, r.H-1, s.inSide)...)
	}
	note := ui.Count(s.table.Len)
	if s.only {
		note += " that flip"
	}
	if s.elders > 0 {
		note += " · " + ui.Count(s.elders) + " of another version"
	}
	out := []string{ui.PaneTitle(sheet, r.W, "Trials under the draft", note, s.inSide)}
	if s.table.Len == 0 {
		return append(out, s.empty(sheet, r.W, r.H-1)...)
	}
	return append(out, s.table.View(sheet, r.W, r.H-1, s.inSide)...)
}

// empty says why there is no trial.
func (s *screen) empty(sheet *style.Sheet, width, height int) []string {
	lines := []string{ui.Blank(width)}
	say := func(n themes.Name, text string) {
		lines = append(lines, ui.NewLine(sheet, width).Space(2).Put(n, text).String())
	}
	switch {
	case s.failed != nil:
		say(themes.Bad, "✗ "+s.failed.Error())
		if h := fault.HintOf(s.failed); h != "" {
			say(themes.Muted, h)
		}
	case s.busy:
		say(themes.Muted, "grading the trials under the draft")
	case s.only && len(s.trials) > 0:
		say(themes.Text, "No verdict flips.")
		say(themes.Muted, "f shows all trials")
	default:
		say(themes.Text, "There are no stored trials of this task.")
		say(themes.Muted, "`coworkenv run "+s.of+"` makes some")
	}
	return ui.Fill(lines, width, height)
}

func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return ui.Count(n) + " " + one + "s"
}
