package grade

import (
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// NotYet reports fields that already are as a check wants them when their record first exists.
func (c *Compiler) NotYet(ids *Late[string], set *Pattern, items *Items, coll *Collection, at *task.Node) {
	if ids == nil || set == nil || c.Bound.DoubtfulRecords(coll.Name) {
		return
	}
	for i := range items.Values {
		id, fixed := ids.Fixed(i)
		fields, known := set.Fixed(i)
		if !fixed || !known {
			return
		}
		get, ok := c.plan.firstSeen(coll.Name, id)
		if !ok {
			return // reported by Known
		}
		for _, f := range fields {
			if v, present := get(f.Name); f.Matcher.Match(v, present) {
				c.Problem(at, CodeAlreadyTrue, "change the record, or leave it out of the check",
					"%s of %s %s is %s from the start, so the agent would have nothing to do", f.Name, coll.Name, clip(id), show(v))
				return
			}
		}
	}
}

// Phantom compiles the record that a searched check looks for: literal values typed by the
// collection. It returns nil after reporting a problem.
func (c *Compiler) Phantom(n *task.Node, coll *Collection) *Phantom {
	if n == nil || coll == nil {
		return nil
	}
	if n.Kind != task.Map || len(n.Keys) == 0 {
		c.Problem(n, CodeBadParam, "write {FIELD: VALUE, ...}", "the record is needed as it would look")
		return nil
	}
	mark := c.Mark()
	r := c.plan.reading
	built := Eval(c, n, c.One(), func(a Arg) (*value.Object, *Fit) {
		keys, args, _ := a.Members()
		o := value.Obj()
		for i, key := range keys {
			s := Subject{Type: world.Tree}
			if f, ok := coll.Decl.Field(key); ok {
				s = fieldSubject(f)
			}
			v, bad := r.jsonOf(args[i], s)
			if bad != nil {
				return nil, bad
			}
			o.Set(key, v)
		}
		return o, nil
	})
	for i, key := range n.Keys {
		c.Field(coll, key, n.Items[i])
	}
	if built == nil || c.Failed(mark) {
		return nil
	}
	record, fixed := built.Fixed(0)
	if !fixed {
		c.Problem(n, CodeBadParam, "write its values out", "the record of a search cannot depend on what the agent makes")
		return nil
	}
	return c.phantom(n, coll, record)
}

// phantom gives the record a key of its own and checks that some tool could find it.
func (c *Compiler) phantom(n *task.Node, coll *Collection, record *value.Object) *Phantom {
	ph := &Phantom{Collection: coll.Name, Record: record}
	if coll.Decl.Key != "" {
		key, ok := record.Get(coll.Decl.Key)
		if !ok {
			key = "phantom"
			members := append([]value.Member{{Name: coll.Decl.Key, Value: key}}, record.Members()...)
			ph.Record = value.Obj(members...)
		}
		ph.ID = keyText(key)
		if _, exists := c.plan.firstSeen(coll.Name, ph.ID); exists {
			c.Problem(n, CodeBadParam, "give it an id that no record has", "%s has a record %s; the record of a search must not exist", coll.Name, clip(ph.ID))
			return nil
		}
	}
	for _, o := range c.Bound.Image.Offered() {
		if canShow(o.Service.Name, o.Tool, coll.Name) != nil {
			return ph
		}
	}
	c.Problem(n, CodeToolUnknown, "", "no tool of the task shows records of %s", coll.Name)
	return nil
}
