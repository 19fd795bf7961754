package sheets

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// grid is a tab with its rows.
type grid struct {
	tab     *world.Record
	headers []string
	types   []string
	rows    []*world.Record
}

func open(tx *world.Tx, tabID string) (*grid, error) {
	tab, ok := tx.Get("tabs", tabID)
	if !ok {
		return nil, world.NotFound("Tab", tabID)
	}
	return &grid{
		tab: tab, headers: tab.Texts("headers"), types: tab.Texts("types"),
		rows: tx.Select("rows", func(r *world.Record) bool { return r.Text("tab_id") == tab.ID() }),
	}, nil
}

// height counts the rows with that of the headers.
func (g *grid) height() int { return len(g.rows) + 1 }

// number is the number of a row.
func (g *grid) number(r *world.Record) int { return slices.Index(g.rows, r) + 2 }

// column finds a column by its header: as written, else without regard to letter case and blanks.
func (g *grid) column(header string) (int, bool) {
	if i := slices.Index(g.headers, header); i >= 0 {
		return i, true
	}
	i := slices.IndexFunc(g.headers, func(h string) bool { return strings.EqualFold(value.Fold(h), value.Fold(header)) })
	return i, i >= 0
}

// mayWrite refuses changes of a locked tab.
func (g *grid) mayWrite() error {
	if g.tab.Bool("locked") {
		return world.Refuse(world.Conflict, "tab %s is locked; nobody can change it", g.tab.ID())
	}
	return nil
}

// cells returns the cells of a row by header.
func cells(r *world.Record) *value.Object {
	v, _ := r.Get("values")
	o, _ := v.(*value.Object)
	return o
}

// suits returns what keeps a value out of a column, "" for nothing. An empty cell suits every
// column.
func (g *grid) suits(column int, v any) string {
	if v == nil {
		return ""
	}
	kind := ""
	if column < len(g.types) {
		kind = g.types[column]
	}
	s, isText := v.(string)
	n, isNumber := v.(value.Number)
	_, isBool := v.(bool)
	switch kind {
	case textType:
		if !isText {
			return "holds texts"
		}
	case numberType:
		if _, err := value.ParseDecimal(string(n)); !isNumber || err != nil {
			return "holds numbers, without quotes"
		}
	case moneyType:
		return g.suitsMoney(n, isNumber)
	case dateType:
		if _, err := value.ParseDay(s); !isText || err != nil {
			return "holds dates, YYYY-MM-DD"
		}
	case boolType:
		if !isBool {
			return "holds true or false"
		}
	default:
		if !isText && !isNumber && !isBool {
			return "holds a text, a number, true or false"
		}
	}
	return ""
}

func (g *grid) suitsMoney(n value.Number, isNumber bool) string {
	amount, err := value.ParseDecimal(string(n))
	if !isNumber || err != nil {
		return "holds amounts as plain numbers, without quotes or currency"
	}
	if code := g.tab.Text("currency"); code != "" {
		if _, err := value.MoneyOf(amount, code); err != nil {
			return "holds amounts of " + code + " in whole minor units"
		}
	}
	return ""
}

// put returns a row's cells with one changed, or why it cannot be. Cells stand in the order of
// the headers.
func (g *grid) put(row *value.Object, column int, v any) (*value.Object, error) {
	if why := g.suits(column, v); why != "" {
		return nil, world.Refuse(world.Invalid, "column %s (%s) %s", letters(column+1), g.headers[column], why)
	}
	out := value.Obj()
	for i, header := range g.headers {
		old, had := row.Get(header)
		switch {
		case i == column:
			out.Set(header, v)
		case had:
			out.Set(header, old)
		}
	}
	for _, m := range row.Members() { // cells without a header are kept
		if _, has := out.Get(m.Name); !has {
			out.Set(m.Name, m.Value)
		}
	}
	return out, nil
}

// putAll is put for an object of header and value.
func (g *grid) putAll(row *value.Object, values any) (*value.Object, error) {
	set, ok := values.(*value.Object)
	if !ok || set.Len() == 0 {
		return nil, world.Refuse(world.Invalid, "values must be an object of header and cell")
	}
	for _, m := range set.Members() {
		column, ok := g.column(m.Name)
		if !ok {
			return nil, world.Refuse(world.Invalid, "tab %s has no column %q", g.tab.ID(), m.Name)
		}
		var err error
		if row, err = g.put(row, column, m.Value); err != nil {
			return nil, err
		}
	}
	return row, nil
}
