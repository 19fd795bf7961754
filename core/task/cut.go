package task

import (
	"regexp"
	"strings"
)

// warnCut warns of an unquoted expression that a blank and # cut.
func (r *reader) warnCut(n *Node, src string) {
	if n.Quoted || n.cut == "" {
		return
	}
	if open(src) || continues(n.cut) {
		r.bad(CodeExpressionCut, n, "quote the whole expression", "a blank and # begin a comment in YAML: the expression ends before %s", clipText(n.cut))
	}
}

var openEnd = regexp.MustCompile(`([-+*/%<>=!&|?:,.]|\b(and|or|not|in|contains|matches|startsWith|endsWith))\s*$`)

// open reports whether an expression breaks off: brackets left open, or an operator last.
func open(src string) bool {
	depth, quote := 0, rune(0)
	for _, c := range src {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		}
	}
	return depth > 0 || quote != 0 || strings.TrimSpace(src) == "" || openEnd.MatchString(src)
}

// continues reports whether a comment looks like the rest of an expression.
func continues(comment string) bool {
	return len(comment) > 1 && strings.ContainsRune(").,]}", rune(comment[1]))
}

// each of the values of the file that can be an expression is looked at for a cut.
func (r *reader) warnCuts(n *Node) {
	n.walk(func(n *Node) bool {
		if n.Kind == Scalar && strings.HasPrefix(n.Text, "=") && !strings.HasPrefix(n.Text, "==") {
			r.warnCut(n, strings.TrimPrefix(n.Text, "="))
		}
		return true
	})
}
