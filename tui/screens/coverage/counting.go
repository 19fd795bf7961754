package coverage

import (
	"context"
	"slices"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/tui/screens"
)

// load counts the tasks; what was shown stays until then.
func (s *screen) load() {
	env, name, count, paths := s.env, s.plan, s.count, slices.Concat(s.env.Library, s.made)
	stored := len(env.Library) == 0
	s.loading = env.Host.Restart(s.loading, func(ctx context.Context, tell func(screens.Msg)) {
		ws, err := env.Workspace.Existing(ctx)
		if fault.KindOf(err) == fault.NotFound {
			ws, err = nil, nil
		}
		msg := counted{ws: ws, err: err}
		if err == nil {
			msg.cov, msg.err = countInto(ctx, env, engine.CoverSource{Workspace: ws, Paths: paths, Stored: stored, Count: count}, name, tell)
		}
		tell(msg)
	})
}

func countInto(ctx context.Context, env *screens.Env, src engine.CoverSource, plan string, tell func(screens.Msg)) (*engine.Coverage, error) {
	var err error
	if src.Plan, err = env.Engine.Plan(plan); err != nil {
		return nil, err
	}
	return env.Engine.Coverage(ctx, src, func(done, total int, _ string) {
		if done%64 == 0 {
			tell(progress{done, total})
		}
	})
}

func (s *screen) counted(msg counted) {
	if msg.err != nil {
		if fault.KindOf(msg.err) != fault.Canceled {
			s.env.Host.Fail(msg.err)
		}
		return
	}
	if name := s.rowName(); name != "" && s.want == "" {
		s.want = name
	}
	s.cov, s.ws = msg.cov, msg.ws
	s.ofCell, s.strange = make([][]int, len(msg.cov.Cells)), nil
	for i := range msg.cov.Tasks {
		if at := msg.cov.Tasks[i].Cell; at >= 0 {
			s.ofCell[at] = append(s.ofCell[at], i)
		} else {
			s.strange = append(s.strange, i)
		}
	}
	s.arrange()
}

// arrange sorts the rows: the largest gaps first, or by name.
func (s *screen) arrange() {
	if s.cov == nil {
		return
	}
	m := s.matrix()
	s.rows = make([]int, len(m.Rows))
	lacks := make([]int, len(m.Rows))
	for i := range s.rows {
		s.rows[i] = i
		for _, c := range m.Cells[i] {
			lacks[i] += c.Gap()
		}
	}
	s.gaps = s.gaps[:0]
	for i := range s.cov.Cells {
		if s.cov.Cells[i].Lacks() {
			s.gaps = append(s.gaps, i)
		}
	}
	lack := func(i int) int { return s.cov.Cells[i].Target - s.cov.Cells[i].Verified }
	if !s.byName {
		slices.SortStableFunc(s.rows, func(a, b int) int { return lacks[b] - lacks[a] })
		slices.SortStableFunc(s.gaps, func(a, b int) int { return lack(b) - lack(a) })
	}
	s.cursor.SetLen(len(s.rows))
	s.table.SetLen(len(s.gaps))
	s.column = min(s.column, max(len(m.Columns)-1, 0))
	s.find()
	s.describe()
}

// find puts the cursor on the wanted row.
func (s *screen) find() {
	if s.want == "" {
		return
	}
	c, n := &s.cursor, len(s.rows)
	if s.view == viewGaps {
		c, n = &s.table.Cursor, len(s.gaps)
	}
	was := c.At
	for i := range n {
		if c.MoveTo(i); s.rowName() == s.want {
			s.want = ""
			return
		}
	}
	c.MoveTo(was)
	s.want = ""
}
