package task

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"coworkenv.dev/coworkenv/core/value"
)

// What an unquoted scalar is in YAML 1.1, as PyYAML reads it: neither 1e3 nor 08 is a number.
var (
	yaml11Int   = regexp.MustCompile(`^[-+]?(0b[0-1_]+|0[0-7_]+|0|[1-9][0-9_]*|0x[0-9a-fA-F_]+|[1-9][0-9_]*(:[0-5]?[0-9])+)$`)
	yaml11Float = regexp.MustCompile(`^([-+]?[0-9][0-9_]*\.[0-9_]*([eE][-+][0-9]+)?|\.[0-9][0-9_]*([eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
)

// bare reports whether a scalar stands without quotes and tag.
func bare(y *yaml.Node) bool {
	const marked = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle | yaml.TaggedStyle
	return y.Style&marked == 0
}

func foreignScalar(y *yaml.Node) (any, error) {
	if bare(y) {
		return resolve11(y.Value), nil
	}
	if y.Style&yaml.TaggedStyle == 0 {
		return y.Value, nil
	}
	v, ok := any(y.Value), true
	switch tag := y.ShortTag(); tag {
	case "!!str", "!!timestamp":
	case "!!null":
		v = nil
	case "!!bool":
		v, ok = yaml11Bool(strings.ToLower(y.Value))
	case "!!int":
		v, ok = readInt11(y.Value)
	case "!!float":
		v, ok = readFloat11(y.Value)
	default:
		return nil, foreignFault(y, "tag %s is not taken", clipText(tag))
	}
	if !ok {
		return nil, foreignFault(y, "%s is no %s", clipText(y.Value), y.ShortTag())
	}
	return v, nil
}

func resolve11(s string) any {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return nil
	}
	if lower := strings.ToLower(s); s == lower || s == strings.ToUpper(s) || s == strings.ToUpper(s[:1])+lower[1:] {
		if b, ok := yaml11Bool(lower); ok {
			return b
		}
	}
	if yaml11Int.MatchString(s) {
		if v, ok := readInt11(s); ok {
			return v
		}
	} else if yaml11Float.MatchString(s) {
		if v, ok := readFloat11(s); ok {
			return v
		}
	}
	return s
}

func yaml11Bool(lower string) (any, bool) {
	switch lower {
	case "yes", "true", "on":
		return true, true
	case "no", "false", "off":
		return false, true
	}
	return nil, false
}

// readInt11 reads a whole number: binary, octal by a leading 0, hexadecimal, decimal, or
// base 60 with colons; underscores are ignored.
func readInt11(s string) (any, bool) {
	s = strings.ReplaceAll(s, "_", "")
	digits := strings.TrimLeft(s, "+-")
	sum := new(big.Int)
	ok := digits != "" && len(digits) <= 4300 && len(s)-len(digits) <= 1
	switch {
	case !ok:
	case strings.HasPrefix(digits, "0b"):
		_, ok = sum.SetString(digits[2:], 2)
	case strings.HasPrefix(digits, "0x"):
		_, ok = sum.SetString(digits[2:], 16)
	case digits[0] == '0':
		_, ok = sum.SetString(digits, 8)
	default:
		ok = base60(sum, digits)
	}
	if !ok {
		return nil, false
	}
	if s[0] == '-' {
		sum.Neg(sum)
	}
	return value.Number(sum.String()), true
}

// base60 reads 190:20:30, and as its simplest case a decimal number.
func base60(sum *big.Int, digits string) bool {
	part := new(big.Int)
	for _, d := range strings.Split(digits, ":") {
		if _, ok := part.SetString(d, 10); !ok || part.Sign() < 0 {
			return false
		}
		sum.Mul(sum, big.NewInt(60)).Add(sum, part)
	}
	return true
}

func readFloat11(s string) (any, bool) {
	s = strings.ToLower(strings.ReplaceAll(s, "_", ""))
	sign := 1.0
	if s != "" && (s[0] == '-' || s[0] == '+') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	switch s {
	case ".inf":
		return value.Float(math.Inf(int(sign))), true
	case ".nan":
		return value.Float(math.NaN()), true
	}
	sum := 0.0
	for _, d := range strings.Split(s, ":") {
		f, err := strconv.ParseFloat(d, 64)
		if err != nil && !math.IsInf(f, 0) || strings.Trim(d, "0123456789.e+-") != "" {
			return nil, false
		}
		sum = float64(sum*60) + f // alike on every processor (ADR 0013)
	}
	return value.Float(sign * sum), true
}
