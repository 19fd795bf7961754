// Package keys holds the bindings of the workbench as data: the help, the bar at the bottom, the
// palette, the pages of docs and the tests for collisions all come from one Table.
//
// Invariant: within one focus a key has one meaning, and an action is either a way to look at
// things or has an equivalent on the command line.
package keys

// Binding ties keys to an action within a context.
type Binding struct {
	Action string   // dotted and stable: what configuration, palette and screens call it
	In     string   // the context that it belongs to; Anywhere for all
	Keys   []string // by default: "j", "ctrl+d", "enter", "G", "?"
	Name   string   // one or two words, for the bar and the palette
	Help   string   // one sentence, lower case, for help and docs
	Bar    int      // place in the bar from the left, from 1; 0 = not there
	Arg    string   // what the palette takes behind the action, e.g. "QUERY"; "" = nothing

	// Command is the equivalent on the command line, with {placeholders} that the screen
	// fills, e.g. "coworkenv gate {task}". Look says that there is none, as the action only
	// changes what is looked at.
	Command string
	Look    bool
}

// Contexts that screens share.
const (
	Anywhere = "anywhere" // in every focus, but not while text is typed
	Moves    = "moves"    // lists, tables, text and trees
	Typing   = "typing"   // while a line is typed; the keys of letters are text then
	Question = "question" // while something is asked
)

// Focus is a place that keys can go to: the contexts that hold in it besides Anywhere.
type Focus struct {
	Name     string // "library", "library/preview"
	Doc      string // what has the keys, for the help's title
	Contexts []string
	Typing   bool // other keys are text: what holds Anywhere does not hold here
}

// Movement actions; ui.Mover and the widgets carry them out.
const (
	Down       = "move.down"
	Up         = "move.up"
	PageDown   = "move.page-down"
	PageUp     = "move.page-up"
	HalfDown   = "move.half-down"
	HalfUp     = "move.half-up"
	First      = "move.first"
	Last       = "move.last"
	ShiftRight = "move.right"
	ShiftLeft  = "move.left"
)

// Movement is the context Moves.
func Movement() []Binding {
	return []Binding{
		{Action: Down, In: Moves, Keys: []string{"j", "down"}, Name: "down", Help: "one row down", Look: true},
		{Action: Up, In: Moves, Keys: []string{"k", "up"}, Name: "up", Help: "one row up", Look: true},
		{Action: HalfDown, In: Moves, Keys: []string{"ctrl+d"}, Name: "half down", Help: "half a page down", Look: true},
		{Action: HalfUp, In: Moves, Keys: []string{"ctrl+u"}, Name: "half up", Help: "half a page up", Look: true},
		{Action: PageDown, In: Moves, Keys: []string{"pgdown", "ctrl+f"}, Name: "page down", Help: "one page down", Look: true},
		{Action: PageUp, In: Moves, Keys: []string{"pgup", "ctrl+b"}, Name: "page up", Help: "one page up", Look: true},
		{Action: First, In: Moves, Keys: []string{"g", "home"}, Name: "first", Help: "to the first row", Look: true},
		{Action: Last, In: Moves, Keys: []string{"G", "end"}, Name: "last", Help: "to the last row", Look: true},
		{Action: ShiftRight, In: Moves, Keys: []string{">"}, Name: "right", Help: "show what is further right", Look: true},
		{Action: ShiftLeft, In: Moves, Keys: []string{"<"}, Name: "left", Help: "show what is further left", Look: true},
	}
}

// Panes is the context of screens with several panes.
const Panes = "panes"

// Pane actions.
const (
	NextPane = "pane.next"
	PrevPane = "pane.previous"
	ZoomPane = "pane.zoom"
)

// PaneBindings is the context Panes.
func PaneBindings() []Binding {
	return []Binding{
		{Action: NextPane, In: Panes, Keys: []string{"tab"}, Name: "pane", Help: "to the next pane", Bar: 40, Look: true},
		{Action: PrevPane, In: Panes, Keys: []string{"shift+tab"}, Name: "pane back", Help: "to the pane before", Look: true},
		{Action: ZoomPane, In: Panes, Keys: []string{"+"}, Name: "zoom", Help: "show this pane alone, or both again", Look: true},
	}
}
