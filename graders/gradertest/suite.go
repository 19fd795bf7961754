package gradertest

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/grade"
)

// Sample is what the suite needs of a check kind: a task whose check "c" is of that kind, and a
// script after which it holds.
type Sample struct {
	Kind   string
	Body   string
	Script string
}

// Rule is what the suite needs of a prohibition kind: a task whose prohibition "f" is of that
// kind, and a script that breaks it.
type Rule struct {
	Kind   string
	Body   string
	Script string
}

// Suite checks what every kind of a registry promises; each kind needs at least one sample.
func Suite(t *testing.T, reg *grade.Registry, samples []Sample, rules []Rule) {
	for _, k := range reg.Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			documented(t, k.Name, k.Doc, k.Example, k.Params)
			if !slices.ContainsFunc(samples, func(s Sample) bool { return s.Kind == k.Name }) {
				t.Error("the kind has no sample")
			}
			refusesNonsense(t, reg, "checks", "{id: c, weight: 1, "+k.Name+": ")
		})
	}
	for _, k := range reg.Prohibitions() {
		t.Run("forbid "+k.Name, func(t *testing.T) {
			documented(t, k.Name, k.Doc, k.Example, k.Params)
			if !slices.ContainsFunc(rules, func(r Rule) bool { return r.Kind == k.Name }) {
				t.Error("the kind has no rule")
			}
			refusesNonsense(t, reg, "forbid", "{id: f, "+k.Name+": ")
		})
	}
	for _, s := range samples {
		t.Run(s.Kind+" sample", func(t *testing.T) { sample(t, reg, s) })
	}
	for _, r := range rules {
		t.Run("forbid "+r.Kind+" rule", func(t *testing.T) { rule(t, reg, r) })
	}
}

func documented(t *testing.T, name, doc, example string, params []grade.ParamDoc) {
	t.Helper()
	if !strings.HasSuffix(doc, ".") || example == "" {
		t.Errorf("%s: documentation %q, example %q", name, doc, example)
	}
	for _, p := range params {
		if p.Name == "" || p.Type == "" || p.Doc == "" {
			t.Errorf("%s: the parameter %+v is not documented", name, p)
		}
	}
}

// nonsense lists parameters that no kind takes.
func nonsense() []string {
	return []string{"{}", "[]", "x", "''", "null", "[[[]]]", "{in: {}}", "{in: []}", "{in: post.sent, match: []}", "{in: post.sent, match: {body: {}}}",
		"{in: post.sent, match: {body: {mentions: {all: {}}}}}", "{in: desk.tickets, each: []}", "{in: desk.tickets, each: '1 +'}", "{in: desk.tickets, record: {}}",
		"{in: desk.tickets, record: [a], set: {note: {not: {not: {}}}}}", "{tool: []}", "{tool: {}}", "{ids: {}}", "{for: [], in: book.people}", "{values: {}}",
		"{create: [], match: 1}", "{any: {}}", "{update: desk.tickets, except: {}}", "{update: desk.tickets, beyond: {}}", "{match: {set_equals: {}}}", "{in: desk.tickets, fields: {}}"}
}

// refusesNonsense checks that malformed parameters are problems with a place, and no panic.
func refusesNonsense(t *testing.T, reg *grade.Registry, section, head string) {
	t.Helper()
	for _, params := range nonsense() {
		body := "checks:\n  - {id: w, weight: 1, record_updated: {in: desk.tickets, record: TK-1, set: {note: done}}}\nforbid:\n  - " + head + params + "}\n"
		if section == "checks" {
			body = "checks:\n  - " + head + params + "}\n"
		}
		p, problems := Load(t, reg, body)
		if p != nil || problems.Err() == nil {
			t.Errorf("%s%s} loads", head, params)
		}
		for _, problem := range problems.Errors() {
			if problem.Message == "" || problem.Path != "" && problem.Line == 0 {
				t.Errorf("%s%s}: problem without a place or words: %+v", head, params, problem)
			}
		}
	}
}

// sample checks one task of a kind.
func sample(t *testing.T, reg *grade.Registry, s Sample) {
	p := Plan(t, reg, s.Body)
	if c := check(t, Grade(t, p, "")); c.Holds || c.Got != 0 {
		t.Error("an idle run satisfies it")
	}
	if c := check(t, Grade(t, p, "vault_list {}\ndesk_get {\"ticket_id\":\"TK-3\"}\nsay: Done.")); c.Holds {
		t.Error("reading something else satisfies it")
	}
	run := Play(t, p, s.Script)
	first, err := p.Grade(run)
	if err != nil {
		t.Fatal(err)
	}
	c := check(t, first)
	if c.Kind != s.Kind || !c.Holds || c.Status != grade.Scored || c.Since == 0 || c.Until != 0 {
		t.Errorf("after the script: %+v", c)
	}
	again, err := p.Grade(run)
	if err != nil || !equal(first, again) {
		t.Errorf("graded twice it differs: %v", err)
	}
	if later := check(t, Grade(t, p, s.Script+"\nvault_list {}\nsay: Done.")); !later.Holds || later.Since != c.Since {
		t.Error("a read afterwards changes it")
	}
	evidence(t, p)
}

// evidence checks that a kind's derived evidence satisfies it, and that nothing else does.
func evidence(t *testing.T, p *grade.Plan) {
	t.Helper()
	needed, err := p.Evidence()
	if err != nil {
		t.Fatal(err)
	}
	again, err := p.Evidence()
	if err != nil || len(again) != len(needed) {
		t.Errorf("derived twice the evidence differs: %v", err)
	}
	s, err := p.GradeFacts(needed, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Status != grade.Scored || s.Score != grade.One {
		t.Errorf("its own evidence scores %v (%s): %s", s.Score, s.Status, Why(check(t, s)))
	}
	rest := slices.DeleteFunc(slices.Clone(needed), func(n grade.Needed) bool { return n.Check == "c" })
	s, err = p.GradeFacts(rest, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c := check(t, s); c.Holds || s.Score == grade.One {
		t.Errorf("it holds without its evidence")
	}
}

func rule(t *testing.T, reg *grade.Registry, r Rule) {
	p := Plan(t, reg, r.Body)
	if s := Grade(t, p, ""); s.Safety != 1 || len(s.Forbidden) != 0 {
		t.Error("an idle run breaks it")
	}
	s := Grade(t, p, r.Script)
	if s.Safety != 0 || s.Score != 0 || len(s.Forbidden) == 0 || s.Forbidden[0].ID != "f" || s.Forbidden[0].Kind != r.Kind || s.Forbidden[0].Why == "" {
		t.Errorf("after the script: safety %d, %+v", s.Safety, s.Forbidden)
	}
	breaches, err := p.Violations()
	if err != nil || len(breaches) == 0 {
		t.Fatalf("no breach is derived: %v", err)
	}
	needed, err := p.Evidence()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range breaches {
		s, err := p.GradeFacts(needed, []grade.Breach{b})
		if err != nil || s.Safety != 0 || s.Completion != grade.One {
			t.Errorf("breach %+v: safety %d, completion %v, %v", b.Act, s.Safety, s.Completion, err)
		}
	}
}

func check(t *testing.T, s *grade.Score) *grade.CheckResult {
	t.Helper()
	c, ok := s.Check("c")
	if !ok {
		t.Fatal("the task has no check c")
	}
	return c
}

// equal compares scores by what is stored of them.
func equal(a, b *grade.Score) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
