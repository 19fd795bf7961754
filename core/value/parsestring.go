package value

import (
	"unicode/utf16"
	"unicode/utf8"
)

// text reads the string whose opening quote is at p.i. A string without
// escapes is a part of the input and costs no allocation.
func (p *parser) text() (string, *SyntaxError) {
	s, start := p.s, p.i+1
	end := plainRun(s, start, false)
	switch {
	case end == len(s):
		return "", p.fail(p.i, msgOpen)
	case s[end] == '"':
		p.i = end + 1
		return s[start:end], nil
	case s[end] == '\\':
		return p.escaped(end)
	}
	return "", p.fail(end, msgControl)
}

// escaped reads the same string, whose first backslash is at i.
func (p *parser) escaped(i int) (string, *SyntaxError) {
	s, open := p.s, p.i
	var room [128]byte
	buf := append(room[:0], s[open+1:i]...)
	for i < len(s) {
		if end := plainRun(s, i, false); end > i {
			buf = append(buf, s[i:end]...)
			i = end
			continue
		}
		switch c := s[i]; {
		case c == '"':
			p.i = i + 1
			return string(buf), nil
		case c < ' ':
			return "", p.fail(i, msgControl)
		}
		if i+1 == len(s) {
			return "", p.fail(open, msgOpen)
		}
		if s[i+1] == 'u' {
			r, end, err := p.unicode(i)
			if err != nil {
				return "", err
			}
			buf = utf8.AppendRune(buf, r)
			i = end
			continue
		}
		c := unescape(s[i+1])
		if c == 0 {
			return "", p.fail(i, msgEscape)
		}
		buf = append(buf, c)
		i += 2
	}
	return "", p.fail(open, msgOpen)
}

// unescape returns the character that a one-letter escape stands for, or 0.
func unescape(c byte) byte {
	switch c {
	case '"', '\\', '/':
		return c
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return 0
}

// unicode reads the \u escape at i, and the second one of a surrogate pair.
// Half a pair becomes U+FFFD.
func (p *parser) unicode(i int) (r rune, end int, err *SyntaxError) {
	s := p.s
	// Python wants one more character after the four digits before it looks
	// at them, and reports the position of the u.
	end = i + 6
	if end >= len(s) {
		return 0, 0, p.fail(i+1, msgUnicode)
	}
	r, ok := hex4(s[i+2 : end])
	if !ok {
		return 0, 0, p.fail(i+1, msgUnicode)
	}
	if !utf16.IsSurrogate(r) {
		return r, end, nil
	}
	if r < 0xdc00 && end+6 < len(s) && s[end] == '\\' && s[end+1] == 'u' {
		low, ok := hex4(s[end+2 : end+6])
		if !ok {
			return 0, 0, p.fail(end+1, msgUnicode)
		}
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return pair, end + 6, nil
		}
	}
	return utf8.RuneError, end, nil
}

func hex4(s string) (rune, bool) {
	r := rune(0)
	for i := range len(s) {
		c := s[i]
		switch {
		case c-'0' <= 9:
			c -= '0'
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
