package value

import (
	"errors"
	"io"
	"strings"
	"testing"
)

func TestStrictlyTakesOneDocumentOfKnownMembers(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": 1}`:         "",
		" {\"a\": 1} \n\t": "",
		`{}`:               "",
		`{"a": 1}}`:        "stands behind",
		`{"a": 1}]`:        "stands behind",
		`{"a": 1} {}`:      "stands behind",
		`{"a": 1} x`:       "stands behind",
		`{"a": 1}"`:        "unexpected EOF",
		`{"b": 1}`:         "unknown field",
		`{"a": `:           "unexpected EOF",
	} {
		var into struct{ A int }
		err := Strictly(strings.NewReader(text), &into)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if err := Strictly(strings.NewReader("  "), new(any)); !errors.Is(err, io.EOF) {
		t.Errorf("nothing at all: %v", err)
	}
}

func TestStrictlyTellsOfABrokenReader(t *testing.T) {
	broken := errors.New("broken off")
	err := Strictly(io.MultiReader(strings.NewReader(`{} `), failing{broken}), new(any))
	if !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
