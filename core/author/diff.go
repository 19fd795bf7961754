package author

import "strings"

// Line is one line of a comparison.
type Line struct {
	Sign string `json:"sign"` // "+" new, "-" gone, " " both have it, "@" lines are left out here
	Text string `json:"text"`
}

// Bounds of a comparison: lines of a draft, and pairs of lines that are looked at.
const (
	mostLines = 20_000
	mostPairs = 4 << 20
)

// Compare compares two drafts line by line, with some lines around each difference. Drafts that need not
// be readable as tasks have no other common form. Parts too large to be compared are shown as replaced.
func Compare(before, after string, around int) []Line {
	a, b := linesOf(before), linesOf(after)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var all []Line
	add := func(sign string, lines []string) {
		for _, l := range lines {
			all = append(all, Line{sign, l})
		}
	}
	add(" ", a[:head])
	all = append(all, middle(a[head:len(a)-tail], b[head:len(b)-tail])...)
	add(" ", a[len(a)-tail:])
	return near(all, around)
}

func linesOf(text string) []string {
	if text == "" {
		return nil
	}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if len(lines) > mostLines {
		lines = append(lines[:mostLines:mostLines], "...")
	}
	return lines
}

// middle compares by the longest common subsequence.
func middle(a, b []string) []Line {
	var out []Line
	if len(a)*len(b) > mostPairs {
		for _, l := range a {
			out = append(out, Line{"-", l})
		}
		for _, l := range b {
			out = append(out, Line{"+", l})
		}
		return out
	}
	width := len(b) + 1
	common := make([]int32, (len(a)+1)*width) // of a[i:] and b[j:]
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i*width+j] = common[(i+1)*width+j+1] + 1
			} else {
				common[i*width+j] = max(common[(i+1)*width+j], common[i*width+j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			out = append(out, Line{" ", a[i]})
			i, j = i+1, j+1
		case i < len(a) && (j == len(b) || common[(i+1)*width+j] >= common[i*width+j+1]):
			out = append(out, Line{"-", a[i]})
			i++
		default:
			out = append(out, Line{"+", b[j]})
			j++
		}
	}
	return out
}

// near keeps what differs with the lines around it.
func near(all []Line, around int) []Line {
	keep := make([]bool, len(all))
	for i, l := range all {
		if l.Sign != " " {
			for k := max(0, i-around); k <= min(len(all)-1, i+around); k++ {
				keep[k] = true
			}
		}
	}
	var out []Line
	for i, l := range all {
		if keep[i] {
			if len(out) > 0 && !keep[i-1] {
				out = append(out, Line{Sign: "@"})
			}
			out = append(out, l)
		}
	}
	return out
}
