package trajectory

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/ui"
)

// list is the view of all trials, or of the places in them that hold a text.
type list struct {
	table  ui.Table
	text   string // that is searched for; "" = trials are listed
	where  string // query
	filter ui.Filter
	want   string // row to stand on once it is there
	top    int    // line of the table's heading, as last drawn

	trials []store.TrialRow
	hits   []engine.TrialHit
	job    *screens.Job
	done   int
	total  int
	full   bool // more hits than are kept
}

// mostHits bounds what a search keeps.
const mostHits = 10_000

type (
	listed struct {
		trials []store.TrialRow
		hits   []engine.TrialHit
		done   int
		total  int
	}
	listEnded struct {
		full bool
		err  error
	}
	searchAll string
)

func (l *list) init(s *screen) {
	l.table.Cell, l.filter.Label = l.cell, "  filter: "
	l.table.Columns = []ui.Column{
		{Name: "trial", Title: "trial", Width: 16, Drop: 4}, {Name: "task", Title: "task", Width: 36, Least: 24, Flex: 1}, {Name: "agent", Title: "agent", Width: 12, Least: 8},
		{Name: "attempt", Title: "att", Width: 3, Right: true, Drop: 5}, {Name: "score", Title: "score", Width: 8, Right: true}, {Name: "pass", Title: "pass", Width: 7},
		{Name: "turns", Title: "turns", Width: 6, Right: true, Drop: 6}, {Name: "end", Title: "end", Width: 14, Drop: 7},
	}
	if l.text != "" {
		l.table.Columns = []ui.Column{
			{Name: "task", Title: "task", Width: 30, Least: 12, Flex: 1, Drop: 1}, {Name: "agent", Title: "agent", Width: 10, Least: 6, Drop: 2}, {Name: "attempt", Title: "att", Width: 3, Right: true, Drop: 5},
			{Name: "turn", Title: "turn", Width: 5, Right: true}, {Name: "part", Title: "part", Width: 9}, {Name: "count", Title: "times", Width: 5, Right: true, Drop: 4},
			{Name: "text", Title: "text", Width: 60, Least: 34, Flex: 4},
		}
	}
}

// loadList lists the trials, or searches them; what comes is shown as it comes.
func (s *screen) loadList() {
	env, l := s.env, &s.list
	text, where := l.text, l.asked()
	l.trials, l.hits, l.done, l.total, l.full = nil, nil, 0, 0, false
	l.table.SetLen(0)
	l.job = env.Host.Restart(l.job, func(ctx context.Context, tell func(screens.Msg)) {
		ws, err := env.Workspace.Existing(ctx)
		if fault.KindOf(err) == fault.NotFound {
			tell(listEnded{}) // no workspace yet: no trials, and the list says how to come by some
			return
		}
		if err != nil {
			tell(listEnded{err: err})
			return
		}
		if text == "" {
			rows, err := ws.ListTrials(ctx, where, 0)
			tell(listed{trials: rows, done: len(rows), total: len(rows)})
			tell(listEnded{err: err})
			return
		}
		n := 0
		o := engine.TrialSearch{Text: text, Where: where, Limit: mostHits}
		err = ws.SearchTrials(ctx, o, func(h engine.TrialHit) {
			n++
			tell(listed{hits: []engine.TrialHit{h}})
		}, func(done, total int, _ string) { tell(listed{done: done, total: total}) })
		tell(listEnded{n == mostHits, err})
	})
}

// listing takes rows as they come.
func (s *screen) listing(msg screens.Msg) {
	l := &s.list
	switch msg := msg.(type) {
	case listed:
		l.trials = append(l.trials, msg.trials...)
		l.hits = append(l.hits, msg.hits...)
		if msg.total > 0 {
			l.done, l.total = msg.done, msg.total
		}
		l.table.SetLen(len(l.trials) + len(l.hits))
		l.find()
	case listEnded:
		l.full = msg.full
		if msg.err != nil && !l.filter.Refused(msg.err) {
			s.env.Host.Fail(msg.err)
		}
	}
}

// find puts the cursor on the row that is wanted, once it is there.
func (l *list) find() {
	for i := 0; l.want != "" && i < l.table.Len; i++ {
		if l.name(i) == l.want {
			l.table.MoveTo(i)
			l.want = ""
		}
	}
}

// name names a row by what it is.
func (l *list) name(i int) string {
	if l.text == "" {
		return l.trials[i].ID
	}
	h := &l.hits[i]
	return fmt.Sprintf("%s %d %s %d", h.Trial, h.Step, h.Part, h.Call)
}

func (l *list) cursor() string {
	if l.want == "" && l.table.At < l.table.Len {
		return l.name(l.table.At)
	}
	return l.want
}

// trial is the trial of the row at the cursor, "" for none.
func (l *list) trial() string {
	trial, _, _ := strings.Cut(l.cursor(), " ")
	if l.table.Len == 0 {
		return ""
	}
	return trial
}

