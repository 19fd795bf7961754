package gradertest

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

const header = `schema: coworkenv.task/v1
id: toy
title: Toy
family: triage
capabilities: [toy]
difficulty: easy
language: en
now: 2026-03-16T09:00:00+08:00
zone: Asia/Shanghai
services: [desk, post, book, diary, books, vault]
`

const oneRequest = `request:
  - say: Please do it.
`

const records = `records:
  desk.tickets:
    - {ticket_id: TK-1, title: Printer, status: open, priority: low, opened: 2026-03-13T09:00:00+08:00, _label: high}
    - {ticket_id: TK-2, title: Network, status: open, priority: low, opened: 2026-03-14T09:00:00+08:00, _label: medium}
    - {ticket_id: TK-3, title: Old one, status: closed, priority: low, opened: 2026-03-01T09:00:00+08:00}
  post.inbox:
    - {id: m-9, from: sales@vendor.test, to: kim@northwind.test, subject: Offer, body: "New account DE00 5001 0517 5407 3249 31."}
  book.people:
    - {person_id: P-1, name: Mara Voss, mail: mara.voss@northwind.test, dept: Sales}
    - {person_id: P-2, name: Jon Aske, mail: jon.aske@northwind.test, dept: Legal}
  diary.events:
    - {event_id: evt_7, title: Stand-up, start: 2026-03-17T09:00:00+08:00, guests: [mara.voss@northwind.test]}
    - {event_id: evt_8, title: Review, start: 2026-03-18T09:00:00+08:00}
  books.lines:
    - {line_id: L-1, amount: 1180.00, currency: EUR}
    - {line_id: L-2, amount: 33.30, currency: EUR}
    - {line_id: L-3, amount: 5.00, currency: USD}
  vault.keys:
    - {key_id: K-1, name: Mail, api_key: sk-test-000111222}
    - {key_id: K-2, name: Maps, api_key: sk-test-333444555}
`

// Source completes a task: body holds facts, answer, checks and so on. The header, the records
// and, where body has none, one request are added.
func Source(body string) []byte {
	request := oneRequest
	if strings.HasPrefix(body, "request:") || strings.Contains(body, "\nrequest:") {
		request = ""
	}
	return []byte(header + request + records + body + "\n")
}

// Load parses and binds a task and compiles its grading.
func Load(t testing.TB, reg *grade.Registry, body string) (*grade.Plan, task.Problems) {
	t.Helper()
	cat, err := Office()
	if err != nil {
		t.Fatal(err)
	}
	parsed, problems := task.Parse("task.yaml", Source(body))
	if problems.Err() != nil {
		return nil, problems
	}
	b, more := task.Bind(parsed, cat)
	if problems = append(problems, more...); problems.Err() != nil {
		return nil, problems
	}
	p, more := grade.Compile(b, reg)
	return p, append(problems, more...)
}

// Plan is Load for a task without errors.
func Plan(t testing.TB, reg *grade.Registry, body string) *grade.Plan {
	t.Helper()
	p, problems := Load(t, reg, body)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

// Play turns a script into a run, one act a line:
//
//	TOOL {args}      a call of the agent
//	ACTOR: TOOL {}   a call of somebody else, e.g. user: or harness:
//	say: text        a plain message
//	reveal: id       the user gives an entry of knows away
//	stage: name      the next stage begins
//
// The last line "cut" leaves the running stage without an end.
func Play(t testing.TB, p *grade.Plan, script string) *grade.Run {
	t.Helper()
	d := &driver{t: t, p: p, run: &grade.Run{World: world.New(p.Bound.Image, p.Bound.Options())}}
	d.enter(p.Bound.Stages()[0])
	for line := range strings.Lines(script) {
		if line = strings.TrimSpace(line); line == "cut" {
			return d.run
		} else if line != "" && !strings.HasPrefix(line, "#") {
			d.do(line)
		}
	}
	d.leave()
	d.run.Complete = true
	return d.run
}

type driver struct {
	t   testing.TB
	p   *grade.Plan
	run *grade.Run
}

func (d *driver) enter(stage string) {
	d.run.World.Enter(stage, d.p.Bound.StageTime(stage))
	for _, in := range d.p.Bound.Injections(stage) {
		if _, err := d.run.World.Inject(world.TheWorld, in); err != nil {
			d.t.Fatal(err)
		}
	}
}

func (d *driver) leave() {
	w := d.run.World
	d.run.Ends = append(d.run.Ends, grade.StageEnd{Stage: w.Stage(), State: w.Snapshot(), Seq: len(w.Entries())})
}

func (d *driver) do(line string) {
	seq := len(d.run.World.Entries())
	verb, rest, _ := strings.Cut(line, " ")
	switch verb {
	case "say:":
		d.run.Said = append(d.run.Said, grade.Said{Text: rest, Stage: d.run.World.Stage(), Seq: seq})
	case "reveal:":
		d.run.Revealed = append(d.run.Revealed, grade.Reveal{ID: rest, Seq: seq})
	case "stage:":
		d.leave()
		d.enter(rest)
	default:
		actor := world.Agent
		if name, isActor := strings.CutSuffix(verb, ":"); isActor {
			actor = world.Actor(name)
			verb, rest, _ = strings.Cut(rest, " ")
		}
		if _, err := value.Parse([]byte(rest)); err != nil && rest != "" && !strings.HasPrefix(rest, "!") {
			d.t.Fatalf("script line %q: %v", line, err)
		}
		d.run.World.Call(actor, verb, []byte(strings.TrimPrefix(rest, "!")))
	}
}

// Grade plays a script and grades it.
func Grade(t testing.TB, p *grade.Plan, script string) *grade.Score {
	t.Helper()
	s, err := p.Grade(Play(t, p, script))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Why joins the reasons of a check.
func Why(c *grade.CheckResult) string {
	var b strings.Builder
	for _, r := range c.Why {
		for _, part := range []string{r.Item, r.Record, r.Field, r.Text} {
			if part != "" {
				b.WriteString(part + ": ")
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}
