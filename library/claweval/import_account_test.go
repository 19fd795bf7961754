package claweval_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/library/claweval"
)

// everyValueIsAccountedFor walks every file of every task, and those of other tasks that were
// read, by other means than the importer, and compares with the report: each value is covered by
// entries of exactly one path, and these count as many as there are.
func (report importedData) everyValueIsAccountedFor(t *testing.T) {
	source := report.source
	values := 0
	for _, r := range report.Tasks {
		reported := map[string]bool{}
		for _, f := range r.Files {
			if reported[f.Path] {
				t.Errorf("%s: %s is reported twice", r.ID, f.Path)
			}
			reported[f.Path] = true
			values += checkFile(t, source, f)
		}
		for _, name := range filesBelow(t, source, r.Folder) {
			if !reported[name] {
				t.Errorf("%s: %s is not in the report", r.ID, name)
			}
		}
	}
	sum := 0
	for _, n := range report.Totals.Values {
		sum += n
	}
	if sum != values || values < 15_000 {
		t.Errorf("%d values in the files, %d in the totals", values, sum)
	}
}

func filesBelow(t *testing.T, source, folder string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(filepath.Join(source, folder), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, relErr := filepath.Rel(source, path)
			out, err = append(out, filepath.ToSlash(rel)), relErr
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// checkFile compares one file with its entries and returns the number of its values.
func checkFile(t *testing.T, source string, f claweval.FileEntry) int {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(source, filepath.FromSlash(f.Path)))
	if err != nil {
		t.Errorf("%v", err)
		return 0
	}
	found := leafPaths(t, f.Path, data)
	if len(found) != f.Leaves {
		t.Errorf("%s: %d values, reported %d", f.Path, len(found), f.Leaves)
	}
	if int64(len(data)) != f.Bytes {
		t.Errorf("%s: %d bytes, reported %d", f.Path, len(data), f.Bytes)
	}
	counted := map[string]int{}
	for _, e := range f.Entries {
		counted[e.Path] += e.Leaves
		if e.Status != claweval.Mapped && e.Note == "" {
			t.Errorf("%s %s is %s without a reason", f.Path, e.Path, e.Status)
		}
	}
	forms := map[string]*regexp.Regexp{}
	for path := range counted {
		forms[path] = regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(path), `\[\]`, `\[\d+\]`) + `($|[.\[])`)
		if path == "" {
			forms[path] = regexp.MustCompile("")
		}
	}
	for _, leaf := range found {
		var by []string
		for path, form := range forms {
			if form.MatchString(leaf) {
				by = append(by, path)
				counted[path]--
			}
		}
		if len(by) != 1 {
			sort.Strings(by)
			t.Errorf("%s: %s is accounted for by %q", f.Path, leaf, by)
		}
	}
	for path, n := range counted {
		if n != 0 {
			t.Errorf("%s: entries of %q count %d values too many", f.Path, path, n)
		}
	}
	return len(found)
}

// leafPaths lists the paths of scalars, empty lists and empty mappings; one path where a file is
// no data.
func leafPaths(t *testing.T, name string, data []byte) []string {
	t.Helper()
	var v any
	switch filepath.Ext(name) {
	case ".json":
		if err := json.Unmarshal(data, &v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	case ".yaml":
		doc, err := task.ParseForeign(data, 1<<20)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := json.Unmarshal(value.Append(nil, doc), &v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	default:
		return []string{""}
	}
	var out []string
	var walk func(v any, path string)
	walk = func(v any, path string) {
		switch v := v.(type) {
		case map[string]any:
			for k, item := range v {
				if path == "" {
					walk(item, k)
				} else {
					walk(item, path+"."+k)
				}
			}
			if len(v) > 0 {
				return
			}
		case []any:
			for i, item := range v {
				walk(item, fmt.Sprintf("%s[%d]", path, i))
			}
			if len(v) > 0 {
				return
			}
		}
		out = append(out, path)
	}
	walk(v, "")
	return out
}

// TestAccountOfOddFiles: what no task of the benchmark has is accounted for, too.
func TestAccountOfOddFiles(t *testing.T) {
	dir := folder(t,
		"T1/task.yaml", smallTask("T1", `colour: {a: 1, b: []}
environment: {max_turns: 5, timeout_seconds: 0, sandbox_tools: true}
user_agent: {enabled: true, persona: Kim, max_rounds: 3, mood: good}
scoring_components:
- {name: a, weight: 2, check: {type: dance}, hue: 3}
- {name: b}
`),
		"T1/fixtures/n.json", `[{"note_id":"a","title":5,"created_at":"soon","hue":{"x":[1,2]},"_own":1,"participants":"Kim","content":null,"duration_minutes":"30"},{},{"note_id":"a"}]`,
		"T1/grader.py", "print()", "T1/fixtures/b.bin", "\x00", "T1/fixtures/broken.json", "[")
	report, _ := importFolder(t, dir)
	for _, f := range report.Tasks[0].Files {
		if filepath.Base(f.Path) == "broken.json" {
			if f.Leaves != 1 {
				t.Errorf("a broken file counts %d values", f.Leaves)
			}
			continue
		}
		checkFile(t, dir, f)
	}
	if n := len(report.Tasks[0].Files); n != 5 {
		t.Errorf("%d files", n)
	}
}

func importFolder(t *testing.T, dir string) (*claweval.Report, string) {
	t.Helper()
	into := t.TempDir()
	report, err := claweval.Import(t.Context(), dir, importOptions(t, into))
	if err != nil {
		t.Fatal(err)
	}
	return report, into
}
