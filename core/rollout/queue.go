package rollout

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"coworkenv.dev/coworkenv/core/fault"
)

// What a queue consists of on the server. All runs share it.
//
//   - a work queue with one message a group, on a subject of its own, which is gone once the group is
//     done; one consumer, from which all workers pull
//   - a bucket with one entry an item: whoever creates it has the item's one result
//   - a store of files: the header of each run, its tasks, and results too large for a message
//   - the advisories of groups that were handed out too often
const (
	workStream   = "coworkenv-work"
	workSubject  = "coworkenv.work"
	workConsumer = "workers"
	deadStream   = "coworkenv-dead"
	deadSubject  = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES." + workStream + "." + workConsumer
	resultBucket = "coworkenv-results"
	fileBucket   = "coworkenv-files"

	// keepFor is how long results and files of a run stay on the server. So long a late result is
	// known as one.
	keepFor = 14 * 24 * time.Hour
	// callTimeout bounds one call of the server.
	callTimeout = 10 * time.Second
)

// QueueOptions say how a queue is reached and how it deals with workers that are silent.
type QueueOptions struct {
	URL        string
	Creds      string        // file with credentials; "" = those of the URL
	Lease      time.Duration // a worker that is silent for so long loses its group; 0 = 30 s
	Deliveries int           // how often a group is handed out at most; 0 = 5
	Quiet      time.Duration // without a result for so long it is looked whether groups got lost; 0 = 1 min
}

// Queue is a connection to a NATS JetStream that hands groups to workers on other machines.
//
// Every item has exactly one result, the first: a worker that was thought dead and comes back is
// refused, and its result counted as late.
type Queue struct {
	conn    *nats.Conn
	js      jetstream.JetStream
	work    jetstream.Stream
	pull    jetstream.Consumer
	results jetstream.KeyValue
	files   jetstream.ObjectStore
	name    string // of this connection, unlike any other
	sent    atomic.Int64

	mu      sync.Mutex
	headers map[string]*Header // of runs, as read
}

// Dial connects to a queue and makes what is missing of it. As a publisher it also sets how silent
// workers are dealt with; a worker takes that as it is. Errors: Unavailable (no server), Denied,
// Unsupported (a server without JetStream).
func Dial(ctx context.Context, o QueueOptions, publisher bool) (*Queue, error) {
	if o.Lease <= 0 {
		o.Lease = 30 * time.Second
	}
	if o.Deliveries <= 0 {
		o.Deliveries = 5
	}
	opts := []nats.Option{nats.Name("coworkenv"), nats.MaxReconnects(-1)}
	if o.Creds != "" {
		opts = append(opts, nats.UserCredentials(o.Creds))
	}
	conn, err := nats.Connect(o.URL, opts...)
	if err != nil {
		return nil, dialFault(err, o.URL)
	}
	q := &Queue{conn: conn, name: strings.TrimPrefix(nats.NewInbox(), nats.InboxPrefix), headers: map[string]*Header{}}
	if err := q.open(ctx, o, publisher); err != nil {
		conn.Close()
		return nil, err
	}
	return q, nil
}

func dialFault(err error, address string) error {
	kind, hint := fault.Unavailable, "start a nats-server with -js, or name another with --queue"
	if errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired) {
		kind, hint = fault.Denied, "give user and password in the URL, or a file with --queue-creds"
	}
	if u, bad := url.Parse(address); bad == nil {
		address = u.Redacted()
	}
	return fault.Wrap(kind, err, "connect to the queue %s", address).WithHint("%s", hint)
}

// Close ends the connection. What is unfinished goes to others.
func (q *Queue) Close() { q.conn.Close() }

func (q *Queue) open(ctx context.Context, o QueueOptions, publisher bool) (err error) {
	if q.js, err = jetstream.New(q.conn, jetstream.WithDefaultTimeout(callTimeout)); err != nil {
		return queueFault(err, "open the queue")
	}
	if _, err := q.js.AccountInfo(ctx); err != nil {
		return queueFault(err, "ask the server for JetStream")
	}
	if q.work, err = q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: workStream, Subjects: []string{workSubject + ".>"},
		Retention: jetstream.WorkQueuePolicy, Description: "groups of trials that have yet to be run"}); err != nil {
		return queueFault(err, "make the work queue")
	}
	if _, err := q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: deadStream, Subjects: []string{deadSubject},
		MaxAge: keepFor, Description: "groups that were handed out too often"}); err != nil {
		return queueFault(err, "make the list of dead letters")
	}
	if q.results, err = q.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: resultBucket, TTL: keepFor, Description: "the one result of each item"}); err != nil {
		return queueFault(err, "make the bucket of results")
	}
	if q.files, err = q.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: fileBucket, TTL: keepFor, Description: "tasks and headers of runs, large results"}); err != nil {
		return queueFault(err, "make the store of files")
	}
	return q.consumer(ctx, o, publisher)
}

// consumer finds the workers' consumer. Only a publisher changes one that is there.
func (q *Queue) consumer(ctx context.Context, o QueueOptions, publisher bool) (err error) {
	want := jetstream.ConsumerConfig{Durable: workConsumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: o.Lease,
		MaxDeliver: o.Deliveries, MaxAckPending: -1}
	if !publisher {
		if q.pull, err = q.work.Consumer(ctx, workConsumer); err == nil || !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return queueFault(err, "find the queue's workers")
		}
	}
	q.pull, err = q.work.CreateOrUpdateConsumer(ctx, want)
	return queueFault(err, "make the queue's workers")
}

// queueFault gives an error of the queue its kind; nil stays nil.
func queueFault(err error, what string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled):
		return fault.Wrap(fault.Canceled, err, "%s", what)
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return fault.Wrap(fault.Unsupported, err, "%s", what).WithHint("start the nats-server with -js, or enable JetStream for the account")
	case errors.Is(err, nats.ErrPermissionViolation):
		return fault.Wrap(fault.Denied, err, "%s", what).WithHint("the account needs JetStream, and publish and subscribe on coworkenv.> and $JS.>")
	}
	return fault.Wrap(fault.Unavailable, err, "%s", what).WithHint("see to the NATS server; the same command goes on from there")
}
