package store_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/store"
)

var epoch = time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)

// handClock is moved by hand.
type handClock struct{ offset atomic.Int64 }

func (c *handClock) Now() time.Time       { return epoch.Add(time.Duration(c.offset.Load())) }
func (c *handClock) add(by time.Duration) { c.offset.Add(int64(by)) }

func openAt(t testing.TB, dir string, o store.Options) *store.Store {
	t.Helper()
	if o.Clock == nil {
		o.Clock = det.Fixed(epoch)
	}
	s, err := store.Open(t.Context(), dir, o)
	if err != nil {
		t.Fatalf("open: %v (hint: %s)", err, fault.HintOf(err))
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

func openNew(t testing.TB) *store.Store {
	t.Helper()
	return openAt(t, t.TempDir(), store.Options{Version: "test"})
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%v (hint: %s)", err, fault.HintOf(err))
	}
}

// wantKind checks an error's kind and that it says what to do next.
func wantKind(t testing.TB, err error, kind fault.Kind) {
	t.Helper()
	if got := fault.KindOf(err); got != kind {
		t.Errorf("error %v has kind %q, want %q", err, got, kind)
	}
	if fault.HintOf(err) == "" {
		t.Errorf("error %v has no hint", err)
	}
}

func collect[T any](t testing.TB, seq func(func(T, error) bool)) []T {
	t.Helper()
	var out []T
	for v, err := range seq {
		ok(t, err)
		out = append(out, v)
	}
	return out
}

func task(n int) store.Task {
	fams := []string{"lookup", "triage", "escalation"}
	return store.Task{
		Digest: fmt.Sprintf("digest-%04d", n), ID: fmt.Sprintf("task-%04d", n), Title: fmt.Sprintf("Überfällige Rechnung %d", n),
		Family: fams[n%3], Language: []string{"en", "zh"}[n%2], Difficulty: "easy",
		Services: []string{"crm", "gmail"}[:1+n%2], Capabilities: []string{"dates"}, Request: fmt.Sprintf("Please look at invoice %d", n),
		Path: fmt.Sprintf("tasks/%d/task.yaml", n), State: store.TaskLoaded, Source: []byte(strings.Repeat("id: x\n", 1+n%900)),
		Provenance: json.RawMessage(`{"generator":"test"}`), AddedAt: epoch.Add(time.Duration(n) * time.Hour),
	}
}

func trial(n int) store.Trial {
	robust := int64(500_000)
	return store.Trial{
		ID: fmt.Sprintf("trial-%06d", n), ItemID: fmt.Sprintf("item-%06d", n), TaskDigest: fmt.Sprintf("digest-%04d", n%10), TaskID: fmt.Sprintf("task-%04d", n%10),
		Agent: "model", Model: "small", Seed: 1<<63 + uint64(n), Attempt: n, GroupID: "g1", Status: store.TrialScored,
		Completion: 750_000, Safety: 1, Score: int64(n%5) * 250_000, Pass: n%5 == 4, Robustness: &robust, EndKind: "done", EndReason: "finished",
		Steps: 5, Calls: 7, Tokens: 1234, StartedAt: epoch.Add(time.Duration(n) * time.Minute), Duration: 1500 * time.Millisecond,
		Trajectory: json.RawMessage(`{"steps":["` + strings.Repeat("look at the invoice ", 200) + `"]}`), ScoreBody: json.RawMessage(fmt.Sprintf(`{"n":%d}`, n)),
	}
}

func TestOpenCreatesAndReopens(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "work space?%#'ü")
	ctx := t.Context()
	s, err := store.Open(ctx, dir, store.Options{Version: "v1.2.3", Clock: det.Fixed(epoch)})
	ok(t, err)
	version, found, err := s.Meta(ctx, "created_by")
	ok(t, err)
	if !found || version != "v1.2.3" || s.Dir() != dir || s.ReadOnly() || len(s.Notes()) != 0 {
		t.Errorf("created_by %q %v, dir %q, notes %v", version, found, s.Dir(), s.Notes())
	}
	ok(t, s.SetMeta(ctx, "screen", "library"))
	ok(t, s.SetMeta(ctx, "screen", "review"))
	ok(t, s.Close())
	ok(t, s.Close())
	files, err := filepath.Glob(filepath.Join(filepath.Dir(dir), "*", "*"))
	ok(t, err)
	if len(files) != 1 || filepath.Base(files[0]) != store.FileName {
		t.Errorf("a closed workspace leaves %v", files)
	}
	wantKind(t, s.SetMeta(ctx, "screen", "x"), fault.Unavailable)
	_, _, err = s.Meta(ctx, "screen")
	wantKind(t, err, fault.Unavailable)
	_, err = s.CountTasks(ctx, nil)
	wantKind(t, err, fault.Unavailable)

	again := openAt(t, dir, store.Options{Version: "v2"})
	got, found, err := again.Meta(ctx, "screen")
	ok(t, err)
	if !found || got != "review" {
		t.Errorf("after reopening screen = %q, %v", got, found)
	}
	if _, found, err := again.Meta(ctx, "absent"); err != nil || found {
		t.Errorf("absent setting: %v, %v", found, err)
	}
	wantKind(t, again.SetMeta(ctx, "", "x"), fault.Invalid)
}

func TestReadOnly(t *testing.T) {
	ctx := t.Context()
	dir := t.TempDir()
	_, err := store.Open(ctx, dir, store.Options{ReadOnly: true})
	wantKind(t, err, fault.NotFound)
	if _, err := os.Stat(filepath.Join(dir, store.FileName)); !os.IsNotExist(err) {
		t.Errorf("opening read-only created a file: %v", err)
	}
	s := openAt(t, dir, store.Options{})
	ok(t, s.PutTasks(ctx, task(1)))
	r := openAt(t, dir, store.Options{ReadOnly: true})
	if !r.ReadOnly() {
		t.Error("ReadOnly is false")
	}
	if _, err := r.Task(ctx, "digest-0001"); err != nil {
		t.Error(err)
	}
	wantKind(t, r.PutTasks(ctx, task(2)), fault.Denied)
	ok(t, s.PutTasks(ctx, task(2)))
	if _, err := r.Task(ctx, "digest-0002"); err != nil {
		t.Errorf("a read-only store does not see a later write: %v", err)
	}
}

func TestCanceledContext(t *testing.T) {
	s := openNew(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.SetMeta(ctx, "a", "b"); fault.KindOf(err) != fault.Canceled {
		t.Errorf("write under a canceled context: %v", err)
	}
	for _, err := range s.Tasks(ctx, nil) {
		if fault.KindOf(err) != fault.Canceled {
			t.Errorf("read under a canceled context: %v", err)
		}
	}
	if _, found, err := s.Meta(t.Context(), "a"); err != nil || found {
		t.Errorf("the canceled write: %v, %v", found, err)
	}
}

func TestSchemasAreSound(t *testing.T) {
	for name, s := range map[string]query.Schema{"task": store.TaskSchema(), "trial": store.TrialSchema()} {
		if err := s.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTaskRoundTrip(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	want := task(7)
	ok(t, s.PutTasks(ctx, want, task(8)))
	got, err := s.Task(ctx, want.Digest)
	ok(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	_, err = s.Task(ctx, "nope")
	wantKind(t, err, fault.NotFound)
	_, err = s.CurrentTask(ctx, "nope")
	wantKind(t, err, fault.NotFound)
}
