package gate

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// squash makes texts comparable for leaks: NFKC, case folded, nothing but letters and digits.
func squash(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, value.Fold(s))
}

// handed is a text that the agent gets without doing anything.
type handed struct{ path, text string }

func handedTexts(t *task.Task) []handed {
	out := []handed{{"brief", t.Brief}}
	for i, r := range t.Requests {
		out = append(out, handed{fmt.Sprintf("request[%d].say", i), r.Say})
	}
	if u := t.User; u != nil {
		out = append(out, handed{"user.persona", u.Persona}, handed{"user.style", u.Style})
	}
	return out
}

// leakRound shows that what must be discovered is not given away: no value that the checks
// demand and that only an expression yields stands in a text that the agent is handed. Values
// that stand as literals in a fact or a check are given, and so is what the user tells.
func leakRound(_ context.Context, s *subject) error {
	given := s.givenLiterals()
	texts := handedTexts(s.task)
	for i := range texts {
		texts[i].text = " " + squash(texts[i].text) + " "
	}
	for i := range s.task.Checks {
		c := &s.task.Checks[i]
		for _, v := range s.demanded(c) {
			s.counts["values"]++
			sq := squash(v)
			if len(sq) < minLeak || strings.Contains(given, sq) {
				continue
			}
			for _, h := range texts {
				if strings.Contains(h.text, sq) {
					s.find(Error, LeakedValue, c.Path, fmt.Sprintf("%s demands %q, which stands in %s", c.ID, v, h.path), nil)
				}
			}
		}
	}
	return nil
}

// minLeak is the length below which a value is too common to be recognised within a text.
const minLeak = 4

// givenLiterals is all literal text of facts and checks, squashed.
func (s *subject) givenLiterals() string {
	var b strings.Builder
	add := func(text string) {
		b.WriteString(squash(text))
		b.WriteByte(' ')
	}
	for _, f := range s.task.Facts {
		add(f.Value)
		add(f.From)
		for _, n := range f.Let {
			add(n.Expr)
		}
		for _, c := range f.Where {
			add(c.Expr)
		}
		if f.Give != nil {
			add(f.Give.Expr)
			for _, n := range f.Give.Fields {
				add(n.Expr)
			}
		}
	}
	for _, c := range s.task.Checks {
		literals(c.Params, add)
	}
	for _, a := range s.task.Answer {
		for _, word := range a.OneOf {
			add(word)
		}
		for _, col := range a.Rows {
			for _, word := range col.OneOf {
				add(word)
			}
		}
	}
	return b.String()
}

func literals(n *task.Node, add func(string)) {
	if n == nil {
		return
	}
	if n.Kind == task.Scalar {
		add(n.Text) // an expression's own literals are within its text
	}
	for _, item := range n.Items {
		literals(item, add)
	}
}

// demanded lists the texts that a check's expressions yield, for every item of its each.
func (s *subject) demanded(c *task.CheckSpec) []string {
	b := s.ready.Bound
	stage := c.Stage
	if stage == "" {
		stages := b.Stages()
		stage = stages[len(stages)-1]
	}
	items := []any{nil}
	scope := task.Scope{}
	if each, ok := c.Params.Get("each"); ok {
		e, p := b.Expr(strings.TrimPrefix(each.Text, "="), each.Path, stage, scope)
		if p != nil {
			return nil
		}
		if list, err := b.Items(e, stage, task.Env{}); err == nil {
			items, scope.It = list, e
		}
	}
	var out []string
	for _, it := range items {
		s.yielded(c.Params, stage, scope, task.Env{It: it}, &out)
	}
	return out
}

func (s *subject) yielded(n *task.Node, stage string, scope task.Scope, env task.Env, out *[]string) {
	if n == nil {
		return
	}
	if _, ok := n.IsExpr(); ok {
		if v, p := s.ready.Bound.Value(n, stage, scope, env); p == nil {
			texts(v, out)
		}
		return
	}
	for _, item := range n.Items {
		s.yielded(item, stage, scope, env, out)
	}
}

// texts lists what a value looks like in a text.
func texts(v any, out *[]string) {
	switch v := v.(type) {
	case string:
		*out = append(*out, v)
	case value.Money:
		*out = append(*out, v.Amount().String())
	case value.Decimal:
		*out = append(*out, v.String())
	case []any:
		for _, item := range v {
			texts(item, out)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			texts(v[name], out)
		}
	}
}
