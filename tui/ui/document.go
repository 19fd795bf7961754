package ui

import (
	"sort"
	"strings"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/themes"
)

// mostSegment bounds what is broken into rows at once, in bytes: a line of a megabyte is taken
// in pieces.
const mostSegment = 8 << 10

// Run draws the bytes [From, To) of a document in a style.
type Run struct {
	From, To int
	Name     themes.Name
}

// Document is text to read, of any size. Its lines are found as they are needed. It is for one
// goroutine at a time: built in Work, then handed to a Pager.
type Document struct {
	text    string
	lower   string // for searching without letter case; "" = not made yet
	runs    []Run  // sorted, not overlapping
	targets map[int]int

	segs []segment
	done bool // the whole text is in segs
	line int  // number of the next line
	at   int  // offset of the next line
}

// segment is a line, or a piece of a long one.
type segment struct {
	from, to int // without the line's end
	line     int // from 0
	tail     bool
}

// NewDocument makes a document of plain text with runs (nil = none).
func NewDocument(text string, runs []Run) *Document { return &Document{text: text, runs: runs} }

// Len is the text's length in bytes.
func (d *Document) Len() int { return len(d.text) }

// Text is the whole text.
func (d *Document) Text() string { return d.text }

// Target is the number that Builder.Line gave the line, such as a line of a file; 0 for none.
func (d *Document) Target(line int) int { return d.targets[line] }

// segment returns the i-th segment; false beyond the end.
func (d *Document) segment(i int) (segment, bool) {
	for len(d.segs) <= i && !d.done {
		d.more()
	}
	if i < 0 || i >= len(d.segs) {
		return segment{}, false
	}
	return d.segs[i], true
}

// more finds the next line.
func (d *Document) more() {
	end, next := len(d.text), len(d.text)+1
	if n := strings.IndexByte(d.text[d.at:], '\n'); n >= 0 {
		end, next = d.at+n, d.at+n+1
	}
	stop := end
	if stop > d.at && d.text[stop-1] == '\r' {
		stop--
	}
	for from, tail := d.at, false; ; tail = true {
		to := stop
		if to-from > mostSegment {
			to = from + mostSegment
			for to > from+mostSegment-utf8.UTFMax && !utf8.RuneStart(d.text[to]) {
				to--
			}
		}
		d.segs = append(d.segs, segment{from, to, d.line, tail})
		if from = to; from >= stop {
			break
		}
	}
	d.line++
	d.at = next
	// The end of the last line begins no other.
	d.done = next > len(d.text) || next == len(d.text)
}

// all finds every line and returns the number of segments.
func (d *Document) all() int {
	for !d.done {
		d.more()
	}
	return len(d.segs)
}

// Lines is the number of lines. It reads the whole text the first time.
func (d *Document) Lines() int {
	d.all()
	return d.line
}

// segmentAt is the index of the segment that holds an offset.
func (d *Document) segmentAt(offset int) int {
	for !d.done && d.at <= offset {
		d.more()
	}
	i := sort.Search(len(d.segs), func(i int) bool { return d.segs[i].from > offset })
	return max(0, i-1)
}

// segmentOfLine is the index of the first segment of a line (from 0), or the last one there is.
func (d *Document) segmentOfLine(line int) int {
	for !d.done && d.line <= line {
		d.more()
	}
	i := sort.Search(len(d.segs), func(i int) bool { return d.segs[i].line >= line })
	return min(i, max(len(d.segs)-1, 0))
}

// runsIn returns the runs that meet [from, to).
func (d *Document) runsIn(from, to int) []Run {
	i := sort.Search(len(d.runs), func(i int) bool { return d.runs[i].To > from })
	j := i
	for j < len(d.runs) && d.runs[j].From < to {
		j++
	}
	return d.runs[i:j]
}

// Builder puts a document together from styled parts. Foreign text may be given as it is.
type Builder struct {
	b       strings.Builder
	runs    []Run
	targets map[int]int
	line    int
}

// Put adds a part to the line; line feeds in it are blanks.
func (b *Builder) Put(n themes.Name, s string) *Builder {
	if strings.ContainsAny(s, "\n\r") {
		s = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(s)
	}
	from := b.b.Len()
	b.b.WriteString(s)
	if n != themes.Text && s != "" {
		b.runs = append(b.runs, Run{from, b.b.Len(), n})
	}
	return b
}

// Line ends the line; target (0 = none) is what Document.Target tells of it.
func (b *Builder) Line(target int) *Builder {
	b.b.WriteByte('\n')
	if target != 0 {
		if b.targets == nil {
			b.targets = map[int]int{}
		}
		b.targets[b.line] = target
	}
	b.line++
	return b
}

// Block adds text of several lines, each behind an indent.
func (b *Builder) Block(n themes.Name, indent, s string, target int) *Builder {
	for line := range strings.SplitSeq(strings.TrimRight(s, "\n"), "\n") {
		b.Put(themes.Text, indent).Put(n, strings.TrimSuffix(line, "\r")).Line(target)
	}
	return b
}

// Document is what was put together.
func (b *Builder) Document() *Document {
	return &Document{text: strings.TrimSuffix(b.b.String(), "\n"), runs: b.runs, targets: b.targets}
}
