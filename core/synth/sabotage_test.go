package synth_test

import (
	"bytes"
	"testing"

	"coworkenv.dev/coworkenv/core/synth"
)

func TestSabotageIsRepeatable(t *testing.T) {
	file := []byte("request:\n  - say: |\n      Do it.\n\nrecords:\n  a.b:\n    - {b_id: B-1, c_id: C-2}\n    - {c_id: C-2}\n\nchecks:\n  - {id: x, weight: 1, needs: [y], answer: {n: 1}}\n")
	seen := map[string]bool{}
	for _, x := range synth.Sabotages() {
		if seen[x.Class] {
			t.Errorf("two classes are called %s", x.Class)
		}
		seen[x.Class] = true
		one, ok := x.Alter(file, 3)
		two, again := x.Alter(file, 3)
		if ok != again || !bytes.Equal(one, two) {
			t.Errorf("%s differs for one seed", x.Class)
		}
		if changed := !bytes.Equal(one, file); changed != ok {
			t.Errorf("%s: changed %v, reported %v", x.Class, changed, ok)
		}
	}
	if len(seen) < 12 {
		t.Errorf("only %d classes", len(seen))
	}
}

func TestSaboteurTakesItsShare(t *testing.T) {
	alter := synth.Saboteur(5)
	file := []byte("checks:\n  - {id: x, weight: 1, answer: {n: 1}}\n")
	n := 0
	for seed := range uint64(100) {
		out, class := alter(synth.Slot{}, seed, file)
		if (class != "") != !bytes.Equal(out, file) {
			t.Errorf("seed %d: class %q", seed, class)
		}
		if class != "" {
			n++
		}
	}
	if n != 20 {
		t.Errorf("%d of 100 drafts were damaged", n)
	}
}
