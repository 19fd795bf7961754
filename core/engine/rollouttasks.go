package engine

import (
	"context"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/task"
)

// found is a task that was loaded to see what it is, and let go again.
type found struct {
	rollout.TaskRef
	Spot
}

// look loads tasks to see what they are, and lets each go again. Those that wanted refuses are left
// out; one that cannot run is an error.
func (e *Engine) look(ctx context.Context, spots []Spot, wanted func(*Loaded) bool, progress Progress) ([]found, error) {
	var out []found
	work := func(_ context.Context, s Spot) (*found, error) {
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
	spots, err := e.Find(paths...)
	if err != nil {
		return nil, err
	}
	byName := func(want bool) []Spot {
		return slices.DeleteFunc(slices.Clone(spots), func(x Spot) bool { return ids[x.Name] != want })
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
