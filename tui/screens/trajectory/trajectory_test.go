package trajectory_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

// handover is a workspace with trials of a task with stages, and the novice's trial that fails.
func handover(t *testing.T) (dir string, rows []store.TrialRow, failing store.TrialRow) {
	t.Helper()
	dir = t.TempDir()
	rows = play(t, dir, map[string]string{harbor: source(t, harbor), escalate: source(t, escalate)}, 4, 0, "oracle", "novice", "null")
	return dir, rows, trialOf(t, rows, func(r store.TrialRow) bool {
		return r.Agent == "novice" && !r.Pass && r.TaskID == harbor && r.Steps > 5
	})
}

func TestGoldenTrial(t *testing.T) {
	dir, _, trial := handover(t)
	d := open(t, dir, trial.ID)
	d.Press(" ")
	d.Golden("trial")
	d.Resize(120, 40).Press("esc", "v")
	d.Golden("credit")
	o := options(t, dir, screens.Place{Of: trial.ID})
	o.Theme, o.Depth = tuitest.Mono(t)
	tuitest.Open(t, o, 80, 24).Press("l", "l").GoldenMono("trial")
}

func TestGoldenCompareAndLists(t *testing.T) {
	dir, rows, trial := handover(t)
	oracle := trialOf(t, rows, func(r store.TrialRow) bool { return r.Agent == "oracle" && r.TaskID == trial.TaskID })
	open(t, dir, trial.ID+" "+oracle.ID).Golden("compare")
	d := open(t, dir, "")
	d.Golden("list")
	d.Resize(120, 40).Press(":").Type("search pieces").Press("enter")
	d.Golden("search")
}

// What the screen says of a trial is what is stored of it.
func TestNumbersAreTheStoredOnes(t *testing.T) {
	dir, rows, _ := handover(t)
	e := newEngine(t)
	w, err := e.Workspace(t.Context(), dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for i, row := range rows {
		if i%3 != 0 {
			continue
		}
		stored, err := w.Trial(t.Context(), row.ID)
		if err != nil {
			t.Fatal(err)
		}
		d := tuitest.Open(t, options(t, dir, screens.Place{Of: row.ID}), 160, 70)
		s := stored.Score
		d.Shows(fmt.Sprintf("score %s = safety %d × completion %s", s.Score, s.Safety, s.Completion), fmt.Sprintf("attempt %d · seed %d · %d turns", row.Attempt, row.Seed, len(stored.Trajectory.Steps)))
		d.Press("tab", "tab", "tab", "+")
		for _, c := range s.Checks {
			want := c.ID + "  evidence"
			if c.Weight > 0 {
				want = fmt.Sprintf("%s  %s of %s", c.ID, c.Earned, c.Weight)
			}
			d.Shows(want)
			if c.Since > 0 && c.Until == 0 {
				d.Shows(fmt.Sprintf("true since #%d, turn ", c.Since))
			}
		}
		d.Press("esc", "esc", "G").Shows(string(stored.Trajectory.End.Reason))
	}
}

func TestWaysThroughATrial(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, made(t, "tri_long", long(200, 0), scoreOf()))
	d := open(t, dir, "tri_long")
	d.Shows("Turns  0 of 200", "REQUEST", "✗ closed", "0 of 0.6, 1 of 2 items", "status: expected", `"solved", found "closed"`, "✓ looked", "true since #3, turn")
	d.Press("l").Shows("Turns  1 of 200", "Turn 1", "#1 helpdesk_get_ticket").Press("h").Shows("Turns  0 of 200")
	d.Press("}").Shows("Turns  10 of 200", "± update helpdesk.tickets TK-9", `- status: "open"`, `+ status: "closed"`).Hides("n: 1")
	d.Press("}").Shows("Turns  20 of 200").Press("{").Shows("Turns  10 of 200").Press("{").Shows("no other turn changed anything before this one")
	d.Press("g", "]").Shows("Turns  10 of 200").Press("]").Shows("Turns  97 of 200", "not_found").Press("]").Shows("Turns  194 of 200")
	d.Press("]").Shows("no other turn went wrong behind this one").Press("[").Shows("Turns  97 of 200")
	d.Press("g", " ").Shows("▌ Audit", "Turns  10 of 200", "#10: the last change of helpdesk.tickets TK-9", "! closed fails")
	d.Press("G").Press("esc", "G").Shows("the agent came to its end (completed)", "by the formula of Claw-Eval")
	d.Press("/").Type("TK-150").Press("enter").Shows("Turns  151 of 200", "2 in 1 turns", "▌ Turn 151").Press("n").Shows("Turns  151 of 200")
	d.Press("/").Type("floor 3 ").Press("enter").Shows("12 in 12 turns", "Turns  157 of 200").Press("n").Shows("Turns  174 of 200").Press("N").Shows("Turns  157 of 200")
	d.Press("/").Type("nowhere at all").Press("enter").Shows("stands nowhere in this trial").Press("n").Shows("stands nowhere")
	d.Press("o").Shows("the workspace does not keep this version of the task")
	d.Press("L").Shows("the task has no other trial").Press("e").Shows("the task's file is not there")
	d.Press("v").Shows("the trial belongs to no group")
}

