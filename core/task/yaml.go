package task

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Bounds of a task file.
const (
	MaxBytes = 4 << 20
	MaxDepth = 64
	MaxNodes = 200_000

	maxKey   = 300      // bytes
	maxPaths = 64 << 20 // bytes of all paths: a path repeats the keys above it
)

// reader turns a file into a task and notes what is wrong on the way.
type reader struct {
	file     *File
	document bool // it is no task, see Document
	problems Problems
	nodes    int
	paths    int // bytes of the paths so far
}

// readYAML reads one document into nodes. Of YAML only plain data is taken: no anchors,
// aliases, tags or further documents, and no key twice.
func (r *reader) readYAML() *Node {
	data := r.file.Data
	switch {
	case len(data) > MaxBytes:
		r.whole(CodeTooLarge, r.ofTask("keep long texts in assets"), "the file has %d bytes; at most %d are read", len(data), MaxBytes)
		return nil
	case !utf8.Valid(data):
		r.whole(CodeSyntax, "save the file as UTF-8", "the file is not UTF-8")
		return nil
	case len(data) > 3*MaxNodes && separators(data) > 3*MaxNodes:
		// A separator makes at most one value: this bounds memory before anything is built.
		r.whole(CodeTooLarge, r.ofTask("split the task"), "the file has too many values; at most %d are read", MaxNodes)
		return nil
	}
	doc, err := decode(data)
	if err != nil {
		r.syntax(err)
		return nil
	}
	if doc == nil || len(doc.Content) == 0 {
		r.whole(CodeSyntax, r.ofTask("coworkenv task new ID writes a starter"), "the file is empty")
		return nil
	}
	root := r.node(doc.Content[0], "", 1)
	switch {
	case r.nodes > MaxNodes:
		r.whole(CodeTooLarge, r.ofTask("split the task"), "the file has too many values; at most %d are read", MaxNodes)
		return nil
	case r.paths > maxPaths:
		r.whole(CodeTooLarge, "use shorter keys", "the keys are too long for so many values")
		return nil
	}
	return root
}

func separators(data []byte) int {
	n := 0
	for _, b := range data {
		switch b {
		case ',', '\n', ':', '[', '{', '-', '?':
			n++
		}
	}
	return n
}

var errSecond = errors.New("the file has a second document")

func decode(data []byte) (doc *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			doc, err = nil, fmt.Errorf("yaml: %v", p)
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var first, second yaml.Node
	if err := dec.Decode(&first); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return nil, err
	}
	switch err := dec.Decode(&second); {
	case errors.Is(err, io.EOF):
		return &first, nil
	case err != nil:
		return nil, err
	}
	return nil, errSecond
}

var (
	yamlLine   = regexp.MustCompile(`^yaml: line (\d+): `)
	yamlParser = regexp.MustCompile(`^did not find expected (key|node content|'-' indicator|',' or '[\]}]'|<)`)
	yamlIndent = regexp.MustCompile(`^did not find expected (key|'-' indicator)`)
)

func (r *reader) syntax(err error) {
	if errors.Is(err, errSecond) {
		r.whole(CodeSyntax, "keep to one document in one file; remove the line ---", "%v", err)
		return
	}
	msg, line := err.Error(), 1
	if m := yamlLine.FindStringSubmatch(msg); m != nil {
		line, _ = strconv.Atoi(m[1])
		msg = msg[len(m[0]):]
	}
	msg = strings.TrimPrefix(msg, "yaml: ")
	if yamlParser.MatchString(msg) {
		line++ // the library counts these from 0
	}
	line, column := r.syntaxPlace(err.Error(), line)
	hint := "quote a text that holds : # { } [ ] , & * ! | > ' \" % or @"
	switch {
	case r.tabbed(line):
		hint = "indent with blanks: YAML takes no tab there"
	case r.hashNear(line):
		hint = "a blank and # begin a comment: quote an expression that holds #"
	case yamlIndent.MatchString(msg):
		hint = "check the indentation: the keys of one mapping, and the items of one list, begin in the same column"
	}
	r.problems = append(r.problems, Problem{Code: CodeSyntax, Severity: CodeSyntax.Severity(), File: r.file.Name,
		Line: line, Column: column, Message: "not readable as YAML: " + msg, Hint: hint})
}

// tabbed reports whether a line is indented with a tab.
func (r *reader) tabbed(line int) bool {
	if line < 1 || line > len(r.file.lines) {
		return false
	}
	text := r.file.lines[line-1]
	return strings.Contains(text[:len(text)-len(strings.TrimLeft(text, " \t"))], "\t")
}

// hashNear reports whether a # that looks like a part of an expression stands at or shortly
// before a line.
func (r *reader) hashNear(line int) bool {
	for i := max(0, line-4); i < min(line+1, len(r.file.lines)); i++ {
		if hashInExpr.MatchString(r.file.lines[i]) {
			return true
		}
	}
	return false
}

var hashInExpr = regexp.MustCompile(`[(,*+<>=-] #( |\)|\.|,|\]|}|$)`)

