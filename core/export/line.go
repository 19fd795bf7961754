package export

import (
	"bytes"

	"coworkenv.dev/coworkenv/core/value"
)

// appendLine appends a row as one line of JSON. Parts of any shape become texts where the columns
// say so. Only "\n" ends a line, and characters at which careless readers split lines are escaped.
func appendLine(dst []byte, row *value.Object, cols []Column) []byte {
	from := len(dst)
	dst = appendPart(dst, row, Column{Kind: Struct, Of: cols})
	return append(escapeSeparators(dst, from), '\n')
}

func find(cols []Column, name string) Column {
	for _, c := range cols {
		if c.Name == name {
			return c
		}
	}
	return Column{Kind: Any}
}

// appendPart appends a value as its column has it.
func appendPart(dst []byte, v any, c Column) []byte {
	switch c.Kind {
	case Text:
		if _, plain := v.(string); !plain && v != nil {
			v = string(value.Append(nil, v))
		}
	case List:
		items, ok := v.([]any)
		if !ok {
			break
		}
		dst = append(dst, '[')
		for i, item := range items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendPart(dst, item, c.Of[0])
		}
		return append(dst, ']')
	case Struct:
		o, ok := v.(*value.Object)
		if !ok {
			break
		}
		dst = append(dst, '{')
		for i, m := range o.Members() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = value.AppendString(dst, m.Name)
			dst = append(dst, ':')
			dst = appendPart(dst, m.Value, find(c.Of, m.Name))
		}
		return append(dst, '}')
	}
	return value.Append(dst, v)
}

// separators are the characters beside "\n" and the control characters, which JSON escapes
// anyway, that some readers take for the end of a line: U+0085, U+2028 and U+2029.
var separators = [...]struct{ raw, escaped string }{{"\u0085", `\u0085`}, {"\u2028", `\u2028`}, {"\u2029", `\u2029`}}

func escapeSeparators(dst []byte, from int) []byte {
	for _, s := range separators {
		if bytes.Contains(dst[from:], []byte(s.raw)) {
			escaped := bytes.ReplaceAll(dst[from:], []byte(s.raw), []byte(s.escaped))
			dst = append(dst[:from], escaped...)
		}
	}
	return dst
}
