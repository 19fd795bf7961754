package coverage

import "testing"

func FuzzReadMake(f *testing.F) {
	for _, line := range []string{"20 1 my-library", "20 1", "0 1 x", "20 x y", "1 2 a folder with blanks", "99999999999999999999 1 x"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if m, err := readMake(line); err == nil && (m.count < 1 || m.count > mostMake || m.into == "") {
			t.Fatalf("%q is taken as %+v", line, m)
		}
	})
}
