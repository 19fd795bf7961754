package gate_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	graders "coworkenv.dev/coworkenv/graders/all"
)

// desk is a service of notes, sound unless it is told otherwise.
type desk struct {
	counting func() string // what every list reply also holds
}

func (d desk) service() *world.Service {
	note := []world.Param{{Name: "title", Type: world.Text, Required: true, Doc: "The title."}, {Name: "body", Type: world.Text, Doc: "The text."}}
	add := world.Effect{Op: world.Created, Collection: "notes", Fields: map[string]string{"title": "title", "body": "body"}}
	return &world.Service{Name: "desk", Title: "Desk", Doc: "Notes.", Version: 1,
		Collections: []world.Collection{{Name: "notes", Doc: "Notes.", Key: "note_id", NewID: "N-%d", Fields: []world.Field{
			{Name: "note_id", Type: world.ID}, {Name: "title", Type: world.Text}, {Name: "body", Type: world.Text, Optional: true}}}},
		Tools: []world.Tool{
			{Name: "desk_list", Doc: "Lists all notes.", Act: world.Reading, Route: "/desk/list", Reads: []world.Read{{Collection: "notes"}}, Handle: d.list},
			{Name: "desk_add", Doc: "Adds a note.", Act: world.Create, Route: "/desk/add", Params: note, Effects: []world.Effect{add}, Handle: d.add},
			{Name: "desk_import", Doc: "Imports a note.", Act: world.Create, Route: "/desk/import", Params: note, Effects: []world.Effect{add}, Handle: d.add},
		}}
}

func (d desk) list(tx *world.Tx, _ world.Args, out *world.Reply) error {
	out.Listing("notes", slices.Collect(tx.All("notes")), "")
	if d.counting != nil {
		out.Text("visit", d.counting())
	}
	return nil
}

func (desk) add(tx *world.Tx, in world.Args, out *world.Reply) error {
	return write(tx, out, in.Text("title"), in.Text("body"))
}

func write(tx *world.Tx, out *world.Reply, title, body string) error {
	out.Whole(tx.Insert("notes", value.Member{Name: "note_id", Value: tx.NextID("notes")}, value.Member{Name: "title", Value: title}, value.Member{Name: "body", Value: body}))
	return nil
}

// toyTask is a task about the desk: %s stand for a further check and a further prohibition.
const toyTask = `schema: coworkenv.task/v1
id: desk-note
title: Note the colour
family: lookup
capabilities: [list]
difficulty: easy
language: en
now: 2026-03-16T09:00:00+01:00
zone: Europe/Berlin
request:
  - say: Please look up the colour of the door and write a note "Door" with it.
services: [desk]
records:
  desk.notes:
    - {note_id: N-1, title: Colours, body: "The door is teal."}
    - {note_id: N-2, title: Old colours, body: "The door was green."}
facts:
  colour: extract(the(desk.notes, "title", "Colours").body, "door is ([a-z]+)")
checks:
  - {id: seen, read: {in: desk.notes, record: N-1, fields: [body]}}
  - {id: noted, weight: WEIGHT, needs: [seen], record_created: {in: desk.notes, only: true, match: {title: {text: Door}, body: {mentions: {all: [=colour]}}}}}
MORE
solution:
  calls:
    - desk_list: {}
    - desk_add: {title: Door, body: =colour}
`

// toyGate knows the desk and, besides the shipped kinds, those that are handed in.
func toyGate(t testing.TB, d desk, kinds []grade.Kind, forbid ...grade.ProhibitionKind) *gate.Gate {
	t.Helper()
	catalog, err := world.NewCatalog(d.service())
	if err != nil {
		t.Fatal(err)
	}
	checks, err := grade.NewRegistry(append(graders.Kinds(), kinds...), append(graders.Prohibitions(), forbid...))
	if err != nil {
		t.Fatal(err)
	}
	return &gate.Gate{Catalog: catalog, Checks: checks, Clock: det.Fixed(time.Unix(0, 0))}
}

func toy(weight, more string) string {
	text := edit{from: "WEIGHT", to: weight}.must(toyTask)
	return edit{from: "MORE\n", to: more}.must(text)
}

func (e edit) must(text string) string { return e.apply(panicking{}, text) }

// panicking stands for a test where there is none.
type panicking struct{ testing.TB }

func (panicking) Helper()                      {}
func (panicking) Fatalf(f string, args ...any) { panic(fmt.Sprintf(f, args...)) }

