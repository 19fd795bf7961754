package sheets

import "testing"

func TestParseRange(t *testing.T) {
	tests := []struct {
		text string
		want span
		ok   bool
	}{
		{"", span{1, 1, 0, 0}, true},
		{"C7", span{3, 7, 3, 7}, true},
		{" $c$7 ", span{3, 7, 3, 7}, true},
		{"A1:D20", span{1, 1, 4, 20}, true},
		{"D20:A1", span{1, 1, 4, 20}, true},
		{"D1:A20", span{1, 1, 4, 20}, true},
		{"B:B", span{2, 1, 2, 0}, true},
		{"D:B", span{2, 1, 4, 0}, true},
		{"2:5", span{1, 2, 0, 5}, true},
		{"A2:C", span{1, 2, 3, 0}, true},
		{"B3:9", span{2, 3, 0, 9}, true},
		{"AA10", span{27, 10, 27, 10}, true},
		{"XFD1048576", span{16384, 1048576, 16384, 1048576}, true},
		{"XFE1", span{}, false},
		{"A1048577", span{}, false},
		{"Budget!B2", span{2, 2, 2, 2}, true},
		{"'Budget'!B2", span{2, 2, 2, 2}, true},
		{"Other!B2", span{}, false},
		{"Budget!", span{1, 1, 0, 0}, true},
		{"A", span{}, false},
		{"7", span{}, false},
		{"A0", span{}, false},
		{"7A", span{}, false},
		{"A1:", span{}, false},
		{"A1:B2:C3", span{}, false},
		{"A-1", span{}, false},
		{"２", span{}, false},
		{"A:5", span{}, false},
		{"2:C4", span{}, false},
	}
	for _, tt := range tests {
		got, err := parseRange(tt.text, "Budget")
		if (err == nil) != tt.ok || got != tt.want {
			t.Errorf("%q is %v (%v), want %v, %v", tt.text, got, err, tt.want, tt.ok)
		}
	}
}

func TestLetters(t *testing.T) {
	for n, want := range map[int]string{1: "A", 26: "Z", 27: "AA", 52: "AZ", 53: "BA", 702: "ZZ", 703: "AAA", 16384: "XFD"} {
		if got := letters(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}

// FuzzParseRange reads any text: no panic, and a range that is closed reads back as itself.
func FuzzParseRange(f *testing.F) {
	for _, s := range []string{"", "C7", "$A$1:$D$20", "B:B", "2:5", "A2:C", "'it''s'!A1", "!!!", "A1:A1", "ZZZ9999999", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := parseRange(s, "Budget")
		if err != nil {
			return
		}
		if r.left < 1 || r.top < 1 || r.right > maxColumn || r.bottom > maxRow {
			t.Fatalf("%q is %v", s, r)
		}
		if closed := r.within(maxColumn, maxRow); !closed.empty() {
			if again, err := parseRange(closed.String(), ""); err != nil || again != closed {
				t.Errorf("%q is %v, which reads back as %v (%v)", s, closed, again, err)
			}
		}
	})
}
