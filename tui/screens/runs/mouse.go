package runs

import "coworkenv.dev/coworkenv/tui/screens"

// mouse selects, opens and turns the wheel where it points.
func (s *screen) mouse(m screens.Mouse) {
	by, wheel := m.Wheel()
	inSide := s.rest.Has(m.X, m.Y)
	t, p := s.table(), s.pager()
	if inSide {
		p = &s.side
	}
	switch {
	case wheel && (inSide || t == nil):
		if p != nil && p.Doc != nil {
			p.Scroll(by)
			s.log.moved(s, "")
		}
	case wheel:
		t.Scroll(by)
		s.describe()
	case t != nil:
		s.inSide = inSide
		row, ok := t.RowAt(m.Y - s.main.Y - s.listTop())
		if !ok || inSide {
			return
		}
		t.MoveTo(row)
		s.describe()
		if m.Kind == screens.DoubleClick {
			s.own(screens.Action{Name: map[view]string{viewList: actOpen, viewTrials: actTrial, viewModels: actExchange}[s.view]})
		}
	}
}
