package agent

import (
	"fmt"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/llm"
)

// How a conversation is shortened.
const (
	keptOfResult = 300  // bytes of an earlier tool result that stay
	leastResult  = 1000 // bytes of a result of the last turn that stay
)

// tokens is about how many tokens bytes are: 3.6 bytes each.
func tokens(bytes int) int { return (bytes*10 + 35) / 36 }

// size estimates the tokens of the conversation with its tools.
func (m *model) size() int {
	n := m.offered
	for i := range m.talk {
		n += bytesOf(&m.talk[i])
	}
	return tokens(n)
}

func bytesOf(m *llm.Message) int {
	n := len(m.Text) + 16
	for _, c := range m.Calls {
		n += len(c.Tool) + len(c.Args) + 16
	}
	return n
}

// fit shortens results until the conversation takes no more than room tokens: first those of
// earlier turns, the oldest first, then those of the last turn alike. Requests, rules and what the
// model said itself stay whole. A mark says what is missing and how to see it. It reports whether it fits.
func (m *model) fit(room int) bool {
	recent := len(m.talk)
	for recent > 0 && m.talk[recent-1].From != llm.Assistant {
		recent--
	}
	for i := 0; i < recent && m.size() > room; i++ {
		m.shorten(i, keptOfResult)
	}
	var fresh []int
	total := 0
	for i := recent; i < len(m.talk); i++ {
		if m.talk[i].From == llm.FromTool {
			fresh = append(fresh, i)
			total += len(m.talk[i].Text)
		}
	}
	over := (m.size() - room) * 18 / 5
	if over <= 0 || len(fresh) == 0 {
		return over <= 0
	}
	each := max(leastResult, (total-over)/len(fresh)-150) // the mark takes room as well
	for _, i := range fresh {
		m.shorten(i, each)
	}
	return m.size() <= room
}

// shorten cuts a tool result to its first bytes and says so.
func (m *model) shorten(i, keep int) {
	text := m.talk[i].Text
	if m.talk[i].From != llm.FromTool || len(text) <= keep+200 {
		return
	}
	cut := keep
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	m.talk[i].Text = fmt.Sprintf("%s\n[%d of %d bytes of this result are left out: the conversation does not fit the model's window. Call the tool again, for less at a time, to see them.]",
		text[:cut], len(text)-cut, len(text))
	m.shortened++
}
