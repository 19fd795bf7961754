package world

import (
	"math"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// coerce reads a value as pydantic's lax mode does and returns its stored form.
func (w *World) coerce(p *Param, v any) (any, []wireIssue) {
	if p.Custom != nil {
		return w.coerceCustom(p, v)
	}
	if !p.List {
		out, rule := coerceScalar(p.Type, v)
		if rule != fine {
			return nil, []wireIssue{{rule: rule, field: p.Name, input: v}}
		}
		return out, nil
	}
	list, ok := v.([]any)
	if !ok {
		return nil, []wireIssue{{rule: wantList, field: p.Name, input: v}}
	}
	var issues []wireIssue
	out := make([]any, len(list))
	for i, item := range list {
		var rule wireRule
		if out[i], rule = coerceScalar(p.Type, item); rule != fine {
			issues = append(issues, wireIssue{rule: rule, field: p.Name, index: i + 1, input: item})
		}
	}
	return out, issues
}

func (w *World) coerceCustom(p *Param, v any) (any, []wireIssue) {
	out, problems := p.Custom.Check(v, w.opts.Zone)
	issues := make([]wireIssue, len(problems))
	for i, bad := range problems {
		issues[i] = wireIssue{rule: refused, field: p.Name, input: v, reason: bad.Message}
	}
	return out, issues
}

func coerceScalar(t Type, v any) (any, wireRule) {
	switch t {
	case Int:
		return coerceInt(v)
	case Number, Amount:
		return coerceFloat(v)
	case Bool:
		return coerceBool(v)
	case Tree:
		return python(v), fine
	}
	if _, ok := v.(string); ok {
		return v, fine
	}
	return nil, wantString
}

func coerceInt(v any) (any, wireRule) {
	switch v := v.(type) {
	case value.Number:
		if !isFloat(v) {
			return python(v), fine // of whatever size
		}
		f := v.Float()
		switch {
		case math.IsInf(f, 0) || math.IsNaN(f):
			return nil, wantFinite
		case f != math.Trunc(f):
			return nil, intFraction
		case math.Abs(f) >= 1<<63:
			return nil, intTooLarge
		}
		return value.Int(int64(f)), fine
	case string:
		return readInt(strings.TrimSpace(v))
	case bool:
		if v {
			return value.Int(1), fine
		}
		return value.Int(0), fine
	}
	return nil, wantInt
}

// isFloat reports whether a literal is a float in Python; NaN and the infinities are.
func isFloat(n value.Number) bool { return strings.ContainsAny(string(n), ".eENI") }

// readInt reads a whole number from text: a sign, digits with single underscores between
// them, and a fraction of zeros.
func readInt(s string) (any, wireRule) {
	if len(s) > maxIntDigits {
		return nil, intTooLarge
	}
	digits := s
	sign := ""
	if s != "" && (s[0] == '-' || s[0] == '+') {
		digits = s[1:]
		if s[0] == '-' {
			sign = "-"
		}
	}
	whole, fraction, point := strings.Cut(digits, ".")
	if point && (fraction == "" || strings.Trim(fraction, "0") != "") {
		return nil, intUnreadable
	}
	plain, ok := dropUnderscores(whole)
	if !ok || plain == "" || strings.Trim(plain, "0123456789") != "" {
		return nil, intUnreadable
	}
	plain = strings.TrimLeft(plain, "0")
	if plain == "" {
		return value.Int(0), fine
	}
	return value.Number(sign + plain), fine
}

// dropUnderscores removes the underscores between digits; ok is false where one stands at an
// end or beside another.
func dropUnderscores(s string) (string, bool) {
	if !strings.Contains(s, "_") {
		return s, true
	}
	if s[0] == '_' || s[len(s)-1] == '_' || strings.Contains(s, "__") {
		return "", false
	}
	return strings.ReplaceAll(s, "_", ""), true
}

func coerceFloat(v any) (any, wireRule) {
	switch v := v.(type) {
	case value.Number:
		f := v.Float()
		if math.IsInf(f, 0) && !isFloat(v) {
			return nil, wantNumber // a whole number that no float holds
		}
		if v == "-0" {
			f = 0 // a whole number, which has no negative zero
		}
		return value.Float(f), fine
	case string:
		f, ok := readFloat(v)
		if !ok {
			return nil, numberUnreadable
		}
		return value.Float(f), fine
	case bool:
		if v {
			return value.Float(1), fine
		}
		return value.Float(0), fine
	}
	return nil, wantNumber
}

// readFloat reads a number from text: decimal digits with an optional point and exponent, or
// inf, infinity or nan in any case; a number too large is an infinity. There may be blanks
// around it or underscores in it, not both.
func readFloat(s string) (float64, bool) {
	plain, ok := dropUnderscores(s)
	if !ok {
		return 0, false
	}
	if len(plain) == len(s) {
		plain = strings.TrimSpace(s)
	}
	unsigned := strings.ToLower(strings.TrimLeft(plain, "+-"))
	if len(plain)-len(unsigned) > 1 || unsigned == "" {
		return 0, false
	}
	switch unsigned {
	case "nan":
		return math.NaN(), true
	case "inf", "infinity":
		if plain[0] == '-' {
			return math.Inf(-1), true
		}
		return math.Inf(1), true
	}
	if strings.Trim(unsigned, "0123456789.e+-") != "" {
		return 0, false
	}
	f, err := strconv.ParseFloat(plain, 64)
	return f, err == nil || math.IsInf(f, 0)
}

func coerceBool(v any) (any, wireRule) {
	switch v := v.(type) {
	case bool:
		return v, fine
	case value.Number:
		return boolOfNumber(v)
	case string:
		switch strings.ToLower(v) {
		case "1", "t", "y", "on", "yes", "true":
			return true, fine
		case "0", "f", "n", "no", "off", "false":
			return false, fine
		}
		return nil, boolUnreadable
	}
	return nil, wantBool
}

// boolOfNumber takes 0 and 1; another whole number is unreadable, and what is no 64-bit whole
// number is of the wrong type.
func boolOfNumber(n value.Number) (any, wireRule) {
	v, rule := coerceInt(n)
	whole, _ := v.(value.Number)
	i, fits := whole.Int()
	switch {
	case rule != fine || !fits:
		return nil, wantBool
	case i == 0:
		return false, fine
	case i == 1:
		return true, fine
	}
	return nil, boolUnreadable
}
