package review

import "testing"

func FuzzSizeAndSeed(f *testing.F) {
	for _, line := range []string{"30 1", "5", "", "0 1", "30 -1", "99999999999999999999 1", "1 2 3"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if size, _, err := sizeAndSeed(line); err == nil && (size < 1 || size > mostSample) {
			t.Fatalf("%q is taken as a sample of %d", line, size)
		}
	})
}
