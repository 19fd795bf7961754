package serve

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"coworkenv.dev/coworkenv/core/fault"
)

// socketIdle is how long a connection may be silent where episodes have no idle limit.
const socketIdle = 15 * time.Minute

// socketMessage is a message of a client.
type socketMessage struct {
	Type string          `json:"type"` // reset, step, state, mcp, close
	Data json.RawMessage `json:"data"`
}

// socketReply is a message to a client.
type socketReply struct {
	Type string `json:"type"` // observation, state, mcp, error
	Data any    `json:"data"`
}

// socketError is the data of an error. The codes are OpenEnv's.
type socketError struct {
	Message string `json:"message"`
	Code    string `json:"code"`
}

// Codes of errors.
const (
	codeInvalidJSON = "INVALID_JSON"
	codeUnknownType = "UNKNOWN_TYPE"
	codeValidation  = "VALIDATION_ERROR"
	codeExecution   = "EXECUTION_ERROR"
	codeCapacity    = "CAPACITY_REACHED"
	codeSession     = "SESSION_ERROR"
)

// socket is one connection with the episode that runs on it, at most one at a time.
type socket struct {
	online *Online
	conn   *websocket.Conn
	place  *openEnvPlace
}

// openEnvSocket serves one connection: its episode ends with it, unless it was attached to a
// session that was made over HTTP.
func (o *Online) openEnvSocket(w http.ResponseWriter, req *http.Request) {
	o.onSocket(w, req, func(ctx context.Context, s *socket, data []byte) (any, bool) { return s.answer(data) })
}

// openEnvRPCSocket serves JSON-RPC over a connection.
func (o *Online) openEnvRPCSocket(w http.ResponseWriter, req *http.Request) {
	o.onSocket(w, req, func(_ context.Context, s *socket, data []byte) (any, bool) {
		return o.rpc(s.place.running(), data), true
	})
}

func (o *Online) onSocket(w http.ResponseWriter, req *http.Request, answer func(context.Context, *socket, []byte) (any, bool)) {
	place, own, err := o.attached(req.URL.Query().Get("session_id"))
	if err != nil {
		sendFault(w, err)
		return
	}
	conn, err := websocket.Accept(w, req, nil)
	if err != nil {
		return // Accept has answered
	}
	s := &socket{online: o, conn: conn, place: place}
	conn.SetReadLimit(maxBody)
	defer func() {
		if own {
			o.sessions.Close(place.running())
		}
		conn.CloseNow() //nolint:errcheck // it may be closed already
	}()
	for {
		data, err := s.read(req.Context())
		if err != nil {
			return
		}
		reply, more := answer(req.Context(), s, data)
		if !more {
			conn.Close(websocket.StatusNormalClosure, "") //nolint:errcheck // the client has gone
			return
		}
		if s.write(req.Context(), reply) != nil {
			return
		}
	}
}

func (s *socket) read(ctx context.Context) ([]byte, error) {
	idle := s.online.opts.Limits.Idle
	if idle <= 0 {
		idle = socketIdle
	}
	ctx, cancel := context.WithTimeout(ctx, idle)
	defer cancel()
	_, data, err := s.conn.Read(ctx)
	return data, err
}

func (s *socket) write(ctx context.Context, reply any) error {
	data, err := json.Marshal(reply)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, bodyTimeout)
	defer cancel()
	return s.conn.Write(ctx, websocket.MessageText, data)
}

// answer answers one message; more is false once the client has said goodbye.
func (s *socket) answer(data []byte) (reply any, more bool) {
	var m socketMessage
	if err := json.Unmarshal(data, &m); err != nil {
		return socketReply{"error", socketError{"no message: " + err.Error(), codeInvalidJSON}}, true
	}
	var err error
	switch m.Type {
	case "reset":
		reply, err = s.reset(m.Data)
	case "step":
		reply, err = s.step(m.Data)
	case "state":
		var doc openEnvStateDoc
		doc, err = s.state()
		reply = socketReply{"state", doc}
	case "mcp":
		return socketReply{"mcp", s.online.rpc(s.place.running(), m.Data)}, true
	case "close":
		return nil, false
	default:
		return socketReply{"error", socketError{"there is no message of type " + m.Type, codeUnknownType}}, true
	}
	if err != nil {
		return socketReply{"error", socketError{err.Error(), codeOf(err)}}, true
	}
	return reply, true
}

func codeOf(err error) string {
	switch fault.KindOf(err) {
	case fault.Invalid:
		return codeValidation
	case fault.Unavailable:
		return codeCapacity
	case fault.NotFound, fault.Conflict:
		return codeSession
	}
	return codeExecution
}

// reset closes what ran and starts anew.
func (s *socket) reset(raw json.RawMessage) (any, error) {
	var data map[string]json.RawMessage
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &data); err != nil {
			return nil, fault.Wrap(fault.Invalid, err, "read the reset")
		}
	}
	session, err := s.online.resetAt(s.place, data)
	if err != nil {
		return nil, err
	}
	reply, err := openingOf(session)
	return socketReply{"observation", reply}, err
}

func (s *socket) step(raw json.RawMessage) (any, error) {
	session := s.place.running()
	if session == "" {
		var a openEnvAction
		if json.Unmarshal(raw, &a) != nil || a.Type != "list_tools" {
			return nil, noEpisode()
		}
	}
	reply, err := s.online.openEnvAct(session, "", raw)
	return socketReply{"observation", reply}, err
}

func (s *socket) state() (openEnvStateDoc, error) {
	session := s.place.running()
	if session == "" {
		return openEnvStateDoc{}, noEpisode()
	}
	return s.online.openEnvStateOf(session)
}
