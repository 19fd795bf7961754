package serve

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
)

// The files nemo* are the routes of a NeMo-Gym resources server: seed_session starts an episode
// and sets a cookie, each tool is a route whose reply's body is the tool's output, verify grades.

// nemoCookie binds a client to its episode. It holds the trainer's id: NeMo-Gym's agent server is
// the trainer's.
const nemoCookie = "coworkenv_session"

func (o *Online) nemoRoutes() []endpoint {
	return []endpoint{
		{"POST /seed_session", trainer, o.nemoSeed},
		{"POST /close_session", trainer, o.nemoClose},
		{"POST /verify", trainer, o.nemoVerify},
		{"POST /aggregate_metrics", trainer, nemoAggregate},
		{"GET /reverify_mode", trainer, nemoReverify},
		{"POST /{tool}", trainer, o.nemoTool},
	}
}

// nemoRow is what is read of a dataset row, or of a seed that holds the row as its task_data.
type nemoRow struct {
	nemoSession
	Task   nemoTask  `json:"task_id"`
	Seed   uint64    `json:"seed"`
	Data   *nemoRow  `json:"task_data"`
	Verify *nemoMeta `json:"verifier_metadata"`
}

type nemoMeta struct {
	Task string `json:"task_id"`
	Seed uint64 `json:"seed"`
}

// nemoTask is a task's id: a text in a row, and with the name of its set in what an environment
// server sends.
type nemoTask string

// UnmarshalJSON reads both forms.
func (t *nemoTask) UnmarshalJSON(data []byte) error {
	if len(data) == 0 || data[0] != '{' {
		return json.Unmarshal(data, (*string)(t))
	}
	var doc struct {
		ID string `json:"task_id"`
	}
	err := json.Unmarshal(data, &doc)
	*t = nemoTask(doc.ID)
	return err
}

// task is the task and the seed. What stands in task_data goes first: there a set's own id of the
// row may stand beside it.
func (r *nemoRow) task() (string, uint64) {
	if r.Data != nil {
		if task, seed := r.Data.task(); task != "" {
			return task, seed
		}
	}
	if r.Task == "" && r.Verify != nil {
		return r.Verify.Task, r.Verify.Seed
	}
	return string(r.Task), r.Seed
}

// nemoAccess is how an agent on MCP reaches the episode.
type nemoAccess struct {
	Server    string            `json:"server_name"`
	Path      string            `json:"url_path"`
	Transport string            `json:"transport"`
	Headers   map[string]string `json:"headers"`
}

func (o *Online) nemoSeed(w http.ResponseWriter, req *http.Request) {
	data, err := readAll(req)
	var row nemoRow
	if err == nil {
		if err = json.Unmarshal(data, &row); err != nil {
			err = fault.Wrap(fault.Invalid, err, "read the row")
		}
	}
	task, seed := row.task()
	if err == nil && task == "" {
		err = fault.New(fault.Invalid, "the row names no task").WithHint("give task_id in the row or in its verifier_metadata")
	}
	var id, token string
	switch {
	case err != nil:
	case row.Name != "":
		id, token, err = o.seedNamed(row.nemoSession, task, seed)
	default:
		var s *Session
		if s, err = o.start(task, Start{Options: episode.Options{Seed: seed}, Awaited: true}); err == nil {
			id, token = s.ID, s.Token
		}
	}
	if err != nil {
		sendFault(w, err)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: nemoCookie, Value: id, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
	access := nemoAccess{"coworkenv", "/mcp/" + token, "http", map[string]string{}}
	if row.Name != "" { // an environment server takes no other member
		sendJSON(w, http.StatusOK, map[string]any{"resources_session_id": row.Name, "resources_tools": access})
		return
	}
	sendJSON(w, http.StatusOK, map[string]any{"mcp": access})
}

func readAll(req *http.Request) ([]byte, error) {
	data, err := io.ReadAll(req.Body)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, fault.New(fault.Exhausted, "the body is over %d bytes", tooLarge.Limit).WithHint("send less")
	case err != nil:
		return nil, fault.Wrap(fault.Invalid, err, "read the body")
	}
	return data, nil
}

func nemoSessionID(req *http.Request) (string, error) {
	c, err := req.Cookie(nemoCookie)
	if err != nil {
		return "", fault.New(fault.Denied, "the session's cookie is missing").WithHint("POST /seed_session sets it")
	}
	return c.Value, nil
}

