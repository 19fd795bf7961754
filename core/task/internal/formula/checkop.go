package formula

import "github.com/expr-lang/expr/ast"

func (c *checker) unary(n *ast.Node, x *ast.UnaryNode) Type {
	switch x.Operator {
	case "not", "!":
		c.truth(&x.Node, "what stands after "+x.Operator)
		return Of(Bool)
	}
	t := c.node(&x.Node)
	switch {
	case t.Kind == Any, t.number() && t.Null, t.Kind == Decimal, t.Kind == Money, t.Kind == Duration:
	case t.Kind == Int, t.Kind == Float:
		return t
	default:
		return c.bad(x, "", "a %s has no sign", t)
	}
	if x.Operator == "+" {
		*n = x.Node
	} else {
		replace(n, "#negate", x.Node)
	}
	return t.sure()
}

func (c *checker) binary(n *ast.Node, x *ast.BinaryNode) Type {
	switch x.Operator {
	case "and", "&&", "or", "||":
		c.truth(&x.Left, "what stands before "+x.Operator)
		c.truth(&x.Right, "what stands after "+x.Operator)
		return Of(Bool)
	}
	l, r := c.node(&x.Left), c.node(&x.Right)
	switch x.Operator {
	case "==", "!=":
		return c.equality(n, x, l, r)
	case "<", "<=", ">", ">=":
		return c.order(n, x, l, r)
	case "+", "-", "*", "/", "%", "**", "^":
		return c.arithmetic(n, x, l, r)
	case "in":
		return c.membership(n, x, l, r)
	case "contains", "startsWith", "endsWith", "matches":
		return c.textTest(n, x, l, r)
	case "..":
		if !maybe(l, Int) || !maybe(r, Int) {
			return c.bad(x, "", "a range needs whole numbers, not %s and %s", l, r)
		}
		replace(n, "#range", c.meter(x), x.Left, x.Right)
		return ListOf(Of(Int))
	case "??":
		return join(l.sure(), r).withNull(r)
	}
	return c.bad(x, "", "there is no operator %s", x.Operator)
}

// withNull makes t nullable only where r is.
func (t Type) withNull(r Type) Type {
	t.Null = r.Null || r.Kind == Nil
	return t
}

func maybe(t Type, k Kind) bool { return t.Kind == k || t.Kind == Any }

func (c *checker) meter(at ast.Node) ast.Node { return variable(at, meterName) }

// equality checks == and !=. Types that can never be equal are an error: such a comparison is
// always a slip.
func (c *checker) equality(n *ast.Node, x *ast.BinaryNode, l, r Type) Type {
	if !c.comparable(x, l, r) {
		return Of(Bool)
	}
	native := !l.Null && !r.Null && l.Kind == r.Kind && (l.Kind == Text || l.Kind == Int || l.Kind == Bool)
	if native && cheap(x, l.Kind) {
		return Of(Bool)
	}
	fn := "#equal"
	if x.Operator == "!=" {
		fn = "#unequal"
	}
	replace(n, fn, c.meter(x), x.Left, x.Right)
	return Of(Bool)
}

// cheap reports whether the machine may compare without being paid: not two long texts.
func cheap(x *ast.BinaryNode, kind Kind) bool {
	_, left := x.Left.(*ast.StringNode)
	_, right := x.Right.(*ast.StringNode)
	return kind != Text || left || right
}

// comparable reports whether two types can be equal, and says so where they cannot.
func (c *checker) comparable(x *ast.BinaryNode, l, r Type) bool {
	switch {
	case l.Kind == Any, r.Kind == Any, l.Kind == Nil, r.Kind == Nil:
		return true
	case l.Kind == Day && r.Kind == Text:
		return c.dayText(x.Right)
	case l.Kind == Text && r.Kind == Day:
		return c.dayText(x.Left)
	case l.Kind == Instant && r.Kind == Text:
		return c.instantText(x.Right)
	case l.Kind == Text && r.Kind == Instant:
		return c.instantText(x.Left)
	case l.Kind == r.Kind, l.number() && r.number():
		return true
	}
	c.bad(x, mixHint(l, r), "a %s and a %s cannot be compared", l, r)
	return false
}

