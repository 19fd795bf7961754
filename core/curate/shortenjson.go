package curate

import (
	"slices"
	"strings"
)

// restKey names the member that stands for what was cut off an object.
const restKey = "_truncated"

// jsonCutter looks for the last place where a JSON text can be cut, so that prefix, marker and
// closing brackets fit the limit.
type jsonCutter struct {
	text   string
	limit  int
	marker int    // bytes that the marker may need
	open   []byte // brackets that are open, "{" or "["
	best   jsonCut
}

// jsonCut is one place: the text up to at, then what is put there, then the closing brackets.
type jsonCut struct {
	at     int
	before string // of the marker
	after  string // of the marker, closing brackets included
}

func (c *jsonCut) apply(text string) string {
	return text[:c.at] + c.before + marker(len(text)-c.at) + c.after
}

// shortenJSON cuts a valid JSON text.
func shortenJSON(text string, limit int) string {
	c := jsonCutter{text: text, limit: limit, marker: len(marker(len(text))), best: jsonCut{0, `"`, `"`}}
	c.scan()
	return c.best.apply(text)
}

// scan goes over the tokens until no later place can fit.
func (c *jsonCutter) scan() {
	key := false // the next string is a member's name
	for i := 0; i < len(c.text) && i <= c.limit; {
		b := c.text[i]
		i++
		switch b {
		case '{', '[':
			c.open = append(c.open, b)
			key = b == '{'
			c.between(i, true)
		case '}', ']':
			c.open = c.open[:len(c.open)-1]
			key = false
			c.between(i, false)
		case ',':
			key = c.inObject()
		case ':':
			key = false
		case '"':
			i = c.str(i, key)
		case ' ', '\t', '\r', '\n':
		default: // a number or a literal
			for i < len(c.text) && !strings.ContainsRune(",]} \t\r\n", rune(c.text[i])) {
				i++
			}
			c.between(i, false)
		}
	}
}

func (c *jsonCutter) inObject() bool { return len(c.open) > 0 && c.open[len(c.open)-1] == '{' }

// between notes that the text can be cut at i, behind a value or an opening bracket.
func (c *jsonCutter) between(i int, first bool) {
	if len(c.open) == 0 {
		return // the whole text
	}
	before := `"`
	if c.inObject() {
		before = `"` + restKey + `":"`
	}
	if !first {
		before = "," + before
	}
	c.offer(jsonCut{i, before, `"` + c.closing()})
}

// str goes over a string whose opening quote stands before i and returns where it ends. A name
// is never cut. Behind the limit the end is of no interest.
func (c *jsonCutter) str(i int, name bool) int {
	closing := `"` + c.closing()
	var cl clusters
	for c.text[i] != '"' {
		if i > c.limit {
			return len(c.text)
		}
		r, next := unescaped(c.text, i)
		if begins := cl.startsAt(r); begins && !name {
			c.offer(jsonCut{i, "", closing})
		}
		i = next
	}
	i++
	if !name {
		c.between(i, false)
	}
	return i
}

// offer takes the cut if it fits; later ones keep more.
func (c *jsonCutter) offer(cut jsonCut) {
	if cut.at+len(cut.before)+c.marker+len(cut.after) <= c.limit {
		c.best = cut
	}
}

// closing closes what is open, the innermost first.
func (c *jsonCutter) closing() string {
	out := make([]byte, 0, len(c.open))
	for _, b := range slices.Backward(c.open) {
		if b == '{' {
			out = append(out, '}')
		} else {
			out = append(out, ']')
		}
	}
	return string(out)
}
