package value

import (
	"errors"
	"math"
	"strconv"

	"coworkenv.dev/coworkenv/core/fault"
)

// ErrRange says that an exact result does not fit into a Decimal.
var ErrRange = errors.New("decimal out of range (18 digits)")

func outOfRange(format string, args ...any) error {
	return fault.Wrap(fault.Invalid, ErrRange, format, args...).
		WithHint("use a number of at most 18 digits, before and after the point together")
}

const maxScale = 18

// Decimal is an exact decimal number, coef x 10^-scale, with about 18
// significant digits. It is always in its one shortest form, so == compares
// by value. The zero value is 0.
type Decimal struct {
	coef  int64
	scale int8 // 0 to maxScale; above 0 only when coef does not end in 0
}

// DecimalOf returns i as a Decimal.
func DecimalOf(i int64) Decimal { return Decimal{coef: i} }

// makeDecimal returns coef x 10^-scale in its shortest form; scale is at most
// maxScale.
func makeDecimal(coef int64, scale int) Decimal {
	for scale > 0 && coef%10 == 0 {
		coef /= 10
		scale--
	}
	return Decimal{coef, int8(scale)}
}

// ParseDecimal reads a JSON number such as 1180.00, -3 or 1e3; leading zeros
// and a plus sign are allowed, NaN and infinities are not. A number that needs
// more digits than a Decimal holds is ErrRange.
func ParseDecimal(s string) (Decimal, error) {
	n, ok := splitNumber(s)
	if !ok {
		return Decimal{}, fault.New(fault.Invalid, "parse decimal %q: not a plain number", clip(s)).
			WithHint("write digits with an optional point, such as 1180.00")
	}
	var room [maxDigits]byte
	digits, exp, ok := n.significant(room[:0])
	if !ok || len(digits) > 19 || exp < -maxScale || len(digits) > 0 && len(digits)+exp > 19 {
		return Decimal{}, outOfRange("parse decimal %q", clip(s))
	}
	u := uint64(0) // below 10^19, which fits
	for _, c := range digits {
		u = u*10 + uint64(c-'0')
	}
	scale := 0
	if exp < 0 {
		scale = -exp
	} else {
		for range exp {
			u *= 10
		}
	}
	limit := uint64(math.MaxInt64)
	if n.neg {
		limit++
	}
	if u > limit {
		return Decimal{}, outOfRange("parse decimal %q", clip(s))
	}
	coef := int64(u)
	if n.neg {
		coef = -coef
	}
	return Decimal{coef, int8(scale)}, nil
}

// Sign returns -1, 0 or 1.
func (d Decimal) Sign() int {
	switch {
	case d.coef < 0:
		return -1
	case d.coef > 0:
		return 1
	}
	return 0
}

// IsZero reports whether d is 0.
func (d Decimal) IsZero() bool { return d.coef == 0 }

// Equal reports whether d and e are the same number, as == does.
func (d Decimal) Equal(e Decimal) bool { return d == e }

// Int returns d when it is a whole number.
func (d Decimal) Int() (int64, bool) { return d.coef, d.scale == 0 }

// Float returns the nearest float64.
func (d Decimal) Float() float64 {
	const exact = 1 << 53
	if d.coef <= exact && d.coef >= -exact {
		return float64(d.coef) / pow10float(int(d.scale)) // one rounding
	}
	return Number(d.String()).Float()
}

func pow10float(n int) float64 { return float64(pow10(n)) }

// pow10 returns 10^n for n from 0 to 18.
func pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// String returns plain digits: 1180, -0.05.
func (d Decimal) String() string {
	var room [24]byte
	return string(appendFixed(room[:0], d.coef, int(d.scale)))
}

// appendFixed appends coef x 10^-scale with exactly scale decimals.
func appendFixed(dst []byte, coef int64, scale int) []byte {
	if scale == 0 {
		return strconv.AppendInt(dst, coef, 10)
	}
	u := uint64(coef)
	if coef < 0 {
		dst = append(dst, '-')
		u = -u
	}
	var room [20]byte
	digits := strconv.AppendUint(room[:0], u, 10)
	if len(digits) <= scale {
		dst = append(dst, "0."...)
		for range scale - len(digits) {
			dst = append(dst, '0')
		}
		return append(dst, digits...)
	}
	point := len(digits) - scale
	dst = append(dst, digits[:point]...)
	dst = append(dst, '.')
	return append(dst, digits[point:]...)
}

// clip keeps foreign text in messages short.
func clip(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && s[cut]&0xc0 == 0x80 {
		cut--
	}
	return s[:cut] + "..."
}
