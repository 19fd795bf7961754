package rollout_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
)

// listSource hands out groups and notes how they come back.
type listSource struct {
	mu       sync.Mutex
	groups   []rollout.Group
	done     []string
	returned []string
	beats    int
	fail     error // instead of io.EOF
}

func (s *listSource) Next(context.Context) (rollout.Loan, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.groups) == 0 {
		if s.fail != nil {
			return nil, s.fail
		}
		return nil, io.EOF
	}
	g := s.groups[0]
	s.groups = s.groups[1:]
	return &listLoan{s, g}, nil
}

type listLoan struct {
	s *listSource
	g rollout.Group
}

func (l *listLoan) Run() string           { return "run" }
func (l *listLoan) Items() []rollout.Item { return l.g }
func (l *listLoan) Beat(context.Context) error {
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	l.s.beats++
	return nil
}
func (l *listLoan) Done(context.Context) error   { return l.back(&l.s.done) }
func (l *listLoan) Return(context.Context) error { return l.back(&l.s.returned) }
func (l *listLoan) back(to *[]string) error {
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	*to = append(*to, l.g[0].Group)
	return nil
}

// desk is what a test of Drive sees.
type desk struct {
	mu    sync.Mutex
	plays map[string]int // by item
	order []string       // "play ID" and "again ID", as they come
	kept  map[string]*rollout.Trial
	waits []time.Duration
}

// failing makes the trial that fails so.
func failing(it rollout.Item, f rollout.Failure) *rollout.Trial {
	t := rollout.Unplayed(it, errors.New(f.Detail), det.Fixed(time.Time{}))
	t.Failure = &f
	return t
}

// orders run on the desk: fate says how the nth try of an item fails, from 1; nil is that it does not.
func (d *desk) orders(workers, tries int, fate func(it rollout.Item, try int) *rollout.Failure) rollout.Orders {
	d.plays, d.kept = map[string]int{}, map[string]*rollout.Trial{}
	return rollout.Orders{
		Workers: workers, Retry: rollout.Retry{Tries: tries, First: time.Second, Most: 5 * time.Second},
		Wait: func(ctx context.Context, t time.Duration) error {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.waits = append(d.waits, t)
			return ctx.Err()
		},
		Play: func(_ context.Context, run string, it rollout.Item) (*rollout.Trial, error) {
			d.mu.Lock()
			d.plays[it.ID]++
			try := d.plays[it.ID]
			d.order = append(d.order, "play "+it.ID)
			d.mu.Unlock()
			if f := fate(it, try); f != nil {
				return failing(it, *f), nil
			}
			return scored(it, ""), nil
		},
		Again: func(_ context.Context, t *rollout.Trial, _ int) error {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.order = append(d.order, "again "+t.Item.ID)
			return nil
		},
		Keep: func(_ context.Context, run string, t *rollout.Trial) error {
			d.mu.Lock()
			defer d.mu.Unlock()
			if d.kept[t.Item.ID] != nil {
				return errors.New("kept twice")
			}
			d.kept[t.Item.ID] = t
			return nil
		},
	}
}

