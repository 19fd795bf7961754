package cli

import (
	"regexp"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// minWrapWidth is the width below which wrapping would only shred a text.
const minWrapWidth = 24

// label is what a line's text stands beside: "    do   ", "  demo        ".
var label = regexp.MustCompile(`^ *\S+( \S+)? {2,}`)

// wrap breaks a line between words so that each part fits into width cells; the later parts stand
// under the text of the first, or two cells deeper than it. A word that is too long is broken after a
// comma, as JSON has them, and else stays whole: it may be a path to be copied.
func wrap(line string, width int) string {
	if width < minWrapWidth || ansi.StringWidth(line) <= width {
		return line
	}
	hang := line[:len(line)-len(strings.TrimLeft(line, " "))] + "  "
	if beside := ansi.StringWidth(label.FindString(line)); beside > 0 && beside <= width/2 {
		hang = strings.Repeat(" ", beside)
	}
	var done strings.Builder
	part, used, words := "", 0, 0
	for _, word := range breakable(line, width-len(hang)) {
		w := ansi.StringWidth(strings.TrimRight(word, " "))
		if w > 0 && words > 0 && used+w > width {
			done.WriteString(strings.TrimRight(part, " ") + "\n")
			part, used, words = hang, len(hang), 0
		}
		if w > 0 {
			words++
		}
		part += word
		used += ansi.StringWidth(word)
	}
	done.WriteString(strings.TrimRight(part, " "))
	return done.String()
}

// breakable takes a line apart into its words, and words longer than most cells after commas.
func breakable(line string, most int) []string {
	var out []string
	for _, word := range strings.SplitAfter(line, " ") {
		for ansi.StringWidth(word) > most {
			at := -1 // the last comma of what fits, else the first
			for i := range len(word) - 1 {
				if word[i] == ',' && (at < 0 || ansi.StringWidth(word[:i+1]) <= most) {
					at = i
				}
			}
			if at < 0 {
				break
			}
			out, word = append(out, word[:at+1]), word[at+1:]
		}
		out = append(out, word)
	}
	return out
}

// wrapLines wraps each line of a text.
func wrapLines(text string, width int) string {
	if width < minWrapWidth {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = wrap(line, width)
	}
	return strings.Join(lines, "\n")
}

// reflow breaks each paragraph of a text anew. One with indented lines stays as it is.
func reflow(text string, width int) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") && !strings.Contains(p, "\n ") {
			paragraphs[i] = strings.ReplaceAll(wrap(strings.ReplaceAll(p, "\n", " "), width), "\n  ", "\n")
		}
	}
	return strings.Join(paragraphs, "\n\n")
}
