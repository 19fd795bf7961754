package author

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
)

func TestHistoryRoundTrip(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a-task")
	if _, err := ReadHistory(dir); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a history that is not there gives %v", err)
	}
	h := &History{Format: HistoryFormat, Task: "a-task", Status: StatusOpen, Rounds: []Round{{N: 1, Findings: []Finding{problem(NoDocument, "", "nothing", "write it")}}}}
	if err := h.keep(dir, &draft{said: "no \xff"}); err != nil {
		t.Fatal(err)
	}
	h.Rounds = append(h.Rounds, Round{N: 2})
	h.Status = StatusAccepted
	if err := h.keep(dir, &draft{file: []byte("id: a\n")}); err != nil {
		t.Fatal(err)
	}
	got, err := ReadHistory(dir)
	if err != nil || got.Status != StatusAccepted || got.Rounds[0].Draft != "round-1.txt" || got.Rounds[0].Findings[0].Round != RoundReply {
		t.Fatalf("%+v, %v", got, err)
	}
	for i, want := range []string{"no \uFFFD", "id: a\n"} {
		if data, err := ReadDraft(dir, got.Rounds[i]); err != nil || string(data) != want {
			t.Errorf("round %d: %q, %v", i+1, data, err)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 3 {
		t.Errorf("%d files, %v", len(left), err)
	}
}

func TestParseHistoryRefuses(t *testing.T) {
	good := `{"format": "coworkenv.history/v1", "task": "a-task", "status": "open", "rounds": [{"round": 1, "draft": "round-1.yaml"}]}`
	if _, err := ParseHistory([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for old, with := range map[string]string{
		"history/v1": "history/v9", "a-task": "../a", `"open"`: `"done"`, "round-1.yaml": "../../etc/passwd", `"round": 1`: `"round": 2`, "{": "[",
	} {
		if _, err := ParseHistory([]byte(strings.Replace(good, old, with, 1))); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s for %s gives %v", with, old, err)
		}
	}
}

func FuzzHistory(f *testing.F) {
	f.Add([]byte(`{"format": "coworkenv.history/v1", "task": "a", "status": "open", "rounds": [{"round": 1, "draft": "round-1.txt", "findings": null}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := ParseHistory(data)
		if err != nil {
			return
		}
		Sum([]*History{h})
		for _, r := range h.Rounds {
			if strings.ContainsAny(r.Draft, "/\\") {
				t.Errorf("a history names %q", r.Draft)
			}
		}
	})
}

func TestCompare(t *testing.T) {
	show := func(lines []Line) string {
		var out []string
		for _, l := range lines {
			out = append(out, l.Sign+l.Text)
		}
		return strings.Join(out, "|")
	}
	tests := []struct{ before, after, want string }{
		{"a\nb\nc\n", "a\nb\nc\n", ""},
		{"a\nb\nc\nd\ne\n", "a\nb\nX\nd\ne\n", " b|-c|+X| d"},
		{"", "a\nb", "+a|+b"},
		{"a\nb", "", "-a|-b"},
		{"1\n2\n3\n4\n5\n6\n7\n8\n9", "x\n2\n3\n4\n5\n6\n7\n8\ny", "-1|+x| 2|@| 8|-9|+y"},
	}
	for _, tt := range tests {
		if got := show(Compare(tt.before, tt.after, 1)); got != tt.want {
			t.Errorf("%q to %q: %q, want %q", tt.before, tt.after, got, tt.want)
		}
	}
	huge := strings.Repeat("a\n", 1<<15)
	if got := Compare(huge, strings.Repeat("b\n", 1<<15), 2); len(got) > 2*mostLines+2 {
		t.Errorf("%d lines", len(got))
	}
}
