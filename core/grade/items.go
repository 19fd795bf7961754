package grade

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Items are what a check repeats over: the values of each, or one nil without it.
type Items struct {
	Values []any
	Each   bool
	expr   *task.Expr
	noMade bool
	json   func(any) any
}

func (it *Items) scope() task.Scope { return task.Scope{It: it.expr, Made: !it.noMade} }

// Len is the number of items.
func (it *Items) Len() int { return len(it.Values) }

// Label names an item in a reason; "" without each.
func (it *Items) Label(i int) string {
	if !it.Each {
		return ""
	}
	return label(it.json(it.Values[i]), i)
}

// One is a single item without each.
func (c *Compiler) One() *Items { return &Items{Values: []any{nil}, noMade: c.noMade} }

// Items evaluates a parameter "each"; a nil node means one item. It returns nil after
// reporting a problem, which an empty list is: nothing would have to be done.
func (c *Compiler) Items(n *task.Node) *Items {
	if n == nil {
		return c.One()
	}
	values, expr, ok := c.each(n)
	if !ok {
		return nil
	}
	if len(values) == 0 {
		c.Problem(n, CodeVacuous, "let the fact have a member, or check something that has to be done", "the list has no members, so the check would hold without any act")
		return nil
	}
	return c.itemsOf(values, expr)
}

// ItemsOrNone is Items for prohibitions: an empty list is only a warning.
func (c *Compiler) ItemsOrNone(n *task.Node) *Items {
	if n == nil {
		return c.One()
	}
	values, expr, ok := c.each(n)
	if !ok {
		return nil
	}
	if len(values) == 0 {
		c.Warn(n, CodeProhibitionEmpty, "", "the list has no members, so that nothing is forbidden")
	}
	return c.itemsOf(values, expr)
}

func (c *Compiler) each(n *task.Node) ([]any, *task.Expr, bool) {
	if n.Kind != task.Scalar {
		c.Problem(n, CodeBadParam, "name a fact that is a list, or write an expression", "each takes an expression")
		return nil, nil, false
	}
	src, marked := n.IsExpr()
	if !marked {
		src = n.Text
	}
	expr, made := c.compile(src, n, task.Scope{Made: true})
	if expr == nil {
		return nil, nil, false
	}
	if made {
		c.Problem(n, CodeBadParam, "use it within match, set or record", "made(...) cannot be used in each")
		return nil, nil, false
	}
	if c.Bound.Doubtful(expr) {
		return nil, nil, false // an error of the task that is told already
	}
	values, err := c.Bound.Items(expr, c.stage, task.Env{Budget: c.budget})
	if err != nil {
		c.Problem(n, CodeExpression, "", "%v", err)
		return nil, nil, false
	}
	return values, expr, true
}

func (c *Compiler) itemsOf(values []any, expr *task.Expr) *Items {
	return &Items{Values: values, Each: true, expr: expr, noMade: c.noMade, json: c.Bound.JSON}
}

// label names an item: a scalar by itself, a row by its first scalar member.
func label(v any, i int) string {
	switch v := v.(type) {
	case string:
		return clip(v)
	case value.Number, bool:
		return fmt.Sprint(v)
	case *value.Object:
		for _, m := range v.Members() {
			if s, ok := m.Value.(string); ok && s != "" {
				return clip(s)
			}
		}
	}
	return fmt.Sprintf("item %d", i+1)
}

// IDs evaluates the parameter "record" for each item: the primary key of a record of coll. A
// nil node means the item itself, an id or a record with one.
func (c *Compiler) IDs(n *task.Node, items *Items, coll *Collection, at *task.Node) *Late[string] {
	if items == nil || coll == nil {
		return nil
	}
	if n != nil {
		return Eval(c, n, items, func(a Arg) (string, *Fit) { return idOf(a, coll) })
	}
	if !items.Each {
		c.Problem(at, CodeMissingParam, "write record: ID, or each: LIST", "one of the parameters record and each is needed")
		return nil
	}
	x := &Late[string]{fixed: make([]string, items.Len())}
	for i, it := range items.Values {
		id, bad := idOf(Arg{at, it}, coll)
		if bad != nil {
			c.misfit(bad)
			return nil
		}
		x.fixed[i] = id
	}
	return x
}

// idOf reads a record's id from an id or from the record.
func idOf(a Arg, coll *Collection) (string, *Fit) {
	switch v := a.v.(type) {
	case literal:
		if v.text != "" {
			return v.text, nil
		}
	case string:
		if v != "" {
			return v, nil
		}
	case *world.Record:
		return v.ID(), nil
	case int, int64:
		return fmt.Sprint(v), nil
	}
	if key, ok := a.Member(coll.Decl.Key); ok && coll.Decl.Key != "" {
		return idOf(key, coll)
	}
	return "", &Fit{node: a.Node, code: CodeBadParam, msg: "is no id of a record of " + coll.Name + ": " + a.describe(),
		hint: "write record: ID or record: =it.FIELD"}
}

// Known checks that each item's record exists at some time of the task: in its records or in
// an injection. Records that the agent makes are not asked for.
func (c *Compiler) Known(ids *Late[string], items *Items, coll *Collection, at *task.Node) {
	if ids == nil || items == nil || c.Bound.DoubtfulRecords(coll.Name) {
		return
	}
	for i := range items.Values {
		id, fixed := ids.Fixed(i)
		if !fixed {
			return
		}
		if _, ok := c.plan.firstSeen(coll.Name, id); !ok {
			c.Problem(at, CodeRecordUnknown, suggest(id, c.plan.idsOf(coll.Name)), "%s has no record %q", coll.Name, clip(id))
			return
		}
	}
}
