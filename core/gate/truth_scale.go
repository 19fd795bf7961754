package gate

import (
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// ordered reports whether values of a type have a smallest step.
func ordered(t world.Type) bool {
	switch t {
	case world.Day, world.Instant, world.Int, world.Number, world.Amount:
		return true
	}
	return false
}

// unitOf names the smallest step of a type.
func unitOf(t world.Type) string {
	switch t {
	case world.Day:
		return "day"
	case world.Instant:
		return "second"
	case world.Int:
		return "1"
	case world.Number, world.Amount:
		return "0.01"
	}
	return "category"
}

// position is where a value of an ordered type stands, counted in smallest steps.
func position(t world.Type, v any) (int64, bool) {
	switch t {
	case world.Instant:
		s, _ := v.(string)
		at, err := time.Parse(time.RFC3339, s)
		return at.Unix(), err == nil
	case world.Day:
		s, _ := v.(string)
		d, err := value.ParseDay(s)
		const day = 24 * 60 * 60
		return d.Time(time.UTC).Unix() / day, err == nil
	}
	n, _ := v.(value.Number)
	d, err := value.ParseDecimal(string(n))
	if err != nil {
		return 0, false
	}
	if t != world.Int {
		if d, err = d.Mul(value.DecimalOf(100)); err != nil {
			return 0, false
		}
	}
	return d.Int() // fractions of a cent have no place
}

// valueAt is the value at a position; an instant keeps the offset of the one that is given.
func valueAt(t world.Type, like any, at int64) any {
	switch t {
	case world.Instant:
		loc := time.UTC
		if s, ok := like.(string); ok {
			if was, err := time.Parse(time.RFC3339, s); err == nil {
				loc = was.Location()
			}
		}
		return time.Unix(at, 0).In(loc).Format(time.RFC3339)
	case world.Day:
		const day = 24 * 60 * 60
		return time.Unix(at*day, 0).UTC().Format(time.DateOnly)
	case world.Int:
		return value.Int(at)
	}
	cent, err := value.ParseDecimal("0.01")
	if err != nil {
		return value.Int(at)
	}
	d, err := cent.Mul(value.DecimalOf(at))
	if err != nil {
		return value.Int(at)
	}
	return value.Number(d.String())
}

// bisect counts the smallest steps from a field's value to the edge that lies between it and a
// value with which the fact changes.
func (t *truth) bisect(fact string, p place, across any) int64 {
	from, okFrom := position(p.field.Type, p.was)
	to, okTo := position(p.field.Type, across)
	if !ordered(p.field.Type) || !okFrom || !okTo || from == to {
		return 1
	}
	direction := int64(1)
	far := to - from
	if far < 0 {
		direction, far = -1, -far
	}
	near := int64(0) // does not cross; far does
	for near+1 < far && t.halvings < mostHalvings {
		t.halvings++
		mid := near + (far-near)/2
		variant := t.variant(fact, p.change(valueAt(p.field.Type, p.was, from+direction*mid)))
		if variant == nil {
			break
		}
		if t.unlike(variant, fact) {
			far = mid
		} else {
			near = mid
		}
	}
	return far
}
