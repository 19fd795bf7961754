// Package all lists the screens of the workbench. Invariant: nothing registers itself; a screen
// that is not listed does not exist.
package all

import (
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/screens/coverage"
	"coworkenv.dev/coworkenv/tui/screens/curves"
	"coworkenv.dev/coworkenv/tui/screens/gate"
	"coworkenv.dev/coworkenv/tui/screens/library"
	"coworkenv.dev/coworkenv/tui/screens/review"
	"coworkenv.dev/coworkenv/tui/screens/rounds"
	"coworkenv.dev/coworkenv/tui/screens/runs"
	"coworkenv.dev/coworkenv/tui/screens/trajectory"
	"coworkenv.dev/coworkenv/tui/screens/whatif"
)

// Screens lists them in the order of their keys.
func Screens() []screens.Entry {
	return []screens.Entry{
		library.Entry(),
		coverage.Entry(),
		trajectory.Entry(),
		gate.Entry(),
		review.Entry(),
		runs.Entry(),
		rounds.Entry(),
		whatif.Entry(),
		curves.Entry(),
	}
}
