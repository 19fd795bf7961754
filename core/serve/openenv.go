package serve

import (
	"encoding/json"
	"net/http"
	"strconv"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// The files openenv_* speak OpenEnv, the environment protocol of the project of that name. Its
// clients add up step rewards and may stop without a last word, so rewards are dense unless the
// reset asks for sparse ones: then the sum is right at any time.

func (o *Online) openEnvRoutes() []endpoint {
	return []endpoint{
		{"GET /health", anyone, o.openEnvHealth},
		{"GET /metadata", anyone, o.openEnvMetadata},
		{"GET /schema", anyone, serveOpenEnvSchema},
		{"GET /ws", trainer, o.openEnvSocket},
		{"POST /reset", trainer, o.openEnvReset},
		{"POST /step", trainer, o.openEnvStep},
		{"GET /state", trainer, o.openEnvState},
		{"POST /mcp", trainer, o.openEnvRPC},
		{"GET /mcp", trainer, o.openEnvRPCSocket},
	}
}

func (o *Online) openEnvHealth(w http.ResponseWriter, _ *http.Request) {
	sendJSON(w, http.StatusOK, map[string]string{"status": "healthy"})
}

func (o *Online) openEnvMetadata(w http.ResponseWriter, _ *http.Request) {
	sendJSON(w, http.StatusOK, map[string]any{"name": "coworkenv", "version": o.opts.Version,
		"description": "Office work over simulated services: reset with a task_id and a seed, then call tools."})
}

// openEnvReply is what reset and step answer.
type openEnvReply struct {
	Observation any      `json:"observation"`
	Reward      *float64 `json:"reward"`
	Done        bool     `json:"done"`
}

// openEnvOpening is the observation of a reset.
type openEnvOpening struct {
	EpisodeID string           `json:"episode_id"`
	TaskID    string           `json:"task_id"`
	System    string           `json:"system"`
	Request   string           `json:"request"`
	Messages  []openEnvMessage `json:"messages"` // the same two as a chat begins
	Tools     []openEnvTool    `json:"available_tools"`
}

type openEnvMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type openEnvTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"input_schema"`
}

// openEnvStart starts the episode that a reset asks for.
func (o *Online) openEnvStart(data map[string]json.RawMessage) (*Session, error) {
	task, start, err := o.openEnvWanted(data)
	if err != nil {
		return nil, err
	}
	return o.start(task, start)
}

// openEnvWanted reads the data of a reset: task_id, seed, reward, fault_rate; the rest is the
// client's own. Without a task the seed chooses one.
func (o *Online) openEnvWanted(data map[string]json.RawMessage) (task string, start Start, err error) {
	start = Start{Dense: true, Params: data}
	var reward string
	for _, field := range []struct {
		name string
		into any
	}{{"task_id", &task}, {"seed", &start.Options.Seed}, {"reward", &reward}, {"fault_rate", &start.Options.Rate.PerCall}} {
		raw := data[field.name]
		if len(raw) == 0 || string(raw) == "null" {
			continue
		}
		if err := json.Unmarshal(raw, field.into); err != nil {
			return "", start, fault.Wrap(fault.Invalid, err, "read %s of the reset", field.name)
		}
	}
	if reward != "" && reward != "dense" && reward != "sparse" {
		return "", start, fault.New(fault.Invalid, "reward is %q", reward).WithHint("give sparse or dense")
	}
	if rate := start.Options.Rate.PerCall; !(rate >= 0 && rate <= 1) {
		return "", start, fault.New(fault.Invalid, "fault_rate is %g", rate).WithHint("give a share from 0 to 1")
	}
	start.Dense = reward != "sparse"
	if task == "" {
		infos := o.tasks.Infos()
		if len(infos) == 0 {
			return "", start, fault.New(fault.NotFound, "the server has no task")
		}
		task = infos[start.Options.Seed%uint64(len(infos))].ID
	}
	return task, start, nil
}

func openingOf(s *Session) (openEnvReply, error) {
	open := s.episode.Opening()
	obs := openEnvOpening{EpisodeID: s.ID, TaskID: s.episode.Prepared().Bound.Task.ID, System: open.System, Request: open.Say,
		Messages: []openEnvMessage{{"system", open.System}, {"user", open.Say}}}
	var err error
	obs.Tools, err = openEnvTools(open.Tools)
	return openEnvReply{Observation: obs}, err
}

func openEnvTools(offers []world.Offer) ([]openEnvTool, error) {
	out := []openEnvTool{}
	for _, offer := range offers {
		schema, err := schemaOf(offer)
		if err != nil {
			return nil, err
		}
		out = append(out, openEnvTool{offer.Name, offer.Tool.Doc, schema})
	}
	return out, nil
}

// openEnvAction is one action. A text is a message to the user; it may end the episode.
type openEnvAction struct {
	Type      string          `json:"type"` // list_tools, call_tool, message
	Tool      string          `json:"tool_name"`
	Arguments json.RawMessage `json:"arguments"`
	Text      string          `json:"text"`
	Metadata  json.RawMessage `json:"metadata"`
}

// openEnvObservation is what came of a call or a message.
type openEnvObservation struct {
	Tool      string          `json:"tool_name,omitempty"`
	Result    json.RawMessage `json:"result"`
	Error     *openEnvError   `json:"error"`
	User      string          `json:"user,omitempty"` // what the user said then
	Truncated bool            `json:"truncated,omitempty"`
	Reason    string          `json:"reason,omitempty"` // how the episode ended
}

// openEnvError says why a call came to nothing; the service's own words are the result.
type openEnvError struct {
	Type    string `json:"error_type"`
	Message string `json:"message"`
}

// act carries an action out. A nil session can only be asked for tools.
func (o *Online) openEnvAct(session, key string, raw json.RawMessage) (openEnvReply, error) {
	var a openEnvAction
	if err := json.Unmarshal(raw, &a); err != nil {
		return openEnvReply{}, fault.Wrap(fault.Invalid, err, "read the action").WithHint("GET /schema describes it")
	}
	switch {
	case a.Type == "list_tools":
		tools, err := o.listTools(session)
		return openEnvReply{Observation: map[string]any{"tools": tools}}, err
	case session == "":
		return openEnvReply{}, fault.New(fault.Conflict, "there is no episode yet").WithHint("send reset first")
	case a.Type == "call_tool", a.Type == "" && a.Tool != "":
		if a.Tool == "" {
			return openEnvReply{}, fault.New(fault.Invalid, "tool_name is missing")
		}
		args := a.Arguments
		if len(args) == 0 {
			args = json.RawMessage("{}")
		}
		return o.openEnvTake(session, episode.Action{Key: key, Calls: []episode.Call{callDoc{Tool: a.Tool, Arguments: args}.call(0)}})
	case a.Type == "message", a.Type == "" && a.Text != "":
		return o.openEnvTake(session, episode.Action{Key: key, Text: a.Text})
	}
	return openEnvReply{}, fault.New(fault.Invalid, "the action's type is %q", a.Type).WithHint("give list_tools, call_tool or message")
}

func (o *Online) openEnvTake(session string, a episode.Action) (openEnvReply, error) {
	t, err := o.step(session, a, nil)
	if err != nil {
		return openEnvReply{}, err
	}
	obs := openEnvObservation{}
	if len(a.Calls) > 0 {
		got := t.Observations[0]
		obs.Tool, obs.Result = a.Calls[0].Tool, got.Body
		switch {
		case got.Entry == nil:
			obs.Error = &openEnvError{"limit", "the limit of calls is reached"}
		case got.Entry.Outcome != world.OK:
			obs.Error = &openEnvError{got.Entry.Outcome.String(), "the call came to nothing; the result says why"}
		}
	}
	if t.User != nil {
		obs.User = t.User.Text
	}
	if t.End != nil {
		obs.Reason, obs.Truncated = t.End.Reason, t.End.Kind == trace.Truncated
	}
	return openEnvReply{obs, t.Reward, t.End != nil}, nil
}

// listTools lists an episode's tools, or without one those of all tasks, each name once.
func (o *Online) listTools(session string) (tools []openEnvTool, err error) {
	if session != "" {
		err = o.sessions.Do(session, func(s *Session) error {
			tools, err = openEnvTools(s.episode.Opening().Tools)
			return err
		})
		return tools, err
	}
	var offers []world.Offer
	seen := map[string]bool{}
	for _, info := range o.tasks.Infos() {
		p, err := o.tasks.Prepared(info.ID)
		if err != nil {
			return nil, err
		}
		for _, offer := range p.Bound.Image.Offered() {
			if !seen[offer.Name] {
				seen[offer.Name] = true
				offers = append(offers, offer)
			}
		}
	}
	return openEnvTools(offers)
}

// openEnvStateDoc is the state of an episode that a client may see.
type openEnvStateDoc struct {
	EpisodeID string `json:"episode_id"` // the client's, if the reset gave one
	StepCount int    `json:"step_count"`
	TaskID    string `json:"task_id"`
	Digest    string `json:"state_digest"`
	Done      bool   `json:"done"`
}

func (o *Online) openEnvStateOf(session string) (doc openEnvStateDoc, err error) {
	err = o.sessions.Do(session, func(s *Session) error {
		_, done := s.episode.Done()
		doc = openEnvStateDoc{s.ID, s.episode.Steps(), s.episode.Prepared().Bound.Task.ID, s.episode.World().Digest().String(), done}
		var given string
		if json.Unmarshal(s.params["episode_id"], &given) == nil && given != "" {
			doc.EpisodeID = given
		}
		return nil
	})
	return doc, err
}

func (o *Online) openEnvReset(w http.ResponseWriter, req *http.Request) {
	var data map[string]json.RawMessage
	err := readJSON(req, &data)
	var reply openEnvReply
	if err == nil {
		reply, err = o.openEnvBegin(data)
	}
	if err != nil {
		sendFault(w, err)
		return
	}
	sendJSON(w, http.StatusOK, reply)
}

func (o *Online) openEnvBegin(data map[string]json.RawMessage) (openEnvReply, error) {
	s, err := o.openEnvStart(data)
	if err != nil {
		return openEnvReply{}, err
	}
	return openingOf(s)
}

// openEnvStep takes a step over plain HTTP. The reference server makes a new environment for each
// such request; here episode_id says which episode is meant.
func (o *Online) openEnvStep(w http.ResponseWriter, req *http.Request) {
	var data map[string]json.RawMessage
	err := readJSON(req, &data)
	var session, key string
	if err == nil {
		session, err = text(data, "episode_id")
	}
	if err == nil {
		key, err = text(data, "request_id")
	}
	var reply openEnvReply
	if err == nil {
		reply, err = o.openEnvAct(session, key, data["action"])
	}
	if err != nil {
		sendFault(w, err)
		return
	}
	sendJSON(w, http.StatusOK, reply)
}

// text reads a text member, "" where it is absent.
func text(data map[string]json.RawMessage, name string) (s string, err error) {
	raw := data[name]
	if len(raw) == 0 || string(raw) == "null" {
		return "", nil
	}
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", fault.New(fault.Invalid, "%s is %s", name, strconv.Quote(string(raw))).WithHint("give a text")
	}
	return s, nil
}

func (o *Online) openEnvState(w http.ResponseWriter, req *http.Request) {
	doc, err := o.openEnvStateOf(req.URL.Query().Get("episode_id"))
	if err != nil {
		sendFault(w, err)
		return
	}
	sendJSON(w, http.StatusOK, doc)
}

// openEnvSchema describes actions, observations and state. The title of the action tells clients
// that tools are called.
const openEnvSchema = `{"action":{"title":"Action","type":"object","properties":{"type":{"enum":["list_tools","call_tool","message"]},
"tool_name":{"type":"string"},"arguments":{"type":"object"},"text":{"type":"string"},"metadata":{"type":"object"}}},
"observation":{"title":"Observation","type":"object","properties":{"tool_name":{"type":"string"},"result":{},
"error":{"anyOf":[{"type":"null"},{"type":"object","properties":{"error_type":{"type":"string"},"message":{"type":"string"}}}]},
"user":{"type":"string"},"truncated":{"type":"boolean"},"reason":{"type":"string"}}},
"state":{"title":"State","type":"object","properties":{"episode_id":{"type":"string"},"step_count":{"type":"integer","minimum":0},
"task_id":{"type":"string"},"state_digest":{"type":"string"},"done":{"type":"boolean"}}}}`

func serveOpenEnvSchema(w http.ResponseWriter, _ *http.Request) {
	sendJSON(w, http.StatusOK, json.RawMessage(openEnvSchema))
}
