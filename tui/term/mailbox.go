package term

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// mailbox puts what many goroutines tell together to one delivery a frame.
type mailbox struct {
	mu     sync.Mutex
	byID   map[int]*Told
	order  []int
	wake   chan struct{}
	room   *sync.Cond // a sender waits while too much lies here
	count  int
	closed bool
}

// mostWaiting is how many messages may wait for delivery before senders wait.
const mostWaiting = 100_000

func newMailbox() *mailbox {
	m := &mailbox{byID: map[int]*Told{}, wake: make(chan struct{}, 1)}
	m.room = sync.NewCond(&m.mu)
	return m
}

func (m *mailbox) put(id int, change func(*Told)) {
	m.mu.Lock()
	for m.count >= mostWaiting && !m.closed {
		m.room.Wait()
	}
	t := m.byID[id]
	if t == nil {
		t = &Told{ID: id}
		m.byID[id] = t
		m.order = append(m.order, id)
	}
	change(t)
	m.count++
	m.mu.Unlock()
	select {
	case m.wake <- struct{}{}:
	default: // it will see this too
	}
}

// take empties the box.
func (m *mailbox) take() []Told {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := make([]Told, 0, len(m.order))
	for _, id := range m.order {
		out = append(out, *m.byID[id])
	}
	m.byID, m.order, m.count = map[int]*Told{}, nil, 0
	m.room.Broadcast()
	return out
}

func (m *mailbox) close() {
	m.mu.Lock()
	m.closed = true
	m.mu.Unlock()
	m.room.Broadcast()
}

// run runs a Run to its end.
func (m *mailbox) run(r Run) {
	defer func() {
		var err error
		if p := recover(); p != nil {
			err = fmt.Errorf("the work stopped unexpectedly: %v", p)
		}
		m.put(r.ID, func(t *Told) { t.Done, t.Err = true, err })
	}()
	r.Do(func(msg any) { m.put(r.ID, func(t *Told) { t.Msgs = append(t.Msgs, msg) }) })
}

// deliver hands on what lies in the box, at once after a pause and else once a frame, until ctx
// ends.
func (m *mailbox) deliver(ctx context.Context, frame time.Duration, send func([]Told)) {
	pause := time.NewTimer(0)
	<-pause.C
	for {
		select {
		case <-ctx.Done():
			m.close()
			return
		case <-m.wake:
		}
		if told := m.take(); len(told) > 0 {
			send(told)
		}
		pause.Reset(frame)
		select {
		case <-ctx.Done():
			m.close()
			return
		case <-pause.C:
		}
	}
}
