package formula

import (
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// TypeOf is the type of a Go value. Of a list with very many members, those of lists in it
// counted, nothing is said about the members.
func TypeOf(v any) Type {
	left := 100_000
	return typeOf(v, &left)
}

func typeOf(v any, left *int) Type {
	*left--
	switch v := v.(type) {
	case nil:
		return Of(Nil)
	case bool:
		return Of(Bool)
	case int:
		return Of(Int)
	case float64:
		return Of(Float)
	case string:
		return Of(Text)
	case value.Decimal:
		return Of(Decimal)
	case value.Money:
		return Of(Money)
	case value.Day:
		return Of(Day)
	case time.Time:
		return Of(Instant)
	case time.Duration:
		return Of(Duration)
	case []any:
		return listTypeOf(v, left)
	case map[string]any:
		return Type{Kind: Record}
	}
	return Type{}
}

func listTypeOf(list []any, left *int) Type {
	if len(list) == 0 {
		return Type{Kind: List}
	}
	elem := typeOf(list[0], left)
	for _, item := range list[1:] {
		if *left <= 0 {
			return Type{Kind: List}
		}
		elem = join(elem, typeOf(item, left))
	}
	return ListOf(elem)
}
