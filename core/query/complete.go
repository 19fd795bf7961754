package query

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Complete lists what the token that ends at byte offset pos of src may
// become, in the order of the schema. Each answer replaces the text from
// TokenStart to pos. A position outside src is moved to its nearest end.
func Complete(src string, pos int, schema Schema) []string {
	start := TokenStart(src, pos)
	tok := src[start:clamp(src, pos)]
	body := strings.TrimLeft(tok, "-")
	sign := tok[:len(tok)-len(body)]
	ident := identLen(body)
	op := opLen(body[ident:])
	var out []string
	if ident > 0 && op > 0 {
		for _, v := range completeValue(body[:ident], body[ident+op:], schema) {
			out = append(out, sign+body[:ident+op]+v)
		}
		return out
	}
	for _, f := range schema.Fields {
		if !begins(f, body) {
			continue
		}
		if f.Kind == Number || f.Kind == Time {
			out = append(out, sign+f.Name+"<", sign+f.Name+">=")
			continue
		}
		out = append(out, sign+f.Name+":")
	}
	return out
}

// TokenStart is the byte offset at which the token that ends at pos begins.
func TokenStart(src string, pos int) int {
	start, quoted := 0, false
	end := clamp(src, pos)
	for i := 0; i < end; {
		r, size := utf8.DecodeRuneInString(src[i:])
		i += size
		switch {
		case quoted && r == '\\' && i < end:
			i++
		case r == '"':
			quoted = !quoted
		case !quoted && (unicode.IsSpace(r) || r == '(' || r == ')'):
			start = i
		}
	}
	return min(start, end)
}

// clamp moves pos into src and back to the beginning of a character.
func clamp(src string, pos int) int {
	pos = max(0, min(pos, len(src)))
	for pos > 0 && pos < len(src) && !utf8.RuneStart(src[pos]) {
		pos--
	}
	return pos
}

func begins(f Field, prefix string) bool {
	if hasPrefixFold(f.Name, prefix) {
		return true
	}
	for _, a := range f.Aliases {
		if hasPrefixFold(a, prefix) {
			return true
		}
	}
	return false
}

func completeValue(field, prefix string, schema Schema) []string {
	f, ok := schema.Lookup(field)
	if !ok {
		return nil
	}
	values := f.Values
	if f.Kind == Bool {
		values = []string{"true", "false"}
	}
	prefix = strings.TrimPrefix(prefix, `"`)
	var out []string
	for _, v := range values {
		if v == "" || !hasPrefixFold(v, prefix) {
			continue
		}
		if !isPlain(v, ":+") {
			v = quote(v)
		}
		out = append(out, v)
	}
	return out
}

func hasPrefixFold(s, prefix string) bool {
	return strings.HasPrefix(foldText(s), foldText(prefix))
}
