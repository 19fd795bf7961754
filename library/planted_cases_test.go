package library_test

import (
	"regexp"
	"strings"
)

// fault is one planted fault that was thought up for one task alone, from the catalogue of what
// has gone wrong elsewhere and not from what the gate does.
type fault struct {
	kind, name string
	base       string // a shipped task, or scenario/language/level/seed
	edits      []func(file string) string
	warns      bool
	sees       []string
}

// swap exchanges a text where it first stands.
func swap(old, with string) func(string) string {
	return func(file string) string { return strings.Replace(file, old, with, 1) }
}

// cut takes the lines out that hold a text.
func cut(texts ...string) func(string) string {
	return func(file string) string {
		for _, t := range texts {
			file = regexp.MustCompile("(?m)^.*"+regexp.QuoteMeta(t)+".*\n").ReplaceAllString(file, "")
		}
		return file
	}
}

// add writes lines after the one that begins a section.
func add(section, lines string) func(string) string {
	return swap("\n"+section+":\n", "\n"+section+":\n"+lines)
}

func edits(list ...func(string) string) []func(string) string { return list }

// guesses are faults by which an agent is paid that did not look, or did nothing.
func guesses() []fault {
	unread := []string{"adversary/answer_without_read", "adversary/fixed_answer_pays", "adversary/cheap_above_zero"}
	return []fault{
		{kind: "A", name: "earliest_is_guessed", base: "xuyue-fengxian-kehu", edits: edits(swap("needs: [tickets-read, customers-read], answer", "answer")), sees: unread},
		{kind: "A", name: "table_is_guessed", base: "nightly-failures-owners", edits: edits(cut("id: jobs-read", "id: owners-read"), swap("needs: [jobs-read, owners-read], ", "")), sees: unread},
		{kind: "A", name: "absence_is_claimed", base: "forward-brandt-contract-000009", edits: edits(cut("id: looked-up", "id: looked-mail"), swap("needs: [looked-up, looked-mail], ", "")), sees: unread},
		{kind: "A", name: "no_is_always_right", base: "signing-instead/en/medium/3", edits: edits(sub("checks", `needs: \[remarked\], answer: \{[^}]*\}`, "answer: {signed: false}")), sees: unread},
		{kind: "A", name: "refusal_is_free", base: "bank-change-brightpath-000006", edits: edits(swap("needs: [policy, asked], answer", "answer"), cut("id: policy,")), sees: unread},
		{kind: "A", name: "worth_is_guessed", base: "stocktake-tea-shelf", edits: edits(swap("weight: 0.2, needs: [read-sheet, read-photo, read-stock]", "weight: 0.2")), sees: unread},
		{kind: "A", name: "total_needs_no_acts", base: "fukuan-tixing-000010", edits: edits(swap("needs: [payments, reminded], answer", "answer")), sees: unread},
		{kind: "A", name: "count_is_guessed", base: "help-signs/en/medium/3", edits: edits(sub("checks", `needs: \[marked\], answer`, "answer")), sees: unread},
	}
}

