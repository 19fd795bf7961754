package library_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

func open(t *testing.T, dir string) *tuitest.Desk {
	t.Helper()
	return tuitest.Open(t, options(t, dir), 120, 40)
}

func TestGoldenLibrary(t *testing.T) {
	d := open(t, "")
	d.Press("j", "j", "j")
	d.Golden("shipped")
	d.Resize(120, 40).Press("enter", "v")
	d.Golden("yaml")
	o := options(t, "")
	o.Theme, o.Depth = tuitest.Mono(t)
	mono := tuitest.Open(t, o, 80, 24)
	mono.Press("j").GoldenMono("shipped")
}

func TestFilter(t *testing.T) {
	d := open(t, "")
	d.Press("/").Type("fam:esc").Shows("filter: fam:esc", "fam:escalation", "0 of 9")
	d.Press("tab").Shows("filter: fam:escalation", "escalate-enterprise-overdue", "2 of 9")
	d.Type(" svc:cr").Press("tab", "enter").Shows("fam:escalation svc:crm", " of 9").Hides("filter:")
	if got := d.Bench.Session().Stack[0].Filter; got != "fam:escalation svc:crm" {
		t.Errorf("the session keeps the filter %q", got)
	}
	d.Press("/", "ctrl+u").Type("gat:x").Shows("no field").Press("enter").Shows("filter: gat:x")
	d.Press("esc").Shows("fam:escalation svc:crm").Hides("filter:")
	d.Press("esc").Shows("Tasks  9").Hides("svc:crm")
	d.Press("/").Type("nothing-like-this").Press("enter").Shows("No task matches.", "0 of 9")
	d.Press("esc").Shows("bank-change-brightpath-000006")
	d.Press("/", "up").Shows("filter: nothing-like-this")
}

func TestFilterFromThePalette(t *testing.T) {
	d := open(t, "")
	d.Press(":").Type("filter fam:lookup").Shows("$ coworkenv open --list").Press("enter").Shows("fam:lookup")
}

func TestCursorStaysOnItsTask(t *testing.T) {
	d := open(t, "")
	d.Press("G").Shows("▸ zhusu-baoxiao")
	d.Press("/").Type("fam:reconciliation").Press("enter").Shows("▸ zhusu-baoxiao")
	d.Press("s", "3").Shows("family▲", "▸ zhusu-baoxiao")
	d.Press("esc", "r").Shows("▸ zhusu-baoxiao")
	if got := d.Bench.Session().Stack[0].Cursor; got != "zhusu-baoxiao" {
		t.Errorf("the session keeps the cursor at %q", got)
	}
}

func TestSessionIsFoundAgain(t *testing.T) {
	d := open(t, "")
	d.Press("/").Type("fam:safety").Press("enter", "j", "v")
	o := options(t, "")
	o.Session = d.Bench.Session()
	again := tuitest.Open(t, o, 120, 40)
	if was, now := d.Plain(), again.Plain(); was != now {
		t.Errorf("was\n%s\nnow\n%s", was, now)
	}
}

func TestSort(t *testing.T) {
	d := open(t, "")
	d.Press("s").Shows("Sort by", "1  id").Press("1").Shows("task▲").Press("s", "1").Shows("task▼", "zhusu-baoxiao")
	d.Click(4, 2).Hides("task▼") // the third time: as listed
	d.Click(4, 2).Shows("task▲")
}

func TestSearchText(t *testing.T) {
	d := open(t, "")
	d.Press("F").Type("repeated NOWHERE").Press("enter").Shows("1 of the tasks", "1 of 9", "YAML", "bank-change-brightpath-000006", "nowhere.")
	d.Press("esc").Shows("Tasks  9")
	d.Press(":").Type("search iban").Press("enter").Shows("text iban")
	first := d.Frame()
	d.Press("n")
	if d.Frame() == first {
		t.Error("n went nowhere")
	}
}

func TestMarksAndCopies(t *testing.T) {
	d := open(t, "")
	d.Press(" ", " ").Shows("2 marked", "● bank-change").Press("U").Hides("marked")
	d.Press("g", "y").Shows("Copy", "1  id").Press("1").Shows("copied the id of bank-change-brightpath-000006")
	d.Press("Y")
	if len(d.Copied) != 2 || d.Copied[0] != "bank-change-brightpath-000006" || d.Copied[1] != "coworkenv open --screen library" {
		t.Errorf("copied %q", d.Copied)
	}
}

func TestPreviewKeepsTheKeys(t *testing.T) {
	d := open(t, "")
	d.Press("enter").Shows("▌ Overview").Press("J").Shows("▌ Overview  claims-inbox-friday", "› claims-inbox-friday")
	d.Press("tab").Shows("▌ Tasks").Press("tab", "+").Hides("▌ Tasks").Press("esc").Shows("▌ Tasks")
}

