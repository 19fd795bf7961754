package engine_test

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/signal"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/world"
)

// played is a workspace with trials of tasks with stages, forbidden acts and a user.
func played(t *testing.T) (*engine.Workspace, []store.TrialRow) {
	t.Helper()
	e := newEngine(t)
	w, err := e.Workspace(t.Context(), t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	tasks, err := e.Open(copyTasks(t, "three-site-handover", "harbor-quote-000008", "bank-change-brightpath-000006", "one-free-hour-000005"))
	if err != nil {
		t.Fatal(err)
	}
	var makers []agent.Maker
	for _, name := range []string{"oracle", "null", "novice"} {
		m, err := e.Agent(name)
		if err != nil {
			t.Fatal(err)
		}
		makers = append(makers, m)
	}
	plan := engine.TrialPlan{Tasks: tasks, Agents: makers, Trials: 4, Seed: 3, Rate: world.FaultRate{PerCall: 0.1}}
	if _, err := w.Run(t.Context(), plan, 1, nil); err != nil {
		t.Fatal(err)
	}
	rows, err := w.ListTrials(t.Context(), "", 0)
	if err != nil || len(rows) != 48 {
		t.Fatalf("%d trials, %v", len(rows), err)
	}
	return w, rows
}

// The audit log of a course has every number once and in order, and every check and forbidden
// act is the score's, with causes that are entries of the log.
func TestCourse(t *testing.T) {
	w, rows := played(t)
	injected, broken, failing := 0, 0, 0
	for _, row := range rows {
		c, err := w.Course(t.Context(), row.ID)
		if err != nil {
			t.Fatal(err)
		}
		seq := 0
		for i, e := range c.Entries {
			if e.Seq != 0 && e.Seq != seq+1 {
				t.Fatalf("%s: entry %d comes after %d", row.ID, e.Seq, seq)
			}
			seq = max(seq, e.Seq)
			if at, ok := c.At(e.Seq); e.Seq != 0 && (!ok || at != i || c.TurnOf(e.Seq) != e.Turn) {
				t.Errorf("%s: entry %d is found at %d, turn %d", row.ID, e.Seq, at, c.TurnOf(e.Seq))
			}
			if e.Actor == world.TheWorld {
				injected++
			}
		}
		again, _ := sameScore(t, w, row.ID)
		if len(c.Checks) != len(again.Checks) || len(c.Broken) != len(again.Forbidden) {
			t.Errorf("%s: %d checks and %d forbidden acts of %d and %d", row.ID, len(c.Checks), len(c.Broken), len(again.Checks), len(again.Forbidden))
		}
		broken += len(c.Broken)
		for _, v := range c.Broken {
			if v.Turn < 0 || c.Turns[v.Turn].Forbidden == 0 || v.Line == 0 {
				t.Errorf("%s: the forbidden act %s is in turn %d, line %d", row.ID, v.ID, v.Turn, v.Line)
			}
		}
		failing += wantChecks(t, c)
	}
	if injected == 0 || broken == 0 || failing == 0 {
		t.Errorf("%d injected, %d broken, %d failing: the trials show too little", injected, broken, failing)
	}
}

// sameScore replays a trial and returns the score, which is the stored one.
func sameScore(t *testing.T, w *engine.Workspace, id string) (*grade.Score, *engine.StoredTrial) {
	t.Helper()
	stored, again, err := w.ReplayTrial(t.Context(), id, nil)
	if err != nil || again.Divergence != nil || again.Score.Score != stored.Score.Score {
		t.Fatalf("%s: %v, %+v", id, err, again)
	}
	return again.Score, stored
}

func wantChecks(t *testing.T, c *engine.Course) (failing int) {
	t.Helper()
	held := false
	for _, k := range c.Checks {
		r, ok := c.Score.Check(k.ID)
		if !ok || r != k.CheckResult || k.Line == 0 {
			t.Errorf("%s: the check %s is not the score's, or stands nowhere (line %d)", c.ID, k.ID, k.Line)
		}
		if !k.Holds {
			failing++
			if held {
				t.Errorf("%s: the failing %s stands behind one that holds", c.ID, k.ID)
			}
		}
		held = held || k.Holds
		if len(k.Causes) == 0 {
			t.Errorf("%s: nothing explains %s", c.ID, k.ID)
		}
		for _, cause := range k.Causes {
			if _, ok := c.At(cause.Seq); cause.Seq != 0 && !ok || cause.Turn >= len(c.Turns) || cause.Why == "" {
				t.Errorf("%s: %s is explained by %+v, which is no entry", c.ID, k.ID, cause)
			}
		}
	}
	return failing
}

func TestCourseOfWhatIsNotThere(t *testing.T) {
	w, rows := played(t)
	if _, err := w.Course(t.Context(), "tri_none"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("%v", err)
	}
	_, err := w.Store.PutTrial(t.Context(), store.Trial{ID: "bare", ItemID: "i", TaskDigest: "d", TaskID: "t", Status: store.TrialAborted})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Course(t.Context(), "bare"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("%v", err)
	}
	whole, err := w.Store.Trial(t.Context(), rows[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	whole.ID, whole.ItemID, whole.TaskDigest, whole.GroupID = "orphan", "o", "gone", ""
	if _, err := w.Store.PutTrial(t.Context(), whole); err != nil {
		t.Fatal(err)
	}
	c, err := w.Course(t.Context(), "orphan")
	if err == nil {
		whole.TaskDigest = c.Trajectory.Task.Digest
	}
	if err != nil || len(c.Checks) == 0 {
		t.Errorf("%v", err)
	}
	credit, err := w.TrialCredit(t.Context(), "orphan", signal.ByState, false)
	if err != nil || !strings.Contains(credit.Why, "no group") {
		t.Errorf("%+v, %v", credit, err)
	}
}

func TestTrialsBeside(t *testing.T) {
	w, _ := played(t)
	beside, err := w.TrialsBeside(t.Context(), "one-free-hour-000005")
	if err != nil || len(beside) != 12 {
		t.Errorf("%d trials, %v", len(beside), err)
	}
	if none, err := w.TrialsBeside(t.Context(), `a "b\`); err != nil || len(none) != 0 {
		t.Errorf("%d trials, %v", len(none), err)
	}
}

// A comparison holds every step of both trials once and in order, and equal trials differ nowhere.
func TestCompare(t *testing.T) {
	w, rows := played(t)
	courses := map[string][]*engine.Course{}
	for _, row := range rows {
		c, err := w.Course(t.Context(), row.ID)
		if err != nil {
			t.Fatal(err)
		}
		courses[row.TaskID] = append(courses[row.TaskID], c)
	}
	differ := 0
	for _, list := range courses {
		for i := range list {
			c := engine.Compare(list[0], list[i])
			a, b := 0, 0
			for _, r := range c.Rows {
				if r.A >= 0 && r.A != a || r.B >= 0 && r.B != b || r.A < 0 && r.B < 0 {
					t.Fatalf("row %+v where steps %d and %d come next", r, a, b)
				}
				a, b = a+min(r.A+1, 1), b+min(r.B+1, 1)
			}
			if a != len(list[0].Turns) || b != len(list[i].Turns) {
				t.Errorf("%d and %d steps of %d and %d", a, b, len(list[0].Turns), len(list[i].Turns))
			}
			if i == 0 && (c.First >= 0 || c.Same != len(c.Rows)) {
				t.Errorf("a trial differs from itself in row %d", c.First)
			}
			if c.First >= 0 {
				differ++
				if c.Rows[c.First].Means == engine.SameStep || c.First > 0 && c.Rows[c.First-1].Means != engine.SameStep {
					t.Errorf("row %d is not the first that differs", c.First)
				}
			}
			if c.Parts[0].A != list[0].Score.Score.String() || c.Parts[0].B != list[i].Score.Score.String() {
				t.Errorf("scores %q and %q", c.Parts[0].A, c.Parts[0].B)
			}
		}
	}
	if differ == 0 {
		t.Error("no two trials differ")
	}
}

func TestTrialCredit(t *testing.T) {
	w, rows := played(t)
	for _, row := range rows {
		credit, err := w.TrialCredit(t.Context(), row.ID, signal.ByState, false)
		if err != nil || credit.Own < 0 || credit.Trials[credit.Own].Trial != row.ID || len(credit.Trials) != 4 {
			t.Fatalf("%s: %+v, %v", row.ID, credit, err)
		}
		if row.Agent == "oracle" && !strings.Contains(credit.Why, "same reward") {
			t.Errorf("the oracle's trials are alike, and it says %q", credit.Why)
		}
	}
}
