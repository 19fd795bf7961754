package serve

import (
	"encoding/json"
	"io"
	"net/http"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/world"
)

// rpcRequest is a JSON-RPC 2.0 request as OpenEnv carries MCP: tools/list, tools/call, and over
// HTTP openenv/session/create and openenv/session/close.
type rpcRequest struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  rpcParams       `json:"params"`
}

type rpcParams struct {
	Session   string          `json:"session_id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`

	all map[string]json.RawMessage // for session/create
}

func (p *rpcParams) UnmarshalJSON(data []byte) error {
	type plain rpcParams
	if err := json.Unmarshal(data, (*plain)(p)); err != nil {
		return err
	}
	return json.Unmarshal(data, &p.all)
}

type rpcReply struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// Codes of JSON-RPC 2.0.
const (
	rpcParse    = -32700
	rpcInvalid  = -32600
	rpcNoMethod = -32601
	rpcParamsNo = -32602
	rpcFailed   = -32000
)

// mcpTool is a tool as MCP lists it.
type mcpTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

// rpc answers one request. session is that of a connection, "" where requests name their own.
func (o *Online) rpc(session string, data []byte) rpcReply {
	var req rpcRequest
	reply := rpcReply{JSONRPC: "2.0", ID: json.RawMessage("null")}
	if err := json.Unmarshal(data, &req); err != nil {
		reply.Error = &rpcError{rpcParse, "no JSON-RPC request: " + err.Error()}
		return reply
	}
	if len(req.ID) > 0 {
		reply.ID = req.ID
	}
	if req.JSONRPC != "2.0" {
		reply.Error = &rpcError{rpcInvalid, `jsonrpc must be "2.0"`}
		return reply
	}
	if session == "" {
		session = req.Params.Session
	}
	result, err := o.rpcCall(session, &req)
	switch fault.KindOf(err) {
	case "":
		reply.Result = result
	case fault.Unsupported:
		reply.Error = &rpcError{rpcNoMethod, err.Error()}
	case fault.Invalid:
		reply.Error = &rpcError{rpcParamsNo, err.Error()}
	default:
		reply.Error = &rpcError{rpcFailed, err.Error()}
	}
	return reply
}

func (o *Online) rpcCall(session string, req *rpcRequest) (any, error) {
	switch req.Method {
	case "tools/list":
		session, err := o.runningAt(session, false)
		if err != nil {
			return nil, err
		}
		tools, err := o.listTools(session)
		out := []mcpTool{}
		for _, t := range tools {
			out = append(out, mcpTool(t))
		}
		return map[string]any{"tools": out}, err
	case "tools/call":
		return o.rpcTool(session, req.Params)
	case "openenv/session/create":
		id, err := o.createPlace(req.Params.all)
		if err != nil {
			return nil, err
		}
		return map[string]string{"session_id": id}, nil
	case "openenv/session/close":
		if session == "" {
			return nil, fault.New(fault.Invalid, "session_id is missing")
		}
		o.closeAt(session)
		return map[string]bool{"closed": true}, nil
	}
	return nil, fault.New(fault.Unsupported, "there is no method %q", req.Method)
}

func (o *Online) rpcTool(session string, p rpcParams) (any, error) {
	switch {
	case p.Name == "":
		return nil, fault.New(fault.Invalid, "name is missing")
	case session == "":
		return nil, fault.New(fault.Invalid, "session_id is missing").WithHint("call openenv/session/create first")
	}
	session, err := o.runningAt(session, true)
	if err != nil {
		return nil, err
	}
	args := p.Arguments
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	t, err := o.step(session, episode.Action{Calls: []episode.Call{{ID: "call_1", Tool: p.Name, Args: args}}}, nil)
	if err != nil {
		return nil, err
	}
	obs := t.Observations[0]
	ok := obs.Entry != nil && obs.Entry.Outcome == world.OK
	return map[string]any{"content": []map[string]string{{"type": "text", "text": string(obs.Body)}}, "isError": !ok}, nil
}

func (o *Online) openEnvRPC(w http.ResponseWriter, req *http.Request) {
	data, err := io.ReadAll(req.Body)
	if err != nil || !json.Valid(data) {
		sendJSON(w, http.StatusBadRequest, rpcReply{JSONRPC: "2.0", ID: json.RawMessage("null"), Error: &rpcError{rpcParse, "the body is no JSON of at most 4 MiB"}})
		return
	}
	sendJSON(w, http.StatusOK, o.rpc("", data))
}
