package library_test

import "strings"

// unchecked are values that the request asks for and no check compares: of what is written, and of
// what is answered. In most of them the solution itself gets them wrong.
func unchecked() []fault {
	const (
		returns   = "return-terms/en/hard/991000001"
		signs     = "help-signs/en/hard/991000001"
		agreement = "unsigned-agreement/en/medium/991000001"
		slot      = "common-slot/zh/medium/23000001"
		ledger    = "leave-ledger/zh/medium/7000001"
		parcels   = "late-parcels/en/hard/991000001"
		exposed   = "exposed-files/en/hard/7000001"
	)
	wrote, answered := []string{"adversary/unchecked_value"}, []string{"adversary/unchecked_answer"}
	f := func(name, base string, sees []string, edit ...func(string) string) fault {
		return fault{kind: "B", name: name, base: base, edits: edit, warns: true, sees: sees}
	}
	once := func(old, now string) func(string) string {
		return func(file string) string { return strings.Replace(file, old, now, 1) }
	}
	return []fault{
		f("one_pound_each", returns, wrote, once(", refund_amount: {money: =it.refund}", ""), once("refund_amount: =it.refund}", "refund_amount: 1.00}")),
		f("eight_hours_for_thirty_minutes", signs, wrote, once(`, end_time: {datetime: '=slot_begins + duration("30m")'}`, ""), once(`end_time: '=slot_begins + duration("30m")'`, `end_time: '=slot_begins + duration("8h")'`)),
		f("five_minutes_late", signs, wrote, once("start_time: {datetime: =slot_begins}, ", ""), once("start_time: =slot_begins, ", `start_time: '=slot_begins + duration("5m")', `)),
		f("due_four_months_late", agreement, wrote, sub("checks", `, due_date: \{date: [^}]*\}`, ""), sub("solution", `due_date: "[^"]*"`, `due_date: "2026-12-24"`)),
		f("only_one_is_invited", slot, wrote, once(`, attendees: {set_equals: {address: "=map(people, .email)"}}`, ""), once(`attendees: "=map(people, .email)"}`, `attendees: "=map(people[0:1], .email)"}`)),
		f("somebody_else_is_invited", signs, wrote, once(", attendees: {set_equals: []}", ""), sub("solution", `(calendar_create_event: .*)\}\n`, `$1, attendees: ["=chat.people[0].email"]}`+"\n")),
		f("others_may_be_invited", ledger, wrote, once(", attendees: {set_equals: []}", "")),
		f("any_row_is_logged", exposed, wrote, sub("checks", `, values: '[^']*'`, "")),
		f("any_thread_is_answered", "keys-asked/en/medium/7000001", []string{"adversary/ungraded_target"}, once("thread_id: {id: =question.message_id}, ", "")),
		f("any_sign_will_do", signs, wrote, once(", emoji: {text: =it.sign}", "")),
		f("any_action_is_planned", "catch-up-jobs/zh/medium/7000001", wrote, once("action: {text: =it.action}, ", "")),
		f("any_priority", "trace-parcels/en/medium/7000001", wrote, once(", priority: high}", "}")),
		f("a_sum_of_nothing", returns, answered, sub("checks", `  - \{id: told, .*\n`, ""), once("weight: 0.24", "weight: 0.4"), once("answer: {total: =refunds}", "answer: {total: 0.01 GBP}")),
		f("one_list_of_two", parcels, answered, sub("checks", `  - \{id: news, .*\n`, ""), once("{id: tomorrow, weight: 0.32", "{id: tomorrow, weight: 0.52")),
		f("a_value_that_is_not_there", agreement, answered, once(", value: {absent: true}}", "}")),
		f("a_value_that_is_made_up", agreement, answered, once(", value: {absent: true}}", "}"), once("- answer: {outcome: not_found}", "- answer: {outcome: not_found, value: 12}")),
		f("remarks_that_nothing_reads", "zhusu-baoxiao", answered, once("\nanswer:\n", "\nanswer:\n  remarks: {type: text}\n")),
	}
}
