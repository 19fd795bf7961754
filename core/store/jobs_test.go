package store_test

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

func job(id string) store.Job {
	return store.Job{ID: id, Kind: "rollout", Title: "Roll out", Command: []string{"coworkenv", "rollout", "--where", `a "b"`}, PID: 1234, Host: "desk", Total: 10}
}

func TestJobLife(t *testing.T) {
	clock := &handClock{}
	dir := t.TempDir()
	s := openAt(t, dir, store.Options{Clock: clock})
	ctx := t.Context()
	other := openAt(t, dir, store.Options{Clock: clock}) // another process watches
	ok(t, s.StartJob(ctx, job("j1")))
	wantKind(t, s.StartJob(ctx, job("j1")), fault.Conflict)
	wantKind(t, s.StartJob(ctx, store.Job{ID: "x"}), fault.Invalid)
	clock.add(time.Second)
	ok(t, s.Progress(ctx, "j1", 3, 12, "third"))
	clock.add(time.Second)
	ok(t, s.Heartbeat(ctx, "j1"))
	ok(t, other.RequestCancel(ctx, "j1"))
	if asked, err := s.CancelRequested(ctx, "j1"); err != nil || !asked {
		t.Errorf("cancel requested: %v, %v", asked, err)
	}
	want := job("j1")
	want.Status, want.Done, want.Total, want.Message, want.CancelRequested = store.JobRunning, 3, 12, "third", true
	want.CreatedAt, want.StartedAt, want.HeartbeatAt = epoch, epoch, epoch.Add(2*time.Second)
	got, err := other.Job(ctx, "j1")
	ok(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	ok(t, s.FinishJob(ctx, "j1", store.JobCanceled, 130, "stopped"))
	code := int64(130)
	want.Status, want.Message, want.EndedAt, want.ExitCode = store.JobCanceled, "stopped", epoch.Add(2*time.Second), &code
	got, err = other.Job(ctx, "j1")
	ok(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for name, err := range map[string]error{
		"heartbeat": s.Heartbeat(ctx, "j1"), "progress": s.Progress(ctx, "j1", 1, 1, ""), "cancel": s.RequestCancel(ctx, "j1"),
		"finish": s.FinishJob(ctx, "j1", store.JobDone, 0, ""),
	} {
		if fault.KindOf(err) != fault.Conflict {
			t.Errorf("%s of an ended job: %v", name, err)
		}
	}
	wantKind(t, s.Heartbeat(ctx, "nope"), fault.NotFound)
	wantKind(t, s.FinishJob(ctx, "j1", store.JobRunning, 0, ""), fault.Invalid)
	_, err = s.CancelRequested(ctx, "nope")
	wantKind(t, err, fault.NotFound)
}

func TestQueuedJobAndListing(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	queued := job("q")
	queued.Status = store.JobQueued
	ok(t, s.StartJob(ctx, queued))
	ok(t, s.StartJob(ctx, job("r")))
	ok(t, s.StartJob(ctx, job("d")))
	ok(t, s.FinishJob(ctx, "d", store.JobDone, 0, ""))
	if j, err := s.Job(ctx, "q"); err != nil || j.Status != store.JobQueued || !j.StartedAt.IsZero() || j.Status.Ended() {
		t.Errorf("queued job %+v, %v", j, err)
	}
	ok(t, s.AdoptJob(ctx, "q", 77, "server"))
	if j, err := s.Job(ctx, "q"); err != nil || j.Status != store.JobRunning || j.PID != 77 || j.Host != "server" {
		t.Errorf("adopted job %+v, %v", j, err)
	}
	wantKind(t, s.AdoptJob(ctx, "q", 78, "server"), fault.Conflict)
	wantKind(t, s.AdoptJob(ctx, "nope", 78, "server"), fault.NotFound)
	ok(t, s.Progress(ctx, "q", 0, 5, ""))
	if j, err := s.Job(ctx, "q"); err != nil || j.Status != store.JobRunning || !j.StartedAt.Equal(epoch) {
		t.Errorf("begun job %+v, %v", j, err)
	}
	names := func(open bool, limit int) (out string) {
		list, err := s.Jobs(ctx, open, limit)
		ok(t, err)
		for _, j := range list {
			out += j.ID
		}
		return out
	}
	if got := names(false, 0) + " " + names(true, 0) + " " + names(false, 1); got != "drq rq d" {
		t.Errorf("jobs %q", got)
	}
}

func TestReapJobs(t *testing.T) {
	clock := &handClock{}
	s := openAt(t, t.TempDir(), store.Options{Clock: clock})
	ctx := t.Context()
	start := func(id, host string, pid int) {
		j := job(id)
		j.Host, j.PID = host, pid
		ok(t, s.StartJob(ctx, j))
	}
	start("dead", "desk", 1)
	start("alive", "desk", 2)
	start("elsewhere", "server", 1)
	start("ended", "desk", 1)
	ok(t, s.FinishJob(ctx, "ended", store.JobDone, 0, ""))
	clock.add(20 * time.Second)
	start("fresh", "desk", 1)
	clock.add(20 * time.Second)
	alive := func(pid int) bool { return pid == 2 }
	lost, err := s.ReapJobs(ctx, "DESK", 30*time.Second, alive)
	ok(t, err)
	if len(lost) != 1 || lost[0].ID != "dead" || lost[0].Status != store.JobLost {
		t.Errorf("lost %+v", lost)
	}
	j, err := s.Job(ctx, "dead")
	ok(t, err)
	if diff := cmp.Diff(lost[0], j); diff != "" || !j.Status.Ended() || j.ExitCode != nil {
		t.Errorf("stored job differs: %s", diff)
	}
	if again, err := s.ReapJobs(ctx, "desk", 30*time.Second, alive); err != nil || len(again) != 0 {
		t.Errorf("reaped again: %v, %v", again, err)
	}
	clock.add(time.Minute)
	inTime := func(int) bool { // gives a sign of life while it is being looked for
		ok(t, s.Heartbeat(ctx, "fresh"))
		return false
	}
	if lost, err := s.ReapJobs(ctx, "desk", 30*time.Second, inTime); err != nil || len(lost) != 1 || lost[0].ID != "alive" {
		t.Errorf("lost %+v, %v; want the silent one alone", lost, err)
	}
	wantKind(t, s.Heartbeat(ctx, "dead"), fault.Conflict)
	ok(t, s.Progress(ctx, "dead", 1, 2, "it was only asleep"))
	if j, err := s.Job(ctx, "dead"); err != nil || j.Status != store.JobRunning || !j.EndedAt.IsZero() {
		t.Errorf("a lost job that reports: %+v, %v", j, err)
	}
}

func TestProcessAlive(t *testing.T) {
	if !store.ProcessAlive(os.Getpid()) || store.ProcessAlive(0) || store.ProcessAlive(-1) || store.ProcessAlive(1<<30) {
		t.Error("ProcessAlive misjudges this process or one that cannot be")
	}
}

func TestJobLog(t *testing.T) {
	dir := t.TempDir()
	s := openAt(t, dir, store.Options{})
	ctx := t.Context()
	watcher := openAt(t, dir, store.Options{ReadOnly: true})
	ok(t, s.StartJob(ctx, job("j")))
	ok(t, s.StartJob(ctx, job("other")))
	if text, next, err := watcher.ReadLog(ctx, "j", 0); err != nil || len(text) != 0 || next != 0 {
		t.Errorf("empty log: %q, %d, %v", text, next, err)
	}
	var want []byte
	pieces := []string{"first\n", "", "zweite Zeile: ü\n", strings.Repeat("x", 700_000), "\x00\xff\n"}
	for _, p := range append(pieces, strings.Repeat("0123456789", 120_000)) {
		ok(t, s.AppendLog(ctx, "j", []byte(p)))
		ok(t, s.AppendLog(ctx, "other", []byte("noise")))
		want = append(want, p...)
	}
	var got []byte
	reads := 0
	for next := int64(0); ; reads++ {
		text, after, err := watcher.ReadLog(ctx, "j", next)
		ok(t, err)
		if len(text) == 0 {
			break
		}
		if after != next+int64(len(text)) || len(text) > 2<<20 {
			t.Fatalf("read of %d bytes at %d leads to %d", len(text), next, after)
		}
		got, next = append(got, text...), after
	}
	if !bytes.Equal(got, want) || reads < 2 {
		t.Errorf("log of %d bytes read as %d in %d reads", len(want), len(got), reads)
	}
	for _, from := range []int64{-5, 1, 7, 699_999, 700_050, int64(len(want)) - 1} {
		text, _, err := watcher.ReadLog(ctx, "j", from)
		ok(t, err)
		if rest := want[max(from, 0):]; !bytes.HasPrefix(rest, text) || len(text) == 0 {
			t.Errorf("read from %d gives %.20q", from, text)
		}
	}
	wantKind(t, s.AppendLog(ctx, "nope", []byte("x")), fault.NotFound)
	_, _, err := s.ReadLog(ctx, "nope", 0)
	wantKind(t, err, fault.NotFound)
}
