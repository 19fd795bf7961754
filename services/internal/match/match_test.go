package match_test

import (
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/internal/match"
)

func TestWords(t *testing.T) {
	tests := []struct {
		query string
		texts []string
		want  bool
	}{
		{"", nil, true},
		{"  ", []string{"x"}, true},
		{"budget q3", []string{"Q3 Budget draft"}, true},
		{"budget q3", []string{"Budget", "for Q3"}, true},
		{"budget q4", []string{"Q3 Budget draft"}, false},
		{"udge", []string{"Budget"}, true},
		{"“launch”", []string{`the "Launch" plan`}, true},
		{"年假", []string{"申请年假两天"}, true},
		{"x", nil, false},
	}
	for _, tt := range tests {
		if got := match.Words(tt.query, tt.texts...); got != tt.want {
			t.Errorf("%q in %q: %v", tt.query, tt.texts, got)
		}
	}
}

// record makes a record by way of an image of one collection.
func record(t *testing.T, members ...value.Member) *world.Record {
	t.Helper()
	s := &world.Service{Name: "x", Version: 1, Collections: []world.Collection{{Name: "things", Fields: []world.Field{
		{Name: "day", Type: world.Day}, {Name: "at", Type: world.Instant}, {Name: "kind", Type: world.Text},
	}}}}
	image, err := world.NewImage(world.Seed{Services: []*world.Service{s}, Records: map[string][]*value.Object{"x.things": {value.Obj(members...)}}})
	if err != nil {
		t.Fatal(err)
	}
	for r := range world.New(image, world.Options{}).State().Records("x.things") {
		return r
	}
	t.Fatal("no record")
	return nil
}

func TestDays(t *testing.T) {
	berlin := time.FixedZone("", 3600)
	r := record(t, value.Member{Name: "day", Value: "2026-03-16"}, value.Member{Name: "at", Value: "2026-03-16T23:30:00Z"})
	tests := []struct {
		field, from, to string
		want            bool
	}{
		{"day", "", "", true},
		{"day", "2026-03-16", "2026-03-16", true},
		{"day", "2026-03-17", "", false},
		{"day", "", "2026-03-15", false},
		{"at", "2026-03-17", "2026-03-17", true}, // half past midnight there
		{"at", "", "2026-03-16", false},
		{"gone", "", "", true},
		{"gone", "2026-03-16", "", false},
	}
	for _, tt := range tests {
		if got := match.Days(r, tt.field, tt.from, tt.to, berlin); got != tt.want {
			t.Errorf("%s from %q to %q: %v", tt.field, tt.from, tt.to, got)
		}
	}
}

func TestPerson(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"", "", false},
		{"kim@example.com", "Kim@Example.com", true},
		{"Kim Oduya <kim@example.com>", "kim@example.com", true},
		{"kim", " KIM ", true},
		{"kim@example.com", "kim@example.test", false},
	}
	for _, tt := range tests {
		if got := match.Person(tt.a, tt.b); got != tt.want {
			t.Errorf("%q and %q: %v", tt.a, tt.b, got)
		}
	}
}
