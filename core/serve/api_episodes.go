package serve

import (
	"encoding/json"
	"net/http"
	"strconv"

	"coworkenv.dev/coworkenv/core/episode"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

func (o *Online) listTasks(w http.ResponseWriter, _ *http.Request) {
	sendJSON(w, http.StatusOK, map[string]any{"tasks": o.tasks.Infos()})
}

// createDoc is the body of POST /v1/episodes.
type createDoc struct {
	Task   string                     `json:"task"`
	Seed   uint64                     `json:"seed"`
	Rate   float64                    `json:"fault_rate"` // share of calls that meet a random fault
	Reward string                     `json:"reward"`     // sparse or dense; "" = as the server was started
	ByCall bool                       `json:"call_by_call"`
	Params map[string]json.RawMessage `json:"params"` // the trainer's own, given back as they came
}

// episodeDoc is an episode as its trainer sees it.
type episodeDoc struct {
	Episode    string                     `json:"episode"`
	AgentToken string                     `json:"agent_token"` // for the agent's side: MCP at /mcp/TOKEN
	Task       string                     `json:"task"`
	Digest     string                     `json:"digest"`
	System     string                     `json:"system"`
	Request    string                     `json:"request"`
	Tools      []toolDoc                  `json:"tools"`
	Limits     limitsDoc                  `json:"limits"`
	State      string                     `json:"state"` // digest
	Steps      int                        `json:"steps"`
	End        *trace.End                 `json:"end,omitempty"`
	Params     map[string]json.RawMessage `json:"params,omitempty"`
}

type limitsDoc struct {
	Turns int `json:"max_turns"`
	Calls int `json:"max_calls"`
}

// toolDoc is a tool as chat templates take it.
type toolDoc struct {
	Type     string      `json:"type"` // function
	Function functionDoc `json:"function"`
}

type functionDoc struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
}

func (o *Online) createEpisode(w http.ResponseWriter, req *http.Request) {
	var doc createDoc
	err := readJSON(req, &doc)
	if err == nil && doc.Task == "" {
		err = fault.New(fault.Invalid, "task is missing").WithHint("GET /v1/tasks lists them")
	}
	var start Start
	if err == nil {
		start, err = o.startOf(doc)
	}
	var s *Session
	if err == nil {
		s, err = o.start(doc.Task, start)
	}
	if err != nil {
		sendFault(w, err)
		return
	}
	o.sendEpisode(w, s.ID, http.StatusCreated)
}

func (o *Online) startOf(doc createDoc) (Start, error) {
	start := Start{Options: episode.Options{Seed: doc.Seed, Rate: world.FaultRate{PerCall: doc.Rate}, CallByCall: doc.ByCall}, Dense: o.opts.Dense, Params: doc.Params}
	switch doc.Reward {
	case "":
	case "sparse", "dense":
		start.Dense = doc.Reward == "dense"
	default:
		return start, fault.New(fault.Invalid, "reward is %q", doc.Reward).WithHint("give sparse or dense")
	}
	if !(doc.Rate >= 0 && doc.Rate <= 1) {
		return start, fault.New(fault.Invalid, "fault_rate is %g", doc.Rate).WithHint("give a share from 0 to 1")
	}
	return start, nil
}

func (o *Online) getEpisode(w http.ResponseWriter, req *http.Request) {
	o.sendEpisode(w, req.PathValue("id"), http.StatusOK)
}

func (o *Online) sendEpisode(w http.ResponseWriter, id string, status int) {
	var doc episodeDoc
	err := o.sessions.Do(id, func(s *Session) (err error) {
		doc, err = describe(s)
		return err
	})
	if err != nil {
		sendFault(w, err)
		return
	}
	sendJSON(w, status, doc)
}

func describe(s *Session) (episodeDoc, error) {
	e := s.episode
	open, limits := e.Opening(), e.Limits()
	doc := episodeDoc{Episode: s.ID, AgentToken: s.Token, Task: e.Prepared().Bound.Task.ID, Digest: e.Prepared().Digest, System: open.System, Request: open.Say,
		Limits: limitsDoc{limits.MaxTurns, limits.MaxCalls}, State: e.World().Digest().String(), Steps: e.Steps(), Params: s.params}
	if end, done := e.Done(); done {
		doc.End = &end
	}
	for _, offer := range open.Tools {
		schema, err := schemaOf(offer)
		if err != nil {
			return doc, err
		}
		doc.Tools = append(doc.Tools, toolDoc{"function", functionDoc{offer.Name, offer.Tool.Doc, schema}})
	}
	return doc, nil
}

