package harbor

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"coworkenv.dev/coworkenv/core/export"
	"coworkenv.dev/coworkenv/core/fault"
)

// Report is what an export came to, and its manifest.
type Report struct {
	Schema  string     `json:"schema"`
	Into    string     `json:"into,omitempty"`
	Name    string     `json:"name"`
	Version string     `json:"version"` // of the program
	Seed    uint64     `json:"seed"`
	Tasks   []TaskLine `json:"tasks"`
	Left    []Dry      `json:"left_out"` // with why
}

// TaskLine is one written task.
type TaskLine struct {
	ID      string `json:"id"`
	Digest  string `json:"task_digest"`
	Content string `json:"content_digest"` // of the directory, as Harbor computes it
}

// Dataset is an export in the making, beside its place.
type Dataset struct {
	place  export.Folder
	dir    string
	opts   *Options
	sums   map[string]string // of files that many tasks share, by name
	report Report
}

// Create begins an export. Errors: Usage, Conflict where the place is taken.
func Create(into string, force bool, o *Options) (*Dataset, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if o.Binary != "" {
		if err := CheckBinary(o.Binary); err != nil {
			return nil, err
		}
	}
	into = filepath.Clean(into)
	place := export.Folder{Into: into, Force: force, Kind: "an export", Made: ours}
	if err := place.Free(); err != nil {
		return nil, err
	}
	dir, err := place.Beside()
	if err != nil {
		return nil, err
	}
	d := &Dataset{place: place, dir: dir, opts: o, sums: map[string]string{},
		report: Report{Schema: Format, Name: o.Org + "/" + o.Name, Version: o.Version, Seed: o.Seed, Tasks: []TaskLine{}, Left: []Dry{}}}
	if o.Binary != "" { // one file under many names, all on one disk
		held := filepath.Join(dir, "bin", BinaryName)
		if err := errors.Join(os.MkdirAll(filepath.Dir(held), 0o755), link(o.Binary, held)); err != nil {
			return nil, errors.Join(fault.Wrap("", err, "take the binary"), d.Discard())
		}
		own := *o
		own.Binary, d.opts = held, &own
	}
	return d, nil
}

const maxManifest = 64 << 20

func ours(dir string) bool {
	r, err := ReadManifest(dir)
	return err == nil && r.Schema == Format
}

// ReadManifest reads the manifest of an export.
func ReadManifest(dir string) (*Report, error) {
	data, err := readBounded(filepath.Join(dir, manifestFile), maxManifest)
	if err != nil {
		return nil, err
	}
	var r Report
	if err := json.Unmarshal(data, &r); err != nil || r.Schema != Format {
		return nil, fault.New(fault.Invalid, "%s is no manifest of such an export", filepath.Join(dir, manifestFile))
	}
	return &r, nil
}

// Dir is where a task's directory is made.
func (d *Dataset) Dir(id string) string { return filepath.Join(d.dir, "tasks", id) }

// Add writes a task.
func (d *Dataset) Add(w *Task) error {
	return w.Write(d.Dir(w.whole.Bound.Task.ID), d.opts)
}

// Settle notes what trying a task came to. One that is not as it must be is taken out again.
func (d *Dataset) Settle(digest string, tried Dry) error {
	dir := d.Dir(tried.Task)
	if !tried.OK() {
		d.report.Left = append(d.report.Left, tried)
		return remove(dir)
	}
	content, err := d.content(dir)
	if err != nil {
		return err
	}
	d.report.Tasks = append(d.report.Tasks, TaskLine{tried.Task, digest, content})
	return nil
}

// LeaveOut notes a task that was not written.
func (d *Dataset) LeaveOut(id, why string) {
	d.report.Left = append(d.report.Left, Dry{Task: id, Problem: why})
}

// content is the digest of a directory as Harbor computes it: of names and digests of its files.
func (d *Dataset) content(dir string) (string, error) {
	var names []string
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			rel, bad := filepath.Rel(dir, name)
			names, err = append(names, filepath.ToSlash(rel)), bad
		}
		return err
	})
	if err != nil {
		return "", fault.Wrap("", err, "list %s", dir)
	}
	slices.Sort(names)
	all := sha256.New()
	for _, name := range names {
		sum, err := d.sum(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(all, "%s\x00%s\n", name, sum)
	}
	return "sha256:" + hex.EncodeToString(all.Sum(nil)), nil
}

func (d *Dataset) sum(name string) (string, error) {
	shared := filepath.Base(name) == BinaryName
	if shared && d.sums[BinaryName] != "" {
		return d.sums[BinaryName], nil
	}
	f, err := os.Open(name)
	if err != nil {
		return "", fault.Wrap("", err, "read %s", name)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fault.Wrap("", err, "read %s", name)
	}
	sum := hex.EncodeToString(h.Sum(nil))
	if shared {
		d.sums[BinaryName] = sum
	}
	return sum, nil
}

// Finish writes the data set's own files and puts the export in its place.
func (d *Dataset) Finish() (*Report, error) {
	slices.SortFunc(d.report.Tasks, func(a, b TaskLine) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(d.report.Left, func(a, b Dry) int { return cmp.Compare(a.Task, b.Task) })
	if len(d.report.Tasks) == 0 {
		why := "no task can be exported"
		if len(d.report.Left) > 0 {
			why += ", e.g. " + d.report.Left[0].Task + ": " + d.report.Left[0].Problem
		}
		return nil, fault.New(fault.Invalid, "%s", why)
	}
	files, err := d.companions()
	if err == nil {
		err = writeTree(d.dir, files, 0o644)
	}
	if err == nil {
		err = d.place.Put(d.dir)
	}
	d.report.Into = d.place.Into
	return &d.report, err
}

// Discard takes away what was written so far.
func (d *Dataset) Discard() error {
	return remove(d.dir)
}

func remove(dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return fault.Wrap("", err, "take %s away", dir)
	}
	return nil
}
