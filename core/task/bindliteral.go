package task

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// literals checks the arguments of a call that are written out as the tool will: one that holds an
// expression by its form alone, since what that yields is the gate's to see.
func (k *binder) literals(a Act, tool *world.Tool, args *Node) {
	if a.Expect != 0 || k.b.Task.Imported() { // a refusal may be meant, and imported calls are read leniently
		return
	}
	for i, key := range args.Keys {
		n := args.Items[i]
		p, ok := tool.Param(key)
		if _, expr := n.IsExpr(); !ok || expr || n.IsNull() {
			continue
		}
		if holdsExpr(n) {
			if p.Custom == nil && p.Type != world.Tree && p.List != (n.Kind == List) {
				k.bad(CodeFieldType, n.Path, "", "%s of %s is %s, not %s", p.Name, tool.Name, formOf(p), n.Kind)
			}
			continue
		}
		for _, wrong := range p.Check(argumentOf(p, n), k.b.Task.Zone) {
			k.bad(CodeFieldType, n.Path, "", "%s of %s %s", wrong.Path[1:], tool.Name, wrong.Message)
		}
	}
}

func holdsExpr(n *Node) bool {
	found := false
	n.walk(func(n *Node) bool {
		_, expr := n.IsExpr()
		found = found || expr
		return !found
	})
	return found
}

func formOf(p *world.Param) string {
	if p.List {
		return "a list of " + p.Type.String()
	}
	return article(p.Type.String())
}

// argumentOf is a value as the solution sends it: texts, and numbers and truth values where the
// parameter is one.
func argumentOf(p *world.Param, n *Node) any {
	switch n.Kind {
	case List:
		out := make([]any, len(n.Items))
		for i, item := range n.Items {
			out[i] = argumentOf(p, item)
		}
		return out
	case Map:
		o := value.Obj()
		for i, key := range n.Keys {
			o.Set(key, argumentOf(p, n.Items[i]))
		}
		return o
	}
	text := n.Literal()
	switch p.Type {
	case world.Int, world.Number, world.Amount:
		if _, err := value.ParseDecimal(text); err == nil {
			return value.Number(text)
		}
	case world.Bool:
		if text == "true" || text == "false" {
			return text == "true"
		}
	}
	return text
}
