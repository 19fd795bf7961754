package task

import (
	"strconv"

	"coworkenv.dev/coworkenv/core/value"
)

func requestForm(list []Request) any {
	return each(list, func(q *Request) any {
		return object("say", q.Say, "id", q.ID, "stage", q.Stage, "at", moment(q.At), "inject", each(q.Inject, injectForm))
	})
}

func injectForm(in *InjectSpec) any {
	source := in.source()
	var set any
	if len(source.Set) > 0 {
		set = literalForm(value.Obj(source.Set...))
	}
	var record any
	if source.Record != nil {
		record = literalForm(source.Record)
	}
	return object("op", in.Op.String(), "collection", in.Collection, "id", in.ID, "record", record, "set", set)
}

func userForm(u *UserSpec) any {
	if u == nil {
		return nil
	}
	knows := each(u.Knows, func(k *Known) any {
		return object("id", k.ID, "asks", each(k.Asks, func(set *[]string) any { return words(*set) }), "say", k.Say)
	})
	return object("persona", u.Persona, "style", u.Style, "max_rounds", count(u.MaxRounds), "knows", knows, "confirm", u.Confirm, "unknown", u.Unknown)
}

func recordsForm(list []Records) any {
	if len(list) == 0 {
		return nil
	}
	o := value.Obj()
	for i := range list {
		items := []any{}
		if old, ok := o.Get(list[i].Collection); ok {
			items = old.([]any)
		}
		for _, item := range list[i].source() {
			items = append(items, literalForm(item))
		}
		o.Set(list[i].Collection, items)
	}
	return o
}

func assetForm(list []Asset) any {
	return each(list, func(a *Asset) any {
		return object("path", a.Path, "sha256", a.SHA256, "media_type", a.MediaType, "text", a.Text)
	})
}

func factForm(list []FactSpec) any {
	if len(list) == 0 {
		return nil
	}
	o := value.Obj()
	for i := range list {
		f := &list[i]
		var give any
		if f.Give != nil {
			give = exprForm(f.Give.Expr)
			if len(f.Give.Fields) > 0 {
				give = namedForm(f.Give.Fields)
			}
		}
		where := each(f.Where, func(c *Condition) any {
			return object("name", c.Name, "expr", exprForm(c.Expr), "says", c.Says)
		})
		let := each(f.Let, func(l *Named) any { return object("name", l.Name, "expr", exprForm(l.Expr)) })
		o.Set(f.Name, object("at", f.At, "value", exprForm(f.Value), "from", exprForm(f.From), "let", let, "where", where, "give", give))
	}
	return o
}

func namedForm(list []Named) any {
	o := value.Obj()
	for _, n := range list {
		o.Set(n.Name, exprForm(n.Expr))
	}
	return o
}

func answerForm(list []AnswerField) any {
	return each(list, func(f *AnswerField) any {
		return object("name", f.Name, "type", string(f.Type), "list", f.List, "one_of", words(f.OneOf), "rows", answerForm(f.Rows), "key", f.Key)
	})
}

func checkForm(list []CheckSpec) any {
	return each(list, func(c *CheckSpec) any {
		var partial any
		if c.Partial {
			partial = true
		}
		var weight any
		if c.Weight != 0 {
			weight = millionths(c.Weight)
		}
		return object("id", c.ID, "weight", weight, "kind", c.Kind, "params", nodeForm(c.Params), "needs", words(c.Needs), "stage", c.Stage, "partial", partial)
	})
}

func forbidForm(list []ForbidSpec) any {
	return each(list, func(f *ForbidSpec) any {
		return object("id", f.ID, "kind", f.Kind, "params", nodeForm(f.Params), "args", nodeForm(f.Args), "stages", words(f.Stages))
	})
}

func faultForm(t *Task) any {
	out := []any{}
	for _, f := range t.Faults {
		out = append(out, object("on", f.On, "nth", count(f.Nth), "kind", string(f.Kind), "commit", string(f.Commit)))
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

func solutionForm(list []Act) any {
	return each(list, func(a *Act) any {
		var expect any
		if a.Expect != 0 {
			expect = strconv.Itoa(a.Expect)
		}
		return object("tool", a.Tool, "args", nodeForm(a.Args), "each", exprForm(a.Each), "as", a.As, "expect", expect, "say", a.Say, "stage", a.Stage, "answer", nodeForm(a.Answer))
	})
}

func limitForm(l Limits) any {
	return object("max_turns", count(l.MaxTurns), "max_calls", count(l.MaxCalls), "seconds", count(l.Seconds))
}
