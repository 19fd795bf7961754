// Package match tells whether a record fits what a list tool was asked for: words, exact values,
// spans of days.
//
// Invariant: what was not asked for fits every record.
package match

import (
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Words reports whether every word of the query stands in some of the texts, be it inside a
// longer word. Letter case, width and the style of quotes and dashes do not matter.
func Words(query string, texts ...string) bool {
	words := strings.Fields(value.FoldText(query))
	if len(words) == 0 {
		return true
	}
	folded := make([]string, len(texts))
	for i, text := range texts {
		folded[i] = value.FoldText(text)
	}
	for _, word := range words {
		if !within(word, folded) {
			return false
		}
	}
	return true
}

func within(word string, texts []string) bool {
	for _, text := range texts {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// Fields compares each field with the text parameter of the same name.
func Fields(r *world.Record, in world.Args, names ...string) bool {
	for _, name := range names {
		if want := in.Text(name); want != "" && r.Text(name) != want {
			return false
		}
	}
	return true
}

// Days reports whether the day of a field, a date or a date-time, lies from one day to another,
// both counted. A record without that field fits no span.
func Days(r *world.Record, field, from, to string, zone *time.Location) bool {
	if from == "" && to == "" {
		return true
	}
	day := r.Text(field)
	if _, err := value.ParseDay(day); err != nil {
		at, ok := r.Instant(field, zone)
		if !ok {
			return false
		}
		day = at.Format(time.DateOnly)
	}
	return (from == "" || day >= from) && (to == "" || day <= to)
}

// Person reports whether two texts are the same mailbox: the display name does not count, nor
// does letter case.
func Person(a, b string) bool { return a != "" && strings.EqualFold(mailbox(a), mailbox(b)) }

func mailbox(s string) string {
	if address, ok := value.ReadAddress(s); ok {
		return address
	}
	return strings.TrimSpace(s)
}
