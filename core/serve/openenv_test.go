package serve_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"coworkenv.dev/coworkenv/core/serve"
)

// wire is an OpenEnv client's connection.
type wire struct {
	t    *testing.T
	conn *websocket.Conn
}

func dialWS(t *testing.T, url, path, token string) *wire {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	header := http.Header{}
	if token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	conn, res, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(url, "http")+path, &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		t.Fatal(err)
	}
	if res.Body != nil {
		res.Body.Close()
	}
	t.Cleanup(func() { conn.CloseNow() })
	return &wire{t, conn}
}

func (w *wire) ask(text string) map[string]any {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 10*time.Second)
	defer cancel()
	if err := w.conn.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
		w.t.Fatal(err)
	}
	_, data, err := w.conn.Read(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(data, &doc); err != nil {
		w.t.Fatal(err)
	}
	return doc
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestOpenEnvPlaysAnEpisode(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{})
	w := dialWS(t, o.url, "/ws", "")
	tools := w.ask(`{"type":"step","data":{"type":"list_tools"}}`) // before any episode
	if n := len(tools["data"].(map[string]any)["observation"].(map[string]any)["tools"].([]any)); n < 5 {
		t.Errorf("%d tools before a reset", n)
	}
	opening := w.ask(`{"type":"reset","data":{"task_id":"` + o.task + `","seed":3,"episode_id":"mine"}}`)
	data := opening["data"].(map[string]any)
	obs := data["observation"].(map[string]any)
	if opening["type"] != "observation" || data["reward"] != nil || data["done"] != false || obs["request"] == "" || len(obs["messages"].([]any)) != 2 {
		t.Fatalf("reset: %v", opening)
	}
	rewards, done := 0.0, false
	take := func(action any) {
		reply := w.ask(`{"type":"step","data":` + asJSON(t, action) + `}`)
		data, ok := reply["data"].(map[string]any)
		if !ok || reply["type"] != "observation" {
			t.Fatalf("step: %v", reply)
		}
		rewards += data["reward"].(float64)
		done = data["done"].(bool)
	}
	solve(t, prepared(t), func(tool string, args json.RawMessage) {
		take(map[string]any{"type": "call_tool", "tool_name": tool, "arguments": args})
	}, func(text string) { take(map[string]any{"type": "message", "text": text}) })
	if rewards < 0.999999 || rewards > 1.000001 || !done {
		t.Errorf("rewards sum to %v, done %v", rewards, done)
	}
	state := w.ask(`{"type":"state"}`)["data"].(map[string]any)
	if state["episode_id"] != "mine" || state["step_count"].(float64) < 5 || state["done"] != true {
		t.Errorf("state %v", state)
	}
	w.ask(`{"type":"reset","data":{}}`)
	if n := o.server.Sessions().Open(); n != 1 {
		t.Errorf("%d episodes after a second reset", n)
	}
	w.conn.Close(websocket.StatusNormalClosure, "")
	for tries := 0; o.server.Sessions().Open() > 0; tries++ {
		if tries == 10_000 {
			t.Fatal("the episode outlives its connection")
		}
		o.ask("GET", "/health", nil) // gives the server time
	}
}

func TestOpenEnvRefusesByCode(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{Limits: serve.SessionLimits{Open: 1}})
	w := dialWS(t, o.url, "/ws", "")
	for _, tt := range []struct{ send, code string }{
		{`{"type"`, "INVALID_JSON"},
		{`{"type":"jump"}`, "UNKNOWN_TYPE"},
		{`{"type":"state"}`, "SESSION_ERROR"},
		{`{"type":"step","data":{"type":"call_tool","tool_name":"x"}}`, "SESSION_ERROR"},
		{`{"type":"reset","data":{"task_id":"none"}}`, "SESSION_ERROR"},
		{`{"type":"reset","data":{"seed":"x"}}`, "VALIDATION_ERROR"},
		{`{"type":"reset","data":{"reward":"much"}}`, "VALIDATION_ERROR"},
		{`{"type":"reset","data":{}}`, ""},
		{`{"type":"step","data":{"type":"fly"}}`, "VALIDATION_ERROR"},
		{`{"type":"step","data":{"type":"call_tool"}}`, "VALIDATION_ERROR"},
		{`{"type":"step","data":{"type":"call_tool","tool_name":"none","arguments":{}}}`, ""}, // an observation
	} {
		reply := w.ask(tt.send)
		code, _ := reply["data"].(map[string]any)["code"].(string)
		if code != tt.code {
			t.Errorf("%s: %v", tt.send, reply)
		}
	}
	other := dialWS(t, o.url, "/ws", "")
	if reply := other.ask(`{"type":"reset","data":{}}`); reply["data"].(map[string]any)["code"] != "CAPACITY_REACHED" {
		t.Errorf("over the limit: %v", reply)
	}
}

