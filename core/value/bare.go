package value

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Bare returns the letters and digits of s as an eye takes them: in lower case, without the marks
// on them, decimal digits of any script as 0 to 9, and the letters of other scripts whose capitals
// look like Latin ones as those.
func Bare(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			return plainDigit(r)
		case unicode.IsLetter(r):
			return latin(unicode.ToLower(r))
		}
		return -1
	}, norm.NFKD.String(strings.ToValidUTF8(s, "\ufffd")))
}

// PlainDigits returns s with the decimal digits of any script as 0 to 9, and the separators that
// Arabic digits have as those of Latin ones.
func PlainDigits(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '٫':
			return '.'
		case '٬':
			return ','
		}
		return plainDigit(r)
	}, s)
}

// plainDigit is a decimal digit as 0 to 9, anything else as it is. Each script has its digits in
// a row, from nought.
func plainDigit(r rune) rune {
	if r < 0x80 || !unicode.IsDigit(r) {
		return r
	}
	for _, row := range unicode.Digit.R16 {
		if rune(row.Lo) <= r && r <= rune(row.Hi) {
			return '0' + (r-rune(row.Lo))%10
		}
	}
	for _, row := range unicode.Digit.R32 {
		if rune(row.Lo) <= r && r <= rune(row.Hi) {
			return '0' + (r-rune(row.Lo))%10
		}
	}
	return r
}

// latin is the Latin letter of the capital that a lower-case letter's capital looks like.
func latin(r rune) rune {
	const (
		firstGreek, lastCyrillic = 'α', 'ӏ'
		other                    = "αβεζηικμνορτυχавсенкморѕтухіјӏ"
		same                     = "abezhikmnoptyxabcehkmopstyxijl"
	)
	switch {
	case r == 'ı':
		return 'i'
	case r < firstGreek || r > lastCyrillic:
		return r
	}
	at := 0
	for _, o := range other {
		if o == r {
			return rune(same[at])
		}
		at++
	}
	return r
}
