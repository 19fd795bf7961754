package graders_test

import (
	"testing"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/graders/gradertest"
)

const escalation = `facts:
  open:
    from: desk.tickets
    where: {open: .status == "open"}
    give: {ticket: .ticket_id, manager: "the(book.people, 'name', 'Mara Voss').mail"}
  all_tickets: map(desk.tickets, .ticket_id)
answer:
  tickets: {type: id, list: set}
checks:
  - {id: looked, read: {in: desk.tickets, each: open, record: =it.ticket, fields: [opened]}}
  - {id: raised, weight: 0.4, needs: [looked], record_updated: {in: desk.tickets, each: open, record: =it.ticket, set: {priority: urgent}}}
  - {id: told, weight: 0.4, record_created: {in: post.sent, each: open, only: true, match: {to: {address: =it.manager}, body: {mentions: {all: =it.ticket, none: "=filter(all_tickets, # != it.ticket)"}}}}}
  - {id: said, weight: 0.2, needs: [raised], answer: {tickets: "=map(open, .ticket)"}}
forbid:
  - {id: leave-others, effect: {update: desk.tickets, except: "map(open, .ticket)"}}
  - {id: only-priority, effect: {update: desk.tickets, beyond: [priority]}}
  - {id: no-export, tool: vault_export}
`

const escalated = `desk_list {"status":"open"}
desk_get {"ticket_id":"TK-1"}
desk_get {"ticket_id":"TK-2"}
book_search {"query":"Mara"}
book_get {"person_id":"P-1"}
post_get {"id":"m-9"}
desk_update {"ticket_id":"TK-1","priority":"urgent"}
desk_update {"ticket_id":"TK-2","priority":"urgent"}
post_send {"to":"mara.voss@northwind.test","subject":"Escalation","body":"Hello Mara, the ticket TK-1 has waited for more than 48 hours.\nKind regards, Kim"}
post_send {"to":"mara.voss@northwind.test","subject":"Escalation","body":"Hello Mara, the ticket TK-2 has waited for more than 48 hours.\nKind regards, Kim"}
desk_list {}
submit_answer {"tickets":["TK-2","TK-1"]}
`

func benchGrade(b *testing.B, script string, want grade.Micros) {
	p := gradertest.Plan(b, registry(b), escalation)
	run := gradertest.Play(b, p, script)
	if s, err := p.Grade(run); err != nil || s.Score != want {
		b.Fatalf("score %v, %v", s.Score, err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Grade(run); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGradeTwelveCalls(b *testing.B) { benchGrade(b, escalated, grade.One) }

func BenchmarkGradeIdle(b *testing.B) { benchGrade(b, "", 0) }

func BenchmarkGradeWrong(b *testing.B) {
	benchGrade(b, `post_send {"to":"jon.aske@northwind.test","body":"TK-1, TK-2, TK-3"}`+"\n"+`desk_update {"ticket_id":"TK-1","priority":"high"}`, 0)
}

func BenchmarkCompile(b *testing.B) {
	p := gradertest.Plan(b, registry(b), escalation)
	reg := registry(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, problems := grade.Compile(p.Bound, reg); problems.Err() != nil {
			b.Fatal(problems)
		}
	}
}

func BenchmarkGradeSearched(b *testing.B) {
	p := gradertest.Plan(b, registry(b), evidence("searched: {in: book.people, for: {person_id: P-X, name: Ilona Brandt}}"))
	run := gradertest.Play(b, p, escalated)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Grade(run); err != nil {
			b.Fatal(err)
		}
	}
}
