package library

import (
	"context"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/tui/screens"
)

// beginFilter opens the line, or sets a filter that came from the palette.
func (s *screen) beginFilter(given string) {
	if given != "" {
		s.setFilter(given)
		return
	}
	s.inText = false
	if s.split.Zoom == 2 {
		s.split.Zoom = 0
	}
	s.prompt.Begin(s.where, engine.BrowseSchema(s.rows))
}

// typed filters by what stands in the line so far.
func (s *screen) typed() {
	env, rows, ws, by, down, where := s.env, s.rows, s.ws, s.table.Sorted, s.table.Down, s.prompt.Value
	s.keepCursor()
	s.arrange = env.Host.Restart(s.arrange, func(ctx context.Context, tell func(screens.Msg)) {
		shown, err := env.Engine.Arrange(ctx, ws, rows, where, by, down)
		tell(arranged{shown, len(rows), err})
	})
}

func (s *screen) typeAction(name string) {
	where, done, changed := s.prompt.Type(name)
	switch {
	case done:
		s.setFilter(where)
	case changed:
		s.typed()
	}
}

func (s *screen) setFilter(where string) {
	s.where = where
	s.prompt.Remember(where)
	s.rearrange()
}

type sortBy string

// askSort chooses a column.
func (s *screen) askSort() {
	q := screens.Question{Title: "Sort by", Text: "the column chosen again turns the order"}
	for _, c := range s.table.Columns {
		note := ""
		if c.Name == s.table.Sorted {
			note = map[bool]string{false: "now, smallest first", true: "now, largest first"}[s.table.Down]
		}
		q.Choices = append(q.Choices, screens.Choice{Value: c.Name, Text: c.Name, Note: note})
	}
	q.Then = func(a screens.Answer) screens.Msg {
		if !a.Yes {
			return nil
		}
		return sortBy(a.Value)
	}
	s.env.Host.Ask(q)
}

// sortBy sorts by a column: upwards, downwards, then as listed.
func (s *screen) sortBy(column string) {
	switch {
	case s.table.Sorted != column:
		s.table.Sorted, s.table.Down = column, false
	case !s.table.Down:
		s.table.Down = true
	default:
		s.table.Sorted, s.table.Down = "", false
	}
	s.rearrange()
}
