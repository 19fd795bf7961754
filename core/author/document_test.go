package author

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

func TestFindDocument(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"fenced", "Sure.\n```yaml\nschema: x\n```\nDone.", "schema: x\n"},
		{"fenced without a language", "```\nid: a\n```", "id: a\n"},
		{"the largest of several", "```yaml\nid: a\n```\n```yaml\nid: b\ntitle: c\n```", "id: b\ntitle: c\n"},
		{"not a block of something else", "```sh\nrm -rf x\nrm -rf y and much more\n```\n```yaml\nid: a\n```", "id: a\n"},
		{"fences within a text", "```yaml\nbrief: |\n  ```\n  code\n  ```\nid: a\n```", "brief: |\n  ```\n  code\n  ```\nid: a\n"},
		{"bare YAML", "Here it is:\n\nschema: x\nid: a", "schema: x\nid: a\n"},
		{"bare JSON", "Here it is: \n{\"id\": \"a\"}\nI hope it helps.", "{\"id\": \"a\"}\n"},
		{"JSON that is broken", "```json\n{\"id\": \n```", "{\"id\":\n"},
		{"other line ends", "```yaml\r\nid: a\r\n```\r\n", "id: a\n"},
		{"a document mark", "```yaml\n---\nid: a\n```", "---\nid: a\n"},
		{"nothing", "I cannot do that.", ""},
		{"prose with a colon", "Note: this is hard.", ""},
		{"cut", "```yaml\nid: a\ntitle: b", ""},
		{"no text", "", ""},
		{"zeros", "id: a\x00", ""},
		{"no UTF-8", "id: \xff", ""},
		{"too long", "id: " + strings.Repeat("a", mostReply), ""},
	}
	for _, tt := range tests {
		got, err := FindDocument(tt.text)
		if string(got) != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s: %q, %v", tt.name, got, err)
		}
		if err != nil && (fault.KindOf(err) != fault.Invalid || fault.HintOf(err) == "") {
			t.Errorf("%s: %v has no hint", tt.name, err)
		}
	}
}

func TestSections(t *testing.T) {
	tests := []struct {
		name, doc string
		keys      string // "" = it stays as it is
	}{
		{"YAML", "# head\nid: a\nchecks:\n  - {id: b}\n# about records\nrecords: {}\n", "id checks records"},
		{"JSON", `{"id": "a", "records": {"x.y": [{"k": "1: [2"}]}}`, "id records"},
		{"a list in the first column", "checks:\n- {id: b}\nid: a\n", "checks id"},
		{"one line", "{id: a, title: b}\n", ""},
		{"a bracket in the first column", "checks: [\n  {id: b},\n]\nid: a\n", "checks id"},
		{"quoted keys", "\"id\": a\n'title': b\n", "id title"},
		{"a key that only looks like one", "title: |\n  id: b\nid: a\n", "title id"},
		{"not readable", "id: [a\n", ""},
	}
	for _, tt := range tests {
		list, ok := sectionsOf([]byte(tt.doc))
		var keys []string
		for _, s := range list {
			keys = append(keys, s.key)
		}
		if ok != (tt.keys != "") || ok && strings.Join(keys, " ") != tt.keys {
			t.Errorf("%s: %v %v", tt.name, keys, ok)
		}
	}
}

// TestStampedTasksStayTheSame: putting id and provenance into a file changes nothing else, as YAML and
// as JSON.
func TestStampedTasksStayTheSame(t *testing.T) {
	files, err := filepath.Glob("../../library/tasks/*/task.yaml")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := task.Parse("x", data)
		file, got, problems := stamped(data, "another-id", "{generator: model/x, seed: 1}")
		if got == nil || got.ID != "another-id" || got.Provenance.Generator != "model/x" {
			t.Fatalf("%s: %v\n%s", name, problems, file)
		}
		want.ID = got.ID
		if task.Digest(got) != task.Digest(want) {
			t.Errorf("%s has changed: %v", name, task.Diff(want, got))
		}
		if again, _, _ := stamped(file, "another-id", "{generator: model/x, seed: 1}"); string(again) != string(file) {
			t.Errorf("%s: stamping is not idempotent", name)
		}
	}
}

func FuzzDocument(f *testing.F) {
	for _, s := range []string{"```yaml\nid: a\n```", `{"id": "a", "x": [1]}`, "schema: x\nrequest:\n- say: |\n    id: b\n", "```json\n{\n```", "a: &x [*x]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := FindDocument(text)
		if err != nil {
			return
		}
		_, got, problems := stamped(doc, "the-id", "{generator: model/x}")
		if got == nil && problems.Err() == nil {
			t.Errorf("%q is neither read nor refused", doc)
		}
		if list, ok := sectionsOf(doc); ok && got != nil && got.ID != "the-id" {
			t.Errorf("%q has %d sections and the id %q", doc, len(list), got.ID)
		}
	})
}
