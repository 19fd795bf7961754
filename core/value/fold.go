package value

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns s in the form in which texts are compared: NFKC, every run of
// blanks one space, none at the ends. Letter case and punctuation stay; bytes
// that are no UTF-8 become U+FFFD.
func Fold(s string) string {
	if isFolded(s) {
		return s
	}
	return foldBlanks(norm.NFKC.String(strings.ToValidUTF8(s, "\ufffd")))
}

// isFolded is true only for printable ASCII with single inner spaces.
func isFolded(s string) bool {
	blank := true
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c >= utf8.RuneSelf || c == ' ' && blank {
			return false
		}
		blank = c == ' '
	}
	return s == "" || !blank
}

func foldBlanks(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	pending := false
	for _, r := range s {
		if unicode.IsSpace(r) {
			pending = b.Len() > 0
			continue
		}
		if pending {
			b.WriteByte(' ')
			pending = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// FoldText returns s in the looser form of the matcher text: as Fold, and
// letter case folded, curly quotes and the kinds of dashes made one, and one
// final '.', '!' or '。' removed.
func FoldText(s string) string {
	if isFolded(s) {
		return trimEnd(strings.ReplaceAll(strings.ToLower(s), "`", "'"))
	}
	// Accents such as ´ decompose into a space and a mark, so quotes and dashes
	// are made one before the normalisation sees them.
	s = Fold(strings.Map(foldPunctuation, s))
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		if r == 'ß' || r == 'ẞ' {
			b.WriteString("ss")
			continue
		}
		b.WriteRune(foldCase(foldPunctuation(r)))
	}
	// Folding a letter can undo the composition around it.
	return trimEnd(norm.NFKC.String(b.String()))
}

// trimEnd removes one final mark and the blank before it.
func trimEnd(s string) string {
	for _, end := range [...]string{".", "!", "。"} {
		if t, ok := strings.CutSuffix(s, end); ok {
			return strings.TrimSuffix(t, " ")
		}
	}
	return s
}

// foldCase returns one letter for all letters that differ only in case.
func foldCase(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	first := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		first = min(first, next)
	}
	if first == r && unicode.SimpleFold(r) == r {
		return r
	}
	return unicode.ToLower(first)
}

// foldPunctuation makes quotes and dashes one of ', " and -.
func foldPunctuation(r rune) rune {
	switch r {
	case '‘', '’', '‚', '‛', '′', 'ʼ', '´', '`':
		return '\''
	case '“', '”', '„', '‟', '″':
		return '"'
	case '‐', '‑', '‒', '–', '—', '―', '−':
		return '-'
	}
	return r
}
