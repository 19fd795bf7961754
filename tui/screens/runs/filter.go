package runs

import (
	"errors"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/tui/ui"
)

// where is the filter of the view.
func (s *screen) where() string {
	if s.view == viewTrials {
		return s.trials.where
	}
	return s.acts.where
}

// arrange filters the view, by what stands in the line while it is typed.
func (s *screen) arrange() {
	if s.view == viewTrials {
		s.trials.arrange(s)
		return
	}
	s.acts.arrange(s)
}

// asked is the filter that holds at the moment.
func (s *screen) asked(holds string) string {
	if s.typing {
		return s.prompt.Value
	}
	return holds
}

// beginFilter opens the line, or sets a filter that came from the palette.
func (s *screen) beginFilter(given string) {
	if given != "" {
		s.setFilter(given)
		return
	}
	schema := activitySchema()
	if s.view == viewTrials {
		schema = store.TrialSchema()
	}
	s.typing, s.inSide, s.before = true, false, s.where()
	if s.split.Zoom == 2 {
		s.split.Zoom = 0
	}
	s.prompt.History = s.past
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
	s.prompt.Set(s.where())
}

func (s *screen) typed() { s.arrange() }

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

func (s *screen) setFilter(where string) {
	if s.view == viewTrials {
		s.trials.where = where
	} else {
		s.acts.where = where
	}
	s.remember(where)
	s.prompt.Problem = ""
	s.arrange()
}

// filterFailed shows what is wrong with a filter where it is typed, else as a failure.
func (s *screen) filterFailed(err error) {
	var q *query.Error
	switch {
	case fault.KindOf(err) == fault.Canceled:
	case s.typing && errors.As(err, &q):
		s.prompt.Problem = q.Msg
	default:
		s.env.Host.Fail(err)
	}
}
