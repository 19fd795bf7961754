package query

import (
	"math"
	"math/big"
	"strings"
	"time"
)

// readNumber reads a decimal number in units of 10^-decimals. text is its
// shortest form.
func readNumber(s string, decimals int) (r reach, text string, ok bool) {
	body := strings.TrimLeft(s, "+-")
	if len(s)-len(body) > 1 || len(s) > 60 {
		return reach{}, "", false
	}
	whole, frac, _ := strings.Cut(body, ".")
	if whole == "" || !digits(whole) || !digits(frac) || strings.HasSuffix(body, ".") {
		return reach{}, "", false
	}
	text = strings.TrimLeft(whole, "0")
	if text == "" {
		text = "0"
	}
	if frac = strings.TrimRight(frac, "0"); frac != "" {
		text += "." + frac
	}
	if s[0] == '-' && text != "0" {
		text = "-" + text
	}
	rat, ok := new(big.Rat).SetString(text)
	if !ok {
		return reach{}, "", false
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	rat.Mul(rat, new(big.Rat).SetInt(unit))
	// Euclidean division rounds down, as the denominator is positive.
	floor := new(big.Int).Div(rat.Num(), rat.Denom())
	r.to = floor.Int64()
	r.from = r.to
	switch {
	case !floor.IsInt64():
		r.beyond = floor.Sign()
	case !rat.IsInt() && r.to == math.MaxInt64:
		r.beyond = 1
	case !rat.IsInt():
		r.from++
	}
	return r, text, true
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// readPeriod reads a date or an instant as the period that it names, in
// microseconds since 1970.
func readPeriod(s string, zone *time.Location) (r reach, ok bool) {
	// Parse takes a fraction after any seconds, which would be no period of one
	// second.
	if strings.ContainsAny(s, ".,") {
		return reach{}, false
	}
	if zone == nil {
		zone = time.UTC
	}
	for _, form := range []struct {
		layout string
		next   func(time.Time) time.Time
	}{
		{"2006", func(t time.Time) time.Time { return t.AddDate(1, 0, 0) }},
		{"2006-01", func(t time.Time) time.Time { return t.AddDate(0, 1, 0) }},
		{"2006-01-02", func(t time.Time) time.Time { return t.AddDate(0, 0, 1) }},
		{"2006-01-02T15:04", func(t time.Time) time.Time { return t.Add(time.Minute) }},
		{"2006-01-02T15:04Z07:00", func(t time.Time) time.Time { return t.Add(time.Minute) }},
		{"2006-01-02T15:04:05", func(t time.Time) time.Time { return t.Add(time.Second) }},
		{"2006-01-02T15:04:05Z07:00", func(t time.Time) time.Time { return t.Add(time.Second) }},
	} {
		if t, err := time.ParseInLocation(form.layout, s, zone); err == nil {
			return reach{from: t.UnixMicro(), to: form.next(t).UnixMicro() - 1}, true
		}
	}
	return reach{}, false
}