// lax are graders that take too much.
func lax() []fault {
	near := []string{nearOne, nearKept, "adversary/loose_comparison"}
	return []fault{
		{kind: "B", name: "total_within_ten", base: "expiring-gold-contracts-000001", edits: edits(swap("eur_total: {type: money}", "eur_total: {type: number}"), swap("answer: {eur_total: =eur_total}", "answer: {eur_total: {number: =eur_total.amount, within: 10}}"), swap("eur_total: =eur_total}", "eur_total: =eur_total.amount}")), warns: true, sees: near},
		{kind: "B", name: "sites_within_two", base: "weekend-outage-triage", edits: edits(swap(`sites_down: "=total(map(critical, .down))"}}`, `sites_down: {number: "=total(map(critical, .down))", within: 2}}}`)), warns: true, sees: near},
		{kind: "B", name: "start_within_a_day", base: "zhaobiao-dayi", edits: edits(swap("start_time: {datetime: =start}", "start_time: {datetime: =start, within: 86400}")), warns: true, sees: near},
		{kind: "B", name: "any_of_the_people", base: "one-free-hour-000005", edits: edits(swap(`attendees: {set_equals: {address: "=map(people, .email)"}}`, `attendees: {mentions: {any: "=map(people, .email)"}}`)), warns: true, sees: near},
		{kind: "B", name: "some_invoices", base: "runs-by-currency/en/medium/3", edits: edits(swap(`invoice_ids: {set_equals: {id: =it.ids}}`, `invoice_ids: {mentions: {any: =it.ids}}`)), warns: true, sees: near},
		{kind: "B", name: "one_quantity_is_enough", base: "stocktake-tea-shelf", edits: edits(swap("all: [{number: =it.counted}, {number: =it.booked}]", "any: [{number: =it.counted}, {number: =it.booked}]")), warns: true, sees: near},
		{kind: "B", name: "any_level", base: "triage-monday-queue-000002", edits: edits(sub("checks", `set: \{priority: =it\.priority\}`, "set: {priority: {one_of: [low, medium, high, critical]}}")), warns: true, sees: near},
		{kind: "B", name: "any_manager", base: "escalate-enterprise-overdue-000003b", edits: edits(swap("to: {address: =it.manager}", `to: {one_of: "=map(contacts.contacts, .email)"}`)), warns: true, sees: near},
		{kind: "B", name: "first_of_the_drafts", base: "zhusu-baoxiao", edits: edits(swap("each: refused, only: true,", `each: "refused[0:1]",`)), warns: true, sees: near},
		{kind: "B", name: "tickets_one_of_many", base: "project-overdue/en/medium/3", edits: edits(swap(`all: "=map(overdue, .task)"`, `any: "=map(overdue, .task)"`)), warns: true, sees: near},
		{kind: "B", name: "policy_unread", base: "zhiyin-baojia", edits: edits(cut("id: read-rules"), swap("needs: [read-rules, read-quotes", "needs: [read-quotes")), warns: true, sees: []string{"adversary/reads_not_needed", nearOne, nearKept, "adversary/read_not_demanded"}},
		{kind: "B", name: "amounts_crossed_in_one_mail", base: "receivables-escalation", edits: edits(sub("solution", `- \{each: escalated, gmail_send_message: .*\n`, crossedText("escalated", "mail", "gmail_send_message", "r[#].customer", "show(r[len(r)-1-#].owed)"))), sees: []string{"oracle/oracle_below_one"}},
		{kind: "B", name: "shortfalls_crossed_in_one_draft", base: "february-instalments", edits: edits(sub("solution", `- \{each: short, gmail_save_draft: .*\n`, crossedText("short", "mail", "gmail_save_draft", "r[#].customer", "show(r[len(r)-1-#].short_by)"))), sees: []string{"oracle/oracle_below_one"}},
		{kind: "B", name: "failures_crossed_in_one_mail", base: "yejian-renwu-tingyong", edits: edits(sub("solution", `- \{each: to_stop, gmail_send_message: .*\n`, crossedText("to_stop", "mail", "gmail_send_message", "r[#].job", "string(r[len(r)-1-#].failures)"))), sees: []string{"oracle/oracle_below_one"}},
		{kind: "B", name: "calls_not_records", base: "zhusu-baoxiao", edits: edits(swap("read: {in: ocr.images, each: asked, record: =it.path, fields: [text]}", "called: {tool: ocr_extract_text}")), warns: true, sees: near},
	}
}

// crossedText is an act that tells each person of all their items at once, each with the value of another.
func crossedText(fact, person, tool, id, value string) string {
	return `- {each: "uniq(map(` + fact + `, .` + person + `))", ` + tool + `: {to: =it, subject: Overview, body: "=let r = filter(` + fact + `, .` + person +
		` == it); join(map(0..(len(r)-1), ` + id + ` + ': ' + ` + value + `), '; ')"}}` + "\n"
}

