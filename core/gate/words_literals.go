package gate

import (
	"regexp"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// worded is a text in which somebody tells the agent what is wanted.
type worded struct{ path, text string }

// wordsTold lists brief, requests and what the user tells when asked.
func wordsTold(t *task.Task) []worded {
	var out []worded
	add := func(path, text string) {
		if text != "" {
			out = append(out, worded{path, value.Fold(text)})
		}
	}
	add("brief", t.Brief)
	for i := range t.Requests {
		add(t.Requests[i].Path+".say", t.Requests[i].Say)
	}
	if t.User != nil {
		for i := range t.User.Knows {
			add("user.knows", t.User.Knows[i].Say)
		}
	}
	return out
}

// literal is a text that an expression or a check holds, with what stands beside it.
type literal struct {
	text    string
	path    string
	fact    string // the fact that holds it, "" elsewhere
	before  string // the expression up to its quote; "" for a literal of a check
	after   string
	decides bool // it stands in a fact or a check: what is right depends on it
	check   bool // it is a check's own
}

// literalsOf lists the texts that facts, checks, prohibitions and solution name. What evidence
// of a search makes up is none.
func literalsOf(t *task.Task) []literal {
	var out []literal
	expr := func(path, fact, src string, decides bool) {
		for _, at := range quotedIn(src) {
			out = append(out, literal{text: value.Fold(src[at.from:at.to]), path: path, fact: fact, before: src[:at.from-1], after: src[at.to+1:], decides: decides})
		}
	}
	for i := range t.Facts {
		f := &t.Facts[i]
		for _, e := range expressionsOf(f) {
			expr(e.Path, f.Name, e.Expr, true)
		}
	}
	nodes := func(n *task.Node, decides bool) {
		eachScalar(n, func(n *task.Node) {
			if src, isExpr := n.IsExpr(); isExpr {
				expr(n.Path, "", src, decides)
			} else if decides || n.Quoted {
				out = append(out, literal{text: value.Fold(n.Literal()), path: n.Path, decides: decides, check: decides})
			}
		})
	}
	for i := range t.Checks {
		if t.Checks[i].Kind != "searched" {
			nodes(t.Checks[i].Params, true)
		}
	}
	for i := range t.Forbid {
		nodes(t.Forbid[i].Params, false)
	}
	for i := range t.Solution {
		nodes(t.Solution[i].Args, false)
		nodes(t.Solution[i].Answer, false)
		expr("", "", t.Solution[i].Each, false)
	}
	return out
}

// expressionsOf lists the expressions of a fact with their paths.
func expressionsOf(f *task.FactSpec) []task.Named {
	out := []task.Named{{Expr: f.Value, Path: f.Path}, {Expr: f.From, Path: f.Path}}
	out = append(out, f.Let...)
	for _, c := range f.Where {
		out = append(out, task.Named{Name: c.Name, Expr: c.Expr, Path: c.Path})
	}
	if f.Give != nil {
		out = append(out, task.Named{Expr: f.Give.Expr, Path: f.Give.Path})
		out = append(out, f.Give.Fields...)
	}
	return slices.DeleteFunc(out, func(e task.Named) bool { return e.Expr == "" })
}

func eachScalar(n *task.Node, visit func(n *task.Node)) {
	if n == nil {
		return
	}
	if n.Kind == task.Scalar {
		visit(n)
	}
	for _, item := range n.Items {
		eachScalar(item, visit)
	}
}

// part is a part of a text.
type part struct{ from, to int }

// quotedIn finds the texts of an expression, without their quotes.
func quotedIn(src string) []part {
	var out []part
	quote, from := byte(0), 0
	for i := range len(src) {
		switch {
		case quote != 0 && src[i] == quote:
			out = append(out, part{from, i})
			quote = 0
		case quote == 0 && (src[i] == '"' || src[i] == '\'' || src[i] == '`'):
			quote, from = src[i], i+1
		}
	}
	return out
}

// comparedBy is the ordering operator between a literal and a field, as if the field stood on
// the left; "" where there is none.
func (l *literal) comparedBy() string {
	before := strings.TrimRight(l.before, " ")
	for _, call := range []string{"day(", "at(", "datetime("} {
		before = strings.TrimRight(strings.TrimSuffix(before, call), " ")
	}
	for _, op := range []string{"<=", ">=", "<", ">"} {
		if strings.HasSuffix(before, op) {
			return op
		}
	}
	after := strings.TrimLeft(l.after, " )")
	for _, op := range []string{"<=", ">=", "<", ">"} {
		if strings.HasPrefix(after, op) {
			return strings.Map(func(r rune) rune {
				switch r {
				case '<':
					return '>'
				case '>':
					return '<'
				}
				return r
			}, op)
		}
	}
	return ""
}

var quotedWords = regexp.MustCompile(`“([^“”]{3,60})”|"([^"\n]{3,60})"|「([^「」]{3,60})」`)

// quotesIn lists what a text puts in quotes, but for patterns with places to fill.
func quotesIn(text string) []string {
	first := strings.IndexAny(text, `“"「`)
	if first < 0 {
		return nil // most texts: the pattern looks at every sign of them
	}
	var out []string
	for _, m := range quotedWords.FindAllStringSubmatch(text[first:], -1) {
		if words := m[1] + m[2] + m[3]; !strings.ContainsAny(words, "<>{}[]") {
			out = append(out, words)
		}
	}
	return out
}

// quoted reports whether the words that an agent is told put a text in quotes.
func (l *lab) quoted(text string) bool {
	if l.quotes == nil {
		l.quotes = map[string]bool{}
		for _, w := range wordsTold(l.bound.Task) {
			for _, q := range quotesIn(w.text) {
				l.quotes[squash(q)] = true
			}
		}
	}
	it := squash(text)
	return it != "" && l.quotes[it]
}

// recorded reports whether some record holds a text as a field.
func (s *subject) recorded(squashed string) bool {
	state := s.seedState()
	for _, full := range s.ready.Bound.Image.Collections() {
		for r := range state.Records(full) {
			for _, m := range r.Fields() {
				if v, ok := m.Value.(string); ok && len(v) < 2*len(squashed)+8 && squash(v) == squashed {
					return true
				}
			}
		}
	}
	return false
}
