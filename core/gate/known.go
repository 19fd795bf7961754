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
