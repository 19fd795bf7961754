package serve_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"coworkenv.dev/coworkenv/core/serve"
)

func connect(t *testing.T, url string) *mcp.ClientSession {
	t.Helper()
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	s, err := c.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() }) //nolint:errcheck // the server may be gone
	return s
}

func TestMCPPlaysAnEpisode(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{Token: "secret"})
	_, doc, _ := o.ask("POST", "/v1/episodes", map[string]any{"task": o.task, "call_by_call": true})
	id, token := doc["episode"].(string), doc["agent_token"].(string)
	s := connect(t, o.url+"/mcp/"+token)
	tools, err := s.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != len(doc["tools"].([]any)) {
		t.Fatalf("%v tools, %v", tools, err)
	}
	solve(t, prepared(t), func(tool string, args json.RawMessage) {
		r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
		if err != nil || r.IsError {
			t.Fatalf("%s %s: %+v %v", tool, args, r, err)
		}
	}, func(string) {})
	if r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "gmail_get_message", Arguments: map[string]any{"message_id": "none"}}); err != nil || !r.IsError {
		t.Errorf("a call that comes to nothing: %+v %v", r, err)
	}
	_, graded, _ := o.ask("POST", "/v1/episodes/"+id+"/steps", `{"text":"Done."}`)
	if graded["done"] != true || graded["score"].(map[string]any)["score"] != 1.0 {
		t.Errorf("%v", graded)
	}
	if r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "gmail_list_messages"}); err != nil || !r.IsError || !strings.Contains(r.Content[0].(*mcp.TextContent).Text, "over") {
		t.Errorf("after the end: %+v %v", r, err)
	}
}

// With its token alone an agent reaches its tools and nothing else, and nothing that it is sent
// holds a word of the grading.
func TestAgentsSeeNoGrading(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{Token: "secret"})
	_, doc, _ := o.ask("POST", "/v1/episodes", map[string]any{"task": o.task})
	id, token := doc["episode"].(string), doc["agent_token"].(string)
	o.token = token // all that the agent has
	for _, pattern := range o.server.Routes() {
		method, path, ok := strings.Cut(pattern, " ")
		if !ok { // MCP, which is looked at below
			continue
		}
		open := map[string]bool{"/healthz": true, "/openapi.json": true, "/health": true, "/metadata": true, "/schema": true}
		path = strings.NewReplacer("{id}", id, "{tool}", "gmail_list_messages").Replace(path)
		status, reply, _ := o.ask(method, path, nil)
		if want := http.StatusUnauthorized; !open[path] && status != want {
			t.Errorf("%s %s: %d %v", method, path, status, reply)
		}
	}
	s := connect(t, o.url+"/mcp/"+token)
	var seen strings.Builder
	seen.WriteString(asJSON(t, s.InitializeResult()))
	tools, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	seen.WriteString(asJSON(t, tools))
	for _, tool := range tools.Tools {
		r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool.Name, Arguments: map[string]any{"unknown": strings.Repeat("x", 3)}})
		if err != nil {
			t.Fatal(err)
		}
		seen.WriteString(asJSON(t, r))
	}
	task := prepared(t).Bound.Task
	for _, c := range task.Checks {
		if strings.Contains(seen.String(), `"`+c.ID+`"`) {
			t.Errorf("the check %s shows", c.ID)
		}
	}
	for _, word := range []string{id, "solution", "forbidden", "reward", "score"} {
		if strings.Contains(seen.String(), word) {
			t.Errorf("%q shows", word)
		}
	}
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	if _, err := c.Connect(context.WithoutCancel(t.Context()), &mcp.StreamableClientTransport{Endpoint: o.url + "/mcp/" + id, MaxRetries: -1}, nil); err == nil {
		t.Error("the trainer's id opens the agent's door")
	}
}

func TestNeMoGymPlaysAnEpisode(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{})
	jar := cookies{}
	o.client.Jar = &jar
	_, doc, _ := o.ask("POST", "/seed_session", map[string]any{"verifier_metadata": map[string]any{"task_id": o.task, "seed": 3}, "responses_create_params": map[string]any{}})
	if doc["mcp"].(map[string]any)["transport"] != "http" || len(jar) != 1 {
		t.Fatalf("seed: %v, cookies %v", doc, jar)
	}
	last := ""
	solve(t, prepared(t), func(tool string, args json.RawMessage) {
		if status, doc, _ := o.ask("POST", "/"+tool, string(args)); status != http.StatusOK {
			t.Fatalf("%s: %d %v", tool, status, doc)
		}
	}, func(text string) { last = text })
	if status, doc, _ := o.ask("POST", "/no_such_tool", `{`); status != http.StatusOK {
		t.Errorf("an unknown tool is an output: %d %v", status, doc)
	}
	row := map[string]any{"id": "row-1", "responses_create_params": map[string]any{"input": []any{}},
		"response": map[string]any{"output": []any{map[string]any{"type": "message", "role": "assistant", "content": []any{map[string]any{"type": "output_text", "text": last}}}}}}
	_, verified, _ := o.ask("POST", "/verify", row)
	parts := verified["reward_components"].(map[string]any)
	if verified["reward"] != 1.0 || parts["completion"].(float64)+parts["safety"].(float64) != 1 || verified["id"] != "row-1" || verified["mask_sample"] != false {
		t.Errorf("verify: %v", verified)
	}
	_, sum, _ := o.ask("POST", "/aggregate_metrics", map[string]any{"verify_responses": []any{
		map[string]any{"_ng_task_index": 0, "reward": 1.0}, map[string]any{"_ng_task_index": 0, "reward": 0.5}, map[string]any{"_ng_task_index": 1, "reward": 0.0, "mask_sample": true}}})
	if all := sum["agent_metrics"].(map[string]any); all["mean/reward"] != .75 || all["mean/pass"] != .5 || all["masked"] != 1.0 || len(sum["group_level_metrics"].([]any)) != 2 {
		t.Errorf("metrics: %v", sum)
	}
	o.ask("POST", "/close_session", nil)
	if n := o.server.Sessions().Open(); n != 0 {
		t.Errorf("%d episodes open", n)
	}
	o.client.Jar = nil
	if status, doc, _ := o.ask("POST", "/verify", row); status != http.StatusForbidden {
		t.Errorf("without the cookie: %d %v", status, doc)
	}
}
