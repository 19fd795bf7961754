package task

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/world"
)

// elsewhere lists the changes of a key whose problem is rightly reported at another place, and
// harmless those that this package rightly accepts; each with the reason. A pattern is matched
// against "delete|rename|retype path" with list indices as [].
var (
	elsewhere = []excuse{
		{`^delete (records|facts|answer\.\w+)$`, "reported where it is missed"},
		{`^delete checks\[\]\.weight$`, "the weights no longer sum to 1"},
		{`^rename facts\.\w+\.let\.`, "reported where the old name stands"},
		{`^delete request\[\]\.stage$`, "the later item is the one out of order"},
		{`^delete request\[\]\.inject\[\]\.set\.unit_price$`, "nothing is left to set"},
		{`^delete empty$`, "reported at the facts that are empty"},
	}
	harmless = []excuse{
		{`^delete (capabilities|difficulty|language|brief|limits|provenance|answer|user|identity|forbid|faults)$`, "optional"},
		{`^delete (limits|provenance)\.`, "optional"},
		{`^delete forbid\[\]\.stage$`, "optional: always"},
		{`^delete user\.(persona|style|max_rounds|confirm|knows)$`, "optional"},
		{`^delete request\[\]\.(id|inject)$`, "optional; a missing injection is seen where a fact needs it"},
		{`^delete request\[\]\.inject\[\]\.set\.(contact_person|email)$`, "an injection may set less; one that changes nothing is a finding of the gate"},
		{`^delete checks\[\]\.(needs|stage|partial)$`, "optional; what evidence must be needed is judged by core/grade"},
		{`^(delete|rename|retype) checks\[\]\.(read|record_created|record_updated|answer|searched|revealed)\b`, "kinds and parameters of checks belong to core/grade"},
		{`^(delete|rename|retype) forbid\[\]\.(effect|disclosed|tool)\b`, "kinds and parameters of prohibitions belong to core/grade"},
		{`^delete answer\.\w+\.list$`, "optional: one value"},
		{`^delete facts\.\w+\.(let|where|give|at)\b`, "optional; a fact that changes is the gate's to find, what is left unnamed is reported where it is named"},
		{`^(delete|rename) facts\.\w+$`, "a fact that only checks name is missed by core/grade"},
		{`^rename facts\.\w+\.where\.`, "conditions are named freely"},
		{`^rename facts\.\w+\.give\.`, "fields are named freely; what names them is reported there or by core/grade"},
		{`^rename answer\.\w+$`, "an answer field that only checks name is missed by core/grade"},
		{`^(delete|rename) answer\.\w+\.rows\.\w+$`, "columns are named freely; the key column is checked"},
		{`^delete solution\.calls\[\]\.(each|as|expect)$`, "optional; what it leaves unnamed is reported there, what fails is the gate's to find"},
		{`^delete solution\.calls\[\]\.\w+\.\w+$`, "an optional argument"},
		{`^retype solution\.calls\[\]\.\w+\.\w+$`, "arguments have their types checked when they are called"},
		{`^delete records$`, "a task whose facts must be empty loads without records"},
		{`^delete records\.\w+\.\w+\[\]\.\w+$`, "an optional field"},
		{`^(delete|rename) records\.\w+\.\w+$`, "a collection may be empty; a fact that is then empty is reported there"},
		{`^(rename|retype) records\.\w+\.\w+\[\]\._\w+$`, "hidden attributes are the author's"},
	}
)

type excuse struct{ pattern, why string }

func (e excuse) matches(what string) bool {
	ok, err := regexp.MatchString(e.pattern, what)
	return ok && err == nil
}

// retyped is a value of another form: a list for a scalar, a scalar for the others.
func retyped(n *Node) *Node {
	out := *n
	if n.Kind == Scalar {
		out = Node{Kind: List, Items: []*Node{{Kind: Map, Line: n.Line, Column: n.Column}}, Line: n.Line, Column: n.Column}
	} else {
		out.Kind, out.Text, out.Items, out.Keys = Scalar, "x1", nil, nil
	}
	return &out
}

var index = regexp.MustCompile(`\[\d+\]`)

// For every key of every example: deleting, renaming or retyping it is a problem at that place
// or next to it, or is excused above. Of the members of a list, each key is tried once.
func TestEveryKey(t *testing.T) {
	t.Parallel()
	cat := toyCatalog(t)
	used := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(examples(t))) {
		r := &reader{file: newFile(name, examples(t)[name])}
		root, tried := r.readYAML(), map[string]bool{}
		try := func(op, path, want string) {
			what := op + " " + index.ReplaceAllString(path, "[]")
			problems := problemsOf(r.file, root, cat)
			if slices.ContainsFunc(problems, func(p Problem) bool { return touches(p.Path, want) }) {
				return
			}
			list := harmless
			if len(problems) > 0 {
				list = append(slices.Clone(elsewhere), harmless...)
			}
			if i := slices.IndexFunc(list, func(e excuse) bool { return e.matches(what) }); i >= 0 {
				used[list[i].pattern] = true
				return
			}
			t.Errorf("%s: %s: no problem at %s, only %v", name, what, want, problems)
		}
		root.walk(func(m *Node) bool {
			for i := range m.Keys {
				path := m.Items[i].Path
				if once := index.ReplaceAllString(path, "[]"); tried[once] {
					continue
				} else {
					tried[once] = true
				}
				keys, items, at := m.Keys, m.Items, m.keysAt
				m.Keys, m.Items, m.keysAt = without(keys, i), without(items, i), without(at, i)
				try("delete", path, path)
				m.Keys, m.Items, m.keysAt = slices.Clone(keys), items, at
				m.Keys[i] += "x"
				try("rename", path, path+"x")
				m.Keys, m.Items = keys, slices.Clone(items)
				m.Items[i] = retyped(items[i])
				try("retype", path, path)
				m.Items = items
			}
			return true
		})
	}
	for _, e := range slices.Concat(elsewhere, harmless) {
		if !used[e.pattern] {
			t.Errorf("nothing is excused by %s (%s): remove it", e.pattern, e.why)
		}
	}
}

func without[T any](list []T, i int) []T { return slices.Delete(slices.Clone(list), i, i+1) }

// problemsOf parses and binds a node tree.
func problemsOf(file *File, root *Node, cat *world.Catalog) Problems {
	own := *file
	r := &reader{file: &own}
	parsed, problems := r.task(copied(root, ""))
	if parsed != nil {
		_, more := Bind(parsed, cat)
		problems = append(problems, more...)
	}
	return problems
}

// copied is a copy of a tree with the paths that its keys give.
func copied(n *Node, path string) *Node {
	out := *n
	out.Path = path
	out.Items = make([]*Node, len(n.Items))
	for i, item := range n.Items {
		at := fmt.Sprintf("%s[%d]", path, i)
		if n.Kind == Map {
			at = strings.TrimPrefix(path+"."+n.Keys[i], ".")
		}
		out.Items[i] = copied(item, at)
	}
	return &out
}

// touches reports whether a problem stands at a place, above it or below it.
func touches(path, want string) bool {
	if path == want || strings.HasPrefix(path, want+".") || strings.HasPrefix(path, want+"[") {
		return true
	}
	parent := want[:max(0, max(strings.LastIndex(want, "."), strings.LastIndex(want, "[")))]
	return path != "" && parent != "" && (path == parent || strings.HasPrefix(path, parent+"."))
}
