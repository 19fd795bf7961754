package serve

import (
	"crypto/rand"
	"encoding/hex"
	"slices"
	"strings"
	"sync"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
)

// Sessions is the one store of running episodes under every served interface. Each episode is
// touched by one request at a time; nothing is shared between episodes but their task.
type Sessions struct {
	limits SessionLimits
	clock  det.Clock
	mu     sync.Mutex
	byID   map[string]*Session
}

// SessionLimits bound what a server takes on.
type SessionLimits struct {
	Open    int           // episodes open at once; 0 = no limit
	Idle    time.Duration // an episode that nobody has touched for so long is closed; 0 = never
	Hard    time.Duration // longest life of an episode; 0 = no limit
	Replica string        // put before every id, so that a balancer can tell whose episode it is
}

// Session is one running episode.
type Session struct {
	ID      string
	mu      sync.Mutex
	episode *episode.Episode
	made    time.Time
	used    time.Time
}

// NewSessions makes an empty store.
func NewSessions(limits SessionLimits, clock det.Clock) *Sessions {
	return &Sessions{limits: limits, clock: clock, byID: map[string]*Session{}}
}

// Create starts an episode. Errors: Unavailable when no more episodes are taken on.
func (s *Sessions) Create(p *episode.Prepared, opts episode.Options) (*Session, error) {
	e, err := episode.New(p, opts)
	if err != nil {
		return nil, err
	}
	id, err := s.newID()
	if err != nil {
		return nil, err
	}
	now := s.clock.Now()
	session := &Session{ID: id, episode: e, made: now, used: now}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.limits.Open > 0 && len(s.byID) >= s.limits.Open {
		return nil, fault.New(fault.Unavailable, "%d episodes are open, which is the limit", len(s.byID)).
			WithHint("try again after one has ended, or raise the limit")
	}
	s.byID[id] = session
	return session, nil
}

// newID is not to be guessed: who knows it may act.
func (s *Sessions) newID() (string, error) {
	var b [16]byte
	if _, err := rand.Read(b[:]); err != nil {
		return "", fault.Wrap(fault.Internal, err, "make a session id")
	}
	id := "ep_" + hex.EncodeToString(b[:])
	if s.limits.Replica != "" {
		id = s.limits.Replica + "." + id
	}
	return id, nil
}

// Do gives one request its turn with an episode. Errors: NotFound for an unknown, closed or
// expired one, and whatever f returns.
func (s *Sessions) Do(id string, f func(e *episode.Episode) error) error {
	s.mu.Lock()
	session := s.byID[id]
	s.mu.Unlock()
	if session == nil {
		return fault.New(fault.NotFound, "there is no open episode %s", id).WithHint("create one; episodes end when closed or left idle")
	}
	session.mu.Lock()
	defer session.mu.Unlock()
	session.used = s.clock.Now()
	if s.limits.Hard > 0 && session.used.Sub(session.made) > s.limits.Hard {
		session.episode.Close(trace.End{Kind: trace.Truncated, Reason: trace.TimedOut, Detail: "the episode's longest life is over"})
	}
	return f(session.episode)
}

// Step takes one assistant message of an episode.
func (s *Sessions) Step(id string, a episode.Action) (r *episode.Result, err error) {
	err = s.Do(id, func(e *episode.Episode) error {
		r, err = e.Step(a)
		return err
	})
	return r, err
}

// Close ends an episode and forgets it. Closing one that is not there is no error.
func (s *Sessions) Close(id string) {
	s.mu.Lock()
	session := s.byID[id]
	delete(s.byID, id)
	s.mu.Unlock()
	if session != nil {
		session.mu.Lock()
		session.episode.Close(trace.End{Kind: trace.Truncated, Reason: trace.Closed})
		session.mu.Unlock()
	}
}

// Sweep closes the episodes that were left idle and returns their ids, sorted.
func (s *Sessions) Sweep() []string {
	if s.limits.Idle == 0 {
		return nil
	}
	now := s.clock.Now()
	var idle []string
	s.mu.Lock()
	for id, session := range s.byID {
		if session.mu.TryLock() { // one in use is not idle
			if now.Sub(session.used) > s.limits.Idle {
				idle = append(idle, id)
			}
			session.mu.Unlock()
		}
	}
	s.mu.Unlock()
	for _, id := range idle {
		s.Close(id)
	}
	slices.SortFunc(idle, strings.Compare)
	return idle
}

// Open counts the open episodes.
func (s *Sessions) Open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.byID)
}
