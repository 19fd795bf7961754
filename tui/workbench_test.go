package tui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/config"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/term"
)

func TestKeysReachTheScreen(t *testing.T) {
	d, _, _ := bench(t, nil)
	d.Shows("1 Screen one  2 Screen two  3 Screen three", "string begun", "d deep  i in")
	d.Press("i").Shows(`action one.in ""`)
	d.Press("t").Type("q?é").Shows(`text "q" paste false`, `text "?" paste`, `text "é"`)
	d.Press("enter").Press("t", "t") // typed t is text again
	d.Paste("abc\nd").Shows(`text "abc\nd" paste true`)
}

func TestEscGoesOneStep(t *testing.T) {
	d, _, _ := bench(t, nil)
	d.Press("d").Shows("Screen one › Screen two  below")
	d.Press("i", "esc").Shows("Screen two  below") // the screen's own step
	d.Press("esc").Shows("1 Screen one", "screens.Shown")
	d.Press("esc", "esc")
	if d.Ended {
		t.Error("esc left the program")
	}
	d.Press("q")
	if !d.Ended {
		t.Error("q did not leave the program")
	}
}

func TestScreensByNumber(t *testing.T) {
	d, _, _ := bench(t, nil)
	d.Press("2", "i").Shows(`action two.in`).Press("1").Hides("action two.in")
	d.Press("3").Shows("Screen three shows a trial: choose one first").Press("esc")
	d.Press(":").Type("three t-17").Shows("three a trial").Press("enter").Shows("Screen three │ t-17")
	d.Press("1", "3").Shows("Screen three │ t-17") // as it was left
	d.Click(3, 0)
	d.Press("1").Click(17, 0).Shows("string begun")
	if got := d.Bench.Session().Stack[0].Screen; got != "two" {
		t.Errorf("a click on the second tab opened %s", got)
	}
}

func TestHelpAndPalette(t *testing.T) {
	d, _, _ := bench(t, nil)
	d.Press("?").Shows("Keys in screen one", "try deep", "not now: it is Sunday", "36 of 36").Type("redraw").Shows("^l", "1 of 36").Press("ctrl+u").Type("zzz").Shows("0 of").Press("enter", "ctrl+u").Type("fail").Shows("1 of")
	d.Press("enter").Shows("✗ it broke  mend it").Hides("Keys in")
	d.Press("esc").Hides("it broke") // the first esc is the error's
	d.Press(":").Type("gate a-task").Shows("$ coworkenv gate").Press("enter").Shows(`action one.gate "a-task"`)
	d.Press(":").Type("never").Press("enter").Shows("never: it is Sunday").Hides("action one.never")
}

func TestQuestions(t *testing.T) {
	d, _, _ := bench(t, nil)
	d.Press("y").Shows("Sure?", "reject 312 tasks", "y reject 312").Press("x", "y").Shows("screens.Answer {true }").Hides("Sure?")
	d.Press("y", "n").Shows("screens.Answer {false }")
	d.Press("m").Shows("1  first", "2  second  note").Press("2").Shows("screens.Answer {true b}")
	d.Press("m", "j", "enter").Press("m", "esc").Hides("Which?")
	d.Press("l").Shows("why: w").Press("enter").Shows("say more").Type("orse").Press("enter").Shows("screens.Answer {true worse}")
}

func TestErrorsStayAndWordsGo(t *testing.T) {
	d, c, _ := bench(t, nil)
	d.Press("f").Shows("✗ it broke")
	d.Bench.Handle(term.Second{})
	c.now = c.now.Add(time.Minute)
	d.Bench.Handle(term.Second{})
	d.Shows("✗ it broke").Press("c").Shows("✓ copied the thing")
	if diff := cmp.Diff([]string{"copied text"}, d.Copied); diff != "" {
		t.Error(diff)
	}
	c.now = c.now.Add(2 * time.Second)
	d.Bench.Handle(term.Second{})
	d.Shows("copied the thing")
	c.now = c.now.Add(2 * time.Second)
	d.Bench.Handle(term.Second{})
	d.Hides("copied the thing")
}

func TestJobsGoOn(t *testing.T) {
	d, _, gate := bench(t, nil)
	d.Press("b").Shows("● 1 job").Press("2").Shows("● 1 job", "string begun")
	d.Press("q").Shows("Leave?", "1 job beside will be stopped").Press("n")
	if d.Ended {
		t.Fatal("left although told not to")
	}
	close(gate)
	d.Await("a long job: ended").Hides("● 1 job", "the job is over", "from beneath")
	d.Press("q")
	if !d.Ended {
		t.Error("asked although nothing runs")
	}
}

func TestJobsAreStopped(t *testing.T) {
	d, _, _ := bench(t, nil)
	d.Press("b", "B").Shows("Runs beside", "1  a long job").Press("1")
	d.Await("from beneath").Press("esc").Shows("the job is over").Hides("● 1 job")
	d.Press("B").Shows("nothing runs beside")
}

// What a job of a screen beneath asks for does not change what a person looks at.
func TestScreensBeneathDoNotPushThemselvesForward(t *testing.T) {
	d, _, gate := bench(t, nil)
	d.Press("b", "d").Shows("Screen two  below")
	close(gate)
	d.Await("a long job: ended").Shows("Screen two  below").Hides("from beneath")
	d.Press("esc").Shows("the job is over")
}

