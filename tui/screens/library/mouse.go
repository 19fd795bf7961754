package library

import "coworkenv.dev/coworkenv/tui/screens"

// mouse selects, opens, sorts by the heading and turns the wheel where it points.
func (s *screen) mouse(m screens.Mouse) {
	inSide := s.side.Has(m.X, m.Y)
	if by, wheel := m.Wheel(); wheel {
		if inSide {
			s.preview.pager.Scroll(by)
			return
		}
		was := s.table.At
		if s.table.Scroll(by); s.table.At != was {
			s.showPreview()
		}
		return
	}
	if inSide {
		s.inText = true
		return
	}
	s.inText = false
	y := m.Y - s.main.Y - s.listTop()
	if y == 0 {
		if c := s.table.ColumnAt(m.X - s.main.X); c != "" {
			s.sortBy(c)
		}
		return
	}
	if row, ok := s.table.RowAt(y); ok {
		s.table.MoveTo(row)
		s.showPreview()
		if m.Kind == screens.DoubleClick {
			s.own(screens.Action{Name: actOpen})
		}
	}
}