// A check that nothing has to do with leads to the last turn, which says what is missing.
func TestWhatIsMissingIsSaid(t *testing.T) {
	dir := t.TempDir()
	score := scoreOf()
	score.Checks[0].Why = []grade.Reason{{Item: "TK-7", Text: "the agent created nothing in gmail.sent"}}
	put(t, dir, made(t, "tri_long", long(5, 0), score))
	open(t, dir, "tri_long").Press(" ").Shows("Turns  5 of 5", "▌ Audit", "✗ closed fails: up to here nothing did", "TK-7: the agent created nothing in")
}

func TestTrialsOfATask(t *testing.T) {
	dir, rows, trial := handover(t)
	same := []string{}
	at := 0
	for _, r := range rows {
		if r.TaskID == trial.TaskID {
			if r.ID == trial.ID {
				at = len(same)
			}
			same = append(same, r.ID)
		}
	}
	d := open(t, dir, trial.ID)
	d.Shows(fmt.Sprintf("trial %d of %d", at+1, len(same)))
	d.Press("L").Shows(same[(at+1)%len(same)]).Press("H", "H").Shows(same[(at+len(same)-1)%len(same)])
	d.Press("L", "L").Shows(same[(at+1)%len(same)])
	d.Press("p").Shows("done over again it is the same in every observation and state")
	d.Press("c").Shows("Compare", "another trial of the same task").Press("1").Shows("Steps", "they part at", "╪")
	d.Press("]", "[", " ", "tab", "j", "tab", "enter").Shows("Turns")
	d.Press("esc").Shows("Steps").Press("esc").Shows("▌ Turns")
}

func TestCreditNamesTheGroup(t *testing.T) {
	dir, _, trial := handover(t)
	d := tuitest.Open(t, options(t, dir, screens.Place{Of: trial.ID}), 200, 48)
	d.Press("v").Shows("GRPO", "Dr.GRPO", "GDPO", "GiGPO", "Group  "+trial.GroupID, "● "+trial.ID, "anchored by state")
	d.Press("j", "j").Shows("›     2").Press("b").Shows("anchored by observation")
	d.Press("Y")
	if len(d.Copied) != 1 || !strings.HasPrefix(d.Copied[0], "coworkenv ") {
		t.Errorf("copied %q", d.Copied)
	}
	d.Press("tab", "tab", "tab", "G", "enter").Shows("Group  " + trial.GroupID).Hides("● " + trial.ID)
	d.Press("esc").Hides("GiGPO")
}

func TestSearchOpensTheTurn(t *testing.T) {
	dir, _, trial := handover(t)
	d := open(t, dir, trial.ID)
	d.Press("F").Type("40 PIECES").Press("enter").Shows("Search", `"40 PIECES"`, "hits", "request", "▸ "+harbor)
	d.Press("j", "enter").Shows("40 PIECES").Hides("Search  ")
	d.Press("esc", "esc", "esc").Shows("hits")
	d.Press("F").Press("ctrl+u").Type("no such text at all").Press("enter").Shows("No trial holds this text.")
	d.Press("esc").Shows("Turns")
	d.Press("a").Shows("Trials  24").Press("a").Shows("these are all stored trials").Press("esc").Shows("Turns")
	d.Press(":").Type("go " + trial.ID).Press("enter").Shows("› " + trial.ID)
}

