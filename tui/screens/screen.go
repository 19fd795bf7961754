// Package screens is the contract between the workbench's frame and its screens: what a screen
// offers, what it is told, and what it can ask for.
//
// Invariant: a screen touches the engine in Work alone. Update and View wait for nothing, and
// everything a Work tells comes back through Update of the screen that started it.
package screens

import (
	"context"
	"time"

	"coworkenv.dev/coworkenv/tui/keys"
)

// Screen is one screen that is open. All methods are called from one goroutine.
type Screen interface {
	// Init starts the first Work. It is called once, before the first View.
	Init()
	// Update is told what happened: Action, Text, Mouse, Tick, Shown, or what own Work told.
	// Messages that it does not know it passes over.
	Update(msg Msg)
	// View draws exactly height lines of exactly width cells (ui.Line, ui.Fill).
	View(width, height int) []string
	// Title is the path shown in the head after the screen's name, e.g. the id of a task; "" for none.
	Title() string
	// Focus names the focus that has the keys, one of the entry's Focuses.
	Focus() string
	// Values fill the {placeholders} of the bindings' command-line equivalents. One that does
	// not apply now is left out.
	Values() map[string]string
	// Place is where the screen stands, so that it can be opened there again.
	Place() Place
}

// Refuser is a Screen that cannot do every action at any time.
type Refuser interface {
	// Refuse says why an action cannot be done now, "" where it can. The action is then shown
	// as such in the bar, help and palette, and not done.
	Refuse(action string) string
}

// Backer is a Screen that can go a step back within itself, such as from a pane to the list or
// from a filter to all rows.
type Backer interface {
	// Back goes that step; false where there is none, and the screen is closed instead.
	Back() bool
}

// Entry is one kind of screen, as listed in screens/all.
type Entry struct {
	Name     string // "library"; the palette's command, the session's key
	Title    string // "Library"
	Doc      string // one sentence for help and docs
	Key      string // opens it from anywhere: "1"; "" = none
	Needs    string // what Place.Of must name for it to open, e.g. "a trial"; "" = nothing
	Bindings []keys.Binding
	Focuses  []keys.Focus // names begin with the screen's
	Columns  []string     // names of columns that configuration can choose among; nil = none
	New      func(env *Env, at Place) Screen
}

// Place says which screen to open, on what, and where in it. It is what a session keeps, so it
// names by id, never by index.
type Place struct {
	Screen string            `json:"screen"`
	Of     string            `json:"of,omitempty"`     // what it is about: a task's path, a trial's id; the screen says
	Filter string            `json:"filter,omitempty"` // query
	Cursor string            `json:"cursor,omitempty"` // id of the row
	More   map[string]string `json:"more,omitempty"`   // what else the screen wants to find again
}

// Msg is anything a screen is told.
type Msg = any

// Work runs beside the screen: it reads from or acts through the engine and tells what comes
// of it, once or many times. What it tells is put together to frames: thousands a second cost
// no more than one. ctx ends when the screen is left, the Work is stopped or the program ends;
// a Work returns soon after. It must not touch the screen's fields.
type Work func(ctx context.Context, tell func(Msg))

// Action is a binding that was pressed, clicked or chosen in the palette.
type Action struct {
	Name string // keys.Binding.Action
	Arg  string // from the palette, "" without
}

// Text is input while the focus is Typing and the key means no action: one or more characters,
// pasted or typed.
type Text struct {
	Text  string
	Paste bool
}

// MouseKind is what the mouse did.
type MouseKind int

// The kinds.
const (
	Click MouseKind = iota
	DoubleClick
	WheelUp
	WheelDown
)

// Mouse is a mouse event within the screen's body; the wheel comes in steps of Count lines.
type Mouse struct {
	X, Y  int
	Kind  MouseKind
	Count int
}

// Wheel is by how many lines the wheel was turned, downwards above 0; ok is false for a click.
func (m Mouse) Wheel() (by int, ok bool) {
	switch m.Kind {
	case WheelUp:
		return -m.Count, true
	case WheelDown:
		return m.Count, true
	}
	return 0, false
}

// Tick comes about once a second while Work is running, so that elapsed time can be shown.
type Tick struct{ Now time.Time }

// Shown is told when the screen is on top again after another was closed: what it shows may be
// out of date.
type Shown struct{}

// Failed is told when a Work ends by a panic; the frame has shown it already.
type Failed struct{ Err error }

// Waiting may be told by Work that now waits for something outside (a file to change, another
// process), so that tests know that nothing more will come by itself. Screens never see it.
type Waiting struct{}
