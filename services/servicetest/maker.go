package servicetest

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// maker makes values that fit types. Texts carry a mark that stands nowhere else, so that a
// reply which holds one can be told; the mark ends in "~", so that none is part of another.
type maker struct {
	rand *det.Rand
	now  time.Time
	made int
}

func newMaker(seed uint64, now time.Time, path ...string) *maker {
	return &maker{rand: det.NewRand(seed, path...), now: now}
}

// oneIn is true once in n draws.
func (m *maker) oneIn(n int) bool { return m.rand.Intn(n) == 0 }

// mark returns a mark that names its place.
func (m *maker) mark(place string) string {
	m.made++
	return fmt.Sprintf("%s.%d~", place, m.made)
}

// of makes a value of the type; place becomes part of its mark.
func (m *maker) of(t world.Type, place string) any {
	switch t {
	case world.Address:
		return m.mark(place) + "@example.com"
	case world.Int:
		return value.Int(m.number())
	case world.Number:
		return value.Number(fmt.Sprintf("%d.5", m.number()))
	case world.Amount:
		return value.Number(fmt.Sprintf("%d.%02d", m.number(), m.rand.Intn(100)))
	case world.Bool:
		return m.oneIn(2)
	case world.Day:
		return m.instant().Format(time.DateOnly)
	case world.Instant:
		return m.instant().Format(time.RFC3339)
	case world.Tree:
		return value.Obj(value.Member{Name: "inner", Value: []any{m.mark(place), nil, true}})
	}
	return m.mark(place)
}

// number is nine digits long, so that one in a reply is no accident.
func (m *maker) number() int64 {
	m.made++
	return 600_000_000 + int64(m.made)*1000 + int64(m.rand.Intn(1000))
}

// instant is within five days of now, on the quarter hour, in any of three offsets.
func (m *maker) instant() time.Time {
	t := m.now.Add(time.Duration(m.rand.Intn(960)-480) * 15 * time.Minute)
	return t.In(time.FixedZone("", (m.rand.Intn(3)-1)*5*3600))
}

// list makes one to three values.
func (m *maker) list(t world.Type, place string) []any {
	out := make([]any, 1+m.rand.Intn(3))
	for i := range out {
		out[i] = m.of(t, place)
	}
	return out
}

// state returns the first of the values half the time, else any: most records stand at the
// beginning of their life.
func (m *maker) state(values []string) string {
	if m.oneIn(2) {
		return values[0]
	}
	return m.pick(values)
}

// pick returns one of the list, or "" where it is empty.
func (m *maker) pick(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return det.Pick(m.rand, list)
}
