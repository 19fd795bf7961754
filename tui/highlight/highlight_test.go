package highlight_test

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/highlight"
	"coworkenv.dev/coworkenv/tui/ui"
)

func TestYAML(t *testing.T) {
	text := "# why\nid: bank-000006\nsay: |\n  Please, \"soon\".\nrows:\n  - {n: 12.50, at: 2026-03-16, who: =claim.from, ok: true} # end\n"
	runs, err := highlight.YAML(text)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]themes.Name{}
	for _, r := range runs {
		got[text[r.From:r.To]] = r.Name
	}
	for part, want := range map[string]themes.Name{"# why": themes.CodeComment, "id": themes.CodeKey, `"soon"`: themes.CodeString, "12.50": themes.CodeNumber,
		"2026-03-16": themes.CodeNumber, "true": themes.CodeNumber, "=claim.from": themes.CodeKey, "{": themes.CodeMark, "# end": themes.CodeComment} {
		if got[part] != want {
			t.Errorf("%q is drawn as %q, want %q", part, got[part], want)
		}
	}
	for _, plain := range []string{"bank-000006", "-000006", "000006"} {
		if _, ok := got[plain]; ok {
			t.Errorf("%s of a plain word is coloured", plain)
		}
	}
}

func TestLongTextStaysPlain(t *testing.T) {
	runs, err := highlight.YAML(strings.Repeat("a: 1\n", highlight.Most))
	if err != nil || runs != nil {
		t.Errorf("%d runs, error %v", len(runs), err)
	}
}

func FuzzYAML(f *testing.F) {
	f.Add("a: \"b\n- 'c'\r\n")
	f.Add("\x00\xff\x1b[31m: =x\n|+\n")
	f.Fuzz(func(t *testing.T, text string) {
		runs, err := highlight.YAML(text)
		if err != nil {
			t.Skip(err)
		}
		at := 0
		for _, r := range runs {
			if r.From < at || r.To <= r.From || r.To > len(text) {
				t.Fatalf("run %v behind %d of %d", r, at, len(text))
			}
			at = r.To
		}
		(&ui.Pager{Doc: ui.NewDocument(text, runs)}).Move("move.last")
	})
}

func BenchmarkYAML(b *testing.B) {
	text := strings.Repeat("  - {message_id: msg_801, from: a@b.test, is_read: false, n: 12.5} # note\n", 300)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := highlight.YAML(text); err != nil {
			b.Fatal(err)
		}
	}
}
