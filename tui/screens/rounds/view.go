package rounds

import (
	"fmt"

	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/ui"
)

// View implements screens.Screen.
func (s *screen) View(width, height int) []string {
	sheet := s.env.Sheet()
	if s.view == viewText {
		s.main, s.rest = ui.Rect{W: width, H: height}, ui.Rect{}
		return s.textView(sheet, width, height)
	}
	s.main, s.rest = s.split.Layout(width, height)
	var list, side []string
	if s.main.H > 0 {
		list = ui.Fill(s.listView(sheet, s.main), s.main.W, s.main.H)
	}
	if s.rest.H > 0 {
		title := "Changes"
		switch {
		case s.view == viewList:
			title = "Rounds"
		case s.whole || s.rounds.At == 0:
			title = "Draft"
		}
		side = append([]string{ui.PaneTitle(sheet, s.rest.W, title, s.side.Position(), s.inSide)}, s.side.View(sheet, s.rest.W, s.rest.H-1, s.inSide)...)
		side = ui.Fill(side, s.rest.W, s.rest.H)
	}
	return s.split.Join(sheet, s.main, s.rest, list, side)
}

func (s *screen) listView(sheet *style.Sheet, r ui.Rect) []string {
	title, note, n := "Written by models", ui.Count(len(s.list)), len(s.list)
	if s.view == viewRounds {
		title, note, n = "Rounds of repair", "", 0
		if s.history != nil {
			n = len(s.history.Rounds)
			_, word := statusWord(s.history.Status)
			note = fmt.Sprintf("%d · %s", n, word)
		}
	}
	out := []string{ui.PaneTitle(sheet, r.W, title, note, !s.inSide)}
	if n > 0 {
		return append(out, s.table().View(sheet, r.W, r.H-1, !s.inSide)...)
	}
	word, hint := "No task here was written by a model.", "coworkenv synth --by model --into my-library"
	if !s.done {
		word, hint = "reading", ""
	}
	return append(out, ui.Blank(r.W), ui.NewLine(sheet, r.W).Space(2).Put(themes.Text, word).String(), ui.NewLine(sheet, r.W).Space(2).Put(themes.Muted, hint).String())
}

// textView draws prompts and replies over the whole body.
func (s *screen) textView(sheet *style.Sheet, width, height int) []string {
	note := s.text.Position()
	if r := s.round(); r != nil {
		note = fmt.Sprintf("round %d · %s", r.N, note)
	}
	out := []string{ui.PaneTitle(sheet, width, "Prompts and replies", note, true)}
	if s.text.Doc == nil {
		return ui.Fill(append(out, ui.Blank(width), ui.NewLine(sheet, width).Space(2).Put(themes.Muted, "reading").String()), width, height)
	}
	return ui.Fill(append(out, s.text.View(sheet, width, height-1, true)...), width, height)
}
