// Package tui is the workbench: the frame that holds the screens. It routes keys by the one
// table of bindings, runs the screens' Work, draws head and bar, asks questions, and keeps the
// session.
//
// Invariant: everything that is done can be done on the command line too; the frame knows no
// screen by name, only the list it was given.
package tui

import (
	"context"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/config"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/term"
)

// Options say what the workbench works with.
type Options struct {
	Env     screens.Env // without Host, Sheet and Columns
	Entries []screens.Entry
	Config  *config.Config // nil = as without a file
	Theme   *themes.Theme
	Depth   style.Depth
	Session Session
	At      screens.Place // where to begin; without Screen, as the session was left
	GetEnv  func(string) string
	Size    term.Size
}

// Workbench is the frame; it is a term.App.
type Workbench struct {
	opts    Options
	table   *keys.Table
	sheet   *style.Sheet
	size    term.Size
	ctx     context.Context
	stack   []*open // the last one is on top
	overlay overlay // nil = none
	work    map[int]*running
	lastID  int
	toast   toast
	log     []string // command lines of what was done, oldest first
	hint    int      // keys until the first-run hint goes away; 0 = gone
	mouse   bool
	click   click
	ticking bool
	ended   bool
	out     []term.Request
}

// open is a screen on the stack.
type open struct {
	entry  screens.Entry
	screen screens.Screen
	host   *screens.Host
	ctx    context.Context
	cancel func()
	body   int // height of its body at the last frame, for the mouse
}

// toast is the word at the bottom.
type toast struct {
	text  string
	err   error
	until time.Time
}

// New makes a workbench; ctx ends all of its Work.
func New(ctx context.Context, o Options) (*Workbench, error) {
	if o.Config == nil {
		o.Config = &config.Config{}
	}
	table, err := Bindings(o.Entries, o.Config.Keys)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "read the keys").WithHint("`coworkenv workbench keys` lists what is bound")
	}
	w := &Workbench{opts: o, table: table, sheet: style.New(o.Theme, o.Depth), size: o.Size, ctx: ctx, work: map[int]*running{}}
	w.mouse = o.Config.Mouse == nil || *o.Config.Mouse
	return w, w.checkStart()
}

// checkStart refuses a place to begin at that there is not.
func (w *Workbench) checkStart() error {
	at := w.opts.At
	if at.Screen == "" {
		return nil
	}
	var names []string
	for _, e := range w.opts.Entries {
		if e.Name == at.Screen && (e.Needs == "" || at.Of != "") {
			return nil
		}
		if e.Name == at.Screen {
			return fault.New(fault.Usage, "the screen %s needs %s", e.Name, e.Needs).WithHint("name it with --of")
		}
		names = append(names, e.Name)
	}
	return fault.New(fault.Usage, "there is no screen %q", at.Screen).WithHint("there are %s", strings.Join(names, ", "))
}

// Begin opens the first screen and returns what the terminal is to do for it.
func (w *Workbench) Begin() []term.Request {
	if !w.opts.Session.HintSeen {
		w.hint = hintKeys
	}
	places := w.opts.Session.Stack
	if w.opts.At.Screen != "" {
		places = []screens.Place{w.opts.At}
	}
	for _, p := range places {
		if e, ok := w.entry(p.Screen); ok && (e.Needs == "" || p.Of != "") {
			w.push(p)
		}
	}
	if len(w.stack) == 0 {
		w.push(screens.Place{Screen: w.opts.Entries[0].Name})
	}
	return w.take()
}

// Handle implements term.App.
func (w *Workbench) Handle(msg any) []term.Request {
	switch msg := msg.(type) {
	case term.Size:
		w.size = msg
	case term.Key:
		w.key(msg)
	case term.Mouse:
		w.mouseEvent(msg)
	case term.Told:
		w.told(msg)
	case term.Second:
		w.second()
	case edited:
		w.edited(msg)
	}
	return w.take()
}

// take collects what is to be asked of the terminal, after the wishes of the screens.
func (w *Workbench) take() []term.Request {
	w.wishes()
	if on := len(w.work) > 0 || w.toast.text != ""; on != w.ticking {
		w.ticking = on
		w.want(term.Ticks{On: on})
	}
	out := w.out
	w.out = nil
	return out
}

func (w *Workbench) want(r term.Request) { w.out = append(w.out, r) }

// top is the screen that is seen.
func (w *Workbench) top() *open { return w.stack[len(w.stack)-1] }

func (w *Workbench) entry(name string) (screens.Entry, bool) {
	for _, e := range w.opts.Entries {
		if e.Name == name {
			return e, true
		}
	}
	return screens.Entry{}, false
}

// focus is what has the keys.
func (w *Workbench) focus() keys.Focus {
	name := w.top().screen.Focus()
	if w.overlay != nil {
		name = w.overlay.focus()
	}
	f, ok := w.table.Focus(name)
	if !ok {
		return keys.Focus{Name: name}
	}
	return f
}

// now asks the injected clock.
func (w *Workbench) now() time.Time { return w.opts.Env.Clock.Now() }

func (w *Workbench) second() {
	if w.toast.text != "" && w.now().After(w.toast.until) {
		w.toast.text = ""
	}
	if len(w.work) > 0 {
		w.top().screen.Update(screens.Tick{Now: w.now()})
	}
}

const toastTime = 3 * time.Second

// say shows a word; an error that has not been seen stays.
func (w *Workbench) say(text string) {
	if w.toast.err == nil {
		w.toast = toast{text: text, until: w.now().Add(toastTime)}
	}
}

func (w *Workbench) fail(err error) { w.toast = toast{err: err} }
