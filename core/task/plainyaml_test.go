package task

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
)

// alike reads a file in both ways. Where plainYAML does not give up, its nodes must be those of the
// library, which must have found nothing wrong.
func alike(t *testing.T, data []byte) (plainly bool) {
	t.Helper()
	fast, slow := &reader{file: newFile("f", data)}, &reader{file: newFile("f", data)}
	root := fast.plainly()
	if root == nil {
		return false
	}
	other := slow.byLibrary()
	if len(slow.problems) > 0 || other == nil {
		t.Fatalf("the library finds %v in\n%s", slow.problems, data)
	}
	if fast.nodes != slow.nodes || fast.paths != slow.paths || !reflect.DeepEqual(root, other) {
		t.Fatalf("another reading (%d and %d nodes) than the library's of\n%s\n%s", fast.nodes, slow.nodes, data, firstDifference(root, other))
	}
	return true
}

func firstDifference(a, b *Node) string {
	if !reflect.DeepEqual(a.Keys, b.Keys) || len(a.Items) != len(b.Items) {
		return a.Path + " has other members"
	}
	for i := range a.Items {
		if !reflect.DeepEqual(a.Items[i], b.Items[i]) {
			return firstDifference(a.Items[i], b.Items[i])
		}
	}
	return a.Path + " of other form, place or text: " + a.Text + " - " + b.Text
}

var plainCases = []string{
	"a: b\n", "a:\nb:  \n", "a: # c\n  b: c # d\n", "a:\n- b\n- c: d\n  e: f\ng: h\n", "a:\n  -   b: c\n      d: e\n", "a: [b, c,d]\n", "a: [b,\n    c]  # d\n",
	"a: {b: c, d: {e: [f, {g: h}]}}\n", "a: {}\nb: []\n", "a: \"x\\n\\u4e2d\\\"y\\\\\" # c\n", "a: 'it''s' # c\n", "a: |\n  b\n\n   c # d\n\n\n# e\nf: g\n", "a: |-\n  b\n", "a:\n  - |\n    b\n  - c\n",
	"a: b#c #d\n", "a: =x == 1 ? 2 \n", "a: -1\nb: --x\n", "a: [-1, -x]\n", "a: 中文，字 # x\nb: {c: 中, d: 文}\n", "a: x  \n\n\n", "a: ~\nb: null\n", "a: {b: ., c: x:y, d: 12:30}\n", "a: |\n  b\n c: d\n",
	"\"a b\": c\n'd': e\n", "a: {\"*\": [b], '': c, 'e''f': 'g'}\n", "中 文: {日期: 2}\n", "a b : c\n", "\"a\" : c\n", "\"a\":\n  b: c\n", "a  b: c\n", "a: {b c: d e}\n", "- 'a': b\n", "a:\n  - 'a': b\n", "a:\n  - b c: d\n    e: f\n",
	"a: b\n  c\n", "a: b\n c: d\n", "a: [b\n, c]\n", "a: {b: c}\n  d: e\n", "a: 'b\n  c'\n", "a: |\n\n  b\n", "a: |\n  b\n   \n  c\n", "a: 'b': c\n", "a: [b: c]\n", "a: [b, ]\n", "a: b\na: c\n", "a: {b: c, b: d}\n", "a: x: y\n",
	"a:\n    b: c\n  d: e\n", "a:\n  - b\n - c\n", "a:\n  - b: c\n   d: e\n", "- a\n", "a: |\n b\n  # c\n", "a:\n  # b\n  c: d\n # e\nf:\n# g\n- h\n# i\n", "a: b\n---\nc: d\n", "a: b\n...\n", "a: \n\n  b: c\n", "a: {b: c}, d\n", "a: \"\\ud83d\"\n", "a: [\n]\n", "a: [ ]\n",
}

func TestPlainFilesAreReadAsTheLibraryReadsThem(t *testing.T) {
	for _, s := range plainCases {
		alike(t, []byte(s))
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "library", "tasks", "*", "task.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	plainly := 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if alike(t, data) {
			plainly++
		}
		cripple(t, data)
	}
	if plainly < len(files)/2 {
		t.Errorf("only %d of %d files of the library are read without the YAML library", plainly, len(files))
	}
}

// cripple reads a file with slips in it: a piece moved, left out or put in.
func cripple(t *testing.T, data []byte) {
	r := det.NewRand(uint64(len(data)), "cripple")
	pieces := []string{" ", "\n", "  ", "- ", ": ", "#", " #", ",", "{", "}", "[", "]", "'", "\"", "\\", "|", "?", ":", "&", "*", "-", "x", "\n\n", "\n  "}
	for range 60 {
		at := r.Intn(len(data))
		until := min(len(data), at+r.Intn(3))
		piece := pieces[r.Intn(len(pieces))]
		alike(t, bytes.ToValidUTF8(slices.Concat(data[:at], []byte(piece), data[until:]), nil))
	}
}

// Files of pieces put together by chance: few are YAML, and of those all must be read alike.
func TestPlainFilesOfChance(t *testing.T) {
	pieces := []string{"a", "b: ", "c:", "k: ", "k: ", "- ", "\n", "\n", "\n  ", "\n  ", "\n    ", "\n - ", "\n- ", "\n  - ", "{", "}", "[", "]", ", ", ",", "'x'", "\"y\"", "|", "|-", "|\n  z", "|\n   z\n",
		" #c", "#", "中", ":", "-", "?", "&x", "*x", "!x", "%", "@", "~", ".", "=x", "<<: ", " ", "  ", "---", "...", "\\", "12:30", "x y", "'it''s'", "\"a\\n\\u4e2d\"", "{a: b", "[a, b]", "{a: b, c: d}", "'q': ", "\"q\": ", "m n: ", "k: |\n  t\n", "k: |-\n  t\n  u\n"}
	r, plainly := det.NewRand(7, "chance"), 0
	for range 20_000 {
		data := []byte("k: ")
		for range 1 + r.Intn(12) {
			data = append(data, pieces[r.Intn(len(pieces))]...)
		}
		if alike(t, append(data, '\n')) {
			plainly++
		}
	}
	if plainly < 200 {
		t.Errorf("only %d files were read without the YAML library", plainly)
	}
}

// FuzzPlainly holds both ways of reading against each other.
func FuzzPlainly(f *testing.F) {
	seedFiles(f)
	for _, s := range plainCases {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if (&reader{file: newFile("f", data)}).readYAML() != nil { // within its bounds, and UTF-8
			alike(t, data)
		}
	})
}
