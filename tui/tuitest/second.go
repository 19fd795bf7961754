package tuitest

import "coworkenv.dev/coworkenv/tui/term"

// Second lets a second pass, as the workbench is told while Work runs.
func (d *Desk) Second() *Desk {
	d.handle(term.Second{})
	return d.Settle()
}
