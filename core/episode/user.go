package episode

import (
	"strings"
	"unicode"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// user is the simulated user: it tells what it is asked for, and nothing else.
type user struct {
	spec    *task.UserSpec
	unknown string
	most    int
	rounds  int
}

// defaultRounds bounds the questions that a user answers when the task does not.
const defaultRounds = 8

func newUser(t *task.Task) *user {
	u := &user{spec: t.User, unknown: t.User.Unknown, most: t.User.MaxRounds}
	if u.most == 0 {
		u.most = defaultRounds
	}
	if u.unknown == "" {
		u.unknown = pick(strings.HasPrefix(t.Language, "zh"), "这个我不清楚。", "I don't know.")
	}
	return u
}

// answer reveals every entry whose word sets the question meets; else it confirms, else it does
// not know.
func (u *user) answer(question string) (say string, revealed []string) {
	words := newWords(question)
	var parts []string
	for _, k := range u.spec.Knows {
		if words.meetsAny(k.Asks) {
			parts = append(parts, strings.TrimSpace(k.Say))
			revealed = append(revealed, k.ID)
		}
	}
	switch {
	case parts != nil:
		return strings.Join(parts, " "), revealed
	case u.spec.Confirm != "" && words.asksLeave():
		return u.spec.Confirm, nil
	}
	return u.unknown, nil
}

// words is a question taken apart: ASCII words whole, anything else found within the text.
type words struct {
	text string
	set  map[string]bool
}

func newWords(s string) words {
	w := words{text: strings.ToLower(value.Fold(s)), set: map[string]bool{}}
	for _, f := range strings.FieldsFunc(w.text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		w.set[f] = true
		w.set[strings.TrimSuffix(f, "s")] = true // a plural asks for the same thing
	}
	return w
}

func (w words) has(word string) bool {
	word = strings.ToLower(value.Fold(word))
	if isASCII(word) && !strings.ContainsAny(word, " -") {
		return w.set[word]
	}
	return strings.Contains(w.text, word)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func (w words) meetsAny(sets [][]string) bool {
	for _, set := range sets {
		met := len(set) > 0
		for _, word := range set {
			met = met && w.has(word)
		}
		if met {
			return true
		}
	}
	return false
}

// asksLeave recognises "Shall I ...?" and its like.
func (w words) asksLeave() bool {
	for _, phrase := range []string{"shall i", "should i", "may i", "can i", "do you want me", "would you like me", "is it ok", "is that ok", "go ahead", "confirm",
		"可以吗", "要不要", "是否", "需要我", "行吗", "好吗", "确认"} {
		if strings.Contains(w.text, phrase) {
			return true
		}
	}
	return false
}
