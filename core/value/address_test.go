package value

import (
	"net/mail"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
)

// What is plain is read as it is by who knows the grammar.
func TestPlainAddress(t *testing.T) {
	for s, want := range map[string]bool{
		"ada@example.com": true, "A.b-c_d+7@x": true, "": false, "@": false, "a@": false, "@b": false, "a": false, "a@b@c": false,
		"a.@b": false, ".a@b": false, "a..b@c": false, "a@b.": false, "a@.b": false, "Ada <a@b>": false, "ä@b": false, "a @b": false,
	} {
		if plainAddress(s) != want {
			t.Errorf("%q is plain: %v", s, !want)
		}
	}
	rand, letters := det.NewRand(3, "addresses"), "aZ9.@-+_ é<\"["
	plain := 0
	for range 200_000 {
		b := make([]byte, rand.Intn(9))
		for i := range b {
			b[i] = letters[rand.Intn(len(letters))]
		}
		if s := string(b); plainAddress(s) {
			plain++
			if a, err := mail.ParseAddress(s); err != nil || a.Address != s {
				t.Fatalf("%q is read as %v, %v", s, a, err)
			}
		}
	}
	if plain < 100 {
		t.Errorf("only %d were plain", plain)
	}
}
