package value

import (
	"math"
	"strconv"
)

// Number is the literal of a JSON number as it was written: 328.0 stays 328.0.
// The literals NaN, Infinity and -Infinity come from ParseLax and Float only;
// they, and any other text that is no JSON number, are written as null.
type Number string

// Int returns the literal of i.
func Int(i int64) Number { return Number(strconv.FormatInt(i, 10)) }

// Float returns the shortest literal that reads back as f, spelled as Python's
// repr spells it (100.0, 12.5, 1e+16, 1e-07); it always has a '.' or an 'e'.
func Float(f float64) Number {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		return Number(strconv.FormatFloat(f, 'e', -1, 64))
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	for i := range len(s) {
		if s[i] == '.' {
			return Number(s)
		}
	}
	return Number(s + ".0")
}

// Int returns the number as an integer when it is integral by value ("3",
// "3.0" and "1e2" are) and fits.
func (n Number) Int() (int64, bool) {
	if i, ok := plainInt(string(n)); ok {
		return i, true
	}
	d, ok := splitNumber(string(n))
	if !ok {
		return 0, false
	}
	var digits [maxDigits]byte
	sig, exp, ok := d.significant(digits[:0])
	if !ok || exp < 0 || len(sig)+exp > 19 {
		return 0, false
	}
	u := uint64(0)
	for _, c := range sig {
		u = u*10 + uint64(c-'0')
	}
	for range exp {
		u *= 10
	}
	switch {
	case d.neg && u <= 1<<63:
		return -int64(u), true
	case !d.neg && u <= math.MaxInt64:
		return int64(u), true
	}
	return 0, false
}

// Float returns the nearest float64; an overflow is an infinity, and a text
// that is no number is NaN.
func (n Number) Float() float64 {
	if i, ok := plainInt(string(n)); ok {
		return float64(i)
	}
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil && !math.IsInf(f, 0) {
		return math.NaN()
	}
	return f
}

// plainInt reads the common case, a short integer literal.
func plainInt(s string) (int64, bool) {
	t := s
	if len(t) > 0 && t[0] == '-' {
		t = t[1:]
	}
	if len(t) == 0 || len(t) > 18 {
		return 0, false
	}
	v := int64(0)
	for i := range len(t) {
		c := t[i] - '0'
		if c > 9 {
			return 0, false
		}
		v = v*10 + int64(c)
	}
	if len(t) < len(s) {
		v = -v
	}
	return v, true
}

// maxDigits is the number of digits that are handled without allocation.
const maxDigits = 64

// numeral is a decimal literal cut into its parts.
type numeral struct {
	neg         bool
	whole, frac string // digits before and after the point
	exp         int    // power of ten of the exponent part
}

// splitNumber cuts a literal of the JSON grammar, but with leading zeros and a
// leading plus allowed. It refuses exponents of more than 18 digits unless
// the value is zero anyway.
func splitNumber(s string) (numeral, bool) {
	var d numeral
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		d.neg = s[i] == '-'
		i++
	}
	start := i
	i = skipDigits(s, i)
	if d.whole = s[start:i]; d.whole == "" {
		return d, false
	}
	if i < len(s) && s[i] == '.' {
		start = i + 1
		i = skipDigits(s, start)
		if d.frac = s[start:i]; d.frac == "" {
			return d, false
		}
	}
	if i == len(s) {
		return d, true
	}
	if s[i] != 'e' && s[i] != 'E' {
		return d, false
	}
	return d.exponent(s[i+1:])
}

// exponent reads what follows the e.
func (d numeral) exponent(s string) (numeral, bool) {
	neg := false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		neg = s[0] == '-'
		s = s[1:]
	}
	if s == "" || skipDigits(s, 0) != len(s) {
		return d, false
	}
	for len(s) > 1 && s[0] == '0' {
		s = s[1:]
	}
	if len(s) > 18 {
		return d, d.isZero()
	}
	for i := range len(s) {
		d.exp = d.exp*10 + int(s[i]-'0')
	}
	if neg {
		d.exp = -d.exp
	}
	return d, true
}

func (d numeral) isZero() bool { return allZero(d.whole) && allZero(d.frac) }

// significant appends the digits without leading and trailing zeros; the value
// is digits x 10^exp. Zero has no digits and the exponent 0. It is not ok when
// the digits do not fit into maxDigits.
func (d numeral) significant(dst []byte) (digits []byte, exp int, ok bool) {
	whole := d.whole
	for whole != "" && whole[0] == '0' {
		whole = whole[1:]
	}
	frac, exp := d.frac, d.exp-len(d.frac)
	for frac != "" && frac[len(frac)-1] == '0' {
		frac = frac[:len(frac)-1]
		exp++
	}
	if whole == "" {
		for frac != "" && frac[0] == '0' {
			frac = frac[1:]
		}
	}
	if frac == "" {
		for whole != "" && whole[len(whole)-1] == '0' {
			whole = whole[:len(whole)-1]
			exp++
		}
	}
	if whole == "" && frac == "" {
		return dst, 0, true
	}
	dst = append(append(dst, whole...), frac...)
	return dst, exp, len(dst) <= maxDigits
}

func skipDigits(s string, i int) int {
	for i < len(s) && s[i]-'0' <= 9 {
		i++
	}
	return i
}

func allZero(s string) bool {
	for i := range len(s) {
		if s[i] != '0' {
			return false
		}
	}
	return true
}
