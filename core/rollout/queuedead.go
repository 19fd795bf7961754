package rollout

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// advisory is what the server says of a message that was handed out too often.
type advisory struct {
	Sequence   uint64 `json:"stream_seq"`
	Deliveries int    `json:"deliveries"`
}

// Dead hands groups of a run that were handed out as often as allowed, and never came back, to
// give, and takes them out of the queue once it has seen to them. It goes on until ctx ends, which
// is no error.
func (q *Queue) Dead(ctx context.Context, run string, give func(ctx context.Context, g Group, deliveries int) error) error {
	list, err := q.js.OrderedConsumer(ctx, deadStream, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverAllPolicy})
	if err != nil {
		return quietly(ctx, queueFault(err, "watch for dead letters"))
	}
	letters, err := list.Messages()
	if err != nil {
		return quietly(ctx, queueFault(err, "watch for dead letters"))
	}
	stop := context.AfterFunc(ctx, letters.Stop)
	defer stop()
	defer letters.Stop()
	for {
		msg, err := letters.Next()
		if err != nil {
			return quietly(ctx, queueFault(err, "watch for dead letters"))
		}
		if err := q.bury(ctx, run, msg.Data(), give); err != nil {
			return quietly(ctx, err)
		}
	}
}

// quietly is err unless ctx has ended.
func quietly(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// bury sees to one dead letter. One that was seen to before, or is another run's, is passed over.
func (q *Queue) bury(ctx context.Context, run string, note []byte, give func(context.Context, Group, int) error) error {
	var a advisory
	if json.Unmarshal(note, &a) != nil || a.Sequence == 0 {
		return nil // not one of the server's
	}
	msg, err := q.work.GetMsg(ctx, a.Sequence)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	if err != nil {
		return queueFault(err, "read a dead letter")
	}
	if !strings.HasPrefix(msg.Subject, subjectOf(run, "")) {
		return nil
	}
	p, err := openParcel(msg.Data)
	if err != nil {
		return err
	}
	g, err := q.Lacking(ctx, run, p.group())
	if err == nil && len(g) > 0 {
		err = give(ctx, g, a.Deliveries)
	}
	if err != nil {
		return err
	}
	if err := q.work.DeleteMsg(ctx, a.Sequence); err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
		return queueFault(err, "remove a dead letter")
	}
	return nil
}
