package serve

import (
	"bytes"
	"encoding/json"
	"net/http"
	"sync"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
)

// NeMo-Gym's environment servers name a session themselves before they ask for it, so that they
// can close one whose reply was lost. Therefore a seed may come twice and makes one episode, and a
// close may overtake its seed, which then makes none.

const (
	nemoNamesKept = 1 << 16 // the oldest are forgotten beyond that: who names so many no longer repeats the first
	nemoNameMost  = 256     // bytes of a name
)

// nemoNames knows episodes by the names that environment servers gave them, closed ones too.
type nemoNames struct {
	mu    sync.Mutex
	of    map[string]*nemoNamed
	order []string // as they came
}

// nemoNamed is one name. Its lock is held while its episode is made.
type nemoNamed struct {
	mu      sync.Mutex
	attempt nemoAttempt
	id      string // the trainer's id of the episode, "" before there is one
	token   string
	closed  bool
}

func (n *nemoNames) named(name string) *nemoNamed {
	n.mu.Lock()
	defer n.mu.Unlock()
	if known := n.of[name]; known != nil {
		return known
	}
	if n.of == nil {
		n.of = map[string]*nemoNamed{}
	}
	if len(n.order) == nemoNamesKept {
		delete(n.of, n.order[0])
		n.order = n.order[1:]
	}
	made := &nemoNamed{}
	n.of[name], n.order = made, append(n.order, name)
	return made
}

// nemoSession is what names a session in a seed or a close.
type nemoSession struct {
	Name    string      `json:"resources_session_id"`
	Attempt nemoAttempt `json:"episode_id"`
}

// nemoAttempt is the client's own name of an episode.
type nemoAttempt struct {
	Rollout string `json:"rollout_id"`
	Attempt int    `json:"attempt"`
}

func (s *nemoSession) check() error {
	if len(s.Name) > nemoNameMost {
		return fault.New(fault.Invalid, "resources_session_id has %d bytes", len(s.Name)).WithHint("give at most %d", nemoNameMost)
	}
	return nil
}

// seedNamed makes the episode of a name, or finds the one that an earlier seed has made.
func (o *Online) seedNamed(s nemoSession, task string, seed uint64) (id, token string, err error) {
	if err := s.check(); err != nil {
		return "", "", err
	}
	n := o.nemo.named(s.Name)
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case n.closed:
		return "", "", fault.New(fault.Conflict, "the session is closed").WithHint("seed a new one under another resources_session_id")
	case n.id != "" && n.attempt != s.Attempt:
		return "", "", fault.New(fault.Conflict, "the session belongs to another episode").WithHint("give each episode a resources_session_id of its own")
	case n.id != "":
		return n.id, n.token, o.sessions.Do(n.id, func(*Session) error { return nil }) // is it still there?
	}
	made, err := o.start(task, Start{Options: episode.Options{Seed: seed}, Awaited: true})
	if err != nil {
		return "", "", err
	}
	n.attempt, n.id, n.token = s.Attempt, made.ID, made.Token
	return n.id, n.token, nil
}

func (o *Online) closeNamed(s nemoSession) error {
	if err := s.check(); err != nil {
		return err
	}
	n := o.nemo.named(s.Name)
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.id != "" && n.attempt != s.Attempt {
		return fault.New(fault.Conflict, "the session belongs to another episode")
	}
	n.closed = true
	o.sessions.Close(n.id)
	return nil
}

// nemoClose ends a session, by its name or by the cookie.
func (o *Online) nemoClose(w http.ResponseWriter, req *http.Request) {
	data, err := readAll(req)
	var named nemoSession
	if err == nil && len(bytes.TrimSpace(data)) > 0 {
		if err = json.Unmarshal(data, &named); err != nil {
			err = fault.Wrap(fault.Invalid, err, "read what to close")
		}
	}
	if err == nil && named.Name != "" {
		if err = o.closeNamed(named); err == nil {
			sendJSON(w, http.StatusOK, map[string]string{"resources_session_id": named.Name})
			return
		}
	}
	var id string
	if err == nil {
		id, err = nemoSessionID(req)
	}
	if err != nil {
		sendFault(w, err)
		return
	}
	o.sessions.Close(id)
	sendJSON(w, http.StatusOK, struct{}{})
}
