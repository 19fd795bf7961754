package curate

import (
	"strings"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Features are what the rules need of a trajectory, so that thousands need not be held at once.
type Features struct {
	Start   det.Digest // of the records that it began with
	Calls   int
	Refused int  // calls that did not succeed
	Mended  bool // a call succeeded after one that did not
	Chars   int  // characters that a model would read and write, observations cut
	Cuts    []Cut
	Hits    []Hit // sets that hold a part of its requests, by name

	actions  det.Digest // of the calls in their order
	shingles []uint64   // of the words of the calls, sorted
	steps    []stepMark
}

// Hit is a part of a request that a set of GramSet holds too.
type Hit struct{ Set, Words string }

// stepMark fingerprints one step: what the agent did, and what it saw then. A silent one has nothing
// that could be learnt.
type stepMark struct {
	act, seen uint64
	silent    bool
}

// shingleWords is the length of the word sequences by which actions are compared.
const shingleWords = 5

// FeaturesOf takes the features from a trajectory. maxObserved is that of the settings.
func FeaturesOf(t *trace.Trajectory, maxObserved int, sets map[string]*GramSet) *Features {
	f := &Features{Start: t.Start, Chars: utf8.RuneCountInString(t.System) + utf8.RuneCountInString(t.Opening)}
	var words []string
	var all []byte
	for i := range t.Steps {
		s := &t.Steps[i]
		f.Chars += utf8.RuneCountInString(s.Text) + utf8.RuneCountInString(s.Reasoning)
		act, seen := []byte(s.Text), []byte(nil)
		for j := range s.Calls {
			c := &s.Calls[j]
			args := canonicalArgs(c.Args)
			f.call(c)
			f.observe(i, j, c, maxObserved)
			act = framed(framed(act, c.Tool), args)
			seen = framed(framed(seen, c.Outcome.String()), c.Observation)
			all = framed(framed(all, c.Tool), args)
			words = append(append(words, c.Tool), splitWords(args)...)
		}
		if s.User != nil {
			f.Chars += utf8.RuneCountInString(s.User.Text)
			seen = framed(append(seen, 1), s.User.Text)
		}
		f.steps = append(f.steps, stepMark{half(det.Sum(act)), half(det.Sum(seen)), s.Text == "" && s.Reasoning == "" && len(s.Calls) == 0})
	}
	f.actions = det.Sum(all)
	f.shingles = sequences(words, shingleWords)
	f.Hits = hits(t, sets)
	return f
}

// call counts a call and how it ended.
func (f *Features) call(c *trace.Call) {
	f.Calls++
	f.Chars += utf8.RuneCountInString(c.Tool) + utf8.RuneCountInString(c.Args)
	switch {
	case c.Outcome != world.OK:
		f.Refused++
	case f.Refused > 0:
		f.Mended = true
	}
}

// observe counts an observation as it would be trained on, and notes where it is to be cut.
func (f *Features) observe(step, call int, c *trace.Call, most int) {
	text := c.Observation
	if most > 0 && len(text) > most {
		f.Cuts = append(f.Cuts, Cut{Step: step, Call: call, Bytes: most})
		text = Shorten(text, most)
	}
	f.Chars += utf8.RuneCountInString(text)
}

// framed appends a text so that no two sequences of texts give equal bytes.
func framed(dst []byte, s string) []byte {
	n := len(s)
	return append(append(dst, byte(n), byte(n>>8), byte(n>>16), byte(n>>24)), s...)
}

// canonicalArgs is one spelling for arguments that mean the same; what is no JSON stays as it is.
func canonicalArgs(args string) string {
	v, err := value.Parse([]byte(args))
	if err != nil {
		return strings.TrimSpace(args)
	}
	return string(value.AppendCanonical(nil, v))
}

// hits looks for the requests of a trajectory in the sets.
func hits(t *trace.Trajectory, sets map[string]*GramSet) []Hit {
	if len(sets) == 0 {
		return nil
	}
	said := []string{t.Opening}
	for i := range t.Steps {
		if u := t.Steps[i].User; u != nil && u.Kind != trace.Answered {
			said = append(said, u.Text)
		}
	}
	var out []Hit
	for _, name := range sortedKeys(sets) {
		for _, text := range said {
			if words := sets[name].Hit(text); words != "" {
				out = append(out, Hit{name, words})
				break
			}
		}
	}
	return out
}
