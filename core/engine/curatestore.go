package engine

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/fault"
)

// selectionDir is the folder of selections within a workspace; each is a file ID.jsonl. Their ids
// are digests, so that a file never changes.
const selectionDir = "selections"

var selectionID = regexp.MustCompile(`^sel_[0-9a-f]{32}$`)

// SaveSelection keeps a selection in the workspace and returns its file.
func (w *Workspace) SaveSelection(s *curate.Selection) (path string, err error) {
	dir := filepath.Join(w.Store.Dir(), selectionDir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fault.Wrap("", err, "keep selection %s", s.ID)
	}
	path = filepath.Join(dir, s.ID+".jsonl")
	return path, WriteSelection(path, s)
}

// WriteSelection writes a selection to a file, whole or not at all.
func WriteSelection(path string, s *curate.Selection) error {
	var buf bytes.Buffer
	if err := curate.Write(&buf, s); err != nil {
		return err
	}
	return replaceFile(path, buf.Bytes())
}

// KeptSelection is a selection file of the workspace.
type KeptSelection struct {
	ID   string    `json:"id"`
	Path string    `json:"path"`
	Made time.Time `json:"made"`
}

// Selections lists the selections of the workspace, the newest first.
func (w *Workspace) Selections() ([]KeptSelection, error) {
	dir := filepath.Join(w.Store.Dir(), selectionDir)
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fault.Wrap("", err, "list the selections")
	}
	out := []KeptSelection{}
	for _, entry := range entries {
		id, ok := strings.CutSuffix(entry.Name(), ".jsonl")
		if !ok || !selectionID.MatchString(id) {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			return nil, fault.Wrap("", err, "look at selection %s", id)
		}
		out = append(out, KeptSelection{id, filepath.Join(dir, entry.Name()), info.ModTime().UTC()})
	}
	slices.SortFunc(out, func(a, b KeptSelection) int { return cmp.Or(b.Made.Compare(a.Made), cmp.Compare(a.ID, b.ID)) })
	return out, nil
}

// noSelection says what is not there.
func noSelection(ref string) string {
	if ref == "" {
		return "the workspace has no selection yet"
	}
	return "there is no selection " + ref
}

// Selection reads a selection: by its id, by the first characters of its id, or from a file; ""
// is the newest of the workspace.
func (w *Workspace) Selection(ref string) (*curate.Selection, error) {
	kept, err := w.Selections()
	if err != nil {
		return nil, err
	}
	path := ref
	if ref == "" || strings.HasPrefix(ref, "sel_") && !strings.HasSuffix(ref, ".jsonl") {
		var match []KeptSelection
		for _, k := range kept {
			if strings.HasPrefix(k.ID, ref) {
				match = append(match, k)
			}
		}
		switch {
		case len(match) == 0:
			return nil, fault.New(fault.NotFound, "%s", noSelection(ref)).WithHint("`coworkenv curate` makes one; `coworkenv curate list` lists them")
		case ref != "" && len(match) > 1:
			return nil, fault.New(fault.Conflict, "%d selections begin with %s", len(match), ref).WithHint("give more of the id")
		}
		path = match[0].Path
	}
	return ReadSelection(path)
}

// ReadSelection reads a selection from a file.
func ReadSelection(path string) (*curate.Selection, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fault.Wrap("", err, "read selection %s", path).WithHint("`coworkenv curate list` lists those of the workspace")
	}
	if !info.Mode().IsRegular() {
		return nil, fault.New(fault.Invalid, "%s is no plain file", path).WithHint("give a file that `coworkenv curate` wrote")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.Wrap("", err, "read selection %s", path)
	}
	defer f.Close()
	s, err := curate.Read(f)
	if err != nil {
		return nil, fault.Wrap("", err, "%s", path)
	}
	return s, nil
}
