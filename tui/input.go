package tui

import (
	"maps"
	"slices"
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

// key routes a key: to the overlay, to an action of the focus, or as text to what is typed.
func (w *Workbench) key(k term.Key) {
	if w.toast.err != nil {
		w.toast = toast{}
		if k.Name == "esc" {
			return
		}
	}
	if w.hint > 0 && w.hidesHint(k) {
		return
	}
	if w.size.Width < minWidth || w.size.Height < minHeight {
		if k.Name == "q" || k.Name == "ctrl+c" {
			w.leave(k.Name == "ctrl+c")
		}
		return
	}
	if k.Name == "ctrl+c" {
		w.leave(true)
		return
	}
	f := w.focus()
	if b, ok := w.table.Find(k.Name, f); ok && k.Name != "" {
		w.do(b, "")
		return
	}
	switch {
	case k.Text == "":
	case w.overlay != nil:
		w.overlay.text(w, k.Text)
	case f.Typing:
		w.top().screen.Update(screens.Text{Text: k.Text, Paste: k.Paste})
	}
}

// hidesHint counts a key for the first-run hint; esc hides it where esc means nothing nearer.
func (w *Workbench) hidesHint(k term.Key) bool {
	esc := k.Name == "esc" && w.overlay == nil && !w.focus().Typing
	if w.hint--; esc {
		w.hint = 0
	}
	w.opts.Session.HintSeen = w.hint == 0
	return esc
}

// do carries out a binding.
func (w *Workbench) do(b keys.Binding, arg string) {
	if w.overlay != nil && w.overlay.action(w, b.Action) {
		return
	}
	if why := w.refusal(b.Action); why != "" {
		w.fail(fault.New(fault.Denied, "%s: %s", b.Name, why))
		return
	}
	if line := w.commandLine(b, arg); line != "" && (arg != "" || !strings.Contains(b.Command, "{arg:")) {
		w.note(line)
	}
	if !w.frameAction(b, arg) {
		w.top().screen.Update(screens.Action{Name: b.Action, Arg: arg})
	}
}

// refusal is why the screen on top cannot do an action now.
func (w *Workbench) refusal(action string) string {
	if r, ok := w.top().screen.(screens.Refuser); ok {
		return r.Refuse(action)
	}
	return ""
}

// mostLog is how many command lines are kept.
const mostLog = 500

// note adds to the command log.
func (w *Workbench) note(line string) {
	if n := len(w.log); n > 0 && w.log[n-1] == line {
		return
	}
	w.log = append(w.log, line)
	if len(w.log) > mostLog {
		w.log = slices.Delete(w.log, 0, len(w.log)-mostLog)
	}
}

// commandLine is the equivalent of a binding with what the palette gave it, for this workspace.
func (w *Workbench) commandLine(b keys.Binding, arg string) string {
	values := maps.Clone(w.top().screen.Values())
	if arg != "" && values == nil {
		values = map[string]string{}
	}
	if arg != "" {
		values["arg"] = arg
	}
	line := b.CommandLine(values)
	if ws := w.opts.Env.Workspace; line != "" && ws != nil && ws.Flag != "" {
		line += " --workspace " + keys.Quote(ws.Flag)
	}
	return line
}

// frameAction does what belongs to the frame; false where the action is the screen's.
func (w *Workbench) frameAction(b keys.Binding, arg string) bool {
	if name, ok := strings.CutPrefix(b.Action, openPrefix); ok {
		w.switchTo(name, arg)
		return true
	}
	switch b.Action {
	case actHelp:
		w.overlay = newMenu(w, false)
	case actPalette:
		w.overlay = newMenu(w, true)
	case actBack:
		if b, ok := w.top().screen.(screens.Backer); !ok || !b.Back() {
			w.pop()
		}
	case actQuit:
		if !w.pop() {
			w.leave(false)
		}
	case actInterrupt:
		w.leave(true)
	case actCommand:
		w.copyText("the command line", w.command())
	case actLog:
		w.overlay = newLog(w)
	case actJobs:
		w.askJobs()
	case actTheme:
		w.theme(arg)
	case actMouse:
		w.mouse = !w.mouse
		w.want(term.SetMouse{On: w.mouse})
		w.say(map[bool]string{true: "the mouse is the workbench's again", false: "the mouse is released: select text with it; M takes it back"}[w.mouse])
	case actRedraw:
		w.want(term.Redraw{})
	case actSuspend:
		w.want(term.Suspend{})
	default:
		return false
	}
	return true
}

// command is the command line that opens what is seen.
func (w *Workbench) command() string {
	at := w.top().screen.Place()
	line := "coworkenv open"
	for _, p := range w.opts.Env.Library {
		line += " " + keys.Quote(p)
	}
	b := keys.Binding{Command: line + " --screen {screen} --of {of} --where {filter} --workspace {workspace}"}
	values := map[string]string{"screen": at.Screen, "of": at.Of, "filter": at.Filter}
	if ws := w.opts.Env.Workspace; ws != nil {
		values["workspace"] = ws.Flag
	}
	return b.CommandLine(values)
}

// theme changes the theme to the one named, or the next.
func (w *Workbench) theme(name string) {
	if name == "" {
		list := themes.Shipped()
		name = list[(slices.Index(list, w.sheet.Theme.Name)+1)%len(list)]
	}
	t, err := config.Theme(name)
	if err != nil {
		w.fail(err)
		return
	}
	w.sheet = style.New(t, w.opts.Depth)
	w.say("theme " + t.Name)
}

// leave ends the program, after a question while jobs run that would end with it.
func (w *Workbench) leave(interrupt bool) {
	if n := len(w.kept()); n > 0 && !(interrupt && w.overlay != nil) {
		w.overlay = newQuestion(w.top(), screens.Question{Title: "Leave?", Text: plural(n, "job") + " beside will be stopped; what is finished is kept.", Yes: "stop and leave",
			Then: func(a screens.Answer) screens.Msg {
				if a.Yes {
					w.quit()
				}
				return nil
			}})
		return
	}
	w.quit()
}

func (w *Workbench) quit() {
	w.remember()
	w.ended = true
	for _, o := range w.stack {
		o.cancel()
	}
	w.want(term.Quit{})
}

// click remembers the last press, to tell a double one.
type click struct {
	x, y int
	at   time.Time
}

const doubleClick = 400 * time.Millisecond

// mouseEvent routes the mouse: the bar's hints and the head's tabs are clickable, the body is
// the screen's.
func (w *Workbench) mouseEvent(m term.Mouse) {
	if w.overlay != nil {
		if m.Kind == term.WheelUp {
			w.overlay.action(w, keys.Up)
		} else if m.Kind == term.WheelDown {
			w.overlay.action(w, keys.Down)
		}
		return
	}
	last := w.size.Height - 1
	switch {
	case m.Kind == term.Press && m.Y == last:
		if b, ok := w.barAt(m.X); ok {
			w.do(b, "")
		}
		return
	case m.Kind == term.Press && m.Y == 0:
		if name := w.tabAt(m.X); name != "" {
			w.switchTo(name, "")
		}
		return
	case m.Y == 0 || m.Y > w.bodyHeight():
		return
	}
	ev := screens.Mouse{X: m.X, Y: m.Y - 1, Count: 3}
	switch m.Kind {
	case term.WheelUp:
		ev.Kind = screens.WheelUp
	case term.WheelDown:
		ev.Kind = screens.WheelDown
	default:
		now := w.now()
		if w.click.x == m.X && w.click.y == m.Y && now.Sub(w.click.at) < doubleClick {
			ev.Kind = screens.DoubleClick
			now = time.Time{}
		}
		w.click = click{m.X, m.Y, now}
	}
	w.top().screen.Update(ev)
}
