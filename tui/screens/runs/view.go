package runs

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/ui"
)

// View implements screens.Screen.
func (s *screen) View(width, height int) []string {
	sheet := s.env.Sheet()
	if s.view == viewLog || s.view == viewText {
		s.main, s.rest = ui.Rect{W: width, H: height}, ui.Rect{}
		return s.textView(sheet, width, height)
	}
	s.main, s.rest = s.split.Layout(width, height)
	var list, side []string
	if s.main.H > 0 {
		list = ui.Fill(s.listView(sheet, s.main), s.main.W, s.main.H)
	}
	if s.rest.H > 0 {
		title := map[view]string{viewList: "Details", viewTrials: "Scores", viewModels: "Models"}[s.view]
		side = append([]string{ui.PaneTitle(sheet, s.rest.W, title, s.side.Position(), s.inSide)}, s.side.View(sheet, s.rest.W, s.rest.H-1, s.inSide)...)
		side = ui.Fill(side, s.rest.W, s.rest.H)
	}
	return s.split.Join(sheet, s.main, s.rest, list, side)
}

// listTop is the line of the table's heading within the list.
func (s *screen) listTop() int {
	if s.prompt.Typing {
		return 3
	}
	return 1
}

func (s *screen) listView(sheet *style.Sheet, r ui.Rect) []string {
	title, note, n := s.heading()
	out := []string{ui.PaneTitle(sheet, r.W, title, note, !s.inSide)}
	if s.prompt.Typing {
		out = append(out, s.prompt.View(sheet, r.W), s.prompt.Proposals(sheet, r.W))
	}
	if n == 0 {
		return append(out, s.empty(sheet, r.W, r.H-len(out))...)
	}
	return append(out, s.table().View(sheet, r.W, r.H-len(out), !s.inSide)...)
}

// heading is what stands above the table, and how many rows it has.
func (s *screen) heading() (title, note string, rows int) {
	counted := func(shown, all int, where string) string {
		note := ui.Count(all)
		if shown != all {
			note = ui.Count(shown) + " of " + note
		}
		if where != "" && !s.prompt.Typing {
			note += " · " + where
		}
		return note
	}
	switch s.view {
	case viewTrials:
		v := &s.trials
		title = "Trials"
		if v.base != "" {
			title += " of " + strings.TrimPrefix(v.base, "run:")
		}
		return title, counted(len(v.shown), len(v.rows), v.where), len(v.shown)
	case viewModels:
		return "Exchanges with models", ui.Count(len(s.models.list)), len(s.models.list)
	}
	note = counted(len(s.acts.shown), len(s.acts.rows), s.acts.where)
	if s.acts.onlyOpen {
		note += " · only open"
	}
	return "Jobs and runs", note, len(s.acts.shown)
}

// empty says why there is nothing to see and what to do.
func (s *screen) empty(sheet *style.Sheet, width, height int) []string {
	lines := []string{ui.Blank(width)}
	say := func(n themes.Name, text string) {
		lines = append(lines, ui.NewLine(sheet, width).Space(2).Put(n, text).String())
	}
	switch {
	case s.view == viewList && !s.acts.done, s.view == viewTrials && !s.trials.done, s.view == viewModels && !s.models.done:
		say(themes.Muted, "reading")
	case s.view == viewModels:
		say(themes.Text, "Nothing was sent to a model in this workspace.")
		say(themes.Muted, "coworkenv models list")
	case s.view == viewTrials && len(s.trials.rows) == 0:
		say(themes.Text, "There is no such trial.")
		say(themes.Muted, "coworkenv run my-library --agent teacher --trials 10")
	case s.view == viewList && len(s.acts.rows) == 0:
		say(themes.Text, "Nothing has run in this workspace yet.")
		say(themes.Muted, "coworkenv run my-library --agent teacher --trials 10 --detach")
	default:
		say(themes.Text, "Nothing matches.")
		say(themes.Muted, "esc shows all again; / changes the filter; o shows what has ended too")
	}
	return ui.Fill(lines, width, height)
}

// textView draws a log or an exchange over the whole body.
func (s *screen) textView(sheet *style.Sheet, width, height int) []string {
	title, note, p := "Exchange", s.models.textOf, &s.models.text
	if s.view == viewLog {
		title, note, p = "Log", s.log.id, &s.log.pager
		if a := s.log.of; a != nil {
			_, word := statusWord(a)
			note += " · " + word
			if a.Open() && a.Total > 0 {
				note += fmt.Sprintf(" %d of %d", a.Done, a.Total)
			}
			note += " · " + a.Title
		}
		if s.log.follow {
			note = "following · " + note
		}
	}
	if at := p.Position(); at != "" && !(s.view == viewLog && s.log.follow) {
		note = at + " · " + note
	}
	out := []string{ui.PaneTitle(sheet, width, title, note, true)}
	if p.Doc == nil || p.Doc.Len() == 0 {
		word := "reading"
		if p.Doc != nil {
			word = "nothing was written yet"
		}
		return ui.Fill(append(out, ui.Blank(width), ui.NewLine(sheet, width).Space(2).Put(themes.Muted, word).String()), width, height)
	}
	return ui.Fill(append(out, p.View(sheet, width, height-1, true)...), width, height)
}

func statusWord(a *engine.Activity) (themes.Name, string) {
	if a.Asked {
		return themes.Warn, "◌ stopping"
	}
	switch a.Status {
	case "running":
		return themes.Info, "▶ running"
	case "open":
		if a.Running > 0 {
			return themes.Info, "▶ open"
		}
		return themes.Info, "○ open"
	case "queued":
		return themes.Muted, "… queued"
	case "done":
		return themes.Good, "✓ done"
	case "failed":
		return themes.Bad, "✗ failed"
	case "lost":
		return themes.Bad, "✗ lost"
	case "canceled":
		return themes.Warn, "■ canceled"
	}
	return themes.Text, a.Status
}
