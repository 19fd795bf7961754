package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"coworkenv.dev/coworkenv/core/fault"
)

func TestClean(t *testing.T) {
	tests := []struct{ in, want string }{
		{"plain Text 東京 é", "plain Text 東京 é"},
		{"a\tb\nc\r", "a b c "},
		{"\x1b]0;owned\x07", `\x1b]0;owned\a`},
		{"csi \u009b31m", `csi \u009b31m`},
		{"right\u202eleft\u2066", `right\u202eleft\u2066`},
		{"bad \xff byte", "bad \ufffd byte"},
		{"\u2028", `\u2028`},
		{"TK-\u200b1\ufeff", `TK-\u200b1\ufeff`},
		{"tag \U000e0041", `tag \U000e0041`},
		{"می\u200cخواهم 👩\u200d💻", "می\u200cخواهم 👩\u200d💻"},
	}
	for _, tt := range tests {
		if got := clean(tt.in); got != tt.want {
			t.Errorf("clean(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"", "abc", "\x1b[31m", "\u202e", "\xff\xfe", "a\nb", "\u009b", "\U000e0041\u200b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := clean(s)
		if strings.ContainsFunc(got, unsafeRune) {
			t.Errorf("clean(%q) = %q still holds a control", s, got)
		}
		if again := clean(got); again != got {
			t.Errorf("cleaning twice changes %q to %q", got, again)
		}
		raw, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		escaped := escapeJSON(raw)
		if bytes.ContainsFunc(escaped, unsafeRune) {
			t.Errorf("JSON of %q still holds a control: %q", s, escaped)
		}
		var before, after string
		if err := errors.Join(json.Unmarshal(raw, &before), json.Unmarshal(escaped, &after)); err != nil || before != after {
			t.Errorf("escaping changed the text %q to %q (%v)", before, after, err)
		}
	})
}

var sample = struct {
	columns []column
	rows    [][]string
}{
	[]column{{title: "id"}, {title: "score", right: true}, {title: "title", flex: true}, {title: "state", tint: statusTint}},
	[][]string{
		{"t1", "0.75", "Escalate overdue tickets to the manager", "ok"},
		{"t-long", "1", "東京オフィスの会議", "failed"},
		{"t3", "", "", ""},
	},
}

func TestTable(t *testing.T) {
	tests := []struct {
		name string
		p    printer
		want string
	}{
		{"piped", printer{}, `
ID      SCORE  TITLE                                    STATE
t1       0.75  Escalate overdue tickets to the manager  ok
t-long      1  東京オフィスの会議                       failed
t3
`},
		{"narrow terminal", printer{width: 40}, `
ID      SCORE  TITLE              STATE
t1       0.75  Escalate overdue…  ok
t-long      1  東京オフィスの会…  failed
t3
`},
		{"too narrow keeps the floor", printer{width: 10}, `
ID      SCORE  TITLE         STATE
t1       0.75  Escalate ov…  ok
t-long      1  東京オフィ…   failed
t3
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			tt.p.out = &out
			tt.p.table(sample.columns, sample.rows)
			if got := out.String(); got != strings.TrimPrefix(tt.want, "\n") {
				t.Errorf("table:\n%s\nwant:%s", got, tt.want)
			}
		})
	}
}

func TestTableLeavesColumnsOut(t *testing.T) {
	columns := []column{{title: "id"}, {title: "note"}, {title: "services", flex: true, drop: 1}, {title: "calls", right: true, drop: 2}, {title: "state"}}
	rows := [][]string{{"task-one", "", "gmail,contacts", "12", "ok"}, {"task-two", "", "crm", "3", "failed"}}
	tests := []struct {
		name        string
		width       int
		out, remark string
	}{
		{"the empty one goes unremarked", 41, `
ID        SERVICES        CALLS  STATE
task-one  gmail,contacts     12  ok
task-two  crm                 3  failed
`, ""},
		{"then by the order to drop", 30, `
ID        CALLS  STATE
task-one     12  ok
task-two      3  failed
`, "(too narrow for SERVICES; --json has all)\n"},
		{"what may not go stays", 10, `
ID        STATE
task-one  ok
task-two  failed
`, "(too narrow for SERVICES, CALLS; --json has all)\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out, notes bytes.Buffer
			(&printer{out: &out, err: &notes, width: tt.width}).table(columns, rows)
			if got := out.String(); got != strings.TrimPrefix(tt.out, "\n") || notes.String() != tt.remark {
				t.Errorf("table:\n%snotes: %q\nwant:%snotes: %q", got, notes.String(), tt.out, tt.remark)
			}
		})
	}
}

// A flexible column that is worth more than others keeps its cells while they go.
func TestTableKeepsWhatMatters(t *testing.T) {
	columns := []column{{title: "id", flex: true, min: 20}, {title: "family", drop: 1}, {title: "state"}}
	rows := [][]string{{"one-free-hour-000005", "scheduling", "ok"}}
	var out, notes bytes.Buffer
	(&printer{out: &out, err: &notes, width: 36}).table(columns, rows)
	if want := "ID                    STATE\none-free-hour-000005  ok\n"; out.String() != want || !strings.Contains(notes.String(), "FAMILY") {
		t.Errorf("table:\n%snotes %s", out.String(), notes.String())
	}
}

func TestWrap(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"short", "  it fits", "  it fits"},
		{"hanging", "  tool: one two three four five six", "  tool: one two three four\n    five six"},
		{"a long word stays", "see https://example.com/a/very/long/address now", "see\n  https://example.com/a/very/long/address\n  now"},
		{"JSON breaks after commas", `ok {"id":"A-1","name":"Ann","place":"Bremen","n":7}`, "ok {\"id\":\"A-1\",\n  \"name\":\"Ann\",\n  \"place\":\"Bremen\",\"n\":7}"},
		{"wide cells", "東京オフィスの 会議について 話す", "東京オフィスの\n  会議について 話す"},
		{"colour takes no cells", "\x1b[31mred\x1b[0m and so on, up to the 30th", "\x1b[31mred\x1b[0m and so on, up to the\n  30th"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := wrap(tt.line, 26); got != tt.want {
				t.Errorf("wrap(%q) = %q, want %q", tt.line, got, tt.want)
			}
		})
	}
	if line := strings.Repeat("word ", 30); wrap(line, minWrapWidth-1) != line {
		t.Error("a terminal too narrow for words is not left alone")
	}
}

func TestHelpFitsTheTerminal(t *testing.T) {
	d, stdout, _ := fakeDeps(nil)
	d.IsTTY, d.Width = true, 80
	if status := Main(t.Context(), d, []string{"gate", "--help"}); status != 0 {
		t.Fatalf("status %d", status)
	}
	for line := range strings.Lines(stdout.String()) {
		if ansi.StringWidth(strings.TrimRight(line, "\n")) > 80 {
			t.Errorf("wider than the terminal: %s", line)
		}
	}
}

func TestTableColourChangesNoText(t *testing.T) {
	var plainOut, colored bytes.Buffer
	(&printer{out: &plainOut}).table(sample.columns, sample.rows)
	(&printer{out: &colored, color: true}).table(sample.columns, sample.rows)
	if !strings.Contains(colored.String(), "\x1b[31mfailed\x1b[0m") {
		t.Errorf("no colour in %q", colored.String())
	}
	if got := ansi.Strip(colored.String()); got != plainOut.String() {
		t.Errorf("colour changed the text:\n%s\nwant:\n%s", got, plainOut.String())
	}
}

func TestTableShowsForeignTextSafely(t *testing.T) {
	var out bytes.Buffer
	(&printer{out: &out}).table([]column{{title: "a"}, {title: "b"}}, [][]string{{"x\x1b[2J", "two\nlines"}, {"short"}})
	if want := "A         B\nx\\x1b[2J  two lines\nshort\n"; out.String() != want {
		t.Errorf("table = %q, want %q", out.String(), want)
	}
}

// fullDisk fails every write.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, fault.New(fault.Exhausted, "no space left") }

func TestFailedWriteIsAnError(t *testing.T) {
	for _, asJSON := range []bool{false, true} {
		p := &printer{out: fullDisk{}, json: asJSON}
		err := p.emit(map[string]int{"a": 1}, func() { p.say("a") })
		if fault.KindOf(err) != fault.Exhausted {
			t.Errorf("json %v: emit on a full disk = %v", asJSON, err)
		}
	}
}

func TestJSONOutput(t *testing.T) {
	var out, notes bytes.Buffer
	p := &printer{out: &out, err: &notes, json: true}
	type doc struct {
		Z string `json:"z"`
		A int    `json:"a"`
	}
	if err := errors.Join(p.jsonLine(doc{"<b>\u009b", 1}), p.document(doc{"x", 2})); err != nil {
		t.Fatal(err)
	}
	p.note("reading")
	if want := "{\"z\":\"<b>\\u009b\",\"a\":1}\n{\n  \"z\": \"x\",\n  \"a\": 2\n}\n"; out.String() != want {
		t.Errorf("JSON = %q, want %q", out.String(), want)
	}
	if notes.Len() > 0 {
		t.Errorf("notes beside JSON: %q", notes.String())
	}
	loud := &printer{err: &notes}
	loud.note("reading %d files", 3)
	if notes.String() != "reading 3 files\n" {
		t.Errorf("note = %q", notes.String())
	}
}
