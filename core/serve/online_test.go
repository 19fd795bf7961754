package serve_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/serve"
)

// oneTask serves the desk task alone.
type oneTask struct{ p *episode.Prepared }

func (o oneTask) Prepared(id string) (*episode.Prepared, error) {
	if id != o.p.Bound.Task.ID {
		return nil, fault.New(fault.NotFound, "there is no task %q", id)
	}
	return o.p, nil
}

func (o oneTask) Infos() []serve.TaskInfo {
	t := o.p.Bound.Task
	return []serve.TaskInfo{{ID: t.ID, Digest: o.p.Digest, Family: string(t.Family), Language: t.Language, Services: t.Services}}
}

// online is a server with a client.
type online struct {
	t      *testing.T
	server *serve.Online
	url    string
	task   string
	token  string
	client http.Client
}

func startOnline(t *testing.T, opts serve.OnlineOptions) *online {
	t.Helper()
	p := prepared(t)
	server := serve.NewOnline(oneTask{p}, opts)
	h := httptest.NewServer(server.Handler())
	t.Cleanup(h.Close)
	return &online{t: t, server: server, url: h.URL, task: p.Bound.Task.ID, token: opts.Token}
}

// ask sends a request and decodes the reply.
func (o *online) ask(method, path string, body any) (int, map[string]any, http.Header) {
	o.t.Helper()
	var r io.Reader
	switch body := body.(type) {
	case nil:
	case string:
		r = strings.NewReader(body)
	default:
		data, err := json.Marshal(body)
		if err != nil {
			o.t.Fatal(err)
		}
		r = bytes.NewReader(data)
	}
	req, err := http.NewRequest(method, o.url+path, r)
	if err != nil {
		o.t.Fatal(err)
	}
	if o.token != "" {
		req.Header.Set("Authorization", "Bearer "+o.token)
	}
	res, err := o.client.Do(req)
	if err != nil {
		o.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		o.t.Fatal(err)
	}
	var doc map[string]any
	if len(data) > 0 {
		if err := json.Unmarshal(data, &doc); err != nil {
			o.t.Fatalf("%s %s: %v in %.200s", method, path, err, data)
		}
	}
	return res.StatusCode, doc, res.Header
}

func (o *online) create(extra map[string]any) string {
	o.t.Helper()
	body := map[string]any{"task": o.task, "seed": 17}
	for k, v := range extra {
		body[k] = v
	}
	status, doc, _ := o.ask("POST", "/v1/episodes", body)
	if status != http.StatusCreated {
		o.t.Fatalf("create: %d %v", status, doc)
	}
	return doc["episode"].(string)
}

