package review

import "coworkenv.dev/coworkenv/tui/screens"

// mouse selects, opens and turns the wheel where it points.
func (s *screen) mouse(m screens.Mouse) {
	inSide := s.side.Has(m.X, m.Y)
	if by, wheel := m.Wheel(); wheel {
		if inSide {
			s.preview.pager.Scroll(by)
			return
		}
		was := s.table.At
		if s.table.Scroll(by); s.table.At != was {
			s.moved()
		}
		return
	}
	s.inText = inSide
	if inSide {
		return
	}
	row, ok := s.table.RowAt(m.Y - s.main.Y - s.listTop())
	if !ok {
		return
	}
	s.table.MoveTo(row)
	s.moved()
	if m.Kind == screens.DoubleClick {
		s.own(screens.Action{Name: actOpen})
	}
}
