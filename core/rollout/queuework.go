package rollout

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// parcel is a group as a message holds it: what all members share, and their attempts.
type parcel struct {
	Run      string `json:"run"`
	Item     Item   `json:"item"` // of the first member
	Attempts []int  `json:"attempts"`
}

// maxAttempts bounds the members of a parcel.
const maxAttempts = 100_000

func (p parcel) group() Group {
	g := make(Group, len(p.Attempts))
	for i, n := range p.Attempts {
		it := p.Item
		it.Attempt = n
		g[i] = NewItem(it)
	}
	return g
}

func openParcel(data []byte) (parcel, error) {
	var p parcel
	if err := value.Strictly(bytes.NewReader(data), &p); err != nil {
		return p, fault.Wrap(fault.Invalid, err, "read a group from the queue")
	}
	if p.Run == "" || len(p.Attempts) == 0 || len(p.Attempts) > maxAttempts || p.group()[0].Group != p.Item.Group {
		return p, fault.New(fault.Invalid, "a group from the queue contradicts itself")
	}
	return p, nil
}

func subjectOf(run, group string) string { return workSubject + "." + run + "." + group }

// Waiting is how many workers ask the queue for work right now. One that runs trials asks for more
// only while it has room.
func (q *Queue) Waiting(ctx context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	info, err := q.pull.Info(ctx)
	if err != nil {
		return 0, queueFault(err, "ask for the queue's workers")
	}
	return info.NumWaiting, nil
}

// Offer puts the members of a group into the queue. A group that is still there, waiting or on loan,
// is not put twice: offered is false then.
func (q *Queue) Offer(ctx context.Context, run string, g Group) (offered bool, err error) {
	p := parcel{Run: run, Item: g[0]}
	for _, it := range g {
		p.Attempts = append(p.Attempts, it.Attempt)
	}
	body, err := json.Marshal(p)
	if err != nil {
		return false, fault.Wrap(fault.Internal, err, "put group %s into the queue", g[0].Group)
	}
	_, err = q.js.Publish(ctx, subjectOf(run, g[0].Group), body, jetstream.WithExpectLastSequencePerSubject(0))
	if isWrongSequence(err) {
		return false, nil
	}
	return err == nil, queueFault(err, "put group "+g[0].Group+" into the queue")
}

// Pending reports whether a group is in the queue, waiting or on loan.
func (q *Queue) Pending(ctx context.Context, run, group string) (bool, error) {
	_, err := q.work.GetLastMsgForSubject(ctx, subjectOf(run, group))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	return err == nil, queueFault(err, "look for group "+group+" in the queue")
}

// isWrongSequence reports whether a message was refused since its subject holds one.
func isWrongSequence(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// Source is the queue as a worker sees it. It is empty when there was no work for the time idle;
// 0 = it never is.
func (q *Queue) Source(idle time.Duration) Source { return &queueSource{q: q, idle: idle} }

// poll is how long the server is asked to wait for work at a time.
const poll = 2 * time.Second

type queueSource struct {
	q    *Queue
	idle time.Duration
}

// Next pulls the next group that still lacks results.
func (s *queueSource) Next(ctx context.Context) (Loan, error) {
	wait := poll
	if s.idle > 0 {
		wait = min(wait, s.idle)
	}
	for waited := time.Duration(0); ; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		msg, err := s.q.pull.Next(jetstream.FetchMaxWait(wait))
		if err == nil {
			loan, err := s.q.lend(ctx, msg)
			if loan != nil || err != nil {
				return loan, err
			}
			waited = 0
			continue
		}
		if errors.Is(err, nats.ErrConnectionClosed) {
			return nil, queueFault(err, "ask the queue for work")
		}
		if !errors.Is(err, nats.ErrTimeout) { // the server is away; the connection comes back by itself
			if err := Pause(ctx, wait); err != nil {
				return nil, err
			}
		}
		if waited += wait; s.idle > 0 && waited >= s.idle {
			return nil, io.EOF
		}
	}
}

// lend turns a message into a loan. It is nil where nothing is left to do: the message is done with
// then. One that cannot be looked into goes back to the queue.
func (q *Queue) lend(ctx context.Context, msg jetstream.Msg) (Loan, error) {
	loan, err := q.unpack(ctx, msg)
	if err == nil && (loan == nil || ctx.Err() == nil) {
		return loan, nil
	}
	back := &queueLoan{conn: q.conn, msg: msg}
	return nil, errors.Join(err, ctx.Err(), back.Return(context.WithoutCancel(ctx)))
}

func (q *Queue) unpack(ctx context.Context, msg jetstream.Msg) (Loan, error) {
	p, err := openParcel(msg.Data())
	if err != nil {
		return nil, queueFault(msg.TermWithReason(err.Error()), "refuse a group")
	}
	if _, err := q.Header(ctx, p.Run); fault.KindOf(err) == fault.NotFound {
		return nil, queueFault(msg.TermWithReason("its run is gone"), "refuse a group")
	} else if err != nil {
		return nil, err
	}
	g := p.group()
	meta, err := msg.Metadata()
	if err != nil {
		return nil, queueFault(err, "read a group from the queue")
	}
	if meta.NumDelivered > 1 { // another may have got some way
		if g, err = q.Lacking(ctx, p.Run, g); err != nil {
			return nil, err
		}
	}
	if len(g) == 0 {
		return nil, queueFault(msg.DoubleAck(ctx), "give a group back")
	}
	return &queueLoan{conn: q.conn, msg: msg, run: p.Run, group: g}, nil
}

// Lacking keeps the members of a group that have no result.
func (q *Queue) Lacking(ctx context.Context, run string, g Group) (Group, error) {
	var out Group
	for _, it := range g {
		has, err := q.Has(ctx, run, it.ID)
		if err != nil {
			return nil, err
		}
		if !has {
			out = append(out, it)
		}
	}
	return out, nil
}

// queueLoan is a group on loan from a queue.
type queueLoan struct {
	conn  *nats.Conn
	msg   jetstream.Msg
	run   string
	group Group
}

func (l *queueLoan) Run() string   { return l.run }
func (l *queueLoan) Items() []Item { return l.group }

// Beat keeps the lease.
func (l *queueLoan) Beat(context.Context) error {
	return queueFault(l.msg.InProgress(), "keep a group")
}

// Done acknowledges the group. Where that fails the server hands the group to another worker, who
// finds all results there.
func (l *queueLoan) Done(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	err := l.msg.DoubleAck(ctx)
	if errors.Is(err, nats.ErrConnectionClosed) {
		return queueFault(err, "give a group back")
	}
	return nil
}

// Return has the group handed to another worker at once.
func (l *queueLoan) Return(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	err := l.msg.Nak()
	if err == nil {
		err = l.conn.FlushWithContext(ctx) // the connection may be closed next
	}
	return queueFault(err, "give a group back")
}

// BeatEvery is how often a worker has to give a sign of life for each loan.
func (q *Queue) BeatEvery(ctx context.Context) (time.Duration, error) {
	info, err := q.pull.Info(ctx)
	if err != nil {
		return 0, queueFault(err, "ask the queue for its settings")
	}
	return max(info.Config.AckWait/3, 10*time.Millisecond), nil
}
