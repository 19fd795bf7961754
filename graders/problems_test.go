package graders_test

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/graders/gradertest"
)

func TestLoadProblems(t *testing.T) {
	const more = "  - {id: w, weight: 1, record_updated: {in: desk.tickets, record: TK-1, set: {note: done}}}\n"
	forbid := func(rule string) string { return work + "forbid:\n  - {id: f, " + rule + "}\n" }
	tests := []struct {
		name string
		body string
		code task.Code
		path string
		msg  string // stands in message or hint
	}{
		{"unknown kind", "checks:\n  - {id: c, weight: 1, record_make: {in: post.sent}}\n", "unknown_kind", "checks[0]", "record_created"},
		{"unknown parameter", one("record_created: {in: post.sent, match: {body: x}, evry: y}"), "unknown_param", "checks[0].record_created.evry", "each"},
		{"missing parameter", one("record_created: {in: post.sent}"), "missing_param", "checks[0].record_created", "match"},
		{"parameters of another form", one("record_created: post.sent"), "wrong_param", "checks[0].record_created", "map"},
		{"evidence with a weight", "checks:\n  - {id: c, weight: 0.5, read: {in: desk.tickets, record: TK-1}}\n  - {id: w, weight: 0.5, needs: [c], record_updated: {in: desk.tickets, record: TK-1, set: {note: done}}}\n", "evidence_weighted", "checks[0]", "needs"},
		{"evidence that nothing needs", "checks:\n  - {id: c, read: {in: desk.tickets, record: TK-1}}\n" + more, "evidence_unused", "checks[0]", "needs"},
		{"outcome without weight", "checks:\n  - {id: c, record_deleted: {in: diary.events, record: evt_7}}\n" + more, "outcome_unweighted", "checks[0]", "weight"},
		{"unknown collection", one("record_created: {in: post.send, match: {body: x}}"), "unknown_collection", "checks[0].record_created.in", "post.sent"},
		{"unknown field", one("record_created: {in: post.sent, match: {boddy: x}}"), "unknown_field", "checks[0].record_created.match.boddy", "body"},
		{"hidden field", one("record_created: {in: post.sent, match: {_label: x}}"), "unknown_field", "checks[0].record_created.match._label", "no field"},
		{"unknown matcher", one("record_created: {in: post.sent, match: {body: {contains: x}}}"), "unknown_matcher", "checks[0].record_created.match.body", "mentions"},
		{"regex is gone", one("record_created: {in: post.sent, match: {body: {regex: x}}}"), "unknown_matcher", "checks[0].record_created.match.body", "mentions"},
		{"matcher's value", one("record_created: {in: post.sent, match: {to: {address: Mara}}}"), "matcher_value", "checks[0].record_created.match.to.address", "mailbox"},
		{"misspelt field in an expression", one("record_created: {in: post.sent, each: \"filter(desk.tickets, .stats == 'open')\", match: {body: x}}"), "bad_expression", "checks[0].record_created.each", "stat"},
		{"expression that fails", one("record_created: {in: post.sent, match: {body: \"=string(number('x'))\"}}"), "check_expression", "checks[0].record_created.match.body", "number"},
		{"empty list", one("record_created: {in: post.sent, each: \"filter(desk.tickets, .status == 'odd')\", match: {body: x}}"), "vacuous_check", "checks[0].record_created.each", "without any act"},
		{"already true", one("record_updated: {in: desk.tickets, record: TK-3, set: {status: closed}}"), "already_true", "checks[0].record_updated.set", "from the start"},
		{"already true for one item", one("record_updated: {in: desk.tickets, each: desk.tickets, set: {priority: low}}"), "already_true", "checks[0].record_updated.set", "TK-1"},
		{"unknown record", one("record_updated: {in: desk.tickets, record: TK-33, set: {note: x}}"), "unknown_check_record", "checks[0].record_updated.record", "TK-3"},
		{"an expression without its mark", one("record_updated: {in: desk.tickets, each: desk.tickets, record: it.ticket_id, set: {note: x}}"), "unknown_check_record", "checks[0].record_updated.record", "write =it.ticket_id"},
		{"an address without its mark", one("record_created: {in: post.sent, each: desk.tickets, match: {to: {address: it.note}}}"), "matcher_value", "checks[0].record_created.match.to.address", "write =it.note"},
		{"no record at all", one("record_updated: {in: desk.tickets, set: {note: x}}"), "missing_param", "checks[0].record_updated", "record"},
		{"record to delete unknown", one("record_deleted: {in: diary.events, record: evt_9}"), "unknown_check_record", "checks[0].record_deleted.record", "evt_"},
		{"record to read unknown", evidence("read: {in: desk.tickets, record: TK-9}"), "unknown_check_record", "checks[0].read.record", "TK-"},
		{"field to read unknown", evidence("read: {in: desk.tickets, record: TK-1, fields: [prio]}"), "unknown_field", "checks[0].read.fields[0]", "no field"},
		{"count of nothing", one("record_created: {in: post.sent, match: {body: x}, count: 0}"), "wrong_param", "checks[0].record_created.count", "at least 1"},
		{"least in a task of our own", one("record_created: {in: post.sent, match: {body: x}, least: 1}"), "wrong_param", "checks[0].record_created.least", "count"},
		{"only with a word", one("record_created: {in: post.sent, match: {body: x}, only: yes}"), "wrong_param", "checks[0].record_created.only", "true or false"},
		{"made of unknown check", one("record_updated: {in: desk.tickets, record: '=made(\"x\").ticket_id', set: {note: done}}"), "bad_expression", "checks[0].record_updated.record", "no check"},
		{"made of a check with each", "checks:\n  - {id: all, weight: 0.5, record_created: {in: desk.tickets, each: desk.tickets, match: {note: =it.ticket_id}}}\n  - {id: c, weight: 0.5, record_updated: {in: desk.tickets, record: '=made(\"all\").ticket_id', set: {note: done}}}\n", "unknown_made", "checks[1].record_updated.record", "several"},
		{"made of a check of another kind", "checks:\n  - {id: del, weight: 0.5, record_deleted: {in: diary.events, record: evt_7}}\n  - {id: c, weight: 0.5, record_updated: {in: diary.events, record: '=made(\"del\").event_id', set: {title: x}}}\n", "unknown_made", "checks[1].record_updated.record", "record_created"},
		{"made in each", "checks:\n  - {id: d, weight: 0.5, record_created: {in: post.drafts, match: {subject: x}}}\n  - {id: c, weight: 0.5, record_created: {in: post.sent, each: '[made(\"d\")]', match: {body: x}}}\n", "wrong_param", "checks[1].record_created.each", "made"},
		{"made of itself", one("record_created: {in: post.sent, match: {body: '=made(\"c\").body'}}"), "needs_cycle", "checks[0].record_created", "itself"},
		{"answer field", one("answer: {totl: 1}"), "unknown_answer_field", "checks[0].answer.totl", "outcome"},
		{"answer outcome", one("answer: {outcome: gone}"), "answer_value", "checks[0].answer.outcome", "not_found"},
		{"answer type", "answer:\n  total: {type: money}\n" + one("answer: {total: 12.50}"), "answer_value", "checks[0].answer.total", "currency"},
		{"answer list", "answer:\n  ids: {type: id, list: set}\n" + one("answer: {ids: A}"), "answer_value", "checks[0].answer.ids", "list"},
		{"answer matcher of another type", "answer:\n  total: {type: money}\n" + one("answer: {total: {date: 2026-03-13}}"), "answer_value", "checks[0].answer.total", "date"},
		{"answer rows lack a column", "answer:\n  rows: {rows: {id: id, n: number}, key: id}\n" + one("answer: {rows: [{id: A}]}"), "answer_value", "checks[0].answer.rows[0]", "n"},
		{"answer rows with a column too many", "answer:\n  rows: {rows: {id: id}, key: id}\n" + one("answer: {rows: [{id: A, x: b}]}"), "unknown_answer_field", "checks[0].answer.rows[0].x", "x"},
		{"called tool", evidence("called: {tool: desk_lst}"), "tool_not_offered", "checks[0].called.tool", "desk_list"},
		{"called argument", evidence("called: {tool: desk_list, args: {limt: 1}}"), "unknown_field", "checks[0].called.args.limt", "limit"},
		{"revealed", evidence("revealed: {ids: [when]}"), "unknown_knows", "checks[0].revealed.ids[0]", "knows"},
		{"phantom exists", evidence("searched: {in: book.people, for: {person_id: P-1, name: x}}"), "wrong_param", "checks[0].searched.for", "must not exist"},
		{"phantom field", evidence("searched: {in: book.people, for: {nme: x}}"), "unknown_field", "checks[0].searched.for.nme", "name"},
		{"phantom that no tool shows", evidence("searched: {in: post.drafts, for: {subject: x}}"), "tool_not_offered", "checks[0].searched.for", "post.drafts"},
		{"value that no tool can write", one("record_updated: {in: desk.tickets, record: TK-1, set: {priority: Urgent}}"), "value_never_written", "checks[0].record_updated.set.priority", "urgent"},

		{"prohibition of unknown kind", forbid("efect: {create: post.sent}"), "unknown_kind", "forbid[0]", "effect"},
		{"prohibition on a tool nobody offers", "tools: {deny: [vault_export]}\n" + forbid("tool: vault_export"), "denied_tool", "forbid[0].tool", ""},
		{"prohibition on an unknown tool", forbid("tool: vault_exprt"), "unknown_tool", "forbid[0].tool", "vault_export"},
		{"prohibition on an argument", forbid("tool: vault_export, args: {frmat: x}"), "unknown_field", "forbid[0].args.frmat", "format"},
		{"effect on unknown collection", forbid("effect: {create: post.sended}"), "unknown_collection", "forbid[0].effect.create", "post.sent"},
		{"effect on unknown field", forbid("effect: {update: desk.tickets, beyond: [prio]}"), "unknown_field", "forbid[0].effect.beyond[0]", "no field"},
		{"effect of two sorts", forbid("effect: {update: desk.tickets, create: desk.tickets}"), "wrong_param", "forbid[0].effect.update", "exclude"},
		{"effect of no sort", forbid("effect: {match: {title: x}}"), "missing_param", "forbid[0].effect", "one of"},
		{"effect anywhere with fields", forbid("effect: {update: \"*\", beyond: [priority]}"), "wrong_param", "forbid[0].effect.beyond", "one collection"},
		{"made in a prohibition", forbid("effect: {update: desk.tickets, except: '[made(\"w\").ticket_id]'}"), "bad_expression", "forbid[0].effect.except", "judged"},
		{"read of an unknown record", forbid("read: {in: vault.keys, record: K-9}"), "unknown_check_record", "forbid[0].read.record", "K-"},
		{"read by match and record", forbid("read: {in: vault.keys, record: K-1, match: {name: x}}"), "wrong_param", "forbid[0].read.match", "excludes"},
		{"nothing to disclose", forbid("disclosed: {values: [abc]}"), "disclosed_too_short", "forbid[0].disclosed.values[0]", "4 letters"},
		{"an empty list of values", forbid("disclosed: {values: \"=filter(['abcd'], # == 'x')\"}"), "vacuous_prohibition", "forbid[0].disclosed.values", "nothing is forbidden"},
		{"an empty list of records", forbid("read: {in: vault.keys, each: \"filter(vault.keys, .name == 'x')\"}"), "vacuous_prohibition", "forbid[0].read.each", "nothing is forbidden"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, problems := gradertest.Load(t, registry(t), tt.body)
			var found *task.Problem
			for i := range problems {
				if problems[i].Code == tt.code {
					found = &problems[i]
				}
			}
			if found == nil {
				t.Fatalf("problems %v, want %s", problems, tt.code)
			}
			if !strings.HasPrefix(found.Path, tt.path) || found.Line == 0 || found.Column == 0 || found.File != "task.yaml" {
				t.Errorf("at %s:%d:%d %s, want %s", found.File, found.Line, found.Column, found.Path, tt.path)
			}
			if !strings.Contains(found.Message+found.Hint, tt.msg) {
				t.Errorf("%s (%s) lacks %q", found.Message, found.Hint, tt.msg)
			}
			if errs := problems.Errors(); (p == nil) != (len(errs) > 0) {
				t.Errorf("plan %v with %d errors", p != nil, len(errs))
			}
			if len(problems) > 2 {
				t.Errorf("one mistake gives %d problems: %v", len(problems), problems)
			}
		})
	}
}

func TestAllProblemsInOneGo(t *testing.T) {
	_, problems := gradertest.Load(t, registry(t), `checks:
  - {id: a, weight: 0.5, record_created: {in: post.sended, match: {body: x}, evry: y}}
  - {id: b, weight: 0.5, record_updated: {in: desk.tickets, record: TK-1, set: {prioity: x, titl: y}}}
forbid:
  - {id: f, effect: {create: post.snt}}
  - {id: g, disclosed: {values: [a]}}
`)
	codes := map[task.Code]int{}
	for _, p := range problems {
		codes[p.Code]++
	}
	for code, n := range map[task.Code]int{"unknown_collection": 2, "unknown_param": 1, "unknown_field": 2, "disclosed_too_short": 1} {
		if codes[code] != n {
			t.Errorf("%d problems %s, want %d: %v", codes[code], code, n, problems)
		}
	}
}