func TestDriveRetriesByClass(t *testing.T) {
	tests := []struct {
		name  string
		fails rollout.Failure
		until int // tries that fail
		plays int
		class rollout.Class // of what is kept
	}{
		{"none", rollout.Failure{}, 0, 1, ""},
		{"endpoint, once", rollout.Failure{Class: rollout.OfEndpoint}, 1, 2, ""},
		{"environment, twice", rollout.Failure{Class: rollout.OfEnvironment}, 2, 3, ""},
		{"endpoint, for ever", rollout.Failure{Class: rollout.OfEndpoint}, 99, 3, rollout.OfEndpoint},
		{"environment, lasting", rollout.Failure{Class: rollout.OfEnvironment, Lasting: true}, 99, 1, rollout.OfEnvironment},
		{"agent", rollout.Failure{Class: rollout.OfAgent}, 99, 1, rollout.OfAgent},
		{"grader", rollout.Failure{Class: rollout.OfGrader}, 99, 1, rollout.OfGrader},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := manifest(t, 1)
			src := &listSource{groups: groups(t, m, rollout.Whole())}
			bad := src.groups[0][1].ID
			var d desk
			err := rollout.Drive(t.Context(), src, d.orders(2, 3, func(it rollout.Item, try int) *rollout.Failure {
				if it.ID == bad && try <= tt.until {
					return &tt.fails
				}
				return nil
			}))
			if err != nil || len(d.kept) != m.Items || len(src.done) != m.Header.Groups || len(src.returned) != 0 {
				t.Fatalf("%d kept, %d groups done, %d returned, %v", len(d.kept), len(src.done), len(src.returned), err)
			}
			for id, n := range d.plays {
				if id != bad && n != 1 {
					t.Errorf("%s played %d times", id, n)
				}
			}
			got := d.kept[bad]
			class := rollout.Class("")
			if got.Failure != nil {
				class = got.Failure.Class
			}
			if d.plays[bad] != tt.plays || class != tt.class || len(got.Earlier) != tt.plays-1 || len(d.waits) != tt.plays-1 {
				t.Errorf("%d plays, %q, earlier %v, waits %v", d.plays[bad], class, got.Earlier, d.waits)
			}
			for i, w := range d.waits {
				if most := time.Second << i; w < most/2 || w > most {
					t.Errorf("wait %d is %v, want %v to %v", i, w, most/2, most)
				}
			}
		})
	}
}

// The members of a group that failed are tried again together, once all of them have ended.
func TestDriveRetriesGroupsTogether(t *testing.T) {
	m := manifest(t, 1)
	g := groups(t, m, rollout.Whole())[0]
	var d desk
	err := rollout.Drive(t.Context(), &listSource{groups: []rollout.Group{g}}, d.orders(1, 2, func(it rollout.Item, try int) *rollout.Failure {
		if it.Attempt != 2 && try == 1 {
			return &rollout.Failure{Class: rollout.OfEndpoint}
		}
		return nil
	}))
	want := []string{"play " + g[0].ID, "again " + g[0].ID, "play " + g[1].ID, "play " + g[2].ID, "again " + g[2].ID, "play " + g[0].ID, "play " + g[2].ID}
	if err != nil || !slices.Equal(d.order, want) || len(d.waits) != 1 {
		t.Errorf("%v\n%v\nwant %v", err, d.order, want)
	}
}

// However much waits for its next try, only so many groups are open at once.
func TestDriveBoundsWhatIsOpen(t *testing.T) {
	src := &listSource{groups: groups(t, manifest(t, 100), rollout.Whole())}
	all := len(src.groups)
	var d desk
	o := d.orders(2, 2, func(rollout.Item, int) *rollout.Failure { return &rollout.Failure{Class: rollout.OfEnvironment} })
	release := make(chan struct{})
	waiting := make(chan struct{}, all)
	o.Wait = func(ctx context.Context, _ time.Duration) error {
		waiting <- struct{}{}
		<-release
		return nil
	}
	done := make(chan error)
	go func() { done <- rollout.Drive(t.Context(), src, o) }()
	for range 8 { // four groups a worker
		<-waiting
	}
	src.mu.Lock()
	taken := all - len(src.groups)
	src.mu.Unlock()
	if taken != 8 {
		t.Errorf("%d groups are open", taken)
	}
	close(release)
	if err := <-done; err != nil || len(src.done) != all {
		t.Errorf("%d of %d groups done, %v", len(src.done), all, err)
	}
}

