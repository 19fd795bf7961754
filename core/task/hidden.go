package task

import (
	"coworkenv.dev/coworkenv/core/task/internal/formula"
	"coworkenv.dev/coworkenv/core/value"
)

// hidden is the type of an attribute that begins with "_": the author's label beside a record.
// No service declares it, so it follows from all its values in the collection.
type hidden struct {
	kind formula.Kind // Text, Int, Decimal, Bool or Any
	list bool
	null bool // some record has no value
}

// inferHidden types an attribute by its values: whole numbers, numbers or booleans where all
// values are, else texts; lists of these where all are lists. Of records records carry one.
func inferHidden(values []any, records int) hidden {
	h := hidden{}
	var scalars []any
	lists := 0
	present := 0
	for _, v := range values {
		if v == nil {
			continue
		}
		present++
		if list, ok := v.([]any); ok {
			lists++
			scalars = append(scalars, list...)
		} else {
			scalars = append(scalars, v)
		}
	}
	h.null = present < records
	if lists > 0 && lists < present {
		return h // a mixture: not known before the run
	}
	h.list = lists > 0
	h.kind = commonKind(scalars)
	return h
}

func commonKind(values []any) formula.Kind {
	ints, numbers, bools := true, true, true
	for _, v := range values {
		switch v := v.(type) {
		case *value.Object, []any, nil:
			return formula.Any
		case value.Number:
			_, whole := v.Int()
			ints = ints && whole
			_, err := value.ParseDecimal(string(v))
			numbers, bools = numbers && err == nil, false
		case bool:
			ints, numbers = false, false
		default:
			ints, numbers, bools = false, false, false
		}
	}
	switch {
	case len(values) == 0:
		return formula.Text
	case ints:
		return formula.Int
	case numbers:
		return formula.Decimal
	case bools:
		return formula.Bool
	}
	return formula.Text
}

func (h hidden) typ() formula.Type {
	t := formula.Of(h.kind)
	if h.list {
		t = formula.ListOf(t)
	}
	if h.null {
		return t.Nullable()
	}
	return t
}

// value is the Go form of one value.
func (h hidden) value(v any) any {
	if v == nil {
		return nil
	}
	if list, ok := v.([]any); ok && h.list {
		out := make([]any, len(list))
		for i, item := range list {
			out[i] = h.scalar(item)
		}
		return out
	}
	return h.scalar(v)
}

func (h hidden) scalar(v any) any {
	switch h.kind {
	case formula.Text:
		s, _ := literal(v)
		return s
	case formula.Decimal:
		if n, ok := v.(value.Number); ok {
			if d, err := value.ParseDecimal(string(n)); err == nil {
				return d
			}
		}
	}
	return fromJSON(v)
}
