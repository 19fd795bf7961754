package tui

import (
	"context"
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/term"
)

// push puts a screen on top.
func (w *Workbench) push(at screens.Place) {
	e, ok := w.entry(at.Screen)
	if !ok {
		w.fail(fault.New(fault.NotFound, "there is no screen %q", at.Screen))
		return
	}
	ctx, cancel := context.WithCancel(w.ctx)
	env := w.opts.Env
	env.Host = &screens.Host{}
	env.Sheet = func() *style.Sheet { return w.sheet }
	env.Columns = func(screen string) []string { return w.opts.Config.Columns[screen] }
	o := &open{entry: e, host: env.Host, ctx: ctx, cancel: cancel}
	o.screen = e.New(&env, at)
	w.stack = append(w.stack, o)
	o.screen.Init()
	w.wishesOf(o)
}

// pop closes the screen on top; the last one stays.
func (w *Workbench) pop() bool {
	if len(w.stack) < 2 {
		return false
	}
	w.close(w.top())
	w.stack = w.stack[:len(w.stack)-1]
	w.top().screen.Update(screens.Shown{})
	return true
}

// close ends the Work of a screen but for what it keeps running.
func (w *Workbench) close(o *open) {
	for _, r := range w.work {
		if r.owner == o && r.keep == "" {
			r.job.Stop()
		}
	}
	o.cancel()
}

// switchTo shows a screen of the first level: the stack is left but for it.
func (w *Workbench) switchTo(name, of string) {
	e, ok := w.entry(name)
	if !ok {
		return
	}
	if e.Needs != "" && of == "" {
		if p, found := w.opts.Session.last(name); found {
			of = p.Of
		}
	}
	if e.Needs != "" && of == "" {
		w.fail(fault.New(fault.Usage, "%s shows %s: choose one first", e.Title, e.Needs).WithHint("open it from a row, or type `:%s %s`", e.Name, strings.ToUpper(lastWord(e.Needs))))
		return
	}
	if len(w.stack) == 1 && w.top().entry.Name == name && (of == "" || w.top().screen.Place().Of == of) {
		return
	}
	w.remember()
	at := screens.Place{Screen: name, Of: of}
	if p, found := w.opts.Session.last(name); found && (of == "" || p.Of == of) {
		at = p
	}
	for len(w.stack) > 0 {
		w.close(w.top())
		w.stack = w.stack[:len(w.stack)-1]
	}
	w.push(at)
}

func lastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

// wishes carries out what the screens asked for.
func (w *Workbench) wishes() {
	for again := true; again; {
		again = false
		for _, o := range append([]*open(nil), w.stack...) {
			again = w.wishesOf(o) || again
		}
	}
}

func (w *Workbench) wishesOf(o *open) bool {
	list := o.host.Take()
	for _, wish := range list {
		w.wish(o, wish)
	}
	return len(list) > 0
}

func (w *Workbench) wish(o *open, wish any) {
	switch wish := wish.(type) {
	case screens.StartWish:
		w.start(o, wish)
	case screens.OpenWish:
		w.openOver(o, wish)
	case screens.BackWish:
		if o == w.top() {
			w.pop()
		}
	case screens.SayWish:
		if wish.Err != nil {
			w.fail(wish.Err)
		} else {
			w.say(wish.Text)
		}
	case screens.AskWish:
		if o == w.top() {
			w.overlay = newQuestion(o, wish.Question)
		}
	case screens.CopyWish:
		w.copyText(wish.What, wish.Text)
	case screens.EditWish:
		w.edit(o, wish)
	}
}

// openOver opens a screen for the one on top; one beneath may not change what a person looks at.
func (w *Workbench) openOver(o *open, wish screens.OpenWish) {
	if o != w.top() {
		return
	}
	if wish.Replace {
		w.close(o)
		w.stack = w.stack[:len(w.stack)-1]
	}
	w.push(wish.At)
}

// mostCopied is what terminals take at once, in bytes.
const mostCopied = 74_000

func (w *Workbench) copyText(what, text string) {
	if len(text) > mostCopied {
		w.fail(fault.New(fault.Invalid, "%s has %d bytes, more than terminals take by OSC 52 (%d)", what, len(text), mostCopied).WithHint("write it to a file with the command that `Y` copies"))
		return
	}
	w.want(term.Copy{Text: text})
	w.say("copied " + what)
}

// running is a Work under way.
type running struct {
	owner *open
	job   *screens.Job
	keep  string
	stop  func()
}

func (w *Workbench) start(o *open, wish screens.StartWish) {
	if wish.Job.Stopped() {
		return
	}
	parent := o.ctx
	if wish.Keep != "" {
		parent = w.ctx
	}
	ctx, cancel := context.WithCancel(parent)
	wish.Job.Begun(cancel)
	w.lastID++
	w.work[w.lastID] = &running{owner: o, job: wish.Job, keep: wish.Keep, stop: cancel}
	work := wish.Work
	w.want(term.Run{ID: w.lastID, Do: func(tell func(any)) { work(ctx, tell) }})
}

// told delivers what a Work has told to its screen, if that is still open.
func (w *Workbench) told(t term.Told) {
	r := w.work[t.ID]
	if r == nil {
		return
	}
	here := w.isOpen(r.owner)
	for _, m := range t.Msgs {
		if _, waits := m.(screens.Waiting); !waits && here && !r.job.Stopped() {
			r.owner.screen.Update(m)
			w.wishesOf(r.owner)
		}
	}
	if !t.Done {
		return
	}
	stopped := r.job.Stopped()
	r.job.Running = false
	r.stop()
	delete(w.work, t.ID)
	if t.Err != nil {
		err := fault.Wrap(fault.Internal, t.Err, "").WithHint("the screen may be out of date; ctrl+l draws it anew")
		w.fail(err)
		if here && !stopped {
			r.owner.screen.Update(screens.Failed{Err: err})
		}
	}
	if r.keep != "" && !stopped && (!here || r.owner != w.top()) && t.Err == nil {
		w.say(fmt.Sprintf("%s: ended", r.keep))
	}
}

func (w *Workbench) isOpen(o *open) bool {
	for _, s := range w.stack {
		if s == o {
			return true
		}
	}
	return false
}

// kept lists the jobs that go on when their screen is left.
func (w *Workbench) kept() []*running {
	var out []*running
	for id := 1; id <= w.lastID; id++ {
		if r := w.work[id]; r != nil && r.keep != "" {
			out = append(out, r)
		}
	}
	return out
}

// askJobs lists the kept jobs to stop one.
func (w *Workbench) askJobs() {
	kept := w.kept()
	if len(kept) == 0 {
		w.say("nothing runs beside")
		return
	}
	q := screens.Question{Title: "Runs beside", Text: "choose one to stop it"}
	for i, r := range kept {
		q.Choices = append(q.Choices, screens.Choice{Value: fmt.Sprint(i), Text: r.keep, Note: r.owner.entry.Title})
	}
	q.Then = func(a screens.Answer) screens.Msg {
		for i, r := range kept {
			if a.Yes && a.Value == fmt.Sprint(i) {
				r.stop()
				w.say("stopping " + r.keep)
			}
		}
		return nil
	}
	w.overlay = newQuestion(w.top(), q)
}

// body is the height that screens have.
func (w *Workbench) bodyHeight() int {
	h := w.size.Height - 2
	if w.hint > 0 {
		h -= hintLines
	}
	return h
}
