package grade

import (
	"reflect"
	"strconv"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// Arg is a node of the task file with its expressions evaluated. Scalars that were written out
// stay text, since only the field they are compared with gives them a type.
type Arg struct {
	Node *task.Node
	v    any // literal, []Arg (a list), *argMap (a map), or the Go value of an expression
}

// literal is a scalar as written.
type literal struct {
	text   string
	quoted bool
}

// null reports whether nothing is written: null and ~ are texts only in quotes.
func (l literal) null() bool { return !l.quoted && (l.text == "null" || l.text == "~") }

type argMap struct {
	keys  []string
	items []Arg
}

func (m *argMap) get(key string) (Arg, bool) {
	for i, k := range m.keys {
		if k == key {
			return m.items[i], true
		}
	}
	return Arg{}, false
}

// Text returns a written-out scalar or the text value of an expression.
func (a Arg) Text() (string, bool) {
	switch v := a.v.(type) {
	case literal:
		return v.text, !v.null() && (v.quoted || v.text != "")
	case string:
		return v, true
	case value.Day:
		return string(v), true
	}
	return "", false
}

// List returns the members of a list, written out or the value of an expression.
func (a Arg) List() ([]Arg, bool) {
	switch v := a.v.(type) {
	case []Arg:
		return v, true
	case []any:
		out := make([]Arg, len(v))
		for i := range v {
			out[i] = Arg{a.Node, v[i]}
		}
		return out, true
	case nil, literal, string, *argMap:
		return nil, false
	}
	rv := reflect.ValueOf(a.v)
	if rv.Kind() != reflect.Slice {
		return nil, false
	}
	out := make([]Arg, rv.Len())
	for i := range out {
		out[i] = Arg{a.Node, rv.Index(i).Interface()}
	}
	return out, true
}

// Members returns the names and values of a map that was written out.
func (a Arg) Members() (keys []string, items []Arg, ok bool) {
	m, ok := a.v.(*argMap)
	if !ok {
		return nil, nil, false
	}
	return m.keys, m.items, true
}

// Member returns one member of a map, written out or the value of an expression.
func (a Arg) Member(key string) (Arg, bool) {
	switch v := a.v.(type) {
	case *argMap:
		return v.get(key)
	case map[string]any:
		x, ok := v[key]
		return Arg{a.Node, x}, ok
	case *value.Object:
		x, ok := v.Get(key)
		return Arg{a.Node, x}, ok
	}
	return Arg{}, false
}

// names lists the members' names of a map in either form; nil where it is none.
func (a Arg) names() []string {
	switch v := a.v.(type) {
	case *argMap:
		return v.keys
	case map[string]any, *value.Object:
		o, _ := value.FromGo(v).(*value.Object)
		names := make([]string, 0, o.Len())
		for _, m := range o.Members() {
			names = append(names, m.Name)
		}
		return names
	}
	return nil
}

// template is a node whose expressions are compiled, ready to be evaluated for each item.
type template struct {
	node *task.Node
	expr *task.Expr // of a scalar "=..."
	kids []*template
	made bool // an expression in it calls made(...)
}

// template compiles the expressions of a node; problems are reported, nil is returned then.
func (c *Compiler) template(n *task.Node, scope task.Scope) *template {
	t := &template{node: n}
	if src, ok := n.IsExpr(); ok {
		t.expr, t.made = c.compile(src, n, scope)
		if t.expr == nil {
			return nil
		}
		return t
	}
	failed := false
	for _, kid := range n.Items {
		k := c.template(kid, scope)
		if k == nil {
			failed = true
			continue
		}
		t.kids = append(t.kids, k)
		t.made = t.made || k.made
	}
	if failed {
		return nil
	}
	return t
}

// bare makes the template of a node whose scalar is an expression with or without "=".
func (c *Compiler) bare(n *task.Node, scope task.Scope) *template {
	if _, marked := n.IsExpr(); marked || n.Kind != task.Scalar {
		return c.template(n, scope)
	}
	expr, made := c.compile(n.Text, n, scope)
	if expr == nil {
		return nil
	}
	return &template{node: n, expr: expr, made: made}
}

// evaluator gives templates their values; it is free of problems and safe for many goroutines.
type evaluator struct {
	b     *task.Bound
	stage string
}

func (ev evaluator) eval(t *template, env task.Env) (Arg, *Fit) {
	switch {
	case t.expr != nil && ev.b.Doubtful(t.expr):
		return Arg{}, &Fit{node: t.node, told: true}
	case t.expr != nil:
		v, err := ev.b.Run(t.expr, ev.stage, env)
		if err != nil {
			return Arg{}, &Fit{node: t.node, code: CodeExpression, msg: err.Error(), err: err}
		}
		return Arg{t.node, v}, nil
	case t.node.Kind == task.Scalar:
		return Arg{t.node, literal{t.node.Literal(), t.node.Quoted}}, nil
	}
	items := make([]Arg, len(t.kids))
	for i, kid := range t.kids {
		var bad *Fit
		if items[i], bad = ev.eval(kid, env); bad != nil {
			return Arg{}, bad
		}
	}
	if t.node.Kind == task.Map {
		return Arg{t.node, &argMap{t.node.Keys, items}}, nil
	}
	return Arg{t.node, items}, nil
}

// Fit is why a value does not fit its place: a problem when compiling, an error when grading.
type Fit struct {
	node *task.Node
	code task.Code
	msg  string
	hint string
	err  error // the cause, for errors.Is
	told bool  // it follows from an error that is told already
}

// Error is the cause and, in brackets, the remedy.
func (f *Fit) Error() string {
	if f.hint == "" {
		return f.msg
	}
	return f.msg + " (" + f.hint + ")"
}

// Unwrap returns the cause.
func (f *Fit) Unwrap() error { return f.err }

// describe shows an argument in a message.
func (a Arg) describe() string {
	switch v := a.v.(type) {
	case literal:
		if v.null() || !v.quoted && v.text == "" {
			return "nothing"
		}
		return strconv.Quote(clip(v.text))
	case []Arg:
		return "a list"
	case *argMap:
		return "a map"
	}
	return show(value.FromGo(a.v))
}
