package formula

import (
	"github.com/expr-lang/expr/ast"
)

// member checks a.b, a?.b, a["b"] and a[0].
func (c *checker) member(n *ast.Node, x *ast.MemberNode) Type {
	if t, ok := c.serviceMember(n, x); ok {
		return t
	}
	base := c.node(&x.Node)
	name, isName := x.Property.(*ast.StringNode)
	if !isName {
		return c.index(n, x, base)
	}
	if x.Method {
		return c.bad(x, "", "values have no methods; use a function, e.g. day(t)")
	}
	t := c.field(x.Property, base, name.Value)
	if x.Optional && base.Kind != Money {
		return t.Nullable() // the machine's own instruction knows how to leave the chain
	}
	if x.Optional {
		replace(n, "#optional", x.Node, x.Property)
		return t.Nullable()
	}
	replace(n, "#field", x.Node, x.Property)
	return t
}

// field is the type of base.name.
func (c *checker) field(at ast.Node, base Type, name string) Type {
	switch base.Kind {
	case Record:
		if base.Shape == nil {
			return Type{}
		}
		t, ok := base.Shape.Field(name)
		if !ok {
			hint := Suggest(name, base.Shape.Fields())
			if hint == "" {
				hint = "it has " + base.Shape.listing()
			}
			return c.bad(at, hint, "%s has no field %s", base.describe(), name)
		}
		if base.Shape.Collection != "" {
			c.reads[Read{base.Shape.Collection, name}] = true
		}
		return t
	case Money:
		switch name {
		case "Currency", "currency":
			return Of(Text)
		case "Amount", "amount":
			return Of(Decimal)
		}
		return c.bad(at, "money has amount and currency", "money has no field %s", name)
	case Any:
		return Type{}
	case Nil:
		return c.bad(at, "", "nil has no field %s", name)
	case List:
		return c.bad(at, "take a member first: first(list), list[0] or map(list, ."+name+")", "a list has no field %s", name)
	}
	return c.bad(at, "", "a %s has no field %s", base, name)
}

func (t Type) describe() string {
	if t.Shape != nil && t.Shape.Name != "" {
		return "a record of " + t.Shape.Name
	}
	return "this record"
}

func (c *checker) index(n *ast.Node, x *ast.MemberNode, base Type) Type {
	key := c.node(&x.Property)
	fn := "#index"
	if x.Optional {
		fn = "#optindex"
	}
	switch base.Kind {
	case List:
		if key.Kind != Int && key.Kind != Any {
			return c.bad(x.Property, "", "a list is indexed by a whole number, not by a %s", key)
		}
		replace(n, fn, x.Node, x.Property)
		if x.Optional {
			return base.elem().Nullable()
		}
		return base.elem()
	case Any:
		replace(n, fn, x.Node, x.Property)
		return Type{}
	case Record:
		return c.bad(x.Property, "write .field", "the field of a record must be named, not computed: a computed name cannot be checked")
	}
	return c.bad(x, "use extract, split or month for parts of a text", "a %s has no members", base)
}

func (c *checker) slice(n *ast.Node, x *ast.SliceNode) Type {
	base := c.node(&x.Node)
	if base.Kind != List && base.Kind != Any {
		return c.bad(x, "use extract, split or month for parts of a text", "only a list can be cut, and this is a %s", base)
	}
	args := []ast.Node{x.Node}
	for _, end := range []*ast.Node{&x.From, &x.To} {
		if *end == nil {
			args = append(args, &ast.NilNode{})
			continue
		}
		if t := c.node(end); !maybe(t, Int) {
			c.bad(*end, "", "a list is cut at whole numbers, not at a %s", t)
		}
		args = append(args, *end)
	}
	replace(n, "#slice", args...)
	return base.sure()
}

func (c *checker) array(x *ast.ArrayNode) Type {
	var elem *Type
	for i := range x.Nodes {
		t := c.node(&x.Nodes[i])
		if elem == nil {
			elem = &t
			continue
		}
		both := join(*elem, t)
		elem = &both
	}
	return Type{Kind: List, Elem: elem}
}

// record checks {name: value, ...}.
func (c *checker) record(x *ast.MapNode) Type {
	shape := NewShape("", "")
	for _, p := range x.Pairs {
		pair, ok := p.(*ast.PairNode)
		if !ok {
			return c.bad(p, "", "name: value is expected")
		}
		name, ok := pair.Key.(*ast.StringNode)
		if !ok {
			c.bad(pair.Key, "write {name: value}", "the name of a field cannot be computed")
			continue
		}
		if _, twice := shape.Field(name.Value); twice {
			c.bad(pair.Key, "", "the field %s stands twice", name.Value)
		}
		c.nodes++
		shape.Set(name.Value, c.node(&pair.Value))
	}
	return RecordOf(shape)
}

func (c *checker) conditional(x *ast.ConditionalNode) Type {
	c.truth(&x.Cond, "what stands before ?")
	a := c.node(&x.Exp1)
	return join(a, c.node(&x.Exp2))
}
