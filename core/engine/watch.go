package engine

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
)

// WatchEvery is how often watched folders are looked at.
const WatchEvery = 100 * time.Millisecond

// Watcher sees which tasks at some paths were saved. It is for one goroutine.
type Watcher struct {
	engine *Engine
	paths  []string
	before seen
}

// Watcher begins to watch task folders and libraries; they must be there.
func (e *Engine) Watcher(paths []string) (*Watcher, error) {
	before, err := look(paths)
	return &Watcher{e, paths, before}, err
}

// Paths are what is watched.
func (w *Watcher) Paths() []string { return w.paths }

// Look opens the tasks that were saved since the last look, sorted by folder. Certificates do not
// count, nor do tasks that are gone.
func (w *Watcher) Look() ([]*Loaded, error) {
	now, err := look(w.paths)
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil // editors move a file away for a moment; it is new when it is back
	}
	if err != nil {
		return nil, err
	}
	var out []*Loaded
	for _, folder := range changedFolders(w.before, now) {
		l, err := w.engine.One(folder)
		switch {
		case fault.KindOf(err) == fault.NotFound:
			delete(now, folder) // likewise
		case err != nil:
			return nil, err
		default:
			out = append(out, l)
		}
	}
	w.before = now
	return out, nil
}

// Watch hands each task to saved as it is saved, opened anew, with one look for every value of
// looks. It ends with ctx, which is no error, or with the first error of a look or of saved.
func (w *Watcher) Watch(ctx context.Context, looks <-chan time.Time, saved func(*Loaded) error) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-looks:
		}
		tasks, err := w.Look()
		for i := 0; err == nil && i < len(tasks); i++ {
			err = saved(tasks[i])
		}
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// stamp tells one state of a file from another.
type stamp struct {
	changed time.Time
	size    int64
}

// seen is every file of every task folder.
type seen map[string]map[string]stamp

// changedFolders are the folders that are new or whose files are others than before, sorted.
// One that is gone is none: there is nothing to open.
func changedFolders(before, now seen) []string {
	var out []string
	for folder, files := range now {
		was := before[folder]
		same := len(was) == len(files)
		for name, s := range files {
			old, known := was[name]
			same = same && known && old.size == s.size && old.changed.Equal(s.changed)
		}
		if !same {
			out = append(out, folder)
		}
	}
	slices.Sort(out)
	return out
}

// look stamps the files of all task folders at the paths.
func look(paths []string) (seen, error) {
	out := seen{}
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, fault.Wrap("", err, "watch %s", p).WithHint("--watch needs task folders or libraries on disk")
		}
		if !info.IsDir() {
			out[p] = map[string]stamp{"": {info.ModTime(), info.Size()}}
			continue
		}
		folders, err := task.FindTasks(os.DirFS(p))
		if err != nil {
			return nil, err
		}
		for _, f := range folders {
			folder := filepath.Join(p, filepath.FromSlash(f))
			out[folder] = stampsOf(folder)
		}
	}
	return out, nil
}

// stampsOf stamps what can be seen of a folder; a file that vanishes while it is looked at is
// seen the next time.
func stampsOf(folder string) map[string]stamp {
	files := map[string]stamp{}
	walk := func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == CertificateFile || d.Name()[0] == '.' {
			return nil
		}
		if info, err := d.Info(); err == nil {
			files[name] = stamp{info.ModTime(), info.Size()}
		}
		return nil
	}
	if err := fs.WalkDir(os.DirFS(folder), ".", walk); err != nil {
		return nil
	}
	return files
}