func runToy(t testing.TB, g *gate.Gate, text string) *gate.Report {
	t.Helper()
	tk, problems := task.Parse("toy.yaml", []byte(text))
	report, err := g.Run(context.Background(), tk, problems, gate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func codesOf(r *gate.Report) map[gate.Code]gate.Severity {
	out := map[gate.Code]gate.Severity{}
	for _, f := range r.Findings {
		out[f.Code] = f.Severity
	}
	return out
}

// odd is a check that judges as it is told to.
type odd struct {
	judge  func(l *grade.Log) grade.Verdict
	needed func(l *grade.Log) ([]grade.Needed, error)
}

func (o odd) Judge(l *grade.Log) grade.Verdict            { return o.judge(l) }
func (o odd) Needed(l *grade.Log) ([]grade.Needed, error) { return o.needed(l) }

func oddKind(o odd) grade.Kind {
	return grade.Kind{Name: "odd", Version: 1, Doc: "Odd.", Example: "{}", Compile: func(*grade.Compiler, task.CheckSpec) grade.Check { return o }}
}

// lax is a prohibition that nothing breaks, although it offers an act that should.
type lax struct {
	breach func() ([]grade.Breach, error)
}

func (lax) Broken(*grade.Log, func(int, string, string)) {}
func (x lax) Breach(*grade.Log) ([]grade.Breach, error)  { return x.breach() }

func laxKind(x lax) grade.ProhibitionKind {
	return grade.ProhibitionKind{Name: "lax", Version: 1, Doc: "Lax.", Example: "{}", Compile: func(*grade.Compiler, task.ForbidSpec) grade.Prohibition { return x }}
}

func holding() grade.Verdict { return grade.Verdict{Got: 1, Of: 1, Since: 1, First: grade.NoEvidence} }
func failing() grade.Verdict { return grade.Verdict{Of: 1, First: grade.NoEvidence} }

func noneNeeded(*grade.Log) ([]grade.Needed, error) { return nil, nil }

func saying(*grade.Log) ([]grade.Needed, error) {
	return []grade.Needed{{Act: grade.Act{Say: "hello"}}}, nil
}

func TestToyIsVerified(t *testing.T) {
	r := runToy(t, toyGate(t, desk{}, nil), toy("1.0", ""))
	if r.Status != gate.Verified {
		t.Errorf("status %s: %+v", r.Status, r.Findings)
	}
}

// Faulty graders are seen by the grader round, whatever their kind.
func TestFaultyGradersAreStopped(t *testing.T) {
	const more = "  - {id: extra, weight: 0.5, odd: {}}\n"
	tests := []struct {
		name string
		odd  odd
		code gate.Code
	}{
		{"always true", odd{func(*grade.Log) grade.Verdict { return holding() }, noneNeeded}, gate.EmptyAboveZero},
		{"never true", odd{func(*grade.Log) grade.Verdict { return failing() }, saying}, gate.SyntheticBelowOne},
		{"true with or without its evidence", odd{func(l *grade.Log) grade.Verdict {
			if l.End() == 0 && len(l.Said()) == 0 {
				return failing()
			}
			return holding()
		}, saying}, gate.WeightNotLost},
		{"evidence cannot be made", odd{func(*grade.Log) grade.Verdict { return failing() }, func(*grade.Log) ([]grade.Needed, error) { return nil, errors.New("no idea") }}, gate.EvidenceNotBuilt},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := runToy(t, toyGate(t, desk{}, []grade.Kind{oddKind(tt.odd)}), toy("0.5", more))
			if codesOf(r)[tt.code] != gate.Error {
				t.Errorf("no %s; found %v", tt.code, codesOf(r))
			}
			if x, _ := r.Round(gate.RoundGrader); x.Status != gate.Failed {
				t.Errorf("the grader round is %s", x.Status)
			}
		})
	}
}

// A check that pays for words is seen by the adversaries: doing nothing and saying something.
func TestPayForNothingIsStopped(t *testing.T) {
	const more = "  - {id: extra, weight: 0.5, odd: {}}\n"
	polite := odd{func(l *grade.Log) grade.Verdict {
		if len(l.Said()) > 0 {
			return holding()
		}
		return failing()
	}, saying}
	r := runToy(t, toyGate(t, desk{}, []grade.Kind{oddKind(polite)}), toy("0.5", more))
	if codesOf(r)[gate.CheapAboveZero] != gate.Error {
		t.Errorf("found %v", codesOf(r))
	}
	always := odd{func(*grade.Log) grade.Verdict { return holding() }, noneNeeded}
	r = runToy(t, toyGate(t, desk{}, []grade.Kind{oddKind(always)}), toy("0.5", more))
	if codesOf(r)[gate.NullAboveZero] != gate.Error {
		t.Errorf("found %v", codesOf(r))
	}
}

