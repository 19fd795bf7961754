package formula

import "github.com/expr-lang/expr/ast"

// arithmetic checks + - * / % and **.
func (c *checker) arithmetic(n *ast.Node, x *ast.BinaryNode, l, r Type) Type {
	if l.Kind == Nil || r.Kind == Nil {
		return c.bad(x, "", "there is no %s with nil", x.Operator)
	}
	out, fn, hint := sumType(x.Operator, l, r)
	if out.Kind == Nil {
		return c.bad(x, hint, "there is no %s %s %s", l, x.Operator, r)
	}
	if fn == "" && !l.Null && !r.Null {
		return out // the machine's own instruction
	}
	args := []ast.Node{x.Left, x.Right}
	if x.Operator == "+" {
		args = append([]ast.Node{c.meter(x)}, args...)
	}
	replace(n, arithmeticName(x.Operator), args...)
	return out
}

func arithmeticName(op string) string {
	switch op {
	case "+":
		return "#plus"
	case "-":
		return "#minus"
	case "*":
		return "#product"
	case "/":
		return "#quotient"
	case "%":
		return "#remainder"
	}
	return "#power"
}

// ours marks an operation that one of our functions does.
const ours = "ours"

// sumType is the type of l op r; Nil where there is no such operation.
func sumType(op string, l, r Type) (out Type, fn, hint string) {
	none := Of(Nil)
	if l.Kind == Any || r.Kind == Any {
		return Type{}, ours, ""
	}
	switch op {
	case "%":
		if l.Kind == Int && r.Kind == Int {
			return Of(Int), ours, ""
		}
		return none, "", "the remainder needs whole numbers"
	case "/", "**", "^":
		return quotientType(op, l, r)
	}
	switch {
	case l.Kind == Decimal && r.number(), r.Kind == Decimal && l.number():
		return Of(Decimal), ours, ""
	case l.number() && r.number():
		if l.Kind == Float || r.Kind == Float {
			return Of(Float), "", ""
		}
		return Of(Int), ours, "" // the machine's own would wrap around
	case op == "*":
		return productType(l, r)
	}
	return plusType(op, l, r)
}

func quotientType(op string, l, r Type) (Type, string, string) {
	switch {
	case l.Kind == Duration && r.Kind == Duration && op == "/":
		return Of(Float), ours, ""
	case l.Kind == Decimal || r.Kind == Decimal || l.Kind == Money || r.Kind == Money:
		return Of(Nil), "", "a quotient of exact amounts is not exact: multiply with times, or take float(x)"
	case l.number() && r.number():
		return Of(Float), ours, ""
	}
	return Of(Nil), "", ""
}

func productType(l, r Type) (Type, string, string) {
	switch {
	case l.Kind == Duration && r.number(), l.number() && r.Kind == Duration:
		return Of(Duration), ours, ""
	case l.Kind == Money && r.number(), l.number() && r.Kind == Money:
		return Of(Money), ours, ""
	}
	return Of(Nil), "", ""
}

func plusType(op string, l, r Type) (Type, string, string) {
	plus := op == "+"
	switch {
	case plus && l.Kind == Text && r.Kind == Text:
		return Of(Text), ours, ""
	case l.Kind == Money && r.Kind == Money:
		return Of(Money), ours, ""
	case l.Kind == Instant && r.Kind == Duration, plus && l.Kind == Duration && r.Kind == Instant:
		return Of(Instant), "", ""
	case !plus && l.Kind == Instant && r.Kind == Instant, l.Kind == Duration && r.Kind == Duration:
		return Of(Duration), "", ""
	case l.Kind == Text || r.Kind == Text:
		return Of(Nil), "", "make a text of it first: string(x), or show(x) for an amount"
	case l.Kind == Day || r.Kind == Day:
		return Of(Nil), "", "use plus_days(day, n) or days_between(a, b)"
	case l.Kind == List || r.Kind == List:
		return Of(Nil), "", "use concat(a, b)"
	}
	return Of(Nil), "", ""
}
