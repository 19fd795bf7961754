package curate

import (
	"encoding/binary"
	"slices"
	"unicode"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/value"
)

// gramWords is the length of the word sequences by which requests are compared.
const gramWords = 13

// GramSet is a set of requests, known by the sequences of 13 words in them. A shorter request is
// one sequence.
type GramSet struct {
	texts int
	whole det.Digest // sum of the texts' digests: their order is of no matter
	grams map[uint64]bool
}

// Add puts a request into the set.
func (g *GramSet) Add(text string) {
	if g.grams == nil {
		g.grams = map[uint64]bool{}
	}
	words := splitWords(text)
	for _, h := range sequences(words, gramWords) {
		g.grams[h] = true
	}
	g.texts++
	g.whole = g.whole.Add(det.Sum([]byte(value.FoldText(text))))
}

// Texts is how many requests were added.
func (g *GramSet) Texts() int { return g.texts }

// Hit returns the first sequence of 13 words of a text that the set holds too, or "".
func (g *GramSet) Hit(text string) string {
	words := splitWords(text)
	n := min(gramWords, len(words))
	for i := 0; n > 0 && i+n <= len(words); i++ {
		if g.grams[hashWords(words[i:i+n])] {
			return joinWords(words[i : i+n])
		}
	}
	return ""
}

// describe names the set in a selection.
func (g *GramSet) describe(name string) Set {
	return Set{Name: name, Digest: g.whole.String(), Texts: g.texts}
}

// splitWords returns the words of a text in their folded form: letters and digits in a row, and
// each character of a script that writes no blanks.
func splitWords(text string) []string {
	folded := value.FoldText(text)
	var out []string
	start := -1
	end := func(i int) {
		if start >= 0 {
			out = append(out, folded[start:i])
			start = -1
		}
	}
	for i, r := range folded {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			end(i)
			out = append(out, string(r))
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			if start < 0 {
				start = i
			}
		default:
			end(i)
		}
	}
	end(len(folded))
	return out
}

// sequences hashes every run of n words, or all of them where there are fewer; sorted, each once.
func sequences(words []string, n int) []uint64 {
	if len(words) == 0 {
		return nil
	}
	n = min(n, len(words))
	out := make([]uint64, 0, len(words)-n+1)
	for i := 0; i+n <= len(words); i++ {
		out = append(out, hashWords(words[i:i+n]))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// hashWords is FNV-1a over the words, each ended by a byte that none contains.
func hashWords(words []string) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range words {
		for i := range len(w) {
			h = (h ^ uint64(w[i])) * 1099511628211
		}
		h = (h ^ 0xff) * 1099511628211
	}
	return h
}

func joinWords(words []string) string {
	out := words[0]
	for _, w := range words[1:] {
		out += " " + w
	}
	return out
}

// half is the first half of a digest, enough where a collision among some thousand values is all
// that matters.
func half(d det.Digest) uint64 { return binary.LittleEndian.Uint64(d[:8]) }
