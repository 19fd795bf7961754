package tui_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/tuitest"
	"coworkenv.dev/coworkenv/tui/ui"
)

// clock is set by hand.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

// fake is a screen that shows what it was told.
type fake struct {
	env    *screens.Env
	at     screens.Place
	said   []string
	inside bool // a step back within the screen is left
	typing bool
	job    *screens.Job
	gate   chan struct{}
}

func (f *fake) Init() {
	f.env.Host.Start(func(_ context.Context, tell func(screens.Msg)) { tell("begun") })
}

func (f *fake) Title() string { return f.at.Of }

func (f *fake) Focus() string {
	if f.typing {
		return f.at.Screen + "/typing"
	}
	return f.at.Screen
}

func (f *fake) Values() map[string]string { return map[string]string{"task": f.at.Of} }

func (f *fake) Place() screens.Place { return f.at }

func (f *fake) Back() bool {
	was := f.inside
	f.inside = false
	return was
}

func (f *fake) Refuse(action string) string {
	if action == f.at.Screen+".never" {
		return "it is Sunday"
	}
	return ""
}

func (f *fake) View(width, height int) []string {
	var out []string
	for _, s := range f.said {
		out = append(out, ui.NewLine(f.env.Sheet(), width).Put(themes.Text, s).String())
	}
	return ui.Fill(out, width, height)
}

func (f *fake) say(format string, args ...any) {
	f.said = append(f.said, fmt.Sprintf(format, args...))
}

func (f *fake) Update(msg screens.Msg) {
	switch msg := msg.(type) {
	case screens.Action:
		f.say("action %s %q", msg.Name, msg.Arg)
		f.do(msg.Name[len(f.at.Screen):])
	case screens.Text:
		f.say("text %q paste %v", msg.Text, msg.Paste)
	case screens.Mouse:
		f.say("mouse %d,%d kind %d", msg.X, msg.Y, msg.Kind)
	default:
		f.say("%T %v", msg, msg)
		if msg == "the job is over" {
			f.env.Host.Open(screens.Place{Screen: "two", Of: "from beneath"})
		}
	}
}

func (f *fake) do(what string) {
	h := f.env.Host
	switch what {
	case ".deep":
		h.Open(screens.Place{Screen: "two", Of: "below"})
	case ".in":
		f.inside = true
	case ".type", ".untype":
		f.typing = !f.typing
	case ".fail":
		h.Fail(fault.New(fault.Invalid, "it broke").WithHint("mend it"))
	case ".yes":
		h.Ask(screens.Question{Title: "Sure?", Text: "reject 312 tasks", Yes: "reject 312", Then: func(a screens.Answer) screens.Msg { return a }})
	case ".menu":
		h.Ask(screens.Question{Title: "Which?", Choices: []screens.Choice{{Value: "a", Text: "first"}, {Value: "b", Text: "second", Note: "note"}}, Then: func(a screens.Answer) screens.Msg { return a }})
	case ".line":
		h.Ask(screens.Question{Title: "Reason", Input: &screens.Input{Label: "why: ", Value: "w", Check: check}, Then: func(a screens.Answer) screens.Msg { return a }})
	case ".keep":
		f.job = h.Keep("a long job", func(ctx context.Context, tell func(screens.Msg)) {
			tell(screens.Waiting{})
			select {
			case <-f.gate:
			case <-ctx.Done():
			}
			tell("the job is over")
		})
	case ".panic":
		h.Start(func(context.Context, func(screens.Msg)) { panic("oh") })
	case ".copy":
		h.Copy("the thing", "copied text")
	}
}

func check(line string) error {
	if line == "w" {
		return fault.New(fault.Invalid, "say more")
	}
	return nil
}

// entry makes a screen of a name.
func entry(name, key string, gate chan struct{}) screens.Entry {
	var list []keys.Binding
	for i, b := range [][3]string{{"deep", "d", ""}, {"in", "i", ""}, {"type", "t", ""}, {"fail", "f", ""}, {"yes", "y", ""}, {"menu", "m", ""}, {"line", "l", ""}, {"keep", "b", ""},
		{"panic", "p", ""}, {"copy", "c", ""}, {"never", "n", ""}, {"gate", "z", "coworkenv gate {task}"}} {
		list = append(list, keys.Binding{Action: name + "." + b[0], In: name, Keys: []string{b[1]}, Name: b[0], Help: "try " + b[0], Bar: i + 1, Command: b[2], Look: b[2] == ""})
	}
	list[11].Arg = "WHAT"
	list = append(list, keys.Binding{Action: name + ".untype", In: name + "/typing", Keys: []string{"enter"}, Name: "untype", Help: "end it", Look: true})
	e := screens.Entry{Name: name, Title: "Screen " + name, Key: key, Doc: "for tests", Bindings: list,
		Focuses: []keys.Focus{{Name: name, Doc: "screen " + name, Contexts: []string{name, keys.Moves}}, {Name: name + "/typing", Contexts: []string{name + "/typing"}, Typing: true}},
		New: func(env *screens.Env, at screens.Place) screens.Screen {
			return &fake{env: env, at: at, gate: gate}
		}}
	return e
}

// bench opens a workbench with two fake screens; the third needs to be told what it is about.
func bench(t *testing.T, change func(*tui.Options)) (*tuitest.Desk, *clock, chan struct{}) {
	t.Helper()
	gate := make(chan struct{})
	c := &clock{time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
	three := entry("three", "3", gate)
	three.Needs = "a trial"
	o := tui.Options{Entries: []screens.Entry{entry("one", "1", gate), entry("two", "2", gate), three}, Theme: tuitest.Theme(t, "dark"), Depth: style.TrueColor,
		Session: tui.Session{HintSeen: true}, Env: screens.Env{Clock: c, Workspace: &screens.Workspace{Dir: ".coworkenv"}}}
	if change != nil {
		change(&o)
	}
	return tuitest.Open(t, o, 100, 30), c, gate
}
