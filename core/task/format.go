package task

import (
	"bytes"
	"slices"
	"strings"
)

// Format brings a task file into its usual form: sections in the order of the format with a
// blank line between long ones, no blanks at line ends, one newline at the end. It moves whole
// lines and touches nothing within them, so comments stay where they are and no value
// changes; a file of which that is not certain comes back as it is. It is idempotent. A file
// that is not readable as YAML is an error.
func Format(data []byte) ([]byte, error) {
	out, _, err := format("", data)
	return out, err
}

// FormatTask is Format and Parse of what it returns in one: the file's new form, which is read
// anyway to see that it means the same, is not read a second time.
func FormatTask(name string, data []byte) ([]byte, *Task, Problems, error) {
	out, read, err := format(name, data)
	if err != nil {
		return nil, nil, nil, err
	}
	if read == nil {
		t, problems := Parse(name, out)
		return out, t, problems, nil
	}
	t, problems := read.task(read.file.Root)
	return out, t, problems, nil
}

// format returns the usual form of a file and who has read it; nil where the file stays as it is.
func format(name string, data []byte) ([]byte, *reader, error) {
	r := &reader{file: newFile(name, data)}
	root := r.readYAML()
	if err := r.problems.Err(); err != nil {
		return nil, nil, err
	}
	if root.Kind != Map || !plainBreaks(data) {
		return data, nil, nil
	}
	lines := r.file.lines
	if n := len(lines); lines[n-1] == "" {
		lines = lines[:n-1] // what follows the last newline is no line
	}
	f := &formatter{lines: lines, verbatim: make([]bool, len(lines))}
	f.protect(root)
	out := []byte(f.text(root))
	if bytes.Equal(out, data) {
		r.file.Root = root
		return data, r, nil
	}
	again := &reader{file: newFile(name, out)}
	again.file.Root = again.readYAML()
	if again.file.Root == nil || len(again.problems) > 0 || !sameMeaning(root, again.file.Root) {
		return data, nil, nil
	}
	return out, again, nil
}

// sameMeaning compares two node trees as JSON, numbers as they are written; the order of a
// mapping's keys is of no account.
func sameMeaning(a, b *Node) bool {
	if a.Kind != b.Kind || len(a.Items) != len(b.Items) {
		return false
	}
	switch a.Kind {
	case List:
		for i := range a.Items {
			if !sameMeaning(a.Items[i], b.Items[i]) {
				return false
			}
		}
		return true
	case Map:
		for i, k := range a.Keys {
			if other, ok := b.Get(k); !ok || !sameMeaning(a.Items[i], other) {
				return false
			}
		}
		return true
	}
	return jsonOf(a) == jsonOf(b)
}

type formatter struct {
	lines    []string
	verbatim []bool // lines of block texts: nothing in them is touched
}

// protect marks the lines of block texts.
func (f *formatter) protect(root *Node) {
	root.walk(func(n *Node) bool {
		if n.Kind == Scalar && n.style == block {
			f.protectBlock(n)
		}
		return true
	})
}

func (f *formatter) protectBlock(n *Node) {
	header := f.lines[n.Line-1]
	keep := strings.Contains(header, "|+") || strings.Contains(header, ">+")
	indent, last := -1, n.Line
	for i := n.Line; i < len(f.lines); i++ {
		line := f.lines[i]
		if strings.TrimSpace(line) == "" {
			if keep {
				last = i + 1
			}
			continue
		}
		in := len(line) - len(strings.TrimLeft(line, " "))
		if indent < 0 {
			indent = in
		}
		if in < indent || in == 0 {
			break
		}
		last = i + 1
	}
	for i := n.Line; i < last; i++ {
		f.verbatim[i] = true
	}
}

// section is the lines of one top-level key.
type section struct {
	key   string
	lines []string
}

// long reports whether a section has more than its first line; comments above that do not
// count, since those of the first section stand at the head of the file.
func (s section) long() bool {
	n := 0
	for n < len(s.lines) && strings.HasPrefix(s.lines[n], "#") {
		n++
	}
	return len(s.lines)-n > 1
}

func (f *formatter) text(root *Node) string {
	head, sections := f.split(root)
	order := shapeTask().names()
	rank := func(s section) int {
		if i := slices.Index(order, s.key); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.SortStableFunc(sections, func(a, b section) int { return rank(a) - rank(b) })
	var out []string
	out = append(out, head...)
	for i, s := range sections {
		if i > 0 && (s.long() || sections[i-1].long()) {
			out = append(out, "")
		}
		out = append(out, s.lines...)
	}
	return strings.Join(out, "\n") + "\n"
}

// split cuts the file into what stands before the first key and the sections. Comment lines
// right above a key belong to it.
func (f *formatter) split(root *Node) (head []string, sections []section) {
	starts := make([]int, len(root.Keys))
	for i := range root.Keys {
		at := root.keysAt[i]
		if at.column != 1 || i > 0 && at.line <= root.keysAt[i-1].line {
			return nil, []section{{lines: f.clean(0, len(f.lines))}} // a mapping in one line
		}
		starts[i] = at.line - 1
		for i > 0 && starts[i] > 0 && strings.HasPrefix(f.lines[starts[i]-1], "#") && !f.verbatim[starts[i]-1] {
			starts[i]--
		}
	}
	if len(starts) == 0 {
		return nil, []section{{lines: f.clean(0, len(f.lines))}}
	}
	head = f.clean(0, starts[0])
	if len(head) > 0 && strings.TrimSpace(f.lines[starts[0]-1]) == "" {
		head = append(head, "")
	}
	for i, key := range root.Keys {
		end := len(f.lines)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		sections = append(sections, section{key, f.clean(starts[i], end)})
	}
	return head, sections
}

// clean trims line ends, makes several blank lines one and drops those at the end.
func (f *formatter) clean(from, to int) []string {
	var out []string
	lastVerbatim := 0
	for i := from; i < to; i++ {
		line := f.lines[i]
		if f.verbatim[i] {
			out = append(out, line)
			lastVerbatim = len(out)
			continue
		}
		line = strings.TrimRight(line, " \t\r")
		if line == "" && (len(out) == 0 || out[len(out)-1] == "" && len(out) > lastVerbatim) {
			continue
		}
		out = append(out, line)
	}
	for len(out) > lastVerbatim && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}
