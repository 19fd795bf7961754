package task

import (
	"os"
	"path/filepath"
	"testing"

	"coworkenv.dev/coworkenv/core/sharedtest"
)

// examples returns the ten example tasks by file name.
func examples(t testing.TB) map[string][]byte {
	t.Helper()
	dir := filepath.Join(sharedtest.Dir(t), "spec", "examples")
	names, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no examples in %s: %v", dir, err)
	}
	out := map[string][]byte{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(name)] = data
	}
	return out
}

func TestExamplesParse(t *testing.T) {
	for name, data := range examples(t) {
		_, problems := Parse(name, data)
		for _, p := range problems {
			t.Error(p)
		}
	}
}

func TestExamplesBind(t *testing.T) {
	for name, data := range examples(t) {
		t.Run(name, func(t *testing.T) {
			b := bindToy(t, name, data)
			for _, f := range b.FactInfos() {
				v, _ := b.Fact("", f.Name)
				t.Logf("%s = %s", f.Name, Show(v))
			}
		})
	}
}
