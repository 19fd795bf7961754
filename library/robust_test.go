package library_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/task"
)

// TestEveryKeyMatters deletes, renames and retypes every key of every shipped task: loading must object at that place or beside it, or robust_list_test.go says why it need not. Under
// -short it tries a sample.
func TestEveryKeyMatters(t *testing.T) {
	e := newEngine(t)
	every := 1
	if testing.Short() {
		every = 23
	}
	used := usedExcuses{seen: map[string]bool{}}
	t.Run("tasks", func(t *testing.T) {
		for name, s := range shippedTasks(t) {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				if parsed, _ := task.Parse("task.yaml", []byte(rendered(s.task.File.Root, nil))); parsed == nil || task.Digest(parsed) != task.Digest(s.task) {
					t.Fatal("writing the tree anew changes the task")
				}
				for i, batch := range batches(s.task.File.Root) {
					if i%every == 0 {
						e.try(t, s.task.File.Root, batch, &used)
					}
				}
			})
		}
	})
	if every == 1 {
		used.unused(t)
	}
}

// change is one change of a tree: a key of a map is deleted, renamed or given a value of another
// form.
type change struct {
	op   string
	node *task.Node // the map
	at   int        // its key
	want string     // where a problem is expected
}

// batches lists every change, each by itself; but those of one key of all records come together,
// since records stand each for itself.
func batches(root *task.Node) [][]change {
	var out [][]change
	together := map[string]int{}
	var walk func(n *task.Node)
	walk = func(n *task.Node) {
		for i := range n.Keys {
			path := n.Items[i].Path
			for _, c := range []change{{"delete", n, i, path}, {"rename", n, i, path + "x"}, {"retype", n, i, path}} {
				if !record.MatchString(n.Path) {
					out = append(out, []change{c})
					continue
				}
				batch := fmt.Sprint(c.op, i)
				if _, begun := together[batch]; !begun {
					together[batch] = len(out)
					out = append(out, nil)
				}
				out[together[batch]] = append(out[together[batch]], c)
			}
		}
		for _, item := range n.Items {
			walk(item)
		}
	}
	walk(root)
	return out
}

var record = regexp.MustCompile(`^records\.\w+\.\w+\[\d+\]$`)

var indices = regexp.MustCompile(`\[\d+\]`)

// most is how many errors one change may bring: more would be blame for what only follows.
const most = 25

func (e engine) try(t *testing.T, root *task.Node, batch []change, used *usedExcuses) {
	t.Helper()
	parsed, problems := task.Parse("task.yaml", []byte(rendered(root, batch)))
	missing := func(c change) bool {
		return !slices.ContainsFunc(problems, func(p task.Problem) bool { return beside(p.Path, c.want) })
	}
	if !slices.ContainsFunc(batch, missing) {
		return // what follows is held down by the tests of episode.Lint
	}
	_, problems = episode.Lint(parsed, problems, e.catalog, e.registry)
	if n := len(problems.Errors()); len(batch) == 1 && n > most {
		t.Errorf("%s: %d errors: %v", batch[0].what(), n, problems[:3])
	}
	lists := harmless
	if len(problems) > 0 {
		lists = slices.Concat(toldElsewhere, harmless)
	}
	for _, c := range batch {
		if !missing(c) {
			continue
		}
		general := indices.ReplaceAllString(c.what(), "[]")
		if i := slices.IndexFunc(lists, func(x excuse) bool { return x.pattern.MatchString(general) }); i >= 0 {
			used.note(lists[i])
			continue
		}
		t.Errorf("%s: no problem there, only %v", c.what(), problems)
	}
}

func (c change) what() string { return c.op + " " + c.node.Items[c.at].Path }

// beside reports whether a problem stands at a place, below it, or in the mapping that it is in.
func beside(path, want string) bool {
	if path == want || strings.HasPrefix(path, want+".") || strings.HasPrefix(path, want+"[") {
		return true
	}
	parent := want[:max(0, strings.LastIndexAny(want, ".["))]
	return path != "" && parent != "" && (path == parent || strings.HasPrefix(path, parent+"."))
}

// rendered writes a tree as YAML in flow form, with some changes.
func rendered(n *task.Node, batch []change) string {
	switch n.Kind {
	case task.Map:
		var own change
		if i := slices.IndexFunc(batch, func(c change) bool { return c.node == n }); i >= 0 {
			own = batch[i]
		}
		var parts []string
		for i, key := range n.Keys {
			item := rendered(n.Items[i], batch)
			if n == own.node && i == own.at {
				switch own.op {
				case "delete":
					continue
				case "rename":
					key += "x"
				case "retype":
					item = `[{}]`
					if n.Items[i].Kind != task.Scalar {
						item = "x1"
					}
				}
			}
			parts = append(parts, quoted(key)+": "+item)
		}
		return "{" + strings.Join(parts, ",\n") + "}"
	case task.List:
		parts := make([]string, len(n.Items))
		for i, item := range n.Items {
			parts[i] = rendered(item, batch)
		}
		return "[" + strings.Join(parts, ",\n") + "]"
	}
	if !n.Quoted && plainScalar.MatchString(n.Text) {
		return n.Text
	}
	return quoted(n.Text)
}

// plainScalar are the texts that mean the same in quotes and without, or something else: null, true
// and numbers among them.
var plainScalar = regexp.MustCompile(`^[A-Za-z0-9_.+-]+$`)

func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("%q is no JSON: %v", s, err)) // every text is
	}
	return string(b)
}

// usedExcuses are those that were needed, from all tasks.
type usedExcuses struct {
	sync.Mutex
	seen map[string]bool
}

func (u *usedExcuses) note(x excuse) {
	u.Lock()
	defer u.Unlock()
	u.seen[x.pattern.String()] = true
}

// unused objects to excuses that excuse nothing any more.
func (u *usedExcuses) unused(t *testing.T) {
	all := map[string]string{}
	for _, x := range slices.Concat(toldElsewhere, harmless) {
		all[x.pattern.String()] = x.why
	}
	for _, pattern := range slices.Sorted(maps.Keys(all)) {
		if !u.seen[pattern] {
			t.Errorf("nothing is excused by %s (%s): remove it", pattern, all[pattern])
		}
	}
}