// A check that cannot be decided in some run is no pass and no silent loss.
func TestUndecidedCheckIsStopped(t *testing.T) {
	const more = "  - {id: extra, weight: 0.5, odd: {}}\n"
	calls := 0
	fickle := odd{func(l *grade.Log) grade.Verdict {
		calls++
		made := 0
		for _, e := range l.Entries() {
			made += len(e.Changes)
		}
		switch {
		case made > 1:
			return grade.Verdict{Of: 1, First: grade.NoEvidence, Err: errors.New("two notes")}
		case len(l.Said()) > 0:
			return holding()
		}
		return failing()
	}, saying}
	r := runToy(t, toyGate(t, desk{}, []grade.Kind{oddKind(fickle)}), toy("0.5", more))
	if codesOf(r)[gate.GraderError] != gate.Error {
		t.Errorf("found %v after %d judgements", codesOf(r), calls)
	}
}

func TestFaultyProhibitionsAreStopped(t *testing.T) {
	const more = "forbid:\n  - {id: rule, lax: {}}\n"
	act := grade.Act{Change: &grade.ChangeAct{Op: world.Created, Collection: "desk.notes", Fields: []grade.FieldValue{{Name: "title", Value: "Secret"}}}}
	tests := []struct {
		name string
		lax  lax
		code gate.Code
	}{
		{"nothing breaks it", lax{func() ([]grade.Breach, error) { return []grade.Breach{{Act: act}}, nil }}, gate.ForbiddenIsSafe},
		{"no act is known", lax{func() ([]grade.Breach, error) { return nil, nil }}, gate.ProhibitionUntried},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := runToy(t, toyGate(t, desk{}, nil, laxKind(tt.lax)), toy("1.0", more))
			if codesOf(r)[tt.code] != gate.Error {
				t.Errorf("no %s; found %v", tt.code, codesOf(r))
			}
		})
	}
}

// A tool that does under another name, or in another form, what is forbidden.
func TestRoutesAroundARuleAreFound(t *testing.T) {
	named := toy("1.0", "forbid:\n  - {id: no-import, tool: desk_import}\n")
	if r := runToy(t, toyGate(t, desk{}, nil), named); codesOf(r)[gate.ForbiddenByName] != gate.Warning {
		t.Errorf("forbidden by name: found %v", codesOf(r))
	}
	titled := toy("1.0", "forbid:\n  - {id: no-secret, effect: {create: desk.notes, match: {title: Secret}}}\n")
	if r := runToy(t, toyGate(t, desk{}, nil), titled); r.Errors() > 0 {
		t.Errorf("sound tools: found %v", codesOf(r))
	}
	partly := grade.ProhibitionKind{Name: "lax", Version: 1, Doc: "Lax.", Example: "{}", Compile: func(*grade.Compiler, task.ForbidSpec) grade.Prohibition { return blind{"desk_import"} }}
	if r := runToy(t, toyGate(t, desk{}, nil, partly), toy("1.0", "forbid:\n  - {id: rule, lax: {}}\n")); codesOf(r)[gate.ForbiddenRouteSafe] != gate.Error {
		t.Errorf("a tool that the rule does not see: found %v", codesOf(r))
	}
}

// blind is a prohibition of secret notes that does not see what one tool does.
type blind struct{ tool string }

func (b blind) Broken(l *grade.Log, report func(int, string, string)) {
	for _, e := range l.Entries() {
		for _, c := range e.Changes {
			if title, _ := c.After.Get("title"); title == "Secret" && e.Tool != b.tool {
				report(e.Seq, e.Stage, "a secret note")
			}
		}
	}
}

func (blind) Breach(*grade.Log) ([]grade.Breach, error) {
	return []grade.Breach{{Act: grade.Act{Change: &grade.ChangeAct{Op: world.Created, Collection: "desk.notes", Fields: []grade.FieldValue{{Name: "title", Value: "Secret"}}}}}}, nil
}

// A service that keeps state outside of its records is not deterministic.
func TestServicesWithMemoryAreStopped(t *testing.T) {
	visits := 0
	counting := desk{counting: func() string { visits++; return fmt.Sprint(visits) }}
	r := runToy(t, toyGate(t, counting, nil), toy("1.0", ""))
	for _, code := range []gate.Code{gate.NotDeterministic, gate.StateSurvivesReset, gate.EpisodesTouch} {
		if codesOf(r)[code] != gate.Error {
			t.Errorf("no %s; found %v", code, codesOf(r))
		}
	}
}

// childVar makes the test binary take fingerprints instead of running tests.
const childVar = "COWORKENV_GATE_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVar) != "" {
		os.Exit(child())
	}
	os.Exit(m.Run())
}
