package cover

import (
	"slices"

	"coworkenv.dev/coworkenv/core/task"
)

// Matrix counts tasks by row and column.
type Matrix struct {
	Rows    []string `json:"rows"`
	Columns []string `json:"columns"`
	Cells   [][]Sum  `json:"cells"` // by row, then column
}

// Sum adds cells up.
type Sum struct {
	Target    int `json:"target"`
	Generated int `json:"generated"`
	Verified  int `json:"verified"`
	Accepted  int `json:"accepted"`
}

func (s *Sum) add(c *Cell) {
	s.Target += c.Target
	s.Generated += c.Generated
	s.Verified += c.Verified
	s.Accepted += c.Accepted
}

// ServicesByFamily counts each task under every service that it uses.
func ServicesByFamily(cells []Cell) Matrix {
	var columns []string
	for _, f := range task.Families() {
		columns = append(columns, string(f))
	}
	return matrix(cells, columns, func(c *Cell) []string { return c.Services }, func(c *Cell) string { return string(c.Family) })
}

// CapabilitiesByLevel counts each task under every capability that it trains.
func CapabilitiesByLevel(cells []Cell) Matrix {
	columns := []string{"easy", "medium", "hard"}
	return matrix(cells, columns, func(c *Cell) []string { return c.Capabilities }, func(c *Cell) string { return string(c.Level) })
}

func matrix(cells []Cell, columns []string, rows func(*Cell) []string, column func(*Cell) string) Matrix {
	m := Matrix{Columns: columns}
	for i := range cells {
		for _, r := range rows(&cells[i]) {
			if !slices.Contains(m.Rows, r) {
				m.Rows = append(m.Rows, r)
			}
		}
	}
	slices.Sort(m.Rows)
	m.Cells = make([][]Sum, len(m.Rows))
	for i := range m.Rows {
		m.Cells[i] = make([]Sum, len(columns))
	}
	for i := range cells {
		c := &cells[i]
		at := slices.Index(columns, column(c))
		for _, r := range rows(c) {
			m.Cells[slices.Index(m.Rows, r)][at].add(c)
		}
	}
	return m
}

// Gaps are the cells that lack verified tasks, the emptiest first, then in plan order.
func Gaps(cells []Cell) []Cell {
	var out []Cell
	for i := range cells {
		if cells[i].Lacks() {
			out = append(out, cells[i])
		}
	}
	slices.SortStableFunc(out, func(a, b Cell) int { return (b.Target - b.Verified) - (a.Target - a.Verified) })
	return out
}

// Lacks tells whether a cell lacks verified tasks, or cannot have any. What the plan leaves out, or
// asks too few tasks for, lacks nothing.
func (c *Cell) Lacks() bool {
	return c.Target > c.Verified || c.Target == 0 && c.Why != "" && c.Why != noShare && c.Why != leftOut && c.Generated == 0
}

// Count notes a task that a scenario made.
func Count(cells []Cell, scenario, language string, level task.Difficulty, verified, accepted bool) bool {
	for i := range cells {
		c := &cells[i]
		if c.Scenario == scenario && c.Language == language && c.Level == level {
			c.Generated++
			if verified {
				c.Verified++
			}
			if accepted {
				c.Accepted++
			}
			return true
		}
	}
	return false
}
