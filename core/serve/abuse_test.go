package serve_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"coworkenv.dev/coworkenv/core/serve"
)

// bare sends a request as it stands, so that nothing about it is made right.
func bare(t *testing.T, addr, text string) string {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, text); err != nil {
		return "" // refused while it was sent
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return ""
	}
	return strings.TrimSpace(line)
}

// Whoever sends a head or a body drop by drop is cut off, and others are served meanwhile.
func TestSlowClientsAreCutOff(t *testing.T) {
	server := serve.NewOnline(oneTask{prepared(t)}, serve.OnlineOptions{Patience: 200 * time.Millisecond})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, l) }()
	addr := l.Addr().String()
	for name, start := range map[string]string{
		"head": "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ",
		"body": "POST /v1/episodes HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{\"task\":",
	} {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, start); err != nil {
			t.Fatal(err)
		}
		if got := bare(t, addr, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); got != "HTTP/1.1 200 OK" {
			t.Errorf("beside a slow %s: %q", name, got)
		}
		if reply, err := io.ReadAll(conn); err != nil && len(reply) == 0 && !strings.Contains(err.Error(), "reset") || bytes.Contains(reply, []byte(" 201 ")) { // ends when the server hangs up
			t.Errorf("slow %s: %q %v", name, reply, err)
		}
		conn.Close()
	}
	stop()
	<-ended
	if n := server.Sessions().Open(); n != 0 {
		t.Errorf("%d episodes were made", n)
	}
}

func TestRawRequestsAreRefused(t *testing.T) {
	h := httptest.NewServer(serve.NewOnline(oneTask{prepared(t)}, serve.OnlineOptions{Token: "secret"}).Handler())
	defer h.Close()
	addr := strings.TrimPrefix(h.URL, "http://")
	for name, tt := range map[string]struct{ text, want string }{
		"no HTTP":         {"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", "400"},
		"two lengths":     {"POST /v1/episodes HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}", "400"},
		"bad chunk":       {"POST /v1/episodes HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nAuthorization: Bearer secret\r\n\r\nzz\r\n{}", "400"},
		"huge head":       {"GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("a", 2<<20) + "\r\n\r\n", "431"},
		"traversal":       {"GET /v1/episodes/../../../etc/passwd HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer secret\r\n\r\n", "307"},
		"traversal as %":  {"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer secret\r\n\r\n", "404"},
		"zero byte":       {"GET /v1/episodes/a%00b HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer secret\r\n\r\n", "404"},
		"token in URL":    {"GET /v1/tasks?token=secret HTTP/1.1\r\nHost: x\r\n\r\n", "401"},
		"basic":           {"GET /v1/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Basic c2VjcmV0\r\n\r\n", "401"},
		"beginning of it": {"GET /v1/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer secre\r\n\r\n", "401"},
		"other verb":      {"PATCH /v1/episodes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer secret\r\n\r\n", "405"},
	} {
		got := bare(t, addr, tt.text)
		if got == "" && name == "huge head" {
			continue // hung up on
		}
		if parts := strings.Fields(got); len(parts) < 2 || parts[1] != tt.want && !(tt.want == "307" && parts[1] == "301") {
			t.Errorf("%s: %q, want %s", name, got, tt.want)
		}
	}
}

// Of clients that race on one episode each step is taken once, by one of them.
func TestRacingClientsTakeEachStepOnce(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{})
	id := o.create(nil)
	draft := `{"key":%q,"expect":%d,"calls":[{"tool":"gmail_save_draft","arguments":{"to":"a@b.test","subject":"s","body":"x"}}]}`
	for round := range 3 {
		for _, same := range []bool{true, false} {
			statuses := make([]int, 12)
			at := round*2 + map[bool]int{true: 0, false: 1}[same]
			var wg sync.WaitGroup
			for i := range statuses {
				wg.Go(func() {
					key := fmt.Sprintf("k%d", at)
					if !same {
						key = fmt.Sprintf("k%d-%d", at, i)
					}
					resp, err := http.Post(o.url+"/v1/episodes/"+id+"/steps", "application/json", strings.NewReader(fmt.Sprintf(draft, key, at)))
					if err != nil {
						t.Error(err)
						return
					}
					resp.Body.Close()
					statuses[i] = resp.StatusCode
				})
			}
			wg.Wait()
			count := map[int]int{}
			for _, s := range statuses {
				count[s]++
			}
			if same && count[200] != len(statuses) || !same && (count[200] != 1 || count[409] != len(statuses)-1) {
				t.Errorf("round %d, same key %v: %v", round, same, count)
			}
		}
	}
	drafts := 0
	if err := o.server.Sessions().Do(id, func(s *serve.Session) error {
		drafts = s.Episode().World().State().Len("gmail.drafts")
		return nil
	}); err != nil || drafts != 6 {
		t.Errorf("%d drafts, want one a step: %v", drafts, err)
	}
}

