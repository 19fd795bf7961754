package library

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/ui"
)

// View implements screens.Screen.
func (s *screen) View(width, height int) []string {
	sheet := s.env.Sheet()
	s.main, s.side = s.split.Layout(width, height)
	var list, side []string
	if s.main.H > 0 {
		list = s.listView(sheet, s.main)
	}
	if s.side.H > 0 {
		side = s.sideView(sheet, s.side)
	}
	return s.split.Join(sheet, s.main, s.side, list, side)
}

// listTop is the line of the table's heading within the list.
func (s *screen) listTop() int {
	if s.prompt.Typing {
		return 3
	}
	return 1
}

func (s *screen) listView(sheet *style.Sheet, r ui.Rect) []string {
	title, note := s.title()
	out := []string{ui.PaneTitle(sheet, r.W, title, note, !s.inText)}
	if s.prompt.Typing {
		out = append(out, s.prompt.View(sheet, r.W), s.prompt.Proposals(sheet, r.W))
	}
	if len(s.shown) == 0 {
		return append(out, s.empty(sheet, r.W, r.H-len(out))...)
	}
	return append(out, s.table.View(sheet, r.W, r.H-len(out), !s.inText)...)
}

// title is what stands above the table.
func (s *screen) title() (string, string) {
	note := ui.Count(len(s.rows))
	if len(s.shown) != len(s.rows) {
		note = ui.Count(len(s.shown)) + " of " + note
	}
	if s.loading != nil && s.loading.Running && s.total > len(s.rows) {
		note += " · reading, " + ui.Count(s.total) + " in all"
	} else if s.loading != nil && s.loading.Running && len(s.rows) == 0 {
		note = "reading"
	}
	if n := len(s.marks); n > 0 {
		note += " · " + ui.Count(n) + " marked"
	}
	if s.where != "" && !s.prompt.Typing {
		note += " · " + s.where
	}
	if s.find.hits != nil {
		note += " · text " + strings.TrimSpace(s.find.text)
	}
	return "Tasks", note
}

// empty says why there is nothing to see and what to do.
func (s *screen) empty(sheet *style.Sheet, width, height int) []string {
	var lines []string
	say := func(n themes.Name, text string) {
		lines = append(lines, ui.NewLine(sheet, width).Space(2).Put(n, text).String())
	}
	say(themes.Text, "")
	switch {
	case s.loading.Running && len(s.rows) == 0:
		ln := ui.NewLine(sheet, width).Space(2)
		ui.Progress{Label: "reading the tasks", Done: len(s.incoming), Total: s.total}.Put(ln)
		lines = append(lines, ln.String())
	case len(s.rows) == 0:
		say(themes.Text, "There is no task here yet.")
		say(themes.Muted, "coworkenv task new my-first-task --family lookup")
	default:
		say(themes.Text, "No task matches.")
		say(themes.Muted, "esc shows all again; / changes the filter")
	}
	return ui.Fill(lines, width, height)
}

func (s *screen) sideView(sheet *style.Sheet, r ui.Rect) []string {
	title, note := "Overview", s.preview.id
	if s.preview.yaml {
		title = "YAML"
	}
	if at := s.preview.pager.Position(); at != "" {
		note += " · " + at
	}
	out := []string{ui.PaneTitle(sheet, r.W, title, strings.TrimPrefix(note, " · "), s.inText)}
	return append(out, s.preview.pager.View(sheet, r.W, r.H-1, s.inText)...)
}

// cell is the text of a cell and how it is drawn. A sign stands beside every colour.
func (s *screen) cell(row int, column string) (themes.Name, string) {
	b := &s.rows[s.shown[row]]
	switch column {
	case "id":
		if b.Problems > 0 {
			return themes.Bad, "✗ " + b.ID
		}
		return themes.Text, b.ID
	case "title":
		return themes.Muted, b.Title
	case "family":
		return themes.Text, b.Family
	case "services":
		return themes.Muted, strings.Join(b.Services, " ")
	case "difficulty":
		return themes.Text, b.Difficulty
	case "measured":
		return orNone(b.Measured)
	case "gate":
		return ui.GateWord(b.Gate)
	case "trials":
		if b.Trials == 0 {
			return themes.Muted, "–"
		}
		return themes.Text, fmt.Sprint(b.Trials)
	case "score":
		return scoreWord(b.Mean)
	case "decision":
		return ui.DecisionWord(b.Decision)
	}
	return themes.Text, ""
}

func orNone(s string) (themes.Name, string) {
	if s == "" {
		return themes.Muted, "–"
	}
	return themes.Text, s
}

// scoreWord is a mean score.
func scoreWord(mean *int64) (themes.Name, string) {
	if mean == nil {
		return themes.Muted, ui.None
	}
	return ui.ScoreWord(*mean, *mean == int64(grade.One))
}
