package value

import "strings"

// ReadNumber reads a number as people write it: 12, -1,240.5, 1.240,5, 18 400,
// 1'240, 12%, full-width digits, 1e3. A percent sign is dropped (12% is 12);
// any other unit is refused.
//
// A comma or point is a group separator when exactly three digits follow each
// one; where a single one is followed by three digits the comma groups (1,240
// is 1240) and the point is decimal (1.240 is 1.24). A first group of 0 does
// not group (0,125 is 0.125).
func ReadNumber(s string) (Decimal, bool) {
	s, ok := narrow(s)
	if !ok {
		return Decimal{}, false
	}
	s = strings.TrimRight(strings.TrimSuffix(s, "%"), " ")
	body := strings.TrimPrefix(s, "-")
	neg := len(body) < len(s)
	if !neg {
		body = strings.TrimPrefix(s, "+")
	}
	if i := strings.IndexAny(body, "eE"); i > 0 && body[0]-'0' <= 9 {
		d, err := ParseDecimal(s)
		return d, err == nil
	}
	end := amountEnd(body, 0)
	if end == 0 || end != len(body) {
		return Decimal{}, false
	}
	return plainAmount(body, false, neg)
}

// amountEnd returns the end of the digits and single separators from i on.
func amountEnd(s string, i int) int {
	end := skipDigits(s, i)
	for end > i && end+1 < len(s) && isSeparator(s[end]) && s[end+1]-'0' <= 9 {
		end = skipDigits(s, end+1)
	}
	return end
}

func isSeparator(c byte) bool { return c == '.' || c == ',' || c == ' ' || c == '\'' }

// plainAmount gives digits with separators their value. dotGroups says how to
// take a single point before exactly three digits.
func plainAmount(s string, dotGroups, neg bool) (Decimal, bool) {
	whole, frac := s, ""
	if last := strings.LastIndexAny(s, "., '"); last >= 0 && !allGroups(s, dotGroups) {
		if s[last] != '.' && s[last] != ',' {
			return Decimal{}, false
		}
		whole, frac = s[:last], s[last+1:]
		if strings.IndexByte(whole, s[last]) >= 0 {
			return Decimal{}, false
		}
		if strings.ContainsAny(whole, "., '") && !grouped(whole) {
			return Decimal{}, false
		}
	}
	var room [maxSpelling + 2]byte
	b := room[:0]
	if neg {
		b = append(b, '-')
	}
	for i := range len(whole) {
		if !isSeparator(whole[i]) {
			b = append(b, whole[i])
		}
	}
	if frac != "" {
		b = append(append(b, '.'), frac...)
	}
	d, err := ParseDecimal(string(b))
	return d, err == nil
}

// allGroups reports whether every separator of s stands between groups.
func allGroups(s string, dotGroups bool) bool {
	if !grouped(s) {
		return false
	}
	dot := strings.IndexByte(s, '.')
	return dot < 0 || dotGroups || strings.IndexByte(s[dot+1:], '.') >= 0
}

// grouped reports whether s is one to three digits, the first no 0, and then
// groups of exactly three digits behind one kind of separator.
func grouped(s string) bool {
	head := skipDigits(s, 0)
	if head == 0 || head > 3 || head == len(s) || s[0] == '0' {
		return false
	}
	separator := s[head]
	for i := head; i < len(s); i += 4 {
		if s[i] != separator || skipDigits(s, i+1) != i+4 {
			return false
		}
	}
	return true
}
