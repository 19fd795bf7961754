package rollout

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"sync"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
)

// Orders say how the groups of a source are worked off.
type Orders struct {
	Workers int // trials at once; 0 = one a processor
	Retry   Retry
	Wait    Wait          // between tries; nil = Pause
	Beat    time.Duration // how often a source is told that a loan is worked on; 0 = never

	// Play runs one item of a run. Its error ends everything: what goes wrong with an item is a Failure of
	// its trial.
	Play func(ctx context.Context, run string, it Item) (*Trial, error)
	// Again is told of a trial that failed and will be tried again, with the number of the try that
	// failed, from 1.
	Again func(ctx context.Context, t *Trial, try int) error
	// Keep takes what a trial came to. Play, Again and Keep are called by many goroutines.
	Keep func(ctx context.Context, run string, t *Trial) error
}

// openGroups is how many groups a worker has under way or waiting for their next try. Where
// everything waits, such as for an endpoint that is down, nothing more is begun.
const openGroups = 4

// Drive works off a source until it is empty. The members of a group that failed through no fault
// of the agent's are tried again together, once all of the group have come to an end. An error of
// the source, of Play, Again or Keep, or the end of ctx, ends it early: what is finished is kept, what was begun
// goes back to the source.
func Drive(ctx context.Context, src Source, o Orders) error {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Wait == nil {
		o.Wait = Pause
	}
	outer := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	d := &drive{Orders: o, ctx: ctx, cancel: cancel, members: make(chan member), slots: make(chan struct{}, openGroups*o.Workers)}
	var hands sync.WaitGroup
	for range o.Workers {
		hands.Go(d.work)
	}
	d.feed(src)
	d.open.Wait()
	close(d.members)
	hands.Wait()
	switch err := context.Cause(ctx); {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled), err == context.Cause(outer):
		return fault.Wrap(fault.Canceled, err, "run trials")
	default:
		return err
	}
}

// drive is a Drive under way.
type drive struct {
	Orders
	ctx     context.Context
	cancel  context.CancelCauseFunc
	members chan member
	slots   chan struct{} // one an open group
	open    sync.WaitGroup
	outage  outage
}

// member is one item of a group under way.
type member struct {
	group *round
	item  Item
}

// round is one try of a group's members.
type round struct {
	loan    Loan
	try     int                  // from 1
	earlier map[string][]Failure // of earlier tries, by item
	stop    func()               // ends the heartbeat

	mu      sync.Mutex
	left    int
	again   []lost
	aborted bool
}

// lost is a member whose try came to nothing, and that is tried again.
type lost struct {
	item Item
	why  Failure
}

// next is the round after this one, and its members in order.
func (r *round) next() (*round, []Item) {
	n := &round{loan: r.loan, try: r.try + 1, stop: r.stop, earlier: map[string][]Failure{}}
	slices.SortFunc(r.again, func(a, b lost) int { return a.item.Attempt - b.item.Attempt })
	var items []Item
	for _, l := range r.again {
		items = append(items, l.item)
		n.earlier[l.item.ID] = append(slices.Clone(r.earlier[l.item.ID]), l.why)
	}
	return n, items
}

// feed opens group after group until the source is empty.
func (d *drive) feed(src Source) {
	for {
		select {
		case d.slots <- struct{}{}:
		case <-d.ctx.Done():
			return
		}
		loan, err := src.Next(d.ctx)
		if err != nil {
			<-d.slots
			if err != io.EOF {
				d.cancel(err)
			}
			return
		}
		d.open.Add(1)
		r := &round{loan: loan, try: 1, stop: d.beat(loan)}
		d.hand(r, loan.Items())
	}
}

// hand gives the members of a round to the workers. It returns when all are taken; those that
// nobody takes any more are aborted.
func (d *drive) hand(r *round, items []Item) {
	r.left = len(items)
	if len(items) == 0 {
		d.close(r)
		return
	}
	for _, it := range items {
		select {
		case d.members <- member{r, it}:
		case <-d.ctx.Done():
			d.ended(r, nil, true)
		}
	}
}

func (d *drive) work() {
	for m := range d.members {
		again, err := d.one(m)
		if err != nil {
			d.cancel(err)
		}
		d.ended(m.group, again, err != nil)
	}
}

// one plays one item and keeps what it came to, even while everything stops. again is set where it
// is to be tried again.
func (d *drive) one(m member) (again *lost, err error) {
	if err := d.ctx.Err(); err != nil {
		return nil, err
	}
	run := m.group.loan.Run()
	t, err := d.Play(d.ctx, run, m.item)
	if err != nil {
		return nil, err
	}
	keep := context.WithoutCancel(d.ctx)
	if t.Failure.Retried() && m.group.try < d.Retry.Tries {
		return &lost{m.item, *t.Failure}, d.Again(keep, t, m.group.try)
	}
	t.Earlier = m.group.earlier[m.item.ID]
	if err := d.Keep(keep, run, t); err != nil {
		return nil, err
	}
	return nil, d.outage.see(t)
}

// ended notes that a member of a round has come to its end. With the last one the group is closed
// or tried again.
func (d *drive) ended(r *round, again *lost, aborted bool) {
	r.mu.Lock()
	r.left--
	r.aborted = r.aborted || aborted
	if again != nil {
		r.again = append(r.again, *again)
	}
	over := r.left == 0
	r.mu.Unlock()
	switch {
	case !over:
	case r.aborted || len(r.again) == 0:
		d.close(r)
	default:
		go d.retry(r)
	}
}

// retry waits and hands the members that failed out again.
func (d *drive) retry(r *round) {
	if err := d.Wait(d.ctx, d.Retry.delay(r.try, r.again[0].item.Group)); err != nil {
		r.aborted = true
		d.close(r)
		return
	}
	d.hand(r.next())
}

// close gives a group back.
func (d *drive) close(r *round) {
	r.stop()
	back := r.loan.Done
	if r.aborted {
		back = r.loan.Return
	}
	if err := back(context.WithoutCancel(d.ctx)); err != nil {
		d.cancel(err)
	}
	<-d.slots
	d.open.Done()
}

// beat gives signs of life for a loan until it is stopped. One that is not heard is no failure:
// the source will hand the group to another, and the first result counts.
func (d *drive) beat(loan Loan) (stop func()) {
	if d.Beat <= 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(d.ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for Pause(ctx, d.Beat) == nil {
			_ = loan.Beat(ctx)
		}
	}()
	return func() { cancel(); <-done }
}

// maxOutage is how many trials in a row an endpoint may fail, every try of each, before the run is
// stopped: it is down, and going on would only use up what is left to do.
const maxOutage = 50

// outage counts trials in a row that an endpoint failed.
type outage struct {
	mu  sync.Mutex
	row int
}

func (o *outage) see(t *Trial) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if t.Failure == nil || t.Failure.Class != OfEndpoint {
		o.row = 0
		return nil
	}
	if o.row++; o.row < maxOutage {
		return nil
	}
	return fault.New(fault.Unavailable, "the endpoint failed %d trials in a row: %s", o.row, t.Failure.Detail).
		WithHint("see to the endpoint; the same command then tries them again and goes on")
}
