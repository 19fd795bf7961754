package grade

import (
	"slices"
	"strconv"

	"coworkenv.dev/coworkenv/core/task"
)

// Params are a kind's parameters with their positions.
type Params struct {
	c    *Compiler
	node *task.Node
}

// Params decodes the map of parameters that docs describes. Unknown and missing ones are
// reported; nil is returned where the value is no map at all.
func (c *Compiler) Params(n *task.Node, docs []ParamDoc) *Params {
	if n == nil || n.Kind != task.Map {
		c.Problem(n, CodeBadParam, "write the parameters as {name: value}", "the value is no map of parameters")
		return nil
	}
	names := make([]string, len(docs))
	for i, d := range docs {
		names[i] = d.Name
	}
	for i, key := range n.Keys {
		if !slices.Contains(names, key) {
			c.Problem(n.Items[i], CodeUnknownParam, suggest(key, names), "there is no parameter %q here", clip(key))
		}
	}
	for _, d := range docs {
		if _, ok := n.Get(d.Name); !ok && d.Required {
			c.Problem(n, CodeMissingParam, d.Doc, "the parameter %q is missing", d.Name)
		}
	}
	return &Params{c, n}
}

// Node returns a parameter's node, nil where it is not given.
func (p *Params) Node(name string) *task.Node {
	n, ok := p.node.Get(name)
	if !ok {
		return nil
	}
	return n
}

// Whole is the node of all parameters, for problems that concern more than one.
func (p *Params) Whole() *task.Node { return p.node }

// Has reports whether a parameter is given.
func (p *Params) Has(name string) bool { return p.Node(name) != nil }

// Bool returns a yes-or-no parameter, false where it is not given.
func (p *Params) Bool(name string) bool {
	n := p.Node(name)
	if n == nil {
		return false
	}
	switch {
	case n.Kind == task.Scalar && n.Text == "true":
		return true
	case n.Kind == task.Scalar && n.Text == "false":
		return false
	}
	p.c.Problem(n, CodeBadParam, "write true or false", "%s must be true or false", name)
	return false
}

// Int returns a whole number of at least least, or def where it is not given.
func (p *Params) Int(name string, least, def int) int {
	n := p.Node(name)
	if n == nil {
		return def
	}
	i, err := strconv.Atoi(n.Text)
	if n.Kind != task.Scalar || err != nil || i < least || i > 1_000_000 {
		p.c.Problem(n, CodeBadParam, "", "%s must be a whole number of at least %d", name, least)
		return def
	}
	return i
}

// Texts returns a text or a list of texts as nodes, so that each keeps its position.
func (p *Params) Texts(name string) []*task.Node {
	n := p.Node(name)
	if n == nil {
		return nil
	}
	list := scalars(n)
	if len(list) == 0 || n.Kind == task.List && len(list) != len(n.Items) {
		p.c.Problem(n, CodeBadParam, "write a text or a list of texts", "%s must name something", name)
	}
	return list
}

// OneOf reports the parameters of which exactly one must be given; it returns that one's name.
func (p *Params) OneOf(names ...string) string {
	given := ""
	for _, name := range names {
		switch {
		case !p.Has(name):
		case given != "":
			p.c.Problem(p.Node(name), CodeBadParam, "keep one of them", "%s and %s exclude each other", given, name)
		default:
			given = name
		}
	}
	if given == "" {
		p.c.Problem(p.node, CodeMissingParam, "", "one of the parameters %v is needed", names)
	}
	return given
}
