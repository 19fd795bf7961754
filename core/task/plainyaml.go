package task

import "strings"

// plainYAML reads what task files are mostly written in: block mappings and lists, flow ones, texts
// plain, quoted on one line or literal. That is a small part of YAML, read in a quarter of the time
// that the library takes for all of it. Whatever else stands in a file, and whatever may be wrong
// with it, makes it give up - its functions return nil or false -, and the library reads the file
// from its beginning: it alone says what is an error. Where plainYAML does not give up, its nodes
// are those that the library gives.
type plainYAML struct {
	file *File
	text string

	at     int // the place in text
	line   int // its line, from 1
	start  int // where that line begins
	indent int // of the line with the next entry of a block, which is at; -1 = there is none

	counted, column int // place of this line up to which characters were counted, and how many

	nodes, length int // as reader counts them

	// Entries of the collections that are open, innermost last.
	items  []*Node
	keys   []string
	places []place

	made     room[Node]
	madeOf   room[*Node]
	madeKeys room[string]
	madeAt   room[place]
	paths    strings.Builder // what the present paths are cut from
}

// room hands out pieces of larger slices: the parts of one tree live and end together.
type room[T any] struct{ free []T }

func (r *room[T]) take(n int) []T {
	const least = 64
	if n > len(r.free) {
		r.free = make([]T, max(n, least))
	}
	out := r.free[:n:n]
	r.free = r.free[n:]
	return out
}

// hold copies what was gathered; nil for nothing.
func (r *room[T]) hold(gathered []T) []T {
	if len(gathered) == 0 {
		return nil
	}
	out := r.take(len(gathered))
	copy(out, gathered)
	return out
}

// plainly reads a file without the library; nil where that takes the library.
func (r *reader) plainly() *Node {
	p := &plainYAML{file: r.file, text: string(r.file.Data), line: 1}
	if !usual(p.text) || !p.next() || p.indent != 0 {
		return nil
	}
	root := p.block("", 1)
	if root == nil || p.indent >= 0 || p.nodes > MaxNodes || p.length > maxPaths {
		return nil
	}
	r.nodes, r.paths = p.nodes, p.length
	return root
}

// usual reports whether a text ends with a line and has only characters that YAML takes for
// nothing but themselves: no tabs, no controls, no line ends but one.
func usual(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < ' ' && c != '\n', c == 0x7f:
			return false
		case c == 0xc2 && s[i+1] < 0xa0: // controls, and U+0085
			return false
		case c == 0xe2 && s[i+1] == 0x80 && s[i+2]&^1 == 0xa8: // U+2028 and U+2029
			return false
		case c == 0xef && (s[i+1] == 0xbb && s[i+2] == 0xbf || s[i+1] == 0xbf && s[i+2] >= 0xbe): // U+FEFF, U+FFFE, U+FFFF
			return false
		}
	}
	return strings.HasSuffix(s, "\n")
}

// next goes to the next line that is neither blank nor a comment. It is at the beginning of a line.
func (p *plainYAML) next() bool {
	for {
		p.start, p.counted, p.column = p.at, p.at, 0
		p.blanks()
		switch {
		case p.at == len(p.text):
			p.indent = -1
			return true
		case p.text[p.at] != '\n' && p.text[p.at] != '#':
			p.indent = p.at - p.start
			return true
		}
		p.endLine()
	}
}

func (p *plainYAML) blanks() {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
}

// endLine goes behind the end of the line.
func (p *plainYAML) endLine() {
	p.at += strings.IndexByte(p.text[p.at:], '\n') + 1
	p.line++
}

// ended goes to the next line with something on it; false where more than a comment follows here.
func (p *plainYAML) ended() bool {
	before := p.at
	p.blanks()
	if c := p.text[p.at]; c != '\n' && (c != '#' || p.at == before) {
		return false
	}
	p.endLine()
	return p.next()
}

// here makes a node of what stands at the place; nil where there are too many above it.
func (p *plainYAML) here(kind NodeKind, path string, depth int) *Node {
	if depth > MaxDepth {
		return nil
	}
	p.nodes++
	p.length += len(path)
	n := &p.made.take(1)[0]
	n.Kind, n.Path, n.Line, n.Column = kind, path, p.line, p.columnHere()
	return n
}

// columnHere counts the characters of the line up to the place, from where it counted last.
func (p *plainYAML) columnHere() int {
	for _, c := range []byte(p.text[p.counted:p.at]) {
		if c&0xc0 != 0x80 {
			p.column++
		}
	}
	p.counted = p.at
	return p.column + 1
}

// below is the path of a member or an item.
func (p *plainYAML) below(parts ...string) string {
	size := 0
	for _, s := range parts {
		size += len(s)
	}
	if p.paths.Cap()-p.paths.Len() < size {
		p.paths = strings.Builder{}
		p.paths.Grow(max(size, 4096))
	}
	from := p.paths.Len()
	for _, s := range parts {
		p.paths.WriteString(s)
	}
	return p.paths.String()[from:]
}
