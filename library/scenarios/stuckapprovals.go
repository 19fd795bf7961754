package scenarios

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// stuckApprovals: purchase requests wait for somebody who is away; the absent approver's manager
// is told in the chat, and the request says so.
func stuckApprovals() *synth.Scenario {
	return &synth.Scenario{
		Name: "stuck-approvals", Version: 3, Family: task.Escalation, Title: "Tell the managers of absent approvers what waits",
		Capabilities: []string{"multi_hop_join", "time_filter", "distractor_rejection", "act_then_report", "right_recipient"},
		Services:     []string{"approvals", "hr", "chat"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildStuckApprovals,
	}
}

func buildStuckApprovals(d *synth.Draft) {
	days, floor := synth.Choose(d, 3, 4, 5, 6), 500*d.Between(1, 6)
	d.Set("days", days)
	d.Set("hours", days*24)
	d.Set("floor", floor)
	d.Title("Purchases that wait for absent approvers", "审批人休假导致积压的采购申请")
	d.Say([]string{
		"Some purchase requests have come to a standstill because the approver is on leave. Take the pending ones of at least EUR {{.floor}} that were filed more than {{.days}} days ago and whose next signature is due from somebody who is on leave: write to that person's manager by direct message in the chat, with the request number, and leave a comment on the request that names the manager.",
		"Which pending purchase requests hang on a colleague who is on leave? I care about those of at least EUR {{.floor}} filed more than {{.days}} days ago where the next signature is that colleague's. Send the colleague's manager a direct message in the chat for each (request number in it), then comment on the request with the manager's name. Decide nothing yourself.",
		"Please get the purchase queue moving. A request is stuck if it is pending, worth at least EUR {{.floor}}, filed more than {{.days}} days ago, and the person whose next signature is missing is on leave. The manager of that person gets a direct message naming the request, and the request gets a comment saying which manager was told (by name).",
		"Purchasing keeps asking where their requests are. Please find the pending purchase requests of at least EUR {{.floor}}, filed more than {{.days}} days ago, whose next signature has to come from someone who is on leave. For each one, send the absent colleague's manager a direct message in the chat with the request number, and comment on the request with that manager's name. Don't sign anything.",
	}, []string{
		"有些采购申请因为审批人休假（on leave）卡住了。请找出状态为 pending、金额不低于 {{.floor}} 欧元、提交超过 {{.days}} 天、且下一步签字人正在休假（on leave）的采购申请（purchase）：给该签字人的直属上级发聊天私信，写明申请编号，并在申请下留言写上这位上级的姓名。",
		"请处理一下积压的采购申请（purchase）：仍为 pending、提交超过 {{.days}} 天、金额不低于 {{.floor}} 欧元，而下一步要签字的同事正在休假（on leave）的，逐个私信其直属上级并注明申请编号，同时在申请里评论一句，写明已通知哪位上级（姓名）。不要替人审批。",
		"采购那边一直在催。请把 pending、金额不低于 {{.floor}} 欧元、提交超过 {{.days}} 天，而下一步签字人正在休假（on leave）的采购申请（purchase）找出来，逐个在聊天里私信签字人的直属上级（带申请编号），再在申请下评论写上这位上级的姓名，不要代批。",
	})
	d.Set("next", d.T("next signature", "下一步"))
	d.Set("longer", fmt.Sprintf(d.T("more than %d days", "超过 %d 天"), days))
	d.Set("least", fmt.Sprintf(d.T("at least EUR %d", "不低于 %d 欧元"), floor))
	stuckPeople(d, days, floor)
	stuckParts(d)
	done := work{ids: "map(stuck, .request)", what: "stuck requests", chinese: "积压申请", needs: "told, remarked"}
	done.perhaps(d,
		func(d *synth.Draft) { done.remind(d, "Look at the purchase queue again", "复查采购申请积压") },
		func(d *synth.Draft) { done.log(d, "Purchase queue", "采购申请积压登记") })
}

// stuckPeople adds managers, approvers present and absent, and their requests.
func stuckPeople(d *synth.Draft, days, floor int) {
	late := d.Now().Add(-time.Duration(days) * 24 * time.Hour)
	old := func() time.Time { return d.Within(late.AddDate(0, 0, -8), late) }
	var away, here []string
	for i := range d.ByLevel(2, 3, 4) {
		boss := d.Person()
		id := staff(d, boss, "", "active")
		onChat(d, boss)
		if i == 0 {
			onChat(d, d.Relative(boss))
		}
		p := d.Person()
		staff(d, p, id, "on_leave")
		onChat(d, p)
		away = append(away, p.Mail)
	}
	for range d.ByLevel(1, 2, 3) {
		boss := d.Person()
		p := d.Person()
		staff(d, p, staff(d, boss, "", "active"), "active")
		onChat(d, boss)
		here = append(here, p.Mail)
	}
	for _, kind := range []string{"purchase", "travel"} {
		d.Add("approvals.policies", "policy_id", "POL-"+kind, "name", d.T("Rules for ", "审批规则 ")+kind, "kind", kind, "currency", "EUR", "active", true)
	}
	for i := range d.ByLevel(2, 3, 5) {
		stuckRequest(d, "", "purchase", "pending", old(), synth.Amount(floor*100+i*d.Between(1, 90000)), away[i%len(away)], "")
	}
	stuckRequest(d, synth.OneSecond, "purchase", "pending", late, synth.Amount(floor*100+4200), away[0], "")
	stuckRequest(d, synth.OneCent, "purchase", "pending", old(), synth.Amount(floor*100-1), away[1], "")
	stuckRequest(d, synth.WrongKind, "travel", "pending", old(), synth.Amount(floor*100+900), away[0], "")
	stuckRequest(d, synth.WrongStatus, "purchase", "withdrawn", old(), synth.Amount(floor*100+7700), away[1], "")
	stuckRequest(d, synth.OtherOwner, "purchase", "pending", old(), synth.Amount(floor*100+88000), here[0], "")
	stuckRequest(d, synth.OtherOwner, "purchase", "pending", old(), synth.Amount(floor*100+300), away[0], here[0])
	d.Mix("approvals.requests")
	d.Mix("hr.people")
	d.Mix("chat.people")
	d.Collection("approvals.comments")
}

// stuckRequest adds a request with its chain: somebody may have to sign before the absent one.
func stuckRequest(d *synth.Draft, kind synth.Distractor, what, status string, at time.Time, amount synth.Amount, approver, before string) {
	id := d.ID("APR-")
	r := []any{"request_id", id, "kind", what, "title", askedFor(d, what, d.Company().Name), "amount", amount, "currency", "EUR", "requester", d.Person().Mail, "created_at", d.Instant(at), "status", status, "policy_id", "POL-" + what}
	if kind == "" {
		d.Add("approvals.requests", r...)
	} else {
		d.Distract(kind, "approvals.requests", r...)
	}
	position := 1
	if before != "" {
		d.Add("approvals.steps", "step_id", d.ID("STP-"), "request_id", id, "position", 1, "role", d.T("Team lead", "组长"), "approver", before, "status", "pending")
		position = 2
	}
	d.Add("approvals.steps", "step_id", d.ID("STP-"), "request_id", id, "position", position, "role", d.T("Budget owner", "预算负责人"), "approver", approver, "status", "pending")
}

func stuckParts(d *synth.Draft) {
	if d.Chinese() {
		d.Set("direct", "='采购申请 ' + it.request + ' 的签字人正在休假，请安排处理。'")
		d.Set("remark", "='已通知 ' + it.name + '。'")
	} else {
		d.Set("direct", "='Purchase request ' + it.request + ' waits for a colleague who is on leave.'")
		d.Set("remark", "='Passed on to ' + it.name + '.'")
	}
	d.Facts(`
		stuck:
		  from: approvals.steps
		  let:
		    step: "#"
		    request: "the(approvals.requests, 'request_id', .request_id)"
		    person: "the(hr.people, 'email', .approver)"
		    boss: "the(hr.people, 'employee_id', person.manager_id)"
		  where:
		    pending: {expr: request.status == "pending", says: pending}
		    kind: {expr: request.kind == "purchase", says: purchase}
		    large: {expr: "request.amount >= {{.floor}}", says: "{{.least}}"}
		    old: {expr: "hours_since(request.created_at) > {{.hours}}", says: "{{.longer}}"}
		    due: {expr: '.status == "pending" and none(approvals.steps, .request_id == step.request_id and .status == "pending" and .position < step.position)', says: "{{.next}}"}
		    away: {expr: person.status == "on_leave", says: on leave}
		  give: {request: .request_id, step: .step_id, person: person.employee_id, boss: boss.employee_id, name: boss.name, handle: "the(chat.people, 'email', boss.email).handle"}
		requests: map(approvals.requests, .request_id)
		names: map(chat.people, .name)`)
	d.Checks(`
		- {id: chain, read: {in: approvals.steps, each: stuck, record: =it.step, fields: [approver, status]}}
		- {id: absent, read: {in: hr.people, each: stuck, record: =it.person, fields: [status, manager_id]}}
		- {id: bosses, read: {in: hr.people, each: stuck, record: =it.boss, fields: [email]}}
		- {id: told, weight: 0.6, needs: [chain, absent, bosses], record_created: {in: chat.direct_messages, each: stuck, only: true, match: {to: {id: =it.handle}, text: {mentions: {all: =it.request, none: "=filter(requests, not (# in map(filter(stuck, .handle == it.handle), .request)))"}}}}}
		- {id: remarked, weight: 0.4, needs: [chain, absent], record_created: {in: approvals.comments, each: stuck, only: true, match: {request_id: =it.request, text: {mentions: {all: =it.name, none: "=filter(names, # != it.name)"}}}}}`)
	d.Forbid(`
		- {id: nothing-decided, effect: {update: approvals.steps}}
		- {id: nothing-withdrawn, effect: {update: approvals.requests}}
		- {id: no-channel, effect: {create: chat.messages}}
		- {id: nobody-moved, effect: {update: hr.people}}`)
	d.Solution(`
		calls:
		  - approvals_list_requests: {status: pending, kind: purchase}
		  - {each: "map(filter(approvals.requests, .status == 'pending' and .kind == 'purchase'), .request_id)", approvals_get_request: {request_id: =it}}
		  - hr_search_people: {status: on_leave, limit: 100}
		  - {each: "map(filter(hr.people, .status == 'on_leave'), .employee_id)", hr_get_person: {employee_id: =it}}
		  - {each: "uniq(map(filter(hr.people, .status == 'on_leave'), .manager_id))", hr_get_person: {employee_id: =it}}
		  - chat_find_people: {}
		  - {each: stuck, chat_send_direct_message: {to: =it.handle, text: "{{.direct}}"}}
		  - {each: stuck, approvals_comment: {request_id: =it.request, text: "{{.remark}}"}}`)
}
