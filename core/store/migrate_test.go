package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
)

var fixed = Options{Clock: det.Fixed(time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)), Version: "test"}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%v (hint: %s)", err, fault.HintOf(err))
	}
}

func wantFault(t testing.TB, err error, kind fault.Kind) {
	t.Helper()
	if got := fault.KindOf(err); got != kind {
		t.Errorf("error %v has kind %q, want %q", err, got, kind)
	}
	if fault.HintOf(err) == "" {
		t.Errorf("error %v has no hint", err)
	}
}

// raw runs SQL on a workspace's file, past the store.
func raw(t testing.TB, dir string, statements ...string) {
	t.Helper()
	conn, err := connect(t.Context(), dsn(filepath.Join(dir, FileName), time.Second, nil))
	check(t, err)
	for _, s := range statements {
		check(t, conn.exec(t.Context(), s))
	}
	check(t, conn.close())
}

// versionOne makes a workspace as the first version did, with two tasks' trials.
func versionOne(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	check(t, os.WriteFile(filepath.Join(dir, FileName), nil, 0o644))
	check(t, fill(t.Context(), filepath.Join(dir, FileName), 1, fixed))
	raw(t, dir, `
INSERT INTO tasks (digest, id, title, family, language, difficulty, services, capabilities, request, path, state, provenance, added_at)
VALUES ('d1', 't1', 'one', 'lookup', 'en', 'easy', '["crm"]', '[]', '', '', 'loaded', 'null', 0),
       ('d2', 't2', 'two', 'lookup', 'en', 'easy', '["crm"]', '[]', '', '', 'loaded', 'null', 0);
INSERT INTO trials (id, item_id, task_digest, task_id, agent, model, seed, attempt, group_id, status, completion, safety, score, pass,
  end_kind, end_reason, steps, calls, tokens, started_at, duration_ns)
VALUES ('a', 'ia', 'd1', 't1', '', '', 0, 0, '', 'scored', 0, 1, 1000000, 1, '', '', 0, 0, 0, 0, 0),
       ('b', 'ib', 'd1', 't1', '', '', 0, 0, '', 'scored', 0, 1, 500000, 0, '', '', 0, 0, 0, 0, 0),
       ('c', 'ic', 'd1', 't1', '', '', 0, 0, '', 'aborted', 0, 1, 900000, 1, '', '', 0, 0, 0, 0, 0);
INSERT INTO trajectories (trial, body) VALUES (1, x'00026e31');
`)
	return dir
}

func userVersion(t testing.TB, file string) (version int) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	check(t, err)
	check(t, db.QueryRow("PRAGMA user_version").Scan(&version))
	check(t, db.Close())
	return version
}

func TestMigrationFromTheFirstVersion(t *testing.T) {
	dir := versionOne(t)
	ctx := t.Context()
	file := filepath.Join(dir, FileName)
	_, err := Open(ctx, dir, Options{ReadOnly: true})
	wantFault(t, err, fault.Conflict)
	check(t, os.WriteFile(file+".bak-1", []byte("an older copy"), 0o644))
	s, err := Open(ctx, dir, fixed)
	check(t, err)
	type totals struct{ Trials, Scored, Passed, Mean int64 }
	got := map[string]totals{}
	for r, err := range s.Tasks(ctx, nil) {
		check(t, err)
		v := totals{Trials: r.Trials, Scored: r.Scored, Passed: r.Passed}
		if r.Mean != nil {
			v.Mean = *r.Mean
		}
		got[r.ID] = v
	}
	if diff := cmp.Diff(map[string]totals{"t1": {3, 2, 1, 750_000}, "t2": {}}, got); diff != "" {
		t.Error(diff)
	}
	check(t, s.Close())
	if v := userVersion(t, file); v != latestVersion() {
		t.Errorf("version %d after opening, want %d", v, latestVersion())
	}
	if v := userVersion(t, file+".bak-1"); v != 1 {
		t.Errorf("the copy has version %d, want 1", v)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	check(t, err)
	if want := []string{file, file + ".bak-1"}; !slices.Equal(names, want) {
		t.Errorf("files %v, want %v", names, want)
	}
	// A copy is a whole workspace of its own.
	restored := t.TempDir()
	check(t, os.Rename(file+".bak-1", filepath.Join(restored, FileName)))
	s, err = Open(ctx, restored, fixed)
	check(t, err)
	if n, err := s.CountTrials(ctx, TrialsOf{}); err != nil || n != 3 {
		t.Errorf("the copy has %d trials, %v", n, err)
	}
	check(t, s.Close())
}

func TestMigrationByTwoAtOnce(t *testing.T) {
	dir := versionOne(t)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			s, err := Open(context.Background(), dir, fixed)
			if err != nil {
				t.Errorf("open: %v", err)
				return
			}
			if err := s.Close(); err != nil {
				t.Errorf("close: %v", err)
			}
		})
	}
	wg.Wait()
	if v := userVersion(t, filepath.Join(dir, FileName)); v != latestVersion() {
		t.Errorf("version %d", v)
	}
}