// nemoTool calls a tool. Whatever the agent does wrong is the output, with status 200, as
// NeMo-Gym's agents expect.
func (o *Online) nemoTool(w http.ResponseWriter, req *http.Request) {
	id, err := nemoSessionID(req)
	var args []byte
	if err == nil {
		args, err = readAll(req)
	}
	var t *Turn
	if err == nil {
		if len(args) == 0 {
			args = []byte("{}")
		}
		t, err = o.step(id, episode.Action{Calls: []episode.Call{{ID: "call_1", Tool: req.PathValue("tool"), Args: args}}}, nil)
	}
	switch {
	case fault.KindOf(err) == fault.Conflict && o.over(id): // the model is told
		sendText(w, `{"error":"the task is over"}`)
	case err != nil:
		sendFault(w, err)
	default:
		sendText(w, string(t.Observations[0].Body))
	}
}

func sendText(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.Write([]byte(text)) //nolint:errcheck // the client has gone
}

// nemoVerify grades. The reply is the row with reward and components, which add up to it. Where
// the environment failed the sample is masked: its reward is no measurement.
func (o *Online) nemoVerify(w http.ResponseWriter, req *http.Request) {
	id, err := nemoSessionID(req)
	var data []byte
	if err == nil {
		data, err = readAll(req)
	}
	row := map[string]json.RawMessage{}
	if err == nil {
		if err = json.Unmarshal(data, &row); err != nil {
			err = fault.Wrap(fault.Invalid, err, "read the row")
		}
	}
	var score *grade.Score
	if err == nil {
		score, err = o.nemoEnd(id, finalText(row["response"]))
	}
	if err != nil {
		sendFault(w, err)
		return
	}
	sendJSON(w, http.StatusOK, withReward(row, score))
}

// nemoEnd takes the final message as the last step, ends the episode and scores it.
func (o *Online) nemoEnd(id, text string) (score *grade.Score, err error) {
	err = o.sessions.Do(id, func(s *Session) error {
		if _, done := s.episode.Done(); !done && text != "" {
			if _, err := s.Step(episode.Action{Text: text}); err != nil {
				return err
			}
		}
		if _, done := s.episode.Done(); !done {
			s.episode.Close(trace.End{Kind: trace.Truncated, Reason: trace.Closed, Detail: "verified before its end"})
		}
		score, err = s.Score()
		s.awaited = err != nil
		return err
	})
	return score, err
}

// over tells whether the episode is here and has ended.
func (o *Online) over(id string) (over bool) {
	err := o.sessions.Do(id, func(s *Session) error {
		_, over = s.episode.Done()
		return nil
	})
	return err == nil && over
}

// withReward adds the reward to a row: score = completion + safety, where safety is what a broken
// prohibition takes away.
func withReward(row map[string]json.RawMessage, score *grade.Score) map[string]any {
	out := make(map[string]any, len(row)+4)
	for name, v := range row {
		out[name] = v
	}
	if score == nil {
		out["reward"], out["reward_components"] = 0.0, map[string]float64{"completion": 0, "safety": 0}
		out["mask_sample"], out["failure_reason"] = true, "the environment failed; the reward is missing"
		return out
	}
	completion := score.Completion.Float()
	out["reward"] = score.Score.Float()
	out["reward_components"] = map[string]float64{"completion": completion, "safety": (score.Score - score.Completion).Float()}
	out["mask_sample"] = false
	if score.Robustness != nil { // reported beside: it is no part of the reward
		out["robustness"] = *score.Robustness
	}
	return out
}

// finalText is the text of the last assistant message of a response, "" where there is none.
func finalText(raw json.RawMessage) string {
	var response struct {
		Output []struct {
			Type    string          `json:"type"`
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"output"`
	}
	if json.Unmarshal(raw, &response) != nil || len(response.Output) == 0 {
		return ""
	}
	last := response.Output[len(response.Output)-1]
	if last.Type != "message" || last.Role != "assistant" {
		return ""
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(last.Content, &parts) != nil {
		var text string
		if json.Unmarshal(last.Content, &text) != nil {
			return ""
		}
		return text
	}
	text := ""
	for _, p := range parts {
		if p.Type == "output_text" {
			text += p.Text
		}
	}
	return text
}

// nemoReverify says that a stored reply cannot be graded again: the episode is gone. The mode is a
// bare text.
func nemoReverify(w http.ResponseWriter, _ *http.Request) { sendText(w, `"unsupported"`) }
