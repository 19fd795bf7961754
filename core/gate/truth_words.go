package gate

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// wording is what comparing words mean.
type wording struct {
	words  string
	strict bool
	up     bool // the larger or later side
	point  bool // about points in time rather than quantities
}

// wordings lists comparing words; a phrase stands before those that it holds.
func wordings() []wording {
	const strict, up, point = true, true, true
	return []wording{
		{"up to and including", false, false, false}, {"no more than", false, false, false}, {"not more than", false, false, false},
		{"no later than", false, false, point}, {"not later than", false, false, point}, {"no earlier than", false, up, point}, {"not earlier than", false, up, point},
		{"not before", false, up, point}, {"not after", false, false, point}, {"on or before", false, false, point}, {"on or after", false, up, point},
		{"no less than", false, up, false}, {"not less than", false, up, false}, {"no fewer than", false, up, false},
		{"at least", false, up, false}, {"at most", false, false, false}, {"or more", false, up, false}, {"or less", false, false, false}, {"or fewer", false, false, false},
		{"or later", false, up, point}, {"or earlier", false, false, point}, {"and above", false, up, false}, {"and below", false, false, false},
		{"more than", strict, up, false}, {"less than", strict, false, false}, {"fewer than", strict, false, false}, {"greater than", strict, up, false},
		{"older than", strict, up, false}, {"longer than", strict, up, false}, {"shorter than", strict, false, false},
		{"later than", strict, up, point}, {"earlier than", strict, false, point}, {"exceeds", strict, up, false}, {"exceeding", strict, up, false},
		{"above", strict, up, false}, {"below", strict, false, false}, {"under", strict, false, false}, {"over", strict, up, false},
		{"before", strict, false, point}, {"after", strict, up, point}, {"within", false, false, false}, {"until", false, false, point}, {"up to", false, false, false}, {"since", false, up, point},
		{"不超过", false, false, false}, {"不多于", false, false, false}, {"不高于", false, false, false}, {"不大于", false, false, false},
		{"不晚于", false, false, point}, {"不迟于", false, false, point}, {"不早于", false, up, point},
		{"不少于", false, up, false}, {"不低于", false, up, false}, {"不小于", false, up, false}, {"至少", false, up, false}, {"至多", false, false, false}, {"最多", false, false, false},
		{"超过", strict, up, false}, {"多于", strict, up, false}, {"大于", strict, up, false}, {"高于", strict, up, false},
		{"少于", strict, false, false}, {"小于", strict, false, false}, {"低于", strict, false, false}, {"不足", strict, false, false}, {"不满", strict, false, false},
		{"晚于", strict, up, point}, {"早于", strict, false, point}, {"及以后", false, up, point}, {"及以前", false, false, point},
		{"以上", false, up, false}, {"以下", false, false, false}, {"以内", false, false, false}, {"之内", false, false, false},
		{"天内", false, false, false}, {"小时内", false, false, false}, {"周内", false, false, false}, {"月内", false, false, false}, {"日内", false, false, false},
		{"以前", strict, false, point}, {"之前", strict, false, point}, {"以后", strict, up, point}, {"之后", strict, up, point}, {"截至", false, false, point}, {"截止", false, false, point},
	}
}

// comparing finds the comparing words of a quote; ok only where they mean one thing.
func comparing(quote string) (w wording, ok bool) {
	quote = " " + strings.ToLower(value.Fold(quote)) + " "
	for _, x := range wordings() {
		if !containsWord(quote, x.words) {
			continue
		}
		if ok && (x.strict != w.strict || x.up != w.up) {
			return w, false // two comparisons in one quote
		}
		if !ok {
			w = x
		}
		ok = true
		quote = strings.ReplaceAll(quote, x.words, " ")
	}
	return w, ok
}

// comparison is the one ordering comparison of a condition.
type comparison struct {
	op     string
	up     bool
	strict bool
	turned bool // the direction cannot be told: both sides or neither hold a field
	date   bool // the side that is compared is a field alone, so that quantities run the other way for dates
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
		c = comparison{op: op, up: op[0] == '>', strict: len(op) == 1, date: fieldAlone(left)}
		l, r := holdsField(left), holdsField(right)
		switch {
		case l == r:
			c.turned = true
		case r:
			c.up, c.date = !c.up, fieldAlone(right)
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
	case c.turned || !w.point && c.date:
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
	if len(missingAll(t.conditions(f.Name))) > 0 {
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
