package engine

import (
	"context"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
)

// WatchEvery is how often watched folders are looked at.
const WatchEvery = 50 * time.Millisecond

// Watcher sees which tasks at some paths were saved. It is for one goroutine.
type Watcher struct {
	engine *Engine
	paths  []string
	looker looker
	before seen
}

// Watcher begins to watch task folders and libraries; they must be there.
func (e *Engine) Watcher(paths []string) (*Watcher, error) {
	w := &Watcher{engine: e, paths: paths, looker: looker{now: e.Clock.Now, dirs: map[string]*listing{}}}
	var err error
	w.before, err = w.looker.look(paths)
	return w, err
}

// Paths are what is watched.
func (w *Watcher) Paths() []string { return w.paths }

// Look opens the tasks that were saved since the last look, sorted by folder. Certificates do not
// count, nor do tasks that are gone.
func (w *Watcher) Look() ([]*Loaded, error) {
	now, err := w.looker.look(w.paths)
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
