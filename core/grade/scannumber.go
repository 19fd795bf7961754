package grade

import (
	"unicode"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/value"
)

// numerals yields the places of a prepared text where a number is written, ids taken out
// first. Where groups are parted by blanks both the first group and the whole are yielded.
// closed says that nothing is glued to its end.
func (x *lexicon) numerals(s string, yield func(start, end int) bool) {
	for i := 0; i < len(s); {
		if s[i]-'0' > 9 {
			i++
			continue
		}
		if end := x.idAround(s, i); end > i {
			i = end
			continue
		}
		first := digitsEnd(s, i)
		start, ok := numberStart(s, i)
		if !ok || first-i > 1 && s[i] == '0' {
			i = first // digits of an id, a date, a time or a group
			continue
		}
		plain := groupsEnd(s, i, first, false)
		if !yield(start, plain) {
			return
		}
		if spaced := groupsEnd(s, i, first, true); spaced > plain && !yield(start, spaced) {
			return
		}
		i = plain
	}
}

// numberStart checks what stands before digits and takes a sign in.
func numberStart(s string, i int) (start int, ok bool) {
	if i == 0 {
		return 0, true
	}
	switch c := s[i-1]; {
	case isAlnum(c) || c == '_' || c == '@':
		return i, isMoneyLetter(s, i)
	case c == '-':
		if i == 1 || !isAlnum(s[i-2]) && s[i-2] != '_' && s[i-2] != ')' && s[i-2] != '-' {
			return i - 1, true
		}
		return 0, false
	case c == '.' || c == ':' || c == '/':
		if i > 1 && isAlnum(s[i-2]) {
			return 0, false
		}
	}
	return i, true
}

// isMoneyLetter lets a currency code be glued to the front of an amount: EUR1240.
func isMoneyLetter(s string, i int) bool {
	j := i
	for j > 0 && i-j < 4 && (s[j-1]-'a' <= 'z'-'a' || s[j-1]-'A' <= 'Z'-'A') {
		j--
	}
	return i-j == 3 && opens(s, j)
}

// groupsEnd is the end of a number whose digits begin at i; first is the end of its first
// digits. A separator between groups is followed by exactly three digits; another point or
// comma begins the decimals.
func groupsEnd(s string, i, first int, blanks bool) int {
	end := first
	grouping := first-i <= 3 && s[i] != '0'
	var sep byte
	for end+1 < len(s) && s[end+1]-'0' <= 9 {
		c := s[end]
		if c != '.' && c != ',' && c != '\'' && (c != ' ' || !blanks) {
			break
		}
		next := digitsEnd(s, end+1)
		three := next-end-1 == 3
		switch {
		case grouping && three && (sep == 0 || sep == c):
			sep, end = c, next
		case (c == '.' || c == ',') && c != sep:
			return next
		default:
			return end
		}
	}
	return end
}

// free reports whether nothing is glued to the end of a number: no letter, and no digits after
// a colon, a slash or another separator, which make it a time, a date or no number at all.
func free(s string, end int) bool {
	if !closes(s, end) {
		return false
	}
	if end+1 >= len(s) || s[end+1]-'0' > 9 {
		return true
	}
	return s[end] != ':' && s[end] != '/' && s[end] != ','
}

// hasNumber reports whether a prepared text holds the number.
func (x *lexicon) hasNumber(s string, want value.Decimal) bool {
	found := false
	x.numerals(s, func(start, end int) bool {
		if free(s, end) && opens(s, start) && sameDigits(s[start:end], want) {
			got, ok := value.ReadNumber(s[start:end])
			found = ok && got == want
		}
		return !found
	})
	return found
}

// sameDigits compares significant digits, which rules most numbers out at once.
func sameDigits(s string, want value.Decimal) bool {
	var room [24]byte
	a, b := 0, want.String()
	digits := room[:0]
	for i := range len(b) {
		if b[i]-'0' <= 9 {
			digits = append(digits, b[i])
		}
	}
	for len(digits) > 0 && digits[0] == '0' {
		digits = digits[1:]
	}
	for len(digits) > 0 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	leading := true
	for i := range len(s) {
		c := s[i]
		if c-'0' > 9 || leading && c == '0' {
			continue
		}
		leading = false
		if a == len(digits) {
			if c != '0' {
				return false
			}
			continue
		}
		if c != digits[a] {
			return false
		}
		a++
	}
	return a == len(digits)
}

