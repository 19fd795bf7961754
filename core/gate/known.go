package gate

import (
	"strings"

	"coworkenv.dev/coworkenv/core/task"
)

// known is the text that an agent has been shown so far, made comparable.
type known struct{ text strings.Builder }

func newKnown(t *task.Task) *known {
	k := &known{}
	k.learn(t.Brief)
	k.learn(t.Requests[0].Say)
	if t.Identity != nil {
		k.learn(t.Identity.As)
	}
	return k
}

func (k *known) learn(text string) {
	k.text.WriteString(squash(text))
	k.text.WriteByte(' ')
}

func (k *known) has(value string) bool {
	return strings.Contains(k.text.String(), squash(value))
}

// containsWord reports whether a text holds words with no letter or digit of ASCII beside them,
// so that Chinese text, which has no blanks, is read as well.
func containsWord(text, words string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], words)
		if i < 0 || words == "" {
			return false
		}
		at, end := from+i, from+i+len(words)
		if (at == 0 || !asciiWord(text[at-1]) || !asciiWord(words[0])) && (end == len(text) || !asciiWord(text[end]) || !asciiWord(words[len(words)-1])) {
			return true
		}
		from = at + 1
	}
}

func asciiWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}
