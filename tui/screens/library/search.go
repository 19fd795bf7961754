package library

import (
	"context"
	"fmt"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// finder is the search through the text of tasks.
type finder struct {
	text string
	hits map[string]engine.TextHit // by id; nil = no search holds
	job  *screens.Job
}

func (f *finder) clear() {
	f.job.Stop()
	f.text, f.hits = "", nil
}

// keep narrows a listing to the tasks that hold the text.
func (f *finder) keep(shown []int, rows []engine.Browsed) []int {
	if f.hits == nil {
		return shown
	}
	out := make([]int, 0, len(f.hits))
	for _, i := range shown {
		if _, ok := f.hits[rows[i].ID]; ok {
			out = append(out, i)
		}
	}
	return out
}

type (
	searchFor string
	textHit   struct {
		id  string
		hit engine.TextHit
	}
	searchEnded struct{ err error }
)

func (s *screen) askSearch(given string) {
	if given != "" {
		s.search(given)
		return
	}
	s.env.Host.Ask(screens.Question{
		Title: "Search the text of " + ui.Count(len(s.shown)) + " tasks",
		Text:  "requests, records, facts, checks and comments; letter case does not count",
		Input: &screens.Input{Label: "text: ", Value: s.find.text},
		Then: func(a screens.Answer) screens.Msg {
			if !a.Yes || a.Value == "" {
				return nil
			}
			return searchFor(a.Value)
		},
	})
}

// search looks through the files of the tasks that the filter has selected.
func (s *screen) search(text string) {
	s.find.clear()
	s.find.text, s.find.hits = text, map[string]engine.TextHit{}
	s.preview.pager.Search = text
	env, ws := s.env, s.ws
	rows := make([]engine.Browsed, 0, len(s.shown))
	for _, i := range s.shown {
		rows = append(rows, s.rows[i])
	}
	s.find.job = env.Host.Start(func(ctx context.Context, tell func(screens.Msg)) {
		err := env.Engine.SearchTasks(ctx, ws, rows, text, func(h engine.TextHit) { tell(textHit{rows[h.Row].ID, h}) }, nil)
		tell(searchEnded{err})
	})
	s.rearrange()
}

// searching takes what the search finds.
func (s *screen) searching(msg screens.Msg) {
	switch msg := msg.(type) {
	case textHit:
		if s.find.hits != nil {
			s.find.hits[msg.id] = msg.hit
		}
	case searchEnded:
		if msg.err != nil && fault.KindOf(msg.err) != fault.Canceled {
			s.env.Host.Fail(msg.err)
		}
		s.env.Host.Say(fmt.Sprintf("%s of the tasks hold %q; v shows where, n the next place", ui.Count(len(s.find.hits)), s.find.text))
		s.preview.yaml = true
		s.rearrange()
	}
}

// nextHit goes to the next place in the text, and from the last one to the next task.
func (s *screen) nextHit(back bool) {
	s.preview.pager.Search = s.find.text
	s.inText = true // so that the place is seen
	was := s.preview.pager.Line()
	if s.preview.pager.Next(back) {
		if now := s.preview.pager.Line(); !back && now > was || back && now < was {
			return
		}
	}
	if s.find.hits == nil || len(s.shown) < 2 {
		return
	}
	step := 1
	if back {
		step = -1
	}
	s.table.MoveTo((s.table.At + step + len(s.shown)) % len(s.shown))
	s.showPreview()
}
