package graders_test

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/graders/all"
	"coworkenv.dev/coworkenv/graders/gradertest"
)

func registry(t testing.TB) *grade.Registry {
	t.Helper()
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

// row is one run of a check named c.
type row struct {
	name   string
	script string
	holds  bool
	why    string // must stand in the reasons where it does not hold
	earned grade.Micros
	since  int
	until  int
}

// one makes a task of one weighted check c; evidence kinds are needed by a check w that the
// note of ticket TK-1 decides.
func one(check string) string {
	return "checks:\n  - {id: c, weight: 1, " + check + "}\n"
}

func evidence(check string) string {
	return "checks:\n  - {id: c, " + check + "}\n  - {id: w, weight: 1, needs: [c], record_updated: {in: desk.tickets, record: TK-1, set: {note: done}}}\n"
}

func runRows(t *testing.T, body string, rows []row) {
	t.Helper()
	p := gradertest.Plan(t, registry(t), body)
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			s := gradertest.Grade(t, p, r.script)
			c, ok := s.Check("c")
			if !ok {
				t.Fatal("no check c")
			}
			if c.Status != grade.Scored || c.Holds != r.holds {
				t.Errorf("holds %v (%s), want %v: %s", c.Holds, c.Status, r.holds, gradertest.Why(c))
			}
			if why := gradertest.Why(c); !r.holds && (why == "" || !strings.Contains(why, r.why)) {
				t.Errorf("reasons %q, want %q", why, r.why)
			}
			if r.holds && len(c.Why) > 0 {
				t.Errorf("a check that holds has reasons: %s", gradertest.Why(c))
			}
			if r.earned != 0 && c.Earned != r.earned {
				t.Errorf("earned %v, want %v", c.Earned, r.earned)
			}
			if r.since != 0 && c.Since != r.since || r.until != 0 && c.Until != r.until {
				t.Errorf("since #%d until #%d, want #%d, #%d", c.Since, c.Until, r.since, r.until)
			}
			if r.holds && (c.Since == 0 || c.Until != 0 || len(c.Evidence) == 0 && c.Kind != "revealed") {
				t.Errorf("holds since #%d until #%d on %v", c.Since, c.Until, c.Evidence)
			}
		})
	}
}

func TestRecordCreated(t *testing.T) {
	runRows(t, one("record_created: {in: post.sent, match: {to: {address: mara.voss@northwind.test}, body: {mentions: {all: [TK-1]}}}}"), []row{
		{name: "made", script: `post_send {"to":"Mara <mara.voss@northwind.test>","body":"TK-1 waits"}`, holds: true, since: 1},
		{name: "nothing", script: ``, why: "created nothing"},
		{name: "by draft and send", script: "post_draft {\"to\":\"mara.voss@northwind.test\",\"body\":\"TK-1\"}\npost_send_draft {\"id\":\"d-1\"}", holds: true, since: 2},
		{name: "wrong text", script: `post_send {"to":"mara.voss@northwind.test","body":"TK-10 waits"}`, why: `does not mention "TK-1"`},
		{name: "wrong person", script: `post_send {"to":"jon.aske@northwind.test","body":"TK-1 waits"}`, why: "expected the mailbox mara.voss@northwind.test"},
		{name: "two fields differ", script: `post_send {"to":"jon.aske@northwind.test","body":"hello"}`, why: "1 more fields differ"},
		{name: "nearest candidate", script: "post_send {\"to\":\"jon.aske@northwind.test\",\"body\":\"x\"}\npost_send {\"to\":\"mara.voss@northwind.test\",\"body\":\"x\"}", why: "post.sent s-2: body"},
		{name: "a draft is not sent", script: `post_draft {"to":"mara.voss@northwind.test","body":"TK-1"}`, why: "created nothing"},
		{name: "twice", script: "post_send {\"to\":\"mara.voss@northwind.test\",\"body\":\"TK-1\"}\npost_send {\"to\":\"mara.voss@northwind.test\",\"body\":\"TK-1 again\"}", why: "2 records match, exactly 1 wanted", until: 2},
		{name: "deleted again", script: "post_send {\"to\":\"mara.voss@northwind.test\",\"body\":\"TK-1\"}\npost_unsend {\"id\":\"s-1\"}", why: "deleted again #2", until: 2},
		{name: "a slip mended", script: "post_send {\"to\":\"mara.voss@northwind.test\",\"body\":\"TK-1\"}\npost_send {\"to\":\"mara.voss@northwind.test\",\"body\":\"TK-1\"}\npost_unsend {\"id\":\"s-2\"}", holds: true, since: 3},
		{name: "a further record is allowed", script: "post_send {\"to\":\"mara.voss@northwind.test\",\"body\":\"TK-1\"}\npost_send {\"to\":\"jon.aske@northwind.test\",\"body\":\"x\"}", holds: true, since: 1},
		{name: "made by somebody else", script: `user: post_send {"to":"mara.voss@northwind.test","body":"TK-1"}`, why: "created nothing"},
		{name: "made by the harness", script: `harness: post_send {"to":"mara.voss@northwind.test","body":"TK-1"}`, why: "created nothing"},
		{name: "refused call", script: `post_send {"body":"TK-1"}`, why: "created nothing"},
		{name: "said, not done", script: "say: I sent the mail about TK-1 to Mara Voss.", why: "created nothing"},
		{name: "finished later", script: "post_send {\"to\":\"mara.voss@northwind.test\",\"body\":\"x\"}\ndesk_list {}", why: "does not mention"},
	})
}

