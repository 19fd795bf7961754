package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
)

// numbered is the toy trial under another id and in another split.
func numbered(n int, split Split) *Trial {
	t := toyTrial()
	t.Trajectory.Trial = fmt.Sprintf("tri_%04d", n)
	t.Split = split
	return t
}

// exported writes some trials and returns the folder.
func exported(t testing.TB, into string, o *Options, target Target, trials ...*Trial) (*Report, error) {
	t.Helper()
	target.Into = into
	if target.Name == "" {
		target.Name = "toy"
	}
	d, err := Create(target, o)
	if err != nil {
		return nil, err
	}
	d.Leave(exclude(Ungraded, "tri_9999"))
	for _, trial := range trials {
		if err := d.Add(written(t, trial, o)); err != nil {
			t.Fatal(err)
		}
	}
	return d.Finish()
}

// tree reads a folder: path to content.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, relErr := filepath.Rel(dir, path)
		if relErr != nil {
			return relErr
		}
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestDatasetOfEveryFormat(t *testing.T) {
	for _, f := range Formats() {
		for _, columnar := range []bool{false, true} {
			if f.Pair != nil || columnar && (f.NoParquet || f.PerTrial) {
				continue
			}
			t.Run(fmt.Sprintf("%s parquet=%v", f.Name, columnar), func(t *testing.T) {
				o := &Options{Format: f, Parquet: columnar}
				parent := t.TempDir()
				trials := []*Trial{numbered(1, Train), numbered(2, Failed), numbered(3, Train), numbered(4, Validation)}
				r, err := exported(t, filepath.Join(parent, "a"), o, Target{Version: "1"}, trials...)
				if err != nil {
					t.Fatal(err)
				}
				checkReport(t, filepath.Join(parent, "a"), r, f)
				if _, err := exported(t, filepath.Join(parent, "b"), o, Target{Version: "1"}, trials...); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(tree(t, filepath.Join(parent, "a")), tree(t, filepath.Join(parent, "b"))); diff != "" {
					t.Errorf("written twice it differs: %s", diff)
				}
				if entries, err := os.ReadDir(parent); err != nil || len(entries) != 2 {
					t.Errorf("%d entries beside the exports, %v", len(entries), err)
				}
			})
		}
	}
}

// checkReport checks that the counts add up and the files are those that are named.
func checkReport(t *testing.T, dir string, r *Report, f *Format) {
	t.Helper()
	units, rows := 0, 0
	for _, s := range r.Splits {
		units += s.Units
		rows += s.Rows
	}
	for _, c := range r.Excluded {
		units += c.Count
	}
	if units != r.Considered || r.Considered != 5 {
		t.Errorf("%d of %d units are accounted for", units, r.Considered)
	}
	files := tree(t, dir)
	for _, named := range r.Files {
		body, ok := files[named.Path]
		if !ok || int64(len(body)) != named.Bytes || det.SHA256Hex([]byte(body)) != named.SHA256 {
			t.Errorf("%s: there %v, %d bytes", named.Path, ok, len(body))
		}
		delete(files, named.Path)
		if strings.HasSuffix(named.Path, ".jsonl") && strings.Count(body, "\n") != named.Rows {
			t.Errorf("%s has %d lines for %d rows", named.Path, strings.Count(body, "\n"), named.Rows)
		}
		if !strings.HasPrefix(named.Path, "origin/") {
			rows -= named.Rows
		}
	}
	if rows != 0 {
		t.Errorf("the files hold %d rows less than the splits", rows)
	}
	for _, beside := range []string{"README.md", ManifestFile} {
		if files[beside] == "" {
			t.Errorf("%s is missing", beside)
		}
		delete(files, beside)
	}
	for path := range files {
		if !strings.HasSuffix(path, ".yaml") && path != "dataset_info.json" {
			t.Errorf("%s is nowhere named", path)
		}
	}
	if f.Name == nameLlamaFactory {
		var info map[string]struct {
			File string `json:"file_name"`
		}
		if err := json.Unmarshal([]byte(files["dataset_info.json"]), &info); err != nil || info["toy_train"].File != "data/train-00000-of-00001."+extensionOf(r) || len(info) != 3 {
			t.Errorf("dataset_info.json: %v %+v", err, info)
		}
	}
}

func extensionOf(r *Report) string {
	if r.Settings.Parquet {
		return "parquet"
	}
	return "jsonl"
}

