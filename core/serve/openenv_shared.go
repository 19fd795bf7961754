package serve

import (
	"encoding/json"
	"sync"

	"coworkenv.dev/coworkenv/core/fault"
)

// OpenEnv's clients of tools make a session over HTTP before they know a task, attach their
// WebSocket to it, reset there, and call tools over either. So such a session is a place that
// holds one episode after another, and no episode itself.

// openEnvPlacesKept bounds the places; the oldest is forgotten beyond that, its episode lies idle.
const openEnvPlacesKept = 1 << 14

type openEnvPlaces struct {
	mu    sync.Mutex
	of    map[string]*openEnvPlace
	order []string // as they came, closed ones too
}

// openEnvPlace holds the id of its running episode, "" before the first one. A nil place holds none.
type openEnvPlace struct {
	mu      sync.Mutex
	session string
}

func (p *openEnvPlaces) add(id, session string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.of == nil {
		p.of = map[string]*openEnvPlace{}
	}
	if len(p.order) == openEnvPlacesKept {
		delete(p.of, p.order[0])
		p.order = p.order[1:]
	}
	p.of[id], p.order = &openEnvPlace{session: session}, append(p.order, id)
}

func (p *openEnvPlaces) find(id string) *openEnvPlace {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.of[id]
}

func (p *openEnvPlaces) remove(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.of, id)
}

// createPlace makes a session; its episode starts at once where the task is named.
func (o *Online) createPlace(data map[string]json.RawMessage) (string, error) {
	if task := data["task_id"]; len(task) > 0 && string(task) != "null" {
		s, err := o.openEnvStart(data)
		if err != nil {
			return "", err
		}
		o.places.add(s.ID, s.ID)
		return s.ID, nil
	}
	if o.sessions.full() { // the client is to learn it now
		return "", o.sessions.refusal()
	}
	id, err := o.sessions.newID("oe_")
	if err == nil {
		o.places.add(id, "")
	}
	return id, err
}

// runningAt is the episode at a place. An id that names no place is an episode's own. With start
// an empty place gets an episode of the task that a reset without one chooses.
func (o *Online) runningAt(id string, start bool) (string, error) {
	place := o.places.find(id)
	if place == nil {
		return id, nil
	}
	place.mu.Lock()
	defer place.mu.Unlock()
	if place.session == "" && start {
		s, err := o.openEnvStart(nil)
		if err != nil {
			return "", err
		}
		place.session = s.ID
	}
	return place.session, nil
}

// closeAt closes the place and what runs there.
func (o *Online) closeAt(id string) {
	place := o.places.find(id)
	if place == nil {
		o.sessions.Close(id)
		return
	}
	o.places.remove(id)
	place.mu.Lock()
	defer place.mu.Unlock()
	o.sessions.Close(place.session)
}

// resetAt closes what ran at a place and starts anew.
func (o *Online) resetAt(place *openEnvPlace, data map[string]json.RawMessage) (*Session, error) {
	place.mu.Lock()
	defer place.mu.Unlock()
	task, start, err := o.openEnvWanted(data)
	if err == nil {
		err = o.ready(task)
	}
	if err != nil {
		return nil, err // the running episode stays
	}
	o.sessions.Close(place.session) // first: it may be the one that fills the server
	place.session = ""
	s, err := o.start(task, start)
	if err == nil {
		place.session = s.ID
	}
	return s, err
}

// attached is the place that a connection names, or a new one that ends with the connection.
func (o *Online) attached(id string) (place *openEnvPlace, own bool, err error) {
	if id == "" {
		return &openEnvPlace{}, true, nil
	}
	if place = o.places.find(id); place == nil {
		return nil, false, o.sessions.stranger(id)
	}
	return place, false, nil
}

func (p *openEnvPlace) running() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.session
}

func noEpisode() error {
	return fault.New(fault.Conflict, "there is no episode yet").WithHint("send reset first")
}
