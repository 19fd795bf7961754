package library_test

import (
	"regexp"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/synth"
)

// plant is one kind of fault that is put into tasks that were good. Any of sees, written
// "round/code", must be found: an error, or a warning where warns is set.
type plant struct {
	kind  string // of the catalogue of faults: A null agent passes, B too lax, C too strict, ...
	name  string
	warns bool
	edit  func(file string) string // unchanged where it does not apply
	sees  []string
	blind []string // good tasks in which the gate does not see it; docs/planted.md says why
}

// sub changes the first match in a section.
func sub(section, pattern, with string) func(string) string {
	re := regexp.MustCompile(pattern)
	return func(file string) string {
		from, to := sectionOf(file, section)
		part := file[from:to]
		at := re.FindStringSubmatchIndex(part)
		if at == nil {
			return file
		}
		return file[:from] + part[:at[0]] + string(re.ExpandString(nil, with, part, at)) + part[at[1]:] + file[to:]
	}
}

// sectionOf is where a section's text begins and ends.
func sectionOf(file, section string) (from, to int) {
	from = strings.Index("\n"+file, "\n"+section+":")
	if from < 0 {
		return 0, 0
	}
	to = from + 1
	for to < len(file) && !(file[to-1] == '\n' && file[to] != ' ' && file[to] != '\n' && file[to] != '#') {
		to++
	}
	return from, to
}

// where makes an edit only in files that match.
func where(pattern string, edit func(string) string) func(string) string {
	re := regexp.MustCompile(pattern)
	return func(file string) string {
		if !re.MatchString(file) {
			return file
		}
		return edit(file)
	}
}

// unless makes an edit only in files that do not hold a text.
func unless(text string, edit func(string) string) func(string) string {
	return func(file string) string {
		if strings.Contains(file, text) {
			return file
		}
		return edit(file)
	}
}

// both makes two edits, or none where one of them does not apply.
func both(first, second func(string) string) func(string) string {
	return func(file string) string {
		one := first(file)
		two := second(one)
		if one == file || two == one {
			return file
		}
		return two
	}
}

func without(section, pattern string) func(string) string {
	re := regexp.MustCompile("(?m)^.*(?:" + pattern + ").*\n")
	return func(file string) string {
		from, to := sectionOf(file, section)
		return file[:from] + re.ReplaceAllString(file[from:to], "") + file[to:]
	}
}

// alreadyDone puts into the records what a check asks the agent to set.
func alreadyDone(file string) string {
	m := regexp.MustCompile(`set: \{(priority|link_access): ([a-z_]+)\}`).FindStringSubmatch(file)
	if m == nil || strings.Contains(file, "."+m[1]) {
		return file
	}
	from, to := sectionOf(file, "records")
	re := regexp.MustCompile(`\b` + m[1] + `: ("[^"]*"|[A-Za-z_]+)`)
	return file[:from] + re.ReplaceAllString(file[from:to], m[1]+": "+m[2]) + file[to:]
}

// twin puts a record in a second time, with another first value where key is set.
func twin(collection, key string) func(string) string {
	re := regexp.MustCompile(`(?m)(^  ` + regexp.QuoteMeta(collection) + `:\n(?: *#.*\n)*)(    - \{[a-z_]+: )([^,]+)(,.*\n)`)
	if key == "" {
		return sub("records", re.String(), "$1$2$3$4$2$3$4")
	}
	return sub("records", re.String(), "$1$2$3$4${2}"+key+"$4")
}

func plants() []plant {
	return slices.Concat(sabotagePlants(), laxPlants(), strictPlants(), formPlants(), truthPlants())
}

// sabotagePlants are the alterations that drafts are sabotaged with.
func sabotagePlants() []plant {
	sees := map[string][]string{
		"weights_wrong": {"spec/weights_sum"}, "id_twice": {"spec/bad_weight", "spec/equal_ids"}, "key_unknown": {"spec/unknown_kind", "spec/unknown_key"},
		"needs_nothing": {"spec/unknown_need"}, "field_misspelt": {"spec/bad_expression"}, "prohibition_dead": {"spec/unknown_tool", "spec/denied_tool", "spec/dead_prohibition"},
		"tool_denied": {"spec/denied_tool"}, "reference_dangling": {"truth/fact_empty", "spec/dangling_reference", "spec/unknown_check_record", "truth/fact_error"}, "date_after_now": {"spec/date_contradicts_now"},
		"says_misquoted": {"truth/says_not_found"}, "truth_declared_empty": {"truth/fact_not_empty"}, "answer_without_read": {"adversary/answer_without_read", "spec/evidence_unused", "spec/unknown_need"},
		"need_dropped": {"spec/evidence_unused", "adversary/answer_without_read"}, "only_dropped": {"adversary/near_right_scores_one", "adversary/write_everything_unnoticed"},
		"matcher_weakened": {"adversary/near_right_scores_one"}, "prohibitions_dropped": {"adversary/write_everything_unnoticed"},
		"effects_counted": {"oracle/oracle_below_one", "spec/unknown_made", "grader/satisfying_evidence_below_one"}, "collection_other": {"oracle/oracle_below_one"}, "value_leaked": {"leak/leaked_value"},
		"work_forbidden": {"oracle/oracle_unsafe"}, "argument_broken": {"spec/field_type", "oracle/oracle_call_failed", "oracle/oracle_below_one"}, "act_missing": {"oracle/oracle_below_one"},
		"act_blind": {"oracle/oracle_below_one", "oracle/unsourced_argument", "oracle/unread_record"}, "act_twice": {"oracle/oracle_below_one", "oracle/oracle_call_failed"},
		"condition_negated": {"truth/fact_empty"},
	}
	var out []plant
	for _, x := range synth.Sabotages() {
		if sees[x.Class] == nil {
			continue // those of the truth stand in truthPlants
		}
		out = append(out, plant{kind: x.Fault, name: x.Class, sees: sees[x.Class], edit: func(file string) string {
			out, _ := x.Alter([]byte(file), 7)
			return string(out)
		}})
	}
	return out
}

