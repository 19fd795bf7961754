package term

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// keysOf translates a key message. Letters that came in one read are keys of their own; and ESC
// with a letter is the two keys, for those who press esc and go on quickly: no binding uses alt.
func keysOf(k tea.KeyMsg) []Key {
	switch {
	case k.Paste:
		return []Key{{Text: string(k.Runes), Paste: true}}
	case k.Type == tea.KeySpace && !k.Alt:
		return []Key{{Name: " ", Text: " "}}
	case k.Type != tea.KeyRunes:
		return []Key{{Name: tea.Key(k).String()}}
	}
	var out []Key
	if k.Alt {
		out = append(out, Key{Name: "esc"})
	}
	for _, r := range k.Runes {
		out = append(out, Key{Name: string(r), Text: string(r)})
	}
	return out
}

// mouseOf translates a mouse event; motions and releases are none.
func mouseOf(m tea.MouseMsg) (Mouse, bool) {
	if m.Action != tea.MouseActionPress {
		return Mouse{}, false
	}
	switch m.Button {
	case tea.MouseButtonLeft:
		return Mouse{X: m.X, Y: m.Y, Kind: Press}, true
	case tea.MouseButtonWheelUp:
		return Mouse{X: m.X, Y: m.Y, Kind: WheelUp}, true
	case tea.MouseButtonWheelDown:
		return Mouse{X: m.X, Y: m.Y, Kind: WheelDown}, true
	}
	return Mouse{}, false
}

// clipboard is the sequence that puts text on the clipboard; within tmux and screen it is
// wrapped so that they pass it on.
func clipboard(text string, env func(string) string) string {
	seq := ansi.SetSystemClipboard(text)
	switch {
	case env("TMUX") != "":
		return ansi.TmuxPassthrough(seq) + seq // tmux itself may take it too (set-clipboard)
	case strings.HasPrefix(env("TERM"), "screen"):
		return ansi.ScreenPassthrough(seq, 0)
	}
	return seq
}
