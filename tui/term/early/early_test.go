//go:build unix

package early_test

import (
	"testing"

	// The programs in testdata link it; the import keeps it in go.mod.
	_ "github.com/charmbracelet/bubbletea"

	"coworkenv.dev/coworkenv/tui/term/early/earlytest"
)

func TestStartAsksTheTerminalNothing(t *testing.T) {
	earlytest.CheckQuiet(t, "started", earlytest.Build(t, "./testdata/with"))
}

// The control: without early the question is asked. Should it pass by itself
// one day, bubbletea has changed and this package can go.
func TestWithoutEarlyTheTerminalIsAsked(t *testing.T) {
	if s := earlytest.OnSilentTerminal(t, earlytest.Build(t, "./testdata/without")); !s.Asked {
		t.Errorf("bubbletea asks nothing any more: %q", s.Written)
	}
}
