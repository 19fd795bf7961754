package export

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/fault"
)

// Folder is the place of an export that is written beside it and put there as a whole.
type Folder struct {
	Into  string // cleaned
	Force bool   // an earlier one of the kind may be replaced
	Kind  string // what stands there then, e.g. "an export"
	Made  func(dir string) bool
}

// Free makes sure that nothing is lost by putting something there. Errors: Conflict.
func (f Folder) Free() error {
	info, err := os.Lstat(f.Into)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fault.Wrap("", err, "export into %s", f.Into)
	case !info.IsDir():
		return fault.New(fault.Conflict, "%s is no folder", f.Into).WithHint("choose another --into")
	}
	entries, err := os.ReadDir(f.Into)
	switch {
	case err != nil:
		return fault.Wrap("", err, "export into %s", f.Into)
	case len(entries) == 0:
		return nil
	case !f.Made(f.Into):
		return fault.New(fault.Conflict, "%s holds files that no export made", f.Into).WithHint("choose another --into: --force replaces exports alone")
	case !f.Force:
		return fault.New(fault.Conflict, "%s holds %s already", f.Into, f.Kind).WithHint("choose another --into, or add --force to replace it")
	}
	return nil
}

// Beside makes a folder next to the place, on the same disk, to be filled and put there.
func (f Folder) Beside() (dir string, err error) {
	parent := filepath.Dir(f.Into)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", fault.Wrap("", err, "make %s", parent)
	}
	if dir, err = os.MkdirTemp(parent, "."+filepath.Base(f.Into)+".new-"); err != nil {
		return "", fault.Wrap("", err, "export into %s", f.Into)
	}
	return dir, nil
}

// Put moves a filled folder to the place. An export that is there is moved aside first and taken
// away last, so that one of the two is always whole.
func (f Folder) Put(dir string) error {
	if err := os.Chmod(dir, 0o755); err != nil {
		return fault.Wrap("", err, "export into %s", f.Into)
	}
	old := ""
	if _, err := os.Lstat(f.Into); err == nil {
		if err := f.Free(); err != nil { // someone else may have been faster
			return err
		}
		old = dir + ".old"
		if err := os.Rename(f.Into, old); err != nil {
			return fault.Wrap("", err, "move the former export aside")
		}
	}
	if err := os.Rename(dir, f.Into); err != nil {
		if old != "" {
			err = errors.Join(err, os.Rename(old, f.Into))
		}
		return fault.Wrap("", err, "put the export in its place")
	}
	if old == "" {
		return nil
	}
	if err := os.RemoveAll(old); err != nil {
		return fault.Wrap("", err, "take the former export away")
	}
	return nil
}

// mostManifest bounds the manifest that is looked at, in bytes.
const mostManifest = 16 << 20

// madeAs tells whether a folder's manifest is of a schema.
func madeAs(schema string) func(dir string) bool {
	return func(dir string) bool {
		name := filepath.Join(dir, ManifestFile)
		info, err := os.Lstat(name)
		if err != nil || !info.Mode().IsRegular() || info.Size() > mostManifest {
			return false
		}
		data, err := os.ReadFile(name)
		var head struct {
			Schema string `json:"schema"`
		}
		return err == nil && json.Unmarshal(data, &head) == nil && head.Schema == schema
	}
}
