package library_test

import (
	"regexp"
	"strings"
)

// reworded lets the request say one thing and fact, checks and solution do another: no run can
// tell, and the gate can only hold the request's words beside the comparison.
func reworded() []fault {
	var out []fault
	for _, x := range []struct{ name, base, request, now, says, quote string }{
		{"but_not_including", "expiring-gold-contracts-000001", "up to and including 15 April 2026", "up to, but not including, 15 April 2026", "up to and including 15 April 2026", "up to, but not including, 15 April 2026"},
		{"exclusive_in_brackets", "expiring-gold-contracts-000001", "up to and including 15 April 2026", "up to 15 April 2026 (exclusive)", "up to and including 15 April 2026", "up to 15 April 2026 (exclusive)"},
		{"later_than_today", "expiring-gold-contracts-000001", "ends from today", "ends later than today", "ends from today", "ends later than today"},
		{"or_longer", "escalate-enterprise-overdue-000003b", "waiting more than 48 hours", "waiting 48 hours or longer", "more than 48 hours", "48 hours or longer"},
		{"a_minimum", "escalate-enterprise-overdue-000003b", "waiting more than 48 hours", "waiting a minimum of 48 hours", "more than 48 hours", "a minimum of 48 hours"},
		{"for_under", "escalate-enterprise-overdue-000003b", "waiting more than 48 hours", "waiting for under 48 hours", "more than 48 hours", "for under 48 hours"},
		{"past_the_hour", "nightly-failures-owners", "since 20:00 yesterday evening", "past 20:00 yesterday evening", "since 20:00 yesterday evening", "past 20:00 yesterday evening"},
		{"till_the_hour", "nightly-failures-owners", "since 20:00 yesterday evening", "till 20:00 yesterday evening", "since 20:00 yesterday evening", "till 20:00 yesterday evening"},
		{"from_the_hour_on", "weekend-outage-triage", "created after 18:00 on Friday", "created from 18:00 on Friday onwards", "created after 18:00 on Friday", "created from 18:00 on Friday onwards"},
		{"by_the_hour", "weekend-outage-triage", "created after 18:00 on Friday", "created by 18:00 on Friday", "created after 18:00 on Friday", "created by 18:00 on Friday"},
		{"end_included", "maintenance-window-jobs", "before its end", "by its end, the end included", "before its end", "by its end, the end included"},
		{"strictly_after", "maintenance-window-jobs", "at the start of the window or later", "strictly after the start of the window", "at the start of the window or later", "strictly after the start of the window"},
		{"at_or_below", "housekeeping-reorder", "quantity is below its reorder level", "quantity is at or below its reorder level", "quantity is below its reorder level", "quantity is at or below its reorder level"},
		{"above_the_level", "housekeeping-reorder", "quantity is below its reorder level", "quantity is above its reorder level", "quantity is below its reorder level", "quantity is above its reorder level"},
		{"ends_not_counted", "zhusu-baoxiao", "3月1日到3月10日（首尾两天都算）", "3月1日到3月10日（不含首尾两天）", "3月1日到3月10日（首尾两天都算）", "3月1日到3月10日（不含首尾两天）"},
		{"ends_left_out", "zhusu-baoxiao", "3月1日到3月10日（首尾两天都算）", "3月1日至3月10日，首尾两天不算，", "3月1日到3月10日（首尾两天都算）", "3月1日至3月10日，首尾两天不算"},
		{"thirty_days_full", "xuyue-fengxian-kehu", "最近30天内", "已满30天、", "最近30天内", "已满30天"},
		{"not_yet_thirty", "xuyue-fengxian-kehu", "最近30天内", "不到30天前", "最近30天内", "不到30天前"},
		{"thirty_days_ago", "xuyue-fengxian-kehu", "最近30天内", "30天以前", "最近30天内", "30天以前"},
		{"paid_more", "february-instalments", "have paid in full", "have paid more than they owe", "paid in full", "paid more than they owe"},
		{"late_by_less", "late-parcels/en/medium/3", "", "", "more than", "less than"},
		{"large_from_below", "stuck-approvals/en/medium/3", "", "", "at least", "at most"},
	} {
		f := fault{kind: "E", name: x.name, base: x.base, warns: true, sees: []string{"truth/says_disagrees"}}
		if x.request == "" { // the same words wherever they stand
			f.edits = edits(everywhere(x.says, x.quote))
		} else {
			f.edits = edits(inRequest(x.request, x.now), quoting(x.says, x.quote))
		}
		out = append(out, f)
	}
	return out
}

// inRequest rewords the request, whatever its line breaks.
func inRequest(old, now string) func(string) string {
	words := regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(old), " ", `\s+`))
	return func(file string) string {
		from, to := sectionOf(file, "request")
		return file[:from] + words.ReplaceAllString(file[from:to], now) + file[to:]
	}
}

// quoting exchanges what conditions quote.
func quoting(old, now string) func(string) string {
	return func(file string) string {
		from, to := sectionOf(file, "facts")
		facts := file[from:to]
		for _, end := range []string{"}", "\n"} {
			facts = strings.ReplaceAll(facts, "says: "+old+end, `says: "`+now+`"`+end)
			facts = strings.ReplaceAll(facts, `says: "`+old+`"`+end, `says: "`+now+`"`+end)
		}
		return file[:from] + facts + file[to:]
	}
}

func everywhere(old, now string) func(string) string {
	return func(file string) string {
		for _, section := range []string{"request", "facts"} {
			from, to := sectionOf(file, section)
			file = file[:from] + strings.ReplaceAll(file[from:to], old, now) + file[to:]
		}
		return file
	}
}
