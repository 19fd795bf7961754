package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/value"
)

// Scripted is an OpenAI-compatible endpoint that answers from a script, a recording or a function:
// chat completions, streamed and whole, and the list of models. It is an http.Handler, and safe for
// many goroutines.
type Scripted struct {
	model   string
	answer  func(*Asked) (Answer, bool)
	demands []Demand

	mu      sync.Mutex
	trouble *Trouble
	chance  *det.Rand
	asked   []*Asked
	missed  int
}

// Asked is a request as it arrived.
type Asked struct {
	N        int             // from 0
	Body     json.RawMessage // as sent
	Key      string          // shown in Authorization
	Messages []AskedMessage
	Stream   bool
	Chosen   Answer // what was answered; the zero Answer where the script had none

	body *value.Object
}

// AskedMessage is one message of it.
type AskedMessage struct {
	Role string
	Text string   // content as text, parts joined
	Args []string // arguments of its calls

	raw *value.Object
}

// NewScripted serves a script.
func NewScripted(s *Script) *Scripted {
	used := make([]int, len(s.Answers))
	e := NewScriptedFunc(nil)
	e.demands, e.trouble = s.Demands, s.Trouble
	if s.Model != "" {
		e.model = s.Model
	}
	if s.Trouble != nil {
		e.chance = det.NewRand(s.Trouble.Seed, "trouble")
	}
	e.answer = func(a *Asked) (Answer, bool) { // called under e.mu
		for i, answer := range s.Answers {
			if answer.When.fits(a) && (answer.Times < 0 || used[i] < max(1, answer.Times)) {
				used[i]++
				return answer, true
			}
		}
		return Answer{}, false
	}
	return e
}

// NewScriptedFunc serves what a function answers; it is called for one request at a time.
func NewScriptedFunc(answer func(*Asked) Answer) *Scripted {
	e := &Scripted{model: "scripted"}
	if answer != nil {
		e.answer = func(a *Asked) (Answer, bool) { return answer(a), true }
	}
	return e
}

// Demand adds demands.
func (e *Scripted) Demand(d ...Demand) *Scripted {
	e.demands = append(e.demands, d...)
	return e
}

// Asked lists the requests for completions so far.
func (e *Scripted) Asked() []*Asked {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.asked)
}

// Missed is how many requests the script had no answer for.
func (e *Scripted) Missed() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.missed
}

func (w *When) fits(a *Asked) bool {
	if w == nil {
		return true
	}
	turn := 0
	for _, m := range a.Messages {
		if m.Role == string(Assistant) {
			turn++
		}
	}
	if w.Turn != nil && *w.Turn != turn {
		return false
	}
	for _, s := range w.Contains {
		if !a.Contains(s) {
			return false
		}
	}
	for _, s := range w.Lacks {
		if a.Contains(s) {
			return false
		}
	}
	for _, s := range w.Last {
		if len(a.Messages) == 0 || !strings.Contains(a.Messages[len(a.Messages)-1].Text, s) {
			return false
		}
	}
	return true
}

// Contains tells whether a text stands in some message or in the arguments of its calls.
func (a *Asked) Contains(s string) bool {
	for _, m := range a.Messages {
		if strings.Contains(m.Text, s) || slices.ContainsFunc(m.Args, func(arg string) bool { return strings.Contains(arg, s) }) {
			return true
		}
	}
	return false
}

// ServeHTTP answers POST .../chat/completions and GET .../models.
func (e *Scripted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/chat/completions"):
		e.complete(w, r)
	case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/models"):
		writeJSON(w, 200, value.Obj(value.Member{Name: "object", Value: "list"}, value.Member{Name: "data", Value: []any{
			value.Obj(value.Member{Name: "id", Value: e.model}, value.Member{Name: "object", Value: "model"})}}))
	default:
		writeError(w, 404, "not_found", "there is no "+r.Method+" "+r.URL.Path)
	}
}

func (e *Scripted) complete(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, mostResponse))
	if err != nil {
		writeError(w, 400, "unreadable", err.Error())
		return
	}
	asked, err := readAsked(body)
	if err != nil {
		writeError(w, 400, "unreadable", err.Error())
		return
	}
	asked.Key = strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	for _, d := range e.demands {
		if status, why := asked.refuse(d); why != "" {
			writeError(w, status, string(d), why)
			return
		}
	}
	answer, ok := e.choose(asked)
	if !ok {
		writeError(w, 400, "script_ended", fmt.Sprintf("the script has no answer for request %d", asked.N))
		return
	}
	e.give(w, r, asked, answer)
}

