package cli

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// clean makes foreign text safe to show on one line of a terminal: blanks stay
// blanks, control and direction-changing characters are shown as escapes,
// never carried out.
func clean(s string) string {
	if !needsCleaning(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			b.WriteByte(' ')
		case unsafeRune(r):
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteRune(r) // invalid bytes have become U+FFFD
		}
	}
	return b.String()
}

func needsCleaning(s string) bool {
	return !utf8.ValidString(s) || strings.IndexFunc(s, unsafeRune) >= 0
}

// unsafeRune tells whether a terminal might obey r instead of showing it, or
// show nothing at all: the two control blocks, line and paragraph separators,
// the marks and overrides that change the direction of writing, and what has no
// width, so that one text passes for another. The joiners that Persian, Indic
// scripts and emoji need stay.
func unsafeRune(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r <= 0x9f:
		return true
	case r == 0x061c, r == 0x200e, r == 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2066 && r <= 0x206f:
		return true
	case r == 0x00ad, r == 0x180e, r == 0x200b, r >= 0x2060 && r <= 0x2064, r == 0xfeff, r >= 0xfff9 && r <= 0xfffb, r >= 0xe0000 && r <= 0xe007f:
		return true
	}
	return false
}

// escapeJSON writes the characters that encoding/json leaves raw and a terminal
// might obey as \u escapes. They can only stand inside strings, so the
// document's meaning stays the same.
func escapeJSON(doc []byte) []byte {
	out := make([]byte, 0, len(doc))
	for i := 0; i < len(doc); {
		r, size := utf8.DecodeRune(doc[i:])
		if r >= 0x7f && unsafeRune(r) {
			for _, unit := range utf16.AppendRune(nil, r) {
				out = fmt.Appendf(out, `\u%04x`, unit)
			}
		} else {
			out = append(out, doc[i:i+size]...)
		}
		i += size
	}
	return out
}
