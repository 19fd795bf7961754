package harbor_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/harbor"
)

// Harbor asks its hub for every name with a slash, and its registry files for the others alone.
func TestRegistryNamesTheSetWithoutItsOrganisation(t *testing.T) {
	o, into := options(), filepath.Join(t.TempDir(), "set")
	d, err := harbor.Create(into, false, &o)
	if err != nil {
		t.Fatal(err)
	}
	const id = "one-free-hour-000005"
	w, err := harbor.NewTask(t.Context(), newKit(t).load(t, id), o.Seed)
	if err != nil {
		t.Fatal(err)
	}
	one, none := 1.0, 0.0
	if err := d.Add(w); err != nil {
		t.Fatal(err)
	}
	if err := d.Settle("digest", harbor.Dry{Task: id, Oracle: &one, Nop: &none}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Finish(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(into, "registry.json"))
	if err != nil {
		t.Fatal(err)
	}
	var sets []struct {
		Name  string
		Tasks []struct{ Name, Path string }
	}
	if err := json.Unmarshal(data, &sets); err != nil {
		t.Fatal(err)
	}
	if len(sets) != 1 || sets[0].Name != "set" || len(sets[0].Tasks) != 1 || sets[0].Tasks[0].Path != "tasks/"+id {
		t.Errorf("%+v", sets)
	}
	listed, err := os.ReadFile(filepath.Join(into, "dataset.toml"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(listed), `name = "example/set"`) { // the hub's own file does name it
		t.Errorf("%s", listed)
	}
}
