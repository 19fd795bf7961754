package tui

import (
	"strconv"

	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/text"
	"coworkenv.dev/coworkenv/tui/ui"
)

// question asks something before the screen goes on.
type question struct {
	screens.Question
	owner  *open
	cursor ui.Cursor
	prompt ui.Prompt
}

func newQuestion(o *open, q screens.Question) overlay {
	out := &question{Question: q, owner: o}
	out.cursor.SetLen(len(q.Choices))
	if q.Input != nil {
		out.prompt = ui.Prompt{Label: q.Input.Label, Complete: q.Input.Complete}
		out.prompt.Set(q.Input.Value)
	}
	return out
}

func (q *question) focus() string {
	switch {
	case q.Input != nil:
		return focusInput
	case len(q.Choices) > 0:
		return focusChoice
	}
	return focusQuestion
}

// answer closes the box and hands the answer to the screen.
func (q *question) answer(w *Workbench, a screens.Answer) {
	w.overlay = nil
	if q.Then == nil {
		return
	}
	if msg := q.Then(a); msg != nil && w.isOpen(q.owner) {
		q.owner.screen.Update(msg)
	}
}

func (q *question) action(w *Workbench, name string) bool {
	switch name {
	case actYes:
		q.answer(w, screens.Answer{Yes: true})
	case actNo, ui.TypeCancel, actLeave:
		q.answer(w, screens.Answer{})
	case actPick:
		q.choose(w, q.cursor.At)
	case ui.TypeDone:
		if q.Input.Check != nil {
			if err := q.Input.Check(q.prompt.Value); err != nil {
				q.prompt.Problem = err.Error()
				return true
			}
		}
		q.answer(w, screens.Answer{Yes: true, Value: q.prompt.Value})
	default:
		if q.Input != nil {
			q.prompt.Do(name)
			return true
		}
		q.cursor.Move(name)
	}
	return true
}

func (q *question) choose(w *Workbench, i int) {
	if i >= 0 && i < len(q.Choices) {
		q.answer(w, screens.Answer{Yes: true, Value: q.Choices[i].Value})
	}
}

func (q *question) text(w *Workbench, s string) {
	if q.Input != nil {
		q.prompt.Insert(s)
		q.prompt.Problem = ""
		return
	}
	if n, err := strconv.Atoi(s); err == nil {
		q.choose(w, n-1)
	}
}

func (q *question) view(w *Workbench, body []string, width int) []string {
	boxWidth := ui.BoxWidth(width, 72)
	inner := boxWidth - 4
	var lines []string
	for _, row := range text.Wrap(q.Text, inner) {
		lines = append(lines, ui.NewLine(w.sheet, inner).Put(themes.Text, row).String())
	}
	if most := max(1, len(body)-8); len(lines) > most {
		lines = lines[:most]
	}
	foot := "y yes · n no"
	switch {
	case q.Input != nil:
		lines = append(lines, ui.Blank(inner), q.prompt.View(w.sheet, inner))
		if q.prompt.HasProposals() {
			lines = append(lines, q.prompt.Proposals(w.sheet, inner))
		}
		foot = "enter takes it · esc leaves"
	case len(q.Choices) > 0:
		lines = append(lines, q.choices(w, inner, max(3, len(body)-len(lines)-6))...)
		foot = "enter or digit chooses · esc leaves"
	case q.Yes != "":
		foot = "y " + q.Yes + " · n leave it"
	}
	return ui.Center(w.sheet, body, ui.Box(w.sheet, boxWidth, q.Title, foot, lines), width, boxWidth)
}

func (q *question) choices(w *Workbench, inner, most int) []string {
	var out []string
	if q.Text != "" {
		out = append(out, ui.Blank(inner))
	}
	from, to := q.cursor.Window(min(most, len(q.Choices)))
	for i := from; i < to; i++ {
		ground := themes.Name("")
		if i == q.cursor.At {
			ground = themes.Row
		}
		l := ui.NewLineOn(w.sheet, ground, inner)
		digit := ""
		if i < 9 {
			digit = strconv.Itoa(i + 1)
		}
		l.CellRight(themes.Key, digit, 2).Space(2).Put(themes.Text, q.Choices[i].Text)
		if q.Choices[i].Note != "" {
			l.Put(themes.Muted, "  "+q.Choices[i].Note)
		}
		out = append(out, l.String())
	}
	return out
}
