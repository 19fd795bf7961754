package value

import "math/bits"

// plainRun returns the first place from i on that a JSON string cannot hold as
// it is (a quote, a backslash or a control character), or len(s). With ascii it
// stops at bytes above 127 too. It looks at eight bytes at a time: this loop is
// most of the work of reading and writing JSON.
func plainRun(s string, i int, ascii bool) int {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	var high uint64
	if ascii {
		high = highs
	}
	for ; i+8 <= len(s); i += 8 {
		t := s[i : i+8]
		x := uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
			uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
		quote, slash := x^'"'*ones, x^'\\'*ones
		// In each term the lowest high bit that is set marks a hit; false ones
		// can only lie above a true one.
		hit := (x-' '*ones)&^x&highs | (quote-ones)&^quote&highs | (slash-ones)&^slash&highs | x&high
		if hit != 0 {
			return i + bits.TrailingZeros64(hit)>>3
		}
	}
	for ; i < len(s); i++ {
		c := s[i]
		if c < ' ' || c == '"' || c == '\\' || ascii && c >= 0x80 {
			return i
		}
	}
	return i
}