func TestDriveStops(t *testing.T) {
	boom := fault.New(fault.Exhausted, "disk full")
	m := manifest(t, 50)
	tests := []struct {
		name   string
		change func(o *rollout.Orders, src *listSource, cancel func())
		kind   fault.Kind
	}{
		{"by its caller", func(o *rollout.Orders, _ *listSource, cancel func()) {
			keep := o.Keep
			n := 0
			o.Keep = func(ctx context.Context, run string, t *rollout.Trial) error {
				if n++; n == 20 {
					cancel()
				}
				if ctx.Err() != nil {
					return errors.New("what is finished cannot be kept any more")
				}
				return keep(ctx, run, t)
			}
		}, fault.Canceled},
		{"by a full disk", func(o *rollout.Orders, _ *listSource, _ func()) {
			keep := o.Keep
			n := 0
			o.Keep = func(ctx context.Context, run string, t *rollout.Trial) error {
				if n++; n == 20 {
					return boom
				}
				return keep(ctx, run, t)
			}
		}, fault.Exhausted},
		{"by its source", func(_ *rollout.Orders, src *listSource, _ func()) { src.groups, src.fail = src.groups[:10], boom }, fault.Exhausted},
		{"while it waits", func(o *rollout.Orders, _ *listSource, cancel func()) {
			o.Retry.Tries = 2
			play := o.Play
			o.Play = func(ctx context.Context, run string, it rollout.Item) (*rollout.Trial, error) {
				if _, err := play(ctx, run, it); err != nil {
					return nil, err
				}
				return failing(it, rollout.Failure{Class: rollout.OfEndpoint}), nil
			}
			o.Wait = func(ctx context.Context, _ time.Duration) error { cancel(); <-ctx.Done(); return ctx.Err() }
		}, fault.Canceled},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			src := &listSource{groups: groups(t, m, rollout.Whole())}
			var d desk
			o := d.orders(1, 1, func(rollout.Item, int) *rollout.Failure { return nil })
			tt.change(&o, src, cancel)
			err := rollout.Drive(ctx, src, o)
			if fault.KindOf(err) != tt.kind || len(src.returned) == 0 && tt.name != "by its source" {
				t.Errorf("%v, %d groups returned", err, len(src.returned))
			}
			open := m.Header.Groups - len(src.groups) - len(src.done) - len(src.returned)
			if open != 0 && tt.name != "by its source" {
				t.Errorf("%d groups never came back", open)
			}
		})
	}
}

// An endpoint that is down ends the run before everything has failed; one that is merely shaky does not.
func TestDriveStopsAtAnOutage(t *testing.T) {
	for _, every := range []int{0, 10} { // every tenth trial succeeds
		src := &listSource{groups: groups(t, manifest(t, 100), rollout.Whole())}
		var d desk
		n := 0
		err := rollout.Drive(t.Context(), src, d.orders(1, 1, func(rollout.Item, int) *rollout.Failure {
			if n++; every > 0 && n%every == 0 {
				return nil
			}
			return &rollout.Failure{Class: rollout.OfEndpoint, Detail: "503"}
		}))
		if down := every == 0; down != (fault.KindOf(err) == fault.Unavailable) || down != (len(d.kept) == 50) {
			t.Errorf("every %d: %d kept, %v", every, len(d.kept), err)
		}
	}
}

// A loan is kept alive while its trials run, and no longer.
func TestDriveBeats(t *testing.T) {
	src := &listSource{groups: groups(t, manifest(t, 1), rollout.Whole())[:1]}
	var d desk
	o := d.orders(1, 1, func(rollout.Item, int) *rollout.Failure { return nil })
	o.Beat = time.Millisecond
	play := o.Play
	o.Play = func(ctx context.Context, run string, it rollout.Item) (*rollout.Trial, error) {
		src.mu.Lock()
		before := src.beats
		src.mu.Unlock()
		for {
			src.mu.Lock()
			now := src.beats
			src.mu.Unlock()
			if now > before {
				return play(ctx, run, it)
			}
			if err := rollout.Pause(ctx, time.Millisecond); err != nil {
				return nil, err
			}
		}
	}
	if err := rollout.Drive(t.Context(), src, o); err != nil || src.beats < 3 {
		t.Errorf("%d beats, %v", src.beats, err)
	}
}