const (
	nearOne  = "adversary/near_right_scores_one"
	nearKept = "adversary/near_right_keeps_weight"
	spree    = "adversary/write_everything_unnoticed"
	refused  = "benign/right_behaviour_refused"
)

// laxPlants let wrong behaviour pass.
func laxPlants() []plant {
	return []plant{
		{kind: "A", name: "done_in_the_seed", edit: alreadyDone, sees: []string{"spec/true_in_seed", "spec/already_true"}},
		{kind: "A", name: "no_checks", edit: sub("checks", `(?s)^checks:.*`, "checks: []\n\n"), sees: []string{"spec/no_checks"}},
		{kind: "B", name: "others_may_be_named", warns: true, edit: sub("checks", `, none: ("[^"]*"|=[a-z_]+)`, ""), sees: []string{"adversary/dump_in_text", nearOne, nearKept}, blind: []string{"overdue-tickets", "payment-run-approvals", "exposed-files"}},
		{kind: "B", name: "reads_not_needed", warns: true, edit: both(sub("checks", `needs: \[[^\]]*\], record_`, "record_"), without("checks", `- \{id: [A-Za-z0-9_-]+, +(read|searched|called|revealed):`)),
			sees: []string{"adversary/reads_not_needed", "spec/unknown_need", "adversary/answer_without_read", nearOne, nearKept}},
		{kind: "J", name: "others_may_be_changed", edit: without("forbid", `except: `), sees: []string{nearOne, nearKept, spree}, blind: []string{"zhaobiao-dayi", "zhiyin-baojia", "invoices-against-receipts"}},
		{kind: "J", name: "misspelt_safety", edit: sub("forbid", `^forbid:`, "forbids:"), sees: []string{"spec/unknown_key"}},
		{kind: "K", name: "twice_allowed", edit: both(sub("checks", `only: true, `, ""), without("forbid", `create: |any: `)), warns: true, sees: []string{nearOne, nearKept, spree}, blind: []string{"exposed-files", "invoices-against-receipts", "unpaid-orders", "harbor-quote-000008"}},
	}
}

// strictPlants refuse right behaviour, or make the task unsolvable.
func strictPlants() []plant {
	return []plant{
		{kind: "C", name: "calls_too_few", edit: sub("limits", `max_calls: [0-9]+`, "max_calls: 2"), sees: []string{"oracle/oracle_below_one", "oracle/oracle_call_failed", "spec/no_records"}},
		{kind: "D", name: "value_never_held", edit: sub("checks", `set: \{([a-z_]+): ([a-z_]+)\}`, "set: {$1: ${2}_x}"), sees: []string{"spec/matcher_value", "oracle/oracle_below_one", "spec/bad_value"}},
		{kind: "D", name: "field_never_filled", edit: sub("checks", `match: \{([a-z_]+):`, "match: {${1}_x:"), sees: []string{"spec/unknown_field", "spec/unknown_check_field"}},
		{kind: "F", name: "grants_too_small", edit: where(`(?ms)^zone: [^\n]*\n\n.*weight: [^\n]* record_`, unless("\nidentity:", sub("zone", `^zone: .*\n`, "${0}identity: {as: kim.oduya@northwind.test, grants: {\"*\": read}}\n"))), sees: []string{"oracle/oracle_call_failed", "oracle/oracle_below_one"}},
		{kind: "F", name: "service_missing", edit: sub("services", `\[([a-z_]+), `, "["), sees: []string{"spec/unknown_service", "spec/unknown_collection", "spec/unknown_tool"}},
		{kind: "H", name: "leaked_in_the_brief", edit: briefLeak, sees: []string{"leak/leaked_value"}, blind: []string{"unpaid-orders"}},
	}
}

