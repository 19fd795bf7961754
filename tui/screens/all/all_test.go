package all_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens/all"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

// table fails where a key means two things in one focus, or an action has neither help nor an
// equivalent on the command line.
func table(t *testing.T) *keys.Table {
	t.Helper()
	table, err := tui.Bindings(all.Screens(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestBindingsAreWhole(t *testing.T) {
	tb := table(t)
	reachable := map[string]bool{}
	for _, f := range tb.Focuses() {
		for _, b := range tb.In(f) {
			reachable[b.Action] = true
		}
	}
	for _, action := range tb.Actions() {
		if !reachable[action] {
			t.Errorf("%s holds in no focus", action)
		}
		b, _ := tb.Action(action)
		if len(b.Name) > 16 || strings.HasSuffix(b.Help, ".") {
			t.Errorf("%s: name %q, help %q", action, b.Name, b.Help)
		}
		if b.Command != "" && !strings.HasPrefix(b.Command, "coworkenv ") {
			t.Errorf("%s: the equivalent %q is no command line", action, b.Command)
		}
	}
}

func TestEntriesAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range all.Screens() {
		if seen[e.Name] || seen[e.Key] && e.Key != "" {
			t.Errorf("%s or its key %q stands twice", e.Name, e.Key)
		}
		seen[e.Name], seen[e.Key] = true, true
		if e.Title == "" || e.Doc == "" || e.New == nil || len(e.Focuses) == 0 {
			t.Errorf("the entry of %s is not whole", e.Name)
		}
		for _, f := range e.Focuses {
			if f.Name != e.Name && !strings.HasPrefix(f.Name, e.Name+"/") || f.Doc == "" {
				t.Errorf("focus %q of %s: names begin with the screen's, and say what has the keys", f.Name, e.Name)
			}
		}
		for _, b := range e.Bindings {
			if !strings.HasPrefix(b.Action, e.Name+".") {
				t.Errorf("action %s of %s: names begin with the screen's", b.Action, e.Name)
			}
		}
	}
}

// standIn is a placeholder that a person fills in where the workbench does not.
var standIn = regexp.MustCompile(`\{[a-z]+:([A-Z]+)\}`)

// docs/keys.md is written from the table. -update rewrites it.
func TestKeysPage(t *testing.T) {
	tb := table(t)
	var b bytes.Buffer
	b.WriteString("# The keys of the workbench\n\nWritten from the table that handles them; `go test ./tui/screens/all -update` rewrites it. Press `?` for those that hold where you are,\n" +
		"`:` to find anything by its name. Every key can be changed in the configuration (`coworkenv workbench config` says where it is,\n`coworkenv workbench schema` what it may hold). Where the last column is empty an action only changes what is looked at.\n")
	var contexts []string
	for _, action := range tb.Actions() {
		bind, _ := tb.Action(action)
		if !slices.Contains(contexts, bind.In) {
			contexts = append(contexts, bind.In)
		}
	}
	for _, c := range contexts {
		fmt.Fprintf(&b, "\n## %s\n\n| keys | action | does | command line |\n|---|---|---|---|\n", c)
		for _, action := range tb.Actions() {
			bind, _ := tb.Action(action)
			if bind.In != c {
				continue
			}
			shown := make([]string, len(bind.Keys))
			for i, k := range bind.Keys {
				shown[i] = "`" + strings.ReplaceAll(keys.Show(k), "|", `\|`) + "`"
			}
			command := ""
			if bind.Command != "" {
				command = "`" + standIn.ReplaceAllString(bind.Command, "$1") + "`"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", strings.Join(shown, " "), bind.Action, bind.Help, command)
		}
	}
	tuitest.Page(t, filepath.Join("..", "..", "..", "docs", "keys.md"), b.Bytes())
}

// Wherever letters are keys the bar shows the way to all others, and out.
func TestBarKeepsHelp(t *testing.T) {
	tb := table(t)
	for _, f := range tb.Focuses() {
		if f.Typing {
			continue
		}
		names := []string{}
		for _, b := range tb.Bar(f) {
			names = append(names, b.Action)
		}
		for _, want := range []string{"app.help", "app.palette", "app.quit"} {
			if !slices.Contains(names, want) {
				t.Errorf("the bar of %s lacks %s", f.Name, want)
			}
		}
	}
}