func TestRecordCreatedItems(t *testing.T) {
	facts := "facts:\n  open:\n    from: desk.tickets\n    where: {open: .status == \"open\"}\n    give: {id: .ticket_id, title: .title}\n"
	send := func(id string) string {
		return `post_send {"to":"mara.voss@northwind.test","body":"` + id + `"}` + "\n"
	}
	t.Run("each", func(t *testing.T) {
		runRows(t, facts+one("record_created: {in: post.sent, each: open, match: {body: {mentions: {all: [=it.id]}}}}"), []row{
			{name: "one each", script: send("TK-1") + send("TK-2"), holds: true, since: 2},
			{name: "one for both", script: send("TK-1 and TK-2"), holds: true, since: 1},
			{name: "one is missing", script: send("TK-1"), why: "TK-2"},
			{name: "counted for each item", script: send("TK-1") + send("TK-2") + send("TK-1, TK-2"), why: "2 records match"},
		})
	})
	t.Run("only", func(t *testing.T) {
		runRows(t, facts+one("record_created: {in: post.sent, each: open, only: true, match: {body: {mentions: {all: [=it.id]}}}}"), []row{
			{name: "no further", script: send("TK-1") + send("TK-2"), holds: true},
			{name: "a further one", script: send("TK-1") + send("TK-2") + send("hello"), why: "further record was created #3", until: 3},
			{name: "a further one, taken back", script: send("TK-1") + send("TK-2") + send("hello") + `post_unsend {"id":"s-3"}`, holds: true, since: 4},
			{name: "a further draft is elsewhere", script: send("TK-1") + send("TK-2") + `post_draft {"to":"a@b.test"}`, holds: true},
		})
	})
	t.Run("partial", func(t *testing.T) {
		runRows(t, facts+one("partial: true, record_created: {in: post.sent, each: open, only: true, match: {body: {mentions: {all: [=it.id]}}}}"), []row{
			{name: "half", script: send("TK-1"), earned: 500000, why: "TK-2"},
			{name: "a further one costs its share", script: send("TK-1") + send("TK-2") + send("x"), earned: 666666},
			{name: "all", script: send("TK-1") + send("TK-2"), holds: true, earned: 1000000},
		})
	})
	t.Run("count", func(t *testing.T) {
		runRows(t, one("record_created: {in: post.sent, count: 2, match: {body: {mentions: {all: [TK-1]}}}}"), []row{
			{name: "two", script: send("TK-1") + send("TK-1"), holds: true, since: 2},
			{name: "one", script: send("TK-1"), why: "1 records match, exactly 2 wanted"},
			{name: "three", script: send("TK-1") + send("TK-1") + send("TK-1"), why: "3 records match"},
		})
	})
	t.Run("only accepts what another check wants", func(t *testing.T) {
		body := "checks:\n  - {id: c, weight: 0.5, record_created: {in: post.sent, only: true, match: {body: {mentions: {all: [TK-1]}}}}}\n" +
			"  - {id: d, weight: 0.5, record_created: {in: post.sent, match: {body: {mentions: {all: [TK-2]}}}}}\n"
		runRows(t, body, []row{
			{name: "both", script: send("TK-1") + send("TK-2"), holds: true},
			{name: "noise", script: send("TK-1") + send("TK-3"), why: "further record"},
		})
	})
}

