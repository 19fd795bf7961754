package library_test

import "strings"

// unsaid are values that facts, checks and solution share and that the words do not name, and
// what a program can see of matchers that take another value than the words ask for.
func unsaid() []fault {
	const (
		person  = "which-namesake/en/medium/23000001"
		tickets = "overdue-tickets/en/hard/23000001"
		due     = "payables-by-city/en/medium/23000001"
		slot    = "common-slot/zh/medium/23000001"
		visit   = "visit-moved/zh/medium/23000001"
		photos  = "damage-photos/en/medium/23000001"
	)
	says, loose := []string{"truth/says_disagrees"}, []string{"adversary/loose_comparison"}
	f := func(kind, name, base string, sees []string, edit ...func(string) string) fault {
		return fault{kind: kind, name: name, base: base, edits: edit, warns: true, sees: sees}
	}
	return []fault{
		f("E", "todo_a_day_late", person, says, throughout(`"2026-09-04"`, `"2026-09-05"`)),
		f("E", "meeting_a_day_late", slot, says, throughout(`day("2026-12-07")`, `day("2026-12-08")`)),
		f("E", "span_a_day_long", due, says, throughout(`day('2026-09-28')`, `day('2026-09-29')`)),
		f("E", "span_said_shorter", due, says, throughout("up to and including 28 September 2026", "up to and including 27 September 2026")),
		f("E", "todo_a_day_late_chinese", slot, says, throughout(`"2026-11-24"`, `"2026-11-25"`)),
		f("E", "another_weekday", due, says, throughout("Monday, 21 September 2026", "Tuesday, 21 September 2026")),
		f("E", "another_weekday_chinese", slot, says, throughout("2026年12月7日（周一）", "2026年12月7日（周二）")),
		f("E", "another_number_of_hours", tickets, says, throughout("hours_since(.created_at) > 24, says", "hours_since(.created_at) > 48, says")),
		f("E", "another_clock_time", visit, says, throughout("14:30 开始", "15:30 开始")),
		f("E", "half_as_long", visit, says, throughout(`duration("120m")`, `duration("60m")`)),
		f("E", "another_leave", person, says, throughout(`.kind == "annual"`, `.kind == "training"`)),
		f("E", "another_department_is_told", person, says, throughout("The one in Design", "The one in Procurement")),
		f("E", "another_title", slot, says, throughout(`title: {text: "路线图讨论"}`, `title: {text: "路线讨论"}`), throughout(`create_event: {title: "路线图讨论"`, `create_event: {title: "路线讨论"`)),
		f("E", "edge_in_the_house_rules", photos, says, throughout("size >= 5", "size > 5")),
		f("E", "edge_out_of_the_house_rules", photos, says, throughout("size > 29", "size >= 29")),
		f("E", "all_counts_as_euros", due, []string{"truth/currency_differs"}, throughout("money(.amount, .currency)", "money(.amount, 'EUR')")),
		f("B", "any_channel", tickets, loose, throughout("channel_id: {id: =told_channel}", `channel_id: {one_of: "=map(chat.channels, .channel_id)"}`)),
		f("B", "a_word_of_the_title", person, loose, throughout(`title: {text: "Answer about the contract"}`, "title: {mentions: {any: [contract]}}")),
		f("B", "any_title", person, []string{"adversary/ungraded_value"}, throughout(`match: {title: {text: "Answer about the contract"}, `, "match: {")),
		f("B", "every_ticket_in_each_mail", tickets, []string{"adversary/dump_in_text"}, sub("checks", `(all: =it\.ticket), none: "=filter[^"]*"`, "$1")),
		f("B", "every_file_in_each_mail", "exposed-files/zh/hard/23000001", []string{"adversary/dump_in_text"}, sub("checks", `(all: =it\.name), none: "=filter[^"]*"`, "$1")),
	}
}

// throughout exchanges a text in the whole file.
func throughout(old, now string) func(string) string {
	return func(file string) string { return strings.ReplaceAll(file, old, now) }
}
