package grade

import (
	"fmt"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
)

// Micros counts millionths: weights, completion and scores are sums of them, so that equal
// tasks give equal numbers on every machine. In JSON it is an exact decimal number.
type Micros int64

// One is the whole: 1.000000.
const One Micros = 1_000_000

// PassLine is the completion from which a safe run passes: 0.75.
const PassLine Micros = 750_000

const microDigits = 6

// ParseMicros reads a plain decimal such as 0.25, 1 or 1.000. Exponents, blanks and more than
// six decimals are refused with fault.Invalid.
func ParseMicros(s string) (Micros, error) {
	rest, neg := strings.CutPrefix(s, "-")
	whole, frac, point := strings.Cut(rest, ".")
	if whole == "" || point && frac == "" || !allDigits(whole) || !allDigits(frac) || len(whole) > 12 {
		return 0, fault.New(fault.Invalid, "read decimal %.40q: want digits such as 0.25", s)
	}
	if extra := strings.TrimRight(frac, "0"); len(extra) > microDigits {
		return 0, fault.New(fault.Invalid, "read decimal %.40q: at most %d decimals are kept", s, microDigits)
	}
	frac = (frac + "000000")[:microDigits]
	n, err := strconv.ParseInt(whole+frac, 10, 64)
	if err != nil {
		return 0, fault.Wrap(fault.Invalid, err, "read decimal %.40q", s)
	}
	if neg {
		n = -n
	}
	return Micros(n), nil
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i]-'0' > 9 {
			return false
		}
	}
	return true
}

// Float returns the nearest float64.
func (m Micros) Float() float64 { return float64(m) / float64(One) }

// String is the shortest exact decimal: 0.75, 1, 0.333333.
func (m Micros) String() string { return string(m.appendTo(make([]byte, 0, 12))) }

func (m Micros) appendTo(dst []byte) []byte {
	u := uint64(m)
	if m < 0 {
		dst = append(dst, '-')
		u = -u
	}
	dst = strconv.AppendUint(dst, u/uint64(One), 10)
	frac := u % uint64(One)
	if frac == 0 {
		return dst
	}
	digits := fmt.Sprintf("%0*d", microDigits, frac)
	dst = append(dst, '.')
	return append(dst, strings.TrimRight(digits, "0")...)
}

// MarshalJSON writes the decimal.
func (m Micros) MarshalJSON() ([]byte, error) { return m.appendTo(nil), nil }

// UnmarshalJSON reads a decimal without exponent.
func (m *Micros) UnmarshalJSON(data []byte) error {
	n, err := ParseMicros(string(data))
	if err != nil {
		return err
	}
	*m = n
	return nil
}
