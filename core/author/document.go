package author

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// mostReply bounds the text in which a document is looked for, in bytes.
const mostReply = 1 << 20

// FindDocument finds the task file that a model's text is or holds: the largest fenced block that
// looks like one, else the text from its first key on, else the JSON object in it. Nothing is repaired:
// what is wrong within the document is for its reader to say.
func FindDocument(text string) ([]byte, error) {
	switch {
	case len(text) > mostReply:
		return nil, fault.New(fault.Invalid, "the reply has %d bytes; at most %d are read", len(text), mostReply).WithHint("write a smaller task")
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return nil, fault.New(fault.Invalid, "the reply is no UTF-8 text").WithHint("write one document as plain text")
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	best, open := "", false
	for _, b := range fenced(text) {
		if len(b.text) > len(best) && looksLike(b.text) {
			best, open = b.text, b.open
		}
	}
	if open {
		return nil, fault.New(fault.Invalid, "the fenced block is never closed, so the document may be cut").WithHint("write the whole document again and close it with a line of three backticks")
	}
	if best == "" {
		best = bare(text)
	}
	if best == "" {
		return nil, fault.New(fault.Invalid, "the reply holds no document").WithHint("reply with one whole document in one fenced block that begins with ```yaml")
	}
	return []byte(strings.TrimRight(best, " \t\n") + "\n"), nil
}

type block struct {
	text string
	open bool // it is never closed
}

// fenced are the blocks between lines that begin with three backticks.
func fenced(text string) []block {
	var out []block
	var b *strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case strings.HasPrefix(line, "```") && b == nil:
			b = &strings.Builder{}
		case strings.HasPrefix(line, "```"):
			out = append(out, block{text: b.String()})
			b = nil
		case b != nil:
			b.WriteString(line + "\n")
		}
	}
	if b != nil {
		out = append(out, block{b.String(), true})
	}
	return out
}

// keyLine is a line that begins a section of a file: a key in the first column.
var keyLine = regexp.MustCompile(`^["']?([A-Za-z_][A-Za-z0-9_.-]*)["']?\s*:(?:\s|$)`)

func looksLike(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case strings.HasPrefix(line, "#"), strings.TrimSpace(line) == "", line == "---":
			continue
		}
		return strings.HasPrefix(strings.TrimSpace(line), "{") || keyLine.MatchString(line)
	}
	return false
}

// bare is the document of a text without fences.
func bare(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if m := keyLine.FindStringSubmatch(line); m != nil && isSection(m[1]) {
			return strings.Join(lines[i:], "\n")
		}
		if strings.HasPrefix(strings.TrimSpace(line), "{") {
			rest := strings.Join(lines[i:], "\n")
			if end := strings.LastIndexByte(rest, '}'); end >= 0 {
				return rest[:end+1]
			}
			return rest
		}
	}
	return ""
}

// headers are the sections that say what a task is, of which the request consists, and what it is
// graded by.
var (
	headerKeys  = []string{"schema", "id", "title", "family", "capabilities", "difficulty", "language"}
	requestKeys = []string{"now", "zone", "identity", "brief", "request", "user", "services", "tools", "records", "assets", "answer", "faults", "limits"}
	gradingKeys = []string{"facts", "empty", "checks", "forbid", "judge", "solution"}
)

func isSection(key string) bool {
	return slices.Contains(headerKeys, key) || slices.Contains(requestKeys, key) || slices.Contains(gradingKeys, key) || key == "provenance"
}

// section is one top-level key of a file with its lines.
type section struct {
	key  string
	text string
}