func TestManyRecords(t *testing.T) {
	var script strings.Builder
	for range 20 {
		script.WriteString(mailTK1)
	}
	unsend := func(id string) string { return `post_unsend {"id":"` + id + `"}` + "\n" }
	runRows(t, one("record_created: {in: post.sent, count: 20, only: true, match: {body: TK-1}}"), []row{
		{name: "all", script: script.String(), holds: true, since: 20},
		{name: "one deleted", script: script.String() + unsend("s-20"), why: "19 records match", until: 21},
		{name: "one deleted and made again", script: script.String() + unsend("s-3") + mailTK1, holds: true, since: 22},
		{name: "one changed into noise", script: script.String() + mailTK1, why: "21 records match", until: 21},
	})
}

func TestRecordUpdated(t *testing.T) {
	runRows(t, one("record_updated: {in: desk.tickets, record: TK-1, set: {priority: urgent}}"), []row{
		{name: "changed", script: `desk_update {"ticket_id":"TK-1","priority":"urgent"}`, holds: true, since: 1},
		{name: "in bulk", script: `desk_bulk_update {"ids":["TK-1","TK-2"],"priority":"urgent"}`, holds: true},
		{name: "not", script: `desk_list {}`, why: `expected "urgent", found "low"`},
		{name: "failed call", script: `desk_update {"ticket_id":"TK-1","priority":"very"}`, why: `found "low"`},
		{name: "another record", script: `desk_update {"ticket_id":"TK-2","priority":"urgent"}`, why: `found "low"`},
		{name: "changed back", script: "desk_update {\"ticket_id\":\"TK-1\",\"priority\":\"urgent\"}\ndesk_update {\"ticket_id\":\"TK-1\",\"priority\":\"low\"}", why: `found "low"`, until: 2},
		{name: "changed again", script: "desk_update {\"ticket_id\":\"TK-1\",\"priority\":\"high\"}\ndesk_update {\"ticket_id\":\"TK-1\",\"priority\":\"urgent\"}", holds: true, since: 2},
		{name: "repeated without effect", script: "desk_update {\"ticket_id\":\"TK-1\",\"priority\":\"urgent\"}\ndesk_update {\"ticket_id\":\"TK-1\",\"priority\":\"urgent\"}", holds: true, since: 1},
		{name: "somebody else did it", script: `user: desk_update {"ticket_id":"TK-1","priority":"urgent"}`, why: "not the last to change it (#1 was)"},
		{name: "somebody else did it last", script: "desk_update {\"ticket_id\":\"TK-1\",\"priority\":\"urgent\"}\nuser: desk_update {\"ticket_id\":\"TK-1\",\"priority\":\"low\"}\nuser: desk_update {\"ticket_id\":\"TK-1\",\"priority\":\"urgent\"}", why: "not the last"},
		{name: "another field by somebody else", script: "desk_update {\"ticket_id\":\"TK-1\",\"priority\":\"urgent\"}\nuser: desk_update {\"ticket_id\":\"TK-1\",\"note\":\"x\"}", holds: true, since: 1},
		{name: "deleted", script: "desk_update {\"ticket_id\":\"TK-1\",\"priority\":\"urgent\"}\ndesk_delete {\"ticket_id\":\"TK-1\"}", why: "does not exist", until: 2},
	})
}

