package rollout_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/trace"
)

// natsServer starts a real server with JetStream in this process.
func natsServer(t testing.TB, change func(*server.Options)) string {
	t.Helper()
	o := &server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true}
	if change != nil {
		change(o)
	}
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s.ClientURL()
}

func dial(t testing.TB, o rollout.QueueOptions, publisher bool) *rollout.Queue {
	t.Helper()
	q, err := rollout.Dial(t.Context(), o, publisher)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

// manifest is a plan of n tasks by two agents, three trials each.
func manifest(t testing.TB, n int) *rollout.Manifest {
	t.Helper()
	p := rollout.Plan{Agents: []rollout.AgentRef{{Name: "teacher", Version: "1"}, {Name: "novice", Version: "1"}}, Trials: 3, Seed: 7}
	for i := range n {
		p.Tasks = append(p.Tasks, rollout.TaskRef{ID: fmt.Sprintf("task-%03d", i), Digest: det.SHA256Hex(fmt.Append(nil, i))})
	}
	m, err := p.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func groups(t testing.TB, m *rollout.Manifest, s rollout.Shard) []rollout.Group {
	t.Helper()
	var out []rollout.Group
	for g, err := range m.Deal(s) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, g)
	}
	return out
}

// scored is what an item comes to, whoever runs it; by is kept in the trajectory.
func scored(it rollout.Item, by string) *rollout.Trial {
	t := rollout.Unplayed(it, errors.New("x"), det.Fixed(time.Time{}))
	t.Failure, t.Status = nil, grade.Scored
	t.Trajectory.End = trace.End{Kind: trace.Terminated, Reason: trace.Completed, Detail: by}
	t.Score = &grade.Score{Status: grade.Scored, Safety: 1, Completion: grade.One, Score: grade.One, Pass: true}
	return t
}

func publish(t testing.TB, q *rollout.Queue, m *rollout.Manifest) (offered int) {
	t.Helper()
	ctx := t.Context()
	if err := q.Announce(ctx, m.RunID(), m.Header); err != nil {
		t.Fatal(err)
	}
	for _, g := range groups(t, m, rollout.Whole()) {
		ok, err := q.Offer(ctx, m.RunID(), g)
		if err != nil {
			t.Fatal(err)
		}
		if ok {
			offered++
		}
	}
	return offered
}

// crew works on a queue until it is empty for a while (0 = until ctx ends), handing in trials that say by.
func crew(ctx context.Context, q *rollout.Queue, by string, idle, beat time.Duration, play func(context.Context, rollout.Item) error) (in, late int, err error) {
	var mu sync.Mutex
	err = rollout.Drive(ctx, q.Source(idle), rollout.Orders{
		Workers: 2, Beat: beat,
		Play: func(ctx context.Context, _ string, it rollout.Item) (*rollout.Trial, error) {
			if play != nil {
				if err := play(ctx, it); err != nil {
					return nil, err
				}
			}
			return scored(it, by), nil
		},
		Keep: func(ctx context.Context, run string, tr *rollout.Trial) error {
			accepted, err := q.HandIn(ctx, run, tr)
			mu.Lock()
			defer mu.Unlock()
			if accepted {
				in++
			} else {
				late++
			}
			return err
		},
	})
	return in, late, err
}

// results collects a run until each of n items has its result, and refuses a second one.
func results(t testing.TB, q *rollout.Queue, run string, n int) map[string]string {
	t.Helper()
	by := map[string]string{}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := q.Collect(ctx, run, func(tr *rollout.Trial) (bool, error) {
		if _, twice := by[tr.Item.ID]; twice {
			t.Errorf("item %s has two results", tr.Item.ID)
		}
		by[tr.Item.ID] = tr.Trajectory.End.Detail
		return len(by) == n, nil
	})
	if err != nil {
		t.Fatalf("%d of %d results: %v", len(by), n, err)
	}
	return by
}

// Three workers, of which one is killed and one hangs: every item has one result, and what the one
// that hung hands in too late is refused and counted.
func TestThreeWorkersOneKilledOneHangs(t *testing.T) {
	o := rollout.QueueOptions{URL: natsServer(t, nil), Lease: time.Second, Deliveries: 5}
	publisher := dial(t, o, true)
	m := manifest(t, 20)
	run := m.RunID()
	if n := publish(t, publisher, m); n != m.Groups {
		t.Fatalf("%d groups offered, want %d", n, m.Groups)
	}
	if n := publish(t, publisher, m); n != 0 { // they are there already
		t.Fatalf("%d groups offered twice", n)
	}
	var all sync.WaitGroup
	// The first dies within its fifth trial: its connection breaks, and nothing is said of what it had.
	killed := dial(t, o, false)
	all.Go(func() {
		var n atomic.Int64
		_, _, err := crew(t.Context(), killed, "killed", time.Second, 300*time.Millisecond, func(context.Context, rollout.Item) error {
			if n.Add(1) >= 5 {
				killed.Close()
			}
			return nil
		})
		if err == nil {
			t.Error("the killed worker ended in peace")
		}
	})
	all.Wait()
	// The second hangs with what it has, and gives no sign of life, until all others are done.
	hung := dial(t, o, false)
	release := make(chan struct{})
	var lateIn, late int
	took := make(chan struct{}, 100)
	all.Go(func() {
		var err error
		lateIn, late, err = crew(t.Context(), hung, "hung", 500*time.Millisecond, 0, func(context.Context, rollout.Item) error {
			took <- struct{}{}
			<-release
			return nil
		})
		if err != nil {
			t.Errorf("the worker that hung: %v", err)
		}
	})
	<-took
	<-took
	ctx, stop := context.WithCancel(t.Context())
	all.Go(func() {
		in, n, err := crew(ctx, dial(t, o, false), "sound", 0, 300*time.Millisecond, nil)
		if fault.KindOf(err) != fault.Canceled || n != 0 || in == 0 {
			t.Errorf("the sound worker: %d in, %d late, %v", in, n, err)
		}
	})
	by := results(t, publisher, run, m.Items)
	stop()
	close(release)
	all.Wait()
	count := map[string]int{}
	for _, who := range by {
		count[who]++
	}
	if count["killed"] == 0 || count["hung"] != 0 || count["sound"] == 0 {
		t.Errorf("results by %v", count)
	}
	// Both trials that hung come back, and nothing more: the rest of their groups had results by then.
	if lateIn != 0 || late < 2 {
		t.Errorf("the worker that hung: %d in, %d late", lateIn, late)
	}
	if n, err := publisher.Late(t.Context(), run); err != nil || n != late {
		t.Errorf("%d late results counted, %v; want %d", n, err, late)
	}
}
