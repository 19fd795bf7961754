package all_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/tui/picture"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

// shots are the screens that the documents show: where each begins and what is pressed then.
func (o *office) shots(t testing.TB) []shot {
	trial := o.trial(t, failsHarbor)
	return []shot{
		{name: "library", title: "The library: tasks with what the gate and the trials say of each, and the request, records, facts and checks of one",
			at: screens.Place{Screen: "library"}, keys: []string{"j", "j"}},
		{name: "trajectory", title: "A trial that fails: its turns, the forbidden act in turn 13, the record that it deleted, and the checks",
			at: screens.Place{Screen: "trajectory", Of: trial}, keys: []string{" "}},
		{name: "gate", title: "The gate rejects a task: its own solution earns only 0.75, and the finding says which check fails and where it stands",
			at: screens.Place{Screen: "gate", Of: wrongTask(t)}, keys: []string{"]"}},
		{name: "review", title: "The review queue: trials that a rule of the curation dropped, each with the reason, and the trial itself",
			at: screens.Place{Screen: "review", More: map[string]string{"queue": "drop"}}, keys: []string{"j", "j"}},
		{name: "coverage", title: "Coverage: what the plan asks for by service and family, and what there is of it",
			at: screens.Place{Screen: "coverage", More: map[string]string{"count": "240"}}, keys: []string{"n"}},
	}
}

// shot is a picture to be made.
type shot struct {
	name, title string
	at          screens.Place
	keys        []string
}

// The window of the pictures.
const (
	shotWidth  = 120
	shotHeight = 34
)

// docs/pictures holds the screens as they are now, in a dark and a light theme. -update rewrites
// them.
func TestPicturesAreFresh(t *testing.T) {
	here, err := filepath.Abs("../../../docs/pictures")
	ok(t, err)
	o := newOffice(t, 60)
	for _, s := range o.shots(t) {
		for theme, ground := range map[string]picture.Ground{"dark": picture.Dark(), "light": picture.Light()} {
			opts := o.options(t, s.at)
			opts.Theme = tuitest.Theme(t, theme)
			clock := &hand{opts.Env.Clock.Now()}
			opts.Env.Clock = clock
			d := tuitest.Open(t, opts, shotWidth, shotHeight).Press(s.keys...)
			clock.now = clock.now.Add(time.Minute)
			d.Second() // what was said a moment ago is gone, the keys are shown
			svg, err := picture.SVG(strings.Split(d.Frame(), "\n"), s.title, ground)
			ok(t, err)
			fresh(t, filepath.Join(here, s.name+"-"+theme+".svg"), svg)
		}
	}
}

// hand is a clock that is set by hand.
type hand struct{ now time.Time }

func (c *hand) Now() time.Time { return c.now }

// fresh compares a picture with its file, or rewrites that: nobody wants to read the difference.
func fresh(t *testing.T, file string, svg []byte) {
	t.Helper()
	was, err := os.ReadFile(file)
	if err == nil && bytes.Equal(was, svg) {
		return
	}
	if f := flag.Lookup("update"); f.Value.String() == "true" {
		ok(t, os.MkdirAll(filepath.Dir(file), 0o755))
		ok(t, os.WriteFile(file, svg, 0o644))
		return
	}
	t.Errorf("docs/pictures/%s is not what the screen shows (%v); `task pictures` makes it anew", filepath.Base(file), err)
}
