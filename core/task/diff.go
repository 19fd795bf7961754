package task

import (
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// Difference is one difference between two tasks. Checks, prohibitions, facts, records and
// other things with an id are found by it, wherever they stand: checks[raised].weight.
type Difference struct {
	Path   string `json:"path"`
	Kind   string `json:"kind"` // added, removed or changed
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

// Diff lists how b differs from a, in the order of the format: what the tasks mean, not how
// they are written. Labels and provenance are compared too.
func Diff(a, b *Task) []Difference {
	var out []Difference
	diffObjects(canonical(a, true), canonical(b, true), "", &out)
	return out
}

func diffValues(a, b any, path string, out *[]Difference) {
	if value.Equal(a, b) {
		return
	}
	switch x := a.(type) {
	case *value.Object:
		if y, ok := b.(*value.Object); ok && !isNumberForm(x) && !isNumberForm(y) {
			diffObjects(x, y, path, out)
			return
		}
	case []any:
		if y, ok := b.([]any); ok {
			diffLists(x, y, path, out)
			return
		}
	}
	*out = append(*out, Difference{Path: path, Kind: "changed", Before: shortForm(a), After: shortForm(b)})
}

func diffObjects(a, b *value.Object, path string, out *[]Difference) {
	for _, m := range a.Members() {
		at := under(path, m.Name)
		if v, ok := b.Get(m.Name); ok {
			diffValues(m.Value, v, at, out)
		} else {
			*out = append(*out, Difference{Path: at, Kind: "removed", Before: shortForm(m.Value)})
		}
	}
	for _, m := range b.Members() {
		if _, ok := a.Get(m.Name); !ok {
			*out = append(*out, Difference{Path: under(path, m.Name), Kind: "added", After: shortForm(m.Value)})
		}
	}
}

func under(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func diffLists(a, b []any, path string, out *[]Difference) {
	idsA, okA := listIDs(a)
	idsB, okB := listIDs(b)
	if okA && okB {
		diffKeyed(a, b, idsA, idsB, path, out)
		return
	}
	for i := range max(len(a), len(b)) {
		at := path + "[" + strconv.Itoa(i) + "]"
		switch {
		case i >= len(a):
			*out = append(*out, Difference{Path: at, Kind: "added", After: shortForm(b[i])})
		case i >= len(b):
			*out = append(*out, Difference{Path: at, Kind: "removed", Before: shortForm(a[i])})
		default:
			diffValues(a[i], b[i], at, out)
		}
	}
}

func diffKeyed(a, b []any, idsA, idsB []string, path string, out *[]Difference) {
	inB := map[string]any{}
	for i, id := range idsB {
		inB[id] = b[i]
	}
	known := map[string]bool{}
	for i, id := range idsA {
		known[id] = true
		at := path + "[" + id + "]"
		if v, ok := inB[id]; ok {
			diffValues(a[i], v, at, out)
		} else {
			*out = append(*out, Difference{Path: at, Kind: "removed", Before: shortForm(a[i])})
		}
	}
	for i, id := range idsB {
		if !known[id] {
			*out = append(*out, Difference{Path: path + "[" + id + "]", Kind: "added", After: shortForm(b[i])})
		}
	}
	diffOrder(idsA, idsB, path, out)
}

// diffOrder reports things with ids that stand in another order.
func diffOrder(idsA, idsB []string, path string, out *[]Difference) {
	common := func(ids, other []string) []string {
		in := map[string]bool{}
		for _, id := range other {
			in[id] = true
		}
		var kept []string
		for _, id := range ids {
			if in[id] {
				kept = append(kept, id)
			}
		}
		return kept
	}
	before, after := strings.Join(common(idsA, idsB), ", "), strings.Join(common(idsB, idsA), ", ")
	if before != after {
		*out = append(*out, Difference{Path: path + "[order]", Kind: "changed", Before: clip(before), After: clip(after)})
	}
}

// listIDs returns what identifies each member of a list: its id or name, or for records the
// first field that is called so. ok is false where that is missing or not unique.
func listIDs(list []any) (ids []string, ok bool) {
	seen := map[string]bool{}
	for _, item := range list {
		o, isObject := item.(*value.Object)
		if !isObject {
			return nil, false
		}
		id := idOf(o)
		if id == "" || seen[id] {
			return nil, false
		}
		seen[id] = true
		ids = append(ids, id)
	}
	return ids, true
}

func idOf(o *value.Object) string {
	for _, m := range o.Members() {
		if m.Name == "id" || m.Name == "name" || strings.HasSuffix(m.Name, "_id") {
			switch v := m.Value.(type) {
			case string:
				return v
			case *value.Object:
				if isNumberForm(v) {
					return shortForm(v)
				}
			}
			return ""
		}
	}
	return ""
}

// isNumberForm reports whether an object is literalForm's form of a number.
func isNumberForm(o *value.Object) bool {
	v, ok := o.Get("number")
	_, text := v.(string)
	return ok && text && o.Len() == 1
}

func shortForm(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return clip(v)
	case *value.Object:
		if isNumberForm(v) {
			n, _ := v.Get("number")
			return n.(string)
		}
	}
	return clip(string(value.Append(nil, plainForm(v))))
}

// plainForm puts numbers in the place of literalForm's forms of them.
func plainForm(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = plainForm(item)
		}
		return out
	case *value.Object:
		if isNumberForm(v) {
			n, _ := v.Get("number")
			return value.Number(n.(string))
		}
		out := value.Obj()
		for _, m := range v.Members() {
			out.Set(m.Name, plainForm(m.Value))
		}
		return out
	}
	return v
}

func clip(s string) string {
	const most = 200
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}
