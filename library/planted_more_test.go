package library_test

import (
	"regexp"
)

// vague are requests and records that leave open what is meant.
func vague() []fault {
	broken := []string{"truth/fact_error", "truth/fact_empty"}
	return []fault{
		{kind: "G", name: "two_of_a_name", base: "onboarding-session-000007", edits: edits(sub("records", `(?m)^(    - \{contact_id: )([^,]+)(, name: Priya )Shah(.*)$`, "$1$2${3}Nair$4")), sees: broken},
		{kind: "G", name: "two_earliest", base: "xuyue-fengxian-kehu", edits: edits(sameDay), warns: true, sees: []string{"truth/order_decides"}},
		{kind: "G", name: "two_newest_notices", base: "maintenance-window-jobs", edits: edits(sameInstant), warns: true, sees: append([]string{"truth/order_decides"}, broken...)},
		{kind: "G", name: "words_that_nobody_said", base: "weekend-outage-triage", edits: edits(swap(`says: not one of our internal ones`, `says: not from our own people`)), sees: []string{"truth/says_not_found"}},
	}
}

// sameDay lets all contracts end on one day, so that none is the earliest.
func sameDay(file string) string {
	from, to := sectionOf(file, "records")
	return file[:from] + regexp.MustCompile(`contract_end: 2026-04-[0-9]+`).ReplaceAllString(file[from:to], "contract_end: 2026-04-15") + file[to:]
}

// sameInstant publishes all notices of a day at once.
func sameInstant(file string) string {
	from, to := sectionOf(file, "records")
	return file[:from] + regexp.MustCompile(`published_at: 2026-03-[0-9T:+Z-]+`).ReplaceAllString(file[from:to], "published_at: 2026-03-24T10:00:00+01:00") + file[to:]
}

// clocks are states and times that do not fit.
func clocks() []fault {
	return []fault{
		{kind: "I", name: "mail_from_tomorrow", base: "claims-inbox-friday", edits: edits(sub("records", `date: 2026-11-13T`, "date: 2026-11-14T")), sees: []string{"spec/date_contradicts_now"}},
		{kind: "I", name: "second_day_before_the_first", base: "harbor-quote-000008", edits: edits(swap("at: 2026-03-17T09:00:00+01:00", "at: 2026-03-15T09:00:00+01:00")), sees: []string{"spec/stage_time"}},
		{kind: "I", name: "change_of_nothing", base: "harbor-quote-000008", edits: edits(swap("update: inventory.products, record: SKU-12", "update: inventory.products, record: SKU-99")), sees: []string{"spec/bad_injection", "spec/unknown_record", "spec/dangling_reference"}},
		{kind: "I", name: "change_that_changes_nothing", base: "harbor-quote-000008", edits: edits(swap("set: {contact_person: Paul Adler, email: paul.adler@harbor.test}", "set: {tier: gold}")), warns: true, sees: []string{"truth/idle_change", "spec/bad_injection", "oracle/oracle_below_one"}},
		{kind: "I", name: "id_taken_twice", base: "harbor-quote-000008", edits: edits(swap("record: {message_id: msg_310", "record: {message_id: msg_301")), sees: []string{"spec/duplicate_record", "spec/bad_injection", "spec/equal_ids", "truth/fact_error"}},
		{kind: "I", name: "another_clock", base: "nightly-failures-owners", edits: edits(swap("now: 2026-04-08T08:30:00+02:00", "now: 2026-04-18T08:30:00+02:00")), sees: []string{"truth/fact_empty"}},
	}
}

// trespasses are prohibitions that do not hold what they promise.
func trespasses() []fault {
	near := []string{nearOne, nearKept, spree}
	return []fault{
		{kind: "J", name: "all_open_ones_excepted", base: "escalate-enterprise-overdue-000003b", edits: edits(swap(`except: "map(overdue, .ticket)"`, `except: "map(filter(helpdesk.tickets, .status == 'open'), .ticket_id)"`)), sees: near},
		{kind: "J", name: "only_one_tool_forbidden", base: "exposed-files/en/medium/3", edits: edits(sub("forbid", `effect: \{update: drive\.files, except: [^}]*\}`, "tool: drive_trash_file")), warns: true, sees: append([]string{"adversary/forbidden_by_name_only"}, near...)},
		{kind: "J", name: "any_mail_to_anyone", base: "fukuan-tixing-000010", edits: edits(swap(", except: {to: {one_of: \"=map(due, .mail)\"}}", ", match: {subject: never}"), swap("only: true, match: {to: {address: =it.mail}", "match: {to: {address: =it.mail}")), sees: near},
		{kind: "J", name: "another_field_may_change", base: "exposed-files/en/medium/3", edits: edits(sub("forbid", `beyond: \[link_access\]`, "beyond: [link_access, name, folder_id]")), warns: true, sees: append([]string{"adversary/extra_change_unnoticed"}, near...)},
		{kind: "J", name: "tags_may_change_too", base: "triage-monday-queue-000002", edits: edits(sub("forbid", `beyond: \[priority, category\]`, "beyond: [priority, category, tags]")), warns: true, sees: append([]string{"adversary/extra_change_unnoticed"}, near...)},
		{kind: "J", name: "nothing_guards_the_jobs", base: "maintenance-window-jobs", edits: edits(cut("id: no-other-job", "id: only-switched")), warns: true, sees: append([]string{"adversary/extra_change_unnoticed"}, near...)},
		{kind: "J", name: "forbids_what_nobody_can", base: "nightly-failures-owners", edits: edits(add("forbid", "  - {id: no-notes, effect: {delete: contacts.contacts}}\n")), sees: []string{"spec/dead_prohibition"}},
	}
}

