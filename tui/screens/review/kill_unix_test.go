//go:build unix

package review_test

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

// The test binary runs itself as a second reviewer; these variables tell it to.
const (
	childDir  = "REVIEW_TEST_CHILD_DIR"
	childUser = "REVIEW_TEST_CHILD_USER"
)

// TestChildReviewer is the second process: it goes through the queue of tasks, accepts what its
// cursor stands on, and says each name once the screen has said that it is accepted.
func TestChildReviewer(t *testing.T) {
	dir := os.Getenv(childDir)
	if dir == "" {
		t.Skip("it is run by the tests below")
	}
	at := queueAt("task")
	at.Filter = "mine:none"
	d := tuitest.Open(t, options(t, dir, os.Getenv(childUser), at), 80, 24)
	for !strings.Contains(d.Plain(), "Nothing matches") {
		id := d.Bench.Session().Stack[0].Cursor
		d.Press("a").Shows(id + " accepted")
		if t.Failed() {
			return
		}
		// One write a line: a line is there whole or not at all.
		if _, err := os.Stdout.WriteString("said " + id + "\n"); err != nil {
			t.Fatal(err)
		}
	}
}

// reviewer starts a child; said lists the subjects that it has told so far.
type reviewer struct {
	cmd   *exec.Cmd
	lines *bufio.Scanner
}

func startReviewer(t *testing.T, dir, user string) *reviewer {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.run=^TestChildReviewer$", "-test.count=1")
	cmd.Env = append(os.Environ(), childDir+"="+dir, childUser+"="+user)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return &reviewer{cmd, bufio.NewScanner(out)}
}

// read takes the next n names, or all that come (n < 0).
func (r *reviewer) read(n int) (said []string) {
	for n != 0 && r.lines.Scan() {
		if id, ok := strings.CutPrefix(r.lines.Text(), "said "); ok {
			said = append(said, id)
			n--
		}
	}
	return said
}

// accepted lists the subjects with a verdict, by reviewer, of every entry ever made.
func accepted(t *testing.T, dir string) map[string]map[string]int {
	t.Helper()
	out := map[string]map[string]int{}
	inWorkspace(t, dir, func(w *engine.Workspace) {
		name := map[string]string{}
		for row, err := range w.Store.Tasks(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			name[row.Digest] = "task:" + row.ID
		}
		for d, err := range w.Store.Decisions(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if d.Verdict != store.Accept {
				t.Errorf("an entry that nobody made: %+v", d)
			}
			if out[d.Reviewer] == nil {
				out[d.Reviewer] = map[string]int{}
			}
			out[d.Reviewer][name[d.Digest]]++
		}
	})
	return out
}

// A review is killed at random moments: every verdict that the screen told is in the store, once.
func TestKilledReviewKeepsEveryVerdict(t *testing.T) {
	kills := 8
	if testing.Short() {
		kills = 3
	}
	dir := t.TempDir()
	awkward(t, dir, 200, false)
	rand := det.NewRand(3, t.Name())
	said, told := map[string]bool{}, 0
	for range kills {
		r := startReviewer(t, dir, "kim")
		names := r.read(1 + rand.Intn(12))
		if err := r.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		names = append(names, r.read(-1)...) // what it still told
		_ = r.cmd.Wait()                     // it was killed
		told += len(names)
		for _, id := range names {
			if said[id] {
				t.Errorf("%s was judged and waited again", id)
			}
			said[id] = true
		}
		now := accepted(t, dir)["kim"]
		for id := range said {
			if now[id] != 1 {
				t.Fatalf("the screen told that %s is accepted; the store has it %d times", id, now[id])
			}
		}
		// At most the one that was written and not yet told.
		if len(now) > len(said)+1 {
			t.Fatalf("%d verdicts are stored, %d were told", len(now), len(said))
		}
		for id := range now {
			said[id] = true
		}
	}
	if told < kills {
		t.Errorf("only %d verdicts in %d reviews: the kills come too early to show anything", told, kills)
	}
}

// Two processes review one workspace at the same time: both come to the end, and both words on
// every subject are kept.
func TestTwoReviewersAtOnce(t *testing.T) {
	dir := t.TempDir()
	awkward(t, dir, 60, false)
	ann, ben := startReviewer(t, dir, "ann"), startReviewer(t, dir, "ben")
	a, b := ann.read(-1), ben.read(-1)
	for _, r := range []*reviewer{ann, ben} {
		if err := r.cmd.Wait(); err != nil {
			t.Errorf("a reviewer ended with %v", err)
		}
	}
	if len(a) != 60 || len(b) != 60 {
		t.Errorf("ann judged %d, ben %d of 60", len(a), len(b))
	}
	now := accepted(t, dir)
	for who, list := range map[string][]string{"ann": a, "ben": b} {
		for _, id := range list {
			if now[who][id] != 1 {
				t.Errorf("%s's word on %s is there %d times", who, id, now[who][id])
			}
		}
	}
}
