package det

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// Rand is a seeded stream of random numbers. It is not safe for concurrent use
// and not fit for secrets. Bounded draws are made here and not by the standard
// library's Rand, whose use of the source is not promised to stay the same.
type Rand struct {
	seed uint64
	path []string
	pcg  *rand.PCG
}

// NewRand opens the stream that seed and path name. Streams of different paths
// are independent: drawing more from one does not shift another.
func NewRand(seed uint64, path ...string) *Rand {
	var s [8]byte
	binary.LittleEndian.PutUint64(s[:], seed)
	d := Sum(append([][]byte{s[:]}, framed(path)...)...)
	return &Rand{seed: seed, path: append([]string(nil), path...), pcg: rand.NewPCG(d.lo(), d.hi())}
}

// Stream opens the stream below r's path; it does not depend on what was drawn
// from r, and draws nothing from it.
func (r *Rand) Stream(path ...string) *Rand {
	return NewRand(r.seed, append(append([]string(nil), r.path...), path...)...)
}

// Uint64 draws 64 bits.
func (r *Rand) Uint64() uint64 { return r.pcg.Uint64() }

// Intn draws from [0, n). It panics when n is not positive.
func (r *Rand) Intn(n int) int {
	if n <= 0 {
		panic("det: Intn needs a positive bound")
	}
	bound := uint64(n)
	// Multiply and reject the few values that would favour low results.
	hi, lo := bits.Mul64(r.Uint64(), bound)
	if lo < bound {
		threshold := -bound % bound
		for lo < threshold {
			hi, lo = bits.Mul64(r.Uint64(), bound)
		}
	}
	return int(hi)
}

// Float64 draws from [0, 1) with 53 bits.
func (r *Rand) Float64() float64 { return float64(r.Uint64()>>11) / (1 << 53) }

// Shuffle puts n items in random order through swap.
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.Intn(i+1))
	}
}

// Perm is a random order of 0..n-1.
func (r *Rand) Perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	r.Shuffle(n, func(i, j int) { p[i], p[j] = p[j], p[i] })
	return p
}

// Pick draws one element of list; it panics when list is empty.
func Pick[T any](r *Rand, list []T) T { return list[r.Intn(len(list))] }
