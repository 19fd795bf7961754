package engine

import (
	"context"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/task"
)

// spot is a task that has yet to be loaded.
type spot struct {
	name string // of its folder, which is its id as a rule
	open func() (*Loaded, error)
}

// found is a task that was loaded to see what it is, and let go again.
type found struct {
	rollout.TaskRef
	spot
}

// spots lists the tasks at paths, as Open would open them.
func (e *Engine) spots(paths []string) ([]spot, error) {
	var out []spot
	if len(paths) == 0 {
		list, err := e.openShipped()
		if err != nil {
			return nil, err
		}
		return e.atHand(list), nil
	}
	for _, p := range paths {
		list, err := e.spotsAt(p)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	if len(out) == 0 {
		return nil, fault.New(fault.NotFound, "no task at %s", strings.Join(paths, ", ")).WithHint("a task is a folder with a task.yaml")
	}
	return out, nil
}

func (e *Engine) spotsAt(p string) ([]spot, error) {
	info, err := os.Stat(p)
	if err != nil || !info.IsDir() {
		list, err := e.openPath(p) // a shipped task, a file, or an error
		return e.atHand(list), err
	}
	if _, err := os.Stat(filepath.Join(p, task.FileName)); err == nil {
		return []spot{e.spotOf(p)}, nil
	}
	folders, err := task.FindTasks(os.DirFS(p))
	if err != nil {
		return nil, err
	}
	var out []spot
	for _, f := range folders {
		out = append(out, e.spotOf(filepath.Join(p, filepath.FromSlash(f))))
	}
	return out, nil
}

func (e *Engine) spotOf(folder string) spot {
	return spot{name: filepath.Base(folder), open: func() (*Loaded, error) { return e.One(folder) }}
}

// atHand are tasks that are read already. Each opening prepares a copy, so that the preparation can
// be let go.
func (e *Engine) atHand(list []*Loaded) []spot {
	var out []spot
	for _, l := range list {
		out = append(out, spot{name: l.ID(), open: func() (*Loaded, error) {
			fresh := *l
			fresh.Problems = slices.Clone(l.Problems)
			e.prepare(&fresh)
			return &fresh, nil
		}})
	}
	return out
}

// look loads tasks to see what they are, and lets each go again. Those that wanted refuses are left
// out; one that cannot run is an error.
func (e *Engine) look(ctx context.Context, spots []spot, wanted func(*Loaded) bool, progress Progress) ([]found, error) {
	var out []found
	work := func(_ context.Context, s spot) (*found, error) {
		l, err := s.open()
		if err != nil {
			return nil, err
		}
		if !wanted(l) {
			return nil, nil
		}
		ready, err := l.Runnable()
		if err != nil {
			return nil, err
		}
		return &found{rollout.TaskRef{ID: l.ID(), Digest: ready.Digest}, s}, nil
	}
	seen := 0
	err := rollout.Each(ctx, spots, e.Workers, work, func(f *found) error {
		seen++
		progress.tell(seen, len(spots), "")
		if f != nil {
			out = append(out, *f)
		}
		return nil
	})
	slices.SortFunc(out, func(a, b found) int { return strings.Compare(a.ID, b.ID) })
	return out, err
}

// matching keeps the tasks that match a query, as Where does.
func matching(where string) (func(*Loaded) bool, error) {
	if where == "" {
		return func(*Loaded) bool { return true }, nil
	}
	q, err := query.Parse(where, TaskSchema())
	if err != nil {
		return nil, err
	}
	return func(l *Loaded) bool { return q.Match(l.field) }, nil
}

// locate finds the tasks that a shard of a manifest names, by their digests. Folders that are named
// like them are looked at first, so that a small shard of a large library begins soon.
func (e *Engine) locate(ctx context.Context, m *rollout.Manifest, s rollout.Shard, paths []string, progress Progress) (map[string]found, error) {
	wanted, ids := map[string]string{}, map[string]bool{} // id by digest
	for g, err := range m.Deal(s) {
		if err != nil {
			return nil, err
		}
		wanted[g[0].TaskDigest], ids[g[0].TaskID] = g[0].TaskID, true
	}
	spots, err := e.spots(paths)
	if err != nil {
		return nil, err
	}
	byName := func(want bool) []spot {
		return slices.DeleteFunc(slices.Clone(spots), func(x spot) bool { return ids[x.name] != want })
	}
	got := map[string]found{}
	other := map[string]bool{} // ids that were met with other content
	var broken brokenTasks
	for _, named := range []bool{true, false} {
		if len(got) == len(wanted) {
			break
		}
		list, err := e.look(ctx, byName(named), func(l *Loaded) bool {
			broken.see(l)
			return l.Task != nil && (ids[l.ID()] || wanted[task.Digest(l.Task)] != "")
		}, progress)
		if err != nil {
			return nil, err
		}
		for _, f := range list {
			if wanted[f.Digest] != "" {
				got[f.Digest] = f
			} else {
				other[f.ID] = true
			}
		}
	}
	return got, lacking(wanted, got, other, &broken)
}

// brokenTasks are folders whose task cannot be read, by name.
type brokenTasks struct {
	mu  sync.Mutex
	why map[string]string
}

func (b *brokenTasks) see(l *Loaded) {
	if l.Task != nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.why == nil {
		b.why = map[string]string{}
	}
	folder := strings.TrimSuffix(filepath.ToSlash(l.Path), "/"+task.FileName)
	b.why[path.Base(folder)] = folder
}

// lacking is an error where tasks of a manifest were not found as they were.
func lacking(wanted map[string]string, got map[string]found, other map[string]bool, broken *brokenTasks) error {
	var gone, changed []string
	for _, id := range slices.Sorted(maps.Values(wanted)) {
		if folder := broken.why[id]; folder != "" {
			return fault.New(fault.Invalid, "task %s of the manifest cannot be read any more", id).WithHint("`coworkenv task lint %s` says why; it must be what it was when the manifest was made", folder)
		}
	}
	for digest, id := range wanted {
		if _, ok := got[digest]; ok {
			continue
		}
		if other[id] {
			changed = append(changed, id)
		} else {
			gone = append(gone, id)
		}
	}
	slices.Sort(gone)
	slices.Sort(changed)
	switch {
	case len(changed) > 0:
		return fault.New(fault.Conflict, "%d tasks have changed since the manifest was made: %s", len(changed), some(changed)).
			WithHint("undo the change, or make a new manifest: equal ids must mean equal work")
	case len(gone) > 0:
		return fault.New(fault.NotFound, "%d tasks of the manifest are not in the libraries: %s", len(gone), some(gone)).
			WithHint("name the libraries that hold them")
	}
	return nil
}

// some are the first few of a list of names.
func some(list []string) string {
	const most = 3
	if len(list) > most {
		return strings.Join(list[:most], ", ") + ", ..."
	}
	return strings.Join(list, ", ")
}

// libraryName is a path as a manifest keeps it.
func libraryName(p string) string { return path.Clean(filepath.ToSlash(p)) }
