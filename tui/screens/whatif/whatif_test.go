package whatif_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

// swapped lets the weights of the two checks change places.
func swapped(s string) string {
	return strings.NewReplacer("weight: 0.75", "weight: 0.25", "weight: 0.25", "weight: 0.75").Replace(s)
}

func TestGoldenWhatIf(t *testing.T) {
	dir := filled(t, gold, 1)
	begin := func(o tui.Options) *tuitest.Desk {
		var file string
		d := tuitest.Open(t, o, 120, 40)
		d.Edit = editor(t, &file, swapped)
		return d.Press("e")
	}
	d := begin(options(t, gold, dir))
	d.Golden("flips")
	d.Resize(120, 40).Press("tab", "enter")
	d.Golden("why")
	d.Resize(120, 40).Press("esc", "d")
	d.Golden("difference")
	mono := options(t, gold, dir)
	mono.Theme, mono.Depth = tuitest.Mono(t)
	begin(mono).Resize(80, 24).GoldenMono("flips")
}

// Flips are counted right against trials whose verdicts are known beforehand.
func TestFlips(t *testing.T) {
	file := copied(t)
	was := text(t, file)
	d := tuitest.Open(t, options(t, filepath.Dir(file), filled(t, gold, 2)), 160, 48)
	d.Shows("✓ the solution scores 1", "8 trials", "✗ 0 fail now", "✓ 0 pass now", "· 8 same", "as the task is")
	var draft string
	d.Edit = editor(t, &draft, swapped)
	d.Press("e").Shows("✓ the solution scores 1", "8 trials", "✗ 2 fail now", "✓ 2 pass now", "· 4 same", "+2 -2 lines")
	if draft == file || text(t, file) != was {
		t.Fatal("the task itself was edited")
	}
	plain := d.Plain()
	for _, want := range []string{`✗ fails now +0\.75 +0\.25 +script:rows +1 +~rows ~total`, `✓ passes now +0\.25 +0\.75 +script:total +2 +~rows ~total`, `· same +1 +1 +oracle`, `· same +0 +0 +null`} {
		if !regexp.MustCompile(want).MatchString(plain) {
			t.Errorf("no row %q in\n%s", want, plain)
		}
	}
	d.Press("tab", "f").Shows("4 that flip").Hides("· same  ").Press("f")
	d.Press("]", "]").Shows("▸ ✓ passes now").Press("enter").Shows("Why", "0.25 → 0.75", "rows", "line 46 of the draft", "stored", "draft", "✗ fails  0 of 0.75", "✓ holds  0.75 of 0.75")
	d.Press("enter").Shows("▌ Draft").Press("esc").Shows("Trials under the draft")
	d.Press("u").Shows("✗ 0 fail now", "as the task is").Press("u").Shows("undo: nothing was changed")
}

// A value of a check is changed at the prompt: who gave it passes the check, the solution does not
// any more.
func TestLineIsChanged(t *testing.T) {
	file := copied(t)
	d := tuitest.Open(t, options(t, filepath.Dir(file), filled(t, gold, 1)), 160, 48)
	d.Press("]", "]").Shows("› ").Press("enter").Shows("Line 47 of the draft", "The task itself stays as it is.")
	d.Press("ctrl+u").Type(`- {id: total, weight: 0.25, needs: [looked], answer: {eur_total: "1 EUR"}}`).Press("enter")
	d.Shows("✗ the solution scores 0.75", "~ 3 rescored", "· 1 same", "+1 -1 lines", `{eur_total: "1`)
	d.Press("tab", "enter").Shows("total", `expected 1.00 EUR, found "9940.30 EUR"`, "entry 7", "submit_answer")
	d.Press("esc", "tab", "enter", "esc").Shows("+1 -1 lines") // a prompt that is left changes nothing
	d.Press("enter", "enter").Shows("+1 -1 lines")
}

// Nothing is written before it was shown and confirmed.
func TestApply(t *testing.T) {
	file := copied(t)
	was := text(t, file)
	d := tuitest.Open(t, options(t, filepath.Dir(file), filled(t, gold, 1)), 160, 48)
	d.Press("a").Shows("apply: nothing was changed")
	var draft string
	d.Edit = editor(t, &draft, swapped)
	d.Press("e", "d").Shows("Difference", "- ", "+   - {id: rows,  weight: 0.25").Press("esc")
	d.Press("a").Shows("Apply the draft", "Of 4 stored trials 1 fail", "1 pass that failed", "+  - {id: rows,", "y write it").Press("n")
	if text(t, file) != was {
		t.Fatal("written although the answer was no")
	}
	d.Press("a", "y").Shows("wrote "+file, "as the task is", "✗ 1 fails now", "of another version")
	if got := text(t, file); got != swapped(was) {
		t.Errorf("the file is now\n%s", got)
	}
	d.Edit = editor(t, &draft, func(s string) string { return strings.Replace(s, "max_turns: 20", "max_turns: 21", 1) })
	d.Press("e")
	write(t, file, was)
	d.Press("a", "y").Shows("was changed since the draft was made")
	if text(t, file) != was {
		t.Error("what another hand wrote is lost")
	}
}