// repeats pay for doing it twice, or punish a retry.
func repeats() []fault {
	return []fault{
		{kind: "K", name: "entered_twice", base: "maintenance-window-jobs", edits: edits(swap("calendar_create_event: {title: Meridian maintenance, start_time: =begins, end_time: =ends, attendees: =owners}, expect: 500}\n", "calendar_create_event: {title: Meridian maintenance, start_time: =begins, end_time: =ends, attendees: =owners}, expect: 500}\n    - calendar_create_event: {title: Meridian maintenance, start_time: =begins, end_time: =ends, attendees: =owners}\n")), sees: []string{"oracle/oracle_below_one", "oracle/oracle_call_failed"}},
		{kind: "K", name: "two_notes_of_one", base: "fukuan-tixing-000010", edits: edits(swap("record_created: {in: todo.tasks, only: true, match", "record_created: {in: todo.tasks, count: 2, match")), sees: []string{"oracle/oracle_below_one"}},
		{kind: "K", name: "more_mails_are_as_good", base: "escalate-enterprise-overdue-000003b", edits: edits(swap("record_created: {in: gmail.sent, each: overdue, only: true, match: {to: {address: =it.manager}, body: {mentions: {all: =it.ticket, none: \"=filter(all_tickets, not (# in map(filter(overdue, .manager == it.manager), .ticket)))\"}}}}", "record_created: {in: gmail.sent, each: overdue, match: {to: {address: =it.manager}}}")), warns: true, sees: []string{"oracle/oracle_below_one", nearOne, nearKept, spree}},
	}
}

// sums are scores that do not add up.
func sums() []fault {
	return []fault{
		{kind: "Q", name: "a_hundredth_missing", base: "zhusu-baoxiao", edits: edits(swap("weight: 0.4", "weight: 0.39")), sees: []string{"spec/weights_sum"}},
		{kind: "Q", name: "negative", base: "zhusu-baoxiao", edits: edits(swap("weight: 0.4", "weight: 1"), swap("weight: 0.3, needs: [rules, papers], answer", "weight: -0.3, needs: [rules, papers], answer")), sees: []string{"spec/weights_sum", "spec/bad_weight"}},
		{kind: "Q", name: "paid_twice_for_one", base: "housekeeping-reorder", edits: edits(swap("weight: 0.3, needs: [ordered], record_created: {in: gmail.sent, only: true, match: {to: {address: einkauf@brennhof.test}, body: {mentions: {all: \"=map(low, .product)\", none: =others}}}}", "weight: 0.3, needs: [looked], record_created: {in: inventory.orders, each: low, match: {product_id: =it.product}}")), warns: true, sees: []string{"oracle/needless_write", "grader/weight_not_lost", "grader/check_implied", nearOne, nearKept}},
		{kind: "Q", name: "evidence_for_nobody", base: "zhusu-baoxiao", edits: edits(add("checks", "  - {id: looked-twice, read: {in: gmail.messages, record: msg_1}}\n")), sees: []string{"spec/evidence_unused", "spec/unknown_check_record"}},
		{kind: "Q", name: "circle", base: "maintenance-window-jobs", edits: edits(swap("id: off,     weight: 0.5, needs: [notice, jobs]", "id: off,     weight: 0.5, needs: [notice, jobs, entered]"), swap("needs: [notice, makers]", "needs: [notice, makers, off]")), sees: []string{"spec/needs_cycle"}},
	}
}

// contradictions are truths that the data do not bear out.
func contradictions() []fault {
	return []fault{
		{kind: "E", name: "sum_over_currencies", base: "expiring-gold-contracts-000001", edits: edits(swap(`total(map(filter(expiring, .amount.currency == "EUR"), .amount))`, "total(map(expiring, .amount))")), sees: []string{"truth/fact_error"}},
		{kind: "E", name: "tier_that_is_not", base: "expiring-gold-contracts-000001", edits: edits(swap(`.tier == "gold"`, `.tier == "golden"`)), sees: []string{"truth/fact_empty"}},
		{kind: "E", name: "supplier_gone", base: "bank-change-brightpath-000006", edits: edits(sub("records", `customer_id: SUP-12, name: Brightpath Supplies`, "customer_id: SUP-12, name: Brightpath Ltd")), sees: []string{"truth/fact_error"}},
		{kind: "E", name: "month_written_short", base: "xuyue-fengxian-kehu", edits: edits(swap(`== "2026-04"`, `== "2026-4"`)), sees: []string{"truth/fact_empty"}},
		{kind: "E", name: "said_to_be_empty", base: "housekeeping-reorder", edits: edits(swap("\nchecks:", "\nempty: [low]\n\nchecks:")), sees: []string{"truth/fact_not_empty"}},
		{kind: "E", name: "edge_untested", base: "nightly-failures-owners", edits: edits(nobodyNear), warns: true, sees: []string{"truth/no_near_miss", "truth/fact_empty"}},
	}
}

// nobodyNear has every job run last night.
func nobodyNear(file string) string {
	from, to := sectionOf(file, "records")
	return file[:from] + regexp.MustCompile(`last_run: 2026-[0-9T:+Z-]+`).ReplaceAllString(file[from:to], "last_run: 2026-04-08T02:00:00+02:00") + file[to:]
}
