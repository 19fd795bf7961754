package trajectory

import (
	"coworkenv.dev/coworkenv/core/store"
)

// beginFilter opens the line of the list's filter, or sets a filter that came from the palette.
func (s *screen) beginFilter(given string) {
	if given != "" {
		s.setFilter(given)
		return
	}
	s.list.filter.Begin(s.list.where, store.TrialSchema())
}

// typeFilter carries out an action while the filter is typed: the list follows.
func (s *screen) typeFilter(action string) {
	where, done, changed := s.list.filter.Type(action)
	switch {
	case done:
		s.setFilter(where)
	case changed:
		s.refilter()
	}
}

func (s *screen) setFilter(where string) {
	l := &s.list
	l.filter.Remember(where)
	l.want = l.cursor()
	l.where = where
	s.refilter()
}

// refilter reads the list again by the filter that holds, the typed one while there is one.
func (s *screen) refilter() {
	s.list.filter.Problem = ""
	s.loadList()
}

// asked is the filter that holds at the moment.
func (l *list) asked() string {
	if l.filter.Typing {
		return l.filter.Value
	}
	return l.where
}
