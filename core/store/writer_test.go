package store

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
)

// held keeps the writer busy inside of a change until release is called.
func held(t *testing.T, s *Store) (release func()) {
	t.Helper()
	begun, end, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	var once sync.Once
	go func() {
		done <- s.change(context.Background(), false, func(*tx) error {
			once.Do(func() { close(begun) })
			<-end
			return nil
		})
	}()
	<-begun
	return func() {
		close(end)
		check(t, <-done)
	}
}

func setMeta(key string) func(*tx) error {
	return func(t *tx) error {
		return t.exec("INSERT INTO meta (key, value) VALUES (?, 'x')", key)
	}
}

func metaKeys(t *testing.T, s *Store) (keys string) {
	t.Helper()
	check(t, s.read.one(t.Context(), "SELECT coalesce(group_concat(key, ' '), '') FROM (SELECT key FROM meta WHERE value = 'x' ORDER BY key)", nil, &keys))
	return keys
}

func openTest(t *testing.T, o Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), t.TempDir(), o)
	check(t, err)
	t.Cleanup(func() { check(t, s.Close()) })
	return s
}

// waitQueued returns once n changes wait.
func waitQueued(s *Store, n int) {
	for len(s.write.queue) < n {
		runtime.Gosched()
	}
}

// One change of a batch that fails leaves the others alone, also when it fails
// half done.
func TestBatchIsolation(t *testing.T) {
	s := openTest(t, fixed)
	release := held(t, s)
	refused := errors.New("refused")
	changes := []func(*tx) error{
		setMeta("a"),
		func(t *tx) error { return errors.Join(setMeta("half")(t), refused) },
		setMeta("b"),
		func(t *tx) error { return t.exec("INSERT INTO meta (key, value) VALUES ('a', 'x')") }, // taken
		func(t *tx) error { return t.exec("INSERT INTO nowhere VALUES (1)") },
		setMeta("c"),
	}
	results := make([]chan error, len(changes))
	for i, do := range changes {
		results[i] = make(chan error, 1)
		go func() { results[i] <- s.change(context.Background(), i == 2, do) }()
		waitQueued(s, i+1)
	}
	release()
	for i, want := range []bool{true, false, true, false, false, true} {
		if err := <-results[i]; (err == nil) != want {
			t.Errorf("change %d: %v", i, err)
		}
	}
	if got := metaKeys(t, s); got != "a b c" {
		t.Errorf("written %q, want a b c", got)
	}
	if err := s.change(t.Context(), false, func(t *tx) error { return errors.Join(setMeta("alone")(t), refused) }); !errors.Is(err, refused) {
		t.Errorf("a failing change alone: %v", err)
	}
	if got := metaKeys(t, s); got != "a b c" {
		t.Errorf("written %q after a failing change", got)
	}
}

// An error that ends the transaction, as of a full disk, does not take along
// the changes that could be written.
func TestBatchAfterEndedTransaction(t *testing.T) {
	s := openTest(t, fixed)
	release := held(t, s)
	full := func(t *tx) error {
		// The page limit makes SQLite report a full disk.
		if err := setMeta("big")(t); err != nil {
			return err
		}
		var pages int
		if err := t.conn.pragma(t.ctx, "page_count", &pages); err != nil {
			return err
		}
		var limit int
		if err := t.conn.pragma(t.ctx, "max_page_count(1)", &limit); err != nil {
			return err
		}
		err := t.exec("INSERT INTO meta (key, value) VALUES ('huge', hex(zeroblob(100000)))")
		return errors.Join(err, t.conn.pragma(t.ctx, "max_page_count(1000000)", &limit))
	}
	results := make([]chan error, 3)
	for i, do := range []func(*tx) error{setMeta("a"), full, setMeta("b")} {
		results[i] = make(chan error, 1)
		go func() { results[i] <- s.change(context.Background(), false, do) }()
		waitQueued(s, i+1)
	}
	release()
	for i, c := range results {
		err := <-c
		if (err == nil) != (i != 1) {
			t.Errorf("change %d: %v", i, err)
		}
		if i == 1 {
			wantFault(t, fail(err, "write"), fault.Exhausted)
		}
	}
	if got := metaKeys(t, s); got != "a b" {
		t.Errorf("written %q, want a b", got)
	}
}

