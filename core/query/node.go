package query

import "strings"

// Node is a node of a query's tree: And, Or, Not, Word or Term.
type Node interface {
	// String is the canonical text of the node alone.
	String() string
	holds(r row) bool
	sql(w *writer)
}

// And holds when each member does; it has at least two, none of them an And.
type And []Node

// Or holds when a member does; it has at least two, none of them an Or.
type Or []Node

// Not holds when Of does not; Of is no Not.
type Not struct{ Of Node }

// Word holds when one of the schema's word fields contains Text.
type Word struct {
	Text string
	fold folded
}

// Term compares one field with a value.
type Term struct {
	Field *Field
	Op    string // ":", "=", "<", "<=", ">", ">="
	Value string // canonical text of the value; "*" with Any
	Any   bool   // field:* holds when the field has a value at all

	fold   folded // Exact, Text, List
	truth  bool   // Bool
	lo, hi int64  // Number, Time: both included; lo > hi: nothing
}

func (n And) String() string {
	parts := make([]string, len(n))
	for i, c := range n {
		parts[i] = c.String()
		if _, or := c.(Or); or {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, " ")
}

func (n Or) String() string {
	parts := make([]string, len(n))
	for i, c := range n {
		parts[i] = c.String()
	}
	return strings.Join(parts, " OR ")
}

func (n Not) String() string {
	switch n.Of.(type) {
	case And, Or:
		return "-(" + n.Of.String() + ")"
	}
	return "-" + n.Of.String()
}

func (n Word) String() string {
	if isKeyword(n.Text) || !isPlain(n.Text, "") {
		return quote(n.Text)
	}
	return n.Text
}

func (n Term) String() string {
	value := n.Value
	if !n.Any && !isPlain(value, ":+") {
		value = quote(value)
	}
	return n.Field.Name + n.Op + value
}

// isPlain tells whether text needs no quotes; more lists further signs that
// may stand in it.
func isPlain(text, more string) bool {
	if text == "" || strings.HasPrefix(text, "-") && more == "" {
		return false
	}
	for _, r := range text {
		if !isWordRune(r) && !strings.ContainsRune(more, r) {
			return false
		}
	}
	return true
}

func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
