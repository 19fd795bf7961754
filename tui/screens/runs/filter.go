package runs

import (
	"coworkenv.dev/coworkenv/core/store"
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
	if s.prompt.Typing {
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
	s.inSide = false
	if s.split.Zoom == 2 {
		s.split.Zoom = 0
	}
	s.prompt.Begin(s.where(), schema)
}

func (s *screen) typed() { s.arrange() }

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
	if s.view == viewTrials {
		s.trials.where = where
	} else {
		s.acts.where = where
	}
	s.prompt.Remember(where)
	s.prompt.Problem = ""
	s.arrange()
}

// filterFailed shows what is wrong with a filter where it is typed, else as a failure.
func (s *screen) filterFailed(err error) {
	if !s.prompt.Refused(err) {
		s.env.Host.Fail(err)
	}
}
