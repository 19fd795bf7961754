package export

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// rowsPerGroup bounds what a Parquet file keeps in memory before it is written.
const rowsPerGroup = 500

// parquetNode is the type of a column in Parquet: every part may be absent, parts of any shape are
// texts.
func parquetNode(c Column) parquet.Node {
	switch c.Kind {
	case Whole:
		return parquet.Optional(parquet.Uint(64))
	case Real:
		return parquet.Optional(parquet.Leaf(parquet.DoubleType))
	case Flag:
		return parquet.Optional(parquet.Leaf(parquet.BooleanType))
	case List:
		return parquet.Optional(parquet.List(parquetNode(c.Of[0])))
	case Struct:
		return parquet.Optional(parquetGroup(c.Of))
	}
	return parquet.Optional(parquet.String())
}

func parquetGroup(cols []Column) parquet.Group {
	g := parquet.Group{}
	for _, c := range cols {
		g[c.Name] = parquetNode(c)
	}
	return g
}

// byName orders columns as Parquet groups do.
func byName(cols []Column) []Column {
	sorted := slices.Clone(cols)
	slices.SortFunc(sorted, func(a, b Column) int { return strings.Compare(a.Name, b.Name) })
	for i := range sorted {
		sorted[i].Of = byName(sorted[i].Of)
	}
	return sorted
}

// shredder takes rows apart into the values of the leaf columns, with the levels that say where
// they stood.
type shredder struct {
	leaves [][]parquet.Value
	next   int // leaf that the next value belongs to
}

// level is a place in a row: which list is being repeated, how much of the path is there, and how
// many lists lie around.
type level struct{ rep, def, lists int }

// shred returns a row for Parquet; the columns come sorted by name. Errors: Internal where a value
// is not of its column's kind.
func shred(row *value.Object, sorted []Column) (parquet.Row, error) {
	s := shredder{leaves: make([][]parquet.Value, leafCount(sorted))}
	for _, c := range sorted {
		v, _ := row.Get(c.Name)
		if err := s.put(c, v, level{}); err != nil {
			return nil, fault.Wrap("", err, "write column %s", c.Name)
		}
	}
	return parquet.MakeRow(s.leaves...), nil
}

func leafCount(cols []Column) int {
	n := 0
	for _, c := range cols {
		if c.Kind == List || c.Kind == Struct {
			n += leafCount(c.Of)
			continue
		}
		n++
	}
	return n
}

// put appends a value. Every part is optional, so that one that is there defines a level more; a
// list defines another by having an item.
func (s *shredder) put(c Column, v any, at level) error {
	if v == nil {
		s.absent(c, at)
		return nil
	}
	at.def++
	switch c.Kind {
	case List:
		items, ok := v.([]any)
		if !ok {
			return mismatch(c, v)
		}
		return s.putItems(c, items, at)
	case Struct:
		o, ok := v.(*value.Object)
		if !ok {
			return mismatch(c, v)
		}
		for _, part := range c.Of {
			inner, _ := o.Get(part.Name)
			if err := s.put(part, inner, at); err != nil {
				return err
			}
		}
		return nil
	}
	leaf, err := leafValue(c, v)
	s.append(leaf, at)
	return err
}

func (s *shredder) putItems(c Column, items []any, at level) error {
	if len(items) == 0 {
		s.absent(c, at)
		return nil
	}
	at.def++
	at.lists++
	first := s.next
	for i, item := range items {
		s.next = first
		if i > 0 {
			at.rep = at.lists
		}
		if err := s.put(c.Of[0], item, at); err != nil {
			return err
		}
	}
	return nil
}

// absent writes that nothing is there, for every leaf below a column.
func (s *shredder) absent(c Column, at level) {
	n := 1
	if c.Kind == List || c.Kind == Struct {
		n = leafCount(c.Of)
	}
	for range n {
		s.append(parquet.NullValue(), at)
	}
}

func (s *shredder) append(v parquet.Value, at level) {
	s.leaves[s.next] = append(s.leaves[s.next], v.Level(at.rep, at.def, s.next))
	s.next++
}

func leafValue(c Column, v any) (parquet.Value, error) {
	switch c.Kind {
	case Text:
		if plain, ok := v.(string); ok {
			return parquet.ByteArrayValue([]byte(plain)), nil
		}
		return parquet.ByteArrayValue(value.Append(nil, v)), nil
	case Any:
		return parquet.ByteArrayValue(value.Append(nil, steady(v))), nil
	case Flag:
		if b, ok := v.(bool); ok {
			return parquet.BooleanValue(b), nil
		}
		return parquet.Value{}, mismatch(c, v)
	}
	n, ok := v.(value.Number)
	if !ok {
		return parquet.Value{}, mismatch(c, v)
	}
	if c.Kind == Whole {
		u, err := strconv.ParseUint(string(n), 10, 64)
		if err != nil {
			return parquet.Value{}, mismatch(c, v)
		}
		return parquet.Int64Value(int64(u)), nil
	}
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		return parquet.Value{}, mismatch(c, v)
	}
	return parquet.DoubleValue(f), nil
}

func mismatch(c Column, v any) error {
	return fault.New(fault.Internal, "%q holds a %T", c.Name, v)
}

// parquetFile writes rows to a Parquet file.
type parquetFile struct {
	w      *parquet.Writer
	filled int
}

func newParquetFile(out io.Writer, cols []Column) *parquetFile {
	schema := parquet.NewSchema("row", parquetGroup(cols))
	return &parquetFile{w: parquet.NewWriter(out, schema, parquet.Compression(&parquet.Zstd), parquet.CreatedBy("coworkenv", "1", ""),
		parquet.KeyValueMetadata("huggingface", featuresJSON(cols)))}
}

func (f *parquetFile) write(rows []parquet.Row) error {
	for _, r := range rows {
		if _, err := f.w.WriteRows([]parquet.Row{r}); err != nil {
			return fault.Wrap("", err, "write Parquet")
		}
		f.filled++
		if f.filled%rowsPerGroup == 0 {
			if err := f.w.Flush(); err != nil {
				return fault.Wrap("", err, "write Parquet")
			}
		}
	}
	return nil
}

func (f *parquetFile) close() error {
	if err := f.w.Close(); err != nil {
		return fault.Wrap("", err, "write Parquet")
	}
	return nil
}
