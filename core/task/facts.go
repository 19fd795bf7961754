package task

const maxFacts = 1000

// facts reads the facts as written; Bind compiles them.
func (r *reader) facts(root *Node, t *Task) {
	if n := r.object(root, "facts"); n != nil {
		for i := range n.Keys {
			if i == maxFacts {
				r.badKey(CodeTooLarge, n, i, "split the task", "there are more than %d facts", maxFacts)
				break
			}
			if !r.name(n, i, "a fact") {
				continue
			}
			if f, ok := r.fact(n.Keys[i], n.Items[i]); ok {
				t.Facts = append(t.Facts, f)
			}
		}
	}
	t.Empty = r.names(root, "empty")
}

func (r *reader) fact(name string, n *Node) (FactSpec, bool) {
	f := FactSpec{Name: name, Path: n.Path}
	switch n.Kind {
	case Scalar:
		f.Value = r.expr(n)
		return f, f.Value != ""
	case List:
		r.bad(CodeWrongType, n, "quote the expression", "a fact is an expression or a mapping, not a list")
		return f, false
	}
	if _, list := n.Get("from"); list {
		return r.listFact(f, n)
	}
	if _, scalar := n.Get("value"); !scalar {
		r.bad(CodeMissingKey, n, "write an expression, {from: list, where: {...}} or {at: stage, value: expression}", "the fact %s says neither from nor value", name)
		return f, false
	}
	r.members(n, shapeValueFact())
	f.At = r.text(n, "at")
	v, _ := n.Get("value")
	f.Value = r.expr(v)
	return f, f.Value != ""
}

func (r *reader) listFact(f FactSpec, n *Node) (FactSpec, bool) {
	r.members(n, shapeListFact())
	from, _ := n.Get("from")
	f.From, f.At = r.expr(from), r.text(n, "at")
	if let := r.object(n, "let"); let != nil {
		f.Let = r.named(let, "a let")
	}
	if where := r.object(n, "where"); where != nil {
		f.Where = r.conditions(where)
	}
	give, ok := n.Get("give")
	if !ok {
		return f, f.From != ""
	}
	f.Give = &Give{Path: give.Path}
	switch give.Kind {
	case Scalar:
		f.Give.Expr = r.expr(give)
	case Map:
		for i, k := range give.Keys {
			if !wordForm.MatchString(k) {
				r.badKey(CodeBadName, give, i, "use letters, digits and _, a letter first", "a field cannot be called %s", clipText(k))
			}
			f.Give.Fields = append(f.Give.Fields, Named{Name: k, Expr: r.expr(give.Items[i]), Path: give.Items[i].Path})
		}
		if len(give.Keys) == 0 {
			r.bad(CodeMissingKey, give, "name the fields, or remove give", "give names no field")
		}
	default:
		r.bad(CodeWrongType, give, "write an expression or {name: expression}", "give is no list")
	}
	return f, f.From != ""
}

// named reads names with an expression each, in order.
func (r *reader) named(n *Node, what string) []Named {
	var out []Named
	for i, k := range n.Keys {
		if r.name(n, i, what) {
			out = append(out, Named{Name: k, Expr: r.expr(n.Items[i]), Path: n.Items[i].Path})
		}
	}
	return out
}

// conditions reads the named conditions of a list fact.
func (r *reader) conditions(n *Node) []Condition {
	var out []Condition
	for i, k := range n.Keys {
		if len(k) > maxID || !itemForm.MatchString(k) {
			r.badKey(CodeBadName, n, i, "use letters, digits, - and _", "a condition cannot be called %s", clipText(k))
			continue
		}
		item := n.Items[i]
		c := Condition{Name: k, Path: item.Path}
		if item.Kind == Map {
			r.members(item, shapeCondition())
			if e, ok := item.Get("expr"); ok {
				c.Expr, c.Path = r.expr(e), e.Path
			}
			c.Says = r.text(item, "says")
		} else {
			c.Expr = r.expr(item)
		}
		out = append(out, c)
	}
	return out
}
