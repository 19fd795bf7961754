package store_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

// mountSmall mounts a file system of some bytes in memory, or skips the test.
func mountSmall(t *testing.T, size int) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root may mount the small file system that this test fills")
	}
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		t.Skipf("this machine does not let root mount a tmpfs: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	return dir
}

// ballast takes up space that can be given back.
func ballast(t *testing.T, file string, size int) {
	t.Helper()
	ok(t, os.WriteFile(file, make([]byte, size), 0o644))
}

func TestFullDisk(t *testing.T) {
	disk := mountSmall(t, 8<<20)
	dir := filepath.Join(disk, "w")
	ctx := t.Context()
	ballast(t, filepath.Join(disk, "ballast"), 3<<20)
	s, err := store.Open(ctx, dir, store.Options{Clock: det.Fixed(epoch)})
	ok(t, err)
	body := func(n int) store.Trial {
		v := trial(n)
		raw := make([]byte, 60_000) // does not shrink
		r := det.NewRand(uint64(n))
		for i := range raw {
			raw[i] = "0123456789abcdef"[r.Intn(16)]
		}
		v.Trajectory = fmt.Appendf(nil, "%q", raw)
		return v
	}
	n := 0
	for ; n < 1000 && err == nil; n++ {
		_, err = s.PutTrial(ctx, body(n))
	}
	wantKind(t, err, fault.Exhausted)
	if n < 3 {
		t.Fatalf("the disk is full after %d trials", n)
	}
	written := n - 1
	complete := func(s *store.Store, want int) {
		t.Helper()
		rows := collect(t, s.TrialsWithBodies(ctx, store.TrialsOf{}))
		if len(rows) != want {
			t.Errorf("%d trials, want %d", len(rows), want)
		}
		for i, r := range rows {
			if string(r.Trajectory) != string(body(i).Trajectory) {
				t.Errorf("trial %d is damaged", i)
			}
		}
	}
	complete(s, written)
	ok(t, os.Remove(filepath.Join(disk, "ballast")))
	for range 2 { // the same trial as failed, and once more
		_, err = s.PutTrial(ctx, body(written))
		ok(t, err)
	}
	complete(s, written+1)
	ok(t, s.Close())
	wantSound(t, dir)
	complete(openAt(t, dir, store.Options{ReadOnly: true}), written+1)
}

func TestCreateOnFullDisk(t *testing.T) {
	disk := mountSmall(t, 1<<20)
	f, err := os.Create(filepath.Join(disk, "ballast"))
	ok(t, err)
	if _, err := io.Copy(f, zeros{}); err == nil {
		t.Fatal("the disk does not fill")
	}
	ok(t, f.Close())
	dir := filepath.Join(disk, "w")
	_, err = store.Open(t.Context(), dir, store.Options{})
	wantKind(t, err, fault.Exhausted)
	ok(t, os.Remove(filepath.Join(disk, "ballast")))
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	ok(t, err)
	if len(names) != 0 {
		t.Errorf("a failed creation leaves %v", names)
	}
	openAt(t, dir, store.Options{})
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestReadOnlyFileSystem(t *testing.T) {
	disk := mountSmall(t, 8<<20)
	ctx := t.Context()
	dir, unclean := filepath.Join(disk, "w"), filepath.Join(disk, "unclean")
	s, err := store.Open(ctx, dir, store.Options{})
	ok(t, err)
	_, err = s.PutTrial(ctx, trial(1))
	ok(t, err)
	ok(t, os.Mkdir(unclean, 0o755)) // as after a power failure: the log is there
	for _, name := range []string{store.FileName, store.FileName + "-wal"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		ok(t, err)
		ok(t, os.WriteFile(filepath.Join(unclean, name), data, 0o644))
	}
	ok(t, s.Close())
	ok(t, syscall.Mount("", disk, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))

	_, err = store.Open(ctx, dir, store.Options{})
	wantKind(t, err, fault.Denied)
	_, err = store.Open(ctx, filepath.Join(disk, "new"), store.Options{})
	wantKind(t, err, fault.Denied)
	_, err = store.Open(ctx, unclean, store.Options{ReadOnly: true})
	wantKind(t, err, fault.Denied)
	r := openAt(t, dir, store.Options{ReadOnly: true})
	if n, err := r.CountTrials(ctx, store.TrialsOf{}); err != nil || n != 1 || len(r.Notes()) != 1 {
		t.Errorf("%d trials, %v, notes %v", n, err, r.Notes())
	}
}