// What is there is replaced by exports alone, and only when that is asked for.
func TestDatasetReplacesNothingUnasked(t *testing.T) {
	o := optionsFor(t, "trl")
	dir := filepath.Join(t.TempDir(), "out")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := exported(t, dir, o, Target{}, numbered(1, Train)); err != nil {
		t.Fatalf("an empty folder is free: %v", err)
	}
	before := tree(t, dir)
	if _, err := exported(t, dir, o, Target{}, numbered(2, Train)); fault.KindOf(err) != fault.Conflict {
		t.Errorf("an export is there: %v", err)
	}
	if diff := cmp.Diff(before, tree(t, dir)); diff != "" {
		t.Error(diff)
	}
	if _, err := exported(t, dir, o, Target{Force: true}, numbered(2, Train)); err != nil {
		t.Fatal(err)
	}
	if after := tree(t, dir); !strings.Contains(after["data/train-00000-of-00001.jsonl"], "tri_0002") || strings.Contains(after["data/train-00000-of-00001.jsonl"], "tri_0001") {
		t.Error("the former export was not replaced")
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, ManifestFile), []byte(`{"schema":"another"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := exported(t, other, o, Target{Force: true}, numbered(1, Train)); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a folder of somebody else's: %v", err)
	}
	file := filepath.Join(other, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := exported(t, file, o, Target{Force: true}, numbered(1, Train)); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a file: %v", err)
	}
}

// Nothing is left behind where an export is stopped.
func TestDatasetStopped(t *testing.T) {
	parent := t.TempDir()
	into := filepath.Join(parent, "out")
	nothing := func(what string) {
		t.Helper()
		if entries, err := os.ReadDir(parent); err != nil || len(entries) != 0 {
			t.Errorf("%s: %d entries left, %v", what, len(entries), err)
		}
	}
	leaky := trialOf(trace.Step{Text: "Write to ann@corp.com."})
	r, err := exported(t, into, optionsFor(t, "trl"), Target{}, leaky)
	if fault.KindOf(err) != fault.Denied || r == nil || r.Leaks.Counts[LeakEmail] != 1 {
		t.Errorf("a leak: %v", err)
	}
	nothing("a leak")
	if r, err := exported(t, into, optionsFor(t, "trl"), Target{}); fault.KindOf(err) != fault.NotFound || len(r.Excluded) != 1 {
		t.Errorf("no rows: %v", err)
	}
	nothing("no rows")
	d, err := Create(Target{Into: into}, optionsFor(t, "trl"))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Add(written(t, toyTrial(), optionsFor(t, "trl"))); err != nil {
		t.Fatal(err)
	}
	if err := d.Discard(); err != nil {
		t.Fatal(err)
	}
	nothing("discarded")
	if r, err := exported(t, into, optionsFor(t, "trl"), Target{Allow: []LeakKind{LeakEmail}}, leaky); err != nil || r.Leaks.Counts[LeakEmail] != 1 {
		t.Errorf("allowed: %v", err)
	}
}

func TestOptionsThatDoNotFit(t *testing.T) {
	tests := []struct {
		format string
		change func(*Options)
		fits   bool
	}{
		{"trl", func(o *Options) { o.MaskFailed = true }, false},
		{"trl", func(o *Options) { o.MaskFailed, o.Explode = true, true }, true},
		{"llamafactory", func(o *Options) { o.MaskFailed = true }, false},
		{"axolotl", func(o *Options) { o.MaskFailed = true }, true},
		{"trl", func(o *Options) { o.Arguments = String }, true},
		{"trl", func(o *Options) { o.Arguments = "xml" }, false},
		{"openai", func(o *Options) { o.Arguments = Object }, false},
		{"hermes", func(o *Options) { o.Arguments = Object }, false},
		{"openai", func(o *Options) { o.Parquet = true }, false},
		{"slime", func(o *Options) { o.Parquet = true }, false},
		{"atif", func(o *Options) { o.Parquet = true }, false},
		{"atif", func(o *Options) { o.Explode = true }, false},
		{"preference", func(o *Options) { o.Explode = true }, false},
		{"next-observation", func(o *Options) { o.Explode = true }, false},
		{"next-observation", func(o *Options) { o.MaskFailed = true }, false},
		{"atif", func(o *Options) { o.MaskFailed = true }, false},
		{"preference", func(o *Options) { o.RestOfTrial = true }, true},
		{"trl", func(o *Options) { o.RestOfTrial = true }, false},
	}
	for i, tt := range tests {
		o := optionsFor(t, tt.format)
		tt.change(o)
		if err := o.Check(); (err == nil) != tt.fits || err != nil && (fault.KindOf(err) != fault.Usage || fault.HintOf(err) == "") {
			t.Errorf("case %d, %s: %v", i, tt.format, err)
		}
	}
	if _, err := FindFormat("csv"); fault.KindOf(err) != fault.NotFound || !strings.Contains(fault.HintOf(err), "trl") {
		t.Errorf("%v", err)
	}
}

func TestFileName(t *testing.T) {
	for id, want := range map[string]string{"tri_01-a": "tri_01-a", "../x": "", "": "", "a b": "", strings.Repeat("x", 300): "", "é": ""} {
		got := fileName(id)
		if want != "" && got != want || want == "" && (!strings.HasPrefix(got, "trial_") || len(got) != 18) {
			t.Errorf("%q: %q", id, got)
		}
	}
	if fileName("a/b") == fileName("a\\b") {
		t.Error("two ids share a file")
	}
}

func TestCardNamesWhatIsThere(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	o := optionsFor(t, "trl")
	o.License = "Apache-2.0"
	if _, err := exported(t, dir, o, Target{Name: "a *bold*\nname", Version: "1.2"}, numbered(1, Train), numbered(2, Failed)); err != nil {
		t.Fatal(err)
	}
	text := tree(t, dir)["README.md"]
	for _, want := range []string{"license: \"apache-2.0\"\n", "pretty_name: \"a *bold*\\nname\"\n", "# a \\*bold\\* name\n", "  - split: train\n    path: data/train-*\n", "  - split: failed\n",
		"size_categories: [\"n<1K\"]\n", "- name: messages\n    list: json\n", "| train | 1 | 1 |", "left out: 1, a check could not be decided"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if bytes.Contains([]byte(text), []byte("\r")) {
		t.Error("a carriage return")
	}
}