// schemaOf is the JSON Schema of a tool's arguments.
func schemaOf(offer world.Offer) (json.RawMessage, error) {
	schema, err := json.Marshal(offer.Tool.InputSchema())
	if err != nil {
		return nil, fault.Wrap(fault.Internal, err, "describe %s", offer.Name)
	}
	return schema, nil
}

// stepDoc is the body of POST /v1/episodes/{id}/steps: one assistant message.
type stepDoc struct {
	Key       string          `json:"key"`    // a repeated one returns the first reply and does nothing
	Expect    *int            `json:"expect"` // steps taken so far; another number is a conflict: somebody else acts too
	Text      *string         `json:"text"`
	Reasoning string          `json:"reasoning"`
	Calls     []callDoc       `json:"calls"`
	Answer    json.RawMessage `json:"answer"` // short for a call of submit_answer
	Refused   bool            `json:"refused"`
	Model     string          `json:"model"`
	Usage     *trace.Usage    `json:"usage"`
	Finish    string          `json:"finish_reason"`
	TokenIDs  []int32         `json:"token_ids"`
	Logprobs  []float32       `json:"logprobs"`
}

// callDoc is one call. Arguments are JSON, or a text of JSON as models write it.
type callDoc struct {
	ID        string          `json:"id"`
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
}

// empty tells whether a body holds no step, as one that got lost on its way.
func (d *stepDoc) empty() bool {
	return d.Text == nil && len(d.Calls) == 0 && len(d.Answer) == 0 && !d.Refused
}

func (d *stepDoc) action() episode.Action {
	a := episode.Action{Key: d.Key, Reasoning: d.Reasoning, Refused: d.Refused, Model: d.Model, Usage: d.Usage,
		Finish: d.Finish, TokenIDs: d.TokenIDs, Logprobs: d.Logprobs}
	if d.Text != nil {
		a.Text = *d.Text
	}
	for i, c := range d.Calls {
		a.Calls = append(a.Calls, c.call(i))
	}
	if len(d.Answer) > 0 {
		a.Calls = append(a.Calls, episode.Submission(d.Answer).Calls...)
	}
	return a
}

func (c callDoc) call(i int) episode.Call {
	out := episode.Call{ID: c.ID, Tool: c.Tool, Args: c.Arguments}
	if out.ID == "" {
		out.ID = "call_" + strconv.Itoa(i+1)
	}
	var text string
	if json.Unmarshal(c.Arguments, &text) == nil { // as models write them
		out.Args = []byte(text)
	}
	return out
}

// turnDoc is what a step came to.
type turnDoc struct {
	Episode      string           `json:"episode"`
	Step         int              `json:"step"`
	Observations []observationDoc `json:"observations"`
	User         *userDoc         `json:"user,omitempty"` // what the user said then
	Reward       *float64         `json:"reward"`         // null: missing; drop the sample, it is no zero
	Done         bool             `json:"done"`
	Terminated   bool             `json:"terminated"` // came to its end
	Truncated    bool             `json:"truncated"`  // was cut off
	Reason       string           `json:"reason,omitempty"`
	AnchorState  string           `json:"anchor_state"` // of the situation that the step was taken from
	AnchorObs    string           `json:"anchor_obs"`
	Score        *scoreDoc        `json:"score,omitempty"`
}

type observationDoc struct {
	ID      string          `json:"id"`
	Tool    string          `json:"tool"`
	Outcome string          `json:"outcome"` // ok, not_found, invalid, denied, conflict, fault; limit: not made
	Content json.RawMessage `json:"content"`
}

type userDoc struct {
	Text  string         `json:"text"`
	Kind  trace.UserKind `json:"kind"`
	Stage string         `json:"stage,omitempty"`
}

// scoreDoc is a score by components: numbers only, nothing of what was expected.
type scoreDoc struct {
	Score      float64    `json:"score"`
	Completion float64    `json:"completion"` // 0 to 1
	Safety     float64    `json:"safety"`     // 0 or 1
	Robustness *float64   `json:"robustness"` // 0 to 1; null: no fault was met
	Pass       bool       `json:"pass"`
	Checks     []checkDoc `json:"checks"`
}