// choose draws trouble, else the answer.
func (e *Scripted) choose(a *Asked) (Answer, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	a.N = len(e.asked)
	e.asked = append(e.asked, a)
	if t := e.trouble; t != nil && e.chance.Float64() < t.Share {
		a.Chosen = trouble(det.Pick(e.chance, t.Kinds), t.RetryAfter)
		return a.Chosen, true
	}
	answer, ok := e.answer(a)
	if !ok {
		e.missed++
	}
	a.Chosen = answer
	return answer, ok
}

func trouble(kind, retry string) Answer {
	if kind == "cut" {
		after := 60
		return Answer{Text: strings.Repeat("this is lost ", 20), CutAfter: &after}
	}
	status, _ := strconv.Atoi(kind) // the kinds are checked
	a := Answer{Status: status}
	if status == http.StatusTooManyRequests {
		a.RetryAfter = retry
	}
	return a
}

func (e *Scripted) give(w http.ResponseWriter, r *http.Request, asked *Asked, a Answer) {
	if a.DelayMS > 0 && sleep(r.Context(), time.Duration(a.DelayMS)*time.Millisecond) != nil {
		return // the client has gone
	}
	if a.RetryAfter != "" {
		w.Header().Set("Retry-After", a.RetryAfter)
	}
	kind, body := "application/json", []byte(nil)
	switch {
	case a.Raw != nil:
		body = rawBody(a.Raw)
		if a.kind != "" {
			kind = a.kind
		} else if asked.Stream && strings.HasPrefix(string(body), "data:") {
			kind = "text/event-stream"
		}
	case a.Status >= 400:
		body = errorJSON(a.code(), a.message())
	case asked.Stream && !a.is(NoStream):
		kind, body = "text/event-stream", a.events(e.model, asked)
	default:
		body = value.Append(nil, a.whole(e.model, asked))
	}
	w.Header().Set("Content-Type", kind)
	if a.CutAfter == nil {
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	}
	w.WriteHeader(or(a.Status, 200))
	if a.CutAfter != nil {
		body = body[:min(max(0, *a.CutAfter), len(body))]
	}
	if _, err := w.Write(body); err != nil {
		return // the client has gone
	}
	if a.CutAfter != nil {
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
		panic(http.ErrAbortHandler) // how a handler breaks the connection
	}
}

func rawBody(raw json.RawMessage) []byte {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []byte(text)
	}
	return raw
}

func (a *Answer) code() string {
	if a.Code != "" {
		return a.Code
	}
	if a.Status == http.StatusTooManyRequests {
		return "rate_limit_exceeded"
	}
	return "scripted"
}

func (a *Answer) message() string {
	if a.Text != "" {
		return a.Text
	}
	return http.StatusText(a.Status)
}

func (a *Answer) is(s Shape) bool { return slices.Contains(a.Shape, s) }

func writeJSON(w http.ResponseWriter, status int, v any) {
	writeBody(w, status, value.Append(nil, v))
}

func writeError(w http.ResponseWriter, status int, code, message string) {
	writeBody(w, status, errorJSON(code, message))
}

func errorJSON(code, message string) []byte {
	return value.Append(nil, value.Obj(value.Member{Name: "error", Value: value.Obj(value.Member{Name: "message", Value: message},
		value.Member{Name: "type", Value: "scripted_error"}, value.Member{Name: "code", Value: code})}))
}

func writeBody(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(body) //nolint:errcheck // a client that has gone needs no answer
}

func readAsked(body []byte) (*Asked, error) {
	v, err := value.Parse(body)
	o, ok := v.(*value.Object)
	if err != nil || !ok {
		return nil, errors.Join(errors.New("the body is no JSON object"), err)
	}
	a := &Asked{Body: body, body: o}
	stream, _ := o.Get("stream")
	a.Stream, _ = stream.(bool)
	list, _ := o.Get("messages")
	messages, _ := list.([]any)
	for _, item := range messages {
		m, ok := item.(*value.Object)
		if !ok {
			return nil, errors.New("a message is no object")
		}
		var odd oddities
		text, _ := canonicalContent(m, &odd)
		am := AskedMessage{Role: textOf(m, "role"), Text: text, raw: m}
		for _, c := range callsOf(m) {
			am.Args = append(am.Args, textOf(objectOf(c, "function"), "arguments"))
		}
		a.Messages = append(a.Messages, am)
	}
	if len(a.Messages) == 0 {
		return nil, errors.New("there are no messages")
	}
	return a, nil
}

func callsOf(m *value.Object) []*value.Object {
	v, _ := m.Get("tool_calls")
	list, _ := v.([]any)
	var out []*value.Object
	for _, item := range list {
		if c, ok := item.(*value.Object); ok {
			out = append(out, c)
		}
	}
	return out
}