func (s *screen) listAction(a screens.Action) {
	if a.Name == actFilter || a.Name == actFilterHit {
		s.beginFilter(a.Arg)
		return
	}
	if s.list.table.Move(a.Name) || a.Name != actOpenHit {
		return
	}
	at := screens.Place{Screen: Name, Of: s.list.trial(), More: map[string]string{}}
	if s.list.text != "" {
		h := &s.list.hits[s.list.table.At]
		at.More["find"] = s.list.text
		if h.Step > 0 {
			at.More["turn"] = strconv.Itoa(h.Step)
		}
		if h.Part == "end" {
			at.More["turn"] = "end"
		}
	}
	s.env.Host.Open(at)
}

// askSearch asks for what to look for in all trials.
func (s *screen) askSearch(given string) {
	if given != "" {
		s.openSearch(given)
		return
	}
	s.env.Host.Ask(screens.Question{
		Title: "Search the text of all stored trials",
		Text:  "what was asked, said, called and replied; letter case does not count",
		Input: &screens.Input{Label: "text: ", Value: s.list.text},
		Then: func(a screens.Answer) screens.Msg {
			if !a.Yes || strings.TrimSpace(a.Value) == "" {
				return nil
			}
			return searchAll(a.Value)
		},
	})
}

// openSearch shows what a search finds: on top of a trial, in place of another search.
func (s *screen) openSearch(text string) {
	at := screens.Place{Screen: Name, Filter: s.list.where, More: map[string]string{"search": strings.TrimSpace(text)}}
	if s.view == viewList && s.list.text != "" {
		s.env.Host.Replace(at)
		return
	}
	s.env.Host.Open(at)
}

func (s *screen) listView(sheet *style.Sheet, width, height int) []string {
	l := &s.list
	title, note := "Trials", ui.Count(l.table.Len)
	if l.text != "" {
		title = "Search"
		note = fmt.Sprintf("%q · %s hits", l.text, ui.Count(l.table.Len))
		if l.job.Running && l.total > 0 {
			note += fmt.Sprintf(" · searching %s of %s trials", ui.Count(l.done), ui.Count(l.total))
		}
		if l.full {
			note += " · more than are kept; `coworkenv trials search` prints all"
		}
	} else if l.job.Running {
		note = "reading"
	}
	if l.where != "" && !l.filter.Typing {
		note += " · " + l.where
	}
	out := []string{ui.PaneTitle(sheet, width, title, note, true)}
	if l.filter.Typing {
		out = append(out, l.filter.View(sheet, width), l.filter.Proposals(sheet, width))
	}
	l.top = len(out)
	if l.table.Len > 0 {
		return append(out, l.table.View(sheet, width, height-l.top, true)...)
	}
	text, hint := "There is no trial here yet.", "coworkenv run --agent teacher makes some"
	switch {
	case l.job.Running:
		text, hint = "reading", ""
	case l.text == "" && l.asked() != "":
		text, hint = "No trial passes this filter.", "/ changes it"
	case l.text != "":
		text, hint = "No trial holds this text.", "F searches for another; esc goes back"
	}
	return append(out, message(sheet, width, height-l.top, themes.Text, text, hint)...)
}

// cell is the text of a cell and how it is drawn.
func (l *list) cell(row int, column string) (themes.Name, string) {
	if l.text != "" {
		return l.hitCell(&l.hits[row], column)
	}
	t := &l.trials[row]
	switch column {
	case "trial":
		return themes.Accent, t.ID
	case "task":
		return themes.Text, t.TaskID
	case "agent":
		return themes.Text, strings.TrimSpace(t.Agent + " " + t.Model)
	case "attempt":
		return themes.Muted, strconv.Itoa(t.Attempt)
	case "turns":
		return themes.Muted, ui.Count(t.Steps)
	case "end":
		return themes.Muted, t.EndReason
	case "pass":
		switch {
		case t.Status != store.TrialScored:
			return themes.Warn, "! none"
		case t.Pass:
			return themes.Good, "✓ yes"
		}
		return themes.Bad, "✗ no"
	}
	if t.Status != store.TrialScored {
		return themes.Warn, "–"
	}
	return themes.Text, grade.Micros(t.Score).String()
}

func (l *list) hitCell(h *engine.TrialHit, column string) (themes.Name, string) {
	switch column {
	case "task":
		return themes.Text, h.Task
	case "agent":
		return themes.Text, h.Agent
	case "attempt":
		return themes.Muted, strconv.Itoa(h.Attempt)
	case "turn":
		return themes.Accent, strconv.Itoa(h.Step)
	case "part":
		return themes.Muted, h.Part
	case "count":
		return themes.Muted, strconv.Itoa(h.Count)
	}
	return themes.Text, l.near(h.Text)
}

// near cuts the beginning of a text so that the place that was sought is seen.
func (l *list) near(s string) string {
	const before = 12
	at := strings.Index(strings.ToLower(s), strings.ToLower(l.text))
	if at <= before+len("…") || at > len(s) {
		return s
	}
	return "…" + strings.ToValidUTF8(s[at-before:], "")
}
