package store

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// maxBatch bounds how many writes share a transaction, and so how long
	// other processes wait for the lock.
	maxBatch = 256
	// writerPoll is how often the writer asks for a lock that another process
	// holds. SQLite's own waiting asks ever more seldom, up to ten times a
	// second, and never meets the short pause of a busy neighbour.
	writerPoll = time.Millisecond
)

// writer is the one goroutine that writes. It takes whatever is queued into one
// transaction (group commit), since a commit costs as much as several writes;
// each caller waits for the commit of its own.
type writer struct {
	conn *connection
	tx   *tx
	busy time.Duration
	wal  bool
	full bool // synchronous=FULL is set

	mu     sync.RWMutex // held for reading while a write is being queued
	closed bool
	queue  chan *change
	done   chan struct{}
	err    error // of closing the connection
}

// change is one write that waits for its turn.
type change struct {
	do      func(*tx) error // may run again after a rolled back try
	durable bool            // survives a power failure once reported
	taken   atomic.Bool     // by the writer, or by a caller who gave up
	done    chan error
}

func newWriter(conn *connection, busy time.Duration, wal bool) *writer {
	w := &writer{
		conn: conn, busy: busy, wal: wal, full: true, // SQLite's default
		tx:    newTx(conn),
		queue: make(chan *change, maxBatch),
		done:  make(chan struct{}),
	}
	go w.run()
	return w
}

// put runs do in a transaction and returns when it is committed. When ctx ends
// while the write still waits, it is withdrawn; once begun it is finished, so
// that an error always means "not written".
func (w *writer) put(ctx context.Context, durable bool, do func(*tx) error) error {
	c := &change{do: do, durable: durable, done: make(chan error, 1)}
	if err := w.enqueue(ctx, c); err != nil {
		return err
	}
	select {
	case err := <-c.done:
		return err
	case <-ctx.Done():
		if c.taken.CompareAndSwap(false, true) {
			return ctx.Err()
		}
		return <-c.done
	}
}

func (w *writer) enqueue(ctx context.Context, c *change) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return errClosed()
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case w.queue <- c:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// close waits for the queued writes and closes the connection.
func (w *writer) close() error {
	w.mu.Lock()
	w.closed = true
	close(w.queue)
	w.mu.Unlock()
	<-w.done
	return w.err
}

func (w *writer) run() {
	defer close(w.done)
	batch := make([]*change, 0, maxBatch)
	for first := range w.queue {
		batch = take(append(batch[:0], first), w.queue)
		w.commit(batch)
	}
	w.err = firstError(w.tx.close(), w.conn.close())
}

// take adds what is queued right now.
func take(batch []*change, queue <-chan *change) []*change {
	for len(batch) < maxBatch {
		select {
		case c, ok := <-queue:
			if !ok {
				return batch
			}
			batch = append(batch, c)
		default:
			return batch
		}
	}
	return batch
}

// commit writes a batch and tells each caller.
func (w *writer) commit(batch []*change) {
	live := batch[:0]
	for _, c := range batch {
		if c.taken.CompareAndSwap(false, true) {
			live = append(live, c)
		}
	}
	if len(live) == 0 {
		return
	}
	results, err := w.try(live)
	if err != nil && len(live) > 1 && !isBusy(err) {
		// Such as a full disk: the small ones among them may still fit.
		for _, c := range live {
			results, err := w.try([]*change{c})
			c.done <- firstError(err, results[0])
		}
		return
	}
	for i, c := range live {
		c.done <- firstError(err, results[i])
	}
}

// try writes a batch in one transaction. An error means that nothing was
// written; results are those of the single changes otherwise.
func (w *writer) try(batch []*change) (results []error, err error) {
	results = make([]error, len(batch))
	if err := w.sync(batch); err != nil {
		return results, err
	}
	if err := w.retry("BEGIN IMMEDIATE"); err != nil {
		return results, err
	}
	for i, c := range batch {
		results[i], err = w.one(c, len(batch) > 1)
		if err != nil {
			break
		}
	}
	if err == nil {
		err = w.retry("COMMIT")
	}
	if err != nil || (len(batch) == 1 && results[0] != nil) {
		// SQLite may have rolled back by itself, in which case this fails and
		// nothing is left to do.
		_ = w.tx.exec("ROLLBACK")
	}
	return results, err
}

// one runs a change so that its failure leaves the others alone: result is its
// own error, err one that ends the transaction.
func (w *writer) one(c *change, shared bool) (result, err error) {
	if !shared {
		if result := c.do(w.tx); result != nil {
			return result, result
		}
		return nil, nil
	}
	if err := w.tx.exec("SAVEPOINT one"); err != nil {
		return nil, err
	}
	if result = c.do(w.tx); result != nil {
		if endsTransaction(result) {
			return nil, result
		}
		if err := w.tx.exec("ROLLBACK TO one"); err != nil {
			return nil, err
		}
	}
	return result, w.tx.exec("RELEASE one")
}

// retry repeats a statement while another process holds the lock, up to the
// time that was agreed.
func (w *writer) retry(statement string) error {
	for waited := time.Duration(0); ; waited += writerPoll {
		err := w.tx.exec(statement)
		if err == nil || !isBusy(err) || waited >= w.busy {
			return err
		}
		time.Sleep(writerPoll)
	}
}

// sync sets how far a commit goes: to the disk when one of the batch must
// survive a power failure, else to the operating system. Earlier commits reach
// the disk along with a durable one, as they stand before it in the log.
func (w *writer) sync(batch []*change) error {
	full := !w.wal
	for _, c := range batch {
		full = full || c.durable
	}
	if full == w.full {
		return nil
	}
	level := "PRAGMA synchronous = NORMAL"
	if full {
		level = "PRAGMA synchronous = FULL"
	}
	if err := w.tx.exec(level); err != nil {
		return err
	}
	w.full = full
	return nil
}
