package store

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
)

// The steps from one version of the workspace to the next: NNNN_what.sql leads
// to version NNNN. A published step never changes.
//
//go:embed migrations/*.sql
var migrations embed.FS

// migrationNames lists the steps, the first (to version 1) first.
func migrationNames() []string {
	entries, err := migrations.ReadDir("migrations")
	if err != nil {
		panic("store: the embedded migrations cannot be read: " + err.Error())
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	slices.Sort(names)
	return names
}

func latestVersion() int { return len(migrationNames()) }

func fileVersion(ctx context.Context, conn *connection) (int, error) {
	var version int
	if err := conn.pragma(ctx, "user_version", &version); err != nil {
		return 0, err
	}
	if latest := latestVersion(); version > latest {
		return 0, fault.New(fault.Unsupported, "the workspace was written by a newer version of this program (file version %d, known up to %d)", version, latest).
			WithHint("update the program, or use another workspace; this one was not changed")
	}
	return version, nil
}

// migrate brings the file to a version, all steps in one transaction. What is
// there is copied to PATH.bak-VERSION before.
func migrate(ctx context.Context, conn *connection, path string, to int) error {
	from, err := fileVersion(ctx, conn)
	if err != nil || from >= to {
		return err
	}
	if from > 0 {
		if err := backup(ctx, conn, path, from); err != nil {
			return fail(err, "copy the workspace before bringing it from version %d to %d", from, to)
		}
	}
	if err := conn.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	if err := steps(ctx, conn, to); err != nil {
		// The caller closes the connection, which undoes the transaction.
		return fail(err, "bring the workspace from version %d to %d", from, to)
	}
	return conn.exec(ctx, "COMMIT")
}

// steps runs what is still missing: another process may have been quicker
// before the transaction began.
func steps(ctx context.Context, conn *connection, to int) error {
	from, err := fileVersion(ctx, conn)
	if err != nil {
		return err
	}
	for i, name := range migrationNames() {
		version := i + 1
		if version <= from || version > to {
			continue
		}
		if !strings.HasPrefix(name, fmt.Sprintf("%04d_", version)) {
			return fault.New(fault.Internal, "migration %s is not the step to version %d", name, version)
		}
		text, err := migrations.ReadFile("migrations/" + name)
		if err != nil {
			return err
		}
		if err := conn.exec(ctx, string(text)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := conn.exec(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
			return err
		}
	}
	return nil
}

// backup copies the workspace, as it is committed, to PATH.bak-VERSION. A copy
// of the same version is replaced only once the new one is whole.
func backup(ctx context.Context, conn *connection, path string, version int) error {
	final := fmt.Sprintf("%s.bak-%d", path, version)
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(final)+".*")
	if err != nil {
		return err
	}
	tmp := f.Name()
	err = firstError(f.Chmod(0o644), f.Close())
	if err == nil {
		err = conn.exec(ctx, "VACUUM INTO ?", tmp)
	}
	if err == nil {
		err = os.Rename(tmp, final)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	return syncFolder(path)
}