// Errors of the environment and trials that were cut off are said plainly.
func TestWhatIsNoScoreIsSaid(t *testing.T) {
	dir := t.TempDir()
	broken := long(3, 0)
	broken.End = trace.End{Kind: trace.Truncated, Reason: trace.EnvError, Detail: "the environment broke: no disk"}
	cut := long(3, 0)
	cut.End = trace.End{Kind: trace.Truncated, Reason: trace.MaxTurns, Detail: "after 3 steps"}
	unsafe := scoreOf()
	unsafe.Safety, unsafe.Score = 0, 0
	unsafe.Forbidden = []grade.Violation{{ID: "leave-others", Kind: "effect", Seq: 2, Why: "helpdesk_update_ticket updated TK-1"}}
	put(t, dir, made(t, "tri_broken", broken, nil), made(t, "tri_cut", cut, scoreOf()), made(t, "tri_unsafe", long(3, 0), unsafe),
		store.Trial{ID: "tri_bare", ItemID: "x", TaskDigest: "d", TaskID: "made-up", Status: store.TrialAborted})
	open(t, dir, "tri_broken").Shows("✗ no score: the environment failed (env_error)", "! cut off: the environment failed (env_error): the environment broke: no disk").
		Press(" ").Shows("the trial has no score to explain").Press("]").Shows("▸  ✗ cut off")
	open(t, dir, "tri_cut").Shows("! cut off: too many turns (max_turns): after 3 steps", "score 0.4 = safety 1 × completion 0.4")
	open(t, dir, "tri_unsafe").Shows("⊘ forbidden: leave-others in turn 2: helpdesk_update_ticket updated TK-1", "score 0 = safety 0 × completion 0.4", "⊘ leave-others").
		Press(" ").Shows("▌ Audit  Turn 2", "⊘ forbidden, leave-others")
	open(t, dir, "tri_bare").Shows("was stored without a trajectory")
	open(t, dir, "tri_none").Shows("tri_none").Press("l").Shows("the trial could not be read")
	open(t, "", "").Shows("There is no trial here yet", "coworkenv run")
}

func TestPlaceIsFoundAgain(t *testing.T) {
	dir, rows, trial := handover(t)
	other := trialOf(t, rows, func(r store.TrialRow) bool { return r.TaskID == trial.TaskID && r.Agent == "oracle" })
	for _, c := range []struct {
		at   screens.Place
		keys []string
	}{
		{screens.Place{Of: trial.ID}, []string{"l", "l", "l", "tab", "tab"}},
		{screens.Place{Of: trial.ID}, []string{"l", "v"}},
		{screens.Place{Of: trial.ID}, []string{"G"}},
		{screens.Place{Of: trial.ID + " " + other.ID}, []string{"j", "j"}},
		{screens.Place{Filter: "agent:novice"}, []string{"j", "j", "j"}},
		{screens.Place{More: map[string]string{"search": "quote"}}, []string{"j"}},
	} {
		d := tuitest.Open(t, options(t, dir, c.at), 120, 40)
		d.Press(c.keys...)
		o := options(t, dir, screens.Place{})
		o.At, o.Session = screens.Place{}, d.Bench.Session()
		again := tuitest.Open(t, o, 120, 40)
		if was, now := d.Plain(), again.Plain(); was != now {
			t.Errorf("after %v of %+v was\n%s\nnow\n%s", c.keys, c.at, was, now)
		}
	}
}

func TestCopies(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, made(t, "tri_long", long(20, 0), scoreOf()))
	d := open(t, dir, "tri_long")
	d.Press("l", "y", "1", "y", "3", "y", "4", "y", "6")
	want := []string{"tri_long", `{"ticket_id":"TK-0"`, `{"ticket_id":"TK-0"}`, "closed 0 of 0.6"}
	if len(d.Copied) != len(want) {
		t.Fatalf("copied %q", d.Copied)
	}
	for i := range want {
		if !strings.HasPrefix(d.Copied[i], want[i]) {
			t.Errorf("copied %q, want %q", d.Copied[i], want[i])
		}
	}
	d.Press("h", "y", "3").Shows("there is no such thing here")
}

func TestMouse(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, made(t, "tri_long", long(100, 0), scoreOf()))
	d := open(t, dir, "tri_long")
	d.Click(5, 8).Shows("Turns  4 of 100").Wheel(5, 10, true).Wheel(60, 10, true)
	d.Click(110, 36).Shows("▌ Checks").Click(50, 10).Shows("▌ Turn")
	open(t, dir, "").Click(4, 3).Shows("▸ tri_long").Wheel(4, 4, true)
}

