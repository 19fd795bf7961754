package task

import (
	"coworkenv.dev/coworkenv/core/fault"
)

// Template is a node tree with its expressions compiled: literals stay texts, expressions
// become values when it is filled.
type Template struct {
	node  *Node
	expr  *Expr
	items []*Template
}

// Template compiles a node tree. It may be filled from many goroutines.
func (b *Bound) Template(n *Node, stage string, scope Scope) (*Template, *Problem) {
	t := &Template{node: n}
	if n.Kind == Scalar {
		src, ok := n.IsExpr()
		if !ok {
			return t, nil
		}
		var p *Problem
		t.expr, p = b.Expr(src, n.Path, stage, scope)
		return t, p
	}
	for _, item := range n.Items {
		inner, p := b.Template(item, stage, scope)
		if p != nil {
			return nil, p
		}
		t.items = append(t.items, inner)
	}
	return t, nil
}

// Fill evaluates a template: mappings become map[string]any, lists []any, literals the text
// that stands there, expressions their Go values.
func (b *Bound) Fill(t *Template, stage string, env Env) (any, *Problem) {
	switch {
	case t.expr != nil:
		v, err := b.Run(t.expr, stage, env)
		if err != nil {
			p := b.problem(CodeBadExpression, t.node.Path, 0, fault.HintOf(err), err.Error())
			return nil, &p
		}
		return v, nil
	case t.node.Kind == Scalar:
		return t.node.Literal(), nil
	case t.node.Kind == List:
		out := make([]any, len(t.items))
		for i, item := range t.items {
			v, p := b.Fill(item, stage, env)
			if p != nil {
				return nil, p
			}
			out[i] = v
		}
		return out, nil
	}
	out := make(map[string]any, len(t.items))
	for i, item := range t.items {
		v, p := b.Fill(item, stage, env)
		if p != nil {
			return nil, p
		}
		out[t.node.Keys[i]] = v
	}
	return out, nil
}

// IsLiteral reports whether a template holds no expression.
func (t *Template) IsLiteral() bool {
	if t.expr != nil {
		return false
	}
	for _, item := range t.items {
		if !item.IsLiteral() {
			return false
		}
	}
	return true
}

// Exprs lists the expressions of a template in order.
func (t *Template) Exprs() []*Expr {
	if t.expr != nil {
		return []*Expr{t.expr}
	}
	var out []*Expr
	for _, item := range t.items {
		out = append(out, item.Exprs()...)
	}
	return out
}

// templateKey is the key of a compiled template; node trees do not change.
type templateKey struct {
	node  *Node
	scope string
	made  bool
}

// Value compiles and evaluates a node tree at once; see Template and Fill. Literal scalars
// stay texts: whoever uses them types them by the field that they are for.
func (b *Bound) Value(n *Node, stage string, scope Scope, env Env) (any, *Problem) {
	t, p := b.Compiled(n, stage, scope)
	if p != nil {
		return nil, p
	}
	return b.Fill(t, stage, env)
}

// Compiled is Template, once for each node tree and scope.
func (b *Bound) Compiled(n *Node, stage string, scope Scope) (*Template, *Problem) {
	key := templateKey{n, scope.key(), scope.Made}
	if t, ok := b.compiled.Load(key); ok {
		return t.(*Template), nil
	}
	t, p := b.Template(n, stage, scope)
	if p == nil {
		b.compiled.Store(key, t)
	}
	return t, p
}
