package world

import (
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/value"
)

// maxRefusal bounds the reply to a call that a service refuses. It may quote an argument, and one
// of a megabyte must not come back to the agent. The wire profile echoes all, as the benchmark does.
const maxRefusal = 4 << 10 // bytes

// shortened cuts the texts of a refusal.
func shortened(body []byte) []byte {
	v, err := value.Parse(body)
	o, ok := v.(*value.Object)
	if err != nil || !ok {
		return errorMember("the call was refused; the reason is too long to be told")
	}
	out := value.Obj()
	for _, m := range o.Members() {
		if s, ok := m.Value.(string); ok {
			m.Value = cutText(s)
		}
		out.Set(m.Name, m.Value)
	}
	if short := value.Append(nil, out); len(short) <= maxRefusal {
		return short
	}
	return errorMember("the call was refused; the reason is too long to be told")
}

// cutText keeps the beginning of a text, where a message says what is wrong, and its end.
func cutText(s string) string {
	const head, tail = 300, 100
	if len(s) <= head+tail {
		return s
	}
	from, to := head, len(s)-tail
	for from > 0 && !utf8.RuneStart(s[from]) {
		from--
	}
	for to < len(s) && !utf8.RuneStart(s[to]) {
		to++
	}
	return s[:from] + " ... " + s[to:]
}
