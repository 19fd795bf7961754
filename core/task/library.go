package task

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/fault"
)

// LibraryEntry is one task folder of a library. The task is nil where nothing could be read.
type LibraryEntry struct {
	Path     string // of the folder
	Task     *Task
	Problems Problems
}

// FindTasks lists the task folders below a folder, in sorted order, as slash-separated paths
// relative to it; "." is the folder itself. Task folders hold no further tasks, folders whose
// names begin with a dot are passed over, and no link is followed.
func FindTasks(fsys fs.FS) ([]string, error) {
	var out []string
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case hiddenName(d.Name()):
			return fs.SkipDir
		case isTaskFolder(fsys, name):
			out = append(out, name)
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		return nil, fault.Wrap("", err, "look for tasks")
	}
	return out, nil
}

// LoadLibrary loads every task folder below a folder, in sorted order. Problems stand beside
// the tasks; the error is one of reading the library itself. Two tasks of one id are a
// problem of the later one.
func LoadLibrary(dir string, opts LoadOptions) ([]LibraryEntry, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fault.Wrap("", err, "open library %s", dir).WithHint("give a folder that holds task folders")
	}
	defer root.Close()
	return loadAll(root.FS(), dir, opts)
}

// LoadLibraryFS is LoadLibrary of a file system, such as an embedded library.
func LoadLibraryFS(fsys fs.FS, opts LoadOptions) ([]LibraryEntry, error) {
	return loadAll(fsys, "", opts)
}

func loadAll(fsys fs.FS, dir string, opts LoadOptions) ([]LibraryEntry, error) {
	names, err := FindTasks(fsys)
	if err != nil {
		return nil, err
	}
	out := make([]LibraryEntry, 0, len(names))
	owner := map[string]string{}
	for _, name := range names {
		e := LibraryEntry{Path: name}
		disk := ""
		if dir != "" {
			e.Path, disk = path.Join(filepath.ToSlash(dir), name), filepath.Join(dir, filepath.FromSlash(name))
		}
		sub, err := fs.Sub(fsys, name)
		if err != nil {
			return nil, fault.Wrap("", err, "open %s", e.Path)
		}
		e.Task, e.Problems = loadFrom(sub, FileName, path.Join(e.Path, FileName), disk, opts)
		if e.Task != nil && e.Task.ID != "" {
			if other, twice := owner[e.Task.ID]; twice {
				p := Problem{Code: CodeEqualIDs, Severity: SeverityError, File: e.Task.File.Name, Path: "id", Hint: "give it another id",
					Message: "the task " + other + " has the same id"}
				p.Line, p.Column = e.Task.File.Place("id", 0)
				e.Problems = append(e.Problems, p).Sort()
			} else {
				owner[e.Task.ID] = e.Path
			}
		}
		out = append(out, e)
	}
	return out, nil
}