// node turns a YAML node into ours. It returns nil for what cannot be used.
func (r *reader) node(y *yaml.Node, path string, depth int) *Node {
	n := &Node{Path: path, Line: y.Line, Column: y.Column}
	r.nodes++
	r.paths += len(path)
	if r.full() {
		return n
	}
	if depth > MaxDepth {
		r.bad(CodeTooLarge, n, "", "values are nested deeper than %d levels", MaxDepth)
		return n
	}
	r.plainOnly(y, n)
	switch y.Kind {
	case yaml.ScalarNode:
		r.scalar(y, n)
	case yaml.SequenceNode:
		n.Kind = List
		for i, item := range y.Content {
			if r.full() {
				break
			}
			n.Items = append(n.Items, r.node(item, path+"["+strconv.Itoa(i)+"]", depth+1))
		}
	case yaml.MappingNode:
		n.Kind = Map
		r.mapping(y, n, depth)
	default:
		n.Kind = Scalar // an alias, reported above
	}
	return n
}

// full reports whether the file is too large, so that nothing more need be read.
func (r *reader) full() bool { return r.nodes > MaxNodes || r.paths > maxPaths }

func (r *reader) plainOnly(y *yaml.Node, n *Node) {
	switch {
	case y.Kind == yaml.AliasNode:
		r.bad(CodeYAMLFeature, n, "write the value out", "aliases (*name) are not taken")
	case y.Anchor != "":
		r.bad(CodeYAMLFeature, n, "write the value out where it is needed", "anchors (&name) are not taken")
	case y.Style&yaml.TaggedStyle != 0:
		r.bad(CodeYAMLFeature, n, "remove it: fields have their types from the services", "tags (%s) are not taken", clipText(y.Tag))
	}
}

func (r *reader) scalar(y *yaml.Node, n *Node) {
	n.Kind, n.Text = Scalar, y.Value
	switch {
	case y.Style&yaml.DoubleQuotedStyle != 0:
		n.style = doubleQuoted
	case y.Style&yaml.SingleQuotedStyle != 0:
		n.style = singleQuoted
	case y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		n.style = block
	default:
		n.cut = r.file.comment(y.Line, y.Column, y.Value)
	}
	n.Quoted = n.style != plain
}

func (r *reader) mapping(y *yaml.Node, n *Node, depth int) {
	seen := make(map[string]bool, len(y.Content)/2)
	for i := 0; i+1 < len(y.Content) && !r.full(); i += 2 {
		key, val := y.Content[i], y.Content[i+1]
		at := &Node{Path: n.Path, Line: key.Line, Column: key.Column}
		r.nodes++
		r.plainOnly(key, at)
		if key.Kind != yaml.ScalarNode {
			r.bad(CodeSyntax, at, "", "a key must be a single word")
			continue
		}
		if len(key.Value) > maxKey {
			r.bad(CodeTooLarge, at, "use a shorter key", "the key %s has %d bytes; at most %d are taken", clipText(key.Value), len(key.Value), maxKey)
			continue
		}
		path := key.Value
		if n.Path != "" {
			path = n.Path + "." + key.Value
		}
		if seen[key.Value] {
			at.Path = path
			r.bad(CodeEqualKeys, at, "keep one of them", "the key %s stands twice", clipText(key.Value))
			continue
		}
		if hint := cutByComma(y, key, val); hint != "" {
			r.bad(CodeUnknownKey, at, hint, "the comma before %s ends the value, within braces", clipText(key.Value))
			continue
		}
		seen[key.Value] = true
		item := r.node(val, path, depth+1)
		if item.IsNull() && item.Text == "" {
			item.Line, item.Column = key.Line, key.Column
			item.cut = r.file.comment(key.Line, key.Column, key.Value+":")
		}
		n.Keys = append(n.Keys, key.Value)
		n.Items = append(n.Items, item)
		n.keysAt = append(n.keysAt, place{key.Line, key.Column})
	}
}

// ofTask is a remedy that makes sense for tasks alone.
func (r *reader) ofTask(hint string) string {
	if r.document {
		return ""
	}
	return hint
}

// whole notes a problem of the file as a whole.
func (r *reader) whole(code Code, hint, format string, args ...any) {
	r.problems = append(r.problems, Problem{Code: code, Severity: code.Severity(), File: r.file.Name, Line: 1, Column: 1,
		Message: fmt.Sprintf(format, args...), Hint: cmp.Or(hint, code.Remedy())})
}

// bad notes a problem of a node.
func (r *reader) bad(code Code, n *Node, hint, format string, args ...any) {
	r.problems.add(Problem{Code: code, Severity: code.Severity(), File: r.file.Name, Line: n.Line, Column: n.Column,
		Path: n.Path, Message: fmt.Sprintf(format, args...), Hint: cmp.Or(hint, code.Remedy())})
}

// clipText cuts a foreign text for a message and makes it safe to show.
func clipText(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "..."
	}
	quoted := strconv.Quote(s)
	if inner := quoted[1 : len(quoted)-1]; inner == s {
		return s
	}
	return quoted
}
