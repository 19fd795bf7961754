package grade

import (
	"unicode"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/value"
)

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
