package grade

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/world"
)

// Writable warns of texts that a check asks for and no tool of the task can write into the
// field, since every one that sets it takes it from a list without that word.
func (c *Compiler) Writable(n *task.Node, p *Pattern, items *Items, coll *Collection, op world.Op) {
	if p == nil || items == nil || coll == nil {
		return
	}
	for i := range items.Values {
		fields, ok := p.Fixed(i)
		if !ok {
			return
		}
		for _, f := range fields {
			word, exact := wantedWord(f.Matcher)
			if !exact {
				continue
			}
			words := c.words(coll, f.Name, op)
			if words == nil || slices.Contains(words, word) {
				continue
			}
			at, _ := n.Get(f.Name)
			c.Warn(at, CodeUnwritable, "the tools write "+strings.Join(words, ", "), "no tool of the task can make %s of %s %s", f.Name, coll.Name, show(word))
			return
		}
	}
}

// wantedWord is the one text that a matcher takes.
func wantedWord(m Matcher) (string, bool) {
	e, ok := m.(*equals)
	if !ok || e.s.Type != world.Text || e.s.List {
		return "", false
	}
	word, ok := e.raw.(string)
	return word, ok
}

// allowed lists the only values of a field; nil where it takes any.
func (c *Collection) allowed(field string) []string {
	if f, ok := c.Decl.Field(field); ok {
		return f.Enum
	}
	return nil
}

// words lists what tools can write into a field; nil where some tool takes any text and so does the
// field, or none says what it writes. What was made may be changed by another tool afterwards.
func (c *Compiler) words(coll *Collection, field string, op world.Op) []string {
	words, free := c.wordsBy(coll, field, op)
	if op == world.Created && words != nil && !free {
		var later []string
		later, free = c.wordsBy(coll, field, world.Updated)
		words = append(words, later...)
	}
	if free {
		return coll.allowed(field)
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// wordsBy lists what the effects of one kind write into a field; free = some tool takes any text.
func (c *Compiler) wordsBy(coll *Collection, field string, op world.Op) (words []string, free bool) {
	for _, o := range c.Bound.Image.Offered() {
		for _, e := range o.Tool.Effects {
			if e.Op != op || o.Service.Name+"."+e.Collection != coll.Name {
				continue
			}
			if v, ok := e.Const[field].(string); ok {
				words = append(words, v)
			}
			name, ok := e.Fields[field]
			if !ok {
				continue
			}
			p, ok := o.Tool.Param(name)
			if !ok || len(p.Enum) == 0 {
				return nil, true
			}
			words = append(words, p.Enum...)
		}
	}
	return words, false
}
