package all_test

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

// Whatever stop a person leaves at, the next session begins there.
func TestSessionIsFoundAgain(t *testing.T) {
	o := newOffice(t, 10)
	for _, s := range o.stops(t) {
		t.Run(s.String(), func(t *testing.T) {
			was := tuitest.Open(t, o.options(t, s.at), 120, 40).Press(s.keys...)
			again := o.options(t, screens.Place{})
			again.Session = was.Bench.Session()
			now := tuitest.Open(t, again, 120, 40)
			if was, now := was.Bench.Session().Stack, now.Bench.Session().Stack; len(was) != len(now) || was[len(was)-1].Cursor != now[len(now)-1].Cursor || was[len(was)-1].Of != now[len(now)-1].Of {
				t.Errorf("stood at %+v, begins at %+v", was, now)
			}
			if a, b := head(was), head(now); a != b {
				t.Errorf("the head was %q, now it is %q", a, b)
			}
		})
	}
}

// head is the first line of the screen.
func head(d *tuitest.Desk) string {
	line, _, _ := strings.Cut(d.Plain(), "\n")
	return line
}

// The help lists every key of the focus, the palette everything that can be done there, and what
// has an equivalent shows it.
func TestHelpAndPaletteAreWhole(t *testing.T) {
	o := newOffice(t, 10)
	table := table(t)
	for _, s := range o.stops(t) {
		t.Run(s.String(), func(t *testing.T) {
			d := tuitest.Open(t, o.options(t, s.at), 160, 48).Press(s.keys...)
			lines := d.Bench.Equivalents()
			for _, action := range table.Actions() {
				b, _ := table.Action(action)
				line, here := lines[action]
				if !here {
					continue
				}
				opener := ":"
				if len(b.Keys) > 0 {
					opener = "?"
				}
				d.Press(opener).Paste(action)
				d.Shows(b.Name, line[:min(len(line), 60)]).Press("esc")
			}
		})
	}
}

// While Work runs the window changes its size as it likes.
func TestResizeStorm(t *testing.T) {
	o := newOffice(t, 10)
	for _, s := range o.stops(t) {
		t.Run(s.String(), func(t *testing.T) {
			d := tuitest.Begin(t, o.options(t, s.at), 80, 24)
			d.Storm("r", "j", "tab", "k", "?", "esc").Press("esc").Resize(80, 24).Press(s.keys...)
			d.Storm("r", "G", ":", "esc", "g", "+", "+")
		})
	}
}

// Two reviewers on one workspace, in one breath: nobody's verdict is lost, and neither waits.
func TestTwoWorkbenches(t *testing.T) {
	o := newOffice(t, 10)
	at := screens.Place{Screen: "review", Filter: "mine:none", More: map[string]string{"queue": "trial"}}
	open := func(user string) *tuitest.Desk {
		opts := o.options(t, at)
		opts.Env.User = user
		return tuitest.Open(t, opts, 120, 40)
	}
	kim, lou := open("kim"), open("lou")
	const each = 10
	for range each {
		kim.Step("a") // its Work runs beside the other's
		lou.Step("f")
	}
	kim.Settle().Press("r")
	lou.Settle().Press("r")
	given := map[string]int{}
	o.in(t, func(w *engine.Workspace) {
		for d, err := range w.Store.Decisions(t.Context()) {
			ok(t, err)
			given[d.Reviewer+" "+string(d.Verdict)]++
		}
	})
	if given["kim accept"] != each || given["lou flag"] != each {
		t.Errorf("the workspace holds %v", given)
	}
	at.Filter = ""
	open("kim").Shows("flag lou")
	open("lou").Shows("accept kim")
}
