package coverage

import "coworkenv.dev/coworkenv/tui/screens"

// mouse chooses a cell and turns the wheel where it points.
func (s *screen) mouse(m screens.Mouse) {
	by, wheel := m.Wheel()
	c := &s.cursor
	if s.view == viewGaps {
		c = &s.table.Cursor
	}
	if s.rest.Has(m.X, m.Y) {
		if wheel && s.side.Doc != nil {
			s.side.Scroll(by)
		}
		s.inSide = !wheel
		return
	}
	if wheel {
		c.Scroll(by)
		s.describe()
		return
	}
	s.inSide = false
	if s.view == viewGaps {
		row, ok := s.table.RowAt(m.Y - s.main.Y - 1)
		if !ok {
			return
		}
		c.MoveTo(row)
	} else {
		row := s.cursor.Top + m.Y - s.main.Y - matrixTop
		label, cell, _ := s.layout(s.main.W)
		column := (m.X - s.main.X - label - 2) / cell
		if row < s.cursor.Top || row >= s.cursor.Len || column < 0 || column >= len(s.matrix().Columns) {
			return
		}
		c.MoveTo(row)
		s.column = column
	}
	s.describe()
	if m.Kind == screens.DoubleClick {
		s.own(screens.Action{Name: actOpen})
	}
}
