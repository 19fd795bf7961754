package export

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Toolset is the tools that an agent was offered. It is shared by the records of a task.
type Toolset struct {
	List []any  // {"type":"function","function":{"name","description","parameters"}}, in the order of the offer
	Text string // List as JSON
	has  map[string]bool
}

// NewToolset describes offered tools as models are told of them.
func NewToolset(offers []world.Offer) *Toolset {
	t := &Toolset{List: []any{}, has: map[string]bool{}}
	for _, o := range offers {
		t.has[o.Name] = true
		t.List = append(t.List, value.Obj(
			value.Member{Name: "type", Value: "function"},
			value.Member{Name: "function", Value: value.Obj(
				value.Member{Name: "name", Value: o.Name},
				value.Member{Name: "description", Value: o.Tool.Doc},
				value.Member{Name: "parameters", Value: o.Tool.InputSchema()},
			)},
		))
	}
	t.Text = string(value.Append(nil, t.List))
	return t
}

// Has reports whether a tool was offered.
func (t *Toolset) Has(name string) bool { return t.has[name] }
