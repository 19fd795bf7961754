package ui

import (
	"strings"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/text"
)

// Actions of the context keys.Typing.
const (
	TypeDone     = "type.done"
	TypeCancel   = "type.cancel"
	TypeNext     = "type.complete"
	TypePrevious = "type.complete-back"
	TypeLeft     = "type.left"
	TypeRight    = "type.right"
	TypeHome     = "type.home"
	TypeEnd      = "type.end"
	TypeBack     = "type.back"
	TypeDelete   = "type.delete"
	TypeWordBack = "type.word-back"
	TypeClear    = "type.clear"
	TypeOlder    = "type.older"
	TypeNewer    = "type.newer"
)

// TypingBindings is the context keys.Typing.
func TypingBindings() []keys.Binding {
	in := func(action, name, help string, bar int, k ...string) keys.Binding {
		return keys.Binding{Action: action, In: keys.Typing, Keys: k, Name: name, Help: help, Bar: bar, Look: true}
	}
	return []keys.Binding{
		in(TypeDone, "done", "take what was typed", 1, "enter"),
		in(TypeCancel, "leave", "leave it as it was", 2, "esc"),
		in(TypeNext, "complete", "complete the word, and again for the next proposal", 3, "tab"),
		in(TypePrevious, "back", "the proposal before", 0, "shift+tab"),
		in(TypeLeft, "left", "one character to the left", 0, "left"),
		in(TypeRight, "right", "one character to the right", 0, "right"),
		in(TypeHome, "begin", "to the beginning", 0, "home", "ctrl+a"),
		in(TypeEnd, "end", "to the end", 0, "end", "ctrl+e"),
		in(TypeBack, "erase", "erase the character before", 0, "backspace", "ctrl+h"),
		in(TypeDelete, "delete", "erase the character at the cursor", 0, "delete", "ctrl+d"),
		in(TypeWordBack, "erase word", "erase the word before", 0, "ctrl+w"),
		in(TypeClear, "clear", "erase all before the cursor", 5, "ctrl+u"),
		in(TypeOlder, "older", "what was typed before", 4, "up", "ctrl+p"),
		in(TypeNewer, "newer", "what was typed after that", 0, "down", "ctrl+n"),
	}
}

// Prompt is a line to type, with completion and what was typed before.
type Prompt struct {
	Label    string
	Value    string
	History  []string // oldest first
	Problem  string   // shown behind the line
	Complete func(line string, pos int) (from int, words []string)

	at     int // byte offset of the cursor
	past   int // how far back in History; 0 = not
	mine   string
	from   int // what is being completed begins here
	words  []string
	picked int // index in words, -1 = none
	typed  string
}

// Set puts a line in with the cursor at its end.
func (p *Prompt) Set(value string) {
	p.Value, p.at, p.words, p.past = value, len(value), nil, 0
	p.propose()
}

// Insert types text at the cursor; controls in it are dropped, line ends are blanks.
func (p *Prompt) Insert(s string) {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t':
			b.WriteByte(' ')
		case r != utf8.RuneError && !text.Hostile(r):
			b.WriteRune(r)
		}
	}
	const most = 4096
	if len(p.Value)+b.Len() > most {
		return
	}
	p.Value = p.Value[:p.at] + b.String() + p.Value[p.at:]
	p.at += b.Len()
	p.propose()
}

// propose asks for completions of the word at the cursor.
func (p *Prompt) propose() {
	p.words, p.picked = nil, -1
	if p.Complete != nil {
		p.from, p.words = p.Complete(p.Value, p.at)
		p.typed = p.Value[p.from:p.at]
	}
}

// Do carries out an action of TypingBindings but TypeDone and TypeCancel; false for others.
func (p *Prompt) Do(action string) bool {
	switch action {
	case TypeNext:
		p.pick(1)
		return true
	case TypePrevious:
		p.pick(-1)
		return true
	case TypeOlder, TypeNewer:
		p.recall(action == TypeOlder)
		return true
	case TypeLeft:
		p.at = p.before(p.at)
	case TypeRight:
		p.at = p.behind(p.at)
	case TypeHome:
		p.at = 0
	case TypeEnd:
		p.at = len(p.Value)
	case TypeBack:
		p.cut(p.before(p.at), p.at)
	case TypeDelete:
		p.cut(p.at, p.behind(p.at))
	case TypeWordBack:
		head := strings.TrimRight(p.Value[:p.at], " ")
		p.cut(strings.LastIndexByte(head, ' ')+1, p.at)
	case TypeClear:
		p.cut(0, p.at)
	default:
		return false
	}
	p.propose()
	return true
}

func (p *Prompt) cut(from, to int) {
	p.Value = p.Value[:from] + p.Value[to:]
	p.at = from
}

// behind is the offset of the next character.
func (p *Prompt) behind(at int) int {
	if at >= len(p.Value) {
		return len(p.Value)
	}
	n, _, _ := text.Next(p.Value[at:])
	return at + n
}

// before is the offset of the character before.
func (p *Prompt) before(at int) int {
	last := 0
	for i := 0; i < at; i = p.behind(i) {
		last = i
	}
	return last
}

// pick takes the next proposal into the line.
func (p *Prompt) pick(by int) {
	if len(p.words) == 0 {
		return
	}
	p.picked += by
	switch {
	case p.picked >= len(p.words):
		p.picked = 0
	case p.picked < 0:
		p.picked = len(p.words) - 1
	}
	word := p.words[p.picked]
	p.Value = p.Value[:p.from] + word + p.Value[p.at:]
	p.at = p.from + len(word)
	if len(p.words) == 1 {
		p.propose() // its value may have proposals of its own
	}
}

func (p *Prompt) recall(older bool) {
	switch {
	case older && p.past < len(p.History):
		if p.past == 0 {
			p.mine = p.Value
		}
		p.past++
	case !older && p.past > 0:
		p.past--
	default:
		return
	}
	value := p.mine
	if p.past > 0 {
		value = p.History[len(p.History)-p.past]
	}
	past := p.past
	p.Set(value)
	p.past, p.words = past, nil
}

// View draws the line with its cursor.
func (p *Prompt) View(s *style.Sheet, width int) string {
	l := NewLine(s, width).Put(themes.Key, p.Label)
	room := l.Left() - 2
	from := 0
	for text.Width(p.Value[from:p.at]) > max(room, 1) {
		from = p.behind(from)
	}
	l.Put(themes.Strong, p.Value[from:p.at])
	if p.at < len(p.Value) {
		next := p.behind(p.at)
		l.Put(themes.Match, p.Value[p.at:next])
		l.Put(themes.Strong, p.Value[next:])
	} else {
		l.Put(themes.Match, " ")
	}
	if p.Problem != "" {
		l.Space(2).Put(themes.Bad, p.Problem)
	}
	return l.String()
}

// Proposals draws the completions on one line, with the one that was picked.
func (p *Prompt) Proposals(s *style.Sheet, width int) string {
	l := NewLine(s, width).Space(text.Width(p.Label))
	first := max(0, p.picked-3)
	for i := first; i < len(p.words) && l.Left() > 4; i++ {
		name := themes.Muted
		if i == p.picked {
			name = themes.Match
		}
		if text.Width(p.words[i]) > l.Left() && i > first {
			l.Put(themes.Muted, "…")
			break
		}
		l.Put(name, p.words[i]).Space(2)
	}
	return l.String()
}

// HasProposals tells whether there is something to complete.
func (p *Prompt) HasProposals() bool { return len(p.words) > 0 }
