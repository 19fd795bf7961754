package sheets

import (
	"fmt"
	"strconv"
	"strings"
)

// span is a block of cells, counted from 1, both ends in it; an end of 0 is open.
type span struct{ left, top, right, bottom int }

// The largest column and row that an address can name, XFD1048576.
const (
	maxColumn = 16_384
	maxRow    = 1_048_576
)

// parseRange reads A1 notation: C7, A1:D20, B:B, 2:5, A2:C. Dollar signs do not matter, nor does
// letter case; a tab's name before an exclamation mark must be that of the tab. The empty text
// is everything.
func parseRange(text, tab string) (span, error) {
	s := strings.TrimSpace(text)
	if at := strings.LastIndexByte(s, '!'); at >= 0 {
		name := strings.TrimSpace(s[:at])
		if n := len(name); n >= 2 && name[0] == '\'' && name[n-1] == '\'' {
			name = strings.ReplaceAll(name[1:n-1], "''", "'")
		}
		if !strings.EqualFold(name, strings.TrimSpace(tab)) {
			return span{}, fmt.Errorf("the range names another tab than tab_id")
		}
		s = strings.TrimSpace(s[at+1:])
	}
	if s == "" {
		return span{left: 1, top: 1}, nil
	}
	first, last, isBlock := strings.Cut(s, ":")
	col, row, ok := parseCell(first)
	col2, row2, ok2 := col, row, ok
	if isBlock {
		col2, row2, ok2 = parseCell(last)
	} else {
		ok = ok && col > 0 && row > 0
	}
	if !ok || !ok2 || col == 0 && col2 > 0 || row == 0 && row2 > 0 {
		return span{}, fmt.Errorf("the range must be in A1 notation, such as C7, A1:D20, B:B or 2:5")
	}
	return ordered(col, row, col2, row2), nil
}

// ordered puts the corners of a block in order; a missing start is 1, a missing end open.
func ordered(col, row, col2, row2 int) span {
	if col2 > 0 && col2 < col {
		col, col2 = col2, col
	}
	if row2 > 0 && row2 < row {
		row, row2 = row2, row
	}
	return span{left: max(1, col), top: max(1, row), right: col2, bottom: row2}
}

// parseCell reads one corner: letters, digits or both; what is missing is 0.
func parseCell(s string) (col, row int, ok bool) {
	s = strings.ToUpper(strings.TrimSpace(s))
	s = strings.TrimPrefix(s, "$")
	n := 0
	for n < len(s) && s[n] >= 'A' && s[n] <= 'Z' {
		if n == 3 {
			return 0, 0, false
		}
		col = col*26 + int(s[n]-'A') + 1
		n++
	}
	digits := s[n:]
	if n > 0 {
		digits = strings.TrimPrefix(digits, "$")
	}
	if col > maxColumn || len(digits) > len("1048576") {
		return 0, 0, false
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return 0, 0, false
		}
		row = row*10 + int(digits[i]-'0')
	}
	if digits != "" && (row == 0 || row > maxRow) {
		return 0, 0, false
	}
	return col, row, col > 0 || row > 0
}

// within closes a span at the size of a grid and cuts it off there; it may be empty then.
func (s span) within(columns, rows int) span {
	if s.right == 0 || s.right > columns {
		s.right = columns
	}
	if s.bottom == 0 || s.bottom > rows {
		s.bottom = rows
	}
	return s
}

func (s span) empty() bool { return s.right < s.left || s.bottom < s.top }

// String writes a closed span in A1 notation.
func (s span) String() string {
	first := letters(s.left) + strconv.Itoa(s.top)
	last := letters(s.right) + strconv.Itoa(s.bottom)
	if first == last {
		return first
	}
	return first + ":" + last
}

// letters is the name of a column: 1 is A, 27 is AA.
func letters(column int) string {
	var b []byte
	for ; column > 0; column = (column - 1) / 26 {
		b = append([]byte{byte('A' + (column-1)%26)}, b...)
	}
	return string(b)
}
