package rollout

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"github.com/nats-io/nats.go/jetstream"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// slip is the first line of an entry in the bucket of results; a small trial follows it.
type slip struct {
	By        string `json:"by"`             // one handing in, unlike any other
	File      string `json:"file,omitempty"` // where a large trial is
	Collected bool   `json:"collected,omitempty"`
}

func keyOf(run, item string) string       { return run + "." + item }
func lateKey(run, item, by string) string { return "late." + run + "." + item + "." + by }

func (s slip) entry(body []byte) ([]byte, error) {
	line, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	return append(append(line, '\n'), body...), nil
}

func openEntry(entry []byte) (s slip, body []byte, err error) {
	line, body, ok := bytes.Cut(entry, []byte{'\n'})
	if err = value.Strictly(bytes.NewReader(line), &s); err == nil && (!ok || s.By == "") {
		err = errors.New("it is cut off")
	}
	if err != nil {
		return s, nil, fault.Wrap(fault.Invalid, err, "read a result from the queue").WithHint("let equal programs work on one queue")
	}
	return s, body, nil
}

// margin is what a message needs besides a trial.
const margin = 16 << 10

// handInTries is how often a result is handed in while the server does not answer.
const handInTries = 6

// HandIn hands in a trial. accepted is false where the item has a result already: the trial came too
// late, and is counted so.
func (q *Queue) HandIn(ctx context.Context, run string, t *Trial) (accepted bool, err error) {
	body, err := EncodeTrial(t)
	if err != nil {
		return false, err
	}
	s := slip{By: q.name + "-" + strconv.FormatInt(q.sent.Add(1), 10)}
	for try := 1; ; try++ {
		accepted, err = q.handIn(ctx, run, t.Item.ID, s, body)
		if err == nil || try == handInTries || fault.KindOf(err) != fault.Unavailable || q.conn.IsClosed() {
			return accepted, err
		}
		if err := Pause(ctx, DefaultRetry().delay(try, t.Item.ID)); err != nil {
			return false, queueFault(err, "hand in a result")
		}
	}
}

func (q *Queue) handIn(ctx context.Context, run, item string, s slip, body []byte) (accepted bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if int64(len(body)) > q.conn.MaxPayload()-margin {
		s.File = "result/" + keyOf(run, item) + "/" + s.By
		if err := q.put(ctx, s.File, body); err != nil {
			return false, queueFault(err, "hand in a large result")
		}
		body = nil
	}
	entry, err := s.entry(body)
	if err != nil {
		return false, fault.Wrap(fault.Internal, err, "hand in a result")
	}
	_, err = q.results.Create(ctx, keyOf(run, item), entry)
	if !errors.Is(err, jetstream.ErrKeyExists) {
		return err == nil, queueFault(err, "hand in a result")
	}
	return q.fenced(ctx, run, item, s)
}

// fenced looks at who has the item's result. It is ours where an earlier try got through and only its answer
// was lost.
func (q *Queue) fenced(ctx context.Context, run, item string, s slip) (ours bool, err error) {
	e, err := q.results.Get(ctx, keyOf(run, item))
	if err != nil {
		return false, queueFault(err, "see who handed in a result")
	}
	if there, _, err := openEntry(e.Value()); err != nil || there.By == s.By {
		return err == nil, err
	}
	if s.File != "" {
		if err := q.files.Delete(ctx, s.File); err != nil {
			return false, queueFault(err, "remove a late result")
		}
	}
	_, err = q.results.Put(ctx, lateKey(run, item, s.By), nil)
	return false, queueFault(err, "count a late result")
}

// Has reports whether an item has a result.
func (q *Queue) Has(ctx context.Context, run, item string) (bool, error) {
	_, err := q.results.Get(ctx, keyOf(run, item))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return false, nil
	}
	return err == nil, queueFault(err, "look for a result")
}

// Reopen drops the result of an item that is to be run again: one that was collected, but is not
// in the workspace that asks. waiting is true where there is one that was not collected yet.
func (q *Queue) Reopen(ctx context.Context, run, item string) (waiting bool, err error) {
	e, err := q.results.Get(ctx, keyOf(run, item))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return false, nil
	}
	if err != nil {
		return false, queueFault(err, "look for a result")
	}
	s, _, err := openEntry(e.Value())
	if err != nil || !s.Collected {
		return err == nil, err
	}
	return false, queueFault(q.results.Delete(ctx, keyOf(run, item), jetstream.LastRevision(e.Revision())), "drop a result")
}

// Late counts the results of a run that came too late.
func (q *Queue) Late(ctx context.Context, run string) (int, error) {
	keys, err := q.results.ListKeysFiltered(ctx, "late."+run+".>")
	if err != nil {
		return 0, queueFault(err, "count late results")
	}
	n := 0
	for range keys.Keys() {
		n++
	}
	return n, nil
}

// Collect hands the results of a run to take as they come, those that wait already first, until take
// says that it has all. A result that take has taken is not kept on the server.
func (q *Queue) Collect(ctx context.Context, run string, take func(*Trial) (all bool, err error)) error {
	watch, err := q.results.Watch(ctx, keyOf(run, "*"), jetstream.IgnoreDeletes())
	if err != nil {
		return queueFault(err, "watch for results")
	}
	defer watch.Stop()
	for {
		select {
		case <-ctx.Done():
			return queueFault(context.Cause(ctx), "collect results")
		case e, open := <-watch.Updates():
			if !open {
				return fault.New(fault.Unavailable, "the queue stopped telling of results").WithHint("the same command goes on from there")
			}
			if e == nil { // all that waited is taken
				continue
			}
			all, err := q.collect(ctx, run, e, take)
			if all || err != nil {
				return err
			}
		}
	}
}

func (q *Queue) collect(ctx context.Context, run string, e jetstream.KeyValueEntry, take func(*Trial) (bool, error)) (all bool, err error) {
	s, body, err := openEntry(e.Value())
	if err != nil || s.Collected {
		return false, err
	}
	if s.File != "" {
		body, err = q.files.GetBytes(ctx, s.File)
		if errors.Is(err, jetstream.ErrObjectNotFound) {
			return false, nil // another collector was first; its mark follows
		}
		if err != nil {
			return false, queueFault(err, "read a large result")
		}
	}
	t, err := DecodeTrial(body)
	if err != nil {
		return false, err
	}
	if keyOf(run, t.Item.ID) != e.Key() {
		return false, fault.New(fault.Invalid, "the queue has a result of %s under %s", t.Item.ID, e.Key()).WithHint("let equal programs work on one queue")
	}
	if all, err = take(t); err != nil {
		return false, err
	}
	return all, q.collected(ctx, e, s)
}

// collected leaves only the mark that the item has its result.
func (q *Queue) collected(ctx context.Context, e jetstream.KeyValueEntry, s slip) error {
	file := s.File
	s.File, s.Collected = "", true
	mark, err := s.entry(nil)
	if err != nil {
		return fault.Wrap(fault.Internal, err, "mark a result as collected")
	}
	_, err = q.results.Update(ctx, e.Key(), mark, e.Revision())
	if errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
		return nil // another collector was first
	}
	if err == nil && file != "" {
		err = q.files.Delete(ctx, file)
	}
	return queueFault(err, "mark a result as collected")
}
