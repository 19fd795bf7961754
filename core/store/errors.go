package store

import (
	"database/sql"
	"errors"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"coworkenv.dev/coworkenv/core/fault"
)

// fail gives err its message, kind and hint; nil stays nil.
func fail(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	kind, hint := classify(err)
	e := fault.Wrap(kind, err, format, args...)
	if hint != "" && fault.HintOf(err) == "" {
		e = e.WithHint("%s", hint)
	}
	return e
}

// classify returns the kind and hint of an error of SQLite; an empty kind means
// that of its cause.
func classify(err error) (fault.Kind, string) {
	var se *sqlite.Error
	if !errors.As(err, &se) {
		return "", ""
	}
	switch code := se.Code(); code {
	case sqlite3.SQLITE_READONLY_DBMOVED:
		return fault.Conflict, "the file was moved or deleted while it was open; close and open the workspace again"
	case sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMOPEN:
		// The file beside the database that could not grow holds its locks.
		return fault.Exhausted, hintFull
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
		return fault.Conflict, "choose another id, or look at what is there under this one"
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
		return fault.NotFound, "write what the entry refers to (its run, task or job) first"
	default:
		return classifyPrimary(code & 0xff)
	}
}

const (
	hintFull    = "free space on the workspace's disk, then repeat; nothing half-written was kept"
	hintDamaged = "restore the copy workspace.db.bak-* beside it or another backup; the file itself was not changed"
)

func classifyPrimary(code int) (fault.Kind, string) {
	switch code {
	case sqlite3.SQLITE_FULL:
		return fault.Exhausted, hintFull
	case sqlite3.SQLITE_NOMEM:
		return fault.Exhausted, "free memory, then repeat"
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL:
		return fault.Unavailable, "another process is using the workspace; repeat when it has finished"
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_CANTOPEN:
		return fault.Denied, "make the workspace's folder and files writable, or open the workspace read-only"
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fault.Invalid, hintDamaged
	case sqlite3.SQLITE_IOERR:
		return fault.Unavailable, "the disk reports an error; check it, then repeat"
	case sqlite3.SQLITE_INTERRUPT:
		return fault.Canceled, ""
	case sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG:
		return fault.Invalid, ""
	}
	return fault.Internal, ""
}

// isBusy tells whether a statement failed only because another process holds
// the lock that it needs.
func isBusy(err error) bool {
	var se *sqlite.Error
	return errors.As(err, &se) && se.Code()&0xff == sqlite3.SQLITE_BUSY
}

// endsTransaction tells whether an error may have undone the whole transaction
// and not the one statement.
func endsTransaction(err error) bool {
	var se *sqlite.Error
	if !errors.As(err, &se) {
		return errors.Is(err, sql.ErrConnDone)
	}
	switch se.Code() & 0xff {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_BUSY,
		sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN:
		return true
	}
	return false
}

// notFound is the error of a lookup that met nothing.
func notFound(what, id string) error {
	err := fault.New(fault.NotFound, "there is no %s %q in the workspace", what, id)
	switch what {
	case "trial", "job":
		return err.WithHint("`coworkenv %ss list` shows which there are", what)
	}
	return err.WithHint("list the %ss to see which there are", what)
}

func errClosed() error {
	return fault.New(fault.Unavailable, "the workspace is closed").WithHint("open it again")
}
