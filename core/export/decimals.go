package export

import (
	"math"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// The reader of JSON in pandas, which the datasets library and slime use, takes 0.7 for
// 0.7000000000000001: it adds the decimals as a whole number times an inexact power of ten. A
// model would learn to write that. With some zeros behind, the same reader takes the number for
// what it is: 0.700000. So numbers are spelled in Parquet, where that reader gets the text as it
// is, and for slime. From JSON lines the datasets library reads twice and spells anew in between,
// which nothing written here can help; there the calls concerned are counted.

// pandasDecimals is how many decimals that reader looks at.
const pandasDecimals = 15

var pandasPowers = [pandasDecimals + 1]float64{1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001, 0.0000001, 0.00000001, 0.000000001,
	0.0000000001, 0.00000000001, 0.000000000001, 0.0000000000001, 0.00000000000001, 0.000000000000001}

// pandasReads is what that reader takes a plain decimal for.
func pandasReads(whole, decimals string) float64 {
	units, err := strconv.ParseFloat(whole, 64)
	if err != nil {
		return math.NaN()
	}
	part, n := 0.0, 0
	for ; n < len(decimals) && n < pandasDecimals; n++ {
		part = float64(part*10) + float64(decimals[n]-'0')
	}
	return units + float64(part*pandasPowers[n])
}

// steadyNumber spells a decimal so that it is read exactly. Numbers that are read exactly as they
// are, and those that have an exponent, stay as they are.
func steadyNumber(n value.Number) value.Number {
	digits := strings.TrimPrefix(string(n), "-")
	whole, decimals, point := strings.Cut(digits, ".")
	want, err := strconv.ParseFloat(digits, 64)
	if !point || err != nil || strings.ContainsAny(decimals, "eE") {
		return n
	}
	for zeros := 0; len(decimals)+zeros <= pandasDecimals; zeros++ {
		if pad := strings.Repeat("0", zeros); pandasReads(whole, decimals+pad) == want {
			return n + value.Number(pad)
		}
	}
	return scaled(n, strings.TrimLeft(whole+decimals, "0"), len(decimals), want)
}

// scaled is the last resort: a whole number and an exponent, 1511e-3 for 1.511.
func scaled(n value.Number, digits string, places int, want float64) value.Number {
	sign := ""
	if n[0] == '-' {
		sign = "-"
	}
	for ; places <= pandasDecimals; places++ {
		units, err := strconv.ParseFloat(digits, 64)
		if err == nil && len(digits) <= pandasDecimals && units*pandasPowers[places] == want {
			return value.Number(sign + digits + "e-" + strconv.Itoa(places))
		}
		digits += "0"
	}
	return n
}

// steady spells the decimals of a value that way. It returns the value itself where nothing has
// to change.
func steady(v any) any {
	switch v := v.(type) {
	case value.Number:
		return steadyNumber(v)
	case []any:
		for i, item := range v {
			if s := steady(item); !same(s, item) {
				out := append([]any{}, v...)
				out[i] = s
				for j := i + 1; j < len(out); j++ {
					out[j] = steady(out[j])
				}
				return out
			}
		}
	case *value.Object:
		for i, m := range v.Members() {
			if s := steady(m.Value); !same(s, m.Value) {
				out := value.Obj(v.Members()[:i]...)
				out.Set(m.Name, s)
				for _, rest := range v.Members()[i+1:] {
					out.Set(rest.Name, steady(rest.Value))
				}
				return out
			}
		}
	}
	return v
}

// same compares what steady returned with what it was given: lists by their first item's place.
func same(a, b any) bool {
	x, listed := a.([]any)
	if !listed {
		return a == b
	}
	y := b.([]any)
	return len(x) == len(y) && (len(x) == 0 || &x[0] == &y[0])
}

// misread counts the calls whose decimals that reader misreads as they stand.
func (r *Record) misread() int {
	n := 0
	for i := range r.Messages {
		for _, c := range r.Messages[i].Calls {
			if steady(c.Arguments) != any(c.Arguments) {
				n++
			}
		}
	}
	return n
}

// fits reports whether readers of JSON take every number of a value: whole numbers beyond 64 bits
// are refused by the one in pandas, and the whole file with them.
func fits(v any) bool {
	switch v := v.(type) {
	case value.Number:
		whole, _, _ := strings.Cut(string(v), ".")
		if at := strings.IndexAny(whole, "eE"); at >= 0 {
			whole = whole[:at]
		}
		if strings.HasPrefix(whole, "-") {
			_, err := strconv.ParseInt(whole, 10, 64)
			return err == nil
		}
		_, err := strconv.ParseUint(whole, 10, 64)
		return err == nil
	case []any:
		for _, item := range v {
			if !fits(item) {
				return false
			}
		}
	case *value.Object:
		for _, m := range v.Members() {
			if !fits(m.Value) {
				return false
			}
		}
	}
	return true
}

// numbersFit refuses a record with a number that readers do not take.
func (r *Record) numbersFit() error {
	for i := range r.Messages {
		for _, c := range r.Messages[i].Calls {
			if !fits(c.Arguments) {
				return exclude(BigNumber, "%s: step %d calls %s with a number beyond 64 bits", r.ID, r.Messages[i].Step, c.Name)
			}
		}
	}
	return nil
}
