package chat

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// mentions returns the handles that a text names as @handle, each once and in order, and whether
// it calls everybody. Letter case does not matter. An @ within a word, as in an address, names
// nobody; of two handles that fit the longer one is meant.
func mentions(text string, handles []string) (named []any, everybody bool) {
	named = []any{}
	for i := range len(text) {
		if text[i] != '@' || i > 0 && wordByte(text[i-1]) {
			continue
		}
		rest := text[i+1:]
		for _, word := range []string{"channel", "here", "everyone"} {
			everybody = everybody || begins(rest, word)
		}
		best := ""
		for _, h := range handles {
			if len(h) > len(best) && begins(rest, h) {
				best = h
			}
		}
		if best != "" && !slices.Contains(named, any(best)) {
			named = append(named, best)
		}
	}
	return named, everybody
}

// begins reports whether a text begins with a whole handle: what follows would not go on with it.
// Only ASCII counts, since other scripts put no blanks between words.
func begins(text, handle string) bool {
	if len(text) < len(handle) || !strings.EqualFold(text[:len(handle)], handle) {
		return false
	}
	rest := text[len(handle):]
	switch {
	case rest == "" || !utf8.RuneStart(rest[0]):
		return rest == ""
	case rest[0] == '.' || rest[0] == '-' || rest[0] == '@':
		return len(rest) == 1 || !wordByte(rest[1])
	}
	return !wordByte(rest[0])
}

func wordByte(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b == '_'
}
