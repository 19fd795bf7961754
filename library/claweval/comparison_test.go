package claweval_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// share counts comparisons and those that came out equal.
type share struct{ equal, of int }

func (s *share) note(equal bool) {
	s.of++
	if equal {
		s.equal++
	}
}

func (s share) percent() float64 { return 100 * float64(s.equal) / float64(max(1, s.of)) }

// comparison gathers how our replies differ from the recorded ones.
type comparison struct {
	files    int
	hollow   []string       // recordings replayed without their records
	replies  share          // 2xx replies, keys sorted and number literals kept
	statuses share          // all statuses but upstream's own 500s
	failures share          // upstream's own 500s that are 500s here
	refusals share          // 422 bodies, by type and loc
	exact    share          // 422 bodies, whole
	others   share          // bodies and Allow of 400, 404, 405
	diffs    map[string]int // difference -> how often
	examples map[string]string
}

func newComparison() *comparison {
	return &comparison{diffs: map[string]int{}, examples: map[string]string{}}
}

func (c *comparison) differ(service, where, what, example string) {
	key := service + " " + where + ": " + what
	c.diffs[key]++
	if c.examples[key] == "" {
		c.examples[key] = example
	}
}

func (c *comparison) compareStatus(service, where string, want, got int) bool {
	if want == 500 {
		c.failures.note(got == 500)
		if got != 500 {
			c.differ(service, where, fmt.Sprintf("status %d instead of 500", got), "")
		}
		return false
	}
	c.statuses.note(got == want)
	if got != want {
		c.differ(service, where, fmt.Sprintf("status %d instead of %d", got, want), "")
	}
	return got == want
}

func (c *comparison) compare(file, service string, x, got exchange) {
	if !c.compareStatus(service, x.path, x.status, got.status) {
		return
	}
	if x.path == "/rss/feeds" || x.path == "/rss/audit" {
		sortCategories(x.reply)
		sortCategories(got.reply)
	}
	place, equal := firstDifference("", x.reply, got.reply)
	example := fmt.Sprintf("%s %s %s %.200s\n  want %.1500s\n  got  %.1500s", file, x.method, x.path, x.body, canonical(x.reply), canonical(got.reply))
	switch {
	case x.status == 422:
		c.exact.note(equal)
		same := kinds(x.reply) == kinds(got.reply)
		c.refusals.note(same)
		if !equal {
			c.differ(service, x.path, "422 "+place, example)
		}
	case x.status < 300:
		c.replies.note(equal)
		if !equal {
			c.differ(service, x.path, place, example)
		}
	default:
		same := equal && x.allow == got.allow
		c.others.note(same)
		if !same {
			c.differ(service, x.path, fmt.Sprintf("%d body or Allow", x.status), example)
		}
	}
}

// kinds are the types and locs of a 422 body.
func kinds(reply any) string {
	o, _ := reply.(*value.Object)
	var b strings.Builder
	for _, item := range field[[]any](o, "detail") {
		detail, _ := item.(*value.Object)
		b.WriteString(field[string](detail, "type"))
		b.Write(value.Append(nil, field[[]any](detail, "loc")))
	}
	return b.String()
}

// firstDifference compares with keys sorted and number literals kept; the place has no list
// indexes, so that like differences have one name.
func firstDifference(at string, want, got any) (place string, equal bool) {
	switch want := want.(type) {
	case *value.Object:
		got, ok := got.(*value.Object)
		if !ok {
			return at, false
		}
		for _, name := range slices.Sorted(maps.Keys(merged(want, got))) {
			a, inWant := want.Get(name)
			b, inGot := got.Get(name)
			switch {
			case !inGot:
				return at + "." + name + " missing", false
			case !inWant:
				return at + "." + name + " extra", false
			}
			if place, equal := firstDifference(at+"."+name, a, b); !equal {
				return place, false
			}
		}
		return "", true
	case []any:
		got, ok := got.([]any)
		if !ok || len(got) != len(want) {
			return at + " length", false
		}
		for i := range want {
			if place, equal := firstDifference(at+"[]", want[i], got[i]); !equal {
				return place, false
			}
		}
		return "", true
	}
	return at, want == got
}

func merged(a, b *value.Object) map[string]bool {
	names := map[string]bool{}
	for _, m := range slices.Concat(a.Members(), b.Members()) {
		names[m.Name] = true
	}
	return names
}

func canonical(v any) []byte { return value.Append(nil, v) }

// mask replaces the time of the call, as the recordings do.
func mask(v any, clock time.Time) any {
	switch v := v.(type) {
	case string:
		if v == world.Timestamp(clock) || v == clock.UTC().Format(time.DateOnly) {
			return "<TS>"
		}
	case []any:
		for i := range v {
			v[i] = mask(v[i], clock)
		}
	case *value.Object:
		for _, m := range slices.Clone(v.Members()) {
			v.Set(m.Name, mask(m.Value, clock))
		}
	}
	return v
}

// sortCategories sorts what is an unordered set in the benchmark.
func sortCategories(v any) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			sortCategories(item)
		}
	case *value.Object:
		for _, m := range v.Members() {
			if list, ok := m.Value.([]any); ok && m.Name == "categories" {
				slices.SortFunc(list, func(a, b any) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
			}
			sortCategories(m.Value)
		}
	}
}

// goals are the shares that must be met.
func (c *comparison) goals() []struct {
	what  string
	share share
	least float64
} {
	return []struct {
		what  string
		share share
		least float64
	}{
		{"statuses, other than the benchmark's own 500s", c.statuses, 100},
		{"2xx replies", c.replies, 99.5},
		{"422 bodies in type and loc", c.refusals, 95},
		{"422 bodies as a whole", c.exact, 0},
		{"400, 404 and 405 replies with their Allow header", c.others, 99.5},
	}
}

func (c *comparison) check(t *testing.T) {
	for _, goal := range c.goals() {
		t.Logf("%s: %d of %d equal (%.2f %%)", goal.what, goal.share.equal, goal.share.of, goal.share.percent())
		if goal.share.of == 0 || goal.share.percent() < goal.least {
			t.Errorf("%s: %.2f %% equal, want %.1f %%", goal.what, goal.share.percent(), goal.least)
		}
	}
}
