package agent

import (
	"strings"
	"unicode"

	"coworkenv.dev/coworkenv/core/value"
)

// shortestWord keeps articles and endings out of what a keyword follower looks for.
const shortestWord = 3

// wordsOf are the words of a text in small letters; of Chinese, each pair of signs.
func wordsOf(text string) []string {
	var out []string
	var word, signs []rune
	flush := func() {
		if len(word) >= shortestWord {
			out = append(out, strings.ToLower(string(word)))
		}
		for i := range max(0, len(signs)-1) {
			out = append(out, string(signs[i:i+2]))
		}
		word, signs = word[:0], signs[:0]
	}
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Han, r):
			if len(word) > 0 {
				flush()
			}
			signs = append(signs, r)
		case unicode.IsLetter(r), unicode.IsDigit(r):
			if len(signs) > 0 {
				flush()
			}
			word = append(word, r)
		default:
			flush()
		}
	}
	flush()
	return out
}

// textOf is a JSON value as a text; lists and objects have none.
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case value.Number:
		return string(v)
	case bool:
		if v {
			return "true"
		}
		return "false"
	}
	return ""
}

// overlap counts the words that stand in the request.
func (n *explorer) overlap(words []string) int {
	c := 0
	for _, w := range words {
		if n.words[w] {
			c++
		}
	}
	return c
}
