package world

import (
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/value"
)

func FuzzPlainInstant(f *testing.F) {
	for _, s := range []string{
		"2026-03-17T15:00:00Z", "2026-03-17T15:00:00+08:00", "2026-03-17T23:59:59-05:30", "2026-02-29T00:00:00Z",
		"2024-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-03-17T24:00:00Z", "2026-03-17T15:60:00Z",
		"2026-03-17T15:00:60Z", "2026-03-17T15:00:00+24:00", "2026-03-17T15:00:00 08:00", "0000-01-01T00:00:00Z", "2026-03-17t15:00:00z", "",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := plainInstant(s)
		want, err := time.Parse(time.RFC3339, s)
		if ok && (err != nil || !got.Equal(want)) {
			t.Errorf("%q is %v, want %v, %v", s, got, want, err)
		}
	})
}

func TestInstantOfARecord(t *testing.T) {
	zone := time.FixedZone("", 8*3600)
	tests := []struct {
		text string
		want string // in the zone; "" = cannot be read
		kept string // with the offset it carries
	}{
		{"2026-03-17T15:00:00Z", "2026-03-17T23:00:00+08:00", "2026-03-17T15:00:00Z"},
		{"2026-03-17T15:00:00.9-05:00", "2026-03-18T04:00:00+08:00", "2026-03-17T15:00:00-05:00"},
		{"2026-03-17T15:00:00", "2026-03-17T15:00:00+08:00", "2026-03-17T15:00:00+08:00"},
		{"2026-03-17", "", ""},
		{"", "", ""},
	}
	for _, tt := range tests {
		r := (&Record{coll: &boundCollection{decl: &Collection{}}, id: "1"}).With(value.Member{Name: "at", Value: tt.text})
		got, ok := r.Instant("at", zone)
		if ok != (tt.want != "") || ok && got.Format(time.RFC3339) != tt.want {
			t.Errorf("%q is %v, %v; want %s", tt.text, got, ok, tt.want)
		}
		if kept, ok := OffsetTime(tt.text, zone); ok && kept.Format(time.RFC3339) != tt.kept {
			t.Errorf("%q with its offset is %v, want %s", tt.text, kept, tt.kept)
		}
	}
	if _, ok := (&Record{}).Instant("at", zone); ok {
		t.Error("a missing field is read as an instant")
	}
}

func TestUsualInstantsCostNothing(t *testing.T) {
	r := (&Record{coll: &boundCollection{decl: &Collection{}}, id: "1"}).With(value.Member{Name: "at", Value: "2026-03-17T15:00:00+08:00"})
	if n := testing.AllocsPerRun(100, func() { r.Instant("at", time.UTC) }); n != 0 {
		t.Errorf("%v allocations for a date-time in the usual form", n)
	}
}
