package task

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// one reads a flow collection or a text of one line; within is whether it stands in a flow collection.
func (p *plainYAML) one(path string, depth int, within bool) *Node {
	switch p.text[p.at] {
	case '{':
		return p.flowMap(path, depth)
	case '[':
		return p.flowList(path, depth)
	}
	n := p.here(Scalar, path, depth)
	if n == nil {
		return nil
	}
	var ok bool
	switch p.text[p.at] {
	case '"':
		n.style = doubleQuoted
		n.Text, ok = p.doubleQuoted()
	case '\'':
		n.style = singleQuoted
		n.Text, ok = p.singleQuoted()
	default:
		if n.Text, ok = p.bare(within); ok {
			n.cut = p.file.comment(n.Line, n.Column, n.Text)
		}
	}
	if !ok {
		return nil
	}
	n.Quoted = n.style != plain
	return n
}

// gap goes over blanks and line ends within a flow collection; false where a comment follows, or a
// line that is not indented.
func (p *plainYAML) gap() bool {
	for {
		p.blanks()
		if p.at == len(p.text) || p.text[p.at] == '#' {
			return false
		}
		if p.text[p.at] != '\n' {
			return p.at > p.start
		}
		p.endLine()
		p.start, p.counted, p.column = p.at, p.at, 0
	}
}

// closed goes over the comma behind an entry, or over the bracket that ends its collection.
func (p *plainYAML) closed(bracket byte) (closed, ok bool) {
	if !p.gap() {
		return false, false
	}
	c := p.text[p.at]
	p.at++
	return c == bracket, c == bracket || c == ',' && p.gap()
}

// empty goes over a bracket that ends a collection right where it begins.
func (p *plainYAML) empty(bracket byte) bool {
	p.at++
	if p.text[p.at] != bracket {
		return false
	}
	p.at++
	return true
}

func (p *plainYAML) flowList(path string, depth int) *Node {
	n, from := p.here(List, path, depth), len(p.items)
	if n == nil || p.empty(']') {
		return n
	}
	for closed, ok := false, p.gap(); !closed; closed, ok = p.closed(']') {
		if !ok {
			return nil
		}
		item := p.one(p.below(path, "[", strconv.Itoa(len(p.items)-from), "]"), depth+1, true)
		if item == nil {
			return nil
		}
		p.items = append(p.items, item)
	}
	return p.closeList(n, from)
}

func (p *plainYAML) flowMap(path string, depth int) *Node {
	n, from, first := p.here(Map, path, depth), len(p.items), len(p.keys)
	if n == nil || p.empty('}') {
		return n
	}
	for closed, ok := false, p.gap(); !closed; closed, ok = p.closed('}') {
		if !ok {
			return nil
		}
		at := place{p.line, p.columnHere()}
		key, known := p.key()
		if !known || slices.Contains(p.keys[first:], key) || len(p.keys)-first == mostKeys || !p.gap() {
			return nil
		}
		item := p.one(p.member(path, key), depth+1, true)
		if item == nil {
			return nil
		}
		p.enter(key, at, item)
	}
	return p.closeMap(n, from, first)
}

// bare reads a text without quotes up to what ends it.
func (p *plainYAML) bare(within bool) (string, bool) {
	from, end := p.at, p.at
	switch c := p.text[from]; {
	case c == '-' && (p.text[from+1] <= ' ' || within && strings.IndexByte(",[]{}", p.text[from+1]) >= 0):
		return "", false
	case c != '-' && strings.IndexByte("?:,[]{}#&*!|>'\"%@`\n", c) >= 0:
		return "", false
	}
scan:
	for i := from; ; i++ {
		switch c := p.text[i]; c {
		case ' ':
			continue
		case '\n':
			if within {
				return "", false // it may go on in the next line
			}
			break scan
		case '#':
			if end != i { // after a blank
				if within {
					return "", false
				}
				break scan
			}
		case ':':
			if next := p.text[i+1]; next == ' ' || next == '\n' || within && strings.IndexByte(",[]{}", next) >= 0 {
				return "", false
			}
		case ',', ']', '}':
			if within {
				break scan
			}
		case '?', '[', '{':
			if within {
				return "", false
			}
		}
		end = i + 1
	}
	p.at = end
	return p.text[from:end], true
}

// singleQuoted reads a text in single quotes that ends on its line.
func (p *plainYAML) singleQuoted() (string, bool) {
	p.at++
	from, doubled := p.at, false
	for ; ; p.at++ {
		switch p.text[p.at] {
		case '\n':
			return "", false
		case '\'':
			if p.text[p.at+1] != '\'' {
				s := p.text[from:p.at]
				p.at++
				if doubled {
					s = strings.ReplaceAll(s, "''", "'")
				}
				return s, true
			}
			doubled = true
			p.at++
		}
	}
}

// doubleQuoted reads a text in double quotes that ends on its line.
func (p *plainYAML) doubleQuoted() (string, bool) {
	p.at++
	from := p.at
	var b []byte // what was read up to from, where something is escaped
	for ; ; p.at++ {
		switch p.text[p.at] {
		case '\n':
			return "", false
		case '"':
			s := p.text[from:p.at]
			p.at++
			if b != nil {
				s = string(append(b, s...))
			}
			return s, true
		case '\\':
			b = append(b, p.text[from:p.at]...)
			r, ok := p.escaped()
			if !ok {
				return "", false
			}
			b = utf8.AppendRune(b, r)
			from = p.at + 1
		}
	}
}

// escaped reads the character that a backslash stands before, and stops at its last byte.
func (p *plainYAML) escaped() (rune, bool) {
	p.at++
	switch c := p.text[p.at]; c {
	case '"', '\\', '/':
		return rune(c), true
	case 'n':
		return '\n', true
	case 't':
		return '\t', true
	case 'u':
		if len(p.text) < p.at+5 {
			return 0, false
		}
		r, err := strconv.ParseUint(p.text[p.at+1:p.at+5], 16, 32)
		p.at += 4
		return rune(r), err == nil && utf8.ValidRune(rune(r))
	}
	return 0, false
}
