package harbor

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

// publicKeys are the sections of a task that its environment needs. All others stay away from the
// agent: they say what is right, or are labels.
func publicKeys() []string {
	return []string{"schema", "language", "now", "zone", "identity", "brief", "request", "user", "services", "tools", "records", "assets",
		"answer", "faults", "limits"}
}

// Public writes the public half of a task as a file of its own. Whatever the records say beside
// their services' fields (members that begin with "_") is left out, as are comments; the task's
// name is too, since it may tell what the task is about.
func Public(t *task.Task) ([]byte, error) {
	if t.File == nil || t.File.Root == nil || t.File.Root.Kind != task.Map {
		return nil, fault.New(fault.Invalid, "task %s has no file", t.ID)
	}
	var b bytes.Buffer
	b.WriteString("id: task\ntitle: task\nfamily: lookup\nchecks: [{id: elsewhere, weight: 1, " + elsewhere + ": true}]\n")
	if t.Imported() {
		b.WriteString("provenance: {generator: " + task.GeneratorImport + "}\n")
	}
	root := t.File.Root
	for _, key := range publicKeys() {
		n, ok := root.Get(key)
		if !ok {
			continue
		}
		b.WriteString(key + ": ")
		if err := appendNode(&b, n, key, 1); err != nil {
			return nil, err
		}
		b.WriteByte('\n')
	}
	return b.Bytes(), nil
}

// appendNode writes a node in flow style, long mappings over lines. Scalars keep their text, and
// whether they were quoted.
func appendNode(b *bytes.Buffer, n *task.Node, path string, depth int) error {
	switch n.Kind {
	case task.List:
		return appendAll(b, n.Items, '[', ']', depth, func(i int) error {
			return appendNode(b, n.Items[i], path+"[]", depth+1)
		})
	case task.Map:
		keep := make([]*task.Node, 0, len(n.Items))
		keys := make([]string, 0, len(n.Keys))
		for i, k := range n.Keys {
			if !(strings.HasPrefix(k, "_") && holdsRecord(path)) {
				keys, keep = append(keys, k), append(keep, n.Items[i])
			}
		}
		return appendAll(b, keep, '{', '}', depth, func(i int) error {
			if err := appendText(b, keys[i]); err != nil {
				return err
			}
			b.WriteString(": ")
			return appendNode(b, keep[i], path+"."+keys[i], depth+1)
		})
	}
	if !n.Quoted && isPlain(n.Text) {
		b.WriteString(n.Text)
		return nil
	}
	if n.IsNull() {
		b.WriteString("null")
		return nil
	}
	return appendText(b, n.Text)
}

func appendAll(b *bytes.Buffer, items []*task.Node, open, shut byte, depth int, each func(i int) error) error {
	b.WriteByte(open)
	for i := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		if depth <= 3 {
			b.WriteString("\n" + strings.Repeat("  ", depth))
		} else if i > 0 {
			b.WriteByte(' ')
		}
		if err := each(i); err != nil {
			return err
		}
	}
	b.WriteByte(shut)
	return nil
}

// holdsRecord tells whether a mapping at that path is a record, whose members may be labels.
func holdsRecord(path string) bool {
	return strings.HasPrefix(path, "records.") && strings.HasSuffix(path, "[]") || strings.HasPrefix(path, "request[].inject[].")
}

// isPlain tells whether an unquoted scalar can stay unquoted within flow style.
func isPlain(s string) bool {
	return s != "" && s != "-" && !strings.HasPrefix(s, ".") && strings.IndexFunc(s, func(r rune) bool {
		return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '.' || r == '-' || r == '+' || r == '_')
	}) < 0 && !slices.Contains([]string{"---", "..."}, s)
}

// appendText writes a text in double quotes, as JSON and YAML both read it.
func appendText(b *bytes.Buffer, s string) error {
	var one bytes.Buffer
	enc := json.NewEncoder(&one)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return fault.Wrap(fault.Internal, err, "write a text")
	}
	text := bytes.TrimRight(one.Bytes(), "\n")
	b.Write(bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\x7f"), []byte(`\u007f`)), []byte("\u0085"), []byte(`\u0085`)))
	return nil
}
