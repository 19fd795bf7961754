package task

import "strings"

// Node is a value of the file with its position: what checks, prohibitions and the solution
// are made of. Scalars keep their text; a string that begins with "=" is an expression.
type Node struct {
	Kind   NodeKind
	Text   string // Scalar: the text as written, quotes resolved
	Quoted bool   // Scalar: it was quoted or a block, so it is a text whatever it looks like
	Items  []*Node
	Keys   []string // Map: in order, parallel to Items
	Path   string   // field path, e.g. "checks[2].record_created.match.to"
	Line   int
	Column int // in characters, from 1

	style  style
	keysAt []place // Map: where the keys stand, parallel to Keys
	cut    string  // Scalar: the comment that follows it on its line
}

// place is a line and a column, both from 1.
type place struct{ line, column int }

// style is how a scalar was written.
type style uint8

const (
	plain style = iota
	singleQuoted
	doubleQuoted
	block
)

// NodeKind is scalar, list or map.
type NodeKind uint8

// The kinds.
const (
	Scalar NodeKind = iota + 1
	List
	Map
)

// String names a kind in messages.
func (k NodeKind) String() string {
	switch k {
	case Scalar:
		return "a single value"
	case List:
		return "a list"
	case Map:
		return "a mapping"
	}
	return "nothing"
}

// Get returns a map's member.
func (n *Node) Get(key string) (*Node, bool) {
	if n == nil || n.Kind != Map {
		return nil, false
	}
	for i, k := range n.Keys {
		if k == key {
			return n.Items[i], true
		}
	}
	return nil, false
}

// IsExpr reports whether a scalar is an expression, and returns its source.
func (n *Node) IsExpr() (string, bool) {
	if n != nil && n.Kind == Scalar && len(n.Text) > 1 && n.Text[0] == '=' && n.Text[1] != '=' {
		return n.Text[1:], true
	}
	return "", false
}

// Literal returns a scalar's literal text: "==x" stands for "=x".
func (n *Node) Literal() string {
	if len(n.Text) > 1 && n.Text[0] == '=' && n.Text[1] == '=' {
		return n.Text[1:]
	}
	return n.Text
}

// IsNull reports whether a scalar is an unquoted null, ~ or nothing at all.
func (n *Node) IsNull() bool {
	if n == nil || n.Kind != Scalar || n.Quoted {
		return false
	}
	return n.Text == "" || n.Text == "null" || n.Text == "~"
}

// keyAt is where the i-th key of a map stands.
func (n *Node) keyAt(i int) place {
	if i < len(n.keysAt) {
		return n.keysAt[i]
	}
	return place{n.Line, n.Column}
}

// Key is the i-th key of a map as a node: where it stands.
func (n *Node) Key(i int) *Node {
	at := n.keyAt(i)
	return &Node{Kind: Scalar, Text: n.Keys[i], Path: n.Items[i].Path, Line: at.line, Column: at.column}
}

// find returns the node at a field path below n, or the nearest one above it that exists.
func (n *Node) find(path string) *Node {
	if path == "" {
		return n
	}
	switch n.Kind {
	case Map:
		best := -1 // the longest key that fits: keys may hold dots
		for i, key := range n.Keys {
			rest, ok := strings.CutPrefix(path, key)
			if ok && (rest == "" || rest[0] == '[' || rest[0] == '.') && (best < 0 || len(key) > len(n.Keys[best])) {
				best = i
			}
		}
		if best >= 0 {
			return n.Items[best].find(strings.TrimPrefix(path[len(n.Keys[best]):], "."))
		}
	case List:
		inner, ok := strings.CutPrefix(path, "[")
		if !ok {
			return n
		}
		digits, rest, ok := strings.Cut(inner, "]")
		i := number(digits)
		if !ok || i < 0 || i >= len(n.Items) {
			return n
		}
		return n.Items[i].find(strings.TrimPrefix(rest, "."))
	}
	return n
}

// number reads a plain index, -1 where it is none.
func number(s string) int {
	if s == "" || len(s) > 7 {
		return -1
	}
	n := 0
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return -1
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// walk calls f for n and everything below it until f returns false.
func (n *Node) walk(f func(*Node) bool) bool {
	if n == nil {
		return true
	}
	if !f(n) {
		return false
	}
	for _, item := range n.Items {
		if !item.walk(f) {
			return false
		}
	}
	return true
}
