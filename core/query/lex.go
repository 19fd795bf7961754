package query

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind int

const (
	tokEnd tokenKind = iota
	tokOpen
	tokClose
	tokOr
	tokAnd
	tokNot
	tokWord // a bare word or quoted text
	tokTerm // field, operator, value
)

// token is one piece of the source, at [pos, end).
type token struct {
	kind     tokenKind
	pos, end int

	text   string // of the word or value, without quotes and escapes
	quoted bool

	field  string // of a term
	op     string
	valPos int
}

func isKeyword(word string) bool { return word == "OR" || word == "AND" || word == "NOT" }

// isWordRune lists what a word printed without quotes may hold.
func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_./@-", r)
}

// identLen is the length of the field name that s begins with, 0 for none.
func identLen(s string) int {
	for i := range len(s) {
		c := s[i] | 0x20
		switch {
		case 'a' <= c && c <= 'z', s[i] == '_':
		case i > 0 && ('0' <= s[i] && s[i] <= '9' || s[i] == '.' || s[i] == '-'):
		default:
			return i
		}
	}
	return len(s)
}

// opLen is the length of the operator that s begins with, 0 for none.
func opLen(s string) int {
	switch {
	case strings.HasPrefix(s, "<="), strings.HasPrefix(s, ">="):
		return 2
	case s != "" && strings.ContainsRune(":<>=", rune(s[0])):
		return 1
	}
	return 0
}

// checkSource refuses what no part of the language can hold.
func checkSource(src string) *Error {
	if len(src) > MaxLen {
		return errorAt(src, 0, 0, "the query is longer than %d bytes", MaxLen).hint("shorten it")
	}
	for i, r := range src {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(src[i:]); size == 1 {
				return errorAt(src, i, i+1, "the query is not UTF-8 here").hint("type the text anew")
			}
		}
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return errorAt(src, i, i+utf8.RuneLen(r), "control character %U", r).hint("remove it")
		}
	}
	return nil
}

// next reads the token at or after offset at.
func next(src string, at int) (token, *Error) {
	for at < len(src) {
		r, size := utf8.DecodeRuneInString(src[at:])
		if !unicode.IsSpace(r) {
			break
		}
		at += size
	}
	if at == len(src) {
		return token{kind: tokEnd, pos: at, end: at}, nil
	}
	switch src[at] {
	case '(':
		return token{kind: tokOpen, pos: at, end: at + 1}, nil
	case ')':
		return token{kind: tokClose, pos: at, end: at + 1}, nil
	case '-':
		return token{kind: tokNot, pos: at, end: at + 1}, nil
	}
	if n := identLen(src[at:]); n > 0 {
		if m := opLen(src[at+n:]); m > 0 {
			return term(src, at, n, m)
		}
	}
	text, end, quoted, err := value(src, at)
	if err != nil {
		return token{}, err
	}
	t := token{kind: tokWord, pos: at, end: end, text: text, quoted: quoted}
	if !quoted {
		switch text {
		case "OR":
			t.kind = tokOr
		case "AND":
			t.kind = tokAnd
		case "NOT":
			t.kind = tokNot
		}
	}
	return t, nil
}

func term(src string, at, ident, op int) (token, *Error) {
	valPos := at + ident + op
	t := token{kind: tokTerm, pos: at, field: src[at : at+ident], op: src[at+ident : valPos], valPos: valPos}
	text, end, quoted, err := value(src, valPos)
	if err != nil {
		return token{}, err
	}
	if end == valPos {
		e := errorAt(src, at, valPos, "%s has no value", src[at:valPos])
		if strings.TrimSpace(src[valPos:]) != "" {
			return token{}, e.hint("the value follows without a blank; %s* finds every row that has one", t.field+":")
		}
		return token{}, e.hint("write the value after %s", t.op)
	}
	t.text, t.end, t.quoted = text, end, quoted
	return t, nil
}

// value reads quoted text, or raw text up to a blank, parenthesis or quote.
func value(src string, at int) (text string, end int, quoted bool, err *Error) {
	if strings.HasPrefix(src[at:], `"`) {
		return quotedText(src, at)
	}
	end = len(src)
	if n := strings.IndexFunc(src[at:], func(r rune) bool {
		return unicode.IsSpace(r) || r == '(' || r == ')' || r == '"'
	}); n >= 0 {
		end = at + n
	}
	return src[at:end], end, false, nil
}

func quotedText(src string, at int) (text string, end int, quoted bool, err *Error) {
	var b strings.Builder
	for i := at + 1; i < len(src); i++ {
		switch c := src[i]; {
		case c == '"' && b.Len() == 0:
			return "", 0, false, errorAt(src, at, i+1, "the quotes are empty").hint("field:* finds rows with any value, -field:* those with none")
		case c == '"':
			return b.String(), i + 1, true, nil
		case c == '\\' && i+1 < len(src) && (src[i+1] == '"' || src[i+1] == '\\'):
			i++
			b.WriteByte(src[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", 0, false, errorAt(src, at, len(src), "the quote is not closed").hint(`end the text with "`)
}
