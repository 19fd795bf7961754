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
	"coworkenv.dev/coworkenv/core/world"
)

// squash makes texts comparable for leaks: nothing but letters and digits, as an eye takes them.
func squash(s string) string {
	if b, ok := squashASCII(s); ok {
		return b
	}
	return value.Bare(s)
}

// squashASCII is squash for texts without any other letters, which most are.
func squashASCII(s string) (string, bool) {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 0x80:
			return "", false
		case c >= 'A' && c <= 'Z':
			b = append(b, c+'a'-'A')
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b = append(b, c)
		}
	}
	return string(b), true
}

// handed is a text that the agent gets without doing anything.
type handed struct {
	path    string
	text    string // squashed
	numbers []value.Decimal
}

func hand(path, text string) handed { return handed{path, squash(text), numbersIn(text)} }

// holds reports whether a value stands in the text: a number as a number of its own, so that
// 18:00 does not give 1800 away, anything else whatever stands between its letters.
func (h *handed) holds(v *sought) bool {
	if v.isNumber {
		return slices.Contains(h.numbers, v.number)
	}
	return strings.Contains(h.text, v.squashed)
}

// sought is a value that is looked for in texts.
type sought struct {
	squashed string
	number   value.Decimal
	isNumber bool
}

func seek(v string) sought {
	s := sought{squashed: squash(v)}
	d, err := value.ParseDecimal(v)
	s.number, s.isNumber = d, err == nil
	return s
}

// numbersIn reads the numbers of a text, with or without group separators.
func numbersIn(text string) []value.Decimal {
	var out []value.Decimal
	for _, word := range strings.FieldsFunc(value.PlainDigits(value.Fold(text)), func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' && r != '\'' }) {
		if d, ok := value.ReadNumber(strings.Trim(word, ".,'")); ok {
			out = append(out, d)
		}
	}
	return out
}

// handedTexts lists, squashed, what the agent is handed: request, brief, who the user is, the
// descriptions of tools, and assets that a text names as if they were enclosed.
func (s *subject) handedTexts() []handed {
	t := s.task
	out := []handed{hand("brief", t.Brief)}
	told := t.Brief
	for i, r := range t.Requests {
		out = append(out, hand(fmt.Sprintf("request[%d].say", i), r.Say))
		told += "\n" + r.Say
	}
	if u := t.User; u != nil {
		out = append(out, hand("user.persona", u.Persona), hand("user.style", u.Style))
	}
	for i, a := range t.Assets {
		if containsWord(told, a.Path) {
			out = append(out, hand(fmt.Sprintf("assets[%d].text", i), a.Text))
		}
	}
	for _, o := range s.ready.Bound.Image.Offered() {
		out = append(out, handed{path: "the description of " + o.Name, text: s.gate.description(o.Tool)}) // it is every task's: its numbers are examples
	}
	return out
}

// description is a tool's description with those of its parameters, squashed once a gate.
func (g *Gate) description(t *world.Tool) string {
	if known, ok := g.described.Load(t); ok {
		text, _ := known.(string)
		return text
	}
	text := t.Doc
	for i := range t.Params {
		text += "\n" + t.Params[i].Doc
	}
	text = squash(text)
	g.described.Store(t, text)
	return text
}

// leakRound shows that what must be discovered is not given away: no value that the checks
// demand and that only an expression yields stands in a text that the agent is handed. Values
// that stand as literals in a fact or a check are given, and so is what the user tells. Nor is
// what the user must be asked for.
func leakRound(_ context.Context, s *subject) error {
	given := s.givenLiterals()
	texts := s.handedTexts()
	asked := map[string]*task.CheckSpec{} // the last check that a value was looked for
	for i := range s.task.Checks {
		c := &s.task.Checks[i]
		for _, v := range s.demanded(c) {
			s.counts["values"]++
			it := seek(v)
			if len(it.squashed) < minLeak || asked[it.squashed] == c || strings.Contains(given, it.squashed) {
				continue
			}
			asked[it.squashed] = c
			leaked := 0
			for k := range texts {
				h := &texts[k]
				leaks := h.holds(&it)
				if s.opts.Tell != nil {
					s.tell(Event{Kind: Tried, Round: s.round, Piece: "value_in_text", Stopped: leaks})
				}
				if leaks {
					leaked++
					s.find(Error, LeakedValue, c.Path, fmt.Sprintf("%s demands %q, which stands in %s", c.ID, v, h.path), nil)
				}
			}
			s.tally("value_in_text", len(texts), leaked)
		}
	}
	s.asked()
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
		stage = b.Stages()[0] // as when the check is compiled
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
	exprs := s.yielding(c.Params, stage, scope, nil)
	var out []string
	for _, it := range items {
		for _, t := range exprs {
			if v, p := b.Fill(t, stage, task.Env{It: it}); p == nil {
				texts(v, &out)
			}
		}
	}
	return out
}

// yielding adds the expressions of a check, compiled.
func (s *subject) yielding(n *task.Node, stage string, scope task.Scope, out []*task.Template) []*task.Template {
	if n == nil {
		return out
	}
	if _, ok := n.IsExpr(); ok {
		if t, p := s.ready.Bound.Compiled(n, stage, scope); p == nil {
			out = append(out, t)
		}
		return out
	}
	for _, item := range n.Items {
		out = s.yielding(item, stage, scope, out)
	}
	return out
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
