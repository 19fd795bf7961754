package grade

import (
	"strings"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/value"
)

// widestClock bounds the bytes of a time of day after its first digit.
const widestClock = 20

// hasClock reports whether a prepared text names the time of day, in minutes since midnight.
func hasClock(s string, want int) bool {
	for i := 0; i < len(s); {
		if s[i]-'0' > 9 {
			i++
			continue
		}
		first := digitsEnd(s, i)
		if first-i > 2 || !clockOpens(s, i) || !hourEnds(s, first) {
			i = first
			continue
		}
		got, end, ok := clockAt(s, i)
		if ok && got == want {
			return true
		}
		i = max(first, end)
	}
	return false
}

// hourEnds reports whether what follows an hour can make it a time of day, which rules most
// numbers out at once.
func hourEnds(s string, i int) bool {
	if i < len(s) && s[i] == ' ' {
		i++
	}
	if i == len(s) {
		return false
	}
	switch s[i] {
	case ':', '.', 'a', 'A', 'p', 'P', 'h', 'H', 'u', 'U':
		return true
	}
	return s[i] >= utf8.RuneSelf
}

// clockOpens is opens, but the second time of a range may follow a dash.
func clockOpens(s string, i int) bool {
	if opens(s, i) {
		return i < 2 || s[i-1] != ':' && s[i-1] != '.' || s[i-2]-'0' > 9
	}
	return s[i-1] == '-' && i > 4 && s[i-4] == ':'
}

// clockAt reads the longest time of day that begins at i, with a Chinese part of the day
// before it.
func clockAt(s string, i int) (minutes, end int, ok bool) {
	start := i
	if j := partOfDay(s, i); j >= 0 {
		start = j
	}
	ends := clockEnds(s, i)
	for k := len(ends) - 1; k >= 0; k-- {
		end := ends[k]
		if !closes(s, end) && !rangeFollows(s, end) || secondsFollow(s, end) {
			continue
		}
		if m, ok := value.ReadClock(s[start:end]); ok {
			return m, end, true
		}
	}
	return 0, 0, false
}

// secondsFollow reports that a time goes on.
func secondsFollow(s string, i int) bool { return i+1 < len(s) && s[i] == ':' && s[i+1]-'0' <= 9 }

// rangeFollows lets "10:00-11:00" hold two times.
func rangeFollows(s string, i int) bool {
	if i+1 >= len(s) || s[i] != '-' || s[i+1]-'0' > 9 {
		return false
	}
	k := digitsEnd(s, i+1)
	return k < len(s) && s[k] == ':'
}

// clockEnds are places after i where a time of day may end, the nearest first.
func clockEnds(s string, i int) []int {
	var out []int
	for k := i + 1; k <= len(s) && k <= i+widestClock; k++ {
		if k == len(s) || utf8.RuneStart(s[k]) && (edge(s, k) || s[k-1] == '.') && s[k-1] != ' ' {
			out = append(out, k)
		}
	}
	return out
}

// partOfDay is the place of 上午, 下午 and the like right before i, or -1.
func partOfDay(s string, i int) int {
	j := len(strings.TrimRight(s[:i], " "))
	for _, word := range [...]string{"上午", "下午", "早上", "早晨", "清晨", "凌晨", "中午", "傍晚", "晚上"} {
		if strings.HasSuffix(s[:j], word) {
			return j - len(word)
		}
	}
	return -1
}
