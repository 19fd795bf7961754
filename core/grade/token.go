package grade

import (
	"strings"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/value"
)

// prepare brings a text into the form in which tokens are looked for: NFKC, blanks folded,
// and without the characters that nobody sees.
func prepare(s string) string {
	loose, blank := false, true // a blank that folding would change; the last one was a blank
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf {
			return value.Fold(strings.Map(dropInvisible, s))
		}
		space := isBlank(c)
		loose = loose || space && (blank || c != ' ')
		blank = space
	}
	if !loose && (s == "" || !blank) {
		return s
	}
	return foldASCII(s)
}

func isBlank(c byte) bool { return c == ' ' || c-'\t' <= '\r'-'\t' }

// foldASCII is value.Fold for a text of ASCII, which has one form only.
func foldASCII(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	from := 0
	for i := 0; i <= len(s); i++ {
		if i < len(s) && !isBlank(s[i]) {
			continue
		}
		if i > from {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(s[from:i])
		}
		from = i + 1
	}
	return b.String()
}

func dropInvisible(r rune) rune {
	switch r {
	case '\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff':
		return -1
	}
	return r
}

func isAlnum(c byte) bool { return c-'0' <= 9 || c-'a' <= 'z'-'a' || c-'A' <= 'Z'-'A' }

// opens reports whether a token may begin at i: no letter, digit, "_", "@" or "-" of ASCII
// stands before it. Other scripts put no blanks between words, so they do not bind.
func opens(s string, i int) bool {
	if i == 0 {
		return true
	}
	c := s[i-1]
	return !isAlnum(c) && c != '_' && c != '@' && c != '-'
}

// closes reports whether a token may end at i: no letter, digit or "_" of ASCII follows, and
// no "-", "." or "@" that a letter or digit follows.
func closes(s string, i int) bool {
	if i == len(s) {
		return true
	}
	c := s[i]
	if isAlnum(c) || c == '_' {
		return false
	}
	if c == '-' || c == '.' || c == '@' {
		return i+1 == len(s) || !isAlnum(s[i+1])
	}
	return true
}

// token is an id or a name with the longer known ones that contain it.
type token struct {
	text   string
	longer []string
}

// in reports whether a prepared text names the token: as a whole token, and not only within
// a longer known id or name.
func (t token) in(s string) bool {
	if t.text == "" {
		return false
	}
	for from := 0; ; {
		i := strings.Index(s[from:], t.text)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(t.text)
		if opens(s, i) && closes(s, end) && !t.covered(s, i) {
			return true
		}
		from = i + 1
	}
}

// covered reports whether the occurrence at i lies within an occurrence of a longer one.
func (t token) covered(s string, i int) bool {
	for _, long := range t.longer {
		for off := 0; ; {
			k := strings.Index(long[off:], t.text)
			if k < 0 {
				break
			}
			k += off
			start := i - k
			if start >= 0 && strings.HasPrefix(s[start:], long) && opens(s, start) && closes(s, start+len(long)) {
				return true
			}
			off = k + 1
		}
	}
	return false
}
