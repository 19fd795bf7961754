package value

import (
	"testing"
	"time"
)

func TestParseDay(t *testing.T) {
	for _, s := range []string{"2026-03-16", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"} {
		if d, err := ParseDay(s); err != nil || string(d) != s {
			t.Errorf("ParseDay(%q) = %q, %v", s, d, err)
		}
	}
	for _, s := range []string{
		"", "2026-3-16", "2026-03-16 ", " 2026-03-16", "2026/03/16", "20260316", "2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10",
		"2026-01-00", "0000-01-01", "-026-01-01", "+026-01-01", "2026-03-16T00:00", "２026-03-16", "2026-0a-01", "12026-03-16",
	} {
		if d, err := ParseDay(s); err == nil {
			t.Errorf("ParseDay(%q) = %q", s, d)
		}
	}
}

func TestDayArithmetic(t *testing.T) {
	tests := []struct {
		day    Day
		days   int
		months int
		want   Day
	}{
		{"2026-02-10", 30, 0, "2026-03-12"}, {"2026-03-01", -1, 0, "2026-02-28"}, {"2024-03-01", -1, 0, "2024-02-29"}, {"2026-12-31", 1, 0, "2027-01-01"},
		{"2026-03-07", 2, 0, "2026-03-09"}, // over a change to daylight saving
		{"2024-02-29", 0, 1, "2024-03-29"}, {"2024-02-29", 0, 12, "2025-02-28"}, {"2026-01-31", 0, 1, "2026-02-28"}, {"2026-01-31", 0, -2, "2025-11-30"},
		{"2026-12-15", 0, 1, "2027-01-15"}, {"0001-01-01", 3652058, 0, "9999-12-31"}, {"0001-02-28", 0, -1, "0001-01-28"},
		{"9999-12-31", 1, 0, ""}, {"0001-01-01", -1, 0, ""}, {"9999-12-31", 0, 1, ""}, {"0001-01-31", 0, -1, ""},
		{"2026-01-01", 1 << 62, 0, ""}, {"2026-01-01", 0, -1 << 62, ""}, {"garbage", 1, 0, ""}, {"2026-02-30", 0, 1, ""},
	}
	for _, tt := range tests {
		got := tt.day.Plus(tt.days)
		if tt.months != 0 {
			got = tt.day.PlusMonths(tt.months)
		}
		if got != tt.want {
			t.Errorf("%s plus %d days, %d months = %q, want %q", tt.day, tt.days, tt.months, got, tt.want)
		}
	}
}

func TestDayParts(t *testing.T) {
	d := Day("2026-03-13")
	if d.Month() != "2026-03" || d.Weekday() != time.Friday {
		t.Errorf("%s: month %s, %s", d, d.Month(), d.Weekday())
	}
	ny := mustZone(t, "America/New_York")
	if got := d.Time(ny).Format(time.RFC3339); got != "2026-03-13T00:00:00-04:00" {
		t.Errorf("Time = %s", got)
	}
	if got := d.Time(nil); !got.Equal(d.Time(time.UTC)) {
		t.Errorf("Time(nil) = %s", got)
	}
	bad := Day("2026-02-30")
	if bad.Month() != "" || !bad.Time(nil).IsZero() {
		t.Error("a day that does not exist has parts")
	}
}

func mustZone(tb testing.TB, name string) *time.Location {
	tb.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		tb.Fatal(err)
	}
	return loc
}
