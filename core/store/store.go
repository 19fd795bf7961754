// Package store keeps the workspace: one SQLite file that several processes may
// use at once. It holds tasks, certificates, runs, trials, jobs and decisions.
//
// It imports only core packages below it, and alone knows SQL. Invariant: what
// a method has reported as written survives the death of the process, and a
// write is there whole or not at all. A power failure may take the last trials
// with it (they can be run again), never a decision, a finished job or run.
package store

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
)

// FileName is the workspace's file within its folder.
const FileName = "workspace.db"

// defaultBusyTimeout is how long another process's write is waited for.
const defaultBusyTimeout = 10 * time.Second

// Options of Open. The zero value opens for writing with the machine's clock.
type Options struct {
	ReadOnly    bool
	Clock       det.Clock     // nil: det.System()
	BusyTimeout time.Duration // how long to wait for another process; 0: 10 s
	Version     string        // the program's; noted in a new workspace
}

// Store is an open workspace. It is safe for concurrent use.
type Store struct {
	dir   string
	path  string
	clock det.Clock
	notes []string
	read  *reader
	write *writer // nil: read-only
	pack  *packer

	closing sync.Once
	closed  error
}

// Open opens the workspace in folder dir, and creates it unless ReadOnly; an
// older one is brought up to date after a copy was put beside it. Errors:
// Denied (the folder or file may not be written), Exhausted (disk full),
// Invalid (not a workspace, or damaged), Unsupported (written by a newer
// version), NotFound (read-only, and there is none), Unavailable (held by
// another process).
func Open(ctx context.Context, dir string, o Options) (*Store, error) {
	return open(ctx, dir, o, networkFileSystem)
}

// open takes the detection of network file systems as an argument, for tests.
func open(ctx context.Context, dir string, o Options, network func(dir string) string) (*Store, error) {
	if o.Clock == nil {
		o.Clock = det.System()
	}
	if o.BusyTimeout <= 0 {
		o.BusyTimeout = defaultBusyTimeout
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "open workspace %s", dir)
	}
	s := &Store{dir: abs, path: filepath.Join(abs, FileName), clock: o.Clock, pack: newPacker()}
	if o.ReadOnly {
		err = s.openReadOnly(ctx, o)
	} else {
		err = s.openWritable(ctx, o, network)
	}
	if err != nil {
		return nil, fail(err, "open workspace %s", dir)
	}
	return s, nil
}

// Dir is the workspace's folder, absolute.
func (s *Store) Dir() string { return s.dir }

// ReadOnly tells whether the store refuses writes.
func (s *Store) ReadOnly() bool { return s.write == nil }

// Notes are remarks for the person at the keyboard about how the workspace was
// opened, such as a file system that allows only a slower journal.
func (s *Store) Notes() []string { return s.notes }

// Close finishes the writes that are under way and closes the file. Later calls
// of any method fail. It may be called more than once.
func (s *Store) Close() error {
	s.closing.Do(func() {
		if s.write != nil {
			s.closed = s.write.close()
		}
		// Last, since the last connection to close puts the journal away.
		if err := s.read.close(); s.closed == nil {
			s.closed = err
		}
	})
	if s.closed != nil {
		return fail(s.closed, "close workspace %s", s.dir)
	}
	return nil
}

func (s *Store) now() time.Time { return s.clock.Now() }

func fileExists(path string) (bool, error) {
	switch _, err := os.Stat(path); {
	case err == nil:
		return true, nil
	case os.IsNotExist(err):
		return false, nil
	default: // a file in the place of a folder, links in a circle
		return false, fault.Wrap("", err, "look for %s", FileName).WithHint("name the folder of the workspace with --workspace DIR")
	}
}