// hasMoney reports whether a prepared text names the amount with its currency.
func (x *lexicon) hasMoney(s string, want value.Money) bool {
	found := false
	amount := want.Amount()
	x.numerals(s, func(start, end int) bool {
		if sameDigits(s[start:end], amount) {
			got, ok := moneyAt(s, start, end)
			found = ok && got == want
		}
		return !found
	})
	return found
}

// moneyAt reads the amount at a place with the currency beside it. A currency on either side
// counts; where both sides name another one, the one that no other number claims.
func moneyAt(s string, start, end int) (value.Money, bool) {
	lefts, rights := leftMarks(s, start), rightMarks(s, end)
	for _, l := range lefts {
		for _, r := range rights {
			if m, ok := readMoney(s, l, r); ok {
				return m, true
			}
		}
	}
	var left, right value.Money
	var okLeft, okRight bool
	rightEnd := end
	for _, l := range lefts {
		if left, okLeft = readMoney(s, l, end); okLeft {
			break
		}
	}
	for _, r := range rights {
		if right, okRight = readMoney(s, start, r); okRight {
			rightEnd = r
			break
		}
	}
	switch {
	case !okRight, okLeft && left == right:
		return left, okLeft
	case !okLeft:
		return right, true
	case digitAfter(s, rightEnd):
		return left, true
	}
	return right, digitBefore(s, start)
}

func readMoney(s string, l, r int) (value.Money, bool) {
	if !opens(s, l) || !free(s, r) {
		return value.Money{}, false
	}
	return value.ReadMoney(s[l:r])
}

func digitAfter(s string, i int) bool {
	if i < len(s) && s[i] == ' ' {
		i++
	}
	return i < len(s) && s[i]-'0' <= 9
}

// digitBefore reports whether the mark to the left of start follows a number.
func digitBefore(s string, start int) bool {
	for _, l := range leftMarks(s, start) {
		if l > 0 && s[l-1] == ' ' {
			l--
		}
		if l > 0 && s[l-1]-'0' <= 9 {
			return true
		}
	}
	return false
}

// longestWord bounds a currency written out in letters: dollars.
const longestWord = 7

// leftMarks are places before an amount where a currency may begin, the longest first.
func leftMarks(s string, start int) []int {
	i := start
	if i > 0 && s[i-1] == ' ' {
		i--
	}
	r, size := utf8.DecodeLastRuneInString(s[:i])
	switch {
	case size == 0:
		return nil
	case unicode.Is(unicode.Sc, r):
		at := i - size
		j := at
		for j > 0 && at-j < 2 && isLetter(s[j-1]) {
			j--
		}
		if j < at {
			return []int{j, at}
		}
		return []int{at}
	case size == 1 && isLetter(s[i-1]):
		j := i
		for j > 0 && i-j <= longestWord && isLetter(s[j-1]) {
			j--
		}
		if i-j > longestWord {
			return nil
		}
		return []int{j}
	case unicode.Is(unicode.Han, r):
		return hanBefore(s, i)
	}
	return nil
}

func isLetter(c byte) bool { return c-'a' <= 'z'-'a' || c-'A' <= 'Z'-'A' }

// hanBefore are the places three and two Chinese characters before i.
func hanBefore(s string, i int) []int {
	var out []int
	j := i
	for n := 1; n <= 3; n++ {
		r, size := utf8.DecodeLastRuneInString(s[:j])
		if !unicode.Is(unicode.Han, r) {
			break
		}
		j -= size
		if n >= 2 {
			out = append([]int{j}, out...)
		}
	}
	return out
}

// rightMarks are places after an amount where a currency may end, the longest first.
func rightMarks(s string, end int) []int {
	i := end
	if i < len(s) && s[i] == ' ' {
		i++
	}
	var out []int
	j := i
	for j < len(s) && j-i <= longestWord && isLetter(s[j]) {
		j++
	}
	if j > i && j-i <= longestWord {
		out = append(out, j)
	}
	for n := 1; n <= 5; n++ {
		r, size := utf8.DecodeRuneInString(s[j:])
		sign := unicode.Is(unicode.Sc, r)
		if size == 0 || !sign && !unicode.Is(unicode.Han, r) {
			break
		}
		j += size
		out = append([]int{j}, out...)
		if sign {
			break
		}
	}
	return out
}
