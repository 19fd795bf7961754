package engine

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

// Loaded is one task of a library, with everything that loading it found. Ready is nil where an
// error keeps the task from running.
type Loaded struct {
	Path     string // folder or file, as shown
	Task     *task.Task
	Ready    *episode.Prepared
	Problems task.Problems

	disk string // folder of the task; "" where it is not on disk or its file stands alone
}

// ID names the task, or its folder where it could not be read.
func (l *Loaded) ID() string {
	if l.Task != nil && l.Task.ID != "" {
		return l.Task.ID
	}
	return folderName(l.Path)
}

// folderName is the name of a folder that may be given as `.`.
func folderName(at string) string {
	if whole, err := filepath.Abs(at); err == nil {
		at = whole
	}
	return filepath.Base(at)
}

// digest is the digest of a task, "" where it could not be read.
func (l *Loaded) digest() string {
	switch {
	case l.Ready != nil:
		return l.Ready.Digest
	case l.Task == nil:
		return ""
	}
	return task.Digest(l.Task)
}

// Open loads the tasks at the given paths: task folders, task files or whole libraries. No path
// at all means the shipped library. Tasks come sorted by id; problems stay with their task.
func (e *Engine) Open(paths ...string) ([]*Loaded, error) {
	var all []*Loaded
	if len(paths) == 0 {
		list, err := e.openShipped()
		if err != nil {
			return nil, err
		}
		all = list
	}
	for _, p := range paths {
		list, err := e.openPath(p)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	if len(all) == 0 {
		return nil, noTaskAt(paths)
	}
	for _, l := range all {
		e.prepare(l)
	}
	slices.SortStableFunc(all, func(a, b *Loaded) int { return strings.Compare(a.ID(), b.ID()) })
	ids := idsOnce{}
	for _, l := range all {
		if err := ids.add(l.ID(), l.Path); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// prepare makes a task ready to run, as far as it goes.
func (e *Engine) prepare(l *Loaded) {
	l.Ready, l.Problems = episode.Lint(l.Task, l.Problems, e.Catalog, e.Checks)
}

func (e *Engine) openShipped() ([]*Loaded, error) {
	entries, err := task.LoadLibraryFS(e.Shipped, task.LoadOptions{})
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err, "read the shipped library")
	}
	return loaded(entries), nil
}

func loaded(entries []task.LibraryEntry) []*Loaded {
	all := make([]*Loaded, 0, len(entries))
	for _, entry := range entries {
		all = append(all, &Loaded{Path: entry.Path, Task: entry.Task, Problems: entry.Problems})
	}
	return all
}

// openPath loads a file, a task folder or a library; "shipped" or "shipped/ID" are the shipped
// ones where no such path exists.
func (e *Engine) openPath(p string) ([]*Loaded, error) {
	info, err := os.Stat(p)
	if err != nil {
		if list, ok := e.shippedTask(p); ok {
			return list, nil
		}
		return nil, fault.Wrap("", err, "open %s", p).WithHint("give a task folder, a library folder or the id of a shipped task")
	}
	if !info.IsDir() {
		t, problems := task.Load(p, task.LoadOptions{})
		l := &Loaded{Path: p, Task: t, Problems: problems}
		if filepath.Base(p) == task.FileName {
			l.disk = filepath.Dir(p)
		}
		return []*Loaded{l}, nil
	}
	if _, err := os.Stat(filepath.Join(p, task.FileName)); err == nil {
		t, problems := task.Load(p, task.LoadOptions{})
		return []*Loaded{{Path: p, Task: t, Problems: problems, disk: p}}, nil
	}
	entries, err := task.LoadLibrary(p, task.LoadOptions{})
	if err != nil {
		return nil, err
	}
	all := loaded(entries)
	for _, l := range all {
		l.disk = filepath.FromSlash(l.Path)
	}
	return all, nil
}

// shippedTask finds a shipped task by its id.
func (e *Engine) shippedTask(id string) ([]*Loaded, bool) {
	if _, err := fs.Stat(e.Shipped, path.Join(id, task.FileName)); err == nil { // its folder has its name
		t, problems := task.LoadFS(e.Shipped, id, task.LoadOptions{})
		if l := (&Loaded{Path: id, Task: t, Problems: problems}); l.ID() == id {
			return []*Loaded{l}, true
		}
	}
	all, err := e.openShipped()
	if err != nil {
		return nil, false
	}
	for _, l := range all {
		if l.ID() == id {
			return []*Loaded{l}, true
		}
	}
	return nil, false
}

// One opens exactly one task.
func (e *Engine) One(p string) (*Loaded, error) {
	all, err := e.Open(p)
	if err != nil {
		return nil, err
	}
	if len(all) != 1 {
		return nil, fault.New(fault.Usage, "%s holds %d tasks", p, len(all)).WithHint("name one of them, e.g. %s", all[0].Path)
	}
	return all[0], nil
}

// Runnable returns the prepared task, or the problems as an error.
func (l *Loaded) Runnable() (*episode.Prepared, error) {
	if l.Ready != nil {
		return l.Ready, nil
	}
	if err := l.Problems.Err(); err != nil {
		return nil, err
	}
	return nil, fault.New(fault.Invalid, "%s cannot run", l.Path)
}
