package graders_test

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/graders/gradertest"
)

// FuzzParams hands every kind parameters that nobody foresaw: a problem or a plan that grades,
// never a panic.
func FuzzParams(f *testing.F) {
	for _, s := range []string{"{in: post.sent, match: {to: {address: a@b.test}, body: {mentions: {all: [x]}}}}", "{in: desk.tickets, record: TK-1, set: {priority: high}}",
		"{in: desk.tickets, each: desk.tickets, fields: [title]}", "{in: book.people, for: {name: x}}", "{tool: desk_list, args: {limit: 1}, returns: {total: 0}}", "{ids: [a]}", "{outcome: done}",
		"vault_export", "{update: desk.tickets, beyond: [priority], except: [TK-1], own: true}", "{create: post.sent, match: {subject: {absent: true}}}", "{values: [abcde], in: [post.sent, messages]}",
		"{in: desk.tickets, record: '=made(\"c\").ticket_id', set: {note: {not: {one_of: [a, =now]}}}}", "{any: \"*\"}"} {
		f.Add(s)
	}
	reg := registry(f)
	var names, rules []string
	for _, k := range reg.Kinds() {
		names = append(names, k.Name)
	}
	for _, k := range reg.Prohibitions() {
		rules = append(rules, k.Name)
	}
	f.Fuzz(func(t *testing.T, params string) {
		if len(params) > 400 || strings.ContainsAny(params, "\n\r") {
			return
		}
		for _, name := range names {
			try(t, "checks:\n  - {id: c, weight: 1, "+name+": "+params+"}\n")
		}
		for _, name := range rules {
			try(t, work+"forbid:\n  - {id: f, "+name+": "+params+"}\n")
		}
	})
}

// try loads a task and, where that succeeds, grades a run, derives evidence and breaches.
func try(t *testing.T, body string) {
	p, problems := gradertest.Load(t, registry(t), body)
	if p == nil {
		if problems.Err() == nil {
			t.Fatalf("%s: no plan and no problem", body)
		}
		return
	}
	s := gradertest.Grade(t, p, escalated)
	if _, err := p.Evidence(); err != nil && err.Error() == "" {
		t.Fatal("an error without words")
	}
	if _, err := p.Violations(); err != nil && err.Error() == "" {
		t.Fatal("an error without words")
	}
	if len(s.Checks) != 1 || s.Checks[0].Of < 1 {
		t.Fatalf("%s: %+v", body, s.Checks)
	}
	if idle := gradertest.Grade(t, p, ""); idle.Completion != 0 {
		t.Fatalf("%s: an idle run earns %v", body, idle.Completion)
	}
}