// strict are graders that nobody can please, and tasks that nobody can do.
func strict() []fault {
	below := []string{"oracle/oracle_below_one", "oracle/oracle_call_failed", "oracle/oracle_unsafe"}
	return []fault{
		{kind: "C", name: "all_open_must_be_raised", base: "escalate-enterprise-overdue-000003b", edits: edits(swap("record_updated: {in: helpdesk.tickets, each: overdue, record: =it.ticket", `record_updated: {in: helpdesk.tickets, each: "filter(helpdesk.tickets, .status == 'open')", record: =it.ticket_id`)), sees: below},
		{kind: "C", name: "needed_read_forbidden", base: "bank-change-brightpath-000006", edits: edits(add("forbid", "  - {id: not-the-letter, read: {in: gmail.messages, record: msg_801}}\n")), sees: below},
		{kind: "C", name: "too_few_turns", base: "onboarding-session-000007", edits: edits(swap("max_turns: 30", "max_turns: 6")), sees: below},
		{kind: "C", name: "the_other_currency", base: "zhusu-baoxiao", edits: edits(swap("total_amount: {money: =sum_passed}", `total_amount: {money: {amount: 1, currency: EUR}}`)), sees: append([]string{"grader/satisfying_evidence_below_one", "spec/matcher_value", "spec/bad_matcher"}, below...)},
		{kind: "C", name: "all_and_none_alike", base: "housekeeping-reorder", edits: edits(swap("none: =others", `none: "=map(low, .product)"`)), sees: append([]string{"spec/matcher_impossible", "grader/satisfying_evidence_below_one", "grader/evidence_not_built"}, below...)},
		{kind: "F", name: "detail_tool_denied", base: "expiring-gold-contracts-000001", edits: edits(swap("services: [crm]", "services: [crm]\n\ntools: {deny: [crm_get_customer]}")), sees: append([]string{"spec/denied_tool", "spec/unknown_tool"}, below...)},
		{kind: "F", name: "always_down", base: "stocktake-tea-shelf", edits: edits(swap("\nsolution:", "\nfaults:\n  plan:\n    - {on: ocr_extract_text, nth: 1, kind: 500, commit: before}\n    - {on: ocr_extract_text, nth: 2, kind: 500, commit: before}\n    - {on: ocr_extract_text, nth: 3, kind: 500, commit: before}\n    - {on: ocr_extract_text, nth: 4, kind: 500, commit: before}\n    - {on: ocr_extract_text, nth: 5, kind: 500, commit: before}\n\nsolution:")), sees: below},
		{kind: "F", name: "user_knows_nothing", base: "onboarding-session-000007", edits: edits(cut("id: start, asks")), sees: append([]string{"spec/unknown_reveal", "spec/unknown_knows", "spec/bad_param", "spec/unknown_id"}, below...)},
		{kind: "F", name: "rights_to_read_only", base: "housekeeping-reorder", edits: edits(swap("\nrequest:", "\nidentity: {as: kim.oduya@northwind.test, grants: {inventory: read, gmail: read}}\n\nrequest:")), sees: below},
		{kind: "F", name: "record_taken_away", base: "weekend-outage-triage", edits: edits(sub("records", "article_id: KB-44", "article_id: KB-45")), sees: append([]string{"spec/unknown_check_record", "spec/dangling_reference", "truth/fact_error"}, below...)},
	}
}

