package task

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestForeignWritten(t *testing.T) {
	src := "a: 15:00\nb: [35,000 jobs, '000', 0.50, yes, 010]\nc:\n  - d: |\n      x\n    e: 1e3\n  - {f: 1_000, g: on}\n"
	got, err := ForeignWritten([]byte(src), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, w := range got {
		lines = append(lines, fmt.Sprintf("%s %d:%d %q %v misread=%v", w.Path, w.Line, w.Column, w.Text, w.Value, w.Misread()))
	}
	want := []string{
		`a 1:4 "15:00" 900 misread=true`,
		`b[0] 2:5 "35" 35 misread=false`,
		`b[1] 2:8 "000 jobs" 000 jobs misread=false`,
		`b[2] 2:18 "000" 000 misread=false`,
		`b[3] 2:25 "0.50" 0.5 misread=false`,
		`b[4] 2:31 "yes" true misread=true`,
		`b[5] 2:36 "010" 8 misread=true`,
		`c[0].d 4:8 "x\n" x` + "\n" + ` misread=false`,
		`c[0].e 6:8 "1e3" 1e3 misread=false`,
		`c[1].f 7:9 "1_000" 1000 misread=true`,
		`c[1].g 7:19 "on" true misread=true`,
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
	if _, err := ForeignWritten([]byte("a: ["), 1<<20); err == nil {
		t.Error("broken YAML is taken")
	}
	if got, err := ForeignWritten([]byte("# nothing\n"), 1<<20); err != nil || len(got) != 0 {
		t.Errorf("an empty file: %v, %v", got, err)
	}
}

func FuzzForeignWritten(f *testing.F) {
	for _, seed := range []string{"a: 15:00", "- &x {k: [1]}\n- *x\n- <<: *x\n", "? [a]\n: b", "a: !!str 5", "[[[[[["} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, readErr := ParseForeign(data, 1<<20)
		_, err := ForeignWritten(data, 1<<20)
		if (readErr == nil) != (err == nil) {
			t.Errorf("ParseForeign: %v, ForeignWritten: %v", readErr, err)
		}
	})
}
