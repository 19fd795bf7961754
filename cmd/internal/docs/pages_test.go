package docs_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"coworkenv.dev/coworkenv/cmd/internal/app"
	"coworkenv.dev/coworkenv/cmd/internal/docs"
	"coworkenv.dev/coworkenv/core/det"
)

var update = flag.Bool("update", false, "rewrite the derived pages")

// TestPagesAreFresh holds docs/ against the program.
func TestPagesAreFresh(t *testing.T) {
	e, err := app.New(det.System())
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range docs.Pages(e) {
		file := filepath.Join("..", "..", "..", "docs", name)
		if *update {
			if err := os.WriteFile(file, want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(file)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("docs/%s is stale: go test ./cmd/internal/docs -update (%v)", name, err)
		}
	}
}
