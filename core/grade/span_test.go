package grade

import "testing"

func TestSpan(t *testing.T) {
	tests := []struct {
		held         string // 1 = holds after that point
		since, until int
	}{
		{"", 0, 0}, {"0", 0, 0}, {"1", 10, 0}, {"01", 20, 0}, {"10", 10, 20}, {"101", 30, 0}, {"011", 20, 0}, {"0110", 20, 40}, {"1001000", 40, 50}, {"000", 0, 0}, {"111", 10, 0},
	}
	for _, tt := range tests {
		points := make([]int, len(tt.held))
		for i := range points {
			points[i] = 10 * (i + 1)
		}
		since, until := Span(points, func(seq int) bool { return tt.held[seq/10-1] == '1' })
		if since != tt.since || until != tt.until {
			t.Errorf("%q: since %d until %d, want %d, %d", tt.held, since, until, tt.since, tt.until)
		}
	}
}
