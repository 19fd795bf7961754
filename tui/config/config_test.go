package config_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/tui/config"
)

func known() config.Known {
	return config.Known{Actions: []string{"library.filter", "library.open"}, Columns: map[string][]string{"library": {"id", "gate"}}}
}

func TestParse(t *testing.T) {
	tests := []struct{ name, text, problem, hint string }{
		{"empty", `{}`, "", ""},
		{"all", `{"$schema": "x", "theme": "light", "mouse": false, "fps": 30, "keys": {"library.filter": ["/", "f"], "library.open": []}, "columns": {"library": ["gate", "id"]}}`, "", ""},
		{"unknown setting", `{"colour": "red"}`, "colour", ""},
		{"wrong type", `{"mouse": "on"}`, "mouse", ""},
		{"fps", `{"fps": 500}`, "fps is 500", "1 to 120"},
		{"action", `{"keys": {"library.fliter": ["/"]}}`, "library.fliter", "did you mean library.filter?"},
		{"screen", `{"columns": {"libary": ["id"]}}`, "libary", "did you mean library?"},
		{"column", `{"columns": {"library": ["title"]}}`, "title", "there are id, gate"},
		{"more", `{} {}`, "stands behind", ""},
		{"no JSON", `theme: dark`, "JSON", ""},
	}
	schema := compile(t)
	for _, tt := range tests {
		_, err := config.Parse([]byte(tt.text), known())
		if (err == nil) != (tt.problem == "") || err != nil && (!strings.Contains(err.Error(), tt.problem) || !strings.Contains(fault.HintOf(err), tt.hint)) {
			t.Errorf("%s: %v (%s)", tt.name, err, fault.HintOf(err))
		}
		// The schema says the same of whatever is JSON.
		doc, jsonErr := jsonschema.UnmarshalJSON(strings.NewReader(tt.text))
		if jsonErr == nil && (schema.Validate(doc) == nil) != (tt.problem == "") {
			t.Errorf("%s: the schema says %v", tt.name, schema.Validate(doc))
		}
	}
}

func compile(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := config.Schema(known())
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(text) {
		t.Fatalf("the schema is no JSON: %s", text)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("config.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("config.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	c, err := config.Read(filepath.Join(dir, "none.json"), known())
	if err != nil || c.Theme != "" {
		t.Errorf("without a file: %+v, %v", c, err)
	}
	file := filepath.Join(dir, "c.json")
	if err := os.WriteFile(file, []byte(`{"theme": "mono", "nope": 1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Read(file, known()); err == nil || !strings.Contains(err.Error(), file) || fault.KindOf(err) != fault.Invalid {
		t.Errorf("a wrong file: %v", err)
	}
	if _, err := config.Read(dir, known()); err == nil {
		t.Error("a folder is read")
	}
}

func TestTheme(t *testing.T) {
	for _, name := range []string{"", "light"} {
		if _, err := config.Theme(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := config.Theme("pink"); err == nil || !strings.Contains(fault.HintOf(err), "contrast") {
		t.Errorf("pink: %v", err)
	}
	file := filepath.Join(t.TempDir(), "t.json")
	if err := os.WriteFile(file, []byte(`{"name": "mine"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Theme(file); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a theme without looks: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"theme": "light", "keys": {"library.open": ["x"]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := config.Parse(data, known())
		if err == nil && c == nil {
			t.Fatal("neither a configuration nor an error")
		}
	})
}
