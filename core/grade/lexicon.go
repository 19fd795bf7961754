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
	numeric []string // those whose digits would pass for a number
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
		if passesForNumber(s) {
			lex.numeric = append(lex.numeric, s)
		}
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

// passesForNumber reports whether a number could be read out of a known id or name: some run
// of its digits has no letter, "_", "@" or "-" beside it. Up to three digits alone are no id.
func passesForNumber(s string) bool {
	if len(s) <= 3 && allDigits(s) {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i]-'0' > 9 {
			continue
		}
		end := digitsEnd(s, i)
		if opens(s, i) && closes(s, end) {
			return true
		}
		i = end
	}
	return false
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

// idAround returns the end of a known id that covers position i of a prepared text, or 0.
func (x *lexicon) idAround(s string, i int) int {
	if x == nil {
		return 0
	}
	for _, id := range x.numeric {
		for from := max(0, i-len(id)+1); from <= i; from++ {
			if strings.HasPrefix(s[from:], id) && opens(s, from) && closes(s, from+len(id)) {
				return from + len(id)
			}
		}
	}
	return 0
}
