package world

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonText brings a body to UTF-8 as Python's json module does, by its byte order mark or
// else by where its first zero bytes stand. ok is false where it is no such text; UTF-8 itself
// is not checked. A mark of UTF-8 is left in place.
func jsonText(b []byte) (text []byte, ok bool) {
	if len(b) < 2 || b[0] != 0 && b[1] != 0 && b[0] < 0xfe {
		return b, true
	}
	switch {
	case bytes.HasPrefix(b, []byte{0, 0, 0xfe, 0xff}):
		return fromUTF32(b[4:], 3)
	case bytes.HasPrefix(b, []byte{0xff, 0xfe, 0, 0}):
		return fromUTF32(b[4:], 0)
	case b[0] == 0xfe && b[1] == 0xff:
		return fromUTF16(b[2:], 1)
	case b[0] == 0xff && b[1] == 0xfe:
		return fromUTF16(b[2:], 0)
	case b[0] >= 0xfe || len(b) == 3:
		return b, true
	case len(b) == 2 && b[0] == 0:
		return fromUTF16(b, 1)
	case len(b) == 2:
		return fromUTF16(b, 0)
	case b[0] == 0 && b[1] == 0:
		return fromUTF32(b, 3)
	case b[0] == 0:
		return fromUTF16(b, 1)
	case b[2] == 0 && b[3] == 0:
		return fromUTF32(b, 0)
	}
	return fromUTF16(b, 0)
}

// fromUTF16 decodes units whose low byte stands at index low. Half a surrogate pair becomes
// U+FFFD.
func fromUTF16(b []byte, low int) ([]byte, bool) {
	if len(b)%2 != 0 {
		return nil, false
	}
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = uint16(b[2*i+low]) | uint16(b[2*i+1-low])<<8
	}
	out := make([]byte, 0, len(b))
	for _, r := range utf16.Decode(units) {
		out = utf8.AppendRune(out, r)
	}
	return out, true
}

// fromUTF32 decodes units whose lowest byte stands at index low, 0 or 3.
func fromUTF32(b []byte, low int) ([]byte, bool) {
	if len(b)%4 != 0 {
		return nil, false
	}
	out := make([]byte, 0, len(b)/2)
	for ; len(b) > 0; b = b[4:] {
		r := rune(0)
		for i := range 4 {
			r |= rune(b[low^i]) << (8 * i)
		}
		if r < 0 || r > utf8.MaxRune {
			return nil, false
		}
		out = utf8.AppendRune(out, r)
	}
	return out, true
}
