package trace

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

// ATIF is what a document of the Agent Trajectory Interchange Format holds beside the trajectory.
type ATIF struct {
	Tools   []any         // what the agent was offered, as function definitions
	Further *value.Object // members of the root's extra
}

// EncodeATIF writes a trajectory as one ATIF document, without a line break and without times, so
// that equal trials give equal bytes. What the format has no place for stands under extra.
// Errors: Unsupported where the arguments of a call are no JSON object, since it has no other form.
func EncodeATIF(t *Trajectory, with ATIF) ([]byte, error) {
	doc := atifDocument{Schema: ATIFVersion, Session: t.Trial, Agent: atifAgent{Name: t.Agent.Name, Version: t.Agent.Version, Model: t.Agent.Model, Tools: with.Tools},
		Extra: &atifRootBag{&atifRootOwn{t.Task, t.Item, t.Group, t.Seed, t.Attempt, t.End}, with.Further}}
	if doc.Agent.Version == "" {
		doc.Agent.Version = atifNoVersion
	}
	if t.System != "" {
		doc.add(atifStep{Source: atifSystem, Message: atifContent(t.System)})
	}
	doc.add(atifStep{Source: atifUser, Message: atifContent(t.Opening)})
	for i := range t.Steps {
		s := &t.Steps[i]
		step, err := atifOf(s)
		if err != nil {
			return nil, fault.Wrap("", err, "write %s as ATIF", t.Trial)
		}
		doc.add(step)
		if u := s.User; u != nil {
			doc.add(atifStep{Source: atifUser, Message: atifContent(u.Text), Extra: &atifStepBag{Own: &atifStepOwn{User: &atifAsked{u.Kind, u.Request, u.Stage, u.Revealed, u.By, u.Why}}}})
		}
	}
	doc.Metrics = totals(t, len(doc.Steps))
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(doc); err != nil {
		return nil, fault.Wrap(fault.Internal, err, "write %s as ATIF", t.Trial)
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// atifNoVersion stands for an agent that has no version: the format asks for one.
const atifNoVersion = "0"

func (d *atifDocument) add(s atifStep) {
	s.ID = len(d.Steps) + 1
	d.Steps = append(d.Steps, s)
}

func atifOf(s *Step) (atifStep, error) {
	own := &atifStepOwn{Stage: s.Stage, Finish: s.Finish, Injected: s.World, Others: s.Others}
	out := atifStep{Source: atifActs, Model: s.Model, Message: atifContent(s.Text), Reasoning: s.Reasoning,
		Extra: &atifStepBag{Anchors: &s.Anchors, State: &atifState{s.Before, s.After}, Own: own}}
	used := map[string]bool{}
	for i := range s.Calls {
		c := &s.Calls[i]
		args := value.Obj()
		if text := strings.TrimSpace(c.Args); text != "" && text != "null" {
			if err := args.UnmarshalJSON([]byte(text)); err != nil {
				return out, fault.Wrap(fault.Unsupported, err, "step %d, call %d of %s", s.Index, i, c.Tool).
					WithHint("ATIF takes JSON objects as arguments and nothing else; leave the trial out")
			}
		}
		id := c.ID
		if id == "" || used[id] { // results find their call by it
			id = "call_" + strconv.Itoa(s.Index) + "_" + strconv.Itoa(i)
		}
		used[id] = true
		out.Calls = append(out.Calls, atifCall{id, c.Tool, args})
		if out.Observed == nil {
			out.Observed = &atifObserved{}
		}
		out.Observed.Results = append(out.Observed.Results, atifResult{Call: id, Content: atifContent(c.Observation)})
		own.Results = append(own.Results, atifCame{c.Outcome, c.Cause, c.Status, c.Seq})
	}
	if u := s.Usage; u != nil {
		out.Metrics = &atifMetrics{Prompt: &u.Prompt, Completion: &u.Completion, Cached: &u.Cached}
	}
	if len(s.TokenIDs) > 0 || len(s.Logprobs) > 0 {
		if out.Metrics == nil {
			out.Metrics = &atifMetrics{}
		}
		out.Metrics.CompletionIDs, out.Metrics.Logprobs = s.TokenIDs, s.Logprobs
	}
	return out, nil
}

func totals(t *Trajectory, steps int) *atifTotals {
	out := &atifTotals{Steps: steps}
	for i := range t.Steps {
		u := t.Steps[i].Usage
		if u == nil {
			continue
		}
		if out.Prompt == nil {
			out.Prompt, out.Completion, out.Cached = new(int), new(int), new(int)
		}
		*out.Prompt += u.Prompt
		*out.Completion += u.Completion
		*out.Cached += u.Cached
	}
	return out
}
