package scenarios

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// decideLeave: decide the leave that a team has asked for, by the rules in force: notice,
// days left, blocked weeks and who is away already.
func decideLeave() *synth.Scenario {
	return &synth.Scenario{
		Name: "decide-leave", Version: 3, Family: task.Scheduling, Title: "Decide requests for leave by the rules",
		Capabilities: []string{"policy_lookup", "policy_application", "conflict_search", "per_item_decision", "leave_alone"},
		Services:     []string{"hr", "kb"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildDecideLeave,
	}
}

// leaveRules are what the article in force says, in days from today.
type leaveRules struct{ notice, blockFrom, blockTo int }

func buildDecideLeave(d *synth.Draft) {
	dept := d.Department()
	d.Set("dept", dept)
	monday := 7 - (int(d.Now().Weekday())+6)%7 // days to the next Monday
	r := leaveRules{notice: d.Between(8, 20), blockFrom: monday + 7*d.Between(8, 12)}
	r.blockTo = r.blockFrom + 7*d.Between(1, 2) - 3
	d.Title("Leave of {{.dept}}", "{{.dept}}请假审批")
	d.Say([]string{
		"Please decide every request for annual leave of the people in {{.dept}} that is still waiting (requested), by the leave rules in force in the knowledge base: approve what meets all of them, reject what does not. Other departments and other kinds of leave are not mine to decide.",
		"The {{.dept}} team has asked for annual leave and I have not answered yet. For each of these requests (status requested) check the leave rules that are in force, see the knowledge base, then approve or reject it. Only annual leave, only {{.dept}}.",
		"Could you clear the open annual leave requests of {{.dept}}, those that are still requested? Approve where all of the leave rules in force (knowledge base) are met, reject the rest, and leave everything else alone.",
		"{{.dept}}'s annual leave requests are piling up. Take every one that still says requested, check it against the leave rules in force (knowledge base) and approve or reject it. No other kinds of leave and no other department, please.",
		"Before I disappear into meetings: please decide the waiting (requested) annual leave of {{.dept}}. The leave rules in force in the knowledge base say what has to be met; if one condition fails, reject. Everything else I'll look at myself.",
	}, []string{
		"请按知识库中现行的休假规定，处理{{.dept}}所有还未审批（requested）的年假（annual）申请：全部条件都满足的批准，否则驳回。其他部门和其他类型的假不归我批，不要动。",
		"{{.dept}}有几份年假（annual）申请还没批（状态 requested）。麻烦对照知识库里现行的休假规定逐份处理，符合全部规定就同意，有一条不符合就驳回；别的部门、别的假种都不处理。",
		"{{.dept}}的年假（annual）申请攒了一批，状态还是 requested 的请全部审完：依据知识库现行的休假规定，达标的批准，不达标的驳回。其他假种和别的部门先不管。",
		"麻烦今天把{{.dept}}待审（requested）的年假（annual）批掉，标准就是知识库里现行的休假规定，一条不合就驳回，超出这个范围的申请不要碰。",
	})
	leaveRulesRecords(d, r)
	leaveRequestRecords(d, r, dept)
	decideLeaveParts(d)
	done := work{ids: "map(granted, .leave)", all: "map(hr.leave_requests, .leave_id)", what: "the ids of the requests that you approved", chinese: "已批准的申请编号", needs: "granted, refused"}
	counted := work{ids: "map(granted, .leave)", what: "requests approved", chinese: "批准的申请", needs: "granted, refused"}
	done.perhaps(d,
		func(d *synth.Draft) { done.whisper(d) },
		func(d *synth.Draft) { counted.log(d, "Leave decisions", "休假审批登记") })
}

func leaveRulesRecords(d *synth.Draft, r leaveRules) {
	article := func(mark synth.Distractor, title, status string, r leaveRules, age int) {
		addMarked(d, mark, "kb.articles", "article_id", d.ID("KB-"), "title", title, "category", d.T("personnel", "人事"), "tags", []string{d.T("leave", "休假")}, "status", status, "last_updated", d.Day(-age), "views", d.Between(5, 300),
			"content", fmt.Sprintf(d.T("Annual leave is approved when it begins at least %d days after the day of the request, takes no more days than the employee has left, does not touch the blocked period from %s to %s (both included), and nobody of the same department is on approved leave on any of its days. Days of the request: the day it was filed.",
				"年假须同时满足以下各项才予批准：开始日期距申请提交当日至少 %d 天；天数不超过本人剩余天数；不与停休期 %s 至 %s（首尾均含）重叠；同部门没有人在其中任何一天处于已批准的休假。"), r.notice, d.Day(r.blockFrom), d.Day(r.blockTo)))
	}
	title := d.T("Leave rules", "休假规定")
	article("", title, "in force", r, d.Between(10, 60))
	old := leaveRules{r.notice - d.Between(3, 6), r.blockFrom - 14, r.blockTo - 14}
	article(synth.Superseded, title, "replaced", old, d.Between(300, 500))
	d.Mix("kb.articles")
}

func leaveRequestRecords(d *synth.Draft, r leaveRules, dept string) {
	other := dept
	for other == dept {
		other = d.Department()
	}
	// ask adds somebody with a request that was filed some days ago.
	ask := func(mark synth.Distractor, dept, kind, status string, from, length, filed, left int) {
		p, id := d.Person(), d.ID("EMP-")
		d.Add("hr.people", "employee_id", id, "name", p.Name, "email", p.Mail, "department", dept, "title", p.Title, "location", d.City(), "start_date", d.Day(-d.Between(100, 2000)), "status", "active")
		addMarked(d, mark, "hr.leave_requests", "leave_id", d.ID("LV-"), "employee_id", id, "kind", kind, "from", d.Day(from), "to", d.Day(from+length-1), "days", length, "status", status,
			"requested_at", d.Instant(d.Now().Add(-time.Duration(24*filed)*time.Hour-time.Duration(d.Between(1, 60))*time.Minute)))
		d.Add("hr.balances", "balance_id", d.ID("BAL-"), "employee_id", id, "kind", "annual", "entitled", 30, "remaining", left)
	}
	week := r.blockFrom - 7*6 // a Monday that is far enough ahead for every notice
	for week < r.notice+2 {
		week += 7
	}
	next := func() int { week += 7; return week }
	safe := []int{r.blockFrom + 28, r.blockFrom + 35, r.blockFrom + 42, r.blockFrom + 49, r.blockFrom + 56}
	ask("", dept, "annual", "requested", safe[0], d.Between(2, 5), d.Between(1, 5), d.Between(6, 20))
	for i := range d.ByLevel(1, 2, 4) {
		n := d.Between(1, 5)
		ask(synth.JustEnough, dept, "annual", "requested", safe[1+i], n, d.Between(1, 5), n)
	}
	filed := d.Between(1, 3)
	first := r.notice - filed
	for day := d.Now().AddDate(0, 0, first-1).Weekday(); day == time.Saturday || day == time.Sunday; day = d.Now().AddDate(0, 0, first-1).Weekday() {
		filed++
		first--
	}
	ask(synth.OneDay, dept, "annual", "requested", first-1, 1, filed, 20)
	n := d.Between(3, 5)
	ask(synth.OneDay, dept, "annual", "requested", next(), n, 3, n-1)
	ask(synth.OneDay, dept, "annual", "requested", r.blockTo, 1, 2, 20)
	ask(synth.JustEnough, dept, "annual", "requested", r.blockTo+3, 2, 2, 20)
	busy := next()
	ask(synth.AlreadyDone, dept, "annual", "approved", busy, 2, 30, 20)
	ask(synth.OtherOwner, dept, "annual", "requested", busy+1, 4, 2, 20)
	ask(synth.OtherOwner, other, "annual", "requested", safe[0]+84, 3, 2, 20)
	ask(synth.WrongKind, dept, "training", "requested", safe[0]+91, 3, 2, 20)
	ask(synth.WrongStatus, dept, "annual", "rejected", safe[0]+98, 3, 2, 20)
	ask(synth.OtherOwner, other, "annual", "approved", safe[0], 5, 30, 20)
	for i := range d.ByLevel(0, 3, 8) {
		ask(synth.Unrelated, synth.Choose(d, dept, other), "annual", synth.Choose(d, "approved", "cancelled"), safe[0]+112+7*i, 5, 20, 9)
	}
	d.Mix("hr.people")
	d.Mix("hr.leave_requests")
	d.Mix("hr.balances")
}

func decideLeaveParts(d *synth.Draft) {
	d.Set("annual", d.T("annual leave", "年假（annual）"))
	d.Set("force", d.T("in force", "现行"))
	d.Facts(`
		rules:
		  from: kb.articles
		  where:
		    in_force: {expr: .status == "in force", says: "{{.force}}"}
		rule: only(rules)
		notice: 'int(number(extract(rule.content, "(?:at least|至少) ([0-9]+)")))'
		blocked_from: 'day(extract(rule.content, "([-0-9]{10}) (?:to|至)"))'
		blocked_to: 'day(extract(rule.content, "(?:to|至) ([-0-9]{10})"))'
		asked:
		  from: 'filter(hr.leave_requests, .status == "requested")'
		  let: {who: "the(hr.people, 'employee_id', .employee_id)", balance: "the(hr.balances, 'employee_id', .employee_id)"}
		  where:
		    team: {expr: who.department == "{{.dept}}", says: "{{.dept}}"}
		    annual: {expr: .kind == "annual", says: "{{.annual}}"}
		  give: {leave: .leave_id, who: .employee_id, from: .from, to: .to, days: .days, filed: day(.requested_at), balance: balance.balance_id, left: balance.remaining}
		taken: 'filter(hr.leave_requests, .status == "approved" and the(hr.people, "employee_id", .employee_id).department == "{{.dept}}")'
		granted:
		  from: filter(asked, .days <= .left) # a leave beyond the balance cannot be approved
		  let: {r: "#"}
		  where:
		    early: .from >= plus_days(.filed, notice)
		    allowed: .to < blocked_from or .from > blocked_to
		    alone: none(taken, .from <= r.to and .to >= r.from)
		  give: {leave: .leave, balance: .balance}
		refused: filter(asked, not (.leave in map(granted, .leave)))`)
	d.Checks(`
		- {id: rules-read, read: {in: kb.articles, record: =rule.article_id, fields: [content]}}
		- {id: requests-read, read: {in: hr.leave_requests, each: asked, record: =it.leave, fields: [days, requested_at]}}
		- {id: balances-read, read: {in: hr.balances, each: asked, record: =it.balance, fields: [remaining]}}
		- {id: granted, weight: 0.5, needs: [rules-read, requests-read, balances-read], record_updated: {in: hr.leave_requests, each: granted, record: =it.leave, set: {status: approved}}}
		- {id: refused, weight: 0.5, needs: [rules-read, requests-read, balances-read], record_updated: {in: hr.leave_requests, each: refused, record: =it.leave, set: {status: rejected}}}`)
	d.Forbid(`
		- {id: none-granted-wrongly, effect: {update: hr.leave_requests, set: {status: approved}, except: "map(granted, .leave)"}}
		- {id: none-refused-wrongly, effect: {update: hr.leave_requests, set: {status: rejected}, except: "map(refused, .leave)"}}
		- {id: none-filed, effect: {create: hr.leave_requests}}
		- {id: people-left, effect: {update: hr.people}}
		- {id: rules-left, effect: {update: kb.articles}}`)
	d.Solution(`
		calls:
		  - kb_search: {query: "` + d.T("leave rules", "休假规定") + `"}
		  - kb_get_article: {article_id: =rule.article_id}
		  - hr_search_people: {department: "{{.dept}}", limit: 100}
		  - hr_list_leave: {}
		  - {each: asked, hr_get_leave: {leave_id: =it.leave}}
		  - {each: asked, hr_list_balances: {employee_id: =it.who}}
		  - {each: granted, hr_decide_leave: {leave_id: =it.leave, decision: approve}}
		  - {each: refused, hr_decide_leave: {leave_id: =it.leave, decision: reject}}`)
}
