package claweval

import (
	"strconv"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// typed turns a value of a fixture into one of a field's type. The note says what is written
// otherwise than it stood there, or, where it is not ok, why it does not fit.
func (t *typist) typed(f *world.Field, v any) (out any, note string, ok bool) {
	if v == nil {
		return nil, "", f.Optional
	}
	if !f.List {
		return t.scalar(f, v)
	}
	list, isList := v.([]any)
	if !isList {
		list, note = []any{v}, "written as a list"
	}
	typed := make([]any, len(list))
	for i, item := range list {
		one, why, fits := t.scalar(f, item)
		if item == nil || !fits {
			return nil, f.Name + " is a list of " + f.Type.String(), false
		}
		if why != "" {
			note = why
		}
		typed[i] = one
	}
	return typed, note, true
}

func (t *typist) scalar(f *world.Field, v any) (out any, note string, ok bool) {
	switch f.Type {
	case world.Tree:
		if sound, mended := finite(v); mended {
			return sound, "what is no number is null", true
		}
		return v, "", true
	case world.Int, world.Number, world.Amount:
		return number(f.Type, v)
	case world.Bool:
		if _, is := v.(bool); !is {
			return nil, "it is no yes or no", false
		}
		return v, "", true
	}
	s, isText := v.(string)
	if !isText {
		if s = (node{v: v}).text(); s == "" {
			return nil, f.Name + " is a " + f.Type.String(), false
		}
		note = "written as a text"
	}
	switch f.Type {
	case world.Day:
		return dayText(f, s, note)
	case world.Instant:
		return t.instantText(f, s)
	}
	return s, note, true
}

// finite replaces NaN and the infinities, which are no JSON, by null.
func finite(v any) (out any, mended bool) {
	switch v := v.(type) {
	case value.Number:
		if _, err := value.Parse([]byte(v)); err != nil {
			return nil, true
		}
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			one, changed := finite(item)
			list[i], mended = one, mended || changed
		}
		return list, mended
	case *value.Object:
		o := value.Obj()
		for _, m := range v.Members() {
			one, changed := finite(m.Value)
			o.Set(m.Name, one)
			mended = mended || changed
		}
		return o, mended
	}
	return v, false
}

func number(typ world.Type, v any) (out any, note string, ok bool) {
	n, is := v.(value.Number)
	if s, isText := v.(string); isText {
		n, note, is = value.Number(strings.TrimSpace(s)), "written as a number", true
	}
	if parsed, err := value.Parse([]byte(n)); is {
		_, is = parsed.(value.Number)
		is = is && err == nil
	}
	if !is {
		return nil, "it is no number", false
	}
	switch typ {
	case world.Int:
		i, whole := n.Int()
		if !whole || i != int64(int(i)) {
			return nil, "it is no whole number", false
		}
		return value.Int(i), note, true
	case world.Amount:
		if _, err := value.ParseDecimal(string(n)); err != nil {
			return nil, "it is no exact amount of at most 18 digits", false
		}
	}
	return n, note, true
}

const dayForm = "2006-01-02"

// dayText takes a day; of a date-time its day.
func dayText(f *world.Field, s, note string) (out any, why string, ok bool) {
	if s == "" && f.Optional {
		return s, note, true
	}
	if _, err := value.ParseDay(s); err == nil {
		return s, note, true
	}
	if at, ok := value.ReadInstant(s, time.UTC); ok && len(s) > len(dayForm) && s[4] == '-' {
		if _, err := value.ParseDay(s[:len(dayForm)]); err == nil && !at.IsZero() {
			return s[:len(dayForm)], "a date-time where a day is expected: its day is kept", true
		}
	}
	return nil, "it is no day", false
}

// instantText takes a date-time. It keeps the offset that is written; the task's zone gives one
// to a day and to a time without.
func (t *typist) instantText(f *world.Field, s string) (out any, note string, ok bool) {
	if s == "" && f.Optional {
		return s, "", true
	}
	if _, err := time.Parse(time.RFC3339, s); err == nil {
		return s, "", true
	}
	if d, err := value.ParseDay(s); err == nil {
		t.once(FaultOffsetMissing, "[]."+f.Name, f.Name+" has days instead of times", "midnight in the task's zone is written")
		return d.Time(t.zone).Format(time.RFC3339), "a day where a time is expected: midnight in the task's zone", true
	}
	if at, ok := value.ReadInstant(s, t.zone); ok && len(s) >= len("2026-03-16T09:00") && s[4] == '-' {
		t.once(FaultOffsetMissing, "[]."+f.Name, f.Name+" has times without an offset", "the offset of the task's zone is written")
		return at.Format(time.RFC3339Nano), "the offset of the task's zone is added", true
	}
	return nil, "it is no date-time", false
}

// decimalText is a weight as a decimal: above 0, at most 1, at most six places.
func decimalText(v any) (string, bool) {
	n, is := v.(value.Number)
	if !is {
		return "", false
	}
	f := n.Float()
	if f <= 0 || f > 1 {
		return "", false
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	d, err := value.ParseDecimal(s)
	if err != nil {
		return "", false
	}
	scaled, err := d.Mul(value.DecimalOf(1_000_000))
	if err != nil {
		return "", false
	}
	_, whole := scaled.Int()
	return s, whole
}
