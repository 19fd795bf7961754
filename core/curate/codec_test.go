package curate_test

import (
	"bytes"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/fault"
)

func written(t testing.TB) string {
	t.Helper()
	in := input(trial("good", "a", way("ab")), trial("bad", "a", way("ac"), failing), trial("u\u2028\"", "b"))
	var buf bytes.Buffer
	if err := curate.Write(&buf, run(t, in, open())); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func TestReadRefusesWhatWasChanged(t *testing.T) {
	whole := written(t)
	lines := strings.Split(strings.TrimSuffix(whole, "\n"), "\n")
	if len(lines) != 5 {
		t.Fatalf("%d lines:\n%s", len(lines), whole)
	}
	if _, err := curate.Read(strings.NewReader(strings.TrimSuffix(whole, "\n"))); err != nil {
		t.Errorf("without the last line feed: %v", err)
	}
	join := func(list ...string) string { return strings.Join(list, "\n") + "\n" }
	for name, text := range map[string]string{
		"empty": "", "no JSON": "{", "cut off": whole[:len(whole)-30], "a row missing": join(lines[0], lines[1], lines[3], lines[4]),
		"pair missing": join(lines[:4]...), "a row twice": join(lines[0], lines[1], lines[1], lines[2], lines[3], lines[4]),
		"other order": join(lines[0], lines[2], lines[1], lines[3], lines[4]), "row behind a pair": join(lines[0], lines[1], lines[2], lines[4], lines[3]),
		"no head": join(lines[1:]...), "two heads": join(lines[0], lines[0], lines[1], lines[2], lines[3], lines[4]),
		"another decision": strings.Replace(whole, `"split":"failed"`, `"split":"train"`, 1), "another step": strings.Replace(whole, `"step":1`, `"step":0`, 1),
		"another setting": strings.Replace(whole, `"pairs_per":4`, `"pairs_per":5`, 1), "unknown kind": join(append(lines, `{"kind":"note"}`)...),
		"wrong type": strings.Replace(whole, `"step":1`, `"step":"1"`, 1),
	} {
		if text == whole {
			t.Fatalf("%s changes nothing", name)
		}
		if _, err := curate.Read(strings.NewReader(text)); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := curate.Read(strings.NewReader(strings.Replace(whole, "selection/v1", "selection/v9", 1))); fault.KindOf(err) != fault.Unsupported || fault.HintOf(err) == "" {
		t.Errorf("another format: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(written(f)))
	f.Add([]byte(`{"kind":"selection","format":"coworkenv.selection/v1"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := curate.Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		var buf bytes.Buffer
		if err := curate.Write(&buf, s); err != nil {
			t.Fatal(err)
		}
		if again, err := curate.Read(&buf); err != nil || again.ID != s.ID {
			t.Fatalf("read again: %v", err)
		}
	})
}
