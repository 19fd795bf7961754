package serve_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"coworkenv.dev/coworkenv/core/serve"
)

func openEnvCall(o *online, method string, params map[string]any) map[string]any {
	_, doc, _ := o.ask("POST", "/mcp", map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	return doc
}

// OpenEnv's client of tools makes its session before it knows a task, attaches its socket to it,
// resets there and calls tools over HTTP: all of it is one episode.
func TestOpenEnvSocketSharesTheSessionOfHTTP(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{})
	id := openEnvCall(o, "openenv/session/create", map[string]any{})["result"].(map[string]any)["session_id"].(string)
	if n := o.server.Sessions().Open(); n != 0 {
		t.Errorf("%d episodes before a task is known", n)
	}
	if tools := openEnvCall(o, "tools/list", map[string]any{"session_id": id})["result"].(map[string]any)["tools"].([]any); len(tools) == 0 {
		t.Error("no tools before the reset")
	}
	w := dialWS(t, o.url, "/ws?session_id="+id, "")
	for range 2 { // a second reset takes the first one's place
		if reply := w.ask(`{"type":"reset","data":{"task_id":"` + o.task + `","seed":3}}`); reply["type"] != "observation" {
			t.Fatalf("reset: %v", reply)
		}
	}
	if n := o.server.Sessions().Open(); n != 1 {
		t.Errorf("%d episodes at one place", n)
	}
	turn := map[string]any{}
	step := func(action map[string]any) {
		data, err := json.Marshal(map[string]any{"type": "step", "data": action})
		if err != nil {
			t.Fatal(err)
		}
		turn = w.ask(string(data))["data"].(map[string]any)
	}
	over := 0
	solve(t, prepared(t), func(tool string, args json.RawMessage) {
		if over++; over == 1 { // one of them over HTTP
			if doc := openEnvCall(o, "tools/call", map[string]any{"session_id": id, "name": tool, "arguments": args}); doc["error"] != nil {
				t.Fatalf("%s: %v", tool, doc)
			}
			return
		}
		step(map[string]any{"type": "call_tool", "tool_name": tool, "arguments": args})
	}, func(text string) { step(map[string]any{"type": "message", "text": text}) })
	state := w.ask(`{"type":"state"}`)["data"].(map[string]any)
	if turn["done"] != true || state["step_count"].(float64) != float64(over+1) {
		t.Errorf("the end: %v, state %v", turn, state)
	}
	w.conn.CloseNow() //nolint:errcheck // the client goes without a word
	if again := dialWS(t, o.url, "/ws?session_id="+id, "").ask(`{"type":"state"}`); again["type"] != "state" {
		t.Errorf("the session went with the socket: %v", again)
	}
	openEnvCall(o, "openenv/session/close", map[string]any{"session_id": id})
	if n := o.server.Sessions().Open(); n != 0 {
		t.Errorf("%d episodes open", n)
	}
	if status, doc, _ := o.ask("GET", "/ws?session_id="+id, nil); status != http.StatusNotFound {
		t.Errorf("a socket to a closed session: %d %v", status, doc)
	}
}

func TestOpenEnvSessionsAreBounded(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{Limits: serve.SessionLimits{Open: 1}})
	first := openEnvCall(o, "openenv/session/create", map[string]any{})
	id := first["result"].(map[string]any)["session_id"].(string)
	if doc := openEnvCall(o, "tools/call", map[string]any{"session_id": id, "name": "no_such_tool"}); doc["result"] == nil {
		t.Errorf("a call without a reset starts an episode of the default task: %v", doc)
	}
	if n := o.server.Sessions().Open(); n != 1 {
		t.Errorf("%d episodes open", n)
	}
	if doc := openEnvCall(o, "openenv/session/create", map[string]any{}); doc["error"] == nil {
		t.Errorf("a session over the limit: %v", doc)
	}
	if doc := openEnvCall(o, "openenv/session/create", map[string]any{"task_id": o.task}); doc["error"] == nil {
		t.Errorf("an episode over the limit: %v", doc)
	}
}