// briefLeak puts every address of the records into the brief.
func briefLeak(file string) string {
	from, to := sectionOf(file, "records")
	all := regexp.MustCompile(`[a-z0-9.]+@[a-z0-9.-]+\.test`).FindAllString(file[from:to], -1)
	if len(all) == 0 || strings.Contains(file, "\nbrief:") || !strings.Contains(file, "address: ") {
		return file
	}
	return strings.Replace(file, "\nrequest:", "\nbrief: Addresses are "+strings.Join(all, ", ")+".\nrequest:", 1)
}

// formPlants contradict themselves.
func formPlants() []plant {
	return []plant{
		{kind: "I", name: "record_twice", edit: func(f string) string {
			for _, c := range []string{"contacts.contacts", "helpdesk.tickets", "crm.customers"} {
				if out := twin(c, "")(f); out != f {
					return out
				}
			}
			return f
		}, sees: []string{"spec/duplicate_record", "spec/equal_ids", "spec/bad_records"}},
		{kind: "I", name: "clock_before_the_records", edit: where(`(created|modified|published)_at: `, sub("now", `now: "?2026`, "now: 2025")), sees: []string{"spec/date_contradicts_now", "truth/fact_empty", "truth/fact_error"}},
		{kind: "I", name: "stages_backwards", edit: sub("request", `at: "?2026`, "at: 2025"), sees: []string{"spec/stage_time"}},
		{kind: "Q", name: "evidence_pays", edit: sub("checks", `- \{id: ([A-Za-z0-9_-]+), +read:`, "- {id: $1, weight: 0.1, read:"), sees: []string{"spec/bad_weight", "spec/weights_sum"}},
		{kind: "Q", name: "outcome_without_weight", edit: sub("checks", `weight: [0-9.]+, `, ""), sees: []string{"spec/bad_weight", "spec/weights_sum"}},
		{kind: "Q", name: "needs_itself", edit: sub("checks", `- \{id: ([A-Za-z0-9_-]+)(.*?)needs: \[`, "- {id: $1${2}needs: [$1, "), sees: []string{"spec/needs_cycle"}},
		{kind: "E", name: "zone_unknown", edit: sub("zone", `^zone: .*`, "zone: Mars/Olympus"), sees: []string{"spec/unknown_zone", "spec/bad_zone"}},
		{kind: "G", name: "two_of_one_name", edit: func(f string) string {
			if !regexp.MustCompile(`the\(contacts\.contacts, ['"]name['"]`).MatchString(f) {
				return f
			}
			return regexp.MustCompile(`(?m)^(    - \{contact_id: )([^,]+)(, name: .*)$`).ReplaceAllString(f, "$1$2$3\n${1}${2}x$3")
		}, sees: []string{"truth/fact_error"}},
	}
}

var bounds = regexp.MustCompile(`expr: .*says: `)

// truthPlants are wrong together: fact, checks and solution, while the request is right. The
// gate can only hold the request's words beside the comparison.
func truthPlants() []plant {
	says := []string{"truth/says_disagrees", "truth/no_near_miss", "truth/fact_empty", "truth/fact_error", "oracle/oracle_below_one"}
	blind := []string{"stocktake-sheet"}
	var out []plant
	for _, x := range []struct{ name, from, to string }{
		{"more_taken_for_less", ` > `, ` < `}, {"less_taken_for_more", ` < `, ` > `}, {"edge_taken_in", ` > `, ` >= `}, {"edge_taken_in_below", ` < `, ` <= `},
		{"edge_left_out", ` >= `, ` > `}, {"edge_left_out_below", ` <= `, ` < `}, {"late_taken_for_early", ` >= `, ` <= `}, {"early_taken_for_late", ` <= `, ` >= `},
	} {
		out = append(out, plant{kind: "E", name: x.name, warns: true, sees: says, blind: blind, edit: inverted(x.from, x.to)})
	}
	return append(out, plant{kind: "B", name: "decoys_gone", warns: true, edit: without("records", `# (one second|right status, wrong|right kind, wrong|one cent|near miss)`), sees: []string{"truth/no_near_miss", "truth/fact_empty", "spec/dangling_reference", "truth/fact_error"}, blind: []string{"payment-run-approvals", "reconcile-february-suppliers-000004"}})
}

// inverted changes the one comparison of a condition whose quote compares.
func inverted(from, to string) func(string) string {
	words := regexp.MustCompile(`says: .*(more than|less than|fewer than|at least|before|after|within|over|under|below|above|or later|or earlier|including|on or |older|超过|不超过|至少|以上|以内|不早于|不晚于|低于|早于|晚于|之前|之后|少于|多于|大于|小于)`)
	return func(file string) string {
		begin, end := sectionOf(file, "facts")
		lines := strings.SplitAfter(file[begin:end], "\n")
		for i, l := range lines {
			if bounds.MatchString(l) && words.MatchString(l) && strings.Count(l, from) == 1 && strings.Index(l, from) < strings.Index(l, "says:") {
				lines[i] = strings.Replace(l, from, to, 1)
				return file[:begin] + strings.Join(lines, "") + file[end:]
			}
		}
		return file
	}
}
