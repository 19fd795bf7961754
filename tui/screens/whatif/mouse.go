package whatif

import "coworkenv.dev/coworkenv/tui/screens"

// mouse selects, opens and turns the wheel where it points. The headline is the body's first line.
func (s *screen) mouse(m screens.Mouse) {
	m.Y--
	inSide := s.side.Has(m.X, m.Y)
	if by, wheel := m.Wheel(); wheel {
		switch {
		case !inSide:
			s.pager.Scroll(by)
		case s.opened != nil:
			s.opened.pager.Scroll(by)
		default:
			s.table.Scroll(by)
		}
		return
	}
	s.inSide = inSide
	if !inSide || s.opened != nil {
		return
	}
	if row, ok := s.table.RowAt(m.Y - s.side.Y - 1); ok {
		s.table.MoveTo(row)
		s.chosen = true
		if m.Kind == screens.DoubleClick {
			s.explain()
		}
	}
}
