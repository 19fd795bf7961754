package term

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"
)

func TestKeysOf(t *testing.T) {
	tests := []struct {
		name string
		in   tea.KeyMsg
		want []Key
	}{
		{"letter", tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("j")}, []Key{{Name: "j", Text: "j"}}},
		{"letters in one read", tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("jj")}, []Key{{Name: "j", Text: "j"}, {Name: "j", Text: "j"}}},
		{"esc and a letter in one read", tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("x"), Alt: true}, []Key{{Name: "esc"}, {Name: "x", Text: "x"}}},
		{"space", tea.KeyMsg{Type: tea.KeySpace, Runes: []rune(" ")}, []Key{{Name: " ", Text: " "}}},
		{"ctrl", tea.KeyMsg{Type: tea.KeyCtrlD}, []Key{{Name: "ctrl+d"}}},
		{"enter", tea.KeyMsg{Type: tea.KeyEnter}, []Key{{Name: "enter"}}},
		{"paste", tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("qx"), Paste: true}, []Key{{Text: "qx", Paste: true}}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, keysOf(tt.in)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

func TestSequences(t *testing.T) {
	whole := []string{"a", "é", "漢", "\x1b[A", "\x1bOP", "\x1b[<65;1;2M", "\x1b[<0;10;20m", "\x1b[M !!", "\x1b[1;5C", "\x1bj", "\x1b[200~", "\x1b[15~", "\x1bé"}
	for _, seq := range whole {
		if unfinished([]byte("x" + seq)) {
			t.Errorf("%q counts as unfinished", seq)
		}
		if n := sequenceLen([]byte(seq + "tail")); n != len(seq) {
			t.Errorf("%q is measured as %d of %d bytes", seq, n, len(seq))
		}
		for i := 1; i < len(seq); i++ {
			if from := tailFrom([]byte("ab" + seq[:i])); from != 2 {
				t.Errorf("of %q cut at %d the tail begins at %d", seq, i, from)
			}
		}
	}
	if !unfinished([]byte{0x1b}) {
		t.Error("a lone ESC may be the beginning of a sequence")
	}
	if tailFrom([]byte("\x1b[\x01")) != 3 && tailFrom([]byte("\x1b[\x01")) != 2 {
		t.Error("a broken sequence is waited for")
	}
}

func FuzzSequences(f *testing.F) {
	f.Add([]byte("\x1b[<65;1;2Mab\xc3"))
	f.Add([]byte("\x1b\x1b[O"))
	f.Fuzz(func(t *testing.T, b []byte) {
		from := tailFrom(b)
		if from < 0 || from > len(b) {
			t.Fatalf("the tail begins at %d of %d", from, len(b))
		}
		const longest = 80
		if len(b)-from > longest {
			t.Fatalf("%d bytes are held back", len(b)-from)
		}
	})
}

func TestClipboard(t *testing.T) {
	env := func(m map[string]string) func(string) string { return func(k string) string { return m[k] } }
	plain := "\x1b]52;c;aGk=\x07"
	if got := clipboard("hi", env(nil)); got != plain {
		t.Errorf("plain: %q", got)
	}
	if got := clipboard("hi", env(map[string]string{"TMUX": "x"})); !strings.HasPrefix(got, "\x1bPtmux;") || !strings.Contains(got, "52;c;aGk=") {
		t.Errorf("tmux: %q", got)
	}
	if got := clipboard("hi", env(map[string]string{"TERM": "screen"})); !strings.HasPrefix(got, "\x1bP") {
		t.Errorf("screen: %q", got)
	}
	if got := clipboard("\x1b[2J\x07", env(nil)); strings.Contains(got[5:len(got)-1], "\x1b") {
		t.Errorf("the text is not encoded: %q", got)
	}
}

// A hundred thousand messages come in as few deliveries as there are frames, in order, and the
// end comes last.
func TestMailbox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		box := newMailbox()
		ctx, cancel := context.WithCancel(t.Context())
		var mu sync.Mutex
		var got []int
		deliveries, ended := 0, 0
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			box.deliver(ctx, 20*time.Millisecond, func(all []Told) {
				mu.Lock()
				defer mu.Unlock()
				deliveries++
				for _, told := range all {
					for _, m := range told.Msgs {
						got = append(got, m.(int))
					}
					if told.Done {
						ended++
					}
				}
			})
		}()
		const n = 100_000
		box.run(Run{ID: 1, Do: func(tell func(any)) {
			for i := range n {
				tell(i)
				if i%1000 == 0 {
					time.Sleep(time.Millisecond)
				}
			}
		}})
		time.Sleep(time.Second)
		cancel()
		<-stopped
		if len(got) != n || got[n-1] != n-1 || ended != 1 {
			t.Errorf("%d messages came, the last is %d, ended %d times", len(got), got[len(got)-1], ended)
		}
		if deliveries > 10 {
			t.Errorf("%d deliveries in 100 ms at 50 a second", deliveries)
		}
	})
}

func TestWorkThatPanics(t *testing.T) {
	box := newMailbox()
	box.run(Run{ID: 7, Do: func(tell func(any)) { tell("a"); panic("oh") }})
	all := box.take()
	if len(all) != 1 || !all[0].Done || all[0].Err == nil || !strings.Contains(all[0].Err.Error(), "oh") || len(all[0].Msgs) != 1 {
		t.Errorf("told %+v", all)
	}
}