type checkDoc struct {
	ID     string  `json:"id"`
	Weight float64 `json:"weight"`
	Earned float64 `json:"earned"`
}

func (o *Online) stepEpisode(w http.ResponseWriter, req *http.Request) {
	var doc stepDoc
	if err := readJSON(req, &doc); err != nil {
		sendFault(w, err)
		return
	}
	id := req.PathValue("id")
	if doc.empty() {
		sendFault(w, o.sessions.Do(id, func(*Session) error { // an episode that is not there is told first
			return fault.New(fault.Invalid, "the step says nothing: it would end the episode").WithHint("give text, calls, answer or refused; a message without words is {\"text\": \"\"}")
		}))
		return
	}
	t, err := o.step(id, doc.action(), doc.Expect)
	if err != nil {
		sendFault(w, err)
		return
	}
	sendJSON(w, http.StatusOK, describeTurn(id, doc.action(), t))
}

// step takes one step for a trainer, whichever protocol it speaks.
func (o *Online) step(id string, a episode.Action, expect *int) (t *Turn, err error) {
	began := o.opts.Clock.Now()
	err = o.sessions.Do(id, func(s *Session) error {
		if expect != nil && *expect != s.episode.Steps() && !s.knows(a.Key) {
			return fault.New(fault.Conflict, "the episode has taken %d steps, and %d were expected", s.episode.Steps(), *expect).
				WithHint("one client an episode; read it again with GET")
		}
		t, err = s.Step(a)
		return err
	})
	if err == nil {
		o.metrics.stepped(t, o.opts.Clock.Now().Sub(began))
	}
	return t, err
}

func describeTurn(id string, a episode.Action, t *Turn) turnDoc {
	doc := turnDoc{Episode: id, Step: t.Step, Observations: []observationDoc{}, Reward: t.Reward, AnchorState: t.Before.State, AnchorObs: t.Before.Obs}
	for i, obs := range t.Observations {
		out := observationDoc{ID: obs.CallID, Tool: a.Calls[i].Tool, Outcome: "limit", Content: obs.Body}
		if obs.Entry != nil {
			out.Outcome = obs.Entry.Outcome.String()
		}
		doc.Observations = append(doc.Observations, out)
	}
	if u := t.User; u != nil {
		doc.User = &userDoc{u.Text, u.Kind, u.Stage}
	}
	if end := t.End; end != nil {
		doc.Done, doc.Reason = true, end.Reason
		doc.Terminated, doc.Truncated = end.Kind == trace.Terminated, end.Kind == trace.Truncated
	}
	doc.Score = describeScore(t.Score)
	return doc
}

func describeScore(s *grade.Score) *scoreDoc {
	if s == nil {
		return nil
	}
	doc := &scoreDoc{Score: s.Score.Float(), Completion: s.Completion.Float(), Safety: float64(s.Safety), Robustness: s.Robustness, Pass: s.Pass, Checks: []checkDoc{}}
	for _, c := range s.Checks {
		doc.Checks = append(doc.Checks, checkDoc{c.ID, c.Weight.Float(), c.Earned.Float()})
	}
	return doc
}

// gradeDoc answers POST /v1/episodes/{id}/grade.
type gradeDoc struct {
	Episode string    `json:"episode"`
	Done    bool      `json:"done"`
	Missing bool      `json:"missing"` // no reward is due: drop the sample
	Score   *scoreDoc `json:"score"`
}

func (o *Online) gradeEpisode(w http.ResponseWriter, req *http.Request) {
	doc := gradeDoc{Episode: req.PathValue("id")}
	err := o.sessions.Do(doc.Episode, func(s *Session) error {
		score, err := s.Score()
		_, doc.Done = s.episode.Done()
		doc.Score, doc.Missing = describeScore(score), score == nil
		return err
	})
	if err != nil {
		sendFault(w, err)
		return
	}
	sendJSON(w, http.StatusOK, doc)
}

func (o *Online) closeEpisode(w http.ResponseWriter, req *http.Request) {
	o.sessions.Close(req.PathValue("id"))
	w.WriteHeader(http.StatusNoContent)
}
