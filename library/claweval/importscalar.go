package claweval

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"coworkenv.dev/coworkenv/core/value"
)

// plainText is what may stand unquoted in YAML wherever a value may: words of letters and
// digits that begin with a letter.
var plainText = regexp.MustCompile(`^[\p{L}][\p{L}\p{N}_./@+-]*( [\p{L}\p{N}][\p{L}\p{N}_./@+-]*)*$`)

// plainDate is a day or a date-time, which only looks like something else.
var plainDate = regexp.MustCompile(`^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$`)

// quote writes a text as a YAML scalar that is read as that text.
func quote(s string) string {
	switch strings.ToLower(s) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		return `"` + s + `"`
	}
	if len(s) <= 200 && (plainText.MatchString(s) || plainDate.MatchString(s)) {
		return s
	}
	return doubleQuoted(s)
}

// doubleQuoted escapes what a reader of YAML could take for a break or drop.
func doubleQuoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case printable(r) == r:
			b.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// printable maps what YAML does not take as it is, or what a terminal could obey, to a blank.
func printable(r rune) rune {
	if r == ' ' || unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) {
		return r
	}
	return ' '
}

// blockable reports whether a text can stand as a block: several lines, none of which begins or
// ends with a blank where that would be lost, and no character that needs an escape.
func blockable(s string) bool {
	body := strings.TrimSuffix(s, "\n")
	if !strings.Contains(body, "\n") && len(body) < 100 || body == "" || strings.HasSuffix(body, "\n") || strings.HasPrefix(body, "\n") || body[0] == ' ' {
		return false
	}
	for _, line := range strings.Split(body, "\n") {
		if strings.HasSuffix(line, " ") || strings.TrimSpace(line) == "" && line != "" {
			return false
		}
		for _, r := range line {
			if printable(r) != r {
				return false
			}
		}
	}
	return true
}

// flow writes a JSON value in one line.
func flow(v any) string {
	var b strings.Builder
	writeFlow(&b, v)
	return b.String()
}

func writeFlow(b *strings.Builder, v any) {
	switch v := v.(type) {
	case string:
		b.WriteString(quote(v))
	case []any:
		b.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				b.WriteString(", ")
			}
			writeFlow(b, item)
		}
		b.WriteByte(']')
	case *value.Object:
		b.WriteByte('{')
		for i, m := range v.Members() {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(quote(m.Name) + ": ")
			writeFlow(b, m.Value)
		}
		b.WriteByte('}')
	default:
		b.Write(appendJSON(v))
	}
}

func appendJSON(v any) []byte { return value.Append(nil, v) }

// escapeExpr writes a text so that it is no expression where expressions are read.
func escapeExpr(s string) string {
	if strings.HasPrefix(s, "=") {
		return "=" + s
	}
	return s
}
