package agent

import (
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// candidates are the values seen that a parameter may want: those of the field of its name, else
// those of fields whose names share its last word ("ticket_id" and "id").
func (n *explorer) candidates(name string) []string {
	if known := n.seen[name]; len(known) > 0 {
		return known
	}
	last := name[strings.LastIndexByte(name, '_')+1:]
	var out []string
	for _, field := range sortedNames(n.seen) {
		if field == last || strings.HasSuffix(field, "_"+last) {
			out = append(out, n.seen[field]...)
		}
	}
	return out
}

func sortedNames(m map[string][]string) []string {
	out := make([]string, 0, len(m))
	for name := range m {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// argument makes a value for a parameter by its type out of what pick chooses; nil where nothing fits.
func (n *explorer) argument(p *world.Param, pick func(name string, from []string) string) any {
	from := p.Enum
	if len(from) == 0 {
		from = n.candidates(p.Name)
	}
	if p.Type == world.Text && len(from) == 0 {
		from = n.asks
	}
	if p.Type == world.Bool {
		return n.rand.Intn(2) == 1
	}
	text := ""
	if len(from) > 0 {
		text = pick(p.Name, from)
	}
	if text == "" {
		return nil
	}
	var v any = text
	if p.Type == world.Int || p.Type == world.Number || p.Type == world.Amount {
		number, ok := value.ReadNumber(text)
		if !ok {
			return nil
		}
		v = value.Number(number.String())
	}
	if p.List {
		return []any{v}
	}
	return v
}

// fill makes the arguments of a call: those required, and those that also says.
func (n *explorer) fill(t *world.Tool, also func(*world.Param) bool, pick func(string, []string) string) (*value.Object, bool) {
	args := value.Obj()
	for i := range t.Params {
		p := &t.Params[i]
		need := p.Required || p.Needed
		if !need && !also(p) {
			continue
		}
		v := n.argument(p, pick)
		if v == nil {
			if need {
				return nil, false
			}
			continue
		}
		args.Set(p.Name, v)
	}
	return args, true
}

func nothingElse(*world.Param) bool { return false }

// answer fills the declared fields with what was seen first under their names.
func (n *explorer) answer() *value.Object {
	args := value.Obj(value.Member{Name: task.OutcomeField, Value: "done"})
	for _, o := range n.tools {
		if o.Name != task.AnswerTool {
			continue
		}
		for i := range o.Tool.Params {
			p := &o.Tool.Params[i]
			if p.Custom == nil {
				continue
			}
			if v := n.shaped(p.Name, p.Custom.Schema); v != nil {
				args.Set(p.Name, v)
			}
		}
	}
	return args
}

// shaped makes a value of a JSON Schema: lists with one member, objects with all.
func (n *explorer) shaped(name string, schema *value.Object) any {
	if one, ok := schema.Get("enum"); ok {
		if list, ok := one.([]any); ok && len(list) > 0 {
			return list[0]
		}
	}
	kind, _ := schema.Get("type")
	switch kind {
	case "array":
		items, _ := schema.Get("items")
		inner, ok := items.(*value.Object)
		if !ok {
			return []any{}
		}
		if v := n.shaped(name, inner); v != nil {
			return []any{v}
		}
		return []any{}
	case "object":
		return n.shapedObject(schema)
	case "boolean":
		return true
	}
	from := n.candidates(name)
	if len(from) == 0 {
		return nil
	}
	if kind == "number" || kind == "integer" {
		if number, ok := value.ReadNumber(from[0]); ok {
			return value.Number(number.String())
		}
		return nil
	}
	return from[0]
}

func (n *explorer) shapedObject(schema *value.Object) any {
	props, _ := schema.Get("properties")
	fields, ok := props.(*value.Object)
	if !ok {
		return nil
	}
	row := value.Obj()
	for _, m := range fields.Members() {
		inner, ok := m.Value.(*value.Object)
		if !ok {
			continue
		}
		v := n.shaped(m.Name, inner)
		if v == nil {
			return nil
		}
		row.Set(m.Name, v)
	}
	return row
}

func (n *explorer) any(_ string, from []string) string { return det.Pick(n.rand, from) }
