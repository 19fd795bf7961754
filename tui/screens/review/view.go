package review

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/store"
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
		list = ui.Fill(s.listView(sheet, s.main), s.main.W, s.main.H)
	}
	if s.side.H > 0 {
		side = ui.Fill(s.sideView(sheet, s.side), s.side.W, s.side.H)
	}
	return s.split.Join(sheet, s.main, s.side, list, side)
}

// listTop is the line of the table's heading within the list.
func (s *screen) listTop() int {
	top := 1
	if s.prompt.Typing {
		top += 2
	}
	if s.inSpot() {
		top++
	}
	return top
}

func (s *screen) listView(sheet *style.Sheet, r ui.Rect) []string {
	out := []string{ui.PaneTitle(sheet, r.W, capital(queueTitle(s.queue)), s.note(), !s.inText)}
	if s.prompt.Typing {
		out = append(out, s.prompt.View(sheet, r.W), s.prompt.Proposals(sheet, r.W))
	}
	if s.inSpot() {
		out = append(out, s.estimate(sheet, r.W))
	}
	if len(s.shown) == 0 {
		return append(out, s.empty(sheet, r.W, r.H-len(out))...)
	}
	return append(out, s.table.View(sheet, r.W, r.H-len(out), !s.inText)...)
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// note is what stands behind the queue's title.
func (s *screen) note() string {
	if !s.read {
		return "reading"
	}
	note := ui.Count(len(s.rows))
	if len(s.shown) != len(s.rows) {
		note = ui.Count(len(s.shown)) + " of " + note
	}
	if n := len(s.marks); n > 0 {
		note += " · " + ui.Count(n) + " marked"
	}
	if s.inSpot() {
		note += fmt.Sprintf(" · seed %d", s.spotSeed)
	}
	if s.blind {
		note += " · blind"
	}
	if s.where != "" && !s.prompt.Typing {
		note += " · " + s.where
	}
	return note
}

// estimate is the line of a spot check.
func (s *screen) estimate(sheet *style.Sheet, width int) string {
	l := ui.NewLine(sheet, width).Space(2)
	if s.spot == nil {
		return l.Put(themes.Muted, "drawing the sample").String()
	}
	return l.Put(themes.Info, s.spot.String()).String()
}

// empty says why there is nothing to see and what to do.
func (s *screen) empty(sheet *style.Sheet, width, height int) []string {
	lines := []string{ui.Blank(width)}
	say := func(n themes.Name, text string) {
		lines = append(lines, ui.NewLine(sheet, width).Space(2).Put(n, text).String())
	}
	switch {
	case !s.read:
		say(themes.Muted, "reading the queue")
	case len(s.rows) > 0 && s.where == waiting:
		say(themes.Good, "✓ Nothing waits here: all "+ui.Count(len(s.rows))+" have a verdict.")
		say(themes.Muted, "/ changes the filter; ] goes to the next queue; c begins a spot check")
	case len(s.rows) > 0:
		say(themes.Text, "Nothing matches.")
		say(themes.Muted, "esc shows what waits; / changes the filter")
	default:
		say(themes.Text, map[string]string{queueTasks: "The workspace keeps no task yet.", queueTrials: "The workspace keeps no trial yet.", queueDrops: "No selection, or no rule objects.",
			queueKeeps: "No selection, or it keeps nothing.", queueSpotTrials: "Nothing was accepted or kept yet.", queueSpotTasks: "No task was accepted yet."}[s.queue])
		say(themes.Muted, map[string]string{queueTasks: "coworkenv run brings tasks in", queueTrials: "coworkenv run my-library --agent teacher --trials 10", queueDrops: "coworkenv curate makes one",
			queueKeeps: "coworkenv curate makes one", queueSpotTrials: "accept some, or coworkenv curate", queueSpotTasks: "accept some first"}[s.queue])
	}
	return ui.Fill(lines, width, height)
}

func (s *screen) sideView(sheet *style.Sheet, r ui.Rect) []string {
	title, note := "Subject", ""
	if s.explained {
		title = "Every rule"
	}
	if row := s.row(); row != nil {
		note = row.Subject
	}
	if at := s.preview.pager.Position(); at != "" {
		note += " · " + at
	}
	out := []string{ui.PaneTitle(sheet, r.W, title, note, s.inText)}
	return append(out, s.preview.pager.View(sheet, r.W, r.H-1, s.inText)...)
}

// cell is the text of a cell and how it is drawn. A sign stands beside every colour.
func (s *screen) cell(row int, column string) (themes.Name, string) {
	r := s.rows[s.shown[row]]
	switch column {
	case "check":
		return decisionWord(s.checked(r))
	case "rule":
		return themes.Accent, r.Rule
	case "task":
		return themes.Text, r.Task
	case "trial":
		return themes.Muted, r.Trial
	case "title":
		return themes.Muted, r.Title
	case "why":
		return themes.Muted, r.Why
	case "agent":
		if r.Model != "" {
			return themes.Text, r.Agent + " " + r.Model
		}
		return themes.Text, r.Agent
	case "score":
		return scoreWord(r)
	case "gate":
		return ui.GateWord(r.Gate)
	case "decision":
		return decisionWord(r.Decision)
	case "by":
		return themes.Muted, r.By
	case "others":
		return othersWord(r)
	}
	return themes.Text, ""
}

// checked is the row's verdict within the spot check.
func (s *screen) checked(r *engine.QueueRow) string {
	if s.spot == nil {
		return "open"
	}
	return s.spot.Said(r)
}

// decisionWord is a verdict, and in a spot check that there is none yet.
func decisionWord(verdict string) (themes.Name, string) {
	switch verdict {
	case "undo":
		return themes.Muted, "↶ undo"
	case "open":
		return themes.Muted, "○ open"
	}
	return ui.DecisionWord(verdict)
}

// othersWord is what the latest of the other reviewers said, and whether they differ.
func othersWord(r *engine.QueueRow) (themes.Name, string) {
	if len(r.Others) == 0 {
		return themes.Muted, "–"
	}
	word := r.Others[0].Verdict + " " + r.Others[0].Reviewer
	if r.Differ {
		return themes.Warn, "≠ " + word
	}
	return themes.Muted, "= " + word
}

func scoreWord(r *engine.QueueRow) (themes.Name, string) {
	if r.Status != string(store.TrialScored) {
		return themes.Muted, ui.None
	}
	return ui.ScoreWord(r.Score, r.Pass)
}
