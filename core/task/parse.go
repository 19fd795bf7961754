package task

import (
	"regexp"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/task/internal/formula"
)

// Parse reads a task file: syntax, shape and what refers to what within the file. All problems
// are returned in one go. The task is nil only where nothing could be read at all.
//
// Scalars stay what JSON makes of their text: an unquoted 12.50 is that number, an unquoted
// 0412, 1_000 or 15:00 a text; Bind types them by the services.
func Parse(name string, data []byte) (*Task, Problems) {
	r := &reader{file: newFile(name, data)}
	root := r.readYAML()
	if root == nil {
		return nil, r.problems.Sort()
	}
	return r.task(root)
}

// task reads the task in a node tree.
func (r *reader) task(root *Node) (*Task, Problems) {
	r.file.Root = root
	t := &Task{File: r.file}
	if ok, _ := r.members(root, shapeTask()); !ok {
		return nil, r.problems.Sort()
	}
	r.header(root, t)
	r.requests(root, t)
	r.user(root, t)
	r.services(root, t)
	r.records(root, t)
	r.assets(root, t)
	r.facts(root, t)
	r.answer(root, t)
	r.checks(root, t)
	r.forbid(root, t)
	r.judge(root, t)
	r.faults(root, t)
	r.solution(root, t)
	r.limits(root, t)
	r.provenance(root, t)
	r.language(root, t)
	r.references(t)
	return t, r.problems.Sort()
}

var (
	idForm   = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	wordForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)
	itemForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)
)

const maxID = 120

// id reads a member that names something within the task: words of letters and digits with
// - _ or . between them.
func (r *reader) id(n *Node, what string) string {
	s := r.text(n, "id")
	if s == "" {
		return ""
	}
	if len(s) > maxID || !itemForm.MatchString(s) {
		item, _ := n.Get("id")
		r.bad(CodeBadID, item, "use letters, digits and -", "the id of %s cannot be %s", what, clipText(s))
		return ""
	}
	return s
}

// name checks a name that expressions use. It reports whether the name can be used.
func (r *reader) name(n *Node, i int, what string) bool {
	name := n.Keys[i]
	if len(name) > maxID || !wordForm.MatchString(name) {
		r.badKey(CodeBadName, n, i, "use letters, digits and _, a letter first", "the name of %s cannot be %s", what, clipText(name))
		return false
	}
	if why := formula.Reserved(name); why != "" {
		r.badKey(CodeBadName, n, i, "choose another name", "the name of %s cannot be used: %s", what, why)
		return false
	}
	return true
}

// kindOf finds the one key of an open mapping that names a kind.
func (r *reader) kindOf(n *Node, s shape, further []int, what string) (string, *Node) {
	switch len(further) {
	case 1:
		return n.Keys[further[0]], n.Items[further[0]]
	case 0:
		r.bad(CodeCheckKind, n, "", "%s has no kind: besides %s it names what is looked at", what, strings.Join(s.names(), ", "))
		return "", nil
	}
	for _, i := range further {
		hint := formula.Suggest(n.Keys[i], s.names())
		if hint == "" {
			hint = "keep one, and make two of it"
		}
		r.badKey(CodeCheckKind, n, i, hint, "%s has exactly one kind, and here %s stands beside others", what, clipText(n.Keys[i]))
	}
	return "", nil
}

// unique reports ids that stand twice; ids and nodes are parallel.
func (r *reader) unique(seen map[string]string, id string, n *Node, what string) {
	if id == "" {
		return
	}
	if other, twice := seen[id]; twice {
		at := n
		if item, ok := n.Get("id"); ok {
			at = item
		}
		r.bad(CodeEqualIDs, at, "give it another id", "the id %s is that of %s too", id, other)
		return
	}
	seen[id] = what
}

// known reports a reference that does not resolve.
func (r *reader) known(code Code, n *Node, name string, names []string, what string) bool {
	if slices.Contains(names, name) {
		return true
	}
	hint := formula.Suggest(name, names)
	if hint == "" && len(names) > 0 && len(names) <= 12 {
		hint = "there is " + strings.Join(names, ", ")
	}
	r.bad(code, n, hint, "there is no %s %s", what, clipText(name))
	return false
}
