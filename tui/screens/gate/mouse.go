package gate

import "coworkenv.dev/coworkenv/tui/screens"

// roundsTop is the line of the first row within the rounds.
const roundsTop = 2

// mouse selects, opens and turns the wheel where it points. The headline is the body's first line.
func (s *screen) mouse(m screens.Mouse) {
	m.Y--
	inSide := s.side.Has(m.X, m.Y)
	if by, wheel := m.Wheel(); wheel {
		if inSide {
			s.seen().pager.Scroll(by)
		} else {
			s.cursor.Scroll(by)
		}
		return
	}
	if inSide {
		s.inSide = true
		return
	}
	s.inSide = false
	if i := s.cursor.Top + m.Y - s.main.Y - roundsTop; m.Y >= s.main.Y+roundsTop && i < len(s.rows) {
		s.cursor.MoveTo(i)
		if m.Kind == screens.DoubleClick {
			s.openRow()
		}
	}
}