func TestEditRechecks(t *testing.T) {
	lib := copyTasks(t, "bank-change-brightpath-000006", "harbor-quote-000008")
	o := options(t, "")
	o.Env.Library = []string{lib}
	o.GetEnv = func(name string) string { return map[string]string{"EDITOR": "ed it --now"}[name] }
	d := tuitest.Open(t, o, 120, 40)
	file := filepath.Join(lib, "bank-change-brightpath-000006", "task.yaml")
	var ran []string
	change := func(old, new string) func(*exec.Cmd) error {
		return func(cmd *exec.Cmd) error {
			ran = cmd.Args
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			return os.WriteFile(file, []byte(strings.Replace(string(data), old, new, 1)), 0o644)
		}
	}
	d.Edit = change("weight: 0.7", "weight: 0.6")
	d.Press("v", "enter").Press("j", "j", "j", "j", "e")
	if want := []string{"ed", "it", "--now", file}; fmt.Sprint(ran) != fmt.Sprint(want) {
		t.Errorf("ran %q, want %q", ran, want)
	}
	d.Shows("has 1 error", "✗ bank-change").Press("j").Shows("PROBLEMS", "weights")
	d.Edit = change("weight: 0.6", "weight: 0.7")
	d.Press("e").Shows("loads without an error").Hides("✗ bank-change")
	d.Edit = func(*exec.Cmd) error { return fmt.Errorf("exit status 1") }
	d.Press("e").Shows("the editor ended: exit status 1")
}

func TestShippedTasksAreNotEdited(t *testing.T) {
	open(t, "").Press("e").Shows("edit: it is part of the program")
}

func TestWorkspace(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, awkwardTasks(20), func(s *store.Store) {
		ctx := t.Context()
		check := func(err error) {
			if err != nil {
				t.Fatal(err)
			}
		}
		check(s.PutCertificate(ctx, store.Certificate{TaskDigest: "d00000", Passed: true, Difficulty: "hard"}, nil))
		check(s.PutCertificate(ctx, store.Certificate{TaskDigest: "d00001"}, []store.Finding{{Round: "oracle", Code: "X1", Severity: "error", Message: "no"}}))
		_, err := s.PutTrial(ctx, store.Trial{ID: "t1", ItemID: "i1", TaskDigest: "d00002", TaskID: "t00002", Agent: "a", Status: "scored", Score: 420_000, Completion: 420_000, Safety: 1})
		check(err)
		_, err = s.Decide(ctx, store.Decision{Kind: "task", Digest: "d00003", Verdict: store.Accept, Reviewer: "kim"})
		check(err)
	})
	d := open(t, dir)
	d.Resize(220, 40).Shows("✓ passed", "✗ failed", "0.42", "✓ accept", "hard")
	d.Press("/").Type("finding:X1").Press("enter").Shows("1 of 20", "t00001")
	d.Press("esc", "/").Type("gate:passed OR decision:accept").Press("enter").Shows("2 of 20")
}

// awkwardTasks are tasks with texts that break careless screens.
func awkwardTasks(n int) []store.Task {
	awkward := tuitest.Awkward()
	out := make([]store.Task, n)
	for i := range out {
		a := awkward[i%len(awkward)]
		if len(a) > 3000 {
			a = a[:3000]
		}
		out[i] = store.Task{Digest: fmt.Sprintf("d%05d", i), ID: fmt.Sprintf("t%05d", i), Title: a, Family: "triage", Language: "en", Difficulty: "easy",
			Services: []string{"crm", a}, Capabilities: []string{"c"}, Request: a, Path: a, State: store.TaskLoaded, Source: []byte("id: " + a)}
	}
	return out
}

func TestSweep(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, awkwardTasks(60), nil)
	for _, keys := range [][]string{{"j"}, {"enter"}, {"v", "enter"}, {"/", "a"}, {"?"}, {":"}, {"y"}, {"s"}, {"@"}, {"F"}} {
		t.Run(strings.Join(keys, "-"), func(t *testing.T) {
			open(t, dir).Press(keys...).Sweep(os.Getenv("COWORKENV_SOAK") != "")
		})
	}
	o := options(t, dir)
	o.Session.HintSeen = false
	tuitest.Open(t, o, 80, 24).Sweep(os.Getenv("COWORKENV_SOAK") != "")
	o = options(t, "")
	o.At = screens.Place{Screen: "library", Filter: "fam:("}
	tuitest.Open(t, o, 80, 24).Sweep(false)
	o = options(t, "")
	o.Depth = style.Colors16
	tuitest.Open(t, o, 80, 24).Press("G").Sweep(false)
}
