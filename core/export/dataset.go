package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
)

// ManifestFile is the name of the file that makes a folder an export.
const ManifestFile = "manifest.json"

// Target says where a data set goes.
type Target struct {
	Into      string
	Force     bool // replace an export that is there
	Name      string
	Version   string // of the program
	Selection string
	Where     string
	Allow     []LeakKind
}

// Dataset is a data set in the making. It grows in a folder beside its place and takes that place
// in one step, so that nobody sees a half of it. It is for one goroutine.
type Dataset struct {
	target  Target
	place   Folder
	options *Options
	dir     string
	splits  map[Split]*splitFiles
	report  Report
	out     counter
	lost    counter
	license words
	speech  words
}

// Create begins a data set. Errors: Usage, Conflict where the place is taken.
func Create(target Target, o *Options) (*Dataset, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	target.Into = filepath.Clean(target.Into)
	place := Folder{Into: target.Into, Force: target.Force, Kind: "an export", Made: madeAs(ReportFormat)}
	if err := place.Free(); err != nil {
		return nil, err
	}
	dir, err := place.Beside()
	if err != nil {
		return nil, err
	}
	d := &Dataset{target: target, place: place, options: o, dir: dir, splits: map[Split]*splitFiles{}, out: newCounter(), lost: newCounter(), license: words{}, speech: words{}}
	d.report = Report{Schema: ReportFormat, Format: o.Format.Name, Unit: "trial", Into: target.Into, Name: target.Name, Version: target.Version,
		Selection: target.Selection, Where: target.Where, Leaks: newLeaks(), Splits: []SplitReport{}, Files: []File{}, Settings: d.settings()}
	if o.Format.Pair != nil {
		d.report.Unit = "pair"
	}
	return d, nil
}

func (d *Dataset) settings() Settings {
	o := d.options
	s := Settings{Arguments: o.form(), Reasoning: "keep", MaskFailed: o.MaskFailed, Explode: o.Explode, Parquet: o.Parquet, RestOfTrial: o.RestOfTrial, Allowed: []LeakKind{}}
	if o.DropReasoning {
		s.Reasoning = "drop"
	}
	s.Allowed = append(s.Allowed, d.target.Allow...)
	return s
}

// Add puts a written trial in place.
func (d *Dataset) Add(w *Written) error {
	d.report.Considered++
	s := d.splits[w.Split]
	if s == nil {
		s = &splitFiles{dataset: d, split: w.Split}
		d.splits[w.Split] = s
	}
	s.units++
	s.count += w.Count
	s.tokens += w.tokens
	d.report.Turns += w.turns
	d.report.Trained += w.trained
	d.report.Leaks.add(w.Leaks)
	if !w.certified {
		d.report.Uncertified++
	}
	for code, n := range w.Lost {
		d.lost.add(code, n, w.Unit)
	}
	d.license[w.license] = true
	if w.language != "" {
		d.speech[w.language] = true
	}
	return s.write(w)
}

// Leave counts a trial that is no row.
func (d *Dataset) Leave(x *Exclusion) {
	d.report.Considered++
	d.out.add(x.Code, 1, x.Detail)
}

// Finish writes what goes with the rows and puts the folder in its place. Errors: Denied where a
// scan found what may not leave, NotFound where no row was written; the report is there all the
// same and says why.
func (d *Dataset) Finish() (*Report, error) {
	err := d.finish()
	return &d.report, errors.Join(err, d.Discard())
}

func (d *Dataset) finish() error {
	r := &d.report
	r.Excluded, r.Lost = d.out.list(Exclusions()), d.lost.list(Losses())
	r.Licenses, r.Languages = d.license.sorted(), d.speech.sorted()
	for _, split := range Splits() {
		s := d.splits[split]
		if s == nil {
			continue
		}
		if err := s.finish(); err != nil {
			return err
		}
		r.Splits = append(r.Splits, SplitReport{split, s.units, s.count, s.tokens})
	}
	if r.Rows() == 0 {
		return fault.New(fault.NotFound, "none of %d %ss became a row; nothing was written%s", r.Considered, r.Unit, r.leftOut()).
			WithHint("the counts say why each was left out; `coworkenv trials list` shows what there is")
	}
	if err := r.Leaks.Refuse(d.target.Allow); err != nil {
		return err
	}
	if err := d.companions(); err != nil {
		return err
	}
	return d.place.Put(d.dir)
}

// leftOut says why there is no row: an error is all that is seen of such a report.
func (r *Report) leftOut() string {
	var out strings.Builder
	for _, c := range r.Excluded {
		fmt.Fprintf(&out, "; %d left out: %s (%s)", c.Count, c.Text, c.Example)
	}
	return out.String()
}

// companions writes the files beside the rows.
func (d *Dataset) companions() error {
	files := []companion{{"README.md", card(&d.report, d.options)}}
	files = append(files, recipes(&d.report, d.options)...)
	manifest := d.report
	manifest.Into = "" // where it lies says nothing about it
	body, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return fault.Wrap(fault.Internal, err, "write the manifest")
	}
	files = append(files, companion{ManifestFile, append(body, '\n')})
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(d.dir, filepath.FromSlash(f.path)), f.data, 0o644); err != nil {
			return fault.Wrap("", err, "write %s", f.path)
		}
	}
	return nil
}

// companion is a file beside the rows.
type companion struct {
	path string
	data []byte
}

// Discard takes away what was written so far. After Finish it does nothing.
func (d *Dataset) Discard() error {
	for _, split := range Splits() {
		if s := d.splits[split]; s != nil {
			s.abandon()
		}
	}
	if err := os.RemoveAll(d.dir); err != nil {
		return fault.Wrap("", err, "take away what was written so far")
	}
	return nil
}

// fileName is a name for the file of a trial, whose id is anybody's text.
func fileName(id string) string {
	for i := range len(id) {
		if c := id[i]; !isWord(c) && c != '-' || len(id) > 100 {
			return det.ID("trial_", id)
		}
	}
	if id == "" {
		return det.ID("trial_", id)
	}
	return id
}
