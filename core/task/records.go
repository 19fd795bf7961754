package task

import (
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// records reads s0. Fields are typed by Bind; here a scalar is what JSON makes of its text.
func (r *reader) records(root *Node, t *Task) {
	n := r.object(root, "records")
	if n == nil {
		return
	}
	for i, full := range n.Keys {
		service, _, dotted := strings.Cut(full, ".")
		if !dotted {
			r.badKey(CodeCollection, n, i, "write service.collection", "%s names no collection", clipText(full))
			continue
		}
		if len(t.Services) > 0 && !r.listed(n, i, service, t) {
			continue
		}
		rec := Records{Collection: full, Path: n.Items[i].Path}
		for _, item := range r.list(n, full) {
			o, ok := r.recordOf(item)
			if !ok {
				o = value.Obj() // keeps positions in step
			}
			rec.Items = append(rec.Items, o)
		}
		t.Records = append(t.Records, rec)
	}
}

// listed checks that the service of a collection is one of the task's.
func (r *reader) listed(n *Node, i int, service string, t *Task) bool {
	for _, s := range t.Services {
		if s == service {
			return true
		}
	}
	r.badKey(CodeService, n, i, "add it to services, or remove the records", "the task does not list the service %s", clipText(service))
	return false
}

// recordOf reads one record.
func (r *reader) recordOf(n *Node) (*value.Object, bool) {
	if n.Kind != Map {
		r.bad(CodeWrongType, n, "write {field: value, ...}", "a record is a mapping, not %s", n.Kind)
		return nil, false
	}
	o, _ := jsonOf(n).(*value.Object)
	return o, true
}

// jsonOf turns a node into a JSON value: a quoted scalar is a text; an unquoted one is null,
// true, false or a number where JSON writes them so, and a text otherwise. YAML's own ideas
// (octal 0412, 1_000, 15:00 in sixties, yes and no) do not apply.
func jsonOf(n *Node) any {
	switch n.Kind {
	case List:
		out := make([]any, len(n.Items))
		for i, item := range n.Items {
			out[i] = jsonOf(item)
		}
		return out
	case Map:
		o := value.Room(len(n.Keys))
		for i, k := range n.Keys {
			o.Set(k, jsonOf(n.Items[i]))
		}
		return o
	}
	switch {
	case n.Quoted:
		return n.Text
	case n.IsNull():
		return nil
	case n.Text == "true":
		return true
	case n.Text == "false":
		return false
	case numeric(n.Text):
		return value.Number(n.Text)
	}
	return n.Text
}

// numeric reports whether a text is a number as JSON writes it.
func numeric(s string) bool {
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') {
		return false
	}
	return value.IsNumber(strings.TrimRight(s, " \t\r\n")) // as in JSON, blanks may follow
}
