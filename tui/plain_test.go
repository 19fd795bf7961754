package tui_test

import (
	"os/exec"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/tui"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/style"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

func TestPlain(t *testing.T) {
	o := tui.Options{Entries: []screens.Entry{entry("one", "1", nil), entry("two", "2", nil)}, Theme: tuitest.Theme(t, "mono"), Depth: style.Colors16,
		GetEnv: func(string) string { return "" }, Env: screens.Env{Clock: &clock{time.Unix(0, 0)}, Workspace: &screens.Workspace{Dir: "w"}}}
	var out strings.Builder
	session, err := tui.RunPlain(t.Context(), o, strings.NewReader("i\n\n:gate it\nt\n=abc\nenter\n2\ny\nn\nm\n2\nc\n.\nq\n"), &out, func(*exec.Cmd) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	got := out.String()
	for _, want := range []string{"plain mode", "1 Screen one 2 Screen two", "string begun", `action one.in ""`, "no change", `action one.gate "it"`, `text "a" paste false`, "Sure?", "screens.Answer {false }",
		"screens.Answer {true b}", "to copy: copied text"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.ContainsAny(got, "\x1b│─╭") {
		t.Errorf("colours or frames in\n%s", got)
	}
	if n := strings.Count(got, `action one.in ""`); n != 1 {
		t.Errorf("a line that has not changed is printed %d times", n)
	}
	if len(session.Stack) != 1 || session.Stack[0].Screen != "two" {
		t.Errorf("the session is %+v", session)
	}
}
