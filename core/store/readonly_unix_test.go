//go:build unix

package store_test

import (
	"os"
	"path/filepath"
	"testing"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

func TestReadOnlyFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write to every folder; TestReadOnlyFileSystem takes its place")
	}
	ctx := t.Context()
	dir := t.TempDir()
	s := openAt(t, dir, store.Options{})
	_, err := s.PutTrial(ctx, trial(1))
	ok(t, err)
	ok(t, s.Close())
	ok(t, os.Chmod(dir, 0o555))
	t.Cleanup(func() { ok(t, os.Chmod(dir, 0o755)) })
	_, err = store.Open(ctx, dir, store.Options{})
	wantKind(t, err, fault.Denied)
	_, err = store.Open(ctx, filepath.Join(dir, "new"), store.Options{})
	wantKind(t, err, fault.Denied)
	r := openAt(t, dir, store.Options{ReadOnly: true})
	if n, err := r.CountTrials(ctx, store.TrialsOf{}); err != nil || n != 1 {
		t.Errorf("%d trials, %v", n, err)
	}
	file := filepath.Join(dir, store.FileName)
	ok(t, os.Chmod(file, 0))
	t.Cleanup(func() { ok(t, os.Chmod(file, 0o644)) })
	_, err = store.Open(ctx, dir, store.Options{ReadOnly: true})
	wantKind(t, err, fault.Denied)
}