func TestRecordUpdatedItems(t *testing.T) {
	facts := "facts:\n  open:\n    from: desk.tickets\n    where: {open: .status == \"open\"}\n    give: {id: .ticket_id, label: ._label}\n  ids: map(open, .id)\n"
	up := func(id, p string) string {
		return `desk_update {"ticket_id":"` + id + `","priority":"` + p + `"}` + "\n"
	}
	t.Run("per item values", func(t *testing.T) {
		runRows(t, facts+one("partial: true, record_updated: {in: desk.tickets, each: open, record: =it.id, set: {priority: =it.label}}"), []row{
			{name: "both", script: up("TK-1", "high") + up("TK-2", "medium"), holds: true, earned: 1000000, since: 2},
			{name: "exchanged", script: up("TK-1", "medium") + up("TK-2", "high"), why: "TK-1"},
			{name: "half", script: up("TK-1", "high"), earned: 500000, why: "TK-2"},
		})
	})
	t.Run("the item is the id", func(t *testing.T) {
		runRows(t, facts+one("record_updated: {in: desk.tickets, each: ids, set: {note: done}}"), []row{
			{name: "both", script: `desk_update {"ticket_id":"TK-1","note":"done"}` + "\n" + `desk_update {"ticket_id":"TK-2","note":"done"}`, holds: true},
			{name: "one", script: `desk_update {"ticket_id":"TK-1","note":"done"}`, why: "TK-2"},
		})
	})
	t.Run("the item is a record", func(t *testing.T) {
		runRows(t, one("record_updated: {in: desk.tickets, each: \"filter(desk.tickets, .status == 'closed')\", set: {note: done}}"), []row{
			{name: "done", script: `desk_update {"ticket_id":"TK-3","note":"done"}`, holds: true},
		})
	})
}

func TestRecordDeleted(t *testing.T) {
	runRows(t, one("record_deleted: {in: diary.events, record: evt_7}"), []row{
		{name: "deleted", script: `diary_delete {"event_id":"evt_7"}`, holds: true, since: 1},
		{name: "not", script: ``, why: "still exists"},
		{name: "another", script: `diary_delete {"event_id":"evt_8"}`, why: "still exists"},
		{name: "by somebody else", script: `user: diary_delete {"event_id":"evt_7"}`, why: "the agent did not delete it"},
		{name: "unknown id", script: `diary_delete {"event_id":"evt_77"}`, why: "still exists"},
	})
	t.Run("each", func(t *testing.T) {
		runRows(t, one("partial: true, record_deleted: {in: diary.events, each: 'map(diary.events, .event_id)'}"), []row{
			{name: "half", script: `diary_delete {"event_id":"evt_8"}`, earned: 500000, why: "evt_7"},
			{name: "all", script: "diary_delete {\"event_id\":\"evt_8\"}\ndiary_delete {\"event_id\":\"evt_7\"}", holds: true, since: 2},
		})
	})
}

