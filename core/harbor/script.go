package harbor

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"

	"coworkenv.dev/coworkenv/core/agent"
	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/serve"
)

// Act is one tool call of the oracle's script.
type Act struct {
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
}

// Script plays the task's solution and writes down its calls as an agent on MCP makes them. With
// the same seed they bring the same replies in the container.
func Script(ctx context.Context, whole *episode.Prepared, seed uint64) ([]Act, error) {
	e, err := episode.New(whole, episode.Options{Seed: seed, CallByCall: true})
	if err != nil {
		return nil, err
	}
	oracle, err := agent.Oracle().Make(whole.Bound, seed)
	if err != nil {
		return nil, err
	}
	if err := agent.Play(ctx, e, oracle, det.System()); err != nil {
		return nil, err
	}
	var acts []Act
	talks := serve.Talks(whole)
	for _, s := range e.Trajectory().Steps {
		for _, c := range s.Calls {
			acts = append(acts, Act{Tool: c.Tool, Arguments: json.RawMessage(c.Args)})
		}
		if len(s.Calls) > 0 || !talks {
			continue
		}
		args, err := json.Marshal(map[string]string{"message": s.Text})
		if err != nil {
			return nil, fault.Wrap(fault.Internal, err, "write a message")
		}
		acts = append(acts, Act{Tool: serve.ReplyTool, Arguments: args})
	}
	return acts, nil
}

// maxScript bounds a script that is read, and maxReply a reply.
const (
	maxScript = 64 << 20
	maxReply  = 16 << 20
)

// ReadScript reads an oracle's script.
func ReadScript(name string) ([]Act, error) {
	data, err := readBounded(name, maxScript)
	if err != nil {
		return nil, err
	}
	var acts []Act
	if err := json.Unmarshal(data, &acts); err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "read the script")
	}
	return acts, nil
}

// Play makes the calls of a script at an MCP endpoint, one after the other. Refusals are part of a
// solution; an endpoint that does not answer is an error.
func Play(ctx context.Context, client *http.Client, url string, acts []Act) error {
	for i, a := range acts {
		body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": i + 1, "method": "tools/call",
			"params": map[string]any{"name": a.Tool, "arguments": a.Arguments}})
		if err != nil {
			return fault.Wrap(fault.Internal, err, "write call %d", i+1)
		}
		if err := post(ctx, client, url, body); err != nil {
			return fault.Wrap(fault.KindOf(err), err, "call %d, %s", i+1, a.Tool)
		}
	}
	return nil
}

func post(ctx context.Context, client *http.Client, url string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return fault.Wrap(fault.Usage, err, "address %s", url)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	resp, err := client.Do(req)
	if err != nil {
		return fault.Wrap(fault.Unavailable, err, "ask the server")
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxReply))
	if err != nil {
		return fault.Wrap(fault.Unavailable, err, "read the reply")
	}
	var reply struct {
		Result *json.RawMessage `json:"result"`
		Error  *struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if resp.StatusCode != http.StatusOK || json.Unmarshal(data, &reply) != nil || reply.Result == nil && reply.Error == nil {
		return fault.New(fault.Unavailable, "the server answers %s: %.200q", resp.Status, data)
	}
	if reply.Error != nil {
		return fault.New(fault.Invalid, "the server refuses: %.200q", reply.Error.Message)
	}
	return nil
}
