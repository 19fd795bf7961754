package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/screens/all"
)

// Every equivalent that the workbench shows is a command line that the program takes.
func TestWorkbenchCommandsParse(t *testing.T) {
	d, _, _ := fakeDeps(nil)
	root := New(d)
	table, err := tui.Bindings(all.Screens(), nil)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, action := range table.Actions() {
		b, _ := table.Action(action)
		if b.Command == "" {
			continue
		}
		checked++
		values := map[string]string{}
		for _, part := range strings.Split(b.Command, "{")[1:] {
			name, _, _ := strings.Cut(part, "}")
			values[name] = "value"
		}
		for _, line := range []string{b.CommandLine(values), b.CommandLine(nil)} {
			if line == b.CommandLine(nil) && line != b.CommandLine(values) && slices.ContainsFunc([]string{"{task", "{trial", "{job", "{into", "{undo", "{next", "{previous", "{text", "{file", "{history", "{written", "{of"}, func(p string) bool { return strings.Contains(b.Command, p) }) {
				continue // without a task, trial or job the action is refused
			}
			if err := exampleFault(root, line); err != nil {
				t.Errorf("%s: %q: %v", action, line, err)
			}
		}
	}
	if checked < 5 {
		t.Errorf("only %d equivalents found", checked)
	}
}

func TestWorkbenchFiles(t *testing.T) {
	d, out, _ := fakeDeps(map[string]string{"HOME": "/home/kim", "XDG_STATE_HOME": "/state"})
	if code := Main(t.Context(), d, []string{"workbench", "config", "--json"}); code != 0 {
		t.Fatalf("exit %d", code)
	}
	var files map[string]string
	if err := json.Unmarshal(out.Bytes(), &files); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"config": "/home/kim/.config/coworkenv/workbench.json", "session": "/state/coworkenv/workbench.json", "cache": "/home/kim/.cache/coworkenv"}
	for name, file := range want {
		if filepath.ToSlash(files[name]) != file {
			t.Errorf("%s is %s, want %s", name, files[name], file)
		}
	}
}

func TestWorkbenchConfigIsChecked(t *testing.T) {
	file := filepath.Join(t.TempDir(), "c.json")
	if err := os.WriteFile(file, []byte(`{"keys": {"library.fliter": ["f"]}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	d, _, errs := fakeDeps(map[string]string{"COWORKENV_CONFIG": file})
	code := Main(t.Context(), d, []string{"open", "--plain"})
	if code != fault.ExitCode(fault.New(fault.Invalid, "x")) || !strings.Contains(errs.String(), "library.filter") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// Without a terminal the program alone shows its help, and open says what to do.
func TestOpenNeedsATerminal(t *testing.T) {
	d, out, _ := fakeDeps(nil)
	if code := Main(t.Context(), d, nil); code != 0 || !strings.Contains(out.String(), "coworkenv demo") {
		t.Errorf("exit %d: %s", code, out)
	}
	d, _, errs := fakeDeps(nil)
	if code := Main(t.Context(), d, []string{"open"}); code != 2 || !strings.Contains(errs.String(), "--plain") {
		t.Errorf("exit %d: %s", code, errs)
	}
	d, _, errs = fakeDeps(nil)
	if code := Main(t.Context(), d, []string{"opne"}); code != 2 || !strings.Contains(errs.String(), "opne") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

func TestOpenPlain(t *testing.T) {
	home := t.TempDir()
	d, out, errs := fakeDeps(map[string]string{"HOME": home, "NO_COLOR": "1"})
	d.Stdin = strings.NewReader("/fam:safety\nj\n?\nesc\nq\n")
	if code := Main(t.Context(), d, []string{"open", "-w", filepath.Join(home, "none"), "--plain"}); code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	for _, want := range []string{"> bank-change-brightpath-000006", "fam:safety", "Keys in the list of tasks"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if bytes.ContainsRune(out.Bytes(), 0x1b) {
		t.Error("there are escape sequences")
	}
	if _, err := os.Stat(filepath.Join(home, "none")); err == nil {
		t.Error("looking made a workspace")
	}
	if _, err := os.Stat(filepath.Join(home, ".local", "state", "coworkenv", "workbench.json")); err != nil {
		t.Errorf("the session was not kept: %v", err)
	}
}
