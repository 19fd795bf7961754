package world

import "coworkenv.dev/coworkenv/core/value"

// InputSchema is the JSON Schema of a tool's arguments, as models are given it.
func (t *Tool) InputSchema() *value.Object {
	props := value.Obj()
	required := []any{}
	for i := range t.Params {
		p := &t.Params[i]
		props.Set(p.Name, p.schema())
		if p.Required || p.Needed {
			required = append(required, p.Name)
		}
	}
	return value.Obj(
		value.Member{Name: "type", Value: "object"},
		value.Member{Name: "properties", Value: props},
		value.Member{Name: "required", Value: required},
		value.Member{Name: "additionalProperties", Value: false},
	)
}

func (p *Param) schema() *value.Object {
	if p.Custom != nil {
		return p.Custom.Schema
	}
	o := value.Obj()
	if p.List {
		item := value.Obj()
		p.Type.describe(item)
		o.Set("type", "array")
		o.Set("items", item)
	} else {
		p.Type.describe(o)
	}
	if p.Doc != "" {
		o.Set("description", p.Doc)
	}
	if len(p.Enum) > 0 {
		words := make([]any, len(p.Enum))
		for i, w := range p.Enum {
			words[i] = w
		}
		o.Set("enum", words)
	}
	if p.Min != 0 || p.Max != 0 {
		o.Set("minimum", value.Int(int64(p.Min)))
		o.Set("maximum", value.Int(int64(p.Max)))
	}
	if p.Default != nil && !p.Needed {
		o.Set("default", p.Default)
	}
	return o
}

// describe sets the JSON Schema type and format of a type.
func (t Type) describe(o *value.Object) {
	switch t {
	case Int:
		o.Set("type", "integer")
	case Number, Amount:
		o.Set("type", "number")
	case Bool:
		o.Set("type", "boolean")
	case Day:
		o.Set("type", "string")
		o.Set("format", "date")
	case Instant:
		o.Set("type", "string")
		o.Set("format", "date-time")
	case Tree:
	default:
		o.Set("type", "string")
	}
}
