package trajectory_test

import (
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/tuitest"
)

const (
	escalate = "escalate-enterprise-overdue-000003b"
	freeHour = "one-free-hour-000005"
	bank     = "bank-change-brightpath-000006"
	harbor   = "harbor-quote-000008"
)

// seeded is a mistake in a task's grading, the keys with which a person comes from the failing
// row of the list of trials to what is wrong, and what the screen says there.
type seeded struct {
	name     string
	task     string
	old, new string
	keys     []string
	shows    []string
}

func seededFaults() []seeded {
	return []seeded{
		{"wrong field", escalate, "set: {priority: urgent}", "set: {status: resolved}",
			[]string{"enter", "space"}, []string{"▌ Audit", `expected "resolved", found "open"`, "✗ raised", "helpdesk_update_ticket"}},
		{"wrong record", bank, "record: =supplier.customer_id, fields: [email]", "record: SUP-13, fields: [email]",
			[]string{"enter", "space"}, []string{"▌ Audit", "✗ on-file", "SUP-13", "crm_list_customers"}},
		{"wrong recipient", bank, "match: {to: {address: =supplier.email}", "match: {to: {address: =claim.from}",
			[]string{"enter", "space"}, []string{"▌ Audit", "✗ asked", "gmail_save_draft", "± create gmail.drafts"}},
		{"too strict a text", freeHour, "match: {title: {text: Launch review}", "match: {title: {text: The launch review}",
			[]string{"enter", "space"}, []string{"▌ Audit", "✗ booked", "The launch review", "calendar_create_event"}},
		{"inverted comparison", freeHour, "day(.start_time) == tomorrow)", "day(.start_time) != tomorrow)",
			[]string{"enter", "space", "o"}, []string{"▌ Task", "!= tomorrow", "✗ events-read"}},
		{"needs what comes later", escalate, "needs: [tickets, customers], record_updated", "needs: [tickets, customers, notified], record_updated",
			[]string{"enter", "space"}, []string{"▌ Audit", "✗ raised", "needs notified before it"}},
		{"wrong collection", bank, "record_created: {in: gmail.drafts, only", "record_created: {in: gmail.sent, only",
			[]string{"enter", "space", "o"}, []string{"▌ Task", "in: gmail.sent", "✗ asked", "created nothing in gmail.sent"}},
		{"only too narrow", freeHour, "record_created: {in: gmail.drafts, each: others, match", "record_created: {in: gmail.drafts, only: true, each: \"filter(others, .name == 'Ada Brook')\", match",
			[]string{"enter", "space"}, []string{"▌ Audit", "✗ drafted", "gmail_save_draft", "jonas.weber@northwind.test"}},
		{"prohibition too broad", escalate, `effect: {update: helpdesk.tickets, except: "map(overdue, .ticket)"}`, "effect: {update: helpdesk.tickets}",
			[]string{"enter", "space"}, []string{"▌ Audit", "⊘ forbidden, leave-others", "helpdesk_update_ticket", "safety 0"}},
		{"wrong answer key", bank, "answer: {decision: on_hold}}\n\nforbid", "answer: {decision: paid}}\n\nforbid",
			[]string{"enter", "space"}, []string{"▌ Audit", "✗ held", "paid", "submit_answer", "± create answer.submissions"}},
		{"wrong time", freeHour, "start_time: {datetime: =slot}", "start_time: {datetime: =slot + hour}",
			[]string{"enter", "space"}, []string{"▌ Audit", "✗ booked", "start_time", "calendar_create_event"}},
		{"fact of the wrong stage", harbor, "match: {to: {address: =to_wed}", "match: {to: {address: =to_mon}",
			[]string{"enter", "space"}, []string{"▌ Audit", "✗ sent-wed", "gmail_send_message", "ines.roth@harbor.test", "paul.adler@harbor.test"}},
	}
}

// From the failing row of the trials, at most six keys lead to the audit entry or the check that
// explains a fault in the grading.
func TestTwelveSeededFaults(t *testing.T) {
	for _, f := range seededFaults() {
		t.Run(strings.ReplaceAll(f.name, " ", "-"), func(t *testing.T) {
			text := source(t, f.task)
			if strings.Count(text, f.old) != 1 {
				t.Fatalf("%q stands %d times in the task", f.old, strings.Count(text, f.old))
			}
			dir := t.TempDir()
			right := play(t, dir, map[string]string{f.task: text}, 1, 0, "oracle")
			play(t, dir, map[string]string{f.task: strings.Replace(text, f.old, f.new, 1)}, 1, 0, "oracle")
			if right[0].Score != 1_000_000 {
				t.Fatalf("the oracle scores %d on the sound task", right[0].Score)
			}
			if len(f.keys) > 6 {
				t.Errorf("%d keys", len(f.keys))
			}
			d := tuitest.Open(t, options(t, dir, screens.Place{Filter: "pass:false"}), 120, 40)
			d.Shows("▸ tri_", "✗ no", "1 · pass:false").Hides(f.shows[0], f.shows[1])
			for _, k := range f.keys {
				if k == "space" {
					k = " "
				}
				d.Press(k)
			}
			d.Shows(f.shows...)
		})
	}
}
