package review_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

func TestGoldenReview(t *testing.T) {
	dir := workspace(t)
	open(t, dir, screens.Place{}).Golden("tasks")
	open(t, dir, queueAt("trial")).Press("j").Golden("trials")
	open(t, dir, queueAt("drop")).Golden("drops")
	inWorkspace(t, dir, func(w *engine.Workspace) {
		rows, err := w.ReviewQueue(t.Context(), engine.QueueOptions{Queue: "trial"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Judge(t.Context(), rows, engine.Verdict{Verdict: store.Accept, Reviewer: "ann"}, nil); err != nil {
			t.Fatal(err)
		}
	})
	d := open(t, dir, screens.Place{More: map[string]string{"queue": "trial"}})
	d.Press("c", "enter").Press("a").Press("x", "2").Golden("spot")
	o := options(t, dir, "kim", screens.Place{})
	o.Theme, o.Depth = tuitest.Mono(t)
	tuitest.Open(t, o, 80, 24).GoldenMono("tasks")
}

// One key a verdict; the next one follows; undo shows it again.
func TestVerdicts(t *testing.T) {
	dir := workspace(t)
	d := open(t, dir, queueAt("trial"))
	d.Shows("Trials  8", "decision:none")
	d.Press("a").Shows("7 of 8", "accepted; u takes it back")
	d.Press("x").Shows("1  wrong").Press("2").Shows("6 of 8", "rejected")
	d.Press("s").Shows("5 of 8").Press("f").Shows("4 of 8", "flagged")
	if got := fmt.Sprint(verdicts(t, dir)); got != "map[trial accept:1 trial flag:1 trial reject:1 trial skip:1]" {
		t.Errorf("the store holds %s", got)
	}
	d.Press("u").Shows("5 of 8", "taken back: flag").Press("u", "u").Shows("7 of 8")
	if got := fmt.Sprint(verdicts(t, dir)); got != "map[trial accept:1]" {
		t.Errorf("the store holds %s", got)
	}
	d.Press("u").Shows("Trials  8").Press("u").Shows("no verdict of yours to take back")
	d.Press("x", "7").Shows("why?").Type("rude: it shouts").Press("enter").Shows("7 of 8")
	d.Press("/", "ctrl+u").Type("reason:rude").Press("enter").Shows("1 of 8", "✗ reject", "it shouts")
	d.Press("x").Shows("7  rude", "8  other").Press("esc")
	d.Press("u").Shows("0 of 8", "Nothing matches")
}

func TestTwoVerdictsInOneBreath(t *testing.T) {
	dir := workspace(t)
	d := open(t, dir, queueAt("trial"))
	for range 8 {
		d.Step("a") // the next before the last is stored
	}
	d.Settle().Shows("Nothing waits here: all 8 have a verdict.")
	if got := fmt.Sprint(verdicts(t, dir)); got != "map[trial accept:8]" {
		t.Errorf("the store holds %s", got)
	}
}

func TestMarksAndWholeFilter(t *testing.T) {
	dir := workspace(t)
	d := open(t, dir, queueAt("trial"))
	d.Press(" ", " ", "j", " ").Shows("3 marked").Press("a").Shows("accept 3", "the marked subjects").Press("n").Shows("3 marked")
	d.Press("a", "y").Shows("3 accepted", "5 of 8").Hides("marked")
	d.Press("/", "ctrl+u").Type("agent:null").Press("enter").Shows("4 of 8")
	d.Press("X", "3").Shows("reject 4", "agent:null", "reason: unsafe", "have a verdict that would be replaced").Press("enter").Shows("4 rejected")
	if got := verdicts(t, dir); got["trial reject"] != 4 {
		t.Errorf("the store holds %v", got)
	}
	d.Press("u").Shows("taken back: reject 4").Press("u")
	if got := verdicts(t, dir); len(got) != 0 {
		t.Errorf("the store holds %v", got)
	}
	d.Press("A").Press("Y")
	d.Press("esc", "Y")
	if got := d.Copied[len(d.Copied)-1]; !strings.HasPrefix(got, "coworkenv ") {
		t.Errorf("copied %q", got)
	}
}

// A verdict against the gate's word is refused with the reason; a note gives it all the same.
func TestRefusedAndOverridden(t *testing.T) {
	dir := workspace(t)
	inWorkspace(t, dir, func(w *engine.Workspace) {
		for row, err := range w.Store.Tasks(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			if row.ID == "harbor-quote-000008" {
				if err := w.Store.PutCertificate(t.Context(), store.Certificate{TaskDigest: row.Digest, Body: []byte("null")}, []store.Finding{{Round: "oracle", Code: "ORACLE_FAILS", Severity: "error", Message: "the solution scores 0.4"}}); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
	d := open(t, dir, screens.Place{})
	d.Shows("✗ failed", "ORACLE_FAILS", "the gate refused the task: a verdict needs a note")
	d.Press("a").Shows("no accept: the gate refused the task").Press("enter").Shows("▸ harbor-quote", "Tasks  2")
	d.Press("a").Type("I read it all").Press("enter").Shows("1 of 2", "accepted")
	d.Press("/", "ctrl+u").Type("decision:accept").Press("enter").Shows("✓ accept by kim", "I read it all")
	d.Press("]").Shows("Trials  8").Press("A", "y").Shows("4 got no verdict", "the gate refused the task").Press("esc")
	if got := fmt.Sprint(verdicts(t, dir)); got != "map[task accept:1 trial accept:4]" {
		t.Errorf("the store holds %s", got)
	}
}

func TestSecondReviewer(t *testing.T) {
	dir := workspace(t)
	ann := tuitest.Open(t, options(t, dir, "ann", queueAt("trial")), 160, 40)
	kim := tuitest.Open(t, options(t, dir, "kim", queueAt("trial")), 160, 40)
	ann.Press("a")
	kim.Press("/", "ctrl+u", "enter", "r").Shows("✓ accept", "ann", "= accept ann")
	kim.Press("b").Shows("blind", "Trials  8").Hides("accept ann", "by ann")
	kim.Press("g", "x", "1").Shows("≠ accept ann").Press("k").Shows("✓ accept by ann", "they differ")
	kim.Press("D").Shows("1 of 8", "differ:true").Press("D")
	ann.Press("u").Shows("kim has decided since: reject")
	ann.Press("r", "/", "ctrl+u").Type("differ:true").Press("enter").Shows("1 of 8", "≠ reject kim")
}

func TestSpotCheck(t *testing.T) {
	dir := workspace(t)
	d := open(t, dir, screens.Place{More: map[string]string{"queue": "trial"}})
	d.Press("c").Shows("Spot check of trials", "size seed: 30 1").Press("ctrl+u").Type("no").Press("enter").Shows("give a number").Press("ctrl+u").Type("2 7").Press("enter")
	d.Shows("seed 7", "2 drawn of ", "none judged yet", "○ open")
	d.Press("a").Shows("0 of 1 judged are wrong: 0.0%, Wilson 95% 0.0% to 79.3%")
	d.Press("x", "1").Shows("1 of 2 judged are wrong: 50.0%, Wilson 95% 9.5% to 90.5%", "✗ reject")
	d.Press("u").Shows("0 of 1 judged")
	again := open(t, dir, d.Bench.Session().Stack[0])
	again.Shows("seed 7", "0 of 1 judged")
}

func TestOpensAndQueues(t *testing.T) {
	dir := workspace(t)
	d := open(t, dir, screens.Place{})
	d.Press("enter").Shows("opened gate of harbor-quote-000008").Press("esc", "o").Shows("opened library of  at harbor-quote-000008").Press("esc")
	d.Press("]", "enter").Shows("opened trajectory of tri_").Press("esc").Shows("Trials")
	d.Press("i").Shows("WHAT EVERY RULE SAYS", "too_short").Press("i").Shows("SCORE")
	d.Press("v").Shows("Look at", "what rules kept").Press("3").Shows("What rules dropped", "low", "it is wrong and is turned round", "mean completion").Press("a").Shows("5 of 6")
	d.Press("]").Shows("What rules kept", "no objection").Press("[", "[").Shows("Trials")
	d.Press(":").Type("queue nonsense").Press("enter").Shows("there is no queue")
	d.Press("esc", "/").Type(" gat:x").Shows("no field").Press("esc").Shows("decision:none")
	d.Press("tab").Shows("▌ Subject").Press("G", "tab", "y")
	if len(d.Copied) != 1 || !strings.HasPrefix(d.Copied[0], "trial:tri_") {
		t.Errorf("copied %q", d.Copied)
	}
}

func TestEquivalents(t *testing.T) {
	dir := workspace(t)
	d := open(t, dir, queueAt("trial"))
	d.Press("a", " ", " ")
	d.Press("f", "y", "A", "n", "@")
	d.Shows("coworkenv review accept trial:tri_", "coworkenv review flag --kind trial --where 'id=\"trial:tri_", "coworkenv review accept --kind trial --where decision:none")
}

func TestNobodyJudgesWithoutAName(t *testing.T) {
	d := tuitest.Open(t, options(t, workspace(t), "", screens.Place{}), 100, 30)
	d.Press("a").Shows("a verdict needs a name")
}

func TestWithoutAWorkspace(t *testing.T) {
	open(t, "", screens.Place{}).Shows("The workspace keeps no task yet.").Press("]").Shows("The workspace keeps no trial yet.").Press("]").Shows("No selection").Press("c").Press("enter").Shows("Nothing was accepted")
}

func TestSweep(t *testing.T) {
	dir := t.TempDir()
	awkward(t, dir, 40, true)
	soak := os.Getenv("COWORKENV_SOAK") != ""
	for _, keys := range [][]string{{"j"}, {"v"}, {"]", "j"}, {"/", "ctrl+u", "enter", "G"}, {"x"}, {"c"}, {" ", "a"}, {"tab"}, {"]", "]"}, {"c", "enter"}} {
		t.Run(strings.Join(keys, "-"), func(t *testing.T) { open(t, dir, screens.Place{}).Press(keys...).Sweep(soak) })
	}
	open(t, dir, screens.Place{Filter: "gate:("}).Sweep(false)
}