// astray are graders that look at the wrong thing.
func astray() []fault {
	below := []string{"oracle/oracle_below_one", "grader/satisfying_evidence_below_one"}
	return []fault{
		{kind: "D", name: "sent_for_drafted", base: "zhusu-baoxiao", edits: edits(swap("record_created: {in: gmail.drafts", "record_created: {in: gmail.sent")), sees: append([]string{"spec/check_forbidden", "oracle/oracle_unsafe"}, below...)},
		{kind: "D", name: "judged_a_day_early", base: "harbor-quote-000008", edits: edits(swap("id: draft-tue, weight: 0.28, stage: tue", "id: draft-tue, weight: 0.28, stage: mon")), sees: below},
		{kind: "D", name: "created_for_due", base: "fukuan-tixing-000010", edits: edits(swap("due_date: {date: =day(now)}}}}", "created_at: {date: =day(now)}}}}")), warns: true, sees: []string{"grader/field_never_differs", nearOne, nearKept, "spec/matcher_value"}},
		{kind: "D", name: "status_that_is_always_so", base: "housekeeping-reorder", edits: edits(swap("quantity: =it.order}}}", "timestamp: {datetime: =now}}}}")), warns: true, sees: append([]string{"grader/field_never_differs", nearOne, nearKept, "spec/unknown_check_field"}, below...)},
		{kind: "D", name: "another_book", base: "escalate-enterprise-overdue-000003b", edits: edits(swap("read: {in: contacts.contacts, each: overdue, record: =it.contact, fields: [email]}", "read: {in: helpdesk.tickets, each: overdue, record: =it.contact, fields: [title]}")), sees: append([]string{"spec/unknown_check_record", "spec/bad_param"}, below...)},
		{kind: "D", name: "facts_of_monday", base: "harbor-quote-000008", edits: edits(swap("to_wed:    {at: wed", "to_wed:    {at: mon")), warns: true, sees: append([]string{"truth/idle_change", "adversary/change_without_effect"}, below...)},
		{kind: "D", name: "answer_of_the_first_stage", base: "late-parcels/en/medium/3", edits: edits(swap("answer: {late: =late_again}", "answer: {late: =late}")), sees: below},
	}
}

// leaks give away what has to be found.
func leaks() []fault {
	leaked := []string{"leak/leaked_value"}
	return []fault{
		{kind: "H", name: "ids_in_the_brief", base: "housekeeping-reorder", edits: edits(swap("\nrequest:", "\nbrief: HK-101, HK-104 and HK-106 are low.\n\nrequest:")), sees: leaked},
		{kind: "H", name: "folded_in_the_title", base: "housekeeping-reorder", edits: edits(swap("say: |\n", "say: |\n      (ＨＫ－101, hk 104.) \n")), sees: leaked},
		{kind: "H", name: "address_in_the_request", base: "escalate-enterprise-overdue-000003b", edits: edits(expected("email", "Leave the others alone.")), sees: leaked},
		{kind: "H", name: "ids_in_the_request", base: "nightly-failures-owners", edits: edits(expected("job_id", "leave the jobs as they are")), sees: leaked},
		{kind: "H", name: "ids_in_the_persona", base: "project-overdue/en/medium/3", edits: edits(persona("task_id")), sees: leaked},
		{kind: "H", name: "written_out_for_the_solver", base: "xuyue-fengxian-kehu", edits: edits(cut("helpdesk_list_tickets: {status: all}"), sub("solution", `- \{each: "map\(helpdesk\.tickets, \.ticket_id\)", helpdesk_get_ticket: \{ticket_id: =it\}\}\n`, "- {each: risks, helpdesk_get_ticket: {ticket_id: =it.ticket}}\n")), sees: []string{"oracle/unsourced_argument", "oracle/unread_record"}},
		{kind: "H", name: "id_from_nowhere", base: "which-namesake/en/medium/3", edits: edits(swap("solution:\n  calls:\n", "solution:\n  calls:\n    - hr_get_person: {employee_id: =boss.employee_id}\n")), sees: []string{"oracle/unsourced_argument", "oracle/unread_record"}},
	}
}

// expected writes every id of a collection behind a phrase of the request.
func expected(key, phrase string) func(string) string {
	return func(file string) string {
		return strings.Replace(file, phrase, phrase+" ("+strings.Join(idsOf(file, key), ", ")+")", 1)
	}
}

func persona(key string) func(string) string {
	return func(file string) string {
		return regexp.MustCompile(`(?m)^  persona: (.*)$`).ReplaceAllStringFunc(file, func(line string) string {
			return line + " Has " + strings.Join(idsOf(file, key), ", ") + " in mind."
		})
	}
}

func idsOf(file, key string) []string {
	from, to := sectionOf(file, "records")
	var out []string
	for _, m := range regexp.MustCompile(key+`: ([A-Za-z0-9_.@-]+)`).FindAllStringSubmatch(file[from:to], -1) {
		out = append(out, m[1])
	}
	return out
}