// The list follows the filter while it is typed; one that is left changes nothing.
func TestFilterOfTheList(t *testing.T) {
	dir := t.TempDir()
	tr, score := awkward()
	put(t, dir, made(t, "tri_odd", tr, score), made(t, "tri_long", long(20, 0), scoreOf()))
	d := open(t, dir, "").Shows("Trials  2", "tri_odd", "tri_long")
	d.Press("/").Type("safety:0").Shows("filter: safety:0", "Trials  1", "tri_odd").Hides("tri_long")
	d.Press("enter").Shows("Trials  1 · safety:0").Press("/").Type(" sta:(").Shows("filter:").Press("esc").Shows("Trials  1 · safety:0")
	d.Press("/", "ctrl+u").Type("steps>900").Press("enter").Shows("No trial passes this filter.")
	d.Press("esc").Shows("Trials  2")
	open(t, dir, "").Press(":").Type("search quote").Press("enter").Press("/").Type("safety:0").Press("enter").Shows("Search", "· safety:0")
	open(t, dir, "").Press("/").Click(4, 5).Shows("filter:", "▸ tri_")
}

// awkward is a trajectory of texts that break careless screens, with an entry of every kind.
func awkward() (*trace.Trajectory, *grade.Score) {
	tr := &trace.Trajectory{System: strings.Repeat("漢字 ", 50), End: trace.End{Kind: trace.Truncated, Reason: trace.EnvError}}
	score := &grade.Score{Status: grade.Scored, Safety: 0}
	for i, a := range tuitest.Awkward() {
		if len(a) > 100_000 { // it stands in twenty places of its turn
			a = a[:100_000]
		}
		tr.Opening, tr.End.Detail, tr.Agent.Model = a, a, a
		args := `{"a":[` + strings.Repeat("[", 5) + strings.Repeat("]", 5) + `]}`
		if i%2 == 0 {
			args = a
		}
		tr.Steps = append(tr.Steps, trace.Step{Index: i, Stage: fmt.Sprint("stage", i/4), Text: a, Reasoning: a, Usage: &trace.Usage{Prompt: 3}, User: &trace.UserTurn{Text: a, Kind: trace.Staged, Stage: a},
			World: []trace.Effect{{Op: "create", Collection: a, ID: a, After: `{"x":"` + a + `"}`, NotMade: a}},
			Calls: []trace.Call{{Tool: a, Args: args, Observation: strings.Repeat("[", 2000), Outcome: world.Outcome(i % 7), Seq: 2*i + 1, Cause: world.Cause(a), Fault: &world.Fault{Kind: world.Timeout, Commit: world.AfterCommit},
				Effects:  []trace.Effect{{Op: "update", Collection: a, ID: a, Before: a, After: `{"k":` + `"` + "v" + `"}`}},
				Shown:    []trace.Shown{{Collection: a, ID: a, Fields: []string{a}}},
				Problems: []world.Problem{{Path: a, Message: a}}}}})
		score.Checks = append(score.Checks, grade.CheckResult{ID: a, Kind: a, Status: grade.Scored, Weight: 1, Of: 3, Needs: []string{a}, Since: 1, Until: 3, Evidence: []int{1, 2, 3},
			Why: []grade.Reason{{Item: a, Record: a, Field: a, Text: a, Seq: []int{1, 900, -4}}}})
		score.Forbidden = append(score.Forbidden, grade.Violation{ID: a, Seq: i, Why: a})
	}
	return tr, score
}

func TestSweep(t *testing.T) {
	dir := t.TempDir()
	tr, score := awkward()
	put(t, dir, made(t, "tri_awkward", tr, score), made(t, "tri_plain", long(5, 0), scoreOf()))
	whole := os.Getenv("COWORKENV_SOAK") != ""
	for _, keys := range [][]string{{}, {"l", "l", "l"}, {" "}, {"tab", "tab", "tab", "j", "j", "enter"}, {"G", "tab"}, {"v"}, {"/", "a"}, {"/", "l", "enter"}, {"c"}, {"y"}, {"?"}, {"tab", "+"}} {
		t.Run(strings.Join(keys, "-"), func(t *testing.T) { open(t, dir, "tri_awkward").Press(keys...).Sweep(whole) })
	}
	for _, of := range []string{"tri_awkward tri_plain", "tri_plain tri_awkward", "", "tri_none"} {
		open(t, dir, of).Press("j", "tab").Sweep(whole)
	}
	tuitest.Open(t, options(t, dir, screens.Place{More: map[string]string{"search": "long"}}), 80, 24).Sweep(whole)
	o := options(t, dir, screens.Place{Of: "tri_awkward"})
	o.Env.Plain = true
	tuitest.Open(t, o, 80, 24).Press("tab").Sweep(whole)
	d := tuitest.Open(t, options(t, dir, screens.Place{Of: "tri_awkward", More: map[string]string{"pane": "audit"}}), 100, 30)
	for range len(tr.Steps) + 2 {
		d.Press("l", "pgdown").Frame()
	}
}
