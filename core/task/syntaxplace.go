package task

import (
	"sort"
	"strings"
)

// maxSought bounds the files in which the place of a syntax error is sought: each try reads the
// file up to some point again.
const maxSought = 512 << 10

// syntaxPlace finds where a file stops being YAML. The library tells a line, which may be that of
// the mapping or list around the error, and no column. So it is asked again: the error is on the
// first line up to which the file gives it, and, where the scanner gave it, at the first character
// of that line. told is the line that the library tells.
func (r *reader) syntaxPlace(message string, told int) (line, column int) {
	lines := r.file.lines
	if told > len(lines) { // it ends there
		told = len(lines)
	}
	line = max(told, 1)
	brackets := inBrackets(message)
	if at, sure := openedAt(lines[line-1]); brackets && sure {
		return line, columnAt(lines[line-1], at)
	}
	if len(r.file.Data) > maxSought || strings.Count(string(r.file.Data), "\n") != len(lines)-1 {
		return line, r.firstOf(line)
	}
	fails := func(text string) bool {
		_, err := decode([]byte(text))
		return err != nil && err.Error() == message
	}
	line = 1 + sort.Search(len(lines)-1, func(n int) bool { return fails(strings.Join(lines[:n+1], "\n") + "\n") })
	if brackets {
		return r.bracketPlace(min(told, line), line)
	}
	if !fromScanner(message) {
		return line, r.firstOf(line)
	}
	text := lines[line-1]
	before := strings.Join(lines[:line-1], "\n")
	if line > 1 {
		before += "\n"
	}
	runes := []rune(text)
	column = 1 + sort.Search(len(runes), func(n int) bool { return fails(before + string(runes[:n+1])) })
	if column > len(runes) { // only the end of the line tells
		return line, r.firstOf(line)
	}
	return line, column
}

// bracketPlace finds what keeps the brackets that open on one line from closing on another.
func (r *reader) bracketPlace(from, to int) (line, column int) {
	text := strings.Join(r.file.lines[max(from, 1)-1:to], "\n")
	at, sure := openedAt(text)
	if at < 0 || !sure && from < to {
		return to, r.firstOf(to)
	}
	before := text[:at]
	return max(from, 1) + strings.Count(before, "\n"), columnAt(text[strings.LastIndexByte(before, '\n')+1:], at-strings.LastIndexByte(before, '\n')-1)
}

func columnAt(text string, at int) int { return 1 + len([]rune(text[:at])) }

// firstOf is the column of the first character of a line that is not blank.
func (r *reader) firstOf(line int) int {
	if line < 1 || line > len(r.file.lines) {
		return 1
	}
	text := r.file.lines[line-1]
	rest := strings.TrimLeft(text, " \t")
	if rest == "" {
		return 1
	}
	return 1 + len(text) - len(rest)
}

// inBrackets are the errors of brackets and quotes that do not close.
func inBrackets(message string) bool {
	return strings.Contains(message, "expected ',' or") || strings.Contains(message, "unexpected end of stream")
}

// fromScanner are the errors of a character: those of the parser concern a whole line.
func fromScanner(message string) bool {
	return strings.Contains(message, "not allowed in this context") || strings.Contains(message, "found character that cannot start any token") ||
		strings.Contains(message, "found unknown escape character") || strings.Contains(message, "found a tab character")
}

// openedAt finds, in one line or some, what keeps its brackets and quotes from closing: a quote that stays
// open, a bracket that closes another than the last one opened, or a second colon in one entry.
// These are sure; a bracket that stays open may close on another line. -1 is nothing.
func openedAt(text string) (at int, sure bool) {
	type bracket struct {
		at    int
		colon bool // the entry that is read has its colon
	}
	var open []bracket
	for i := 0; i < len(text); i++ {
		last := len(open) - 1
		switch c := text[i]; c {
		case '"', '\'':
			if i > 0 && strings.IndexByte(" \t\n[{,:(", text[i-1]) < 0 {
				continue // within a word, it is no quote
			}
			end := closing(text, i)
			if end < 0 {
				return i, true
			}
			i = end
		case '#':
			if i == 0 || strings.IndexByte(" \t\n", text[i-1]) >= 0 {
				i = endOfLine(text, i)
			}
		case '[', '{':
			open = append(open, bracket{at: i})
		case ']', '}':
			if last < 0 || text[open[last].at] != c-2 {
				return i, true
			}
			open = open[:last]
		case ',':
			if last >= 0 {
				open[last].colon = false
			}
		case ':':
			if last < 0 || i+1 < len(text) && text[i+1] != ' ' && text[i+1] != '\n' {
				continue
			}
			if open[last].colon {
				return i, true
			}
			open[last].colon = true
		}
	}
	if len(open) == 0 {
		return -1, false
	}
	return open[len(open)-1].at, false
}

// endOfLine is the place before the break that ends the line of i.
func endOfLine(text string, i int) int {
	if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(text)
}

// closing is the place of the quote that closes the one at i; -1 where none does.
func closing(text string, i int) int {
	quote := text[i]
	for i++; i < len(text); i++ {
		switch {
		case quote == '"' && text[i] == '\\':
			i++
		case text[i] != quote:
		case quote == '\'' && i+1 < len(text) && text[i+1] == '\'':
			i++
		default:
			return i
		}
	}
	return -1
}
