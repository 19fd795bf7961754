package claweval

import (
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// node is a value of a foreign document with its field path.
type node struct {
	v    any
	path string
}

// get returns a member; its value is nil where it is missing.
func (n node) get(name string) node {
	m, _ := n.lookup(name)
	return m
}

func (n node) lookup(name string) (node, bool) {
	o, _ := n.v.(*value.Object)
	v, ok := o.Get(name)
	return node{v, join(n.path, name)}, ok
}

// join is the path of a member. A name that a path could not hold as it is stands quoted.
func join(path, name string) string {
	switch {
	case name == "" || strings.ContainsAny(name, `.[]"`):
		return path + "[" + string(value.AppendString(nil, name)) + "]"
	case path == "":
		return name
	}
	return path + "." + name
}

// items returns the members of a list; none where it is no list.
func (n node) items() []node {
	list, _ := n.v.([]any)
	out := make([]node, len(list))
	for i, v := range list {
		out[i] = node{v, n.path + "[" + strconv.Itoa(i) + "]"}
	}
	return out
}

// members returns the members of a mapping; none where it is none.
func (n node) members() []node {
	o, _ := n.v.(*value.Object)
	out := make([]node, 0, o.Len())
	for _, m := range o.Members() {
		out = append(out, node{m.Value, join(n.path, m.Name)})
	}
	return out
}

// keys lists the names of a mapping's members.
func (n node) keys() []string {
	o, _ := n.v.(*value.Object)
	out := make([]string, 0, o.Len())
	for _, m := range o.Members() {
		out = append(out, m.Name)
	}
	return out
}

// text is a scalar as text; "" where it is none.
func (n node) text() string {
	switch v := n.v.(type) {
	case string:
		return v
	case value.Number, bool:
		return string(value.Append(nil, v))
	}
	return ""
}

// texts lists the scalars of a list as texts.
func (n node) texts() []string {
	out := []string{}
	for _, item := range n.items() {
		if s := item.text(); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// int is a whole number.
func (n node) int() (int, bool) {
	num, ok := n.v.(value.Number)
	if !ok {
		return 0, false
	}
	i, whole := num.Int()
	if !whole || i != int64(int(i)) {
		return 0, false
	}
	return int(i), true
}

// missing reports whether there is nothing: no such member, or null.
func (n node) missing() bool { return n.v == nil }

// empty reports whether there is nothing, or an empty text, list or mapping.
func (n node) empty() bool {
	switch v := n.v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case *value.Object:
		return v.Len() == 0
	}
	return false
}

// walk visits a value and everything below it, in order.
func (n node) walk(f func(node)) {
	f(n)
	for _, item := range n.items() {
		item.walk(f)
	}
	for _, m := range n.members() {
		m.walk(f)
	}
}

// leaves visits scalars, empty lists and empty mappings, in order.
func (n node) leaves(f func(node)) {
	n.walk(func(n node) {
		switch v := n.v.(type) {
		case []any:
			if len(v) > 0 {
				return
			}
		case *value.Object:
			if v.Len() > 0 {
				return
			}
		}
		f(n)
	})
}
