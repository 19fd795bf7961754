package task

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/task/internal/formula"
)

// members checks a mapping against its shape. It reports what is missing and, unless the shape
// is open, what is unknown; further returns the indices of the other keys of an open shape.
func (r *reader) members(n *Node, s shape) (ok bool, further []int) {
	if n == nil {
		return false, nil
	}
	if n.Kind != Map {
		r.bad(CodeWrongType, n, "write key: value lines below it", "%s must be a mapping, not %s", s.name, n.Kind)
		return false, nil
	}
	for i, k := range n.Keys {
		if s.has(k) {
			continue
		}
		hint := formula.Suggest(k, s.names())
		if s.open && hint == "" {
			further = append(further, i)
			continue
		}
		if s.open && !nearKey(k, s.names()) {
			further = append(further, i)
			continue
		}
		if hint == "" {
			hint = "it has " + strings.Join(s.names(), ", ")
		}
		r.badKey(CodeUnknownKey, n, i, hint, "%s has no key %s", s.name, clipText(k))
	}
	for _, k := range s.keys {
		if !k.need {
			continue
		}
		if item, has := n.Get(k.name); !has || item.IsNull() {
			r.bad(CodeMissingKey, below(n, k.name, has, item), k.name+": "+k.doc, "%s needs %s", s.name, k.name)
		}
	}
	return true, further
}

// below is the node at which a missing key is reported: the empty value, or the mapping.
func below(n *Node, name string, has bool, item *Node) *Node {
	if has {
		return item
	}
	at := *n
	if at.Path == "" {
		at.Path = name
	} else {
		at.Path += "." + name
	}
	return &at
}

func (s shape) has(name string) bool {
	return slices.ContainsFunc(s.keys, func(k key) bool { return k.name == name })
}

func (s shape) names() []string {
	out := make([]string, len(s.keys))
	for i, k := range s.keys {
		out[i] = k.name
	}
	return out
}

// badKey notes a problem of a map's key.
func (r *reader) badKey(code Code, n *Node, i int, hint, format string, args ...any) {
	at := n.keyAt(i)
	r.bad(code, &Node{Path: n.Items[i].Path, Line: at.line, Column: at.column}, hint, format, args...)
}

// text reads a member that is a single value; "" where it is missing.
func (r *reader) text(n *Node, name string) string {
	item, ok := n.Get(name)
	if !ok || item.IsNull() {
		return ""
	}
	return r.scalarText(item)
}

func (r *reader) scalarText(n *Node) string {
	if n.Kind != Scalar {
		r.bad(CodeWrongType, n, "write one text", "a text is expected, not %s", n.Kind)
		return ""
	}
	return n.Text
}

// oneOf reads a member that is one of some words.
func (r *reader) oneOf(n *Node, name string, words ...string) string {
	s := r.text(n, name)
	if s == "" {
		return ""
	}
	if !slices.Contains(words, s) {
		item, _ := n.Get(name)
		hint := formula.Suggest(s, words)
		if hint == "" {
			hint = "write one of " + strings.Join(words, ", ")
		}
		r.bad(CodeWrongValue, item, hint, "%s cannot be %s", name, clipText(s))
		return ""
	}
	return s
}

// integer reads a member that is a whole number between two bounds; 0 where it is missing.
func (r *reader) integer(n *Node, name string, least, most int) int {
	item, ok := n.Get(name)
	if !ok || item.IsNull() {
		return 0
	}
	s := r.scalarText(item)
	if s == "" {
		return 0
	}
	v, err := strconv.Atoi(s)
	if err != nil || strconv.Itoa(v) != s {
		r.bad(CodeWrongType, item, "write digits only", "%s must be a whole number, not %s", name, clipText(s))
		return 0
	}
	if v < least || v > most {
		r.bad(CodeWrongValue, item, "", "%s must be between %d and %d, not %d", name, least, most, v)
		return 0
	}
	return v
}

// boolean reads a member that is true or false.
func (r *reader) boolean(n *Node, name string) bool {
	item, ok := n.Get(name)
	if !ok || item.IsNull() {
		return false
	}
	switch s := r.scalarText(item); s {
	case "true":
		return true
	case "false", "":
	default:
		r.bad(CodeWrongType, item, "write true or false", "%s must be true or false, not %s", name, clipText(s))
	}
	return false
}

// time reads a member that is a date-time with an offset.
func (r *reader) time(n *Node, name string) time.Time {
	item, ok := n.Get(name)
	if !ok || item.IsNull() {
		return time.Time{}
	}
	s := r.scalarText(item)
	if s == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		r.bad(CodeBadTime, item, "write it as 2026-03-16T09:00:00+08:00, with the offset", "%s is no date-time: %s", name, clipText(s))
	}
	return t
}

// maxList bounds every list but those of records, so that checks of all against all stay quick.
const maxList = 5000

// list reads a member that is a list.
func (r *reader) list(n *Node, name string) []*Node {
	item, ok := n.Get(name)
	if !ok || item.IsNull() {
		return nil
	}
	if item.Kind != List {
		r.bad(CodeWrongType, item, "write it as [a, b] or as lines that begin with -", "%s must be a list, not %s", name, item.Kind)
		return nil
	}
	if len(item.Items) > maxList && !strings.Contains(name, ".") {
		r.bad(CodeTooLarge, item, "split the task", "%s has %d entries; at most %d are read", name, len(item.Items), maxList)
		return item.Items[:maxList]
	}
	return item.Items
}

// names reads a member that is a list of words, each once.
func (r *reader) names(n *Node, name string) []string {
	return r.words(r.list(n, name), name)
}

func (r *reader) words(items []*Node, what string) []string {
	var out []string
	for _, item := range items {
		s := r.scalarText(item)
		switch {
		case s == "" && item.Kind == Scalar:
			r.bad(CodeMissingKey, item, "remove it or write a word", "an entry of %s is empty", what)
		case slices.Contains(out, s):
			r.bad(CodeEqualIDs, item, "remove it", "%s stands twice in %s", clipText(s), what)
		case s != "":
			out = append(out, s)
		}
	}
	return out
}

// namesOrOne reads a member that is one word or a list of words.
func (r *reader) namesOrOne(n *Node, name string) []string {
	item, ok := n.Get(name)
	if !ok || item.IsNull() {
		return nil
	}
	if item.Kind == Scalar {
		return r.words([]*Node{item}, name)
	}
	return r.names(n, name)
}

// object reads a member that is a mapping of any keys.
func (r *reader) object(n *Node, name string) *Node {
	item, ok := n.Get(name)
	if !ok || item.IsNull() {
		return nil
	}
	if item.Kind != Map {
		r.bad(CodeWrongType, item, "write name: value lines below it", "%s must be a mapping, not %s", name, item.Kind)
		return nil
	}
	return item
}

// expr reads a scalar that is an expression, and warns where YAML cut it.
func (r *reader) expr(n *Node) string {
	if n.Kind != Scalar {
		r.bad(CodeWrongType, n, "quote it: an expression that begins with { or [ is not a text in YAML", "an expression is expected, not %s", n.Kind)
		return ""
	}
	r.warnCut(n, n.Text)
	if strings.TrimSpace(n.Text) == "" {
		r.bad(CodeMissingKey, n, "", "the expression is empty")
	}
	return n.Text
}

// nearKey reports whether a key is so close to a known one that it must be a slip: only then
// is it no kind or tool name of an open mapping.
func nearKey(k string, known []string) bool {
	for _, name := range known {
		if formula.Distance(k, name) <= 1 || strings.EqualFold(k, name) {
			return true
		}
	}
	return false
}
