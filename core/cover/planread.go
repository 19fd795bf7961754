package cover

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// MostTasks bounds what is planned at once.
const MostTasks = 10_000_000

// Words are the names that the lists of a plan may hold; nil takes any.
type Words struct {
	Scenarios    []string
	Services     []string
	Capabilities []string
}

// planKeys are the keys of a plan, in the order of its page.
var planKeys = []string{"schema", "target", "families", "languages", "difficulties", "turns", "scenarios", "services", "capabilities", "emphasis"}

// ParsePlan reads a plan file. Errors: Invalid, with all that is wrong by line and column.
func ParsePlan(file string, data []byte, known Words) (*Plan, error) {
	r := &planReader{file: file, doing: "read plan " + filepath.Base(file)}
	if len(data) > maxFile {
		r.bad(task.CodeTooLarge, &task.Node{Line: 1, Column: 1}, "", "the file has %d bytes; at most %d are read", len(data), maxFile)
		return nil, r.err()
	}
	root, problems := task.Document(file, data)
	if r.problems = problems; root == nil {
		return nil, r.err()
	}
	if root.Kind != task.Map {
		r.bad(task.CodeWrongType, root, "write key: value lines; docs/plans.md has an example", "a plan must be a mapping, not %s", root.Kind)
		return nil, r.err()
	}
	r.keys(root, "a plan", planKeys)
	r.schema(root)
	p := &Plan{Name: filepath.Base(file), Target: r.target(root),
		Families:   r.shares(root, "families", familyNames()),
		Languages:  r.shares(root, "languages", PlanLanguages()),
		Levels:     r.shares(root, "difficulties", PlanLevels()),
		Turns:      r.shares(root, "turns", turnNames()),
		Scenarios:  r.words(root, "scenarios", known.Scenarios),
		Services:   r.words(root, "services", known.Services),
		Capability: r.words(root, "capabilities", known.Capabilities),
		Emphasis:   r.emphases(root, known.Scenarios)}
	if err := r.err(); err != nil {
		return nil, err
	}
	return p, nil
}

func familyNames() []string {
	var out []string
	for _, f := range task.Families() {
		out = append(out, string(f))
	}
	return out
}

func turnNames() []string {
	return []string{string(synth.Single), string(synth.Multi), string(synth.Staged)}
}

// planReader notes what is wrong with a plan.
type planReader struct {
	file, doing string
	problems    task.Problems
}

func (r *planReader) err() error {
	err := r.problems.Sort().ErrOf(r.doing)
	if err != nil && fault.HintOf(err) == "" {
		return fault.Wrap(fault.Invalid, err, "").WithHint("docs/plans.md has an example")
	}
	return err
}

func (r *planReader) bad(code task.Code, n *task.Node, hint, format string, args ...any) {
	r.problems.Add(r.file, code, n, hint, fmt.Sprintf(format, args...))
}

// mostListed is up to how many known words a remedy lists.
const mostListed = 40

// remedy is the nearest word that a key may hold, and which there are.
func remedy(key, word string, known []string) string {
	are := "there are " + strings.Join(known, ", ")
	switch {
	case len(known) <= mostListed:
	case key == "capabilities":
		are = "`coworkenv coverage capabilities` shows which there are"
	default:
		are = "`coworkenv coverage plan` shows which there are"
	}
	return strings.TrimSpace(task.Suggest(word, known) + " " + are)
}

// keys holds the keys of a mapping against those that it may have.
func (r *planReader) keys(n *task.Node, what string, known []string) {
	for i, k := range n.Keys {
		if !slices.Contains(known, k) {
			r.bad(task.CodeUnknownKey, n.Key(i), remedy("", k, known), "%s has no key %s", what, task.Shown(k))
		}
	}
}

// member is a member of a mapping, nil where it is missing or empty.
func member(n *task.Node, key string) *task.Node {
	if item, ok := n.Get(key); ok && !item.IsNull() {
		return item
	}
	return nil
}

func (r *planReader) schema(root *task.Node) {
	switch n := member(root, "schema"); {
	case n == nil:
		r.bad(task.CodeMissingKey, root, "write schema: "+PlanFormat, "a plan needs its schema")
	case n.Kind != task.Scalar || n.Text != PlanFormat:
		r.bad(task.CodeSchema, n, "write schema: "+PlanFormat, "%s is no schema of plans", written(n))
	}
}

func (r *planReader) target(root *task.Node) int {
	n := member(root, "target")
	if n == nil {
		r.bad(task.CodeMissingKey, root, "write target: 100", "a plan needs its target, the number of tasks")
		return 0
	}
	tasks, err := strconv.Atoi(n.Text)
	if n.Kind != task.Scalar || n.Quoted || err != nil || tasks < 1 || tasks > MostTasks {
		r.bad(task.CodeWrongValue, n, fmt.Sprintf("write a whole number from 1 to %d, e.g. target: 100", MostTasks), "target is no number of tasks")
	}
	return tasks
}

// shares reads a mapping from known words to shares; nil where it is missing.
func (r *planReader) shares(root *task.Node, key string, known []string) map[string]float64 {
	n := member(root, key)
	if n == nil {
		return nil
	}
	if n.Kind != task.Map {
		r.bad(task.CodeWrongType, n, fmt.Sprintf("write %s: {%s: 2, %s: 1}", key, known[0], known[1]), "%s must be a mapping of shares, not %s", key, n.Kind)
		return nil
	}
	out := map[string]float64{}
	for i, name := range n.Keys {
		if !slices.Contains(known, name) {
			r.bad(task.CodeWrongValue, n.Key(i), remedy(key, name, known), "%s cannot hold %s", key, task.Shown(name))
			continue
		}
		out[name] = r.share(n.Items[i])
	}
	return out
}

// share reads a weight.
func (r *planReader) share(n *task.Node) float64 {
	f, err := strconv.ParseFloat(n.Text, 64)
	if n.Kind != task.Scalar || n.Quoted || err != nil || !(f >= 0 && f <= mostShare) { // NaN is neither
		r.bad(task.CodeWrongValue, n, fmt.Sprintf("write a number from 0 to %d, e.g. 2; 0 leaves it out", int(mostShare)), "a share is expected, not %s", written(n))
		return 0
	}
	return f
}

// written is a value as a message tells it.
func written(n *task.Node) string {
	switch {
	case n.Kind != task.Scalar:
		return n.Kind.String()
	case n.Text == "":
		return "nothing"
	}
	return task.Shown(n.Text)
}

// words reads a list of known words, each once.
func (r *planReader) words(root *task.Node, key string, known []string) []string {
	n := member(root, key)
	if n == nil {
		return nil
	}
	if n.Kind != task.List {
		r.bad(task.CodeWrongType, n, fmt.Sprintf("write %s: [%s]", key, written(n)), "%s must be a list, not %s", key, n.Kind)
		return nil
	}
	var out []string
	for _, item := range n.Items {
		switch {
		case item.Kind != task.Scalar || item.Text == "":
			r.bad(task.CodeWrongType, item, "write a word, or remove it", "an entry of %s must be a word, not %s", key, written(item))
		case known != nil && !slices.Contains(known, item.Text):
			r.bad(task.CodeWrongValue, item, remedy(key, item.Text, known), "%s cannot hold %s", key, task.Shown(item.Text))
		case slices.Contains(out, item.Text):
			r.bad(task.CodeEqualIDs, item, "remove it", "%s stands twice in %s", task.Shown(item.Text), key)
		default:
			out = append(out, item.Text)
		}
	}
	return out
}