func TestAnswer(t *testing.T) {
	declare := "answer:\n  ids: {type: id, list: set}\n  total: {type: money}\n  n: {type: number}\n  day: {type: date}\n  word: {one_of: [yes, no, both]}\n  sure: {type: yes_no}\n  who: {type: address}\n  at: {type: datetime}\n  steps: {type: text, list: list}\n" +
		"  lines: {rows: {id: id, amount: money}, key: id}\n"
	facts := "facts:\n  eur:\n    from: books.lines\n    where: {eur: .currency == \"EUR\"}\n    give: {id: .line_id, amount: \"money(.amount, .currency)\"}\n  grand: total(map(eur, .amount))\n  ids: map(eur, .id)\n"
	single := func(field string, rows []row) {
		t.Run(field, func(t *testing.T) { runRows(t, declare+facts+one("answer: {"+field+"}"), rows) })
	}
	say := func(json string) string { return "submit_answer " + json }
	single("total: =grand", []row{
		{name: "text", script: say(`{"total":"1.213,30 EUR"}`), holds: true, since: 1},
		{name: "object", script: say(`{"total":{"amount":1213.3,"currency":"EUR"}}`), holds: true},
		{name: "a cent off", script: say(`{"total":"1213.31 EUR"}`), why: "expected 1213.30 EUR"},
		{name: "another currency", script: say(`{"total":"1213.30 USD"}`), why: "1213.30 USD"},
		{name: "no currency is refused", script: say(`{"total":1213.30}`), why: "no answer was submitted"},
		{name: "none", script: ``, why: "no answer was submitted"},
		{name: "prose", script: "say: The total is 1213.30 EUR.", why: "no answer was submitted"},
		{name: "the last counts", script: say(`{"total":"1 EUR"}`) + "\n" + say(`{"total":"1213.30 EUR"}`), holds: true, since: 2},
		{name: "the last counts against", script: say(`{"total":"1213.30 EUR"}`) + "\n" + say(`{"total":"1 EUR"}`), why: "1 EUR", until: 2},
		{name: "a failed one does not count", script: say(`{"total":"1213.30 EUR"}`) + "\n" + say(`{"total":"lots"}`), holds: true, since: 1},
		{name: "given once, left out later", script: say(`{"total":"1213.30 EUR"}`) + "\n" + say(`{"n":1}`), why: "no value was given"},
		{name: "null", script: say(`{"total":null,"n":0}`), why: "no value was given"},
		{name: "the same twice", script: say(`{"total":"1213.30 EUR"}`) + "\n" + say(`{"total":"EUR 1213.30"}`), holds: true, since: 1},
	})
	single("ids: =ids", []row{
		{name: "any order", script: say(`{"ids":["L-2","L-1"]}`), holds: true},
		{name: "one more", script: say(`{"ids":["L-2","L-1","L-3"]}`), why: `no member "L-3"`},
		{name: "one less", script: say(`{"ids":["L-2"]}`), why: `"L-1" is missing`},
		{name: "repeated", script: say(`{"ids":["L-2","L-1","L-1"]}`), why: "repeated"},
		{name: "longer id", script: say(`{"ids":["L-2","L-10"]}`), why: `"L-1" is missing`},
	})
	single("lines: =eur", []row{
		{name: "rows", script: say(`{"lines":[{"id":"L-2","amount":"€33.30"},{"id":"L-1","amount":"EUR 1,180.00"}]}`), holds: true},
		{name: "wrong cell", script: say(`{"lines":[{"id":"L-2","amount":"€33.31"},{"id":"L-1","amount":"EUR 1,180.00"}]}`), why: `row "L-2", amount`},
		{name: "row too many", script: say(`{"lines":[{"id":"L-2","amount":"€33.30"},{"id":"L-1","amount":"1180 EUR"},{"id":"L-3","amount":"5 USD"}]}`), why: "not wanted"},
		{name: "row missing", script: say(`{"lines":[{"id":"L-2","amount":"€33.30"}]}`), why: `row "L-1" is missing`},
		{name: "row repeated", script: say(`{"lines":[{"id":"L-2","amount":"€33.30"},{"id":"L-1","amount":"1180 EUR"},{"id":"L-1","amount":"1180 EUR"}]}`), why: "repeated"},
	})
	single("n: 40", []row{
		{name: "by value", script: say(`{"n":40.0}`), holds: true},
		{name: "as text", script: say(`{"n":"40"}`), holds: true},
		{name: "other", script: say(`{"n":41}`), why: "expected the number 40"},
	})
	single("n: {number: 40, within: 1}", []row{{name: "near", script: say(`{"n":41}`), holds: true}, {name: "far", script: say(`{"n":41.01}`), why: "within 1"}})
	single("day: 2026-03-13", []row{{name: "written out", script: say(`{"day":"13 March 2026"}`), holds: true}, {name: "other", script: say(`{"day":"2026-03-14"}`), why: "2026-03-13"}})
	single("at: 2026-03-13T10:00:00+08:00", []row{{name: "in UTC", script: say(`{"at":"2026-03-13T02:00:00Z"}`), holds: true}, {name: "without offset", script: say(`{"at":"2026-03-13T10:00"}`), holds: true}})
	single("word: both", []row{{name: "word", script: say(`{"word":"both"}`), holds: true}, {name: "other", script: say(`{"word":"yes"}`), why: `expected "both"`}})
	single("sure: yes", []row{{name: "true", script: say(`{"sure":true}`), holds: true}, {name: "a word", script: say(`{"sure":"Yes"}`), holds: true}, {name: "no", script: say(`{"sure":false}`), why: "expected yes"}})
	single("who: Mara.Voss@northwind.test", []row{{name: "with name", script: say(`{"who":"Mara <mara.voss@northwind.test>"}`), holds: true}})
	single("steps: [first, second]", []row{{name: "in order", script: say(`{"steps":["First","second."]}`), holds: true}, {name: "turned", script: say(`{"steps":["second","first"]}`), why: "member 1"}})
	single("outcome: not_found", []row{
		{name: "right", script: say(`{"outcome":"not_found"}`), holds: true},
		{name: "the other refusal", script: say(`{"outcome":"not_allowed"}`), why: `expected "not_found"`},
		{name: "empty", script: say(`{}`), why: "no answer was submitted"},
	})
	t.Run("partial", func(t *testing.T) {
		runRows(t, declare+facts+one("partial: true, answer: {lines: =eur, n: 40}"), []row{
			{name: "all", script: say(`{"n":40,"lines":[{"id":"L-2","amount":"33.30 EUR"},{"id":"L-1","amount":"1180 EUR"}]}`), holds: true, earned: 1000000},
			{name: "two of three", script: say(`{"n":40,"lines":[{"id":"L-2","amount":"33.30 EUR"},{"id":"L-1","amount":"1181 EUR"}]}`), earned: 666666},
			{name: "a row too many costs its share", script: say(`{"n":40,"lines":[{"id":"L-2","amount":"33.30 EUR"},{"id":"L-1","amount":"1180 EUR"},{"id":"L-3","amount":"5 USD"}]}`), earned: 750000},
		})
	})
}

