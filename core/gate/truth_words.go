package gate

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// comparison is the one ordering comparison of a condition.
type comparison struct {
	op     string
	up     bool
	strict bool
	turned bool // the direction cannot be told: both sides or neither hold a field
	date   bool // a field alone is compared with no number, so that quantities run the other way for dates
}

// compared reads the comparison of an expression; ok is false where there is none, more than
// one, or a negation.
func compared(expr string) (c comparison, ok bool) {
	src := blankTexts(expr)
	for i := 0; i < len(src); i++ {
		if src[i] != '<' && src[i] != '>' {
			continue
		}
		if ok {
			return c, false
		}
		op := src[i : i+1]
		if i+1 < len(src) && src[i+1] == '=' {
			op = src[i : i+2]
		}
		left, right := strings.TrimSpace(src[:i]), strings.TrimSpace(src[i+len(op):])
		c = comparison{op: op, up: op[0] == '>', strict: len(op) == 1, date: fieldAlone(left) && !isNumber(right)}
		l, r := holdsField(left), holdsField(right)
		switch {
		case l && r:
			c.date = false // one field beside another: the first is what the words are about
		case l == r:
			c.turned = true
		case r:
			c.up, c.date = !c.up, fieldAlone(right) && !isNumber(left)
		}
		ok = true
		i += len(op) - 1
	}
	for _, word := range []string{"not", "and", "or", "&&", "||", "any", "all", "none", "filter"} {
		if containsWord(src, word) {
			return c, false
		}
	}
	return c, ok && !strings.Contains(src, "!")
}

// blankTexts blanks the texts of an expression, so that what they hold is no operator.
func blankTexts(src string) string {
	b := []byte(src)
	quote := byte(0)
	for i := range b {
		switch {
		case quote != 0 && b[i] == quote:
			quote = 0
		case quote != 0:
			b[i] = ' '
		case b[i] == '"' || b[i] == '\'' || b[i] == '`':
			quote = b[i]
		}
	}
	return string(b)
}

// holdsField reports whether a side names a field of the row or of a let.
func holdsField(side string) bool { return strings.Contains(side, ".") || strings.Contains(side, "#") }

// isNumber reports whether a side is a number or an amount.
func isNumber(side string) bool {
	return side != "" && (side[0] >= '0' && side[0] <= '9' || side[0] == '-' || strings.HasPrefix(side, "money("))
}

// fieldAlone reports whether a side is a field and nothing more.
func fieldAlone(side string) bool { return holdsField(side) && !strings.ContainsAny(side, "( +-*/") }

// says holds the words of the request beside the comparisons.
func (t *truth) says() error {
	for i := range t.b.Task.Facts {
		f := &t.b.Task.Facts[i]
		for _, c := range f.Where {
			w, ok := comparing(c.Says)
			if !ok {
				continue
			}
			cmp, ok := compared(c.Expr)
			if !ok {
				continue
			}
			why := disagree(w, cmp)
			t.tried("says_words", why != "")
			if why != "" {
				t.s.find(Warning, SaysDisagrees, c.Path, fmt.Sprintf("%s of %s: %q %s, and the comparison is %s", c.Name, f.Name, w.words, why, cmp.op), nil)
			}
		}
	}
	return nil
}

// disagree says in what words and comparison differ, "" where they agree or nothing can be told.
func disagree(w wording, c comparison) string {
	switch {
	case w.strict && !c.strict:
		return "leaves the edge itself out"
	case !w.strict && c.strict:
		return "takes the edge itself in"
	case w.sideless || c.turned || !w.point && c.date:
		return "" // `more than 48 hours ago` is an earlier instant
	case w.up != c.up:
		return "means the other side"
	}
	return ""
}

// declaredEmpty gives records what an empty fact looks for: a text that its expression names.
func (t *truth) declaredEmpty() error {
	for _, name := range t.b.Task.Empty {
		f := t.factNamed(name)
		if f == nil {
			continue
		}
		found := t.fillable(f)
		t.tried("declared_empty", !found)
		if !found {
			t.s.find(Warning, NeverFilled, f.Path, fmt.Sprintf("no record could be changed so that %s is not empty, so that its being empty says nothing about the data", name), nil)
		}
	}
	return nil
}

func (t *truth) factNamed(name string) *task.FactSpec {
	for i := range t.b.Task.Facts {
		if t.b.Task.Facts[i].Name == name {
			return &t.b.Task.Facts[i]
		}
	}
	return nil
}

func (t *truth) fillable(f *task.FactSpec) bool {
	var sources []string
	for _, c := range f.Where {
		sources = append(sources, c.Expr)
	}
	literals := textsOf(append(sources, f.Value, f.From)...)
	if len(missingAll(t.s.rowsOfFact(f.Name))) > 0 {
		return true // a near miss stands ready
	}
	state := t.s.seedState()
	for _, rd := range t.infos[f.Name].Reads {
		n := 0
		for r := range state.Records(rd.Collection) {
			if n++; n > relatedRecords {
				break
			}
			for _, v := range literals {
				if variant := t.vary(f.Name, task.RecordChange{Collection: rd.Collection, ID: r.ID(), Set: []value.Member{{Name: rd.Field, Value: v}}}); variant != nil && t.unlike(variant, f.Name) {
					return true
				}
			}
		}
	}
	return false
}

func missingAll(r *task.Rows) []int {
	var out []int
	if r == nil {
		return nil
	}
	for _, c := range r.Conditions {
		out = append(out, missing(r, c)...)
	}
	return out
}

// textsOf lists the texts that expressions name.
func textsOf(sources ...string) []string {
	var out []string
	for _, src := range sources {
		quote, from := byte(0), 0
		for i := range len(src) {
			switch {
			case quote != 0 && src[i] == quote:
				out = append(out, src[from:i])
				quote = 0
			case quote == 0 && (src[i] == '"' || src[i] == '\'' || src[i] == '`'):
				quote, from = src[i], i+1
			}
		}
	}
	return out
}
