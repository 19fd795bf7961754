package grade

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/value"
)

// widestDay bounds the bytes before and after the year, or the month's name, of a day.
const widestDay = 40

// hasDay reports whether a prepared text names the calendar day: in full, or without a year
// where the day lies within half a year of now. A weekday that is not the day's spoils it.
func hasDay(s string, want value.Day, now time.Time) bool {
	t := want.Time(time.UTC)
	year := fmt.Sprintf("%04d", t.Year())
	for from := 0; ; {
		i := strings.Index(s[from:], year)
		if i < 0 {
			break
		}
		i += from
		if dayAround(s, i, i+len(year), want, "") {
			return true
		}
		from = i + 1
	}
	if t.Sub(now).Abs() > 183*24*time.Hour {
		return false
	}
	lower := strings.ToLower(s)
	if len(lower) != len(s) {
		return false // letters whose lower case has another length
	}
	month := strings.ToLower(t.Month().String())
	return dayWithoutYear(s, lower, month, want, " "+year) || dayWithoutYear(s, lower, month[:3], want, " "+year) ||
		dayWithoutYear(s, lower, strconv.Itoa(int(t.Month()))+"月", want, "")
}

// dayAround tries the windows around a place, the longest first, and compares the first that
// reads as a day.
func dayAround(s string, from, to int, want value.Day, year string) bool {
	if !dayNumberNear(s, from, to, want) {
		return false
	}
	ends, last := wordEnds(s, to)
	starts, first := wordStarts(s, from)
	for _, start := range starts[:first] {
		for k := last - 1; k >= 0; k-- {
			end := ends[k]
			if !opens(s, start) || !closes(s, end) && !timeFollows(s, end) {
				continue
			}
			got, ok := value.ReadDay(s[start:end] + year)
			if ok && !wrongWeekday(s, start, got) {
				return got == want
			}
			if ok {
				return false
			}
		}
	}
	return false
}

// dayNumberNear reports whether the day of the month stands near, which rules most places out
// at once.
func dayNumberNear(s string, from, to int, want value.Day) bool {
	const reach = 24
	day := strings.TrimPrefix(string(want)[8:], "0")
	end := min(len(s), to+reach)
	for i := max(0, from-reach); i < end; {
		if s[i]-'0' > 9 {
			i++
			continue
		}
		k := digitsEnd(s, i)
		if run := s[i:k]; run == day || len(run) == 2 && run[0] == '0' && run[1:] == day {
			return true
		}
		i = k
	}
	return false
}

// timeFollows lets "T10:00" follow a day.
func timeFollows(s string, i int) bool {
	return i+1 < len(s) && (s[i] == 'T' || s[i] == 't') && s[i+1]-'0' <= 9
}

// dayWithoutYear looks for "13 March", "March 13th", "3月13日" where no year follows. It takes the
// text in lower case, too, in which the month's name is.
func dayWithoutYear(s, lower, name string, want value.Day, year string) bool {
	chinese := year == ""
	for from := 0; ; {
		i := strings.Index(lower[from:], name)
		if i < 0 {
			return false
		}
		i += from
		from = i + 1
		if chinese {
			if chineseDay(s, i, want) {
				return true
			}
			continue
		}
		if yearFollows(s, i+len(name)) {
			continue
		}
		if dayAround(s, i, i+len(name), want, year) {
			return true
		}
	}
}

// chineseDay reads 3月13日 at i, unless a year stands before it.
func chineseDay(s string, i int, want value.Day) bool {
	day := i + strings.Index(s[i:], "月") + len("月")
	if day < len(s) && s[day] == ' ' {
		day++
	}
	if day == len(s) || s[day]-'0' > 9 {
		return false
	}
	if i > 0 && s[i-1]-'0' <= 9 || strings.HasSuffix(strings.TrimRight(s[:i], " "), "年") {
		return false
	}
	end := min(len(s), i+widestDay)
	for _, unit := range [...]string{"日", "号", "號"} {
		if k := strings.Index(s[i:end], unit); k >= 0 {
			got, ok := value.ReadDay(string(want)[:4] + "年" + s[i:i+k+len(unit)])
			if ok {
				return got == want
			}
		}
	}
	return false
}

// yearFollows reports whether four digits follow within a day's width, as in "March 13, 2025".
func yearFollows(s string, i int) bool {
	end := min(len(s), i+12)
	for i < end {
		if s[i]-'0' > 9 {
			if s[i] == '.' && i+1 < len(s) && s[i+1] == ' ' && !abbreviates(s, i) {
				return false // the end of a sentence
			}
			i++
			continue
		}
		k := digitsEnd(s, i)
		if k-i == 4 && closes(s, k) {
			return true
		}
		i = k
	}
	return false
}

func abbreviates(s string, i int) bool { return i >= 3 && isLetter(s[i-1]) }

// mostEdges bounds the words before and after a place that are looked at.
const mostEdges = 7

// wordStarts are places at or before i where a word begins, the farthest first.
func wordStarts(s string, i int) (starts [mostEdges]int, n int) {
	least := max(0, i-widestDay)
	for k := i; k >= least && n < mostEdges; k-- {
		if utf8.RuneStart(s[k]) && s[k] != ' ' && (k == 0 || edge(s, k)) {
			starts[n] = k
			n++
		}
	}
	slices.Reverse(starts[:n])
	return starts, n
}

// wordEnds are places at or after i where a word ends, the nearest first.
func wordEnds(s string, i int) (ends [mostEdges]int, n int) {
	for k := i; k <= len(s) && k <= i+widestDay && n < mostEdges; k++ {
		if k == len(s) || utf8.RuneStart(s[k]) && edge(s, k) && s[k-1] != ' ' {
			ends[n] = k
			n++
		}
	}
	return ends, n
}

// edge reports whether two different sorts of characters meet at k.
func edge(s string, k int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:k])
	after, _ := utf8.DecodeRuneInString(s[k:])
	return sort(before) != sort(after) || sort(after) == 0
}

// sort is 1 for digits, 2 for letters of ASCII, 0 for the rest.
func sort(r rune) int {
	switch {
	case r >= '0' && r <= '9':
		return 1
	case r < utf8.RuneSelf && unicode.IsLetter(r):
		return 2
	}
	return 0
}

// wrongWeekday reports whether the word before a day names another day of the week.
func wrongWeekday(s string, start int, d value.Day) bool {
	i := start
	for i > 0 && (s[i-1] == ' ' || s[i-1] == ',') {
		i--
	}
	before := strings.ToLower(s[max(0, i-9):i])
	for w, name := range [...]string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"} {
		short, cut := strings.CutSuffix(before, name[:3])
		if cut && (short == "" || strings.HasSuffix(short, " ")) || strings.HasSuffix(before, name) {
			return time.Weekday(w) != d.Weekday()
		}
	}
	return false
}
