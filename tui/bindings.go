package tui

import (
	"strings"

	"coworkenv.dev/coworkenv/tui/config"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// Actions of the frame.
const (
	actHelp      = "app.help"
	actPalette   = "app.palette"
	actBack      = "app.back"
	actQuit      = "app.quit"
	actInterrupt = "app.interrupt"
	actCommand   = "app.copy-command"
	actLog       = "app.commands"
	actJobs      = "app.jobs"
	actTheme     = "app.theme"
	actMouse     = "app.mouse"
	actRedraw    = "app.redraw"
	actSuspend   = "app.suspend"

	openPrefix = "open." // open.library opens the screen library

	actYes  = "question.yes"
	actNo   = "question.no"
	actPick = "question.pick"

	actLeave = "question.leave"
	actClose = "text.close"
)

// Focuses of the frame.
const (
	focusMenu     = "menu"
	focusQuestion = "question"
	focusChoice   = "choice"
	focusInput    = "input"
	focusText     = "text"
)

// frameBindings are the bindings that no screen owns.
func frameBindings() []keys.Binding {
	look := func(action, name, help string, bar int, k ...string) keys.Binding {
		return keys.Binding{Action: action, In: keys.Anywhere, Keys: k, Name: name, Help: help, Bar: bar, Look: true}
	}
	theme := look(actTheme, "theme", "the next theme, or the one that is named", 0, "T")
	theme.Arg = "NAME"
	return []keys.Binding{
		look(actHelp, "help", "all keys that hold here", 90, "?"),
		look(actPalette, "commands", "find and do anything by its name", 91, ":"),
		look(actBack, "back", "one step back; never leaves the program", 0, "esc"),
		look(actQuit, "quit", "close this screen, and from the last one the program", 92, "q"),
		look(actInterrupt, "leave", "leave the program", 0, "ctrl+c"),
		look(actCommand, "copy command", "copy the command line that does the same", 0, "Y"),
		look(actLog, "command log", "the command lines of what was done here", 0, "@"),
		look(actJobs, "jobs", "what runs beside, and stop it", 0, "B"),
		theme,
		look(actMouse, "mouse", "release the mouse, so that the terminal selects text, or take it again", 0, "M"),
		look(actRedraw, "redraw", "draw the screen anew", 0, "ctrl+l"),
		look(actSuspend, "suspend", "back to the shell; `fg` returns", 0, "ctrl+z"),
		{Action: actYes, In: keys.Question, Keys: []string{"y", "enter"}, Name: "yes", Help: "do it", Bar: 1, Look: true},
		{Action: actNo, In: keys.Question, Keys: []string{"n", "esc"}, Name: "no", Help: "leave it", Bar: 2, Look: true},
		{Action: actPick, In: focusChoice, Keys: []string{"enter"}, Name: "choose", Help: "choose this line; digits choose at once", Bar: 1, Look: true},
		{Action: actLeave, In: focusChoice, Keys: []string{"esc", "q"}, Name: "leave", Help: "choose nothing", Bar: 2, Look: true},
		{Action: actClose, In: focusText, Keys: []string{"esc", "q", "enter"}, Name: "close", Help: "close the text", Bar: 1, Look: true},
	}
}

func frameFocuses() []keys.Focus {
	return []keys.Focus{
		{Name: focusMenu, Doc: "help and commands", Contexts: []string{keys.Typing}, Typing: true},
		{Name: focusQuestion, Doc: "a question", Contexts: []string{keys.Question}, Typing: true},
		{Name: focusChoice, Doc: "a choice", Contexts: []string{focusChoice, keys.Moves}, Typing: true},
		{Name: focusInput, Doc: "a line to type", Contexts: []string{keys.Typing}, Typing: true},
		{Name: focusText, Doc: "text to read", Contexts: []string{focusText, keys.Moves}, Typing: true},
	}
}

// Bindings is the table of all bindings of the frame and the screens; override is from the
// configuration.
func Bindings(entries []screens.Entry, override map[string][]string) (*keys.Table, error) {
	all := append(frameBindings(), keys.Movement()...)
	all = append(all, keys.PaneBindings()...)
	all = append(all, ui.TypingBindings()...)
	focuses := frameFocuses()
	for _, e := range entries {
		b := keys.Binding{Action: openPrefix + e.Name, In: keys.Anywhere, Name: e.Name, Help: "open the screen " + e.Title + ": " + e.Doc, Command: "coworkenv open --screen " + e.Name}
		if e.Key != "" {
			b.Keys = []string{e.Key}
		}
		if e.Needs != "" {
			b.Arg = e.Needs
			b.Command += " --of {arg:" + strings.ToUpper(e.Needs[strings.LastIndexByte(e.Needs, ' ')+1:]) + "}"
		}
		all = append(all, b)
		all = append(all, e.Bindings...)
		focuses = append(focuses, e.Focuses...)
	}
	return keys.New(all, focuses, override)
}

// Known is what a configuration can name.
func Known(entries []screens.Entry) (config.Known, error) {
	table, err := Bindings(entries, nil)
	if err != nil {
		return config.Known{}, err
	}
	known := config.Known{Actions: table.Actions(), Columns: map[string][]string{}}
	for _, e := range entries {
		if e.Columns != nil {
			known.Columns[e.Name] = e.Columns
		}
	}
	return known, nil
}
