package store

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
)

func (s *Store) openWritable(ctx context.Context, o Options, network func(string) string) error {
	if info, err := os.Stat(s.dir); err == nil && !info.IsDir() {
		return fault.New(fault.Invalid, "it is a file, not a folder").WithHint("name the folder of the workspace with --workspace DIR")
	}
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return fault.Wrap("", err, "create folder").WithHint("choose a folder that you may write to")
	}
	exists, err := fileExists(s.path)
	if err != nil {
		return err
	}
	if !exists {
		if err := create(ctx, s.path, o); err != nil {
			return err
		}
	}
	if err := checkFile(s.path, os.O_RDWR); err != nil {
		return err
	}
	journal := "WAL"
	if kind := network(s.dir); kind != "" {
		// Shared memory between machines does not work there: with a write-ahead
		// log two of them damage the file.
		journal = "DELETE"
		s.notes = append(s.notes, fmt.Sprintf("the workspace lies on a network file system (%s): a slower, safer journal is used; let one machine at a time write to it", kind))
	}
	conn, err := connect(ctx, dsn(s.path, o.BusyTimeout, nil))
	if err != nil {
		return err
	}
	wal, err := s.prepare(ctx, conn, journal)
	if err != nil {
		return firstError(err, conn.close())
	}
	s.read, err = newReader(dsn(s.path, o.BusyTimeout, nil, "query_only(1)", "cache_size(-8192)"))
	if err != nil {
		return firstError(err, conn.close())
	}
	s.write = newWriter(conn, o.BusyTimeout, wal)
	return nil
}

// prepare brings a connection's file to the newest version and sets the
// journal; wal tells whether it is a write-ahead log.
func (s *Store) prepare(ctx context.Context, conn *connection, journal string) (wal bool, err error) {
	if err := checkOwner(ctx, conn); err != nil {
		return false, err
	}
	if err := migrate(ctx, conn, s.path, latestVersion()); err != nil {
		return false, err
	}
	var got string
	if err := conn.pragma(ctx, "journal_mode("+journal+")", &got); err != nil {
		return false, err
	}
	if !strings.EqualFold(got, journal) {
		s.notes = append(s.notes, "the file system refuses a write-ahead log; a slower journal is used")
	}
	for _, p := range []string{
		// 8 MiB. More is slower: a commit after B-tree pages were reordered looks
		// through the whole cache (64 MiB: 0.3 ms a commit).
		"cache_size(-8192)",
		// 32 MiB between checkpoints: pages written again and again go to the
		// file once. What the log needs beyond it is given back.
		"wal_autocheckpoint(8192)",
		"journal_size_limit(67108864)",
		"busy_timeout(0)", // from here on the writer waits itself
	} {
		if err := conn.exec(ctx, "PRAGMA "+p); err != nil {
			return false, err
		}
	}
	return strings.EqualFold(got, "wal"), nil
}

func (s *Store) openReadOnly(ctx context.Context, o Options) error {
	exists, err := fileExists(s.path)
	if err != nil {
		return err
	}
	if !exists {
		return fault.New(fault.NotFound, "there is no workspace here (no %s)", FileName).
			WithHint("name the folder of a workspace, or open it for writing once to create it")
	}
	if err := checkFile(s.path, os.O_RDONLY); err != nil {
		return err
	}
	mode := url.Values{"mode": {"ro"}}
	err = s.tryReadOnly(ctx, o, mode)
	if kind, _ := classify(err); kind != fault.Denied {
		return err
	}
	// A log needs a lock file beside it, which a folder that cannot be written
	// does not take. Without a log the file is whole.
	if logged, logErr := hasLog(s.path); logged || logErr != nil {
		return firstError(logErr, err)
	}
	mode.Set("immutable", "1")
	s.notes = append(s.notes, "the folder cannot be written to, so no locks are taken: what others change meanwhile is not seen")
	return s.tryReadOnly(ctx, o, mode)
}

func (s *Store) tryReadOnly(ctx context.Context, o Options, mode url.Values) error {
	name := dsn(s.path, o.BusyTimeout, mode, "cache_size(-8192)")
	conn, err := connect(ctx, name)
	if err != nil {
		return err
	}
	if err := firstError(checkReadable(ctx, conn), conn.close()); err != nil {
		return err
	}
	s.read, err = newReader(name)
	return err
}

func checkReadable(ctx context.Context, conn *connection) error {
	if err := checkOwner(ctx, conn); err != nil {
		return err
	}
	version, err := fileVersion(ctx, conn)
	if err != nil {
		return err
	}
	if version < latestVersion() {
		return fault.New(fault.Conflict, "the workspace has version %d, this program needs %d", version, latestVersion()).
			WithHint("open it once for writing; it is brought up to date then, after a copy was made")
	}
	return nil
}

// create makes the file under another name and links it into place, so that
// nobody ever meets half a workspace, and an empty file is always damage.
func create(ctx context.Context, path string, o Options) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), FileName+".new-*")
	if err != nil {
		return fault.Wrap("", err, "create workspace").WithHint("choose a folder that you may write to, or make this one writable")
	}
	name := tmp.Name()
	err = firstError(tmp.Chmod(0o644), tmp.Close())
	if err == nil {
		err = fill(ctx, name, latestVersion(), o)
	}
	if err == nil {
		err = place(name, path)
	}
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if rmErr := os.Remove(name + suffix); err == nil && rmErr != nil && !errors.Is(rmErr, os.ErrNotExist) {
			err = rmErr
		}
	}
	return err
}

// fill writes the schema of a version into an empty file.
func fill(ctx context.Context, path string, version int, o Options) error {
	conn, err := connect(ctx, dsn(path, time.Second, nil, "synchronous(2)"))
	if err != nil {
		return err
	}
	err = conn.exec(ctx, fmt.Sprintf("PRAGMA application_id = %d", applicationID))
	if err == nil {
		err = migrate(ctx, conn, path, version)
	}
	if err == nil {
		err = conn.exec(ctx, "INSERT INTO meta (key, value) VALUES ('created_by', ?), ('created_at', ?)",
			o.Version, o.Clock.Now().UTC().Format(time.RFC3339))
	}
	if err == nil {
		err = conn.exec(ctx, "PRAGMA journal_mode(WAL)")
	}
	return firstError(err, conn.close())
}

// place gives the file its name unless another process was first.
func place(tmp, path string) error {
	if os.Link(tmp, path) == nil {
		return syncFolder(path)
	}
	// Another process was first, or the file system has no links: then rename,
	// which could only overwrite a file that came into being in this moment.
	if exists, err := fileExists(path); exists || err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		return err
	}
	return syncFolder(path)
}

// syncFolder makes a new name durable.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil // a folder cannot be opened there, nor needs to be
	}
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return firstError(d.Sync(), d.Close())
}
