package grade

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// lexicon holds the ids and names that a task's records know, so that a shorter one is never
// found within a longer one, and digits of an id are never taken for a number.
type lexicon struct {
	known   []string // prepared, sorted, each once
	numeric []digitsIn
}

// digitsIn is a run of digits within a known id or name that would pass for a number.
type digitsIn struct {
	id     string
	digits string
	at     int // where they stand in it
}

// lexiconKey is the key of a task's lexicon among what is derived from its records.
type lexiconKey struct{}

// lexiconOf is the lexicon of a task, collected once however often its checks are compiled.
func lexiconOf(b *task.Bound) *lexicon {
	lex, _ := b.Derived(lexiconKey{}, func() any { return newLexicon(b) }).(*lexicon)
	return lex
}

// defsKey is the key of the matchers' table.
type defsKey struct{}

func defsOf(b *task.Bound) []matcherDef {
	defs, _ := b.Derived(defsKey{}, func() any { return matcherDefs() }).([]matcherDef)
	return defs
}

// newLexicon collects ids, addresses and names from the records of every stage.
func newLexicon(b *task.Bound) *lexicon {
	seen := map[string]bool{}
	add := func(coll string, fields []value.Member) {
		decl, ok := b.Image.Collection(coll)
		if !ok {
			return
		}
		for _, m := range fields {
			if f, ok := decl.Field(m.Name); ok && names(f) {
				collect(m.Value, seen)
			}
		}
	}
	for _, recs := range b.Task.Records {
		for _, o := range recs.Items {
			add(recs.Collection, o.Members())
		}
	}
	for _, stage := range b.Stages() {
		for _, in := range b.Injections(stage) {
			add(in.Collection, in.Record.Members())
			add(in.Collection, in.Set)
		}
	}
	lex := &lexicon{}
	for s := range seen {
		lex.known = append(lex.known, s)
	}
	slices.Sort(lex.known)
	for _, s := range lex.known {
		lex.numeric = append(lex.numeric, digitsOf(s)...)
	}
	return lex
}

// names reports whether a field holds ids or names: its type says so, or its own name does.
func names(f *world.Field) bool {
	switch f.Type {
	case world.ID, world.Address:
		return true
	case world.Text:
		switch f.Name {
		case "name", "contact_person", "owner", "reporter", "assignee", "assigned_to", "supplier", "participants", "attendees":
			return true
		}
		return strings.HasSuffix(f.Name, "_name")
	}
	return false
}

func collect(v any, seen map[string]bool) {
	switch v := v.(type) {
	case string:
		const longest = 120 // a longer one is prose
		if s := prepare(v); s != "" && len(s) <= longest {
			seen[s] = true
		}
	case []any:
		for _, item := range v {
			collect(item, seen)
		}
	}
}

// digitsOf lists the runs of digits of a known id or name that a number could begin with: no
// letter, "_", "@" or "-" before them. Up to three digits alone are no id.
func digitsOf(s string) []digitsIn {
	if len(s) <= 3 && allDigits(s) {
		return nil
	}
	var out []digitsIn
	for i := 0; i < len(s); i++ {
		if s[i]-'0' > 9 {
			continue
		}
		end := digitsEnd(s, i)
		if opens(s, i) {
			out = append(out, digitsIn{s, s[i:end], i})
		}
		i = end
	}
	return out
}

func digitsEnd(s string, i int) int {
	for i < len(s) && s[i]-'0' <= 9 {
		i++
	}
	return i
}

// token prepares an id or name for being looked for.
func (x *lexicon) token(text string) token {
	t := token{text: prepare(text)}
	if x == nil || t.text == "" {
		return t
	}
	for _, k := range x.known {
		if len(k) > len(t.text) && strings.Contains(k, t.text) {
			t.longer = append(t.longer, k)
		}
	}
	return t
}

// idAround returns the end of a known id that the digits s[i:end] of a prepared text are part
// of, or 0.
func (x *lexicon) idAround(s string, i, end int) int {
	if x == nil {
		return 0
	}
	for k := range x.numeric {
		d := &x.numeric[k]
		if from := i - d.at; from >= 0 && d.digits == s[i:end] && strings.HasPrefix(s[from:], d.id) && opens(s, from) && closes(s, from+len(d.id)) {
			return from + len(d.id)
		}
	}
	return 0
}
