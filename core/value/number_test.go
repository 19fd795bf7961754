package value

import (
	"math"
	"testing"
)

// The spellings are those of Python's repr.
func TestFloatSpelling(t *testing.T) {
	tests := []struct {
		f    float64
		want Number
	}{
		{100, "100.0"}, {12.5, "12.5"}, {0, "0.0"}, {math.Copysign(0, -1), "-0.0"}, {-328, "-328.0"},
		{1e15, "1000000000000000.0"}, {9999999999999998, "9999999999999998.0"}, {1e16, "1e+16"}, {1.5e16, "1.5e+16"},
		{1e22, "1e+22"}, {1e100, "1e+100"}, {0.0001, "0.0001"}, {0.00001, "1e-05"}, {1e-7, "1e-07"}, {1.25e-7, "1.25e-07"},
		{0.1, "0.1"}, {0.30000000000000004, "0.30000000000000004"}, {5e-324, "5e-324"},
		{math.MaxFloat64, "1.7976931348623157e+308"}, {123456.789, "123456.789"},
		{math.NaN(), "NaN"}, {math.Inf(1), "Infinity"}, {math.Inf(-1), "-Infinity"},
	}
	for _, tt := range tests {
		got := Float(tt.f)
		if got != tt.want {
			t.Errorf("Float(%g) = %s, want %s", tt.f, got, tt.want)
		}
		if back := got.Float(); back != tt.f && !math.IsNaN(tt.f) {
			t.Errorf("Float(%g) reads back as %g", tt.f, back)
		}
	}
}

func TestNumberInt(t *testing.T) {
	tests := []struct {
		n    Number
		want int64
		ok   bool
	}{
		{"3", 3, true}, {"3.0", 3, true}, {"1e2", 100, true}, {"1.5e1", 15, true}, {"-7", -7, true}, {"-0.0", 0, true},
		{"300e-2", 3, true}, {"0e999999999999", 0, true}, {"0.000", 0, true},
		{"9007199254740993", 9007199254740993, true}, {"9223372036854775807", math.MaxInt64, true},
		{"-9223372036854775808", math.MinInt64, true}, {"-9.223372036854775808e18", math.MinInt64, true},
		{"1000000000000000000.000", 1e18, true},
		{"9223372036854775808", 0, false}, {"-9223372036854775809", 0, false}, {"99999999999999999999", 0, false},
		{"5.5", 0, false}, {"1e-1", 0, false}, {"1e19", 0, false}, {"1e999999999", 0, false}, {"1e99999999999999999999", 0, false},
		{"NaN", 0, false}, {"Infinity", 0, false}, {"", 0, false}, {"-", 0, false}, {"1e", 0, false}, {"0x10", 0, false}, {"1_000", 0, false},
	}
	for _, tt := range tests {
		if got, ok := tt.n.Int(); got != tt.want || ok != tt.ok {
			t.Errorf("Number(%q).Int() = %d, %v; want %d, %v", tt.n, got, ok, tt.want, tt.ok)
		}
	}
}

func TestNumberFloat(t *testing.T) {
	tests := []struct {
		n    Number
		want float64
	}{
		{"3", 3}, {"-12.50e+3", -12500}, {"1e400", math.Inf(1)}, {"-1e400", math.Inf(-1)}, {"1e-400", 0},
		{"Infinity", math.Inf(1)}, {"-Infinity", math.Inf(-1)}, {"9007199254740993", 9007199254740992},
		{"123456789012345678901234567890", 123456789012345678901234567890},
	}
	for _, tt := range tests {
		if got := tt.n.Float(); got != tt.want {
			t.Errorf("Number(%q).Float() = %g, want %g", tt.n, got, tt.want)
		}
	}
	for _, n := range []Number{"NaN", "", "abc", "1.2.3"} {
		if got := n.Float(); !math.IsNaN(got) {
			t.Errorf("Number(%q).Float() = %g, want NaN", n, got)
		}
	}
	if !math.Signbit(Number("-0.0").Float()) {
		t.Error("-0.0 lost its sign")
	}
}
