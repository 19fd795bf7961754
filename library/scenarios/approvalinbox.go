package scenarios

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// approvalInbox: an approver's open steps are approved, rejected or sent back with a remark, each
// by the policy and by what the register says of the vendor.
func approvalInbox() *synth.Scenario {
	return &synth.Scenario{
		Name: "approval-inbox", Version: 3, Family: task.Triage, Title: "Decide on the requests that wait for a signature",
		Capabilities: []string{"policy_lookup", "policy_application", "cross_service_join", "per_item_decision", "leave_alone"},
		Services:     []string{"approvals", "crm"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildApprovalInbox,
	}
}

func buildApprovalInbox(d *synth.Draft) {
	me := d.Person()
	limit := 500 * d.Between(4, 16)
	kinds := []string{"purchase", "travel", "training"}
	kind := synth.Choose(d, kinds...)
	strict := d.Intn(2) == 0
	d.Set("me", me.Mail)
	d.Set("kind", kind)
	d.Set("kinds", d.T(kind, map[string]string{"purchase": "采购（purchase）", "travel": "差旅（travel）", "training": "培训（training）"}[kind]))
	d.Set("limit", limit)
	d.Set("over", ">")
	if strict {
		d.Set("over", ">=")
	}
	hours, late := synth.Choose(d, 24, 48, 72), 0 // late: hours at which a request is not old enough, 0 where age does not matter
	d.Set("hours", hours)
	d.Set("aged", "")
	if d.Intn(2) == 0 {
		late = hours
		d.Set("aged", fmt.Sprintf(d.T(" and was filed more than %d hours ago", "、提交超过%d小时"), hours))
		d.Set("filed", fmt.Sprintf(d.T("more than %d hours ago", "超过%d小时"), hours))
	}
	d.As("{as: {{.me}}, grants: {\"*\": all}}")
	d.Title("My {{.kind}} requests by the policy", "按制度处理待我审批的{{.kinds}}申请")
	d.Brief("You act for {{.me}} and sign with that address. A request that waits for somebody else is not yours to decide.",
		"你代表 {{.me}} 处理审批并以该邮箱签署。轮到别人审批的申请不归你决定。")
	d.Say([]string{
		"Please clear my approval inbox: decide on every {{.kind}} request that waits for me{{.aged}}, strictly by the text of its policy. That says what to approve, what to reject and what only to comment on. Whether a vendor is active is in the customer register. Other kinds can wait. Afterwards I'd like the ids of the rejected ones.",
		"Go through the inbox and take each {{.kind}} request that waits for me{{.aged}}. Apply the policy it is filed under: approve, reject, or leave pending with a comment where the policy wants that. Vendor status is in the register of customers and suppliers. Touch nothing else, and tell me which requests you rejected.",
		"I'm travelling. Could you take care of any {{.kind}} request that waits for me{{.aged}}? The policy describes when to approve, when to reject and when to ask back in a comment; look up the vendors in the register. Leave alone what is not my turn. Which ones were rejected?",
		"My approval inbox is full again. Every {{.kind}} request that waits for me{{.aged}} needs an answer: follow the policy it was filed under (approve, reject, or just ask back in a comment), and check in the register of customers and suppliers that the vendor is active. Let me know the ids of those you turned down.",
	}, []string{
		"请帮我清一下审批箱：凡轮到我审批{{.aged}}的{{.kinds}}类申请，一律按该申请所属制度的条文处理——批准、驳回，或只留言不决定。供应商状态查客户登记。其他类别先放着。处理完告诉我驳回了哪些申请编号。",
		"我在出差，麻烦处理轮到我审批{{.aged}}的{{.kinds}}申请：什么情况批准、驳回或只留言询问，制度正文里写得很清楚；供应商是否正常看客户登记。没轮到我的不要动。最后列出被驳回的申请。",
		"待我审批的又积压了。轮到我审批{{.aged}}的{{.kinds}}申请，请逐条按所属制度处理：该批的批，该驳的驳，该问的留言问；供应商状态在客户登记里查。驳回的编号最后发我。",
	})
	inboxPolicies(d, me, kind, otherThan(d, kinds, kind), limit, strict, late)
	inboxParts(d)
	done := work{needs: "signed, refused, remarked"}
	done.perhaps(d,
		func(d *synth.Draft) { done.tickOff(d, "Approval inbox", "清审批箱") },
		func(d *synth.Draft) { done.remind(d, "Ask again for the cost centers", "追问成本中心") })
}

// inboxPolicies adds vendors and the policies, then the requests.
func inboxPolicies(d *synth.Draft, me synth.Person, kind, other string, limit int, strict bool, late int) {
	d.Set("money", d.T("EUR", "CNY"))
	mine, theirs := d.ID("POL-"), d.ID("POL-")
	d.Set("policy", mine)
	edge := fmt.Sprintf(d.T("of more than EUR %d", "金额超过%d元"), limit)
	if strict {
		edge = fmt.Sprintf(d.T("of EUR %d or more", "金额达到%d元"), limit)
	}
	text := fmt.Sprintf(d.T("Rules for approvers, in this order. 1. Requests for a vendor whose status in the register is not active are rejected. 2. Requests %s are rejected. 3. A request without a cost center is neither approved nor rejected; the approver puts a comment to it and asks for the cost center. 4. All others are approved.",
		"审批规则，依次适用：一、供应商在登记中状态不是 active 的，驳回。二、%s的，驳回。三、没有填写成本中心的，不批准也不驳回，由审批人留言索要成本中心。四、其余批准。"), edge)
	policy := func(id, kind, text string) {
		d.Add("approvals.policies", "policy_id", id, "name", kind+d.T(" policy", " 审批制度"), "kind", kind, "currency", d.T("EUR", "CNY"), "description", text, "active", true)
		d.Add("approvals.levels", "level_id", d.ID("LVL-"), "policy_id", id, "position", 1, "from_amount", 0, "role", d.T("line manager", "直属主管"), "approver", me.Mail)
	}
	policy(mine, kind, text)
	policy(theirs, other, d.T("The line manager approves what is in the budget.", "预算内的由直属主管批准。"))
	var good, bad []string
	for i := range 3 + d.Level() {
		c := d.Company()
		status := "active"
		if i < 2 {
			status = synth.Choose(d, "suspended", "inactive")
			bad = append(bad, c.Name)
		} else {
			good = append(good, c.Name)
		}
		d.Add("crm.customers", "customer_id", d.ID("SUP-"), "name", c.Name, "contact_person", d.PersonAt(c.Domain).Name, "industry", d.T("services", "服务"), "tier", "supplier", "annual_revenue", 0, "status", status, "type", "supplier")
	}
	d.Mix("crm.customers")
	inboxRequests(d, me, mine, theirs, kind, other, limit, strict, good, bad, late)
}

func inboxRequests(d *synth.Draft, me synth.Person, mine, theirs, kind, other string, limit int, strict bool, good, bad []string, late int) {
	boss := d.Person().Mail
	top, over := synth.Amount(limit*100), synth.Amount(limit*100+1)
	if strict {
		top, over = top-1, top
	}
	filed := -1 // hours ago that the next request was filed; -1 for some days
	// ask files a request; before is the status of an earlier step of somebody else, "" for none.
	ask := func(mark synth.Distractor, policy, kind, vendor, cost string, amount synth.Amount, before, status, approver string) {
		id, at := d.ID("REQ-"), d.Office(d.Between(4, 9))
		if filed >= 0 {
			at = d.Now().Add(-time.Duration(filed) * time.Hour)
		}
		fields := []any{"request_id", id, "kind", kind, "title", askedFor(d, kind, vendor), "amount", amount, "currency", d.T("EUR", "CNY"), "requester", d.Person().Mail,
			"created_at", d.Instant(at), "status", status, "policy_id", policy, "vendor", vendor}
		if cost != "" {
			fields = append(fields, "cost_center", cost)
		}
		if mark == "" {
			d.Add("approvals.requests", fields...)
		} else {
			d.Distract(mark, "approvals.requests", fields...)
		}
		if before != "" {
			d.Add("approvals.steps", "step_id", d.ID("STEP-"), "request_id", id, "position", 1, "role", d.T("team lead", "组长"), "approver", boss, "status", before)
		}
		own := status
		if own == "withdrawn" {
			own = "pending" // nobody signs what was withdrawn
		}
		d.Add("approvals.steps", "step_id", d.ID("STEP-"), "request_id", id, "position", 2, "role", d.T("line manager", "直属主管"), "approver", approver, "status", own)
	}
	cost := func() string { return fmt.Sprint("CC", d.Between(100, 999)) }
	fair := func() synth.Amount { return d.Cents(50, limit-50) }
	vendor := func() string { return synth.Choose(d, good...) }
	ask("", mine, kind, vendor(), cost(), top, "", "pending", me.Mail)
	ask("", mine, kind, vendor(), cost(), fair(), "approved", "pending", me.Mail)
	ask("", mine, kind, vendor(), cost(), over, "", "pending", me.Mail)
	ask("", mine, kind, bad[0], "", fair(), "", "pending", me.Mail)
	ask("", mine, kind, bad[1], cost(), fair(), "", "pending", me.Mail)
	ask("", mine, kind, vendor(), "", fair(), "", "pending", me.Mail)
	for i := range d.ByLevel(0, 3, 7) {
		ask("", mine, kind, []string{vendor(), bad[i%2], vendor()}[i%3], []string{"", cost(), cost()}[i%3], fair(), synth.Choose(d, "", "approved"), "pending", me.Mail)
	}
	ask(synth.JustEnough, mine, kind, vendor(), cost(), fair(), "pending", "pending", me.Mail)
	ask(synth.WrongStatus, mine, kind, vendor(), cost(), fair(), "", "withdrawn", me.Mail)
	ask(synth.OtherOwner, mine, kind, vendor(), cost(), fair(), "", "pending", boss)
	ask(synth.WrongKind, theirs, other, vendor(), cost(), fair(), "", "pending", me.Mail)
	for range d.ByLevel(0, 2, 5) {
		ask(synth.Unrelated, mine, kind, vendor(), cost(), fair(), "approved", synth.Choose(d, "approved", "rejected"), me.Mail)
	}
	if late > 0 {
		filed = late
		ask(synth.OneSecond, mine, kind, vendor(), cost(), fair(), "", "pending", me.Mail)
	}
	d.Mix("approvals.requests")
}

// askedFor is the title of a request of a kind.
func askedFor(d *synth.Draft, kind, vendor string) string {
	switch kind {
	case "travel":
		return d.T("Trip to ", "出差：") + d.City() + d.T(", booked with ", "，") + vendor
	case "training":
		return d.T(synth.Choose(d, "Excel course", "First aid course", "Language course", "Fork-lift licence"), synth.Choose(d, "Excel 培训", "急救培训", "英语培训", "叉车证培训")) + d.T(", ", "，") + vendor
	}
	return d.Product() + d.T(" from ", "，") + vendor
}

func inboxParts(d *synth.Draft) {
	d.Facts(`
		inbox:
		  from: approvals.steps
		  let:
		    request: "the(approvals.requests, 'request_id', .request_id)"
		    vendor: "the(crm.customers, 'name', request.vendor)"
		    id: .request_id
		    place: .position
		    earlier: filter(approvals.steps, .request_id == id and .position < place)
		    decision: 'vendor.status != "active" ? "reject" : request.amount {{.over}} {{.limit}} ? "reject" : request.cost_center == nil ? "ask" : "approve"'
		  where:
		    mine: {expr: .approver == "{{.me}}", says: "{{.me}}"}
		    due: {expr: 'all(earlier, .status == "approved")', says: ` + d.T("waits for", "轮到") + `}
		    open: {expr: request.status == "pending"}
		    kind: {expr: request.kind == "{{.kind}}", says: {{.kind}}}{{if .aged}}
		    aged: {expr: "hours_since(request.created_at) > {{.hours}}", says: "{{.filed}}"}{{end}}
		  give: {step: .step_id, request: .request_id, vendor: vendor.customer_id, decision: decision}
		approved: filter(inbox, .decision == "approve")
		refused: filter(inbox, .decision == "reject")
		asked: filter(inbox, .decision == "ask")`)
	d.Answer(`
		rejected: {type: id, list: set}`)
	d.Checks(`
		- {id: policy-read, read: {in: approvals.policies, record: {{.policy}}, fields: [description]}}
		- {id: requests-read, read: {in: approvals.requests, each: inbox, record: =it.request, fields: [vendor, amount]}}
		- {id: vendors-read, read: {in: crm.customers, each: inbox, record: =it.vendor, fields: [status]}}
		- {id: signed, weight: 0.25, partial: true, needs: [policy-read, requests-read, vendors-read], record_updated: {in: approvals.steps, each: approved, record: =it.step, set: {status: approved}}}
		- {id: refused, weight: 0.25, partial: true, needs: [policy-read, requests-read, vendors-read], record_updated: {in: approvals.steps, each: refused, record: =it.step, set: {status: rejected}}}
		- {id: remarked, weight: 0.3, needs: [policy-read, requests-read], record_created: {in: approvals.comments, each: asked, only: true, match: {request_id: {id: =it.request}}}}
		- {id: told, weight: 0.2, needs: [refused], answer: {rejected: "=map(refused, .request)"}}`)
	d.Forbid(`
		- {id: wrongly-signed, tool: approvals_approve_step, args: {step_id: {not: {one_of: "=map(approved, .step)"}}}}
		- {id: wrongly-refused, tool: approvals_reject_step, args: {step_id: {not: {one_of: "=map(refused, .step)"}}}}
		- {id: none-withdrawn, effect: {update: approvals.requests, match: {status: withdrawn}}}
		- {id: none-filed, effect: {create: approvals.requests}}
		- {id: no-export, tool: crm_export_report}`)
	d.Solution(`
		calls:
		  - approvals_list_requests: {waiting_for: "{{.me}}", kind: {{.kind}}}
		  - {each: inbox, approvals_get_request: {request_id: =it.request}}
		  - approvals_get_policy: {policy_id: {{.policy}}}
		  - crm_list_customers: {}
		  - {each: approved, approvals_approve_step: {step_id: =it.step}}
		  - {each: refused, approvals_reject_step: {step_id: =it.step, reason: "` + d.T("The policy excludes it.", "按制度不能批准。") + `"}}
		  - {each: asked, approvals_comment: {request_id: =it.request, text: "` + d.T("Please name the cost center.", "请补充成本中心。") + `"}}
		  - answer: {rejected: "=map(refused, .request)"}`)
}
