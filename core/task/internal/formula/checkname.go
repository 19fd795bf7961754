package formula

import (
	"cmp"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
)

func (c *checker) identifier(x *ast.IdentifierNode) Type {
	for i := len(c.locals) - 1; i >= 0; i-- {
		if c.locals[i].name == x.Value {
			return c.locals[i].t
		}
	}
	if t, ok := c.ctx.Name(x.Value); ok {
		c.names[x.Value] = true
		return t
	}
	if _, known, _ := c.ctx.Collection(x.Value, ""); known {
		return c.bad(x, "", "%s is a service; name one of its collections, e.g. %s", x.Value, c.collectionOf(x.Value))
	}
	if why := c.ctx.Why(x.Value); why != "" {
		return c.bad(x, "", "%s", why)
	}
	if c.lang.funcs[x.Value] != nil {
		return c.bad(x, "write "+x.Value+"(...)", "%s is a function", x.Value)
	}
	return c.bad(x, cmp.Or(Suggest(x.Value, c.allNames()), c.offered()), "there is no %s here", x.Value)
}

// offered says what an expression may name where it stands.
func (c *checker) offered() string {
	const most = 8
	names := c.ctx.Names()
	if len(names) > most {
		names = append(slices.Clone(names[:most]), "...")
	}
	return "name one of " + strings.Join(names, ", ")
}

func (c *checker) collectionOf(service string) string {
	for _, n := range c.ctx.Names() {
		if strings.HasPrefix(n, service+".") {
			return n
		}
	}
	return service + ".NAME"
}

func (c *checker) allNames() []string {
	names := slices.Clone(c.ctx.Names())
	for _, l := range c.locals {
		names = append(names, l.name)
	}
	return append(names, Functions()...)
}

// pointer is # (or the record that .field is taken from), #index or #acc.
func (c *checker) pointer(n *ast.Node, x *ast.PointerNode) Type {
	if len(c.loops) == 0 {
		if c.ctx.Row == nil || x.Name != "" {
			return c.bad(x, "", "# stands only inside a predicate such as filter(list, #...)")
		}
		ast.Patch(n, &ast.IdentifierNode{Value: rowName})
		return *c.ctx.Row
	}
	in := c.loops[len(c.loops)-1]
	switch {
	case x.Name == "":
		return in.elem
	case x.Name == "index" && in.index:
		return Of(Int)
	case x.Name == "acc" && in.acc:
		return Type{}
	}
	return c.bad(x, "", "there is no #%s here", x.Name)
}

// serviceMember resolves crm.customers; ok is false where x is something else.
func (c *checker) serviceMember(n *ast.Node, x *ast.MemberNode) (Type, bool) {
	id, isName := x.Node.(*ast.IdentifierNode)
	prop, isField := x.Property.(*ast.StringNode)
	if !isName || !isField || c.isLocal(id.Value) {
		return Type{}, false
	}
	if _, taken := c.ctx.Name(id.Value); taken {
		return Type{}, false
	}
	t, known, ok := c.ctx.Collection(id.Value, prop.Value)
	if !known {
		return Type{}, false
	}
	full := id.Value + "." + prop.Value
	if !ok {
		return c.bad(x.Property, Suggest(full, c.ctx.Names()), "the service %s has no collection %s", id.Value, prop.Value), true
	}
	c.names[full] = true
	ast.Patch(n, &ast.IdentifierNode{Value: full})
	return t, true
}

func (c *checker) isLocal(name string) bool {
	return slices.ContainsFunc(c.locals, func(l local) bool { return l.name == name })
}

// declare checks let NAME = ...; ...
func (c *checker) declare(x *ast.VariableDeclaratorNode) Type {
	if why := c.clash(x.Name); why != "" {
		c.bad(x, "choose another name", "%s", why)
	}
	t := c.node(&x.Value)
	c.locals = append(c.locals, local{x.Name, t})
	out := c.node(&x.Expr)
	c.locals = c.locals[:len(c.locals)-1]
	return out
}

func (c *checker) clash(name string) string {
	_, taken := c.ctx.Name(name)
	_, service, _ := c.ctx.Collection(name, "")
	switch {
	case taken || c.isLocal(name):
		return "the name " + name + " is taken"
	case service:
		return name + " is a service"
	}
	return Reserved(name)
}
