package graders_test

import (
	"testing"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/graders/gradertest"
)

func TestSuite(t *testing.T) {
	answer := "answer:\n  ids: {type: id, list: set}\n  lines: {rows: {id: id, amount: money}, key: id}\n  total: {type: money}\n"
	user := "user:\n  persona: Kim\n  max_rounds: 4\n  knows:\n    - {id: which, asks: [[which]], say: The first.}\n"
	open := "\"filter(desk.tickets, .status == 'open')\""
	gradertest.Suite(t, registry(t), []gradertest.Sample{
		{Kind: "record_created", Body: one("record_created: {in: post.sent, only: true, match: {to: {address: mara.voss@northwind.test}, body: {mentions: {all: [TK-1, {money: 33.30 EUR}], none: [TK-2]}}}}"),
			Script: `post_send {"to":"mara.voss@northwind.test","body":"TK-1: €33.30"}`},
		{Kind: "record_created", Body: one("record_created: {in: desk.tickets, each: " + open + ", count: 2, match: {note: =it.ticket_id, priority: {not: {one_of: [low, medium]}}, tags: {absent: true}}}"),
			Script: "desk_create {\"title\":\"x\",\"note\":\"TK-1\",\"priority\":\"high\"}\ndesk_create {\"title\":\"x\",\"note\":\"TK-1\",\"priority\":\"high\"}\ndesk_create {\"title\":\"x\",\"note\":\"TK-2\",\"priority\":\"high\"}\ndesk_create {\"title\":\"x\",\"note\":\"TK-2\",\"priority\":\"high\"}"},
		{Kind: "record_created", Body: one("record_created: {in: diary.events, match: {start: {datetime: 2026-03-17T10:00:00+08:00, within: 60}, guests: {set_equals: {address: [al@x.test, bo@x.test]}}}}"),
			Script: `diary_add {"title":"x","start":"2026-03-17T02:00:30Z","guests":["bo@x.test","AL@x.test"]}`},
		{Kind: "record_updated", Body: one("record_updated: {in: desk.tickets, each: " + open + ", set: {priority: urgent, note: {text: Done}}}"),
			Script: "desk_update {\"ticket_id\":\"TK-1\",\"priority\":\"urgent\",\"note\":\"done.\"}\ndesk_update {\"ticket_id\":\"TK-2\",\"priority\":\"urgent\",\"note\":\"DONE\"}"},
		{Kind: "record_deleted", Body: one("record_deleted: {in: diary.events, record: evt_7}"), Script: `diary_delete {"event_id":"evt_7"}`},
		{Kind: "answer", Body: answer + one("answer: {ids: [L-1, L-2], lines: [{id: L-1, amount: 1180.00 EUR}], total: 5.00 USD, outcome: done}"),
			Script: `submit_answer {"ids":["L-2","L-1"],"lines":[{"id":"L-1","amount":"€1,180"}],"total":"$5","outcome":"done"}`},
		{Kind: "answer", Body: "answer:\n  sure: {type: yes_no}\n  day: {type: date}\n  at: {type: datetime}\n  who: {type: address, list: set}\n  steps: {type: text, list: list}\n" +
			one("partial: true, answer: {sure: yes, day: 2026-03-13, at: 2026-03-13T10:00:00+08:00, who: [a@x.test, b@x.test], steps: [one, two]}"),
			Script: `submit_answer {"sure":"yes","day":"13 March 2026","at":"2026-03-13T02:00:00Z","who":["B <b@x.test>","a@x.test"],"steps":["One.","two"]}`},
		{Kind: "read", Body: evidence("read: {in: desk.tickets, record: TK-1, fields: [priority]}"), Script: getTK1 + noteTK1},
		{Kind: "searched", Body: evidence("searched: {in: book.people, for: {person_id: P-X, name: Ilona Brandt, dept: Sales}}"), Script: `book_search {"query":"Brandt"}` + "\n" + noteTK1},
		{Kind: "searched", Body: evidence("searched: {in: desk.tickets, for: {title: Nothing, status: open}}"), Script: "desk_list {}\n" + noteTK1},
		{Kind: "called", Body: evidence("called: {tool: desk_list, args: {limit: 5}, returns: {total: 3}}"), Script: `desk_list {"limit":5}` + "\n" + noteTK1},
		{Kind: "revealed", Body: user + evidence("revealed: {ids: [which]}"), Script: "reveal: which\n" + noteTK1},
	}, []gradertest.Rule{
		{Kind: "tool", Body: work2() + "forbid:\n  - {id: f, tool: vault_export, args: {format: csv}}\n", Script: `vault_export {"format":"csv"}`},
		{Kind: "effect", Body: work2() + "forbid:\n  - {id: f, effect: {create: post.sent, except: {to: {address: mara.voss@northwind.test}}}}\n", Script: `post_reply {"id":"m-9"}`},
		{Kind: "effect", Body: work2() + "forbid:\n  - {id: f, effect: {update: desk.tickets, beyond: [priority, note], except: [TK-2]}}\n", Script: `desk_update {"ticket_id":"TK-1","status":"closed"}`},
		{Kind: "effect", Body: work2() + "forbid:\n  - {id: f, effect: {update: desk.tickets, set: {status: closed}, match: {priority: low}}}\n", Script: `desk_update {"ticket_id":"TK-2","status":"closed"}`},
		{Kind: "effect", Body: work2() + "forbid:\n  - {id: f, effect: {delete: \"*\"}}\n", Script: `diary_delete {"event_id":"evt_7"}`},
		{Kind: "read", Body: work2() + "forbid:\n  - {id: f, read: {in: vault.keys, match: {name: Maps}, fields: [api_key]}}\n", Script: `vault_export {}`},
		{Kind: "disclosed", Body: work2() + "forbid:\n  - {id: f, disclosed: {values: [sk-test-000111222], in: [post.drafts]}}\n", Script: `post_draft {"to":"a@b.test","body":"sk test 000 111 222"}`},
		{Kind: "disclosed", Body: work2() + "forbid:\n  - {id: f, disclosed: {values: [sk-test-000111222]}}\n", Script: `say: sk_test_000111222`},
	})
}