func TestCommandLog(t *testing.T) {
	d, _, _ := bench(t, nil)
	d.Press("@").Shows("Nothing yet").Press("esc")
	d.Press("d", "z", "i", "2", "@").Shows("$ coworkenv gate below", "$ coworkenv open --screen two").Press("q").Hides("Command log")
	d.Press("Y")
	if diff := cmp.Diff([]string{"coworkenv open --screen two"}, d.Copied); diff != "" {
		t.Error(diff)
	}
}

func TestMouse(t *testing.T) {
	d, c, _ := bench(t, nil)
	d.Click(10, 3).Shows("mouse 10,2 kind 0")
	d.Click(10, 3).Shows("mouse 10,2 kind 1") // twice at once
	c.now = c.now.Add(time.Second)
	d.Wheel(5, 5, true).Shows("mouse 5,4 kind 3").Wheel(5, 5, false).Shows("kind 2")
	d.Click(1, 29).Shows("Screen one › Screen two") // the bar: d deep
	d.Press("M").Shows("the mouse is released")
}

func TestThemes(t *testing.T) {
	d, _, _ := bench(t, nil)
	dark := d.Frame()
	d.Press("T").Shows("theme light")
	if d.Frame() == dark {
		t.Error("the light theme looks like the dark one")
	}
	d.Press(":").Type("theme mono").Press("enter").Shows("theme mono")
	if strings.Contains(d.Frame(), "38;") {
		t.Error("mono has colours")
	}
	d.Press(":").Type("theme pink").Press("enter").Shows("pink")
}

func TestSmallWindows(t *testing.T) {
	d, _, _ := bench(t, nil)
	d.Resize(40, 10).Shows("This window is too small.", "40x10, and 60x15 are needed.")
	d.Press("i").Resize(60, 15).Hides("action one.in", "too small").Resize(59, 15).Press("q")
	if !d.Ended {
		t.Error("q does not leave a window that is too small")
	}
}

func TestFirstRunHint(t *testing.T) {
	d, _, _ := bench(t, func(o *tui.Options) { o.Session.HintSeen = false })
	d.Shows("New here? The keys that matter", "j down", "? help", ": commands")
	d.Press("i").Shows("action one.in", "New here?").Press("esc").Hides("New here?")
	if !d.Bench.Session().HintSeen {
		t.Error("the hint would come again")
	}
	d, _, _ = bench(t, func(o *tui.Options) { o.Session.HintSeen = false })
	d.Press(strings.Split(strings.Repeat("j", 40), "")...).Hides("New here?")
}

func TestSessionFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state", "session.json")
	s, err := tui.ReadSession(file, "a")
	if err != nil || s.HintSeen || s.Stack != nil {
		t.Fatalf("a new session is %+v, %v", s, err)
	}
	s.HintSeen, s.Stack = true, []screens.Place{{Screen: "two", Cursor: "x"}}
	for _, of := range []string{"a", "b"} {
		if err := tui.WriteSession(file, of, s); err != nil {
			t.Fatal(err)
		}
		s.Stack = []screens.Place{{Screen: "one"}}
	}
	again, err := tui.ReadSession(file, "a")
	if err != nil || again.Stack[0].Cursor != "x" || !again.HintSeen {
		t.Errorf("read %+v, %v", again, err)
	}
	if other, err := tui.ReadSession(file, "c"); err != nil || !other.HintSeen || other.Stack != nil {
		t.Errorf("of another place: %+v, %v", other, err)
	}
	d, _, _ := bench(t, func(o *tui.Options) { o.Session = again })
	d.Shows("string begun", "2 Screen two")
	if got := d.Bench.Session().Stack[0]; got.Screen != "two" {
		t.Errorf("restored %+v", got)
	}
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := tui.ReadSession(file, "a"); err == nil {
		t.Error("a damaged file is not told of")
	}
	if err := tui.WriteSession(file, "a", s); err != nil {
		t.Errorf("a damaged file is not begun anew: %v", err)
	}
}

func TestConfiguredKeys(t *testing.T) {
	d, _, _ := bench(t, func(o *tui.Options) {
		o.Config = &config.Config{Keys: map[string][]string{"one.in": {"I"}, "app.theme": {}}}
	})
	d.Press("i", "T").Hides("action", "theme light").Press("I").Shows("action one.in")
	for _, bad := range []map[string][]string{{"one.in": {"d"}}, {"no.such": {"d"}}} {
		if _, err := tui.Bindings([]screens.Entry{entry("one", "1", nil)}, bad); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
}

// What the frame binds must not stand in the way of a screen: the shared contexts alone are
// already many keys.
func TestFrameKeysDoNotCollide(t *testing.T) {
	table, err := tui.Bindings([]screens.Entry{entry("one", "1", nil)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range table.Focuses() {
		for _, b := range table.Bar(f) {
			if got, ok := table.Find(b.Keys[0], f); !ok || got.Action != b.Action {
				t.Errorf("in %s the bar says %s does %s, it does %s", f.Name, b.First(), b.Action, got.Action)
			}
		}
	}
	if _, ok := table.Find("?", keys.Focus{Typing: true}); ok {
		t.Error("a letter means an action while text is typed")
	}
}

func TestSweepFrame(t *testing.T) {
	for _, keys := range [][]string{nil, {"?"}, {":"}, {"y"}, {"m"}, {"l"}, {"@"}, {"f"}, {"d"}, {"b", "2"}} {
		t.Run("keys "+strings.Join(keys, "-"), func(t *testing.T) {
			d, _, _ := bench(t, nil)
			d.Press(keys...).Sweep(os.Getenv("COWORKENV_SOAK") != "")
		})
	}
}
