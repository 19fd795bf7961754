package grade

import (
	"strconv"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/value"
)

// mostShown bounds how much of foreign text a reason quotes, in bytes.
const mostShown = 80

// show renders a JSON value for a reason: short, quoted, on one line.
func show(v any) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case string:
		return strconv.Quote(clip(v))
	}
	return clip(string(value.Append(nil, v)))
}

// clip cuts a text at a character's edge.
func clip(s string) string {
	if len(s) <= mostShown {
		return s
	}
	cut := mostShown
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "..."
}

// found is the second half of a reason.
func found(v any, present bool) string {
	if !present {
		return "the field is missing"
	}
	return "found " + show(v)
}
