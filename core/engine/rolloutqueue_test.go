package engine_test

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/store"
)

func natsServer(t testing.TB) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s.ClientURL()
}

// published is a rollout that is being collected.
type published struct {
	result *engine.RolloutResult
	err    error
}

func collectFrom(t testing.TB, w *engine.Workspace, r *engine.Rollout, o rollout.QueueOptions) <-chan published {
	done := make(chan published, 1)
	go func() {
		result, err := w.PublishRollout(t.Context(), r, o, nil)
		done <- published{result, err}
	}()
	return done
}

func work(t testing.TB, e *engine.Engine, url string) engine.Standing {
	t.Helper()
	s, err := e.WorkQueue(t.Context(), rollout.QueueOptions{URL: url}, time.Second, quick, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Through a queue a rollout comes to what it comes to here, even where the queue lost its groups.
func TestQueueEqualsOneMachine(t *testing.T) {
	e := newEngine(t)
	lib := copyTasks(t, "one-free-hour-000005", "february-instalments")
	r := planned(t, e, engine.RolloutPlan{Paths: []string{lib}, Agents: refs("teacher", "novice"), Trials: 5, Seed: 3})
	here := workspace(t, e)
	if _, err := here.Rollout(t.Context(), r, quick, nil); err != nil {
		t.Fatal(err)
	}
	url := natsServer(t)
	there := workspace(t, e)
	done := collectFrom(t, there, r, rollout.QueueOptions{URL: url, Quiet: 300 * time.Millisecond})
	conn, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	var stream jetstream.Stream
	for { // until all groups are in the queue
		if stream, err = js.Stream(t.Context(), "coworkenv-work"); err == nil {
			info, err := stream.Info(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if info.State.Msgs == uint64(r.Header.Groups) {
				break
			}
		}
		if err := rollout.Pause(t.Context(), time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	if err := stream.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := work(t, e, url)
	got := <-done
	if got.err != nil || got.result.Done != r.Items || got.result.Fresh != r.Items || got.result.Late != 0 || s.Fresh != r.Items {
		t.Fatalf("%+v, %v, worker %+v", got.result, got.err, s)
	}
	if diff := cmp.Diff(kept(t, here), kept(t, there)); diff != "" {
		t.Error(diff)
	}
	// Done is done: nothing is put into the queue again.
	again := <-collectFrom(t, there, r, rollout.QueueOptions{URL: url})
	if again.err != nil || again.result.Fresh != 0 || work(t, e, url).Fresh != 0 {
		t.Errorf("%+v, %v", again.result, again.err)
	}
	// Another workspace that lacks them has them run again.
	other := workspace(t, e)
	done = collectFrom(t, other, r, rollout.QueueOptions{URL: url})
	if s := work(t, e, url); s.Fresh != r.Items {
		t.Errorf("worker %+v", s)
	}
	if got := <-done; got.err != nil || got.result.Fresh != r.Items {
		t.Errorf("%+v, %v", got.result, got.err)
	}
	if diff := cmp.Diff(kept(t, here), kept(t, other)); diff != "" {
		t.Error(diff)
	}
}

// Groups whose workers die fail for the environment, with their tries; the same call has them tried again.
func TestDeadGroupsFailAndAreTriedAgain(t *testing.T) {
	e := newEngine(t)
	r := planned(t, e, engine.RolloutPlan{Paths: []string{copyTasks(t, "one-free-hour-000005")}, Agents: refs("oracle"), Trials: 3})
	url := natsServer(t)
	o := rollout.QueueOptions{URL: url, Lease: 200 * time.Millisecond, Deliveries: 2}
	w := workspace(t, e)
	done := collectFrom(t, w, r, o)
	q, err := rollout.Dial(t.Context(), o, true)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	for range o.Deliveries { // taken and never given back
		if _, err := q.Source(10 * time.Second).Next(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := q.Source(time.Second).Next(t.Context()); err != io.EOF { // the server notices when somebody asks
		t.Fatal(err)
	}
	got := <-done
	if got.err != nil || got.result.Agents[0].Failures[rollout.OfEnvironment] != 3 || got.result.Agents[0].Scored != 0 {
		t.Fatalf("%+v, %v", got.result, got.err)
	}
	for row, err := range w.Store.Trials(t.Context(), store.TrialsOf{}) {
		if err != nil || row.Status != store.TrialEnvError {
			t.Errorf("%s is %s, %v", row.ID, row.Status, err)
		}
		tries, err := w.Store.Tries(t.Context(), []string{row.ItemID})
		if err != nil || len(tries) != 1 || tries[0].Class != "environment" {
			t.Errorf("tries %v, %v", tries, err)
		}
	}
	done = collectFrom(t, w, r, o)
	if s := work(t, e, url); s.Fresh != 3 {
		t.Errorf("worker %+v", s)
	}
	if got := <-done; got.err != nil || got.result.Agents[0].Passed != 3 || got.result.Agents[0].Excluded() != 0 {
		t.Errorf("%+v, %v", got.result, got.err)
	}
}

// A worker that cannot do what the run asks for gives the group back and says why.
func TestWorkersThatCannot(t *testing.T) {
	e := newEngine(t)
	url := natsServer(t)
	q, err := rollout.Dial(t.Context(), rollout.QueueOptions{URL: url}, true)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	m, err := rollout.Plan{Agents: []rollout.AgentRef{{Name: "teacher", Version: "99"}}, Tasks: []rollout.TaskRef{{ID: "t", Digest: "d"}}, Trials: 2}.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Announce(t.Context(), m.RunID(), m.Header); err != nil {
		t.Fatal(err)
	}
	for g, err := range m.Deal(rollout.Whole()) {
		if err == nil {
			_, err = q.Offer(t.Context(), m.RunID(), g)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err = e.WorkQueue(t.Context(), rollout.QueueOptions{URL: url}, time.Second, quick, nil)
	if fault.KindOf(err) != fault.Conflict {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if loan, err := q.Source(time.Second).Next(ctx); err == io.EOF || err != nil || len(loan.Items()) != 2 {
		t.Errorf("the group did not come back: %v", err)
	}
}
