package documents_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/services/documents"
)

const tiny = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n" +
	"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R>>endobj\n" +
	"4 0 obj<</Length 17>>\nstream\nBT (Invoice) Tj ET\nendstream\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"

func TestExtract(t *testing.T) {
	dir := t.TempDir()
	write := func(name, data string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := write("good.pdf", tiny)
	pages, err := documents.Extract(good, int64(len(tiny)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"Invoice"}, pages); diff != "" {
		t.Errorf("pages (-want +got)\n%s", diff)
	}
	tests := []struct {
		name, path string
		most       int64
		want       fault.Kind
	}{
		{"one byte too long", good, int64(len(tiny)) - 1, fault.Exhausted},
		{"absent", filepath.Join(dir, "absent.pdf"), 1000, fault.NotFound},
		{"a folder", dir, 1000, fault.Invalid},
		{"no PDF", write("fake.pdf", "hello"), 1000, fault.Invalid},
		{"empty", write("empty.pdf", ""), 1000, fault.Invalid},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pages, err := documents.Extract(tt.path, tt.most)
			if fault.KindOf(err) != tt.want || pages != nil {
				t.Errorf("pages %v, error %v; want the kind %s", pages, err, tt.want)
			}
		})
	}
}
