package curate

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shorten cuts a text to a prefix of at most limit bytes, a visible marker included. The cut never
// falls within a character as a reader sees it: neither into its UTF-8 bytes nor between a letter
// and its accent, the parts of an emoji or of a flag. A JSON text stays JSON: what is open at the
// cut is closed, and the marker is a text of its own. A limit below 64 is taken as 64.
func Shorten(text string, limit int) string {
	limit = max(limit, leastObserved)
	if len(text) <= limit {
		return text
	}
	if json.Valid([]byte(text)) {
		return shortenJSON(text, limit)
	}
	at := safeCut(text, limit-len(marker(len(text))))
	return text[:at] + marker(len(text)-at)
}

// marker says how many bytes are left out. It has nothing that JSON would escape.
func marker(bytes int) string { return fmt.Sprintf("[truncated, %d bytes]", bytes) }

// safeCut returns the last place up to most where a text may be cut.
func safeCut(text string, most int) int {
	var c clusters
	last := 0
	for i, r := range text {
		if i > most {
			break
		}
		if c.startsAt(r) {
			last = i
		}
	}
	return last
}

// clusters finds where a character as a reader sees it begins: an approximation of the grapheme
// clusters of Unicode that errs towards keeping runes together.
type clusters struct {
	begun bool
	prev  rune
	flags int // regional indicators in a row, up to prev
}

const joiner = '\u200d'

// startsAt takes the next rune and reports whether a character begins with it.
func (c *clusters) startsAt(r rune) bool {
	prev, begun, flags := c.prev, c.begun, c.flags
	c.prev, c.begun = r, true
	if regional(r) {
		c.flags++
	} else {
		c.flags = 0
	}
	switch {
	case !begun:
		return true
	case prev == '\r' && r == '\n', prev == joiner, extends(r):
		return false
	case regional(r):
		return flags%2 == 0
	}
	return !hangulJoins(prev, r)
}

func regional(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

// extends reports whether a rune belongs to the one before it.
func extends(r rune) bool {
	switch {
	case r < 0x300:
		return false
	case r == joiner, r == 0x200c, r >= 0x1f3fb && r <= 0x1f3ff, r >= 0xe0020 && r <= 0xe007f, r == 0xff9e, r == 0xff9f:
		return true
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc)
}

// hangulJoins reports whether two runes are parts of one Korean syllable.
func hangulJoins(a, b rune) bool {
	leading := func(r rune) bool { return r >= 0x1100 && r <= 0x115f || r >= 0xa960 && r <= 0xa97c }
	vowel := func(r rune) bool { return r >= 0x1160 && r <= 0x11a7 || r >= 0xd7b0 && r <= 0xd7c6 }
	trailing := func(r rune) bool { return r >= 0x11a8 && r <= 0x11ff || r >= 0xd7cb && r <= 0xd7fb }
	whole := func(r rune) bool { return r >= 0xac00 && r <= 0xd7a3 }
	open := func(r rune) bool { return whole(r) && (r-0xac00)%28 == 0 } // no trailing consonant yet
	switch {
	case leading(a):
		return leading(b) || vowel(b) || whole(b)
	case vowel(a), open(a):
		return vowel(b) || trailing(b)
	case trailing(a), whole(a):
		return trailing(b)
	}
	return false
}

// unescaped reads the character of a JSON string that stands at text[i:], escaped or not, and
// where the next one begins.
func unescaped(text string, i int) (r rune, next int) {
	if text[i] != '\\' {
		r, size := utf8.DecodeRuneInString(text[i:])
		return r, i + size
	}
	if text[i+1] != 'u' {
		short := strings.IndexByte(`"\/bfnrt`, text[i+1])
		return rune("\"\\/\b\f\n\r\t"[short]), i + 2
	}
	r = hex4(text[i+2:])
	if r >= 0xd800 && r <= 0xdbff && strings.HasPrefix(text[i+6:], `\u`) {
		if low := hex4(text[i+8:]); low >= 0xdc00 && low <= 0xdfff {
			return (r-0xd800)<<10 + (low - 0xdc00) + 0x10000, i + 12
		}
	}
	return r, i + 6
}

// hex4 reads four hexadecimal digits of a valid JSON text.
func hex4(s string) (r rune) {
	for i := range 4 {
		digit := strings.IndexByte("0123456789abcdef", s[i]|0x20)
		r = r<<4 | rune(digit)
	}
	return r
}