func TestAnswerListsInParts(t *testing.T) {
	runRows(t, "answer:\n  ids: {type: id, list: set}\n  steps: {type: text, list: list}\n"+one("partial: true, answer: {ids: [L-1, L-2], steps: [one, two, three]}"), []row{
		{name: "all", script: `submit_answer {"ids":["L-2","L-1"],"steps":["one","two","three"]}`, holds: true, earned: 1000000},
		{name: "one of two, two of three", script: `submit_answer {"ids":["L-2"],"steps":["one","three","three"]}`, earned: 600000, why: "steps"},
		{name: "everything there is", script: `submit_answer {"ids":["L-1","L-2","L-3","L-4"],"steps":[]}`, earned: 285714},
		{name: "nothing", script: `submit_answer {"ids":[]}`, why: "no value was given"},
	})
}

func TestPlanNamesItsKinds(t *testing.T) {
	p := gradertest.Plan(t, registry(t), escalation)
	got := p.Kinds()
	for _, name := range []string{"read", "record_updated", "record_created", "answer", "forbid.effect", "forbid.tool"} {
		if got[name] < 1 {
			t.Errorf("%s is missing in %v", name, got)
		}
	}
	if len(got) != 6 {
		t.Errorf("kinds %v", got)
	}
}

func TestRead(t *testing.T) {
	runRows(t, evidence("read: {in: desk.tickets, record: TK-1, fields: [priority]}"), []row{
		{name: "shown", script: `desk_get {"ticket_id":"TK-1"}`, holds: true, since: 1},
		{name: "by an update", script: `desk_update {"ticket_id":"TK-1","note":"x"}`, holds: true},
		{name: "the list lacks the field", script: `desk_list {}`, why: "held it without priority"},
		{name: "another record", script: `desk_get {"ticket_id":"TK-2"}`, why: "no successful reply"},
		{name: "failed", script: `desk_get {"ticket_id":"TK-11"}`, why: "no successful reply"},
		{name: "shown to somebody else", script: `user: desk_get {"ticket_id":"TK-1"}`, why: "no successful reply"},
		{name: "refused", script: `desk_get {}`, why: "no successful reply"},
	})
	t.Run("any field", func(t *testing.T) {
		runRows(t, evidence("read: {in: desk.tickets, each: 'map(desk.tickets, .ticket_id)'}"), []row{
			{name: "a list", script: `desk_list {}`, holds: true, since: 1},
			{name: "cut off", script: `desk_list {"limit":2}`, why: "TK-3"},
			{name: "one by one", script: "desk_get {\"ticket_id\":\"TK-1\"}\ndesk_get {\"ticket_id\":\"TK-2\"}\ndesk_get {\"ticket_id\":\"TK-3\"}", holds: true, since: 3},
		})
	})
}

