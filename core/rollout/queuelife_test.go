package rollout_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
)

// A group that kills whoever takes it is given up after so many deliveries; the others are done.
func TestDeadLetters(t *testing.T) {
	o := rollout.QueueOptions{URL: natsServer(t, nil), Lease: 200 * time.Millisecond, Deliveries: 2}
	q := dial(t, o, true)
	m := manifest(t, 3)
	run := m.RunID()
	publish(t, q, m)
	poison := groups(t, m, rollout.Whole())[2][0].Group
	ctx, stop := context.WithCancel(t.Context())
	dead := make(chan error, 1)
	go func() {
		dead <- q.Dead(ctx, run, func(ctx context.Context, g rollout.Group, deliveries int) error {
			if g[0].Group != poison || len(g) != m.Trials || deliveries != o.Deliveries {
				t.Errorf("given up: %d of %s after %d deliveries", len(g), g[0].Group, deliveries)
			}
			for _, it := range g {
				if _, err := q.HandIn(ctx, run, rollout.Unplayed(it, errors.New("died"), det.Fixed(time.Time{}))); err != nil {
					return err
				}
			}
			return nil
		})
	}()
	worker := dial(t, o, false)
	src := worker.Source(2 * time.Second)
	taken := 0
	for {
		loan, err := src.Next(t.Context())
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if loan.Items()[0].Group == poison {
			taken++
			continue // neither done nor returned
		}
		for _, it := range loan.Items() {
			if _, err := worker.HandIn(t.Context(), loan.Run(), scored(it, "sound")); err != nil {
				t.Fatal(err)
			}
		}
		if err := loan.Done(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	by := results(t, q, run, m.Items)
	stop()
	if err := <-dead; err != nil {
		t.Error(err)
	}
	failed := 0
	for _, who := range by {
		if who != "sound" {
			failed++
		}
	}
	if taken != o.Deliveries || failed != m.Trials {
		t.Errorf("handed out %d times, %d results failed", taken, failed)
	}
	// It can be put into the queue again: nothing of it is left there.
	if ok, err := q.Offer(t.Context(), run, groups(t, m, rollout.Whole())[2]); err != nil || !ok {
		t.Errorf("offered again: %v, %v", ok, err)
	}
}

// The last delivery may be to the last worker there is: its group is given up though nobody asks for
// work any more.
func TestDeadLettersNeedNoWorker(t *testing.T) {
	o := rollout.QueueOptions{URL: natsServer(t, nil), Lease: 200 * time.Millisecond, Deliveries: 1}
	q := dial(t, o, true)
	m := manifest(t, 1)
	publish(t, q, m)
	worker := dial(t, o, false)
	loan, err := worker.Source(2 * time.Second).Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	worker.Close() // neither done nor returned
	ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	given := ""
	if err := q.Dead(ctx, m.RunID(), func(_ context.Context, g rollout.Group, deliveries int) error {
		given = g[0].Group
		stop()
		return nil
	}); err != nil {
		t.Error(err)
	}
	if given != loan.Items()[0].Group {
		t.Errorf("given up: %q, want %s", given, loan.Items()[0].Group)
	}
}

// A collector that ends early loses nothing, and results that it took do not come again. What its
// workspace lacks nevertheless can be run once more.
func TestCollectorGoesOn(t *testing.T) {
	o := rollout.QueueOptions{URL: natsServer(t, nil), Lease: time.Second}
	q := dial(t, o, true)
	m := manifest(t, 4)
	run := m.RunID()
	if known, err := q.Announced(t.Context(), run); err != nil || known {
		t.Fatalf("announced before it was: %v, %v", known, err)
	}
	publish(t, q, m)
	if known, err := q.Announced(t.Context(), run); err != nil || !known {
		t.Fatalf("not announced: %v, %v", known, err)
	}
	if in, late, err := crew(t.Context(), dial(t, o, false), "a", 500*time.Millisecond, 100*time.Millisecond, nil); err != nil || in != m.Items || late != 0 {
		t.Fatalf("%d in, %d late, %v", in, late, err)
	}
	first := results(t, q, run, 5)
	second := results(t, dial(t, o, true), run, m.Items-5)
	for id := range second {
		if first[id] != "" {
			t.Errorf("%s was collected twice", id)
		}
	}
	g := groups(t, m, rollout.Whole())[0]
	if waiting, err := q.Reopen(t.Context(), run, g[0].ID); err != nil || waiting {
		t.Errorf("reopen a collected one: waiting %v, %v", waiting, err)
	}
	if ok, err := q.HandIn(t.Context(), run, scored(g[0], "b")); err != nil || !ok {
		t.Errorf("hand in after it was reopened: %v, %v", ok, err)
	}
	if waiting, err := q.Reopen(t.Context(), run, g[0].ID); err != nil || !waiting {
		t.Errorf("reopen one that waits: waiting %v, %v", waiting, err)
	}
	if by := results(t, q, run, 1); by[g[0].ID] != "b" {
		t.Errorf("the new result is %v", by)
	}
	if err := q.Forget(t.Context(), run, nil); err != nil {
		t.Error(err)
	}
	// A group of a run that is gone is thrown away.
	late := dial(t, o, false)
	if _, err := q.Offer(t.Context(), run, g); err != nil {
		t.Fatal(err)
	}
	if _, err := late.Source(300 * time.Millisecond).Next(t.Context()); err != io.EOF {
		t.Errorf("work of a run that is gone: %v", err)
	}
}

// A trial that does not fit into a message goes another way, and a late one leaves nothing behind.
func TestLargeResults(t *testing.T) {
	o := rollout.QueueOptions{URL: natsServer(t, func(o *server.Options) { o.MaxPayload = 64 << 10 })}
	q := dial(t, o, true)
	m := manifest(t, 1)
	run, it := m.RunID(), groups(t, m, rollout.Whole())[0][0]
	big := scored(it, "big")
	var noise strings.Builder // does not shrink
	for i := range 4000 {
		noise.WriteString(det.SHA256Hex([]byte{byte(i), byte(i >> 8)}))
	}
	big.Trajectory.Opening = noise.String()
	for _, want := range []bool{true, false} {
		if ok, err := q.HandIn(t.Context(), run, big); err != nil || ok != want {
			t.Fatalf("accepted %v, %v; want %v", ok, err, want)
		}
	}
	err := q.Collect(t.Context(), run, func(tr *rollout.Trial) (bool, error) {
		if tr.Trajectory.Opening != big.Trajectory.Opening {
			t.Error("the trial is not what was handed in")
		}
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := nats.Connect(o.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	files, err := js.ObjectStore(t.Context(), "coworkenv-files")
	if err != nil {
		t.Fatal(err)
	}
	if list, err := files.List(t.Context()); !errors.Is(err, jetstream.ErrNoObjectsFound) {
		t.Errorf("%d files are left, %v", len(list), err)
	}
	if n, err := q.Late(t.Context(), run); err != nil || n != 1 {
		t.Errorf("%d late, %v", n, err)
	}
}

// Foreign messages end nothing: they are refused for good.
func TestForeignMessages(t *testing.T) {
	o := rollout.QueueOptions{URL: natsServer(t, nil), Lease: time.Second}
	q := dial(t, o, true)
	m := manifest(t, 1)
	conn, err := nats.Connect(o.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{"", "hello", `{"run":"r","item":{},"attempts":[1]}`, `{"run":"","attempts":[]}`} {
		if _, err := js.Publish(t.Context(), "coworkenv.work.x.y", []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	publish(t, q, m)
	if in, _, err := crew(t.Context(), q, "a", 500*time.Millisecond, 0, nil); err != nil || in != m.Items {
		t.Errorf("%d in, %v", in, err)
	}
}

func TestDialFaults(t *testing.T) {
	plain := natsServer(t, func(o *server.Options) { o.JetStream = false })
	guarded := natsServer(t, func(o *server.Options) { o.Username, o.Password = "u", "p" })
	tests := []struct {
		name, url string
		kind      fault.Kind
	}{
		{"nobody there", "nats://127.0.0.1:1", fault.Unavailable},
		{"no jetstream", plain, fault.Unsupported},
		{"no password", guarded, fault.Denied},
	}
	for _, tt := range tests {
		_, err := rollout.Dial(t.Context(), rollout.QueueOptions{URL: tt.url}, true)
		if fault.KindOf(err) != tt.kind || fault.HintOf(err) == "" {
			t.Errorf("%s: %v (kind %s)", tt.name, err, fault.KindOf(err))
		}
	}
	secret := strings.Replace(guarded, "nats://", "nats://u:wrong-secret@", 1)
	if _, err := rollout.Dial(t.Context(), rollout.QueueOptions{URL: secret}, true); err == nil || strings.Contains(err.Error(), "wrong-secret") {
		t.Errorf("the error tells the password: %v", err)
	}
	rightly := strings.Replace(guarded, "nats://", "nats://u:p@", 1)
	q, err := rollout.Dial(t.Context(), rollout.QueueOptions{URL: rightly}, false)
	if err != nil {
		t.Fatal(err)
	}
	q.Close()
}
