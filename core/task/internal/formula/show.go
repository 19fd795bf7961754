package formula

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

// shown is string and show.
func shown(args []any) (any, error) {
	s := Show(args[1])
	if err := bounded(len(s)); err != nil {
		return nil, err
	}
	return s, args[0].(*Meter).written(len(s))
}

// Show is a value as a person reads it; long lists and deep ones are cut.
func Show(v any) string {
	var d display
	d.value(v)
	return d.String()
}

// display writes a value until it has become too long for anyone to read.
type display struct {
	strings.Builder
	values int
}

func (d *display) full() bool {
	const most = 2000
	return d.values > most || d.Len() > maxText
}

func (d *display) value(v any) {
	if d.values++; d.full() {
		d.WriteString("...")
		return
	}
	switch v := v.(type) {
	case nil:
		d.WriteString("nothing")
	case string:
		d.WriteString(v)
	case float64:
		d.WriteString(strconv.FormatFloat(v, 'f', -1, 64))
	case time.Time:
		d.WriteString(v.Format(time.RFC3339))
	case value.Day:
		d.WriteString(string(v))
	case fmt.Stringer:
		d.WriteString(v.String())
	case []any:
		d.all('[', ']', len(v), func(i int) { d.value(v[i]) })
	case map[string]any:
		names := slices.Sorted(maps.Keys(v))
		d.all('{', '}', len(names), func(i int) {
			d.WriteString(names[i] + ": ")
			d.value(v[names[i]])
		})
	default:
		d.WriteString(clip(fmt.Sprint(v)))
	}
}

func (d *display) all(open, end byte, n int, show func(i int)) {
	const most = 20
	d.WriteByte(open)
	for i := range n {
		if i > 0 {
			d.WriteString(", ")
		}
		if i == most || d.full() {
			d.WriteString("...")
			break
		}
		show(i)
	}
	d.WriteByte(end)
}
