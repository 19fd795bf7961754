package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

// does runs a command line in the test's folder and fails where it does not end well. That a list
// has nothing to show is well: the screen shows nothing then either.
func does(t *testing.T, home, line string) string {
	t.Helper()
	d, out, errs := fakeDeps(map[string]string{"HOME": home, "USER": "kim"})
	d.Stdin = strings.NewReader("q\n")
	args := words(strings.TrimPrefix(line, "coworkenv "))
	for i, a := range args {
		args[i] = unquote(a)
	}
	if code := Main(t.Context(), d, args); code != 0 && !strings.Contains(errs.String(), "no task matches") {
		t.Errorf("%s\nends with %d: %s", line, code, errs)
	}
	return out.String()
}

// unquote reads a word as a POSIX shell does that has single quotes alone.
func unquote(word string) string {
	var b strings.Builder
	for quoted := false; word != ""; word = word[1:] {
		switch {
		case word[0] == '\'':
			quoted = !quoted
		case word[0] == '\\' && !quoted && len(word) > 1:
			word = word[1:]
			b.WriteByte(word[0])
		default:
			b.WriteByte(word[0])
		}
	}
	return b.String()
}

// writes tells whether a command line changes something, or goes on until it is stopped.
func writes(line string) bool {
	for _, begin := range []string{"coworkenv synth", "coworkenv review accept", "coworkenv review reject", "coworkenv review skip", "coworkenv review flag", "coworkenv review undo",
		"coworkenv review spotcheck", "coworkenv jobs cancel"} {
		if strings.HasPrefix(line, begin) {
			return true
		}
	}
	return slices.ContainsFunc([]string{" --write", " --watch", " --apply"}, func(flag string) bool { return strings.Contains(line, flag) })
}

// standsIn finds the words that a person has to fill in.
var standsIn = regexp.MustCompile(` (TASK|TRIAL|TEXT|CURVES|FILE|HISTORY|HISTORIES|LIBRARY)( |$)`)

// worked is a folder with a library, trials of it, a selection, jobs and a journal of models, all
// made by the program itself.
func worked(t *testing.T) (home, trial string) {
	t.Helper()
	home = t.TempDir()
	t.Chdir(home)
	does(t, home, "coworkenv synth --count 6 --seed 7 --into my-library --no-child --quiet")
	does(t, home, "coworkenv rollout my-library --agent teacher --agent novice --trials 2 --quiet")
	does(t, home, "coworkenv curate --quiet")
	s, err := store.Open(t.Context(), ".coworkenv", store.Options{Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.StartJob(t.Context(), store.Job{ID: "job_done", Kind: "gate", Title: "gate my-library", Command: []string{"gate", "my-library"}, Total: 6, PID: 11, Host: "far.example"}); err != nil {
		t.Fatal(err)
	}
	if err := s.FinishJob(t.Context(), "job_done", store.JobDone, 0, ""); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	journal := engine.ModelJournal(".coworkenv")
	if err := os.MkdirAll(journal, 0o755); err != nil {
		t.Fatal(err)
	}
	const file = `{"kind":"sent","exchange":"x1","at":"2026-03-16T09:00:00Z","profile":"far","model":"m","label":"l","body":{"prompt":"do it"}}
{"kind":"got","exchange":"x1","at":"2026-03-16T09:00:02Z","attempt":1,"profile":"far","status":200,"raw":"{}","latency_ns":2000000000}
`
	if err := os.WriteFile(filepath.Join(journal, "20260316T090000Z-1.jsonl"), []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(does(t, home, "coworkenv trials list --where 'agent:novice pass:false'"), "\n") {
		if strings.HasPrefix(line, "tri_") {
			trial, _, _ = strings.Cut(line, " ")
		}
	}
	if trial == "" {
		t.Fatal("the novice makes no mistake")
	}
	return home, trial
}

// What the workbench shows as the equivalent of an action is a command line that works when it is
// pasted: here all that read are, wherever a person can stand.
func TestWorkbenchCommandsRun(t *testing.T) {
	home, trial := worked(t)
	lib, err := filepath.Glob("my-library/*-7*")
	if err != nil || len(lib) == 0 {
		t.Fatalf("no tasks: %v", err)
	}
	task := filepath.ToSlash(lib[0])
	queue := func(name string) screens.Place {
		return screens.Place{Screen: "review", More: map[string]string{"queue": name}}
	}
	ran := map[string]bool{}
	for _, at := range []struct {
		place screens.Place
		keys  []string
	}{
		{screens.Place{Screen: "library"}, nil}, {screens.Place{Screen: "library", Filter: "fam:triage"}, []string{"tab"}}, {screens.Place{Screen: "library"}, []string{" ", " "}},
		{screens.Place{Screen: "coverage"}, []string{"n"}}, {screens.Place{Screen: "coverage"}, []string{"v", "n"}}, {screens.Place{Screen: "coverage"}, []string{"v", "v"}},
		{screens.Place{Screen: "trajectory"}, nil}, {screens.Place{Screen: "trajectory", Of: trial}, []string{" "}}, {screens.Place{Screen: "trajectory", Of: trial}, []string{"v"}},
		{screens.Place{Screen: "trajectory", Of: trial}, []string{"tab", "tab"}}, {screens.Place{Screen: "trajectory", Of: trial}, []string{"c", "enter"}},
		{screens.Place{Screen: "gate", Of: task}, []string{"j"}}, {screens.Place{Screen: "gate", Of: task}, []string{"tab"}},
		{screens.Place{Screen: "runs"}, []string{"enter", "j"}}, {screens.Place{Screen: "runs"}, []string{"j", "enter", "j"}}, {screens.Place{Screen: "runs"}, []string{"j", "j", "enter", "j"}},
		{queue("task"), nil}, {queue("trial"), nil}, {queue("drop"), nil}, {queue("keep"), nil},
		{screens.Place{Screen: "runs"}, nil}, {screens.Place{Screen: "runs"}, []string{"j"}}, {screens.Place{Screen: "runs", Of: "job_done"}, nil}, {screens.Place{Screen: "runs"}, []string{"m"}},
		{screens.Place{Screen: "whatif", Of: task}, nil}, {screens.Place{Screen: "whatif", Of: task}, []string{"tab"}},
	} {
		for action, line := range equivalents(t, home, at.place, at.keys) {
			if ran[line] || writes(line) || standsIn.MatchString(line) {
				continue
			}
			ran[line] = true
			if strings.HasPrefix(line, "coworkenv open --screen") {
				line += " --plain" // there is no terminal here
			}
			t.Run(action, func(t *testing.T) { does(t, home, line) })
		}
	}
	if len(ran) < 40 {
		t.Errorf("only %d command lines were run", len(ran))
	}
}

// equivalents stands somewhere in the workbench and lists what can be done there.
func equivalents(t *testing.T, home string, at screens.Place, keys []string) map[string]string {
	t.Helper()
	d, _, _ := fakeDeps(map[string]string{"HOME": home, "USER": "kim"})
	o, err := d.workbenchOptions(nil, openFlags{screen: at.Screen, of: at.Of, where: at.Filter})
	if err != nil {
		t.Fatal(err)
	}
	o.At.More = at.More
	o.Session.HintSeen = true
	desk := tuitest.Open(t, o, 160, 48).Press(keys...)
	t.Cleanup(func() {
		if err := o.Env.Workspace.Close(); err != nil {
			t.Error(err)
		}
	})
	lines := desk.Bench.Equivalents()
	if len(lines) == 0 {
		t.Errorf("nothing can be done at %+v %v:\n%s", at, keys, desk.Plain())
	}
	return lines
}
