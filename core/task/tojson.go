package task

import (
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// JSON turns a Go value of an expression into the JSON value that a tool argument has: a day
// as YYYY-MM-DD, a time as RFC 3339 in the task's zone, money and exact numbers as the number
// of the amount, a duration as text. Fields of a record are sorted by name.
func (b *Bound) JSON(v any) any {
	switch v := v.(type) {
	case nil, bool, string, value.Number, *value.Object:
		return v
	case int:
		return value.Int(int64(v))
	case float64:
		if v == float64(int64(v)) && v < 1e15 && v > -1e15 {
			return value.Int(int64(v))
		}
		return value.Float(v)
	case value.Decimal:
		return value.Number(v.String())
	case value.Money:
		return value.Number(v.Amount().String())
	case value.Day:
		return string(v)
	case time.Time:
		return v.In(b.Task.Zone).Format(time.RFC3339)
	case time.Duration:
		return v.String()
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = b.JSON(item)
		}
		return out
	case map[string]any:
		o := value.Room(len(v))
		for _, name := range sortedKeys(v) {
			o.Set(name, b.JSON(v[name]))
		}
		return o
	}
	return value.FromGo(v)
}
