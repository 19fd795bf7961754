package query

import (
	"math"
	"strings"
)

// SQL is the query as a condition of an SQLite WHERE clause, with its
// arguments. columns gives each field its column, or an expression in
// parentheses, that holds what the field's Kind states; a field without one is
// a missing value in every row. The condition is true or not true (NULL counts
// as false), never an error.
func (q *Query) SQL(columns map[string]string) (where string, args []any) {
	if q.Empty() {
		return "TRUE", nil
	}
	w := &writer{columns: columns}
	for _, name := range q.schema.Words {
		if f, ok := q.schema.Lookup(name); ok {
			w.words = append(w.words, f)
		}
	}
	q.root.sql(w)
	return w.b.String(), w.args
}

// writer gathers the condition.
type writer struct {
	b       strings.Builder
	args    []any
	columns map[string]string
	words   []*Field
}

func (w *writer) put(sql string, args ...any) {
	w.b.WriteString(sql)
	w.args = append(w.args, args...)
}

func (w *writer) join(list []Node, op string) {
	w.put("(")
	for i, c := range list {
		if i > 0 {
			w.put(op)
		}
		c.sql(w)
	}
	w.put(")")
}

func (n And) sql(w *writer) { w.join(n, " AND ") }
func (n Or) sql(w *writer)  { w.join(n, " OR ") }

// AND and OR give true for NULL members exactly when they would for false
// ones, so only a negation has to tell the two apart.
func (n Not) sql(w *writer) {
	w.put("((")
	n.Of.sql(w)
	w.put(") IS NOT TRUE)")
}

func (n Word) sql(w *writer) {
	w.put("(FALSE")
	for _, f := range w.words {
		col, ok := w.columns[f.Name]
		if !ok {
			continue
		}
		w.put(" OR ")
		w.text(f, col, n.fold, contains)
	}
	w.put(")")
}

func (n Term) sql(w *writer) {
	col, ok := w.columns[n.Field.Name]
	switch {
	case !ok:
		w.put("FALSE")
	case n.Any:
		w.put(present(n.Field.Kind, col))
	case n.Field.Kind == Number || n.Field.Kind == Time:
		n.sqlRange(w, col)
	case n.Field.Kind == Bool && n.truth:
		w.put(col + " = 1")
	case n.Field.Kind == Bool:
		w.put(col + " = 0")
	case n.Field.Closed:
		w.put(col+" = ?", n.Value)
	case n.Field.Kind == Text && n.Op == ":":
		w.text(n.Field, col, n.fold, contains)
	default:
		w.text(n.Field, col, n.fold, equals)
	}
}

func present(k Kind, col string) string {
	switch k {
	case Exact, Text:
		return col + " <> ''"
	case List:
		return "json_array_length(" + col + ") > 0"
	}
	return col + " IS NOT NULL"
}

func (n Term) sqlRange(w *writer, col string) {
	low, high := n.lo > math.MinInt64, n.hi < math.MaxInt64
	switch {
	case n.lo > n.hi:
		w.put("FALSE")
	case low && high:
		w.put(col+" BETWEEN ? AND ?", n.lo, n.hi)
	case low:
		w.put(col+" >= ?", n.lo)
	case high:
		w.put(col+" <= ?", n.hi)
	default:
		w.put(col + " IS NOT NULL")
	}
}

// text compares a column, or a member of its list, with a folded text.
func (w *writer) text(f *Field, col string, text folded, compare func(expr string) string) {
	expr := col
	if f.Kind == List {
		expr = "value"
	}
	args := make([]any, 0, 2*len(text.pairs)+1)
	expr = "lower(" + expr + ")"
	for _, p := range text.pairs {
		expr = "replace(" + expr + ", ?, ?)"
		args = append(args, p[0], p[1])
	}
	cond, args := compare(expr), append(args, text.text)
	if f.Kind == List {
		cond = "EXISTS (SELECT 1 FROM json_each(" + col + ") WHERE " + cond + ")"
	}
	w.put(cond, args...)
}

func contains(expr string) string { return "instr(" + expr + ", ?) > 0" }
func equals(expr string) string   { return expr + " = ?" }
