package screens

import (
	"context"
	"sync"
	"sync/atomic"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/tui/style"
)

// Env is what screens work with.
type Env struct {
	Engine    *engine.Engine
	Workspace *Workspace
	Library   []string // task folders and libraries that were named; none: the workspace's tasks, else the shipped ones
	Clock     det.Clock
	Version   string
	User      string // whose decisions these are
	Cache     string // folder for what can be made again; "" = nothing is kept
	Host      *Host  // of the one screen

	// Plain says that lines are read out: nothing stands beside another pane (ui.Split.Stack).
	Plain bool

	// Sheet draws in the theme of the moment; ask for it in each View.
	Sheet func() *style.Sheet
	// Columns are those configured for a screen, nil for the screen's own choice.
	Columns func(screen string) []string
}

// Workspace is the workspace that may not exist yet: it is made by the first write. It is safe
// for concurrent use.
type Workspace struct {
	Dir  string
	Flag string                                                            // Dir where it was named on the command line: command lines have to name it too
	Open func(ctx context.Context, create bool) (*engine.Workspace, error) // NotFound where there is none and none is made

	mu  sync.Mutex // held while it is being opened
	now atomic.Pointer[engine.Workspace]
}

// Existing returns the workspace, opened; fault.NotFound where there is none. It is for Work.
func (w *Workspace) Existing(ctx context.Context) (*engine.Workspace, error) {
	return w.open(ctx, false)
}

// Writable returns the workspace, made where there was none. It is for Work.
func (w *Workspace) Writable(ctx context.Context) (*engine.Workspace, error) {
	return w.open(ctx, true)
}

func (w *Workspace) open(ctx context.Context, create bool) (*engine.Workspace, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if ws := w.now.Load(); ws != nil {
		return ws, nil
	}
	ws, err := w.Open(ctx, create)
	if err != nil {
		return nil, err
	}
	w.now.Store(ws)
	return ws, nil
}

// Close closes it where it was opened.
func (w *Workspace) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if ws := w.now.Swap(nil); ws != nil {
		return ws.Close()
	}
	return nil
}

// Present tells whether the workspace has been opened: until then it is not known to be there.
// It does not wait.
func (w *Workspace) Present() bool { return w.now.Load() != nil }
