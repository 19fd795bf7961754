package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/parquet-go/parquet-go"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// RLFormatName names the manifest of a prompt set and its version.
const RLFormatName = "coworkenv.prompts/v1"

// RLReport is what a prompt set came to, and its manifest.
type RLReport struct {
	Schema  string    `json:"schema"`
	Format  string    `json:"format"`
	Flags   string    `json:"flags"` // how the trainer is told to read it
	Into    string    `json:"into,omitempty"`
	Version string    `json:"version"`
	Reward  string    `json:"reward"`
	Where   string    `json:"where,omitempty"`
	Files   []RLFile  `json:"files"`
	Left    []RLLeft  `json:"left_out"`
	Columns []RLShape `json:"columns"`
}

// RLFile is one split's file.
type RLFile struct {
	Path   string     `json:"path"`
	Split  Split      `json:"split"`
	Rows   int        `json:"rows"`
	SHA256 det.Digest `json:"sha256"`
}

// RLLeft is a task that is not in the set, with why.
type RLLeft struct {
	Task string `json:"task"`
	Why  string `json:"why"`
}

// RLShape names a column.
type RLShape struct {
	Name string `json:"name"`
}

// Rows counts the prompts of all splits.
func (r *RLReport) Rows() int {
	n := 0
	for _, f := range r.Files {
		n += f.Rows
	}
	return n
}

// PromptPlace is where a prompt set goes; it may be taken.
func PromptPlace(target Target) Folder {
	return Folder{Into: filepath.Clean(target.Into), Force: target.Force, Kind: "a prompt set", Made: madeAs(RLFormatName)}
}

// WritePrompts writes a prompt set: one file a split, a manifest, a README. Equal prompts give equal
// files. Errors: Conflict where the place is taken, NotFound without a prompt.
func WritePrompts(target Target, o *RLOptions, prompts []*Prompt, left []RLLeft) (*RLReport, error) {
	if len(prompts) == 0 {
		return nil, fault.New(fault.NotFound, "no task can be written").WithHint("`coworkenv task list` shows what there is")
	}
	place := PromptPlace(target)
	if err := place.Free(); err != nil {
		return nil, err
	}
	r := &RLReport{Schema: RLFormatName, Format: o.Format.Name, Flags: o.Format.Flags, Version: target.Version, Reward: o.Reward, Where: target.Where,
		Files: []RLFile{}, Left: append([]RLLeft{}, left...)}
	for _, c := range o.Format.Columns {
		r.Columns = append(r.Columns, RLShape{c.Name})
	}
	files, err := r.render(o, prompts)
	if err != nil {
		return nil, err
	}
	manifest, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err, "write the manifest")
	}
	files = append(files, companion{ManifestFile, append(manifest, '\n')}, companion{"README.md", []byte(r.readme())})
	if err := putPrompts(place, files); err != nil {
		return nil, err
	}
	r.Into = place.Into
	return r, nil
}

// render makes the files of the splits.
func (r *RLReport) render(o *RLOptions, prompts []*Prompt) ([]companion, error) {
	var files []companion
	for _, split := range Splits() {
		var rows []*value.Object
		for _, p := range prompts {
			if p.Split == split {
				rows = append(rows, o.Format.Row(p, len(rows), o))
			}
		}
		if len(rows) == 0 {
			continue
		}
		name, data, err := string(split)+".jsonl", []byte(nil), error(nil)
		if o.Format.Parquet {
			name = string(split) + ".parquet"
			data, err = rlParquet(o.Format.Columns, rows)
		} else {
			data = rlLines(rows)
		}
		if err != nil {
			return nil, err
		}
		files = append(files, companion{name, data})
		r.Files = append(r.Files, RLFile{name, split, len(rows), det.Sum(data)})
	}
	return files, nil
}

func rlLines(rows []*value.Object) []byte {
	var out []byte
	for _, row := range rows {
		out = append(value.Append(out, row), '\n')
	}
	return out
}

func rlParquet(cols []Column, rows []*value.Object) ([]byte, error) {
	var b bytes.Buffer
	f, sorted := newParquetFile(&b, cols), byName(cols)
	for _, row := range rows {
		shredded, err := shred(row, sorted)
		if err != nil {
			return nil, err
		}
		if err := f.write([]parquet.Row{shredded}); err != nil {
			return nil, err
		}
	}
	if err := f.close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// putPrompts writes the files into a folder beside the place and puts it there.
func putPrompts(place Folder, files []companion) (err error) {
	dir, err := place.Beside()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.path), f.data, 0o644); err != nil {
			return fault.Wrap("", err, "write %s", f.path)
		}
	}
	return place.Put(dir)
}

func (r *RLReport) readme() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Prompts for %s\n\nMade by CoworkEnv %s. Each row is a task that the trainer plays on a running server:\n\n    coworkenv serve episodes LIB --reward %s\n\n", r.Format, r.Version, r.Reward)
	fmt.Fprintf(&b, "The trainer reads it with: `%s`\n\n", r.Flags)
	b.WriteString("`task_id` and `seed` begin the episode, `group_id` is the same for all samples of a prompt. Nothing of the grading is in here.\n\n| file | rows |\n|---|---|\n")
	for _, f := range r.Files {
		fmt.Fprintf(&b, "| %s | %d |\n", f.Path, f.Rows)
	}
	return b.String()
}
