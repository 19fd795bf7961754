package pdftext

import (
	"bytes"
	"strconv"

	"coworkenv.dev/coworkenv/core/fault"
)

// maxOperands bounds what stands before one operator.
const maxOperands = 1 << 18

// operand is a value before an operator: a number, a string or name, or a list.
type operand struct {
	number float64
	text   string
	isText bool
	list   operands
}

// operands are the values before an operator.
type operands []operand

// last returns an operand counted from the end; the zero one where there are not so many.
func (o operands) last(i int) operand {
	if i >= len(o) {
		return operand{}
	}
	return o[len(o)-1-i]
}

// scanner splits a program (the content of a page, a map to Unicode) into operators and their
// operands. It reads any bytes to the end; dictionaries come out as their members.
type scanner struct {
	rest  []byte
	count int // operands since the last operator
}

// next returns the next operator with its operands; "" at the end.
func (s *scanner) next() (op string, args operands) {
	s.count = 0
	for {
		value, word, end := s.token()
		switch {
		case end:
			return "", nil
		case word == "[":
			args = append(args, operand{list: s.list()})
		case word == "ID":
			s.skipImage()
			args = nil
		case isOperator(word):
			return word, args
		case word == "":
			args = append(args, value)
		}
	}
}

// list reads up to the closing bracket; lists in lists are dropped.
func (s *scanner) list() operands {
	var list operands
	for {
		value, word, end := s.token()
		if end || word == "]" {
			return list
		}
		if word == "" {
			list = append(list, value)
		}
	}
}

// token reads one value, or one word or bracket.
func (s *scanner) token() (value operand, word string, end bool) {
	s.skipBlanks()
	if len(s.rest) == 0 {
		return operand{}, "", true
	}
	if s.count++; s.count > maxOperands {
		refuse(fault.Exhausted, "more than %d values stand before one operator", maxOperands)
	}
	switch c := s.rest[0]; {
	case c == '(':
		return operand{text: s.literal(), isText: true}, "", false
	case c == '<' && !bytes.HasPrefix(s.rest, []byte("<<")):
		return operand{text: s.hex(), isText: true}, "", false
	case c == '/':
		s.rest = s.rest[1:]
		return operand{text: s.run(), isText: true}, "", false
	case c == '<':
		s.rest = s.rest[2:]
		return operand{}, "<<", false
	case bytes.IndexByte([]byte(">[]{})"), c) >= 0:
		s.rest = s.rest[1:]
		return operand{}, string(c), false
	}
	word = s.run()
	if isOperator(word) {
		return operand{}, word, false
	}
	n, err := strconv.ParseFloat(word, 64)
	if err != nil {
		n = 0 // no number, and no operator either
	}
	return operand{number: n}, "", false
}

func (s *scanner) skipBlanks() {
	for len(s.rest) > 0 {
		switch c := s.rest[0]; {
		case c == '%':
			end := bytes.IndexAny(s.rest, "\r\n")
			if end < 0 {
				end = len(s.rest)
			}
			s.rest = s.rest[end:]
		case c <= ' ':
			s.rest = s.rest[1:]
		default:
			return
		}
	}
}

// run reads up to the next blank or delimiter.
func (s *scanner) run() string {
	n := 0
	for n < len(s.rest) && s.rest[n] > ' ' && bytes.IndexByte([]byte("<>[](){}/%"), s.rest[n]) < 0 {
		n++
	}
	word := string(s.rest[:n])
	s.rest = s.rest[n:]
	return word
}

// isOperator tells an operator from a number and a bracket.
func isOperator(word string) bool {
	if word == "" {
		return false
	}
	c := word[0]
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '\'' || c == '"'
}

// skipImage passes over the bytes of a picture within the content.
func (s *scanner) skipImage() {
	for {
		i := bytes.Index(s.rest, []byte("EI"))
		if i < 0 {
			s.rest = nil
			return
		}
		apart := i > 0 && s.rest[i-1] <= ' '
		s.rest = s.rest[i+2:]
		if apart && (len(s.rest) == 0 || s.rest[0] <= ' ') {
			return
		}
	}
}
