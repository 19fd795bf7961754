package store

import (
	"encoding/binary"
	"math/bits"
)

// The LZ4 block format: sequences of literals and a copy of what stood up to
// 64 KiB before. The standard library's deflate packs half as much again but
// takes three times as long for it, more than all else that a trial's write
// needs; LZ4 is the known format that does not.
const (
	lzMinMatch = 4
	lzMaxBack  = 1<<16 - 1
	lzTail     = 12 // the last match begins at least this far before the end
	lzLast     = 5  // and ends this far before it
	lzHashBits = 13
)

// lzTable remembers where each hash of four bytes was seen last, plus one.
type lzTable [1 << lzHashBits]uint32

// lzBound is the length that n bytes may take in the worst case.
func lzBound(n int) int { return n + n/255 + 16 }

// lzPack appends src as one block to dst.
func lzPack(dst, src []byte, table *lzTable) []byte {
	*table = lzTable{}
	done := 0 // src[:done] is written
	misses := 0
	for at := 0; at+lzTail <= len(src); {
		word := binary.LittleEndian.Uint32(src[at:])
		slot := &table[word*2654435761>>(32-lzHashBits)]
		back := int(*slot) - 1
		*slot = uint32(at) + 1
		if back < 0 || at-back > lzMaxBack || binary.LittleEndian.Uint32(src[back:]) != word {
			// Ever larger steps through what does not repeat.
			misses++
			at += 1 + misses>>6
			continue
		}
		misses = 0
		for at > done && back > 0 && src[at-1] == src[back-1] {
			at, back = at-1, back-1
		}
		n := lzMinMatch + lzCommon(src[at+lzMinMatch:len(src)-lzLast], src[back+lzMinMatch:])
		dst = lzLiterals(dst, src[done:at], n-lzMinMatch)
		dst = append(dst, byte(at-back), byte((at-back)>>8))
		dst = lzLength(dst, n-lzMinMatch)
		at += n
		done = at
		if at+lzTail <= len(src) {
			table[binary.LittleEndian.Uint32(src[at-2:])*2654435761>>(32-lzHashBits)] = uint32(at-2) + 1
		}
	}
	return lzLiterals(dst, src[done:], 0)
}

// lzCommon is how many bytes a and b begin alike with; b is the longer.
func lzCommon(a, b []byte) int {
	n := 0
	for ; n+8 <= len(a); n += 8 {
		if x := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)>>3
		}
	}
	for n < len(a) && a[n] == b[n] {
		n++
	}
	return n
}

// lzLiterals appends the head of a sequence and its literals; match is the
// length of the copy beyond four.
func lzLiterals(dst, lit []byte, match int) []byte {
	dst = append(dst, byte(min(len(lit), 15)<<4|min(match, 15)))
	return append(lzLength(dst, len(lit)), lit...)
}

// lzLength appends what of a length does not fit into the head's four bits.
func lzLength(dst []byte, n int) []byte {
	if n < 15 {
		return dst
	}
	for n -= 15; n >= 255; n -= 255 {
		dst = append(dst, 255)
	}
	return append(dst, byte(n))
}

// lzUnpack reads a block that holds length bytes; false when it does not.
func lzUnpack(block []byte, length int) ([]byte, bool) {
	// A false length must not reserve memory that the block cannot fill: a
	// byte stands for at most 255.
	out := make([]byte, 0, min(length, 255*len(block)+64))
	for at := 0; at < len(block); {
		head := int(block[at])
		lit, next, ok := lzReadLength(block, at+1, head>>4)
		if !ok || lit > len(block)-next || lit > length-len(out) {
			return nil, false
		}
		out = append(out, block[next:next+lit]...)
		at = next + lit
		if at == len(block) {
			return out, len(out) == length
		}
		if len(block)-at < 2 {
			return nil, false
		}
		back := int(block[at]) | int(block[at+1])<<8
		n, next, ok := lzReadLength(block, at+2, head&15)
		n += lzMinMatch
		if !ok || back == 0 || back > len(out) || n > length-len(out) {
			return nil, false
		}
		// A copy may run into what it writes.
		for from := len(out) - back; n > 0; {
			step := min(n, len(out)-from)
			out = append(out, out[from:from+step]...)
			n -= step
		}
		at = next
	}
	return nil, false
}

func lzReadLength(block []byte, at, n int) (length, next int, ok bool) {
	if n < 15 {
		return n, at, true
	}
	for ; at < len(block); at++ {
		n += int(block[at])
		if block[at] != 255 {
			return n, at + 1, true
		}
	}
	return 0, 0, false
}
