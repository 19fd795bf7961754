package det

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
)

// Digest is a 128-bit fingerprint. The zero Digest stands for an empty set, so
// that a set's digest can be kept up by adding and subtracting its members'.
type Digest [16]byte

// Sum is the first half of the SHA-256 of the parts, each framed by its length,
// so that ("ab", "c") and ("a", "bc") differ.
func Sum(parts ...[]byte) Digest {
	var full [sha256.Size]byte
	total := 0
	for _, p := range parts {
		total += 8 + len(p)
	}
	// Record-sized input stays on the stack: digests are taken at every step.
	var small [1024]byte
	if total <= len(small) {
		buf := small[:0]
		for _, p := range parts {
			buf = binary.LittleEndian.AppendUint64(buf, uint64(len(p)))
			buf = append(buf, p...)
		}
		full = sha256.Sum256(buf)
	} else {
		h := sha256.New()
		for _, p := range parts {
			var frame [8]byte
			binary.LittleEndian.PutUint64(frame[:], uint64(len(p)))
			h.Write(frame[:]) // a hash never returns an error
			h.Write(p)
		}
		h.Sum(full[:0])
	}
	return Digest(full[:16])
}

// Add is d + o modulo 2^128, both read as little-endian numbers. It commutes:
// the digest of a set does not depend on the order its members came in.
func (d Digest) Add(o Digest) Digest {
	lo, carry := bits.Add64(d.lo(), o.lo(), 0)
	hi, _ := bits.Add64(d.hi(), o.hi(), carry)
	return fromWords(lo, hi)
}

// Sub is d - o modulo 2^128; it undoes Add.
func (d Digest) Sub(o Digest) Digest {
	lo, borrow := bits.Sub64(d.lo(), o.lo(), 0)
	hi, _ := bits.Sub64(d.hi(), o.hi(), borrow)
	return fromWords(lo, hi)
}

func (d Digest) lo() uint64 { return binary.LittleEndian.Uint64(d[:8]) }
func (d Digest) hi() uint64 { return binary.LittleEndian.Uint64(d[8:]) }

func fromWords(lo, hi uint64) Digest {
	var d Digest
	binary.LittleEndian.PutUint64(d[:8], lo)
	binary.LittleEndian.PutUint64(d[8:], hi)
	return d
}

// String is 32 lower-case hexadecimal digits.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// MarshalText writes the digest as String does.
func (d Digest) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (d *Digest) UnmarshalText(text []byte) error {
	var out Digest
	if len(text) != hex.EncodedLen(len(out)) {
		return fmt.Errorf("read digest: want 32 hexadecimal digits, have %d characters", len(text))
	}
	if _, err := hex.Decode(out[:], text); err != nil {
		return fmt.Errorf("read digest: %w", err)
	}
	*d = out
	return nil
}

// SHA256Hex is the full SHA-256 of b in hexadecimal, for content addresses that
// other programs check.
func SHA256Hex(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
