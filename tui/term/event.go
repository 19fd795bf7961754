// Package term is all that knows bubbletea: it runs an App on a terminal, turns what the
// terminal sends into Key, Mouse and Size, and carries out what the App requests.
//
// Invariant: the App is called from one goroutine, and what Work running beside it tells comes
// at most once a frame, in order, however much it is.
package term

import "os/exec"

// App is what is run. Both methods are called from one goroutine.
type App interface {
	// Handle is told Key, Mouse, Size, Focus, Told, Tick or what Exec.Then returned.
	Handle(msg any) []Request
	// Frame is the whole screen: lines of the window's width, as many as it has.
	Frame() string
}

// Key is a key that was pressed. Name is "j", "ctrl+d", "enter", " ", "pgdown"; Text is what it
// types, "" for keys that type nothing. A paste is one Key without a Name.
type Key struct {
	Name  string
	Text  string
	Paste bool
}

// MouseKind is what a mouse did.
type MouseKind int

// The kinds.
const (
	Press MouseKind = iota
	WheelUp
	WheelDown
)

// Mouse is a mouse event; X and Y count cells from 0.
type Mouse struct {
	X, Y int
	Kind MouseKind
}

// Size is the size of the window in cells.
type Size struct{ Width, Height int }

// Told is what Run has told since the last frame, oldest first. Done says that it has ended and
// nothing more will come; Err is the panic it ended with.
type Told struct {
	ID   int
	Msgs []any
	Done bool
	Err  error
}

// Second comes every second while the App has asked for it with Ticks.
type Second struct{}

// Request is what an App wants of the terminal: one of the types below.
type Request any

// The requests.
type (
	// Run runs a function beside the App; what it tells comes as Told with the ID.
	Run struct {
		ID int
		Do func(tell func(any))
	}
	// Exec gives the terminal to a program and tells what Then makes of its end.
	Exec struct {
		Cmd  *exec.Cmd
		Then func(error) any
	}
	// Copy puts text on the clipboard with OSC 52.
	Copy struct{ Text string }
	// SetMouse turns reports of the mouse on or off; off, the terminal selects text itself.
	SetMouse struct{ On bool }
	// Ticks turns Second on or off.
	Ticks struct{ On bool }
	// Redraw draws the whole screen anew.
	Redraw struct{}
	// Suspend stops the program until the shell wakes it.
	Suspend struct{}
	// Quit ends it.
	Quit struct{}
)
