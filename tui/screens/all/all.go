// Package all lists the screens of the workbench. Invariant: nothing registers itself; a screen
// that is not listed does not exist.
package all

import (
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/screens/library"
)

// Screens lists them in the order of their keys.
func Screens() []screens.Entry {
	return []screens.Entry{
		library.Entry(),
	}
}