// A reset that cannot be leaves the running episode as it is.
func TestOpenEnvFailedResetKeepsTheEpisode(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{})
	w := dialWS(t, o.url, "/ws", "")
	w.ask(`{"type":"reset","data":{"task_id":"` + o.task + `"}}`)
	before := asJSON(t, w.ask(`{"type":"state"}`))
	for _, bad := range []string{`{"task_id":"none"}`, `{"seed":-3}`, `{"reward":"much"}`} {
		if reply := w.ask(`{"type":"reset","data":` + bad + `}`); reply["type"] != "error" {
			t.Errorf("%s: %v", bad, reply)
		}
	}
	if after := asJSON(t, w.ask(`{"type":"state"}`)); after != before {
		t.Errorf("the state was %s and is %s", before, after)
	}
}

func TestOpenEnvOverHTTP(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{})
	_, doc, _ := o.ask("POST", "/reset", `{"seed":1,"extra":true}`)
	id := doc["observation"].(map[string]any)["episode_id"].(string)
	step := `{"action":{"tool_name":"gmail_list_messages","arguments":{}},"request_id":"r1","timeout_s":3,"episode_id":"` + id + `"}`
	_, first, _ := o.ask("POST", "/step", step)
	_, again, _ := o.ask("POST", "/step", step)
	if asJSON(t, first) != asJSON(t, again) || first["done"] != false {
		t.Errorf("%v, then %v", first, again)
	}
	if _, doc, _ = o.ask("GET", "/state?episode_id="+id, nil); doc["step_count"] != 1.0 {
		t.Errorf("state %v", doc)
	}
	if _, doc, _ = o.ask("GET", "/schema", nil); doc["action"].(map[string]any)["title"] != "Action" {
		t.Errorf("schema %v", doc)
	}
	for _, path := range []string{"/health", "/metadata"} {
		if status, _, _ := o.ask("GET", path, nil); status != http.StatusOK {
			t.Errorf("%s: %d", path, status)
		}
	}
}

func TestOpenEnvCarriesMCP(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{})
	rpc := func(body string) map[string]any {
		_, doc, _ := o.ask("POST", "/mcp", body)
		return doc
	}
	session := rpc(`{"jsonrpc":"2.0","id":1,"method":"openenv/session/create","params":{"task_id":"` + o.task + `"}}`)["result"].(map[string]any)["session_id"].(string)
	list := rpc(`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"session_id":"` + session + `"}}`)["result"].(map[string]any)
	if tool := list["tools"].([]any)[0].(map[string]any); tool["inputSchema"] == nil {
		t.Errorf("tool %v", tool)
	}
	call := rpc(`{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"session_id":"` + session + `","name":"gmail_list_messages","arguments":{}}}`)
	if call["id"] != "x" || call["result"].(map[string]any)["isError"] != false {
		t.Errorf("call %v", call)
	}
	for body, code := range map[string]float64{
		`{`: -32700, `{"id":1,"method":"tools/list"}`: -32600, `{"jsonrpc":"2.0","id":1,"method":"tools/fly"}`: -32601,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}`:                           -32602,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","session_id":"ep_no"}}`:      -32000,
		`{"jsonrpc":"2.0","id":1,"method":"openenv/session/close","params":{"session_id":"` + "" + `"}}`: -32602,
	} {
		if got := rpc(body)["error"]; got == nil || got.(map[string]any)["code"] != code {
			t.Errorf("%s: %v", body, got)
		}
	}
	rpc(`{"jsonrpc":"2.0","id":3,"method":"openenv/session/close","params":{"session_id":"` + session + `"}}`)
	if n := o.server.Sessions().Open(); n != 0 {
		t.Errorf("%d episodes open", n)
	}
	w := dialWS(t, o.url, "/ws", "")
	if reply := w.ask(`{"type":"mcp","data":{"jsonrpc":"2.0","id":1,"method":"tools/list"}}`); reply["type"] != "mcp" {
		t.Errorf("over the socket: %v", reply)
	}
	if reply := dialWS(t, o.url, "/mcp", "").ask(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`); reply["result"] == nil {
		t.Errorf("over a socket of its own: %v", reply)
	}
}
