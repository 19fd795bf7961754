package library

import (
	"context"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// beginFilter opens the line, or sets a filter that came from the palette.
func (s *screen) beginFilter(given string) {
	if given != "" {
		s.setFilter(given)
		return
	}
	s.typing, s.inText, s.before = true, false, s.where
	if s.split.Zoom == 2 {
		s.split.Zoom = 0
	}
	s.prompt.History = s.past
	schema := engine.BrowseSchema(s.rows)
	s.prompt.Complete = func(line string, pos int) (int, []string) {
		start := query.TokenStart(line, pos)
		if start == pos && line != "" && !strings.HasSuffix(line, " ") {
			return start, nil
		}
		words := query.Complete(line, pos, schema)
		if len(words) == 1 && words[0] == line[start:pos] {
			return start, nil
		}
		return start, words
	}
	s.prompt.Set(s.where)
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
	switch name {
	case ui.TypeDone:
		if s.prompt.Problem != "" {
			return
		}
		s.typing = false
		s.setFilter(strings.TrimSpace(s.prompt.Value))
	case ui.TypeCancel:
		s.typing = false
		s.setFilter(s.before)
	default:
		was := s.prompt.Value
		if s.prompt.Do(name) && s.prompt.Value != was {
			s.typed()
		}
	}
}

const mostPast = 50

func (s *screen) setFilter(where string) {
	s.where = where
	if where != "" {
		s.past = slices.DeleteFunc(s.past, func(p string) bool { return p == where })
		s.past = append(s.past, where)
		if len(s.past) > mostPast {
			s.past = s.past[1:]
		}
	}
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
