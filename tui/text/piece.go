// Package text shows foreign text in cells of a terminal: what a record, a reply or a model
// wrote is data, and nothing in it may move a cursor, change a colour or take more room than
// was measured.
//
// Invariant: what Safe, Cut, Fit and the rows of Wrap return holds no control character, and
// ansi.StringWidth of it is the width that was asked for or told - also after another piece of
// safe text was put behind it. One exception is left, since spelling it out would spoil plain
// Hindi: a letter with a virama at the end (क्) joins itself to a consonant right behind it, so
// a blank belongs between two texts.
package text

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// mostMarks is how many combining marks are kept on one character; towers of them are a
// way to write over the lines above.
const mostMarks = 4

// Next reads the first character of s as a person sees it: how many bytes it takes, what is
// shown for it, and how many cells that fills (0 to some 20 for an escape that is spelled out).
// s must not be empty.
//
// A tab, a line feed and a carriage return are one blank. Other controls, marks of direction
// and what has no width are spelled out (\x1b). Emoji lose what terminals disagree about: joined
// ones stand side by side, skin tones and the mark that asks for colour are dropped, a flag is ⚑
// and its letters.
func Next(s string) (size int, shown string, width int) {
	b := s[0]
	if b < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return nextASCII(s, b)
	}
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && n == 1:
		// So that it can be told from U+FFFD.
		shown = `\x` + strconv.FormatUint(uint64(b)|0x100, 16)[1:]
		return n, shown, len(shown)
	case plainWidth(r) > 0 && standsAlone(s[n:]):
		return n, s[:n], plainWidth(r)
	case isSpelled(r):
		shown = spell(r)
		return n, shown, len(shown)
	}
	cluster, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	cluster = cluster[:max(n, shownAsIs(cluster))]
	shown, width = showCluster(cluster)
	return len(cluster), shown, width
}

func nextASCII(s string, b byte) (int, string, int) {
	switch {
	case b >= 0x20 && b < 0x7f:
		return 1, s[:1], 1
	case b == '\r' && len(s) > 1 && s[1] == '\n':
		return 2, " ", 1
	case b == '\t', b == '\n', b == '\r':
		return 1, " ", 1
	}
	shown := spell(rune(b))
	return 1, shown, len(shown)
}

// plainWidth is the width of letters that need no closer look, 0 for all others.
func plainWidth(r rune) int {
	switch {
	case r >= 0x20 && r < 0x7f, r >= 0xa1 && r < 0x300 && r != 0xad && r != 0xa9 && r != 0xae, r >= 0x370 && r < 0x483, r >= 0x2500 && r < 0x2580:
		return 1
	case r >= 0x3041 && r < 0x3097, r >= 0x30a0 && r < 0x3100, r >= 0x4e00 && r < 0xa000, r >= 0xac00 && r < 0xd7a4, r >= 0xff01 && r < 0xff61:
		return 2
	}
	return 0
}

// standsAlone tells whether what follows a letter cannot belong to it.
func standsAlone(rest string) bool {
	if rest == "" || rest[0] < utf8.RuneSelf {
		return true
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return plainWidth(r) > 0 && !(r >= 0xac00 && r < 0xd7a4)
}

// shownAsIs is how many bytes of cluster come before the first rune that is spelled out or is no
// UTF-8: such are characters of their own, wherever a reader of clusters puts them.
func shownAsIs(cluster string) int {
	for i, r := range cluster {
		if r == utf8.RuneError && !strings.HasPrefix(cluster[i:], "\ufffd") || isSpelled(r) {
			return i
		}
	}
	return len(cluster)
}

// showCluster shows the runes of one grapheme cluster, none of which is to be spelled out.
func showCluster(cluster string) (string, int) {
	var b strings.Builder
	marks := 0
	for i, r := range cluster {
		switch {
		case isFlagLetter(r):
			if i == 0 {
				b.WriteRune('⚑')
			}
			b.WriteByte(byte('A' + r - 0x1f1e6))
		case dropped(r):
		case ansi.StringWidth(string(r)) > 0:
			b.WriteRune(r)
		case i == 0:
			b.WriteString("◌")
			b.WriteRune(r)
			marks++
		default:
			if marks++; marks <= mostMarks {
				b.WriteRune(r)
			}
		}
	}
	shown := b.String()
	width := ansi.StringWidth(shown)
	// What joins itself to its neighbour cannot be measured alone: it is spelled out. A lone part
	// of a Korean syllable does so with another one.
	if shown == "" || width == 0 ||
		!apart(shown, " a") || !apart("a", shown) || !apart(shown, "가") || !apart("가", shown) {
		quoted := strconv.QuoteToASCII(cluster)
		shown = quoted[1 : len(quoted)-1]
		width = len(shown)
	}
	return shown, width
}

// apart tells whether two pieces fill as many cells side by side as one by one.
func apart(left, right string) bool {
	return ansi.StringWidth(left+right) == ansi.StringWidth(left)+ansi.StringWidth(right)
}

func isFlagLetter(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

// dropped lists what only asks for another picture of the same character.
func dropped(r rune) bool {
	return r >= 0xfe00 && r <= 0xfe0f || r >= 0x1f3fb && r <= 0x1f3ff || r == 0x200d || r == 0x200c || r == 0x20e3
}

// Hostile tells whether a terminal might obey r, or show nothing at all for it: controls,
// separators of lines, marks of direction, and what has no width, so that one text passes for
// another.
func Hostile(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r <= 0x9f:
		return true
	case r == 0x00ad, r == 0x034f, r == 0x061c, r == 0x115f, r == 0x1160, r == 0x180e, r == 0x200b, r == 0x200e, r == 0x200f:
		return true
	case r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r == 0x3164, r == 0xfeff, r == 0xffa0, r >= 0xfff0 && r <= 0xfffb:
		return true
	case r >= 0xe000 && r <= 0xf8ff, r >= 0xe0000:
		return true
	}
	return false
}

// isSpelled tells what is spelled out: what a terminal might obey, and what has no width without
// being a mark on a letter.
func isSpelled(r rune) bool {
	return Hostile(r) ||
		!unicode.Is(unicode.M, r) && !isFlagLetter(r) && !dropped(r) && ansi.StringWidth(string(r)) == 0
}

func spell(r rune) string {
	quoted := strconv.QuoteRuneToASCII(r)
	return quoted[1 : len(quoted)-1]
}
