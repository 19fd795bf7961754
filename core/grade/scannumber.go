package grade

import "coworkenv.dev/coworkenv/core/value"

// numerals yields the places of a prepared text where a number is written, ids taken out
// first. Where groups are parted by blanks both the first group and the whole are yielded.
func (x *lexicon) numerals(s string, yield func(start, end int) bool) {
	for i := 0; i < len(s); {
		if s[i]-'0' > 9 {
			i++
			continue
		}
		first := digitsEnd(s, i)
		if end := x.idAround(s, i, first); end > i {
			i = end
			continue
		}
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