func mixHint(l, r Type) string {
	has := func(k Kind) bool { return l.Kind == k || r.Kind == k }
	switch {
	case has(Day) && has(Instant):
		return "take the day of the date-time: day(t)"
	case has(Money) && (l.number() || r.number()):
		return "take its .amount, or write money(12.50, \"EUR\")"
	case has(Text) && (l.number() || r.number()):
		return "read the text with number(text)"
	case has(List):
		return "use in, any(list, ...) or all(list, ...)"
	}
	return ""
}

// dayText checks a text that is compared with a day, where it is written out.
func (c *checker) dayText(n ast.Node) bool {
	s, ok := n.(*ast.StringNode)
	if !ok {
		return true
	}
	if _, err := readDay(s.Value); err != nil {
		c.bad(n, "write YYYY-MM-DD", "%q is no calendar day", s.Value)
		return false
	}
	return true
}

func (c *checker) instantText(n ast.Node) bool {
	s, ok := n.(*ast.StringNode)
	if !ok {
		return true
	}
	if _, err := readInstant(s.Value); err != nil {
		c.bad(n, "write e.g. 2026-03-17T15:00:00+08:00", "%q is no date-time with an offset", s.Value)
		return false
	}
	return true
}

func (c *checker) order(n *ast.Node, x *ast.BinaryNode, l, r Type) Type {
	if !c.comparable(x, l, r) {
		return Of(Bool)
	}
	for i, t := range []Type{l, r} {
		if t.Kind == Bool || t.Kind == List || t.Kind == Record {
			return c.bad([]ast.Node{x.Left, x.Right}[i], "", "a %s is neither less nor more than another", t)
		}
	}
	if !l.Null && !r.Null && nativeOrder(l.Kind, r.Kind) && cheap(x, l.Kind) {
		return Of(Bool)
	}
	fn := map[string]string{"<": "#less", "<=": "#atmost", ">": "#more", ">=": "#atleast"}[x.Operator]
	replace(n, fn, c.meter(x), x.Left, x.Right)
	return Of(Bool)
}

func nativeOrder(l, r Kind) bool {
	if l == Int || l == Float {
		return r == Int || r == Float
	}
	return l == r && (l == Text || l == Instant || l == Duration)
}

func (c *checker) membership(n *ast.Node, x *ast.BinaryNode, l, r Type) Type {
	switch r.Kind {
	case List:
		e := r.elem()
		switch {
		case l.Kind == Text && e.Kind == Day, l.Kind == Day && e.Kind == Text:
		case e.Kind == Any, l.Kind == Any, l.Kind == Nil, e.Kind == Nil, l.Kind == e.Kind, l.number() && e.number():
		default:
			return c.bad(x, mixHint(l, e), "a %s cannot be in a %s", l, r)
		}
	case Any:
	case Text:
		return c.bad(x, "use contains: text contains part", "in needs a list, not a text")
	default:
		return c.bad(x, "", "in needs a list, not a %s", r)
	}
	replace(n, "#in", c.meter(x), x.Left, x.Right)
	return Of(Bool)
}

// textTest checks the operators on texts; nil makes them false.
func (c *checker) textTest(n *ast.Node, x *ast.BinaryNode, l, r Type) Type {
	if !maybe(l, Text) && l.Kind != Nil {
		hint := ""
		if l.Kind == List {
			hint = "use in: member in list"
		}
		return c.bad(x.Left, hint, "%s needs a text, not a %s", x.Operator, l)
	}
	if !maybe(r, Text) {
		return c.bad(x.Right, "", "%s needs a text, not a %s", x.Operator, r)
	}
	if s, ok := x.Right.(*ast.StringNode); ok && x.Operator == "matches" {
		if _, err := compilePattern(s.Value); err != nil {
			return c.bad(x.Right, "", "%v", err)
		}
	}
	replace(n, "#"+x.Operator, c.meter(x), x.Left, x.Right)
	return Of(Bool)
}