func TestWithdrawnChange(t *testing.T) {
	s := openTest(t, fixed)
	release := held(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() { result <- s.change(ctx, false, setMeta("withdrawn")) }()
	waitQueued(s, 1)
	cancel()
	if err := <-result; fault.KindOf(err) != fault.Canceled {
		t.Errorf("withdrawn: %v", err)
	}
	release()
	check(t, s.change(t.Context(), false, setMeta("later")))
	if got := metaKeys(t, s); got != "later" {
		t.Errorf("written %q, want later alone", got)
	}
}

// A context that ends while the change is being written does not hide that it
// was written.
func TestContextEndsDuringChange(t *testing.T) {
	s := openTest(t, fixed)
	ctx, cancel := context.WithCancel(t.Context())
	err := s.change(ctx, false, func(t *tx) error {
		cancel()
		return setMeta("a")(t)
	})
	check(t, err)
	if got := metaKeys(t, s); got != "a" {
		t.Errorf("written %q", got)
	}
}

func TestCloseFinishesWhatIsQueued(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), dir, fixed)
	check(t, err)
	release := held(t, s)
	result, closed := make(chan error, 1), make(chan error, 1)
	go func() { result <- s.change(context.Background(), false, setMeta("a")) }()
	waitQueued(s, 1)
	go func() { closed <- s.Close() }()
	release()
	check(t, <-result)
	check(t, <-closed)
	wantFault(t, s.change(t.Context(), false, setMeta("b")), fault.Unavailable)
	s, err = Open(t.Context(), dir, fixed)
	check(t, err)
	if got := metaKeys(t, s); got != "a" {
		t.Errorf("written %q", got)
	}
	check(t, s.Close())
}

// Another process that holds the lock is waited for, and not for ever.
func TestBusy(t *testing.T) {
	o := fixed
	o.BusyTimeout = 30 * time.Millisecond
	s := openTest(t, o)
	conn, err := connect(t.Context(), dsn(filepath.Join(s.Dir(), FileName), time.Second, nil))
	check(t, err)
	check(t, conn.exec(t.Context(), "BEGIN IMMEDIATE"))
	wantFault(t, s.SetMeta(t.Context(), "a", "x"), fault.Unavailable)
	check(t, conn.exec(t.Context(), "ROLLBACK"))
	check(t, s.SetMeta(t.Context(), "b", "x"))

	patient, err := Open(t.Context(), s.Dir(), fixed)
	check(t, err)
	check(t, conn.exec(t.Context(), "BEGIN IMMEDIATE"))
	result := make(chan error, 1)
	go func() { result <- patient.SetMeta(context.Background(), "c", "x") }()
	select {
	case err := <-result:
		t.Errorf("written in spite of the lock: %v", err)
	default:
	}
	check(t, conn.exec(t.Context(), "COMMIT"))
	check(t, <-result)
	check(t, patient.Close())
	check(t, conn.close())
	if got := metaKeys(t, s); got != "b c" {
		t.Errorf("written %q", got)
	}
}

// Decisions and ends of jobs and runs wait for the disk, trials for the
// operating system alone; a batch goes as far as its most careful member.
func TestDurability(t *testing.T) {
	s := openTest(t, fixed)
	ctx := t.Context()
	check(t, s.CreateRun(ctx, Run{ID: "r", Kind: "rollout"}))
	check(t, s.StartJob(ctx, Job{ID: "j", Kind: "rollout", Host: "desk"}))
	put := func(id string) func() error {
		return func() error {
			_, err := s.PutTrial(ctx, Trial{ID: id, ItemID: id, TaskDigest: "d", Status: TrialScored})
			return err
		}
	}
	tests := []struct {
		name string
		do   func() error
		full bool
	}{
		{"trial", put("a"), false},
		{"decision", func() error {
			_, err := s.Decide(ctx, Decision{Kind: "task", Digest: "d", Verdict: Accept, Reviewer: "r"})
			return err
		}, true},
		{"another trial", put("b"), false},
		{"undo", func() error { _, err := s.Undo(ctx, "task", "d", "r", ""); return err }, true},
		{"heartbeat", func() error { return s.Heartbeat(ctx, "j") }, false},
		{"progress", func() error { return s.Progress(ctx, "j", 1, 2, "") }, true},
		{"log", func() error { return s.AppendLog(ctx, "j", []byte("x")) }, false},
		{"end of the job", func() error { return s.FinishJob(ctx, "j", JobDone, 0, "") }, true},
		{"third trial", put("c"), false},
		{"end of the run", func() error { return s.SetRunStatus(ctx, "r", RunDone) }, true},
	}
	for _, tt := range tests {
		check(t, tt.do())
		// The writer rests: its connection may be asked.
		var level int
		check(t, s.write.conn.pragma(ctx, "synchronous", &level))
		if full := level == 2; full != tt.full || level == 0 {
			t.Errorf("%s was written with synchronous=%d, want full: %v", tt.name, level, tt.full)
		}
	}
	release := held(t, s)
	results := make(chan error, 2)
	go func() { results <- s.change(context.Background(), true, setMeta("careful")) }()
	waitQueued(s, 1)
	go func() { results <- s.change(context.Background(), false, setMeta("careless")) }()
	waitQueued(s, 2)
	release()
	check(t, firstError(<-results, <-results))
	var level int
	check(t, s.write.conn.pragma(ctx, "synchronous", &level))
	if level != 2 {
		t.Errorf("a batch with a durable change was written with synchronous=%d", level)
	}
}
