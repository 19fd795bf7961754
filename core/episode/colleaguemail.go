package episode

import (
	"encoding/json"
	"fmt"
	"slices"

	"coworkenv.dev/coworkenv/core/trace"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// MailTool is the tool by which a colleague with an inbox to write to answers by mail. Services
// have one mailbox, the agent's, so that what others send is a record that arrives in it.
const MailTool = "write_mail"

// MailSchema is the JSON schema of its arguments.
const MailSchema = `{"type":"object","properties":{"subject":{"type":"string"},"body":{"type":"string"}},"required":["subject","body"],"additionalProperties":false}`

// mail lets a colleague's mail arrive.
func (e *Episode) mail(c *colleague, call Call) (Observation, trace.Call) {
	rec := trace.Call{ID: call.ID, Tool: MailTool, Args: string(call.Args)}
	answer := func(status int, body map[string]string) (Observation, trace.Call) {
		text, err := json.Marshal(body)
		if err != nil {
			text = []byte(`{}`)
		}
		rec.Status, rec.Observation = status, string(text)
		return Observation{CallID: call.ID, Body: text}, rec
	}
	var m struct{ Subject, Body string }
	if err := json.Unmarshal(call.Args, &m); err != nil || m.Subject == "" || m.Body == "" {
		return answer(422, map[string]string{"error": "invalid", "message": "subject and body are needed"})
	}
	box := c.Inbox
	id := fmt.Sprintf("mail_%d", len(e.world.Entries())+1)
	record := value.Obj()
	for _, f := range []value.Member{{Name: box.Key, Value: id}, {Name: box.From, Value: c.Name}, {Name: box.To, Value: e.world.Options().As}, {Name: box.Subject, Value: m.Subject},
		{Name: box.Body, Value: m.Body}, {Name: box.Date, Value: e.world.Now().Format("2006-01-02T15:04:05Z07:00")}} {
		if f.Name != "" {
			record.Set(f.Name, f.Value)
		}
	}
	for _, name := range sortedNames(box.Set) {
		if v, err := value.Parse(box.Set[name]); err == nil {
			record.Set(name, v)
		}
	}
	entry, err := e.world.Inject(world.Actor("colleague:"+c.Name), world.Injection{Op: world.Created, Collection: box.Collection, Record: record})
	if err != nil {
		return answer(422, map[string]string{"error": "invalid", "message": err.Error()})
	}
	rec.Seq, rec.Outcome, rec.Effects = entry.Seq, entry.Outcome, trace.Effects(entry.Changes)
	return answer(200, map[string]string{"sent": id})
}

func sortedNames(m map[string]json.RawMessage) []string {
	var out []string
	for name := range m {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
