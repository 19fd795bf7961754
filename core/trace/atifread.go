package trace

import (
	"bytes"
	"encoding/json"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/value"
)

const (
	maxATIF      = 64 << 20 // bytes of a document that is read
	maxATIFSteps = 100_000
)

// atifContent is a text. Documents may hold a list of parts in its place, of which texts are read
// and pictures are not.
type atifContent string

// UnmarshalJSON reads a text, null or a list of text parts.
func (c *atifContent) UnmarshalJSON(data []byte) error {
	var text *string
	if err := json.Unmarshal(data, &text); err == nil {
		if text != nil {
			*c = atifContent(*text)
		}
		return nil
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if err := json.Unmarshal(data, &parts); err != nil {
		return fault.New(fault.Invalid, "content is neither a text nor a list of parts")
	}
	var texts []string
	for _, p := range parts {
		if p.Type != "text" {
			return fault.New(fault.Unsupported, "a content part is %.20q, only text is read", p.Type)
		}
		texts = append(texts, p.Text)
	}
	*c = atifContent(strings.Join(texts, "\n"))
	return nil
}

// DecodeATIF reads an ATIF document of the versions 1.0 to 1.6 as a trajectory. Steps that repeat
// the context of another document are passed over. Errors: Invalid, Unsupported.
func DecodeATIF(data []byte) (*Trajectory, error) {
	if len(data) > maxATIF {
		return nil, fault.New(fault.Invalid, "read ATIF: %d bytes, at most %d are read", len(data), maxATIF)
	}
	if err := atifReadable(data); err != nil {
		return nil, err
	}
	var doc atifDocument
	if err := value.Strictly(bytes.NewReader(data), &doc); err != nil {
		return nil, fault.Wrap(atifKind(err), err, "read ATIF").WithHint("the document has to follow the format's schema; keys of your own belong under extra")
	}
	if len(doc.Steps) == 0 || len(doc.Steps) > maxATIFSteps {
		return nil, fault.New(fault.Invalid, "read ATIF: %d steps, 1 to %d are read", len(doc.Steps), maxATIFSteps)
	}
	t := &Trajectory{Format: Format, Trial: doc.Session, Agent: AgentRef{doc.Agent.Name, doc.Agent.Version, doc.Agent.Model}}
	if t.Agent.Version == atifNoVersion {
		t.Agent.Version = ""
	}
	doc.Extra.fill(t)
	for i := range doc.Steps {
		if doc.Steps[i].ID != i+1 {
			return nil, fault.New(fault.Invalid, "read ATIF: step %d has the id %d", i+1, doc.Steps[i].ID)
		}
		if err := t.take(&doc.Steps[i]); err != nil {
			return nil, fault.Wrap("", err, "read ATIF: step %d", i+1)
		}
	}
	return t, nil
}

func atifKind(err error) fault.Kind {
	if k := fault.KindOf(err); k == fault.Unsupported {
		return k
	}
	return fault.Invalid
}

// atifReadable looks at the version, and bounds the nesting before anything else is read.
func atifReadable(data []byte) error {
	v, err := value.Parse(data)
	if err != nil {
		return fault.Wrap(fault.Invalid, err, "read ATIF")
	}
	o, ok := v.(*value.Object)
	if !ok {
		return fault.New(fault.Invalid, "read ATIF: the document is no object")
	}
	version, _ := o.Get("schema_version")
	name, _ := version.(string)
	if digit, found := strings.CutPrefix(name, "ATIF-v1."); !found || len(digit) != 1 || digit < "0" || digit > "6" {
		return fault.New(fault.Unsupported, "read ATIF: the version is %.20q", name).WithHint("versions ATIF-v1.0 to %s are read", ATIFVersion)
	}
	return nil
}

func (b *atifRootBag) fill(t *Trajectory) {
	if b != nil && b.own != nil {
		t.Task, t.Item, t.Group, t.Seed, t.Attempt, t.End = b.own.Task, b.own.Item, b.own.Group, b.own.Seed, b.own.Attempt, b.own.End
	}
}

// take appends one step of a document.
func (t *Trajectory) take(s *atifStep) error {
	switch {
	case s.Copied:
		return nil
	case s.Source == atifActs:
		return t.takeAct(s)
	case len(s.Calls) > 0 || s.Observed != nil:
		return fault.New(fault.Unsupported, "calls or observations of %.20q are not read", s.Source)
	case s.Source == atifUser && len(t.Steps) > 0:
		last := &t.Steps[len(t.Steps)-1]
		if last.User != nil {
			last.User.Text += "\n\n" + string(s.Message)
			return nil
		}
		last.User = &UserTurn{Text: string(s.Message), Kind: Answered}
		if s.Extra != nil && s.Extra.Own != nil && s.Extra.Own.User != nil {
			u := s.Extra.Own.User
			last.User.Kind, last.User.Request, last.User.Stage, last.User.Revealed, last.User.By, last.User.Why = u.Kind, u.Request, u.Stage, u.Revealed, u.By, u.Why
		}
	case s.Source == atifUser:
		t.Opening = paragraph(t.Opening, string(s.Message))
	case s.Source == atifSystem && len(t.Steps) == 0:
		t.System = paragraph(t.System, string(s.Message))
	case s.Source == atifSystem:
		return fault.New(fault.Unsupported, "a system message stands after the first turn of the agent")
	default:
		return fault.New(fault.Invalid, "the source is %.20q", s.Source)
	}
	return nil
}

func paragraph(before, text string) string {
	if before == "" {
		return text
	}
	return before + "\n\n" + text
}

func (t *Trajectory) takeAct(s *atifStep) error {
	out := Step{Index: len(t.Steps), Text: string(s.Message), Reasoning: s.Reasoning, Model: s.Model}
	at := map[string]int{}
	for i, c := range s.Calls {
		if _, twice := at[c.ID]; twice || c.ID == "" || c.Args == nil {
			return fault.New(fault.Invalid, "call %d has no arguments, or an id that is absent or repeated", i)
		}
		at[c.ID] = i
		out.Calls = append(out.Calls, Call{Index: i, ID: c.ID, Tool: c.Name, Args: string(value.Append(nil, c.Args))})
	}
	answered := map[int]bool{}
	if s.Observed != nil {
		for _, r := range s.Observed.Results {
			i, known := at[r.Call]
			if !known || answered[i] {
				return fault.New(fault.Invalid, "an observation answers %.40q, which is no open call of the step", r.Call)
			}
			answered[i] = true
			out.Calls[i].Observation = string(r.Content)
		}
	}
	if len(answered) != len(out.Calls) {
		return fault.New(fault.Invalid, "%d of %d calls have no observation", len(out.Calls)-len(answered), len(out.Calls))
	}
	s.Extra.restore(&out)
	if m := s.Metrics; m != nil {
		out.TokenIDs, out.Logprobs = m.CompletionIDs, m.Logprobs
		if m.Prompt != nil || m.Completion != nil {
			out.Usage = &Usage{Prompt: number(m.Prompt), Completion: number(m.Completion), Cached: number(m.Cached)}
		}
	}
	t.Steps = append(t.Steps, out)
	return nil
}

func number(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// restore puts back what our own documents say under extra.
func (b *atifStepBag) restore(s *Step) {
	if b == nil || b.Own == nil {
		return
	}
	s.Stage, s.Finish, s.World, s.Others = b.Own.Stage, b.Own.Finish, b.Own.Injected, b.Own.Others
	if b.Anchors != nil {
		s.Anchors = *b.Anchors
	}
	if b.State != nil {
		s.Before, s.After = b.State.Before, b.State.After
	}
	for i := range min(len(b.Own.Results), len(s.Calls)) {
		r, c := b.Own.Results[i], &s.Calls[i]
		c.Outcome, c.Cause, c.Status, c.Seq = r.Outcome, r.Cause, r.Status, r.Seq
	}
}