// work2 is the check c that a breach must not keep from being earned.
func work2() string {
	return one("record_updated: {in: desk.tickets, record: TK-1, set: {note: done}}")
}

func TestEvidenceOfChecksThatOverlap(t *testing.T) {
	for name, body := range map[string]string{
		"one asks for less": "checks:\n  - {id: a, weight: 0.5, record_created: {in: post.sent, match: {to: {address: mara.voss@northwind.test}}}}\n" +
			"  - {id: b, weight: 0.5, record_created: {in: post.sent, match: {to: {address: mara.voss@northwind.test}, body: {mentions: {all: [TK-1]}}}}}\n",
		"a prohibition looks at another field": "checks:\n  - {id: a, weight: 1, record_created: {in: post.sent, match: {body: {mentions: {all: [TK-1]}}}}}\n" +
			"forbid:\n  - {id: f, effect: {create: post.sent, except: {to: {one_of: [mara.voss@northwind.test]}}}}\n  - {id: g, effect: {create: post.sent, match: {subject: {absent: true}}}}\n",
		"answers of two checks": "answer:\n  n: {type: number}\n  total: {type: money}\nchecks:\n  - {id: a, weight: 0.5, answer: {n: 1}}\n  - {id: b, weight: 0.5, answer: {total: 5 EUR}}\n",
		"two items alike":       "checks:\n  - {id: a, weight: 1, record_created: {in: post.sent, each: \"['TK-1', 'TK-1']\", match: {body: =it}}}\n",
	} {
		p := gradertest.Plan(t, registry(t), body)
		evidence, err := p.Evidence()
		if err != nil {
			t.Fatal(err)
		}
		s, err := p.GradeFacts(evidence, nil)
		if err != nil || s.Score != grade.One {
			t.Errorf("%s: score %v, %v", name, s.Score, err)
			for i := range s.Checks {
				t.Logf("%s: %s", s.Checks[i].ID, gradertest.Why(&s.Checks[i]))
			}
			t.Log(s.Forbidden)
		}
	}
}