// solve carries the solution out through take, one call after the other, and a closing word.
func solve(t testing.TB, p *episode.Prepared, take func(tool string, args json.RawMessage), say func(text string)) {
	t.Helper()
	maker := agent.Oracle()
	a, err := maker.Make(p.Bound, 0)
	if err != nil {
		t.Fatal(err)
	}
	e, err := episode.New(p, episode.Options{}) // a twin, from which the oracle learns what it needs
	if err != nil {
		t.Fatal(err)
	}
	var last *episode.Result
	for {
		if _, done := e.Done(); done {
			return
		}
		action, err := a.Next(t.Context(), e.Opening(), last)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range action.Calls {
			take(c.Tool, c.Args)
		}
		if len(action.Calls) == 0 {
			say(action.Text)
		}
		if last, err = e.Step(action); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAPIPlaysAnEpisode(t *testing.T) {
	for _, mode := range []string{"sparse", "dense"} {
		o := startOnline(t, serve.OnlineOptions{Token: "secret"})
		id := o.create(map[string]any{"reward": mode, "params": map[string]any{"row": 3}})
		rewards, last := 0.0, map[string]any{}
		step := func(body map[string]any) {
			status, doc, _ := o.ask("POST", "/v1/episodes/"+id+"/steps", body)
			if status != http.StatusOK {
				t.Fatalf("step: %d %v", status, doc)
			}
			rewards += doc["reward"].(float64)
			last = doc
		}
		solve(t, prepared(t), func(tool string, args json.RawMessage) {
			step(map[string]any{"calls": []any{map[string]any{"tool": tool, "arguments": args}}})
		}, func(text string) { step(map[string]any{"text": text}) })
		if rewards < 0.999999 || rewards > 1.000001 || last["done"] != true || last["terminated"] != true || last["truncated"] != false {
			t.Errorf("%s: rewards sum to %v, %v", mode, rewards, last)
		}
		if score := last["score"].(map[string]any); score["score"] != 1.0 || score["pass"] != true || score["robustness"] != nil {
			t.Errorf("%s: %v", mode, score)
		}
		_, doc, _ := o.ask("GET", "/v1/episodes/"+id, nil)
		if doc["end"] == nil || doc["params"].(map[string]any)["row"] != 3.0 {
			t.Errorf("%s: %v", mode, doc)
		}
		_, doc, _ = o.ask("POST", "/v1/episodes/"+id+"/grade", nil)
		if doc["missing"] != false || doc["done"] != true || doc["score"].(map[string]any)["score"] != 1.0 {
			t.Errorf("%s: grade %v", mode, doc)
		}
	}
}

// otherStep is a message under the key of a call.
func otherStep(call map[string]any) map[string]any {
	return map[string]any{"key": call["key"], "text": "hello"}
}

func TestAPIRefusesClearly(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{Token: "secret", Limits: serve.SessionLimits{Open: 2}})
	id := o.create(nil)
	steps := "/v1/episodes/" + id + "/steps"
	call := map[string]any{"key": "k", "expect": 0, "calls": []any{map[string]any{"tool": "gmail_list_messages", "arguments": map[string]any{}}}}
	for _, tt := range []struct {
		name, method, path string
		body               any
		status             int
		says               string
	}{
		{"first step", "POST", steps, call, 200, ""},
		{"the same again", "POST", steps, call, 200, ""},
		{"the key of another step", "POST", steps, otherStep(call), 409, "used for another step"},
		{"nothing", "POST", steps, `{}`, 400, "says nothing"},
		{"another client's", "POST", steps, map[string]any{"expect": 0, "text": "hello"}, 409, "taken 1 steps"},
		{"no JSON", "POST", steps, `{"calls": [`, 400, "read the body"},
		{"two values", "POST", steps, `{"text":"a"} {"text":"b"}`, 400, "something stands behind"},
		{"unknown member", "POST", steps, `{"cals": []}`, 400, "cals"},
		{"too large", "POST", steps, `{"text":"` + strings.Repeat("x", 5<<20) + `"}`, 413, "bytes"},
		{"unknown episode", "POST", "/v1/episodes/ep_no/steps", `{}`, 404, "no such open episode"},
		{"traversal", "GET", "/v1/episodes/..%2f..%2fetc%2fpasswd", nil, 404, "no such open episode"},
		{"no task", "POST", "/v1/episodes", `{}`, 400, "task is missing"},
		{"unknown task", "POST", "/v1/episodes", `{"task":"no"}`, 404, `no task "no"`},
		{"bad reward", "POST", "/v1/episodes", `{"task":"` + o.task + `","reward":"much"}`, 400, "sparse or dense"},
		{"negative seed", "POST", "/v1/episodes", `{"task":"` + o.task + `","seed":-1}`, 400, "seed"},
		{"second", "POST", "/v1/episodes", `{"task":"` + o.task + `"}`, 201, ""},
		{"third", "POST", "/v1/episodes", `{"task":"` + o.task + `"}`, 429, "the limit"},
		{"close", "DELETE", "/v1/episodes/" + id, nil, 204, ""},
		{"step after close", "POST", steps, `{"text":"late"}`, 404, "no such open episode"},
		{"close again", "DELETE", "/v1/episodes/" + id, nil, 204, ""},
	} {
		status, doc, header := o.ask(tt.method, tt.path, tt.body)
		text, _ := json.Marshal(doc)
		if status != tt.status || tt.says != "" && !strings.Contains(strings.ReplaceAll(string(text), `\"`, `"`), tt.says) {
			t.Errorf("%s: %d %.300s", tt.name, status, text)
		}
		if status == 429 && header.Get("Retry-After") == "" {
			t.Errorf("%s: no Retry-After", tt.name)
		}
	}
	o.token = "wrong"
	if status, doc, _ := o.ask("GET", "/v1/tasks", nil); status != http.StatusUnauthorized {
		t.Errorf("wrong token: %d %v", status, doc)
	}
}

func TestArgumentsMayBeText(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{})
	id := o.create(nil)
	for _, args := range []any{map[string]any{"query": "a"}, `{"query":"a"}`} {
		_, doc, _ := o.ask("POST", "/v1/episodes/"+id+"/steps", map[string]any{"calls": []any{map[string]any{"tool": "gmail_list_messages", "arguments": args}}})
		obs := doc["observations"].([]any)[0].(map[string]any)
		if obs["outcome"] == "limit" || obs["id"] != "call_1" || obs["content"] == nil {
			t.Errorf("%v: %v", args, doc)
		}
	}
}

// Every reply of our own routes is what /openapi.json says, and it lists every route.
func TestOpenAPIHolds(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{})
	_, doc, _ := o.ask("GET", "/openapi.json", nil)
	c := jsonschema.NewCompiler()
	if err := c.AddResource("api.json", doc); err != nil {
		t.Fatal(err)
	}
	check := func(name string, reply map[string]any) {
		t.Helper()
		s, err := c.Compile("api.json#/components/schemas/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(any(reply)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, reply, _ := o.ask("GET", "/v1/tasks", nil)
	check("Tasks", reply)
	id := o.create(nil)
	_, reply, _ = o.ask("GET", "/v1/episodes/"+id, nil)
	check("Episode", reply)
	_, reply, _ = o.ask("POST", "/v1/episodes/"+id+"/steps", `{"calls":[{"tool":"gmail_list_messages"},{"tool":"none","arguments":{"a":1}}]}`)
	check("Turn", reply)
	_, reply, _ = o.ask("POST", "/v1/episodes/"+id+"/grade", nil)
	check("Grade", reply)
	_, reply, _ = o.ask("POST", "/v1/episodes/"+id+"/steps", `{"text":"Done."}`)
	check("Turn", reply)
	_, reply, _ = o.ask("POST", "/v1/episodes/"+id+"/steps", `{"text":"More."}`)
	check("Error", reply)
	_, reply, _ = o.ask("GET", "/healthz", nil)
	check("Health", reply)

	paths := doc["paths"].(map[string]any)
	for _, pattern := range o.server.Routes() {
		method, path, _ := strings.Cut(pattern, " ")
		if !strings.HasPrefix(path, "/v1/") {
			continue
		}
		described, ok := paths[path].(map[string]any)
		if !ok || described[strings.ToLower(method)] == nil {
			t.Errorf("%s is not described", pattern)
		}
	}
}
