package value

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestParseDecimal(t *testing.T) {
	tests := []struct{ in, want string }{
		{"1180.00", "1180"}, {"-3", "-3"}, {"1e3", "1000"}, {"+5", "5"}, {"0412", "412"}, {"-0.0", "0"}, {"1.240", "1.24"}, {"0.05", "0.05"}, {"12.5E-2", "0.125"},
		{"1000000000000000000", "1000000000000000000"}, {"9223372036854775807", "9223372036854775807"}, {"-9223372036854775808", "-9223372036854775808"},
		{"0.000000000000000001", "0.000000000000000001"}, {"-9.223372036854775808", "-9.223372036854775808"}, {"0e999999999999", "0"},
		{"100e-2", "1"}, {"0." + strings.Repeat("0", 500), "0"}, {strings.Repeat("0", 500) + "7", "7"},
	}
	for _, tt := range tests {
		d, err := ParseDecimal(tt.in)
		if err != nil || d.String() != tt.want {
			t.Errorf("ParseDecimal(%q) = %s, %v; want %s", tt.in, d, err, tt.want)
		}
		if again, err := ParseDecimal(d.String()); err != nil || again != d {
			t.Errorf("%s does not read back: %v, %v", d, again, err)
		}
	}
}

func TestParseDecimalRefuses(t *testing.T) {
	for _, s := range []string{
		"", " 1", "1 ", "1,5", "1.", ".5", "1e", "1e+", "--1", "+-1", "0x10", "1_000", "NaN", "nan", "inf", "Infinity", "-", "+", "e5", "1.2.3", "１", "²", "12%",
	} {
		if d, err := ParseDecimal(s); err == nil || errors.Is(err, ErrRange) {
			t.Errorf("ParseDecimal(%q) = %s, %v; want a syntax error", s, d, err)
		}
	}
	for _, s := range []string{
		"9223372036854775808", "-9223372036854775809", "1e19", "1e-19", "99999999999999999999", "0.1234567890123456789", "1e999999999", "-1e-999999999",
		strings.Repeat("9", 500), "0." + strings.Repeat("0", 500) + "1",
	} {
		if d, err := ParseDecimal(s); !errors.Is(err, ErrRange) {
			t.Errorf("ParseDecimal(%q) = %s, %v; want ErrRange", s, d, err)
		}
	}
	if _, err := ParseDecimal("1e99999999999999999999"); err == nil {
		t.Error("an absurd exponent was accepted")
	}
}

func TestDecimalArithmetic(t *testing.T) {
	add, sub, mul := Decimal.Add, Decimal.Sub, Decimal.Mul
	tests := []struct {
		a    string
		op   string
		f    func(Decimal, Decimal) (Decimal, error)
		b    string
		want string // "" for ErrRange
	}{
		{"1.10", "+", add, "2.20", "3.3"}, {"18.35", "+", add, "11.85", "30.2"}, {"238.66", "+", add, "43.09", "281.75"}, {"1", "+", add, "-1", "0"},
		{"0.1", "+", add, "0.2", "0.3"}, {"0.5", "+", add, "0.5", "1"}, {"9223372036854775807", "+", add, "1", ""}, {"-9223372036854775808", "+", add, "-1", ""},
		{"9223372036854775807", "+", add, "-1", "9223372036854775806"}, {"9223372036854775807", "+", add, "0.1", ""},
		{"10", "+", add, "-9.100000000000000001", "0.899999999999999999"}, // the ten alone does not fit at that scale
		{"3.3", "-", sub, "3.30", "0"}, {"0", "-", sub, "-9223372036854775808", ""}, {"-1", "-", sub, "-9223372036854775808", "9223372036854775807"},
		{"8.70", "x", mul, "3", "26.1"}, {"0.92", "x", mul, "40", "36.8"}, {"-1.5", "x", mul, "0.2", "-0.3"}, {"0", "x", mul, "-5", "0"},
		{"0.000000001", "x", mul, "0.000000001", "0.000000000000000001"}, {"0.0000000001", "x", mul, "0.000000001", ""},
		{"0.0000000005", "x", mul, "0.000000002", "0.000000000000000001"}, {"9000000000000000000", "x", mul, "0.5", "4500000000000000000"},
		{"3037000500", "x", mul, "3037000500", ""}, {"-4611686018427387904", "x", mul, "2", "-9223372036854775808"}, {"4611686018427387904", "x", mul, "2", ""},
		{"-9223372036854775808", "x", mul, "-1", ""}, {"-9223372036854775808", "x", mul, "1", "-9223372036854775808"},
	}
	for _, tt := range tests {
		a, b := Decimal{}, Decimal{}
		var err error
		if a, err = ParseDecimal(tt.a); err != nil {
			t.Errorf("%s: %v", tt.a, err)
			continue
		}
		if b, err = ParseDecimal(tt.b); err != nil {
			t.Errorf("%s: %v", tt.b, err)
			continue
		}
		got, err := tt.f(a, b)
		switch {
		case tt.want == "" && !errors.Is(err, ErrRange):
			t.Errorf("%s %s %s = %s, %v; want ErrRange", tt.a, tt.op, tt.b, got, err)
		case tt.want != "" && (err != nil || got.String() != tt.want || got != mustDecimal(t, tt.want)):
			t.Errorf("%s %s %s = %s, %v; want %s", tt.a, tt.op, tt.b, got, err, tt.want)
		}
	}
}

func TestDecimalSumOfTenths(t *testing.T) {
	sum, tenth := Decimal{}, mustDecimal(t, "0.10")
	var err error
	for range 10 {
		if sum, err = sum.Add(tenth); err != nil {
			t.Fatal(err)
		}
	}
	if sum != DecimalOf(1) {
		t.Errorf("ten times 0.10 is %s", sum)
	}
}

func TestDecimalCmp(t *testing.T) {
	ordered := []string{"-9223372036854775808", "-9223372036854775807", "-10", "-1.5", "-1", "-0.000000000000000001", "0",
		"0.000000000000000001", "0.99", "1", "1.01", "9.223372036854775807", "10", "9223372036854775806", "9223372036854775807"}
	for i, a := range ordered {
		for j, b := range ordered {
			want := 0
			if i < j {
				want = -1
			} else if i > j {
				want = 1
			}
			if got := mustDecimal(t, a).Cmp(mustDecimal(t, b)); got != want {
				t.Errorf("%s cmp %s = %d, want %d", a, b, got, want)
			}
		}
	}
}

func TestDecimalParts(t *testing.T) {
	d := mustDecimal(t, "-12.50")
	if d.Sign() != -1 || d.Neg().String() != "12.5" || d.Float() != -12.5 || d.IsZero() || !d.Equal(mustDecimal(t, "-12.5")) {
		t.Errorf("parts of %s are wrong", d)
	}
	if _, ok := d.Int(); ok {
		t.Error("-12.50 is a whole number")
	}
	if i, ok := mustDecimal(t, "12.00").Int(); i != 12 || !ok {
		t.Errorf("12.00 as integer: %d, %v", i, ok)
	}
	if (Decimal{}).Sign() != 0 || !(Decimal{}).IsZero() || DecimalOf(3).Sign() != 1 {
		t.Error("signs are wrong")
	}
	if got := DecimalOf(math.MinInt64).Neg(); got != DecimalOf(math.MaxInt64) {
		t.Errorf("-(-2^63) = %s", got)
	}
	if got := mustDecimal(t, "0.123456789012345678").Float(); got != 0.123456789012345678 {
		t.Errorf("Float = %v", got)
	}
}