// Whatever is sent to whichever route, the server answers, and the episode beside it stays as it was.
func FuzzRoutes(f *testing.F) {
	p := prepared(f)
	for _, seed := range []string{`{"task":"x","seed":1,"params":{"a":[1]}}`, `{"calls":[{"tool":"gmail_list_messages","arguments":"{\"a\":1}"}]}`, `{"action":{"type":"call_tool","tool_name":"a","arguments":{}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{}}}`, `{"task_id":"t","seed":-1}`, `{"response":{"output":[{"type":"function_call"}]}}`, `[`, ``} {
		for route := range 8 {
			f.Add(byte(route), seed)
		}
	}
	f.Fuzz(func(t *testing.T, route byte, body string) {
		server := serve.NewOnline(oneTask{p}, serve.OnlineOptions{Limits: serve.SessionLimits{Open: 4}})
		ask := func(method, path, body string) *httptest.ResponseRecorder {
			w := httptest.NewRecorder()
			req := httptest.NewRequest(method, "http://127.0.0.1"+path, strings.NewReader(body))
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Accept", "application/json, text/event-stream")
			server.Handler().ServeHTTP(w, req)
			return w
		}
		kept, err := server.Sessions().Create(serve.Start{Prepared: p})
		if err != nil {
			t.Fatal(err)
		}
		other, err := server.Sessions().Create(serve.Start{Prepared: p})
		if err != nil {
			t.Fatal(err)
		}
		paths := []string{"/v1/episodes", "/v1/episodes/" + other.ID + "/steps", "/reset", "/step", "/mcp", "/mcp/" + other.Token, "/seed_session", "/verify"}
		if w := ask("POST", paths[int(route)%len(paths)], body); w.Code >= 500 {
			t.Fatalf("%s: %d %.300s", paths[int(route)%len(paths)], w.Code, w.Body)
		}
		if err := server.Sessions().Do(kept.ID, func(s *serve.Session) error {
			if n := s.Episode().Steps(); n != 0 {
				t.Fatalf("another episode took %d steps", n)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// Over every protocol a message over the limit is refused, and nothing of it is done.
func TestOversizedMessagesAreRefused(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{})
	id := o.create(nil)
	var token string
	if err := o.server.Sessions().Do(id, func(s *serve.Session) error { token = s.Token; return nil }); err != nil {
		t.Fatal(err)
	}
	huge := `"` + strings.Repeat("x", 5<<20) + `"`
	for path, body := range map[string]string{
		"/v1/episodes/" + id + "/steps": `{"text":` + huge + `}`,
		"/mcp/" + token:                 `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"gmail_save_draft","arguments":{"body":` + huge + `}}}`,
		"/mcp":                          `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":` + huge + `}}`,
		"/step":                         `{"episode_id":"` + id + `","action":{"type":"message","text":` + huge + `}}`,
		"/seed_session":                 `{"task_id":` + huge + `}`,
		"/verify":                       `{"x":` + huge + `}`,
	} {
		req, err := http.NewRequest(http.MethodPost, o.url+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		resp, err := o.client.Do(req)
		if err != nil {
			continue // hung up on while it was sent
		}
		reply, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err == nil && resp.StatusCode == http.StatusOK && !bytes.Contains(reply, []byte(`"error"`)) || resp.StatusCode >= 500 {
			t.Errorf("%s: %d %.200s", path, resp.StatusCode, reply)
		}
	}
	conn, _, err := websocket.Dial(t.Context(), strings.Replace(o.url, "http", "ws", 1)+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow() //nolint:errcheck // it is closed already
	if err := conn.Write(t.Context(), websocket.MessageText, []byte(`{"type":"reset","data":{"x":`+huge+`}}`)); err == nil {
		if _, reply, err := conn.Read(t.Context()); err == nil {
			t.Errorf("a WebSocket takes 5 MB: %.200s", reply)
		}
	}
	if err := o.server.Sessions().Do(id, func(s *serve.Session) error {
		if n := s.Episode().Steps(); n != 0 {
			t.Errorf("%d steps were taken", n)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if n := o.server.Sessions().Open(); n != 1 {
		t.Errorf("%d episodes are open, want 1", n)
	}
}
