package claweval_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/library/claweval"
)

// importFuzzed imports one task of foreign bytes and checks what holds of every import: it does
// not fail, what is written loads, and entries count every value of task.yaml once.
func importFuzzed(t *testing.T, opts claweval.ImportOptions, yaml, fixture []byte) {
	t.Helper()
	dir := folder(t, "T1/task.yaml", string(yaml), "T1/fixtures/n.json", string(fixture))
	into := filepath.Join(filepath.Dir(dir), "into")
	opts.Into = into
	report, err := claweval.Import(context.Background(), dir, opts)
	if err != nil {
		t.Fatal(err)
	}
	r := report.Tasks[0]
	for _, f := range r.Files {
		sum := 0
		for _, e := range f.Entries {
			sum += e.Leaves
		}
		if sum != f.Leaves {
			t.Errorf("%s has %d values, and entries for %d", f.Path, f.Leaves, sum)
		}
	}
	if r.Status != claweval.TaskImported {
		return
	}
	loaded, problems := task.Load(filepath.Join(into, r.ID), task.LoadOptions{})
	if err := problems.Err(); err != nil || !loaded.Imported() {
		t.Errorf("what was written does not load: %v", err)
	}
	data, err := os.ReadFile(filepath.Join(into, "import-report.json"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := value.Parse(data); err != nil {
		t.Errorf("the report is no JSON: %v", err)
	}
}

func FuzzImportTask(f *testing.F) {
	for _, seed := range []string{
		smallTask("T1", ""), "", "[", "a: &x [*x]", "services: [1, {name: [x]}, {name: notes, env: {NOTES_FIXTURES: [1]}}]\nprompt: {text: a}",
		smallTask("T1", "scoring_components: [1, {weight: 1e400}, {name: {a: b}, weight: 0.5, check: [x]}]\nsafety_checks: [{type: [a]}, null]\nexpected_actions: [x]\n"),
		smallTask("T1", "\"a.b[0]\": {\"\": 1}\nuser_agent: {enabled: yes, max_rounds: 99999999999}\ntags: {a: b}\ntools: x\n"),
		smallTask("T1", "judge_rubric: \"\\u2028 \\t x\\n\\n  y \\0\"\nreference_solution: |\n  a\n\n\ncategory: [a]\nsandbox_files: [../../etc/passwd, '']\n"),
		"task_id: T1\nprompt: {text: x}\ntool_endpoints: [{tool_name: a, url: 'http://[::1'}]\ntools: [{name: a}, {name: a}]\nservices: [{name: notes, command: mock_services/notes/server.py, port: 99999999999999999999}]\n",
	} {
		f.Add([]byte(seed))
	}
	opts := importOptions(f, "")
	f.Fuzz(func(t *testing.T, data []byte) {
		importFuzzed(t, opts, data, []byte(`[{"note_id":"a","title":"x","created_at":"2026-03-01","participants":[],"content":"","duration_minutes":5}]`))
	})
}

func FuzzImportFixture(f *testing.F) {
	for _, seed := range []string{
		`[{"note_id":"a","title":"x","created_at":"2026-03-01T09:00:00","participants":["b"],"content":"","duration_minutes":5}]`,
		`[{"note_id":"true","title":"null","created_at":"9999-12-31","participants":[],"content":"a\u2028b\n #c: d\n","duration_minutes":5,"note_id":"- x"}]`,
		`[{"note_id":"=1","_a":NaN,"b":{"c":[Infinity]},"created_at":"0001-01-01T00:00:00+14:00","duration_minutes":1e2}]`,
		`[{"note_id":"\ud800","created_at":"2026-02-30","title":" \u0000\u007f\ufeff","content":"|-\n\ttab","duration_minutes":"12"}]`,
		`[[]]`, `{}`, `[`, `[{"":{"":[]}}]`, "\ufeff[]",
	} {
		f.Add([]byte(seed))
	}
	opts := importOptions(f, "")
	f.Fuzz(func(t *testing.T, data []byte) { importFuzzed(t, opts, []byte(smallTask("T1", "")), data) })
}
