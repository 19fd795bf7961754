package claweval

import (
	"strings"
	"testing"
	"unicode/utf8"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// texts that YAML could take for something else.
var awkward = []string{
	"", " ", "a", "true", "Null", "~", "yes", "12", "0412", "1_000", "15:00", "1e3", "-", "- a", "a: b", "a #b", "#a", "'a'", `"a"`, `a\b`, "=x", "[a]", "{a", "&a", "*a", "!a", "%a", "@a", "`a`", "| a", "> a", "? a",
	"2026-03-01", "2026-03-01T09:00:00Z", "a\nb", "a\nb\n", "a\n\nb", "\na\nb", " a\nb", "a\n b", "a \nb", "a\n\n", "a\tb\nc", "a\r\nb", "a\u2028b", "\ufeffa", "a\u0000b", "a\u0085b", "\u200d", "项目：延期", "张伟 工程部", "😀 a\nb",
	"--- a\nb", "... \nb", "a\n# b", "a\n--- \n", strings.Repeat("x ", 120), "a:\nb", "key: |\n  x",
}

// asRead is a text as it comes back from a file.
func asRead(t *testing.T, s string, write func(w *yamlWriter)) {
	t.Helper()
	var w yamlWriter
	write(&w)
	data := []byte(w.b.String())
	v, err := task.ParseForeign(data, 1<<20)
	if err != nil {
		t.Fatalf("%q: %v\n%s", s, err, data)
	}
	got := node{v: v}.get("k")
	if list := got.items(); len(list) == 1 {
		got = list[0].get("k")
	}
	if got.v != s {
		t.Errorf("%q reads as %q", data, got.v)
	}
}

func checkScalar(t *testing.T, s string) {
	t.Helper()
	asRead(t, s, func(w *yamlWriter) { w.pair(0, "k", s) })
	asRead(t, s, func(w *yamlWriter) { w.scalar(0, "k", s) })
	asRead(t, s, func(w *yamlWriter) { w.line(0, "k: "+flow([]any{value.Obj(value.Member{Name: "k", Value: s})})) })
	asRead(t, s, func(w *yamlWriter) {
		w.line(0, "k:")
		w.record(1, value.Obj(value.Member{Name: "pad", Value: strings.Repeat("y", 200)}, value.Member{Name: "k", Value: s}))
	})
	asRead(t, s, func(w *yamlWriter) {
		w.comment(0, s)
		w.line(0, "k:")
		w.comment(1, s)
		w.scalar(1, "- k", s)
	})
}

func TestScalarsSurvive(t *testing.T) {
	for _, s := range awkward {
		checkScalar(t, s)
	}
}

func FuzzScalar(f *testing.F) {
	for _, s := range awkward {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if utf8.ValidString(s) {
			checkScalar(t, s)
		}
	})
}

func TestTaskID(t *testing.T) {
	for upstream, want := range map[string]string{
		"T001zh_email_triage": "t001zh-email-triage", "  A..B__c ": "a-b-c", "地铁": "task-b8466cd5", strings.Repeat("ab_", 60): strings.Repeat("ab-", 33) + "a",
	} {
		if got := taskID(upstream); got != want {
			t.Errorf("%q: %q, want %q", upstream, got, want)
		}
	}
}

func TestCell(t *testing.T) {
	if got, want := cell("a|b\n<c> \x1b[31m *d* [e](f) `g`"), `a\|b \<c\> \[31m \*d\* \[e\](f) \`+"`g\\`"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := cell(strings.Repeat("x", 500)); len(got) != 203 {
		t.Errorf("%d bytes", len(got))
	}
}
