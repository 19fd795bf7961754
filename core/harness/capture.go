package harness

import (
	"bytes"
	"strings"
	"sync"
	"unicode/utf8"
)

// Bounds of what is kept of a harness's output.
const (
	mostKept = 8 << 20 // bytes of the transcript
	mostLine = 4 << 20 // bytes of a line that is read; longer ones are passed over
)

// capture takes what a harness prints: the beginning is kept, each line is read as it comes, and
// everything is counted. Its memory is bounded whatever comes.
type capture struct {
	most    int64
	flooded chan struct{}
	hide    hider

	mu    sync.Mutex
	total int64
	over  bool
	kept  bytes.Buffer
	lost  int // bytes that are not kept
	line  []byte
	long  bool // the line is too long and passed over
	sums  summary
}

func newCapture(most int64, hide hider) *capture {
	return &capture{most: most, hide: hide, flooded: make(chan struct{})}
}

func (c *capture) count(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(n)
}

func (c *capture) add(n int) {
	c.total += int64(n)
	if c.total > c.most && !c.over {
		c.over = true
		close(c.flooded)
	}
}

// Write never fails: a harness that prints too much is ended, not blocked.
func (c *capture) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(len(b))
	if c.over {
		c.lost += len(b)
		return len(b), nil
	}
	if room := mostKept - c.kept.Len(); room > 0 {
		c.kept.Write(b[:min(room, len(b))])
		c.lost += len(b) - min(room, len(b))
	} else {
		c.lost += len(b)
	}
	for rest := b; len(rest) > 0; {
		end := bytes.IndexByte(rest, '\n')
		if end < 0 {
			c.take(rest)
			break
		}
		c.take(rest[:end])
		c.endLine()
		rest = rest[end+1:]
	}
	return len(b), nil
}

func (c *capture) take(part []byte) {
	if c.long || len(c.line)+len(part) > mostLine {
		c.long, c.line = true, c.line[:0]
		return
	}
	c.line = append(c.line, part...)
}

func (c *capture) endLine() {
	if !c.long {
		c.sums.read(c.line)
	}
	c.line, c.long = c.line[:0], false
}

// finish is what was printed.
func (c *capture) finish() Transcript {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.endLine()
	t := c.sums.Transcript
	t.Text = c.sums.joined()
	t.Kept = []byte(c.hide.text(strings.ToValidUTF8(c.kept.String(), "\uFFFD")))
	t.Bytes, t.Whole = c.total, c.lost == 0
	t.Text, t.Failed, t.EndpointFailed = c.hide.text(t.Text), c.hide.text(t.Failed), c.hide.text(t.EndpointFailed)
	return t
}

// hider takes secrets out of texts.
type hider struct{ replace *strings.Replacer }

func newHider(secrets []string) hider {
	var pairs []string
	for _, s := range secrets {
		pairs = append(pairs, s, "[secret]")
	}
	return hider{strings.NewReplacer(pairs...)}
}

func (h hider) text(s string) string { return h.replace.Replace(s) }

// clip is the first n bytes of s, and a mark where there was more.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}
