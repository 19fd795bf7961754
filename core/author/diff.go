package author

import (
	"strings"

	"coworkenv.dev/coworkenv/core/textdiff"
)

// Line is one line of a comparison.
type Line struct {
	Sign string `json:"sign"` // "+" new, "-" gone, " " both have it, "@" lines are left out here
	Text string `json:"text"`
}

// mostLines bounds the lines of a draft that are compared.
const mostLines = 20_000

// Compare compares two drafts line by line, with some lines around each difference. Drafts that need not
// be readable as tasks have no other common form. Parts too large to be compared are shown as replaced.
func Compare(before, after string, around int) []Line {
	var out []Line
	for _, l := range textdiff.Hunks(textdiff.Lines(draftLines(before), draftLines(after)), around) {
		out = append(out, Line{string(l.Kind), l.Text})
	}
	return out
}

func draftLines(text string) string {
	text = strings.TrimRight(text, "\n")
	if lines := strings.SplitN(text, "\n", mostLines+1); len(lines) > mostLines {
		return strings.Join(lines[:mostLines], "\n") + "\n..."
	}
	return text
}
