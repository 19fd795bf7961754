package keys

import (
	"strings"
)

// CommandLine fills a binding's equivalent with the values of a screen, quoted for a POSIX
// shell. A word with a placeholder that has no value is left out, with the flag before it, but
// {text:TEXT} then says TEXT: what the person has to fill in. It is "" where the binding has no
// equivalent.
func (b Binding) CommandLine(values map[string]string) string {
	if b.Command == "" {
		return ""
	}
	var out []string
	for word := range strings.FieldsSeq(b.Command) {
		filled, ok := fill(word, values)
		if ok {
			out = append(out, filled)
			continue
		}
		if n := len(out); n > 0 && strings.HasPrefix(out[n-1], "--") && !strings.Contains(out[n-1], "=") && strings.HasPrefix(word, "{") {
			out = out[:n-1]
		}
	}
	return strings.Join(out, " ")
}

// fill replaces the placeholders of a word; false where one has no value.
func fill(word string, values map[string]string) (string, bool) {
	from, to := strings.IndexByte(word, '{'), strings.IndexByte(word, '}')
	if from < 0 || to < from {
		return word, true
	}
	name, standIn, _ := strings.Cut(word[from+1:to], ":")
	if v := values[name]; v != "" {
		standIn = Quote(v)
	}
	if standIn == "" {
		return "", false
	}
	return word[:from] + standIn + word[to+1:], true
}

// Quote writes a value as one word of a POSIX shell.
func Quote(s string) string {
	if s != "" && strings.IndexFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./:=@,+%", r))
	}) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
