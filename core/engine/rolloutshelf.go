package engine

import (
	"sync"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
)

// shelf hands out the tasks of a rollout by digest. They are loaded when their turn comes, and only
// the last few stay: what a rollout takes in memory does not grow with its tasks.
type shelf struct {
	room int
	find func(digest string) func() (*Loaded, error) // where others than those that were added are; nil = nowhere

	mu     sync.Mutex
	places map[string]*place
	recent []*place // those that are loaded, the last used one last
}

// place is where a task is found.
type place struct {
	digest string
	open   func() (*Loaded, error)
	seen   bool // it was handed to first

	once  sync.Once
	ready *episode.Prepared
	err   error
}

// minRoom is how many loaded tasks stay at least.
const minRoom = 8

func newShelf(e *Engine) *shelf {
	return &shelf{room: minRoom + 2*e.workers(), places: map[string]*place{}}
}

func (s *shelf) add(digest string, open func() (*Loaded, error)) {
	s.places[digest] = &place{digest: digest, open: open}
}

// get returns a task ready to run. first, where there is one, takes each task when it is loaded for
// the first time, before anyone gets it.
func (s *shelf) get(digest string, first func(*Loaded) error) (*episode.Prepared, error) {
	p := s.take(digest)
	if p == nil {
		return nil, fault.New(fault.NotFound, "the task %s is not among those of the rollout", digest)
	}
	p.once.Do(func() { p.load(first) })
	return p.ready, p.err
}

// take finds the place and makes room for its task.
func (s *shelf) take(digest string) *place {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.places[digest]
	if p == nil && s.find != nil {
		p = &place{digest: digest, open: s.find(digest)}
		s.places[digest] = p
	}
	if p == nil {
		return nil
	}
	for i, q := range s.recent {
		if q == p {
			s.recent = append(append(s.recent[:i:i], s.recent[i+1:]...), p)
			return p
		}
	}
	s.recent = append(s.recent, p)
	if len(s.recent) > s.room {
		old := s.recent[0]
		s.recent = s.recent[1:]
		s.places[old.digest] = &place{digest: old.digest, open: old.open, seen: true}
	}
	return p
}

func (p *place) load(first func(*Loaded) error) {
	l, err := p.open()
	if err != nil {
		p.err = err
		return
	}
	if p.ready, p.err = l.Runnable(); p.err != nil {
		return
	}
	if p.ready.Digest != p.digest {
		p.err = fault.New(fault.Conflict, "task %s has changed since the rollout began", l.ID()).WithHint("undo the change, or plan anew")
	}
	if p.err == nil && first != nil && !p.seen {
		p.err = first(l)
	}
}