func TestDraftThatDoesNotLoad(t *testing.T) {
	file := copied(t)
	d := tuitest.Open(t, options(t, filepath.Dir(file), filled(t, gold, 1)), 160, 48)
	var draft string
	d.Edit = editor(t, &draft, func(s string) string { return strings.Replace(s, "weight: 0.75", "weight: 0.7", 1) })
	d.Press("e").Shows("✗ the draft does not load: 1 error", "Problems", "weights")
	d.Press("a").Shows("apply: the draft does not load")
	d.Press("tab", "j", "enter").Shows("▌ Draft")
	d.Press("u").Shows("✓ the solution scores 1", "Trials under the draft")
	d.Edit = editor(t, &draft, func(s string) string { return strings.Replace(s, gold, "another", 1) })
	d.Press("e").Shows("the draft has the id another")
	d.Edit = editor(t, &draft, func(string) string { return "a: [\n" })
	d.Press("e").Shows("does not load")
}

func TestEscStops(t *testing.T) {
	file := copied(t)
	d := tuitest.Open(t, options(t, filepath.Dir(file), filled(t, gold, 3)), 160, 48)
	d.Step("r")
	d.Step("esc")
	d.Settle().Shows("stopped").Press("r").Shows("12 trials")
}

// The copy is gone when the screen is left.
func TestDraftIsTakenAway(t *testing.T) {
	o := options(t, gold, filled(t, gold, 1))
	o.At = screens.Place{Screen: "library"}
	d := tuitest.Open(t, o, 120, 40)
	d.Press("w").Shows("Library › What if  "+gold, "4 trials")
	var draft string
	d.Edit = editor(t, &draft, func(s string) string { return s + "# x\n" })
	d.Press("e", "a").Shows("apply: the task has no file on disk")
	d.Press("@").Shows("coworkenv task whatif " + gold + " " + draft).Press("esc")
	if _, err := os.Stat(draft); err != nil {
		t.Fatal(err)
	}
	d.Press("esc").Shows("▌ Tasks").Settle()
	d.Await("Tasks")
	for range 1000 {
		if _, err := os.Stat(draft); os.IsNotExist(err) {
			return
		}
		d.Press("j")
	}
	t.Error("the draft is still there")
}

func TestWithoutTrialsOrWorkspace(t *testing.T) {
	d := tuitest.Open(t, options(t, gold, ""), 120, 40)
	d.Shows("✓ the solution scores 1", "no workspace", "There are no stored trials of this task.", "coworkenv run "+gold)
	d.Press("tab", "enter").Shows("why: there is no trial here").Press("o", "f", "]", "[", "d").Shows("the draft is as the task is")
	d = tuitest.Open(t, options(t, "nosuch", ""), 120, 40)
	d.Shows("✗ ", "nosuch").Press("enter", "e", "a", "d", "u", "r", "tab", "enter", "]").Sweep(false)
}

func TestSessionIsFoundAgain(t *testing.T) {
	dir := filled(t, gold, 2)
	d := tuitest.Open(t, options(t, gold, dir), 120, 40)
	d.Press("]", "]", "tab", "j", "j")
	o := options(t, gold, dir)
	o.Session, o.At = d.Bench.Session(), screens.Place{}
	again := tuitest.Open(t, o, 120, 40).Press("tab")
	was, now := d.Bench.Session().Stack[0], again.Bench.Session().Stack[0]
	if was.Cursor != now.Cursor || was.More["line"] != now.More["line"] || was.Cursor == "" {
		t.Errorf("was at %+v, is at %+v", was, now)
	}
}

// Tasks whose texts break careless screens.
func TestSweep(t *testing.T) {
	dir := filled(t, gold, 1)
	for i, a := range tuitest.Awkward() {
		if len(a) > 20_000 {
			a = a[:20_000]
		}
		file := copied(t)
		d := tuitest.Open(t, options(t, filepath.Dir(file), dir), 120, 40)
		var draft string
		d.Edit = editor(t, &draft, func(s string) string {
			if i%2 == 1 {
				return s + "\n# " + a + "\n" + a + "\n"
			}
			return strings.Replace(s, "title: Which", fmt.Sprintf("title: %q\nnosuch: %q\nold: Which", a, a), 1)
		})
		d.Press("e", "d", "G").Sweep(os.Getenv("COWORKENV_SOAK") != "")
		d.Resize(120, 40).Press("esc", "esc", "G", "enter").Sweep(false)
	}
	var draft string
	d := tuitest.Open(t, options(t, gold, dir), 120, 40)
	d.Edit = editor(t, &draft, swapped)
	d.Press("e", "tab").Sweep(os.Getenv("COWORKENV_SOAK") != "")
	d.Resize(120, 40).Press("enter").Sweep(false)
}

func TestMouse(t *testing.T) {
	d := tuitest.Open(t, options(t, gold, filled(t, gold, 1)), 160, 48)
	d.Click(100, 6).Shows("▌ Trials", "▸ ").Wheel(100, 6, true).Wheel(4, 6, true).Click(4, 6).Shows("▌ Draft")
}
