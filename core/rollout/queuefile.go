package rollout

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"github.com/nats-io/nats.go/jetstream"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

func headerName(run string) string       { return "run/" + run }
func taskName(run, digest string) string { return "task/" + run + "/" + digest }

// Announced reports whether the run was put into the queue before.
func (q *Queue) Announced(ctx context.Context, run string) (bool, error) {
	_, err := q.files.GetInfo(ctx, headerName(run))
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return false, nil
	}
	return err == nil, queueFault(err, "look for the run in the queue")
}

// Announce makes a run known, once its tasks are there.
func (q *Queue) Announce(ctx context.Context, run string, h Header) error {
	body, err := json.Marshal(h)
	if err != nil {
		return fault.Wrap(fault.Internal, err, "announce run %s", run)
	}
	err = q.put(ctx, headerName(run), body)
	return queueFault(err, "announce run "+run)
}

// PutTask puts a task's file beside its run.
func (q *Queue) PutTask(ctx context.Context, run, digest string, source []byte) error {
	err := q.put(ctx, taskName(run, digest), source)
	return queueFault(err, "put task "+digest+" into the queue")
}

// Task reads a task's file. Errors: NotFound.
func (q *Queue) Task(ctx context.Context, run, digest string) ([]byte, error) {
	return q.file(ctx, taskName(run, digest))
}

// Header reads what a run is. Errors: NotFound.
func (q *Queue) Header(ctx context.Context, run string) (*Header, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if h := q.headers[run]; h != nil {
		return h, nil
	}
	body, err := q.file(ctx, headerName(run))
	if err != nil {
		return nil, err
	}
	var h Header
	if err := value.Strictly(bytes.NewReader(body), &h); err != nil || h.Format != Format {
		return nil, fault.New(fault.Unsupported, "run %s was put into the queue by another version of this program", run).WithHint("let equal programs work on one queue")
	}
	q.headers[run] = &h
	return &h, nil
}

// put writes a file in pieces that the server takes as messages.
func (q *Queue) put(ctx context.Context, name string, data []byte) error {
	piece := min(128<<10, q.conn.MaxPayload()/2)
	meta := jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: uint32(piece)}}
	_, err := q.files.Put(ctx, meta, bytes.NewReader(data))
	return err
}

func (q *Queue) file(ctx context.Context, name string) ([]byte, error) {
	info, err := q.files.GetInfo(ctx, name)
	if err == nil && info.Size > maxHeader {
		return nil, fault.New(fault.Invalid, "%s in the queue has %d bytes", name, info.Size)
	}
	var body []byte
	if err == nil {
		body, err = q.files.GetBytes(ctx, name)
	}
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil, fault.New(fault.NotFound, "%s is not in the queue", name).WithHint("put the run into the queue again with `coworkenv rollout --queue`")
	}
	return body, queueFault(err, "read "+name+" from the queue")
}

// Forget removes the header and the tasks of a run that is complete. Results stay for a while, so
// that late ones are known.
func (q *Queue) Forget(ctx context.Context, run string, digests []string) error {
	names := []string{headerName(run)}
	for _, d := range digests {
		names = append(names, taskName(run, d))
	}
	for _, name := range names {
		if err := q.files.Delete(ctx, name); err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
			return queueFault(err, "remove "+name+" from the queue")
		}
	}
	return nil
}
