package pdftext

import "bytes"

// literal reads a string in parentheses, which may hold balanced ones.
func (s *scanner) literal() string {
	var out []byte
	depth := 0
	for i := 0; i < len(s.rest); i++ {
		switch c := s.rest[i]; c {
		case '\\':
			b, n := escaped(s.rest[i+1:])
			out = append(out, b...)
			i += n
		case '(':
			if depth++; depth > 1 {
				out = append(out, c)
			}
		case ')':
			if depth--; depth == 0 {
				s.rest = s.rest[i+1:]
				return string(out)
			}
			out = append(out, c)
		default:
			out = append(out, c)
		}
	}
	s.rest = nil
	return string(out)
}

// escaped reads what follows a backslash: what it stands for and how long it is.
func escaped(rest []byte) (out []byte, n int) {
	if len(rest) == 0 {
		return nil, 0
	}
	if at := bytes.IndexByte([]byte("nrtbf"), rest[0]); at >= 0 {
		return []byte{"\n\r\t\b\f"[at]}, 1
	}
	switch c := rest[0]; {
	case c == '\r' && len(rest) > 1 && rest[1] == '\n':
		return nil, 2
	case c == '\r' || c == '\n':
		return nil, 1
	case c < '0' || c > '7':
		return []byte{c}, 1
	}
	code := 0
	for n < 3 && n < len(rest) && rest[n] >= '0' && rest[n] <= '7' {
		code = code*8 + int(rest[n]-'0')
		n++
	}
	return []byte{byte(code)}, n
}

// hex reads a string in angle brackets.
func (s *scanner) hex() string {
	end := bytes.IndexByte(s.rest, '>')
	if end < 0 {
		end = len(s.rest)
	}
	digits := s.rest[1:end]
	s.rest = s.rest[min(end+1, len(s.rest)):]
	var out []byte
	half, odd := byte(0), false
	for _, c := range digits {
		v, ok := hexValue(c)
		if !ok {
			continue
		}
		if odd = !odd; odd {
			half = v << 4
		} else {
			out = append(out, half|v)
		}
	}
	if odd {
		out = append(out, half)
	}
	return string(out)
}

func hexValue(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10, true
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}
