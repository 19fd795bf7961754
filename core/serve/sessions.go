package serve

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

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
	tokens map[string]*Session // by the agent's token
}

// SessionLimits bound what a server takes on.
type SessionLimits struct {
	Open    int           // episodes open at once; 0 = no limit
	Idle    time.Duration // an episode that nobody has touched for so long is closed; 0 = never
	Hard    time.Duration // longest life of an episode; 0 = no limit
	Replica string        // put before every id, so that a balancer can tell whose episode it is
}

// Session is one running episode. What it holds beside its ids is touched only inside Do.
type Session struct {
	ID    string // of the trainer's side: it may step, grade and close
	Token string // of the agent's side: it may call tools, and nothing else

	mu      sync.Mutex
	episode *episode.Episode
	made    time.Time
	used    time.Time
	reward  rewarder
	turns   map[string]*Turn           // by idempotency key
	mcp     *mcp.Server                // over the episode, once asked for
	params  map[string]json.RawMessage // what the trainer sent along, handed back as it came
	awaited bool                       // its score has yet to be fetched by a request of its own
}

// Start says what episode to make.
type Start struct {
	Prepared *episode.Prepared
	Options  episode.Options
	Dense    bool // each step has what it added to the score; else the last one has it all
	Params   map[string]json.RawMessage
	Awaited  bool // the score is fetched by a request of its own, for which a server that stops waits
}

// NewSessions makes an empty store.
func NewSessions(limits SessionLimits, clock det.Clock) *Sessions {
	return &Sessions{limits: limits, clock: clock, byID: map[string]*Session{}, tokens: map[string]*Session{}}
}

// Create starts an episode. Errors: Unavailable when no more episodes are taken on.
func (s *Sessions) Create(start Start) (*Session, error) {
	if s.full() { // before the work
		return nil, s.refusal()
	}
	e, err := episode.New(start.Prepared, start.Options)
	if err != nil {
		return nil, err
	}
	now := s.clock.Now()
	session := &Session{episode: e, made: now, used: now, params: start.Params, awaited: start.Awaited}
	if err := session.reward.begin(e, start.Dense); err != nil {
		return nil, err
	}
	if session.ID, err = s.newID("ep_"); err != nil {
		return nil, err
	}
	if session.Token, err = s.newID("ag_"); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.limits.Open > 0 && len(s.byID) >= s.limits.Open {
		return nil, s.refusal()
	}
	s.byID[session.ID], s.tokens[session.Token] = session, session
	return session, nil
}

func (s *Sessions) full() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.limits.Open > 0 && len(s.byID) >= s.limits.Open
}

func (s *Sessions) refusal() error {
	return fault.New(fault.Unavailable, "%d episodes are open, which is the limit", s.limits.Open).
		WithHint("try again after one has ended, or raise the limit")
}

// newID is not to be guessed: who knows it may act.
func (s *Sessions) newID(prefix string) (string, error) {
	var b [16]byte
	if _, err := rand.Read(b[:]); err != nil {
		return "", fault.Wrap(fault.Internal, err, "make a session id")
	}
	id := prefix + hex.EncodeToString(b[:])
	if s.limits.Replica != "" {
		id = s.limits.Replica + "." + id
	}
	return id, nil
}

// Do gives one request its turn with an episode. Errors: NotFound for an unknown, closed or
// expired one, Conflict for one that another replica has, and whatever f returns.
func (s *Sessions) Do(id string, f func(*Session) error) error { return s.turn(s.byID, id, f) }

// DoAgent does the same for the agent's side, by its token.
func (s *Sessions) DoAgent(token string, f func(*Session) error) error {
	return s.turn(s.tokens, token, f)
}

func (s *Sessions) turn(index map[string]*Session, id string, f func(*Session) error) error {
	s.mu.Lock()
	session := index[id]
	s.mu.Unlock()
	if session == nil {
		return s.stranger(id)
	}
	session.mu.Lock()
	defer session.mu.Unlock()
	session.used = s.clock.Now()
	if s.limits.Hard > 0 && session.used.Sub(session.made) > s.limits.Hard {
		session.episode.Close(trace.End{Kind: trace.Truncated, Reason: trace.TimedOut, Detail: "the episode's longest life is over"})
	}
	return f(session)
}

// stranger says why there is no episode of that id here. It does not repeat what was sent: a
// token is a secret.
func (s *Sessions) stranger(id string) error {
	if replica, _, ok := strings.Cut(id, "."); ok && s.limits.Replica != "" && replica != s.limits.Replica {
		return fault.New(fault.Conflict, "this is replica %q, and the episode is another one's", s.limits.Replica).
			WithHint("send the request to the replica that the id begins with; docs/deploy shows a balancer that does")
	}
	return fault.New(fault.NotFound, "there is no such open episode").
		WithHint("create one; episodes end when closed, left idle, or with the server, and are not taken up again")
}

// Episode is the running episode.
func (s *Session) Episode() *episode.Episode { return s.episode }

// Params is what the trainer sent along when it made the episode.
func (s *Session) Params() map[string]json.RawMessage { return s.params }

// Close ends an episode and forgets it. Closing one that is not there is no error.
func (s *Sessions) Close(id string) {
	s.mu.Lock()
	session := s.byID[id]
	if session != nil {
		delete(s.byID, id)
		delete(s.tokens, session.Token)
	}
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

// Running counts the open episodes that have not ended. One in use is running.
func (s *Sessions) Running() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, session := range s.byID {
		if !session.mu.TryLock() {
			n++
			continue
		}
		if _, done := session.episode.Done(); !done || session.awaited {
			n++
		}
		session.mu.Unlock()
	}
	return n
}
