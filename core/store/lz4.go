package store

import (
	"encoding/binary"
	"math/bits"
)

// The LZ4 block format: runs of literals, each followed by a copy of what stood
// up to 64 KiB before. The standard library's deflate makes bodies a third
// smaller, but takes three times as long for it, longer than all the rest of a
// trial's write.
const (
	lzMinMatch = 4
	lzMaxBack  = 1<<16 - 1
	lzTail     = 12 // the last copy begins at least this far before the end
	lzLast     = 5  // and ends at least this far before it
	lzHashBits = 14
)

// lzTable remembers where each hash of four bytes was seen last, plus one.
type lzTable [1 << lzHashBits]uint32

func lzHash(word uint32) uint32 { return word * 2654435761 >> (32 - lzHashBits) }

// lzBound is the length that n bytes may take in the worst case.
func lzBound(n int) int { return n + n/255 + 16 }

// lzPack appends src as one block to dst.
func lzPack(dst, src []byte, table *lzTable) []byte {
	*table = lzTable{}
	done, misses := 0, 0 // src[:done] is written
	for at := 0; at+lzTail <= len(src); {
		word := binary.LittleEndian.Uint32(src[at:])
		slot := &table[lzHash(word)]
		from := int(*slot) - 1
		*slot = uint32(at) + 1
		if from < 0 || at-from > lzMaxBack || binary.LittleEndian.Uint32(src[from:]) != word {
			// Ever larger steps through what does not repeat.
			misses++
			at += 1 + misses>>6
			continue
		}
		misses = 0
		for at > done && from > 0 && src[at-1] == src[from-1] {
			at, from = at-1, from-1
		}
		n := lzCommon(src[at:len(src)-lzLast], src[from:])
		dst = append(dst, byte(min(at-done, 15)<<4|min(n-lzMinMatch, 15)))
		dst = append(lzLength(dst, at-done), src[done:at]...)
		dst = append(dst, byte(at-from), byte((at-from)>>8))
		dst = lzLength(dst, n-lzMinMatch)
		at += n
		done = at
	}
	dst = append(dst, byte(min(len(src)-done, 15)<<4))
	return append(lzLength(dst, len(src)-done), src[done:]...)
}

// lzCommon is how many bytes a and b begin alike with; b is the longer.
func lzCommon(a, b []byte) int {
	n := 0
	for ; n+8 <= len(a); n += 8 {
		if x := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
	}
	for n < len(a) && a[n] == b[n] {
		n++
	}
	return n
}

// lzLength appends what of a length does not fit into a head's four bits.
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
	// byte of it stands for 255 at most.
	out := make([]byte, 0, min(length, 255*len(block)+64))
	for at := 0; at < len(block); {
		head := int(block[at])
		run, next, ok := lzReadLength(block, at+1, head>>4)
		if !ok || run > len(block)-next || run > length-len(out) {
			return nil, false
		}
		out = append(out, block[next:next+run]...)
		at = next + run
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
		// A copy may run into what it writes itself.
		for from := len(out) - back; n > 0; {
			step := min(n, len(out)-from)
			out = append(out, out[from:from+step]...)
			n -= step
		}
		at = next
	}
	return nil, false
}

// lzReadLength completes a length whose head is n.
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
