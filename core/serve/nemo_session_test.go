package serve_test

import (
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"coworkenv.dev/coworkenv/core/serve"
)

// seedOf is what NeMo-Gym's environment servers send: a name of their own, and the row inside.
func seedOf(o *online, name string) map[string]any {
	return map[string]any{"resources_session_id": name, "episode_id": map[string]any{"rollout_id": "r1", "attempt": 0},
		"task_id":   map[string]any{"taskset": "env:office", "task_id": "row-of-the-set"},
		"task_data": map[string]any{"id": "row-1", "task_id": o.task, "seed": 3}}
}

func TestNeMoGymEnvironmentServerNamesItsSession(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{})
	jar := cookies{}
	o.client.Jar = &jar
	var paths []string
	for range 2 { // the second one repeats a seed whose reply was lost
		status, doc, _ := o.ask("POST", "/seed_session", seedOf(o, "s1"))
		if status != http.StatusOK || len(doc) != 2 || doc["resources_session_id"] != "s1" || len(jar) != 1 {
			t.Fatalf("seed: %d %v", status, doc)
		}
		access := doc["resources_tools"].(map[string]any)
		if len(access) != 4 || access["transport"] != "http" {
			t.Errorf("access: %v", access)
		}
		paths = append(paths, access["url_path"].(string))
	}
	if paths[0] != paths[1] || o.server.Sessions().Open() != 1 {
		t.Errorf("a repeated seed made another episode: %v, %d open", paths, o.server.Sessions().Open())
	}
	other := seedOf(o, "s1")
	other["episode_id"] = map[string]any{"rollout_id": "r2", "attempt": 0}
	if status, doc, _ := o.ask("POST", "/seed_session", other); status != http.StatusConflict {
		t.Errorf("a name of another episode: %d %v", status, doc)
	}
	if status, doc, _ := o.ask("POST", "/verify", map[string]any{"responses_create_params": map[string]any{"input": "x"}, "response": map[string]any{"output": []any{}}}); status != http.StatusOK || doc["reward"] != 0.0 {
		t.Errorf("verify by the cookie: %d %v", status, doc)
	}
	if status, doc, _ := o.ask("POST", "/close_session", `{"resources_session_id":"s1","episode_id":{"rollout_id":"r2"}}`); status != http.StatusConflict {
		t.Errorf("a close by another episode: %d %v", status, doc)
	}
	o.client.Jar = nil // a close needs the name alone
	for _, name := range []string{"s1", "s1", "never seeded"} {
		status, doc, _ := o.ask("POST", "/close_session", `{"resources_session_id":"`+name+`","episode_id":{"rollout_id":"r1"}}`)
		if status != http.StatusOK || doc["resources_session_id"] != name {
			t.Errorf("close %s: %d %v", name, status, doc)
		}
	}
	if n := o.server.Sessions().Open(); n != 0 {
		t.Errorf("%d episodes open", n)
	}
	for _, name := range []string{"s1", "never seeded"} {
		if status, doc, _ := o.ask("POST", "/seed_session", seedOf(o, name)); status != http.StatusConflict {
			t.Errorf("a seed after the close of %s: %d %v", name, status, doc)
		}
	}
	if n := o.server.Sessions().Open(); n != 0 {
		t.Errorf("a seed after its close left %d episodes open", n)
	}
}

func TestNeMoGymSeedsOfOneNameAtOnce(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if status, doc, _ := o.ask("POST", "/seed_session", seedOf(o, "same")); status != http.StatusOK {
				t.Errorf("%d %v", status, doc)
			}
		})
	}
	wg.Wait()
	if n := o.server.Sessions().Open(); n != 1 {
		t.Errorf("%d episodes of one name", n)
	}
}

func TestNeMoGymSeedsThatMakeNothing(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{})
	unknown := seedOf(o, "s1")
	unknown["task_data"] = map[string]any{"task_id": "no-such-task"}
	if status, doc, _ := o.ask("POST", "/seed_session", unknown); status != http.StatusNotFound {
		t.Errorf("an unknown task: %d %v", status, doc)
	}
	if status, doc, _ := o.ask("POST", "/seed_session", seedOf(o, "s1")); status != http.StatusOK {
		t.Errorf("a seed after one that failed: %d %v", status, doc)
	}
	bare := seedOf(o, "s2") // where the row names no task, the set's own id does
	bare["task_id"], bare["task_data"] = map[string]any{"taskset": "env:office", "task_id": o.task}, map[string]any{}
	if status, doc, _ := o.ask("POST", "/seed_session", bare); status != http.StatusOK {
		t.Errorf("the set's id: %d %v", status, doc)
	}
	if status, doc, _ := o.ask("POST", "/seed_session", seedOf(o, strings.Repeat("n", 300))); status != http.StatusBadRequest {
		t.Errorf("an endless name: %d %v", status, doc)
	}
	if status, doc, _ := o.ask("POST", "/close_session", "[]"); status != http.StatusBadRequest {
		t.Errorf("no object: %d %v", status, doc)
	}
}

func TestNeMoGymReverificationIsABareText(t *testing.T) {
	o := startOnline(t, serve.OnlineOptions{})
	reply, err := o.client.Get(o.url + "/reverify_mode")
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	if body, err := io.ReadAll(reply.Body); err != nil || string(body) != `"unsupported"` {
		t.Errorf("%q, %v", body, err)
	}
}