// sectionsOf cuts a document into its sections, JSON written as YAML: each member under its key. ok is
// false where that could change what the document means; it then has to stay as it is.
func sectionsOf(doc []byte) (out []section, ok bool) {
	if o := jsonObject(doc); o != nil {
		for _, m := range o.Members() {
			out = append(out, section{m.Name, m.Name + ": " + indented(m.Value)})
			if !keyLine.MatchString(m.Name + ": ") {
				return nil, false
			}
		}
		return out, sameKeys(doc, out)
	}
	var head []string // comments above a key
	for line := range strings.SplitSeq(strings.TrimRight(string(doc), "\n"), "\n") {
		m := keyLine.FindStringSubmatch(line)
		switch {
		case m != nil:
			out = append(out, section{m[1], strings.Join(append(head, line), "\n")})
			head = nil
		case strings.HasPrefix(line, "#"):
			head = append(head, line)
		case len(out) == 0:
			if text := strings.TrimSpace(line); text != "" && text != "---" {
				return nil, false
			}
		default:
			last := &out[len(out)-1]
			last.text = strings.Join(append([]string{last.text}, append(head, line)...), "\n")
			head = nil
		}
	}
	return out, len(out) > 0 && sameKeys(doc, out)
}

// sameKeys reports whether the cut-up document reads as the whole one does, key by key.
func sameKeys(doc []byte, cut []section) bool {
	whole, _ := task.Parse("", doc)
	again, _ := task.Parse("", joined(cut))
	if whole == nil || again == nil || whole.File == nil || again.File == nil || whole.File.Root == nil || again.File.Root == nil {
		return false
	}
	return slices.Equal(whole.File.Root.Keys, again.File.Root.Keys)
}

func joined(list []section) []byte {
	var b bytes.Buffer
	for _, s := range list {
		b.WriteString(strings.TrimRight(s.text, "\n") + "\n")
	}
	return b.Bytes()
}

func jsonObject(doc []byte) *value.Object {
	text := bytes.TrimSpace(doc)
	if len(text) == 0 || text[0] != '{' {
		return nil
	}
	v, err := value.Parse(text)
	o, ok := v.(*value.Object)
	if err != nil || !ok {
		return nil
	}
	return o
}

// indented is a JSON value over several lines, within a section.
func indented(v any) string {
	data := value.Append(nil, v)
	var b bytes.Buffer
	if err := json.Indent(&b, data, "  ", "  "); err != nil {
		return string(data)
	}
	return b.String()
}

// only keeps the sections of the given keys.
func only(list []section, keys ...[]string) []section {
	var out []section
	for _, s := range list {
		if slices.ContainsFunc(keys, func(k []string) bool { return slices.Contains(k, s.key) }) {
			out = append(out, s)
		}
	}
	return out
}

// stamped is a document under the id and provenance that are not for a model to choose, in its usual
// form, and read. A document that cannot be cut up is read as it is.
func stamped(doc []byte, id, provenance string) ([]byte, *task.Task, task.Problems) {
	if list, ok := sectionsOf(doc); ok {
		var kept []section
		for _, s := range list {
			if s.key != "id" && s.key != "provenance" {
				kept = append(kept, s)
			}
		}
		kept = append(kept, section{"id", "id: " + id}, section{"provenance", "provenance: " + provenance})
		doc = joined(kept)
	}
	file, t, problems, err := task.FormatTask(id, doc)
	if err != nil {
		t, problems = task.Parse(id, doc)
		return doc, t, aboutJSON(doc, problems)
	}
	return file, t, problems
}

// aboutJSON words the problem of a document that was meant to be JSON as one of JSON: what YAML has
// against it leads astray.
func aboutJSON(doc []byte, problems task.Problems) task.Problems {
	text := bytes.TrimSpace(doc)
	if len(text) == 0 || text[0] != '{' || !slices.ContainsFunc(problems, func(p task.Problem) bool { return p.Code == task.CodeSyntax }) {
		return problems
	}
	_, err := value.Parse(text)
	if err == nil {
		return problems
	}
	p := task.Problem{Code: task.CodeSyntax, Severity: task.SeverityError, Line: 1, Column: 1, Message: "not readable as JSON: " + err.Error(),
		Hint: "write one complete JSON object, every bracket and quote closed, or write YAML"}
	var bad *value.SyntaxError
	if errors.As(err, &bad) {
		p.Line, p.Column = bad.Line, bad.Column
	}
	return task.Problems{p}
}
