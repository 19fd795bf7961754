package episode

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/world"
)

// Colleague is an actor beside the agent, with an identity and grants of its own. When the agent
// does something in whose records the colleague is named - writes to it, asks for its approval, hands
// over to it - it is told, and may act by tools: answer in a chat, approve, take over. The audit
// names it, no check takes its acts for the agent's, and a trajectory holds them, so that a trial is
// replayed without whoever played it.
type Colleague struct {
	Name   string       // its identity, such as an address
	Also   []string     // other names by which records name it, such as a handle
	Grants world.Grants // what it may do; empty = nothing
	Most   int          // calls in an episode, 0 = 20
	Inbox  *trace.Inbox // where its mails to the agent arrive, nil = it writes none
	Mind   Mind

	always bool // a record: it knows itself when to act
}

// Mind decides what a colleague does.
type Mind interface {
	// React is told what is new and says which calls to make; none ends the colleague's turn. An error
	// of kind Unavailable is the endpoint's failure, any other one ends the trial without a score.
	React(n *News) ([]Call, error)
}

// News is what a colleague is told: in its turn's first round what the agent did, later what its own
// calls came to.
type News struct {
	Task    *task.Task
	Name    string
	Now     time.Time
	Step    int
	Records []NewRecord
	Results []Observation
	Tools   []world.Offer // that it is granted
	Mails   bool          // it may also answer by MailTool
}

// NewRecord is a record that the agent made or changed, and that names the colleague.
type NewRecord struct {
	Collection string
	Op         string
	JSON       []byte
}

// Bounds of what colleagues do.
const (
	mostColleagueCalls  = 20
	mostColleagueRounds = 4
)

// colleague is one in an episode under way.
type colleague struct {
	Colleague
	calls int
}

func newColleagues(list []Colleague) ([]*colleague, error) {
	var out []*colleague
	for _, c := range list {
		if strings.TrimSpace(c.Name) == "" || c.Mind == nil {
			return nil, fault.New(fault.Invalid, "a colleague has no name, or nobody plays it")
		}
		if c.Most == 0 {
			c.Most = mostColleagueCalls
		}
		if c.Grants == nil {
			c.Grants = world.Grants{} // nil would grant everything
		}
		out = append(out, &colleague{Colleague: c})
	}
	return out, nil
}

// colleagues lets everybody act whom the step named.
func (e *Episode) letColleaguesAct(s *step) error {
	for _, c := range e.colleagues {
		records := c.named(s)
		if len(records) == 0 && !c.always {
			continue
		}
		acted, err := e.turnOf(c, records)
		if acted != nil {
			s.others = append(s.others, trace.Acted{By: c.Name, Inbox: c.Inbox, Calls: acted})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// named lists what the step made or changed that names the colleague.
func (c *colleague) named(s *step) []NewRecord {
	var out []NewRecord
	for _, o := range s.result.Observations {
		if o.Entry == nil || !o.Entry.Succeeded() {
			continue
		}
		for _, ch := range o.Entry.Changes {
			if ch.After == nil {
				continue
			}
			if data := ch.After.JSON(); c.isNamed(string(data)) {
				out = append(out, NewRecord{Collection: ch.After.Collection(), Op: ch.Op.String(), JSON: data})
			}
		}
	}
	return out
}

func (c *colleague) isNamed(text string) bool {
	return mentions(text, c.Name) || slices.ContainsFunc(c.Also, func(name string) bool { return name != "" && mentions(text, name) })
}

// mentions tells whether a text holds a name as a whole.
func mentions(text, name string) bool {
	text, name = strings.ToLower(text), strings.ToLower(name)
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		from, to := at+i, at+i+len(name)
		if (from == 0 || !partOfName(text[from-1])) && (to == len(text) || !partOfName(text[to])) {
			return true
		}
		at = from + 1
	}
}

func partOfName(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b == '_' || b == '-' || b == '@' || b >= 0x80
}

// turnOf is a colleague's turn, call by call.
func (e *Episode) turnOf(c *colleague, records []NewRecord) ([]trace.Call, error) {
	news := &News{Task: e.task.Bound.Task, Name: c.Name, Now: e.world.Now(), Step: len(e.steps), Records: records, Tools: e.granted(c), Mails: c.Inbox != nil}
	var acted []trace.Call
	for range mostColleagueRounds {
		calls, err := c.Mind.React(news)
		if err != nil || len(calls) == 0 {
			return acted, err
		}
		news = &News{Task: news.Task, Name: c.Name, Now: news.Now, Step: news.Step, Tools: news.Tools, Mails: news.Mails}
		for _, call := range calls {
			if c.calls++; c.calls > c.Most {
				return acted, nil
			}
			o, rec := e.callAs(c, call)
			news.Results = append(news.Results, o)
			rec.Index = len(acted)
			acted = append(acted, rec)
		}
	}
	return acted, nil
}

// granted lists the tools that a colleague may use.
func (e *Episode) granted(c *colleague) []world.Offer {
	var out []world.Offer
	for _, o := range e.task.Bound.Image.Offered() {
		if o.Name != SubmitTool && c.Grants.Allows(o.Service.Name, o.Tool.Act) {
			out = append(out, o)
		}
	}
	return out
}

// callAs makes a colleague's call. What it is not granted is not made.
func (e *Episode) callAs(c *colleague, call Call) (Observation, trace.Call) {
	if call.Tool == MailTool && c.Inbox != nil {
		return e.mail(c, call)
	}
	for _, o := range e.granted(c) {
		if o.Name == call.Tool {
			entry := e.world.Call(world.Actor("colleague:"+c.Name), call.Tool, call.Args)
			return Observation{CallID: call.ID, Entry: entry, Body: entry.Body}, trace.Observe(0, call.ID, entry)
		}
	}
	body, err := json.Marshal(map[string]string{"error": "denied", "message": fmt.Sprintf("%s is not granted %s", c.Name, call.Tool)})
	if err != nil {
		body = []byte(`{"error":"denied"}`)
	}
	return Observation{CallID: call.ID, Body: body}, trace.Call{ID: call.ID, Tool: call.Tool, Args: string(call.Args), Status: 403, Observation: string(body)}
}

// RecordedColleagues play what a stored trajectory has: nobody is asked again.
func RecordedColleagues(t *trace.Trajectory) []Colleague {
	minds := map[string]*recordedMind{}
	var out []Colleague
	for i := range t.Steps {
		for _, a := range t.Steps[i].Others {
			m := minds[a.By]
			if m == nil {
				m = &recordedMind{bySteps: map[int][]Call{}}
				minds[a.By] = m
				out = append(out, Colleague{Name: a.By, always: true, Grants: world.Grants{"*": {world.All}}, Most: 1 << 30, Inbox: a.Inbox, Mind: m})
			}
			for _, c := range a.Calls {
				if c.Seq > 0 { // what was refused changed nothing
					m.bySteps[i] = append(m.bySteps[i], Call{ID: c.ID, Tool: c.Tool, Args: []byte(c.Args)})
				}
			}
		}
	}
	return out
}

type recordedMind struct{ bySteps map[int][]Call }

// React makes the calls of the step, once.
func (m *recordedMind) React(n *News) ([]Call, error) {
	calls := m.bySteps[n.Step]
	delete(m.bySteps, n.Step)
	return calls, nil
}
