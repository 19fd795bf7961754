package sheets

import (
	"strings"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/internal/match"
)

func list(tx *world.Tx, in world.Args, out *world.Reply) error {
	out.Listing("spreadsheets", tx.Select("spreadsheets", func(r *world.Record) bool {
		return match.Words(in.Text("query"), r.Text("title"))
	}), "row")
	return nil
}

func get(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("spreadsheets", in.Text("sheet_id"))
	if !ok {
		return world.NotFound("Spreadsheet", in.Text("sheet_id"))
	}
	out.Record("spreadsheet", r)
	tabs := tx.Select("tabs", func(t *world.Record) bool { return t.Text("sheet_id") == r.ID() })
	out.List("tabs", tabs, "")
	sizes := make([]any, len(tabs))
	for i, t := range tabs {
		g, err := open(tx, t.ID())
		if err != nil {
			return err
		}
		size := value.Obj(value.Member{Name: "tab_id", Value: t.ID()},
			value.Member{Name: "columns", Value: value.Int(int64(len(g.headers)))},
			value.Member{Name: "rows", Value: value.Int(int64(g.height()))})
		if len(g.headers) > 0 {
			size.Set("range", span{1, 1, len(g.headers), g.height()}.String())
		}
		sizes[i] = size
	}
	out.Value("sizes", sizes)
	return nil
}

func readRange(tx *world.Tx, in world.Args, out *world.Reply) error {
	g, err := open(tx, in.Text("tab_id"))
	if err != nil {
		return err
	}
	asked, err := parseRange(in.Text("range"), g.tab.Text("name"))
	if err != nil {
		return world.Refuse(world.Invalid, "%v", err)
	}
	whole := asked.left == 1 && (asked.right == 0 || asked.right >= len(g.headers))
	s := asked.within(len(g.headers), g.height())
	columns := g.headers
	if !whole {
		columns = g.headers[min(s.left-1, len(g.headers)):max(s.right, min(s.left-1, len(g.headers)))]
	}
	out.Text("tab_id", g.tab.ID())
	headers := make([]any, len(columns))
	for i, h := range columns {
		headers[i] = h
	}
	if !s.empty() {
		out.Text("range", s.String())
	}
	out.Value("headers", headers)
	if len(headers) > 0 {
		out.Show(g.tab, "tab_id", "headers")
	}
	rows := []any{}
	for n := max(s.top, 2); n <= s.bottom; n++ {
		rows = append(rows, shown(out, g.rows[n-2], n, whole, columns))
	}
	out.Value("rows", rows)
	out.Int("total", len(rows))
	return nil
}

// shown renders a row and notes it; some of the columns count as the cells.
func shown(out *world.Reply, r *world.Record, number int, whole bool, columns []string) *value.Object {
	v, _ := r.Get("values")
	if o := cells(r); !whole {
		part := value.Obj()
		for _, header := range columns {
			if cell, ok := o.Get(header); ok {
				part.Set(header, cell)
			}
		}
		v = part
	}
	if whole || len(columns) > 0 {
		out.Show(r, "row_id", "tab_id", "values")
	} else {
		out.Show(r, "row_id", "tab_id")
	}
	return value.Obj(
		value.Member{Name: "row", Value: value.Int(int64(number))},
		value.Member{Name: "row_id", Value: r.ID()},
		value.Member{Name: "values", Value: v})
}

func findRows(tx *world.Tx, in world.Args, out *world.Reply) error {
	g, err := open(tx, in.Text("tab_id"))
	if err != nil {
		return err
	}
	found := g.rows
	if header := in.Text("column"); header != "" {
		column, ok := g.column(header)
		if !ok {
			return world.Refuse(world.Invalid, "tab %s has no column %q", g.tab.ID(), header)
		}
		found = nil
		for _, r := range g.rows {
			if cell, _ := cells(r).Get(g.headers[column]); same(cell, in.Value("value")) {
				found = append(found, r)
			}
		}
	} else if in.Given("value") {
		return world.Refuse(world.Invalid, "a value needs a column")
	}
	rows := []any{}
	for _, r := range in.Page(found, "limit") {
		rows = append(rows, shown(out, r, g.number(r), true, g.headers))
	}
	out.Text("tab_id", g.tab.ID())
	out.Value("rows", rows)
	out.Int("total", len(rows))
	return nil
}

// same compares a cell with what is looked for. A number may be written as a text; an empty cell
// is the empty text.
func same(cell, want any) bool {
	if n, ok := cell.(value.Number); ok {
		if s, isText := want.(string); isText {
			d, err := value.ParseDecimal(strings.TrimSpace(s))
			e, err2 := value.ParseDecimal(string(n))
			return err == nil && err2 == nil && d == e
		}
	}
	if s, ok := want.(string); ok {
		t := ""
		switch cell := cell.(type) {
		case string:
			t = cell
		case bool:
			t = map[bool]string{true: "true", false: "false"}[cell]
		case nil:
		default:
			return false
		}
		return strings.EqualFold(value.Fold(t), value.Fold(s))
	}
	if want == nil {
		return cell == nil || cell == ""
	}
	return value.Equal(cell, want)
}