func TestFailedMigrationChangesNothing(t *testing.T) {
	dir := versionOne(t)
	raw(t, dir, "CREATE TABLE task_totals (in_the_way TEXT)")
	_, err := Open(t.Context(), dir, fixed)
	if err == nil || !strings.Contains(err.Error(), "0002_task_totals.sql") {
		t.Errorf("error %v does not name the step", err)
	}
	if v := userVersion(t, filepath.Join(dir, FileName)); v != 1 {
		t.Errorf("version %d after a failed step, want 1", v)
	}
	raw(t, dir, "DROP TABLE task_totals")
	s, err := Open(t.Context(), dir, fixed)
	check(t, err)
	check(t, s.Close())
}

func TestNewerIsRefused(t *testing.T) {
	dir := versionOne(t)
	raw(t, dir, "PRAGMA user_version = 99")
	file := filepath.Join(dir, FileName)
	before, err := os.ReadFile(file)
	check(t, err)
	for _, o := range []Options{fixed, {ReadOnly: true}} {
		_, err := Open(t.Context(), dir, o)
		wantFault(t, err, fault.Unsupported)
		if !strings.Contains(err.Error(), "newer version") || !strings.Contains(err.Error(), "99") {
			t.Errorf("error %v", err)
		}
	}
	after, err := os.ReadFile(file)
	check(t, err)
	if string(before) != string(after) {
		t.Error("a refused file was changed")
	}
	if names, err := filepath.Glob(filepath.Join(dir, FileName+".*")); err != nil || len(names) != 0 {
		t.Errorf("files %v, %v", names, err)
	}
}

func TestMigrationsAreNumbered(t *testing.T) {
	names := migrationNames()
	if len(names) < 2 || !strings.HasPrefix(names[0], "0001_") {
		t.Fatalf("migrations %v", names)
	}
	for version := 1; version <= len(names); version++ {
		path := filepath.Join(t.TempDir(), FileName)
		check(t, os.WriteFile(path, nil, 0o644))
		check(t, fill(t.Context(), path, version, fixed))
		if v := userVersion(t, path); v != version {
			t.Errorf("filled to version %d, want %d", v, version)
		}
	}
}

func TestCreatedByManyAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "w")
	var wg sync.WaitGroup
	stores := make([]*Store, 6)
	for i := range stores {
		wg.Go(func() {
			s, err := Open(context.Background(), dir, fixed)
			if err != nil {
				t.Errorf("open: %v", err)
				return
			}
			stores[i] = s
			if err := s.SetMeta(context.Background(), string(rune('a'+i)), "x"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, s := range stores {
		if s == nil {
			continue
		}
		for i := range stores {
			if _, found, err := s.Meta(t.Context(), string(rune('a'+i))); err != nil || !found {
				t.Errorf("setting %d: %v, %v: two workspaces were created", i, found, err)
			}
		}
		check(t, s.Close())
	}
	if names, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(names) != 1 {
		t.Errorf("files %v, %v", names, err)
	}
}

// Where another machine may share the folder, or the log is refused, a rollback
// journal serves.
func TestNetworkFileSystem(t *testing.T) {
	dir := t.TempDir()
	nfs := func(string) string { return "nfs" }
	var stores []*Store
	for range 2 {
		s, err := open(t.Context(), dir, fixed, nfs)
		check(t, err)
		stores = append(stores, s)
		var mode string
		check(t, s.read.one(t.Context(), "PRAGMA journal_mode", nil, &mode))
		if mode != "delete" || len(s.Notes()) != 1 || !strings.Contains(s.Notes()[0], "nfs") {
			t.Errorf("journal %s, notes %v", mode, s.Notes())
		}
	}
	var wg sync.WaitGroup
	for i, s := range stores {
		wg.Go(func() {
			for n := range 20 {
				if err := s.SetMeta(context.Background(), string(rune('a'+i))+string(rune('a'+n)), "x"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	n := 0
	check(t, stores[0].read.one(t.Context(), "SELECT count(*) FROM meta WHERE value = 'x'", nil, &n))
	if n != 40 {
		t.Errorf("%d settings, want 40", n)
	}
	for _, s := range stores {
		var level int
		check(t, s.write.conn.pragma(t.Context(), "synchronous", &level))
		if level != 2 {
			t.Errorf("synchronous=%d with a rollback journal, want full", level)
		}
		check(t, s.Close())
	}
	s, err := Open(t.Context(), dir, fixed) // back on a local disk
	check(t, err)
	var mode string
	check(t, s.read.one(t.Context(), "PRAGMA journal_mode", nil, &mode))
	if mode != "wal" {
		t.Errorf("journal %s on a local disk", mode)
	}
	check(t, s.Close())
}

func TestDamagedAndForeignFiles(t *testing.T) {
	whole := filepath.Join(t.TempDir())
	s, err := Open(t.Context(), whole, fixed)
	check(t, err)
	for i := range 50 {
		check(t, s.SetMeta(t.Context(), strings.Repeat("k", i+1), strings.Repeat("v", 2000)))
	}
	check(t, s.Close())
	data, err := os.ReadFile(filepath.Join(whole, FileName))
	check(t, err)
	foreign := t.TempDir()
	raw(t, foreign, "CREATE TABLE photos (id)")
	other, err := os.ReadFile(filepath.Join(foreign, FileName))
	check(t, err)
	tests := map[string][]byte{
		"empty":            {},
		"one byte":         data[:1],
		"half a header":    data[:60],
		"header only":      data[:100],
		"one page":         data[:4096],
		"half":             data[:len(data)/2/4096*4096],
		"one byte short":   data[:len(data)-1],
		"text":             []byte(strings.Repeat("this is no database\n", 500)),
		"zeros":            make([]byte, 20_000),
		"another program":  other,
		"garbage after it": append(slices.Clone(data[:100]), slices.Repeat([]byte{0x5a}, len(data)-100)...),
	}
	for name, content := range tests {
		for _, o := range []Options{fixed, {ReadOnly: true}} {
			dir := t.TempDir()
			file := filepath.Join(dir, FileName)
			check(t, os.WriteFile(file, content, 0o644))
			s, err := Open(t.Context(), dir, o)
			if err == nil {
				t.Errorf("%s: opens", name)
				check(t, s.Close())
				continue
			}
			if fault.KindOf(err) != fault.Invalid || fault.HintOf(err) == "" {
				t.Errorf("%s: %v has kind %s, hint %q", name, err, fault.KindOf(err), fault.HintOf(err))
			}
			after, err := os.ReadFile(file)
			check(t, err)
			if string(after) != string(content) {
				t.Errorf("%s: the refused file was changed", name)
			}
		}
	}
	dir := t.TempDir()
	check(t, os.WriteFile(filepath.Join(dir, FileName), nil, 0o644))
	if _, err := Open(t.Context(), dir, fixed); err == nil || !strings.Contains(err.Error(), "is empty: the file is damaged") {
		t.Errorf("an empty file: %v", err)
	}
	dir = t.TempDir()
	check(t, os.Mkdir(filepath.Join(dir, FileName), 0o755))
	if _, err := Open(t.Context(), dir, fixed); err == nil || fault.HintOf(err) == "" {
		t.Errorf("a folder in place of the file: %v", err)
	}
}

// A page that is damaged inside of the file is noticed when it is read.
func TestDamageInside(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), dir, fixed)
	check(t, err)
	for i := range 50 {
		check(t, s.SetMeta(t.Context(), strings.Repeat("k", i+1), strings.Repeat("v", 2000)))
	}
	check(t, s.Close())
	file := filepath.Join(dir, FileName)
	data, err := os.ReadFile(file)
	check(t, err)
	tail := data[len(data)/2/4096*4096:]
	for i := range tail {
		tail[i] = 0xff
	}
	check(t, os.WriteFile(file, data, 0o644))
	s, err = Open(t.Context(), dir, fixed)
	if err == nil {
		_, _, err = s.Meta(t.Context(), strings.Repeat("k", 50))
		err = errors.Join(err, s.SetMeta(t.Context(), strings.Repeat("k", 51), strings.Repeat("v", 9000)))
		check(t, s.Close())
	}
	wantFault(t, err, fault.Invalid)
}
