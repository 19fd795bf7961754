package kb

import (
	"unicode"

	"coworkenv.dev/coworkenv/core/world"
)

// query is what a search looks for. By the benchmark's rule a text's tokens are its words, its
// pairs of neighbouring characters that are not both blank, and its single ideographs, all in
// lower case, and an article is found when it shares a token with the query. Two words that are
// equal share a pair as well unless they are one character long, so pairs, ideographs and words
// of one character decide, and one pass over the article's text finds them.
type query struct {
	pairs  map[[2]rune]struct{}
	maybe  [4]uint64         // a bit for each pair, to spare most look-ups
	single map[rune]struct{} // ideographs, and words of one character
}

func newQuery(text string) *query {
	q := &query{pairs: map[[2]rune]struct{}{}, single: map[rune]struct{}{}}
	var s scan
	s.each(text, func(pair [2]rune) bool {
		q.pairs[pair] = struct{}{}
		bit := slot(pair)
		q.maybe[bit>>6] |= 1 << (bit & 63)
		return false
	}, q.add)
	s.end(q.add)
	return q
}

func (q *query) add(r rune) bool {
	q.single[r] = struct{}{}
	return false
}

func (q *query) hasPair(pair [2]rune) bool {
	if bit := slot(pair); q.maybe[bit>>6]&(1<<(bit&63)) == 0 {
		return false
	}
	_, ok := q.pairs[pair]
	return ok
}

// slot is the place of a pair among 256 bits.
func slot(pair [2]rune) uint8 { return uint8(pair[0]*31 + pair[1]) }

func (q *query) hasSingle(r rune) bool {
	_, ok := q.single[r]
	return ok
}

// meets reports whether the article's title, tags and content share a token with the query.
func (q *query) meets(r *world.Record) bool {
	var s scan
	if s.each(r.Text("title"), q.hasPair, q.hasSingle) {
		return true
	}
	for _, tag := range r.Texts("tags") {
		if s.each(" ", q.hasPair, q.hasSingle) || s.each(tag, q.hasPair, q.hasSingle) {
			return true
		}
	}
	return s.each(" ", q.hasPair, q.hasSingle) || s.each(r.Text("content"), q.hasPair, q.hasSingle) || s.end(q.hasSingle)
}

// scan reads a text that comes in parts. The zero value is at the start.
type scan struct {
	before  rune // the character before, in lower case
	started bool
	letters int // how long the word is that ends here; 0 after a blank
}

// each calls onPair for the pairs and onSingle for the ideographs and the words of one
// character of the next part, until one returns true, and returns that.
func (s *scan) each(part string, onPair func([2]rune) bool, onSingle func(rune) bool) bool {
	for _, r := range part {
		r = lower(r)
		blank := isBlank(r)
		if s.started && !(blank && s.letters == 0) && onPair([2]rune{s.before, r}) {
			return true
		}
		if isIdeograph(r) && onSingle(r) {
			return true
		}
		if blank {
			if s.letters == 1 && onSingle(s.before) {
				return true
			}
			s.letters = 0
		} else {
			s.letters++
		}
		s.before, s.started = r, true
	}
	return false
}

// end is the end of the text: the last word may have been one character long.
func (s *scan) end(onSingle func(rune) bool) bool { return s.letters == 1 && onSingle(s.before) }

func lower(r rune) rune {
	if r < 0x80 {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return unicode.ToLower(r)
}

// isBlank reports what Python's str.split takes as white space.
func isBlank(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

func isIdeograph(r rune) bool { return r >= 0x4e00 && r <= 0x9fff }
