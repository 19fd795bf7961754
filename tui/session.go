package tui

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/tui/screens"
)

// Session is what is found again the next time: the screens that were open, and where each
// screen stood last.
type Session struct {
	HintSeen bool                     `json:"hint_seen,omitempty"`
	Stack    []screens.Place          `json:"stack,omitempty"`
	Last     map[string]screens.Place `json:"last,omitempty"` // by screen
}

func (s *Session) last(screen string) (screens.Place, bool) {
	p, ok := s.Last[screen]
	return p, ok
}

// remember notes where the screens stand.
func (w *Workbench) remember() {
	s := &w.opts.Session
	if s.Last == nil {
		s.Last = map[string]screens.Place{}
	}
	s.Stack = nil
	for i, o := range w.stack {
		p := o.screen.Place()
		s.Stack = append(s.Stack, p)
		// What was opened over another screen is about that one's row: its key shall not lead
		// back there, unless the screen is about nothing else.
		if i == 0 || p.Of == "" || o.entry.Needs != "" {
			s.Last[p.Screen] = p
		}
	}
}

// Session is what to keep for the next time.
func (w *Workbench) Session() Session {
	w.remember()
	return w.opts.Session
}

// sessions is the file of sessions, by the place they belong to; the latest used is last.
type sessions struct {
	HintSeen bool      `json:"hint_seen,omitempty"`
	Places   []session `json:"places"`
}

type session struct {
	Of string `json:"of"`
	Session
}

const (
	mostSessions     = 50
	mostSessionBytes = 4 << 20
)

// ReadSession reads the session of a place (a workspace or library, absolute) from a file. One
// that is not there, or cannot be read, is a new one: the error is for telling only.
func ReadSession(file, of string) (Session, error) {
	all, err := readSessions(file)
	i := slices.IndexFunc(all.Places, func(s session) bool { return s.Of == of })
	if i < 0 {
		return Session{HintSeen: all.HintSeen}, err
	}
	s := all.Places[i].Session
	s.HintSeen = all.HintSeen
	return s, err
}

func readSessions(file string) (sessions, error) {
	var all sessions
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	if err == nil && (!info.Mode().IsRegular() || info.Size() > mostSessionBytes) {
		return all, fault.New(fault.Invalid, "read the sessions: %s is no plain file of a session's size", file)
	}
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, &all)
	}
	if err != nil {
		return sessions{}, fault.Wrap("", err, "read the sessions")
	}
	return all, nil
}

// WriteSession keeps a session for the next time. Of two workbenches that end at once the later
// one's is kept.
func WriteSession(file, of string, s Session) error {
	all, err := readSessions(file)
	if err != nil {
		all = sessions{} // it is only convenience; a damaged file is begun anew
	}
	all.HintSeen = all.HintSeen || s.HintSeen
	all.Places = slices.DeleteFunc(all.Places, func(p session) bool { return p.Of == of })
	all.Places = append(all.Places, session{Of: of, Session: s})
	if n := len(all.Places); n > mostSessions {
		all.Places = all.Places[n-mostSessions:]
	}
	data, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return fault.Wrap(fault.Internal, err, "write the session")
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return fault.Wrap("", err, "write the session")
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), ".session-")
	if err != nil {
		return fault.Wrap("", err, "write the session")
	}
	_, err = tmp.Write(data)
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		return fault.Wrap("", errors.Join(err, os.Remove(tmp.Name())), "write the session")
	}
	return nil
}
