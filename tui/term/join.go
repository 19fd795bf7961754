package term

import "unicode/utf8"

// unfinished tells whether b ends within an escape sequence or a character: the rest is still
// on its way, as over slow links a read may end anywhere. bubbletea would take the halves for
// keys: an arrow for esc, [ and A. A lone ESC counts as unfinished; the reader gives up on the
// rest after a short while and it is the key esc.
func unfinished(b []byte) bool {
	return tailFrom(b) < len(b)
}

// tailFrom is the offset at which the unfinished end of b begins, len(b) where all is whole.
func tailFrom(b []byte) int {
	i := 0
	for i < len(b) {
		n := sequenceLen(b[i:])
		if n == 0 {
			return i
		}
		i += n
	}
	return i
}

// sequenceLen is the length of the sequence or character at the beginning of b, 0 where it is
// not whole.
func sequenceLen(b []byte) int {
	if b[0] != 0x1b {
		if !utf8.FullRune(b) {
			return 0
		}
		_, n := utf8.DecodeRune(b)
		return n
	}
	if len(b) == 1 {
		return 0
	}
	switch b[1] {
	case '[':
		return csiLen(b)
	case 'O':
		if len(b) < 3 {
			return 0
		}
		return 3
	case 0x1b:
		return 1
	}
	if n := sequenceLen(b[1:]); n > 0 {
		return 1 + n
	}
	return 0
}

// csiLen measures ESC [ parameters final; the old mouse report ESC [ M has three bytes behind.
func csiLen(b []byte) int {
	const mostCSI = 64
	for i := 2; i < len(b); i++ {
		c := b[i]
		switch {
		case i == 2 && c == 'M':
			if len(b) < 6 {
				return 0
			}
			return 6
		case c >= 0x40 && c <= 0x7e && !(i == 2 && c == '['):
			return i + 1
		case c < 0x20 || i > mostCSI:
			return i // broken off
		}
	}
	return 0
}
