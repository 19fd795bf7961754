package value

import (
	"strings"
	"unicode/utf8"
)

const byteOrderMark = "\ufeff"

const (
	msgValue     = "Expecting value"
	msgName      = "Expecting property name enclosed in double quotes"
	msgColon     = "Expecting ':' delimiter"
	msgComma     = "Expecting ',' delimiter"
	msgExtra     = "Extra data"
	msgOpen      = "Unterminated string starting at"
	msgControl   = "Invalid control character at"
	msgEscape    = `Invalid \escape`
	msgUnicode   = `Invalid \uXXXX escape`
	msgTooDeep   = "Nested more than 200 levels deep"
	msgUTF8      = "invalid UTF-8"
	msgUTF8Start = "Unexpected UTF-8 BOM (decode using utf-8-sig)"
)

// Parse reads one JSON value as RFC 8259 defines it; the whole input must be
// that value. The last of equal names wins and keeps the place of the first.
// A lone surrogate escape becomes U+FFFD. Every error is a *SyntaxError.
//
// The values share one copy of the input, so keeping a small part of a large
// document keeps all of it; Clone does not change that.
func Parse(data []byte) (any, error) { return parse(data, false) }

// ParseLax reads what Python's json.loads reads: as Parse, and NaN, Infinity
// and -Infinity as Number literals, and a UTF-8 byte order mark is skipped.
func ParseLax(data []byte) (any, error) { return parse(data, true) }

func parse(data []byte, lax bool) (any, error) {
	p := parser{s: string(data), lax: lax}
	if strings.HasPrefix(p.s, byteOrderMark) {
		if !lax {
			return nil, p.fail(0, msgUTF8Start)
		}
		p.s, p.skipped = p.s[len(byteOrderMark):], len(byteOrderMark)
	}
	if !utf8.ValidString(p.s) {
		return nil, p.fail(firstInvalid(p.s), msgUTF8)
	}
	p.blanks()
	v, err := p.value(0)
	if err != nil {
		return nil, err
	}
	p.blanks()
	if p.i < len(p.s) {
		return nil, p.fail(p.i, msgExtra)
	}
	return v, nil
}

func firstInvalid(s string) int {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return i
			}
		}
	}
	return len(s)
}

// parser reads s from byte i on.
type parser struct {
	s       string
	i       int
	lax     bool
	skipped int
}

func (p *parser) fail(i int, msg string) *SyntaxError {
	return newSyntaxError(p.s, i, p.skipped, msg)
}

func (p *parser) blanks() {
	if p.i < len(p.s) && p.s[p.i] > ' ' {
		return
	}
	p.skipBlanks()
}

func (p *parser) skipBlanks() {
	for p.i < len(p.s) {
		switch p.s[p.i] {
		case ' ', '\t', '\n', '\r':
			p.i++
		default:
			return
		}
	}
}

// next reports whether byte c comes next; it does not move.
func (p *parser) next(c byte) bool { return p.i < len(p.s) && p.s[p.i] == c }

// value reads the value that starts at p.i, inside depth open containers.
func (p *parser) value(depth int) (any, *SyntaxError) {
	if p.i == len(p.s) {
		return nil, p.fail(p.i, msgValue)
	}
	switch c := p.s[p.i]; c {
	case '"':
		s, err := p.text()
		if err != nil {
			return nil, err
		}
		return s, nil
	case '{':
		return p.object(depth + 1)
	case '[':
		return p.array(depth + 1)
	case 't':
		return p.word("true", true)
	case 'f':
		return p.word("false", false)
	case 'n':
		return p.word("null", nil)
	case 'N':
		if p.lax {
			return p.word("NaN", Number("NaN"))
		}
	case 'I':
		if p.lax {
			return p.word("Infinity", Number("Infinity"))
		}
	default:
		return p.number()
	}
	return nil, p.fail(p.i, msgValue)
}

func (p *parser) word(w string, v any) (any, *SyntaxError) {
	if !strings.HasPrefix(p.s[p.i:], w) {
		return nil, p.fail(p.i, msgValue)
	}
	p.i += len(w)
	return v, nil
}

// number reads the longest number at p.i. What cannot belong to it (the rest
// of "1." or "01") is left over for the caller to complain of, as in Python.
func (p *parser) number() (any, *SyntaxError) {
	s, i := p.s, p.i
	if s[i] == '-' {
		i++
		if p.lax && strings.HasPrefix(s[i:], "Infinity") {
			return p.word("-Infinity", Number("-Infinity"))
		}
	}
	switch whole := skipDigits(s, i); {
	case whole == i:
		return nil, p.fail(p.i, msgValue)
	case s[i] == '0':
		i++
	default:
		i = whole
	}
	if i < len(s) && s[i] == '.' {
		if end := skipDigits(s, i+1); end > i+1 {
			i = end
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		start := i + 1
		if start < len(s) && (s[start] == '-' || s[start] == '+') {
			start++
		}
		if end := skipDigits(s, start); end > start {
			i = end
		}
	}
	n := Number(s[p.i:i])
	p.i = i
	return n, nil
}

func (p *parser) array(depth int) (any, *SyntaxError) {
	if depth > maxDepth {
		return nil, p.fail(p.i, msgTooDeep)
	}
	p.i++
	p.blanks()
	if p.next(']') {
		p.i++
		return []any{}, nil
	}
	// The items lie on the stack until their number is known.
	var room [16]any
	items := room[:0]
	for {
		v, err := p.value(depth)
		if err != nil {
			return nil, err
		}
		items = append(items, v)
		p.blanks()
		if p.next(']') {
			break
		}
		if !p.next(',') {
			return nil, p.fail(p.i, msgComma)
		}
		p.i++
		p.blanks()
	}
	p.i++
	list := make([]any, len(items))
	copy(list, items)
	return list, nil
}
