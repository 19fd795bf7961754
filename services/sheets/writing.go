package sheets

import (
	"slices"
	"strconv"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func updateCells(tx *world.Tx, in world.Args, out *world.Reply) error {
	g, err := open(tx, in.Text("tab_id"))
	if err != nil {
		return err
	}
	if err := g.mayWrite(); err != nil {
		return err
	}
	asked, err := parseRange(in.Text("range"), g.tab.Text("name"))
	if err != nil {
		return world.Refuse(world.Invalid, "%v", err)
	}
	s := asked.within(len(g.headers), g.height())
	if err := changeable(g, asked, s); err != nil {
		return err
	}
	block, ok := blockOf(in.List("values"), s)
	if !ok {
		return world.Refuse(world.Invalid, "the values do not have the shape of the range %s: %d rows of %d cells", s, s.bottom-s.top+1, s.right-s.left+1)
	}
	for i, line := range block {
		r := g.rows[s.top-2+i]
		now := cells(r)
		for j, v := range line {
			if now, err = g.put(now, s.left-1+j, v); err != nil {
				return err
			}
		}
		tx.Update(r, value.Member{Name: "values", Value: now})
	}
	out.Text("status", "updated")
	out.Text("tab_id", g.tab.ID())
	out.Text("range", s.String())
	return nil
}

// changeable refuses a range that is not all of cells below the headers.
func changeable(g *grid, asked, s span) error {
	switch {
	case asked.top < 2 && asked.bottom != 0:
		return world.Refuse(world.Invalid, "row 1 holds the headers and cannot be changed")
	case asked.top < 2:
		return world.Refuse(world.Invalid, "name the rows to change, from row 2 on")
	case s.empty() || asked.right > s.right || asked.bottom > s.bottom:
		return world.Refuse(world.Invalid, "the range goes beyond the tab, which ends at %s; new rows are made by sheets_append_row",
			letters(max(1, len(g.headers)))+strconv.Itoa(g.height()))
	}
	return nil
}

// blockOf brings the values to rows of cells: they are that already, or one row, or one column.
func blockOf(values []any, s span) ([][]any, bool) {
	height, width := s.bottom-s.top+1, s.right-s.left+1
	isRow := func(v any) bool { _, ok := v.([]any); return ok }
	switch {
	case slices.ContainsFunc(values, isRow):
	case height == 1:
		values = []any{values}
	case width == 1:
		column := make([]any, len(values))
		for i, v := range values {
			column[i] = []any{v}
		}
		values = column
	}
	if len(values) != height {
		return nil, false
	}
	out := make([][]any, height)
	for i, v := range values {
		line, ok := v.([]any)
		if !ok || len(line) != width {
			return nil, false
		}
		out[i] = line
	}
	return out, true
}

func updateRow(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("rows", in.Text("row_id"))
	if !ok {
		return world.NotFound("Row", in.Text("row_id"))
	}
	g, err := open(tx, r.Text("tab_id"))
	if err != nil {
		return err
	}
	if err := g.mayWrite(); err != nil {
		return err
	}
	now, err := g.putAll(cells(r), in.Value("values"))
	if err != nil {
		return err
	}
	number := g.number(r)
	tx.Update(r, value.Member{Name: "values", Value: now})
	out.Text("status", "updated")
	out.Text("row_id", r.ID())
	out.Int("row", number)
	return nil
}

func appendRow(tx *world.Tx, in world.Args, out *world.Reply) error {
	g, err := open(tx, in.Text("tab_id"))
	if err != nil {
		return err
	}
	if err := g.mayWrite(); err != nil {
		return err
	}
	empty := value.Obj()
	for _, header := range g.headers {
		empty.Set(header, nil)
	}
	values, err := g.putAll(empty, in.Value("values"))
	if err != nil {
		return err
	}
	r := tx.Insert("rows",
		value.Member{Name: "row_id", Value: tx.NextID("rows")},
		value.Member{Name: "tab_id", Value: g.tab.ID()},
		value.Member{Name: "values", Value: values})
	out.Text("status", "appended")
	out.Int("row", g.height()+1)
	out.Record("record", r)
	return nil
}
