package value

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSpelling bounds what the Read functions look at; no amount, day or time
// is longer.
const maxSpelling = 100

// narrow prepares a spelling for reading: full-width forms of ASCII and signs
// become the plain ones, every kind of blank a space, the ends are trimmed.
// Other digits than 0-9 and their full-width forms are not touched, so that no
// superscript or circled digit is taken for a number. Line breaks inside are
// refused: what stands on two lines is not one value.
func narrow(s string) (string, bool) {
	s = strings.TrimSpace(s)
	if s == "" || len(s) > maxSpelling {
		return "", false
	}
	plain := true
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] < ' ' {
			plain = false
			break
		}
	}
	if plain {
		return s, true
	}
	if !utf8.ValidString(s) || strings.ContainsAny(s, "\n\r\v\f\u0085\u2028\u2029") {
		return "", false
	}
	return strings.TrimSpace(strings.Map(narrowRune, s)), true
}

func narrowRune(r rune) rune {
	switch {
	case r >= '！' && r <= '～': // the full-width block mirrors ASCII
		return r - '！' + '!'
	case unicode.IsSpace(r):
		return ' '
	}
	switch r {
	case '￥':
		return '¥'
	case '￡':
		return '£'
	case '￦':
		return '₩'
	case '−', '﹣', '‐', '‑', '–':
		return '-'
	case '’', 'ʼ', '‘', '′':
		return '\''
	}
	return r
}

// cursor reads a narrowed, lower-case spelling from left to right.
type cursor struct {
	s string
	i int
}

func newCursor(s string) (cursor, bool) {
	s, ok := narrow(s)
	return cursor{s: strings.ToLower(s)}, ok
}

func (c *cursor) rest() string { return c.s[c.i:] }

func (c *cursor) done() bool { return c.i == len(c.s) }

// eat moves over text when it comes next.
func (c *cursor) eat(text string) bool {
	if strings.HasPrefix(c.rest(), text) {
		c.i += len(text)
		return true
	}
	return false
}

// eatAny moves over the first of texts that comes next and returns its place.
func (c *cursor) eatAny(texts ...string) (int, bool) {
	for i, text := range texts {
		if c.eat(text) {
			return i, true
		}
	}
	return 0, false
}

// blanks moves over blanks and reports whether there were any.
func (c *cursor) blanks() bool {
	start := c.i
	for c.eat(" ") {
	}
	return c.i > start
}

// number moves over a run of digits and returns its value and width. Runs of
// more than nine digits are not ok.
func (c *cursor) number() (n, width int, ok bool) {
	end := skipDigits(c.s, c.i)
	n, ok = digits(c.s[c.i:end])
	if ok {
		width, c.i = end-c.i, end
	}
	return n, width, ok
}

// word returns the run of letters a-z that comes next, without moving.
func (c *cursor) word() string {
	s := c.rest()
	n := 0
	for n < len(s) && s[n]-'a' <= 'z'-'a' {
		n++
	}
	return s[:n]
}

// eatWord moves over w when it comes next and no letter follows it.
func (c *cursor) eatWord(w string) bool {
	if w == "" || c.word() != w {
		return false
	}
	c.i += len(w)
	return true
}
