// Package cover plans what a library should hold: capabilities, a plan with targets, and the
// cells that it expands to, each with what is there and why it cannot be filled.
//
// Invariant: equal plans over equal scenarios give equal cells in equal order.
package cover

import (
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// Capability is one thing that a co-worker has to be able to do.
type Capability struct {
	ID       string   `json:"id"`
	Means    string   `json:"means"`    // what it is
	Families []string `json:"families"` // where it shows
	Services []string `json:"services"` // where it is typically needed; empty = anywhere
	Evidence string   `json:"evidence"` // what shows that an agent has it
}

// maxFile bounds capability and plan files.
const maxFile = 1 << 20

// ParseCapabilities reads capabilities.yaml: a mapping from id to {means, families, services,
// evidence}.
func ParseCapabilities(data []byte) ([]Capability, error) {
	root, err := object(data, "capabilities")
	if err != nil {
		return nil, err
	}
	var out []Capability
	for _, m := range root.Members() {
		o, ok := m.Value.(*value.Object)
		if !ok {
			return nil, fault.New(fault.Invalid, "capability %s is no mapping", m.Name)
		}
		c := Capability{ID: m.Name, Means: text(o, "means"), Families: texts(o, "families"), Services: texts(o, "services"), Evidence: text(o, "evidence")}
		for _, f := range c.Families {
			if !knownFamily(f) {
				return nil, fault.New(fault.Invalid, "capability %s names unknown family %q", c.ID, f)
			}
		}
		if c.Means == "" || c.Evidence == "" || len(c.Families) == 0 {
			return nil, fault.New(fault.Invalid, "capability %s lacks its meaning, its families or its evidence", c.ID)
		}
		out = append(out, c)
	}
	return out, nil
}

func object(data []byte, what string) (*value.Object, error) {
	v, err := task.ParseForeign(data, maxFile)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "read %s", what)
	}
	o, ok := v.(*value.Object)
	if !ok {
		return nil, fault.New(fault.Invalid, "read %s: the file is no mapping", what)
	}
	return o, nil
}

func text(o *value.Object, name string) string {
	v, _ := o.Get(name)
	s, _ := v.(string)
	return strings.TrimSpace(s)
}

func texts(o *value.Object, name string) []string {
	v, _ := o.Get(name)
	list, _ := v.([]any)
	var out []string
	for _, item := range list {
		if s, ok := item.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

func knownFamily(name string) bool {
	for _, f := range task.Families() {
		if string(f) == name {
			return true
		}
	}
	return false
}
