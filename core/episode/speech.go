package episode

import (
	"slices"
	"strings"
	"unicode"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// mostSpeech bounds what a user says at a time, in bytes.
const mostSpeech = 4000

// forbids says what is wrong with a speech of a played user; "" where nothing is. What counts is
// what cannot be put in other words: names, numbers, addresses. All of those that it tells must be
// known to it, and all of an entry that it claims to tell must be there. Of what it does not claim to
// tell, most of the words may not be there.
func (u *user) forbids(q *Question, s *Speech) string {
	text := strings.TrimSpace(s.Text)
	if text == "" || len(text) > mostSpeech {
		return "it says nothing, or more than 4000 bytes"
	}
	var told, untold []*task.Known
	for i := range u.spec.Knows {
		k := &u.spec.Knows[i]
		if slices.Contains(s.Revealed, k.ID) || slices.Contains(q.Told, k.ID) {
			told = append(told, k)
		} else {
			untold = append(untold, k)
		}
	}
	for _, id := range s.Revealed {
		if !slices.ContainsFunc(told, func(k *task.Known) bool { return k.ID == id }) {
			return "it tells " + quoted(id) + ", which the user does not know"
		}
	}
	said := newTerms(text)
	known := newTerms(u.spec.Persona, u.spec.Style, u.spec.Confirm, u.unknown, q.Text)
	for _, l := range q.Heard {
		known.add(l.Text)
	}
	common := known.clone()
	for _, k := range told {
		known.add(k.Say)
	}
	for _, term := range said.sorted(said.hard) {
		if !known.hard[term] && !known.words[strings.ToLower(term)] {
			return "it says " + quoted(term) + ", which the user does not know"
		}
	}
	for _, k := range told {
		if !slices.Contains(s.Revealed, k.ID) {
			continue
		}
		if missing := newTerms(k.Say).missing(common, said); missing != "" {
			return "it claims to tell " + k.ID + " and leaves out " + quoted(missing)
		}
	}
	for _, k := range untold {
		if newTerms(k.Say).given(known, said) {
			return "it gives " + k.ID + " away without saying so"
		}
	}
	return ""
}

// quoted is foreign text in a message.
func quoted(s string) string {
	if len(s) > 60 {
		s = strings.ToValidUTF8(s[:60], "") + "..."
	}
	return `"` + s + `"`
}

// terms is a text taken apart: all words in small letters, pairs of characters where words have no
// blanks between them, and those terms that have one spelling.
type terms struct{ words, hard map[string]bool }

func newTerms(texts ...string) *terms {
	t := &terms{map[string]bool{}, map[string]bool{}}
	for _, s := range texts {
		t.add(s)
	}
	return t
}

func (t *terms) clone() *terms {
	c := newTerms()
	for w := range t.words {
		c.words[w] = true
	}
	for w := range t.hard {
		c.hard[w] = true
	}
	return c
}

func (t *terms) add(text string) {
	starts := true // of a sentence
	for _, field := range strings.FieldsFunc(value.Fold(text), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;()[]\"“”«»、，；（）《》", r)
	}) {
		word := strings.Trim(field, ".!?:'。！？：*_`")
		if isHard(word, starts) {
			t.hard[word] = true
		}
		for _, w := range strings.FieldsFunc(strings.ToLower(word), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			t.addWord(w)
		}
		starts = strings.ContainsAny(field[len(field)-1:], ".!?:") || strings.HasSuffix(field, "。") || strings.HasSuffix(field, "！") || strings.HasSuffix(field, "？")
	}
}

func (t *terms) addWord(w string) {
	runes := []rune(w)
	if !unicode.Is(unicode.Han, runes[0]) {
		t.words[w] = true
		return
	}
	for i := 0; i+1 < len(runes); i++ {
		t.words[string(runes[i:i+2])] = true
	}
	if len(runes) == 1 {
		t.words[w] = true
	}
}

// isHard tells words that have one spelling: those with a digit, an @ or a slash, and names, which
// are capitals where no sentence starts.
func isHard(word string, starts bool) bool {
	if strings.ContainsAny(word, "0123456789@/") {
		return true
	}
	r := []rune(word)
	return len(r) > 1 && unicode.IsUpper(r[0]) && !starts && !strings.HasPrefix(word, "I'")
}

func (t *terms) sorted(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for w := range set {
		out = append(out, w)
	}
	slices.Sort(out)
	return out
}

// missing is a term of t with one spelling that others do not have in common and that said lacks,
// or, where half of the words of t that are its own are lacking, the first of those.
func (t *terms) missing(common, said *terms) string {
	for _, h := range t.sorted(t.hard) {
		if !common.hard[h] && !said.hard[h] && !said.words[strings.ToLower(h)] {
			return h
		}
	}
	own, lacking := 0, ""
	gone := 0
	for _, w := range t.sorted(t.words) {
		if len(w) < 3 || common.words[w] {
			continue
		}
		own++
		if !said.words[w] {
			gone++
			if lacking == "" {
				lacking = w
			}
		}
	}
	if own > 0 && gone*2 > own {
		return lacking
	}
	return ""
}

// given tells whether said holds more than half of the words of t that are its own.
func (t *terms) given(known, said *terms) bool {
	own, there := 0, 0
	for w := range t.words {
		if len(w) < 3 || known.words[w] {
			continue
		}
		own++
		if said.words[w] {
			there++
		}
	}
	return own > 0 && there*2 > own
}
