package task

import "coworkenv.dev/coworkenv/core/task/internal/formula"

// Document reads a YAML file that is no task as tasks are read: plain data, no key twice, and
// every value with its place. The node is nil where nothing can be made of the file.
func Document(name string, data []byte) (*Node, Problems) {
	r := &reader{file: newFile(name, data), document: true}
	root := r.readYAML()
	return root, r.problems.Sort()
}

// Add notes an error at a node, up to as many as are listed of one file.
func (ps *Problems) Add(file string, code Code, n *Node, hint, message string) {
	ps.add(Problem{Code: code, Severity: code.Severity(), File: file, Line: n.Line, Column: n.Column, Path: n.Path, Message: message, Hint: hint})
}

// Suggest words the nearest known name as a remedy: "did you mean x?", or "".
func Suggest(name string, known []string) string { return formula.Suggest(name, known) }

// Shown cuts a foreign text for a message and makes it safe to show.
func Shown(s string) string { return clipText(s) }
