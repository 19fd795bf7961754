package author

import (
	"context"
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/llm"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
)

// discriminator is one of those who grade a task that they did not write.
type discriminator struct {
	a       *Author
	slot    Slot
	n       int
	grading []section // nil = it has not said anything that could be read
	said    string
	found   []Finding // against its last grading

	file     []byte // the task under its grading
	task     *task.Task
	problems task.Problems
}

// forget begins a conversation of its own about another request.
func (g *discriminator) forget() {
	*g = discriminator{a: g.a, slot: g.slot, n: g.n}
}

// grade has the discriminator grade what it has not graded yet, or mend what was refused.
func (g *discriminator) grade(ctx context.Context, round int, request []section, d *draft) error {
	if g.grading != nil && len(g.found) == 0 {
		return nil
	}
	messages, err := g.opening(request)
	if err != nil {
		return err
	}
	if len(g.found) > 0 {
		repair, err := g.a.repair(discriminatorRepair, g.slot, round-1, g.found)
		if err != nil {
			return err
		}
		last := echo(nil, g.said)
		if g.grading != nil {
			last = echo(joined(g.grading), "")
		}
		messages = append(messages, llm.Message{From: llm.Assistant, Text: last}, repair)
	}
	client := g.a.Discriminator
	if client == nil {
		client = g.a.Generator
	}
	name := fmt.Sprintf(" grader %d", g.n+1)
	h, err := ask(ctx, client, llm.Discriminator, name[1:], llm.Request{Messages: messages, Sample: 1000*(g.n+1) + round, Label: label(g.slot, round, llm.Discriminator, name)})
	if err != nil {
		return err
	}
	d.by = append(d.by, h.by)
	g.grading, g.said, g.found = nil, h.text, nil
	if h.finding != nil {
		g.found = []Finding{*h.finding}
		return nil
	}
	list, ok := sectionsOf(h.doc)
	part := only(list, gradingKeys)
	if !ok || len(part) == 0 {
		g.found = []Finding{problem(NoDocument, "", "the document has none of the sections that are asked for, or cannot be cut into its sections",
			"write facts, checks, forbid and solution as keys at the beginning of a line")}
		return nil
	}
	g.grading = part
	return nil
}

// opening is the whole of what a discriminator is told: the situation, the request and the records.
func (g *discriminator) opening(request []section) ([]llm.Message, error) {
	t, _ := task.Parse(g.slot.ID(), joined(request))
	if t == nil {
		return nil, fault.New(fault.Internal, "a request that was read before cannot be read")
	}
	b, err := g.a.brief(g.slot)
	if err != nil {
		return nil, err
	}
	services, err := g.a.services(t.Services)
	if err != nil {
		return nil, err
	}
	b.Services = nil
	for _, s := range services {
		b.Services = append(b.Services, serviceText(s))
	}
	who, err := g.a.Prompts.fill(discriminatorSystem, map[string]any{"Services": b.Services, "Checks": b.Checks, "Schema": b.Schema})
	if err != nil {
		return nil, err
	}
	asked, err := requestView(t, request)
	if err != nil {
		return nil, err
	}
	what, err := g.a.Prompts.fill(discriminatorTask, map[string]any{"Situation": g.slot.Scenario.Title, "Request": shownJSON(asked), "Records": shownJSON(recordsView(t))})
	if err != nil {
		return nil, err
	}
	return []llm.Message{{From: llm.System, Text: who}, {From: llm.FromUser, Text: what}}, nil
}

func shownJSON(v any) string { return indented(v) }

// requestView is what the office worker asks for and under which rules: no title, no comment, nothing
// that is only said beside it.
func requestView(t *task.Task, request []section) (*value.Object, error) {
	o := value.Obj(value.Member{Name: "now", Value: t.Now.Format(time.RFC3339)}, value.Member{Name: "zone", Value: t.ZoneName})
	for _, key := range []string{"identity", "brief", "request", "user", "services", "tools", "answer", "faults"} {
		for _, s := range request {
			if s.key != key {
				continue
			}
			v, err := task.ParseForeign([]byte(s.text), task.MaxBytes) // which drops the comments
			section, ok := v.(*value.Object)
			if err != nil || !ok {
				return nil, fault.Wrap(fault.Invalid, err, "show section %s", key)
			}
			content, _ := section.Get(key)
			o.Set(key, content)
		}
	}
	return o, nil
}

func recordsView(t *task.Task) *value.Object {
	o := value.Obj()
	for _, r := range t.Records {
		list := make([]any, len(r.Items))
		for i, item := range r.Items {
			list[i] = item
		}
		o.Set(r.Collection, list)
	}
	return o
}
