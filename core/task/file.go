package task

import (
	"strings"
	"unicode/utf8"
)

// File is where a task was read from.
type File struct {
	Name string // as shown in problems
	Dir  string // the task's folder on disk; "" when it was parsed from memory
	Data []byte // as read
	Root *Node

	lines []string
}

func newFile(name string, data []byte) *File {
	text := string(data)
	if strings.Contains(text, "\r") || otherBreaks(text) {
		text = lineBreaks.Replace(text)
	}
	return &File{Name: name, Data: data, lines: strings.Split(text, "\n")}
}

// lineBreaks makes one of all that YAML takes for the end of a line.
var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// plainBreaks reports whether every line ends as lines of text do.
func plainBreaks(data []byte) bool {
	s := string(data)
	return !otherBreaks(s) && strings.Count(s, "\r") == strings.Count(s, "\r\n")
}

// otherBreaks reports whether there is one of the ends of a line that only Unicode has.
func otherBreaks(s string) bool {
	return strings.Contains(s, "\u0085") || strings.Contains(s, "\u2028") || strings.Contains(s, "\u2029")
}

// Node returns the node at a field path, or the nearest one above it; nil where the task was
// not read from a file.
func (f *File) Node(path string) *Node {
	if f == nil || f.Root == nil {
		return nil
	}
	return f.Root.find(path)
}

// Place is the line and column of the character at an offset within the scalar at a path, or
// of the node itself where it is no scalar. It is 0, 0 where the task was not read from a file.
func (f *File) Place(path string, offset int) (line, column int) {
	n := f.Node(path)
	if n == nil {
		return 0, 0
	}
	if n.Kind != Scalar || offset <= 0 || n.Path != path {
		return n.Line, n.Column
	}
	return f.within(n, offset)
}

// within finds a character of a scalar in the file. Folding changes blanks only, so the
// characters that are not blank are counted, in the text and in the file.
func (f *File) within(n *Node, offset int) (line, column int) {
	left := 0
	for i, r := range []rune(n.Text) {
		if i >= offset {
			break
		}
		if !blank(r) {
			left++
		}
	}
	row, col := n.Line-1, n.Column-1
	switch n.style {
	case singleQuoted, doubleQuoted:
		col++
	case block:
		row, col = row+1, 0
	}
	line, column = row+1, col+1
	for ; row < len(f.lines); row, col = row+1, 0 {
		runes := []rune(f.lines[row])
		for col < len(runes) {
			width, seen := step(n.style, runes[col:])
			if seen {
				line, column = row+1, col+1
				if left == 0 {
					return line, column
				}
				left--
			}
			col += width
		}
		if left == 0 && n.style != block { // the place is the scalar's end
			return row + 1, col + 1
		}
	}
	return line, column
}

func blank(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' }

// step is how many characters of the file stand for the next one of the text, and whether
// that is one that is not blank.
func step(s style, rest []rune) (width int, seen bool) {
	switch {
	case s == singleQuoted && len(rest) > 1 && rest[0] == '\'' && rest[1] == '\'':
		return 2, true
	case s == doubleQuoted && rest[0] == '\\' && len(rest) > 1:
		switch rest[1] {
		case 'n', 't', 'r', ' ', 'N', '_', 'L', 'P':
			return 2, false
		case 'x':
			return 4, true
		case 'u':
			return 6, true
		case 'U':
			return 10, true
		}
		return 2, true
	}
	return 1, !blank(rest[0])
}

// comment returns the comment that follows a plain scalar on its line, with the #; "" where
// there is none.
func (f *File) comment(line, column int, text string) string {
	if line < 1 || line > len(f.lines) || !strings.Contains(f.lines[line-1], "#") {
		return ""
	}
	rest := f.lines[line-1]
	for range column - 1 { // columns count characters
		_, width := utf8.DecodeRuneInString(rest)
		rest = rest[width:]
	}
	rest, ok := strings.CutPrefix(rest, text)
	if !ok {
		return "" // it goes on over several lines
	}
	trimmed := strings.TrimLeft(rest, " \t")
	if strings.HasPrefix(trimmed, "#") && (len(trimmed) < len(rest) || text == "") {
		return trimmed
	}
	return ""
}
