package all

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/servicetest"
)

var update = flag.Bool("update", false, "rewrite the golden catalogue")

// TestCatalogIsGolden pins what tasks, agents and the gate depend on. A wanted change is
// written with -update; where replies or effects change, raise the service's version too.
func TestCatalogIsGolden(t *testing.T) {
	got := servicetest.Describe(Services())
	path := filepath.Join("testdata", "catalog.golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("the catalogue changed (-golden +now); rewrite it with `go test ./services/all -update`\n%s", diff)
	}
}

func TestServicesAreSortedAndFresh(t *testing.T) {
	if !slices.IsSortedFunc(Services(), func(a, b *world.Service) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the list is not sorted by name")
	}
	first, second := Services(), Services()
	for i := range first {
		if first[i] == second[i] || &first[i].Tools[0] == &second[i].Tools[0] {
			t.Errorf("%s is shared between two calls", first[i].Name)
		}
	}
}

func TestCatalogIsSound(t *testing.T) {
	catalog, err := Catalog()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(catalog.Services()), len(Services()); got != want {
		t.Errorf("the catalogue has %d services, want %d", got, want)
	}
}