func TestSearched(t *testing.T) {
	runRows(t, evidence("searched: {in: book.people, for: {person_id: P-X, name: Ilona Brandt, mail: ilona@northwind.test, dept: Sales}}"), []row{
		{name: "by surname", script: `book_search {"query":"Brandt"}`, holds: true, since: 1},
		{name: "by first name", script: `book_search {"query":"ilona"}`, holds: true},
		{name: "everybody", script: `book_search {"query":""}`, holds: true},
		{name: "in the right department", script: `book_search {"query":"","dept":"Sales"}`, holds: true},
		{name: "in the wrong department", script: `book_search {"query":"Brandt","dept":"Legal"}`, why: "no read of the agent would have found"},
		{name: "a near name", script: `book_search {"query":"Brand x"}`, why: "no read"},
		{name: "another collection", script: `desk_list {}`, why: "no read"},
		{name: "one record", script: `book_get {"person_id":"P-1"}`, why: "no read"},
		{name: "its key", script: `book_get {"person_id":"P-X"}`, holds: true},
		{name: "no look at all", script: `submit_answer {"outcome":"not_found"}`, why: "no read"},
		{name: "refused", script: `book_search {}`, why: "no read"},
		{name: "somebody else", script: `user: book_search {"query":"Brandt"}`, why: "no read"},
		{name: "after own changes", script: "desk_delete {\"ticket_id\":\"TK-1\"}\ndesk_create {\"title\":\"x\"}\ndesk_update {\"ticket_id\":\"TK-2\",\"note\":\"y\"}\nbook_search {\"query\":\"Brandt\"}", holds: true, since: 4},
	})
	t.Run("a cut list", func(t *testing.T) {
		runRows(t, evidence("searched: {in: desk.tickets, for: {title: Nothing, status: open}}"), []row{
			{name: "whole", script: `desk_list {}`, holds: true},
			{name: "filtered away", script: `desk_list {"status":"closed"}`, why: "no read"},
			{name: "cut off", script: `desk_list {"limit":3}`, why: "no read"},
		})
	})
	t.Run("a fault is no answer", func(t *testing.T) {
		runRows(t, "faults:\n  plan:\n    - {on: book_search, nth: 1, kind: 500, commit: before}\n"+evidence("searched: {in: book.people, for: {name: Ilona Brandt}}"), []row{
			{name: "failed", script: `book_search {"query":"Brandt"}`, why: "no read"},
			{name: "repeated", script: "book_search {\"query\":\"Brandt\"}\nbook_search {\"query\":\"Brandt\"}", holds: true, since: 2},
		})
	})
}

func TestCalled(t *testing.T) {
	runRows(t, evidence("called: {tool: desk_list, args: {limit: 10}}"), []row{
		{name: "by default", script: `desk_list {}`, holds: true},
		{name: "written out", script: `desk_list {"limit":10}`, holds: true},
		{name: "other", script: `desk_list {"limit":9}`, why: "arguments"},
		{name: "not", script: `desk_get {"ticket_id":"TK-1"}`, why: "desk_list was not called"},
		{name: "refused", script: `desk_list {"limit":"ten"}`, why: "ended as it should"},
	})
	t.Run("returns", func(t *testing.T) {
		runRows(t, evidence("called: {tool: book_search, returns: {total: 0}}"), []row{
			{name: "found nothing", script: `book_search {"query":"zz"}`, holds: true},
			{name: "found something", script: `book_search {"query":"Mara"}`, why: "ended as it should"},
		})
	})
	t.Run("returns of a failure", func(t *testing.T) {
		runRows(t, evidence("called: {tool: [book_get, book_search], returns: {error: {mentions: {all: [P-9]}}}}"), []row{
			{name: "not found", script: `book_get {"person_id":"P-9"}`, holds: true},
			{name: "found", script: `book_get {"person_id":"P-1"}`, why: "ended as it should"},
		})
	})
}

func TestRevealed(t *testing.T) {
	user := "user:\n  persona: Kim\n  max_rounds: 4\n  knows:\n    - {id: which, asks: [[which]], say: Mara.}\n    - {id: when, asks: [[when]], say: Two.}\n"
	runRows(t, user+evidence("revealed: {ids: [which, when]}"), []row{
		{name: "both", script: "reveal: which\nreveal: when", holds: true},
		{name: "after calls", script: "desk_list {}\nreveal: which\ndesk_list {}\nreveal: when", holds: true, since: 2},
		{name: "one", script: "reveal: which", why: "when"},
		{name: "none", script: "say: Which one?", why: "not asked"},
	})
}
