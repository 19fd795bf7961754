package task

import (
	"slices"
	"strconv"
	"strings"
)

// mostKeys bounds the keys of a mapping that plainYAML reads: it looks for equal ones one by one.
const mostKeys = 64

// block reads the mapping or the list that begins at the place, in the column that is the indent.
func (p *plainYAML) block(path string, depth int) *Node {
	if p.atItem() {
		return p.list(path, depth)
	}
	return p.mapping(path, depth)
}

// atItem reports whether an item of a block list begins at the place.
func (p *plainYAML) atItem() bool { return strings.HasPrefix(p.text[p.at:], "- ") }

func (p *plainYAML) mapping(path string, depth int) *Node {
	n, indent, from, first := p.here(Map, path, depth), p.indent, len(p.items), len(p.keys)
	if n == nil {
		return nil
	}
	for p.indent == indent && !p.atItem() {
		at := place{p.line, p.columnHere()}
		key, known := p.key()
		if !known || slices.Contains(p.keys[first:], key) || len(p.keys)-first == mostKeys {
			return nil
		}
		item := p.value(p.member(path, key), indent, depth+1)
		if item == nil || p.indent > indent {
			return nil
		}
		if item.IsNull() && item.Text == "" {
			item.Line, item.Column = at.line, at.column
			item.cut = p.file.comment(at.line, at.column, key+":")
		}
		p.enter(key, at, item)
	}
	return p.closeMap(n, from, first)
}

// enter notes a member of the innermost mapping.
func (p *plainYAML) enter(key string, at place, item *Node) {
	p.nodes++ // the key
	p.items, p.keys, p.places = append(p.items, item), append(p.keys, key), append(p.places, at)
}

// closeMap gives a mapping its members, those from these places on.
func (p *plainYAML) closeMap(n *Node, from, first int) *Node {
	n.Items, n.Keys, n.keysAt = p.madeOf.hold(p.items[from:]), p.madeKeys.hold(p.keys[first:]), p.madeAt.hold(p.places[first:])
	p.items, p.keys, p.places = p.items[:from], p.keys[:first], p.places[:first]
	return n
}

func (p *plainYAML) closeList(n *Node, from int) *Node {
	n.Items = p.madeOf.hold(p.items[from:])
	p.items = p.items[:from]
	return n
}

func (p *plainYAML) member(path, key string) string {
	if path == "" {
		return key
	}
	return p.below(path, ".", key)
}

func (p *plainYAML) list(path string, depth int) *Node {
	n, indent, from := p.here(List, path, depth), p.indent, len(p.items)
	if n == nil {
		return nil
	}
	for p.indent == indent && p.atItem() {
		p.at++
		p.blanks()
		item := p.item(p.below(path, "[", strconv.Itoa(len(p.items)-from), "]"), indent, depth+1)
		if item == nil || p.indent > indent {
			return nil
		}
		p.items = append(p.items, item)
	}
	return p.closeList(n, from)
}

// item reads what stands behind the dash of an item: a mapping that begins there, or a value.
func (p *plainYAML) item(path string, indent, depth int) *Node {
	if p.keyAhead() {
		p.indent = p.at - p.start
		return p.mapping(path, depth)
	}
	return p.inline(path, indent, depth)
}

// value reads what belongs to the key before the place, in a mapping with that indent.
func (p *plainYAML) value(path string, indent, depth int) *Node {
	before := p.at
	p.blanks()
	if c := p.text[p.at]; c != '\n' && c != '#' {
		return p.inline(path, indent, depth)
	}
	p.at = before
	if !p.ended() {
		return nil
	}
	if p.indent > indent || p.indent == indent && p.atItem() {
		return p.block(path, depth)
	}
	return p.here(Scalar, path, depth) // the key gives it its place
}

// inline reads a value that begins on the line of its key or dash, and goes to the next line.
func (p *plainYAML) inline(path string, indent, depth int) *Node {
	if p.text[p.at] == '|' {
		return p.literal(path, indent, depth)
	}
	n := p.one(path, depth, false)
	if n == nil || !p.ended() {
		return nil
	}
	return n
}

// key reads a key and the colon behind it.
func (p *plainYAML) key() (key string, known bool) {
	from := p.at
	switch p.text[p.at] {
	case '"':
		key, known = p.doubleQuoted()
	case '\'':
		key, known = p.singleQuoted()
	default:
		if known = p.keyAhead(); known {
			p.at += strings.IndexByte(p.text[p.at:], ':')
			key = p.text[from:p.at]
		}
	}
	if !known || p.at-from > maxKey || p.text[p.at] != ':' || p.text[p.at+1] > ' ' {
		return "", false
	}
	p.at++
	return key, true
}

// keyAhead reports whether a key stands at the place: words of letters, digits and . _ -
func (p *plainYAML) keyAhead() bool {
	for i := p.at; i <= p.at+maxKey; i++ {
		switch c := p.text[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c > 0x7f:
		case i > p.at && (c == '-' || c == '.' || c == ' ' && p.text[i+1] != ':'):
		case c == ':':
			return i > p.at && p.text[i+1] <= ' '
		default:
			return false
		}
	}
	return false
}

// literal reads a block text behind | or |-.
func (p *plainYAML) literal(path string, indent, depth int) *Node {
	n := p.here(Scalar, path, depth)
	header := p.text[p.at : p.at+strings.IndexByte(p.text[p.at:], '\n')]
	if n == nil || header != "|" && header != "|-" {
		return nil
	}
	p.endLine()
	in, blank := 0, 0
	var b strings.Builder
	for p.at < len(p.text) {
		line := p.file.lines[p.line-1]
		words := strings.TrimLeft(line, " ")
		switch deep := len(line) - len(words); {
		case words == "" && (deep > 0 || in == 0):
			return nil
		case words == "":
			blank++
			p.endLine()
			continue
		case in == 0 && deep > indent:
			in = deep
		case in == 0:
			return nil
		case deep < in:
			return p.close(n, &b, header)
		default:
			b.WriteByte('\n')
		}
		for ; blank > 0; blank-- {
			b.WriteByte('\n')
		}
		b.WriteString(line[in:])
		p.endLine()
	}
	return p.close(n, &b, header)
}

// close ends a block text whose last line end is still to come.
func (p *plainYAML) close(n *Node, b *strings.Builder, header string) *Node {
	if b.Len() == 0 {
		return nil
	}
	if header == "|" {
		b.WriteByte('\n')
	}
	n.Text, n.style, n.Quoted = b.String(), block, true
	p.next()
	return n
}
