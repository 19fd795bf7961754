package signal_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/serve"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	graders "coworkenv.dev/coworkenv/graders/all"
	services "coworkenv.dev/coworkenv/services/all"
)

// trainer plays episodes on a server over its HTTP API, as any trainer does.
type trainer struct {
	t      testing.TB
	url    string
	client *http.Client
}

// shelf is where the server takes its tasks from.
type shelf map[string]*episode.Prepared

func (s shelf) Prepared(id string) (*episode.Prepared, error) {
	if p := s[id]; p != nil {
		return p, nil
	}
	return nil, fault.New(fault.NotFound, "there is no task %q", id)
}

func (s shelf) Infos() []serve.TaskInfo { return nil }

func newTrainer(t testing.TB, tasks shelf) *trainer {
	t.Helper()
	h := httptest.NewServer(serve.NewOnline(tasks, serve.OnlineOptions{}).Handler())
	t.Cleanup(h.Close)
	return &trainer{t, h.URL, h.Client()}
}

// prepare loads a task with its grading.
func prepare(t testing.TB, source *task.Task) *episode.Prepared {
	t.Helper()
	catalog, err := services.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	checks, err := graders.Registry()
	if err != nil {
		t.Fatal(err)
	}
	p, problems := episode.Prepare(source, catalog, checks)
	if err := problems.Err(); err != nil || p == nil {
		t.Fatalf("%v", problems)
	}
	return p
}

func shipped(t testing.TB) shelf {
	t.Helper()
	entries, err := task.LoadLibrary(filepath.Join("..", "..", "library", "tasks"), task.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	out := shelf{}
	for _, e := range entries {
		out[e.Task.ID] = prepare(t, e.Task)
	}
	return out
}

// message is one assistant message as the API takes it.
type message struct {
	Calls []call `json:"calls,omitempty"`
	Text  string `json:"text,omitempty"`
}

type call struct {
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"arguments"`
}

// outcome is what an episode came to.
type outcome struct {
	reward     float64
	components []float64 // completion, safety
	anchors    []string  // of the messages' situations
	outcomes   []string  // of each message's last call
}

// turnReply is what is read of a step's reply.
type turnReply struct {
	Done         bool     `json:"done"`
	Reward       *float64 `json:"reward"`
	Anchor       string   `json:"anchor_state"`
	Observations []struct {
		Outcome string `json:"outcome"`
	} `json:"observations"`
	Score *struct {
		Score      float64 `json:"score"`
		Completion float64 `json:"completion"`
		Safety     float64 `json:"safety"`
	} `json:"score"`
}

// play runs an episode; next gives the message for what the last one brought, and is not asked after
// the end.
func (c *trainer) play(taskID string, seed uint64, next func(last *turnReply) message) outcome {
	c.t.Helper()
	var made struct {
		Episode string `json:"episode"`
	}
	c.ask(http.MethodPost, "/v1/episodes", map[string]any{"task": taskID, "seed": seed}, &made)
	var out outcome
	var last *turnReply
	for last == nil || !last.Done {
		var turn turnReply
		c.ask(http.MethodPost, "/v1/episodes/"+made.Episode+"/steps", next(last), &turn)
		out.anchors = append(out.anchors, turn.Anchor)
		at := ""
		if n := len(turn.Observations); n > 0 {
			at = turn.Observations[n-1].Outcome
		}
		out.outcomes = append(out.outcomes, at)
		if turn.Reward == nil {
			c.t.Fatal("the reward is missing")
		}
		out.reward += *turn.Reward
		last = &turn
	}
	out.components = []float64{last.Score.Completion, last.Score.Safety}
	c.ask(http.MethodDelete, "/v1/episodes/"+made.Episode, nil, nil)
	return out
}

func (c *trainer) ask(method, path string, body, into any) {
	c.t.Helper()
	var data []byte
	var err error
	if body != nil {
		if data, err = json.Marshal(body); err != nil {
			c.t.Fatal(err)
		}
	}
	req, err := http.NewRequest(method, c.url+path, bytes.NewReader(data))
	if err != nil {
		c.t.Fatal(err)
	}
	resp, err := c.client.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	reply, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= 300 {
		c.t.Fatalf("%s %s: %s %v %.300s", method, path, resp.Status, err, reply)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal(reply, into); err != nil {
		c.t.Fatal(err)
	}
}

// solution writes down what the oracle does, calls between two messages as one.
func solution(t testing.TB, p *episode.Prepared) *trace.Trajectory {
	t.Helper()
	e, err := episode.New(p, episode.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	oracle, err := agent.Oracle().Make(p.Bound, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Play(t.Context(), e, oracle, det.System()); err != nil {
		t.Fatal(err)
	}
	return e.Trajectory()
}
