//go:build unix

package main

import (
	"testing"

	"coworkenv.dev/coworkenv/tui/term/early/earlytest"
)

// A short command must not wait for a terminal that does not answer.
func TestStartOnSilentTerminal(t *testing.T) {
	bin := earlytest.Build(t, ".")
	for _, args := range [][]string{{"version"}, {"help"}, {"doctor"}} {
		t.Run(args[0], func(t *testing.T) { earlytest.CheckQuiet(t, "coworkenv", bin, args...) })
	}
}
