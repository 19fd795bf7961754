package query

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// folded is a text in which letter case no longer matters.
type folded struct {
	text string
	// pairs lists the other cases of its letters beyond ASCII, each with the
	// letter that stands for it: what SQL has to replace in a column, as its
	// lower() knows ASCII alone.
	pairs [][2]string
}

func foldNeedle(s string) folded {
	f := folded{text: foldText(s)}
	seen := map[rune]bool{}
	for _, r := range f.text {
		if r < utf8.RuneSelf || seen[r] {
			continue
		}
		seen[r] = true
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			if next >= utf8.RuneSelf {
				f.pairs = append(f.pairs, [2]string{string(next), string(r)})
			}
		}
	}
	slices.SortFunc(f.pairs, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	return f
}

// foldText gives every letter the one case that stands for all of its cases.
// Letters beyond ASCII never become ASCII ones (the Kelvin sign is no k), and
// bytes that are not UTF-8 stay, so that SQL can do the same.
func foldText(s string) string {
	if isFoldedASCII(s) {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			b = append(b, s[i])
		} else {
			b = utf8.AppendRune(b, foldRune(r))
		}
		i += size
	}
	return string(b)
}

func isFoldedASCII(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}

func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		if next >= utf8.RuneSelf {
			least = min(least, next)
		}
	}
	return least
}
