package claweval

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

// The files of a report.
const (
	reportJSON     = "import-report.json"
	reportMarkdown = "import-report.md"
)

// libraryFolder is the folder that tasks are written into. Nothing outside of it is touched, and
// a file is there whole or not at all.
type libraryFolder struct{ root *os.Root }

func openLibrary(dir string) (*libraryFolder, error) {
	if dir == "" {
		return nil, fault.New(fault.Invalid, "import: no library to import into").WithHint("name a folder")
	}
	if err := task.MakeLibrary(dir); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fault.Wrap("", err, "open library folder")
	}
	return &libraryFolder{root}, nil
}

func (l *libraryFolder) close() { l.root.Close() } // every write was checked by itself

// write puts a task file in its place. One that was not imported is never replaced.
func (l *libraryFolder) write(file string, data []byte) error {
	old, err := l.root.ReadFile(file)
	switch {
	case err == nil && bytes.Equal(old, data):
		return nil
	case err == nil:
		if t, _ := task.Parse(file, old); t == nil || !t.Imported() {
			return fault.New(fault.Conflict, "%s is there and was not imported: it is left alone", file).WithHint("import into another folder, or move it away")
		}
	case !errors.Is(err, fs.ErrNotExist):
		return fault.Wrap("", err, "look at %s", file)
	}
	if err := l.root.MkdirAll(path.Dir(file), 0o777); err != nil {
		return fault.Wrap("", err, "make folder of %s", file)
	}
	return l.replace(file, data)
}

func (l *libraryFolder) replace(file string, data []byte) error {
	fresh := path.Join(path.Dir(file), "."+path.Base(file)+".new")
	if err := l.root.WriteFile(fresh, data, 0o666); err != nil {
		return errors.Join(fault.Wrap("", err, "write %s", file), l.drop(fresh))
	}
	if err := l.root.Rename(fresh, file); err != nil {
		return errors.Join(fault.Wrap("", err, "put %s in its place", file), l.drop(fresh))
	}
	return nil
}

func (l *libraryFolder) drop(file string) error {
	if err := l.root.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fault.Wrap("", err, "remove %s", file)
	}
	return nil
}

// report writes the report in both forms.
func (l *libraryFolder) report(r *Report) error {
	var data bytes.Buffer
	enc := json.NewEncoder(&data)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(r); err != nil {
		return fault.Wrap(fault.Internal, err, "write report")
	}
	if err := l.replace(reportJSON, data.Bytes()); err != nil {
		return err
	}
	return l.replace(reportMarkdown, r.Markdown())
}
