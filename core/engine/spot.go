package engine

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/task"
)

// Spot is a task that has yet to be loaded. What goes over a library by its spots takes no more
// memory for a large one than for a small one.
type Spot struct {
	Name string // of its folder, which is its id as a rule
	Path string // as a task that is loaded has it

	disk string // folder of the task; "" where it is not on disk or its file stands alone
	open func() (*Loaded, error)
}

// Find lists the tasks that Open would open, by the names of their folders, and reads none of a
// library on disk.
func (e *Engine) Find(paths ...string) ([]Spot, error) {
	var out []Spot
	if len(paths) == 0 {
		list, err := e.openShipped()
		if err != nil {
			return nil, err
		}
		out = e.atHand(list)
	}
	for _, p := range paths {
		list, err := e.findAt(p)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	if len(out) == 0 {
		return nil, noTaskAt(paths)
	}
	slices.SortStableFunc(out, func(a, b Spot) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

func noTaskAt(paths []string) error {
	return fault.New(fault.NotFound, "no task at %s", strings.Join(paths, ", ")).WithHint("a task is a folder with a task.yaml")
}

func (e *Engine) findAt(p string) ([]Spot, error) {
	info, err := os.Stat(p)
	if err != nil || !info.IsDir() {
		list, err := e.openPath(p) // a shipped task, a file, or an error
		return e.atHand(list), err
	}
	if _, err := os.Stat(filepath.Join(p, task.FileName)); err == nil {
		return []Spot{e.spotOf(p, p)}, nil
	}
	folders, err := task.FindTasks(os.DirFS(p))
	if err != nil {
		return nil, err
	}
	var out []Spot
	for _, f := range folders {
		out = append(out, e.spotOf(filepath.Join(p, filepath.FromSlash(f)), filepath.ToSlash(filepath.Join(p, f))))
	}
	return out, nil
}

func (e *Engine) spotOf(folder, path string) Spot {
	open := func() (*Loaded, error) {
		l, err := e.One(folder)
		if err == nil {
			l.Path = path
		}
		return l, err
	}
	return Spot{Name: folderName(folder), Path: path, disk: folder, open: open}
}

// atHand are tasks that are read already. Each opening prepares a copy, so that the preparation can
// be let go.
func (e *Engine) atHand(list []*Loaded) []Spot {
	var out []Spot
	for _, l := range list {
		out = append(out, Spot{Name: l.ID(), Path: l.Path, disk: l.disk, open: func() (*Loaded, error) {
			fresh := *l
			fresh.Problems = slices.Clone(l.Problems)
			e.prepare(&fresh)
			return &fresh, nil
		}})
	}
	return out
}

// Held are the spots of tasks that stay loaded.
func Held(tasks ...*Loaded) []Spot {
	var out []Spot
	for _, l := range tasks {
		out = append(out, Spot{Name: l.ID(), Path: l.Path, disk: l.disk, open: func() (*Loaded, error) { return l, nil }})
	}
	return out
}

// Survey loads every task, in parallel, shows it to see and lets it go again. What see returns comes
// by the ids of the tasks. Errors: Conflict where two tasks have one id; what see returns.
func Survey[R any](ctx context.Context, e *Engine, spots []Spot, see func(Spot, *Loaded) (R, error), progress Progress) ([]R, error) {
	type seen struct {
		id   string
		path string
		r    R
	}
	work := func(_ context.Context, s Spot) (seen, error) {
		l, err := s.open()
		if err != nil {
			return seen{}, err
		}
		r, err := see(s, l)
		return seen{l.ID(), s.Path, r}, err
	}
	var all []seen
	ids := idsOnce{}
	err := rollout.Each(ctx, spots, e.Workers, work, func(s seen) error {
		all = append(all, s)
		progress.tell(len(all), len(spots), s.id)
		return ids.add(s.id, s.path)
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b seen) int { return strings.Compare(a.id, b.id) })
	out := make([]R, 0, len(all))
	for _, s := range all {
		out = append(out, s.r)
	}
	return out, nil
}

// idsOnce are the paths of tasks by id. It refuses two tasks of one id: everything after goes by it.
type idsOnce map[string]string

func (o idsOnce) add(id, path string) error {
	switch other, twice := o[id]; {
	case twice && other == path:
		return fault.New(fault.Conflict, "%s was given twice", path).WithHint("name it once")
	case twice:
		return fault.New(fault.Conflict, "two tasks have the id %s: %s and %s", id, min(other, path), max(other, path)).WithHint("rename one")
	}
	o[id] = path
	return nil
}
