package scenarios

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// overdueTickets: raise every open ticket of the top tier that has waited too long, and write to
// each customer's account manager. The worked example of a scenario.
func overdueTickets() *synth.Scenario {
	return &synth.Scenario{
		Name: "overdue-tickets", Version: 3, Family: task.Escalation, Title: "Escalate tickets that have waited too long",
		Capabilities: []string{"cross_service_join", "time_filter", "distractor_rejection", "act_then_report"},
		Services:     []string{"helpdesk", "crm", "contacts", "gmail"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildOverdueTickets,
	}
}

func buildOverdueTickets(d *synth.Draft) {
	hours := synth.Choose(d, 24, 36, 48, 72)
	d.Set("hours", hours)
	d.Set("longer", fmt.Sprintf(d.T("more than %d hours", "超过 %d 小时"), hours))
	d.Title("Escalate tickets older than {{.hours}} hours", "超过 {{.hours}} 小时未处理工单升级")
	d.Say([]string{
		"Please escalate every open ticket of an enterprise customer that has been waiting more than {{.hours}} hours: raise it to urgent and e-mail the customer's account manager with the ticket number. Leave the others alone.",
		"Some enterprise customers are still waiting. For each of their tickets that has been open for more than {{.hours}} hours, set the priority to urgent and write to the account manager of that customer, naming the ticket. Don't touch anything else.",
		"Could you go through the open tickets? Anything an enterprise customer has been waiting on for more than {{.hours}} hours goes to urgent, and the customer's account manager gets a mail with the ticket number.",
		"Enterprise customers shouldn't have to wait this long: find their open tickets that are more than {{.hours}} hours old, raise each one to urgent, and e-mail the account manager of the customer with the ticket number. Everything else stays as it is.",
	}, []string{
		"请把 enterprise 级客户超过 {{.hours}} 小时仍未关闭（open）的工单全部升级：优先级改为 urgent，并给该客户的客户经理发邮件，写明工单编号。其他工单不要动。",
		"麻烦查一下未关闭（open）的工单：凡是 enterprise 级客户等待超过 {{.hours}} 小时的，优先级调到 urgent，同时邮件通知对应客户经理，邮件里写上工单编号，其余保持不变。",
		"enterprise 级客户等太久了：他们名下未关闭（open）、等待超过 {{.hours}} 小时的工单都调成 urgent，并逐个发邮件给该客户的客户经理，写上工单编号。别的工单不用管。",
	})
	managers := tierCustomers(d)
	overdueRecords(d, hours, managers)
	if d.Chinese() {
		d.Set("mail", "='工单 ' + it.ticket + ' 已等待 ' + string(it.hours) + ' 小时，请跟进。'")
		d.Set("subject", "='工单升级 ' + it.ticket")
	} else {
		d.Set("mail", "=it.ticket + ' has waited ' + string(it.hours) + ' hours.'")
		d.Set("subject", "='Escalation ' + it.ticket")
	}
	d.Facts(`
		overdue:
		  from: helpdesk.tickets
		  let: {customer: "the(crm.customers, 'customer_id', .customer_id)"}
		  where:
		    open: {expr: .status == "open", says: open}
		    old: {expr: hours_since(.created_at) > {{.hours}}, says: "{{.longer}}"}
		    enterprise: {expr: customer.tier == "enterprise", says: enterprise}
		  give: {ticket: .ticket_id, customer: customer.customer_id, contact: customer.manager_id, hours: "int(hours_since(.created_at))", manager: "the(contacts.contacts, 'contact_id', customer.manager_id).email"}
		all_tickets: map(helpdesk.tickets, .ticket_id)`)
	d.Checks(`
		- {id: tickets-read, read: {in: helpdesk.tickets, each: overdue, record: =it.ticket, fields: [customer_id, created_at]}}
		- {id: tiers-read, read: {in: crm.customers, each: overdue, record: =it.customer, fields: [tier, manager_id]}}
		- {id: managers-read, read: {in: contacts.contacts, each: overdue, record: =it.contact, fields: [email]}}
		- {id: raised, weight: 0.5, needs: [tickets-read, tiers-read], record_updated: {in: helpdesk.tickets, each: overdue, record: =it.ticket, set: {priority: urgent}}}
		- {id: notified, weight: 0.5, needs: [tickets-read, tiers-read, managers-read], record_created: {in: gmail.sent, each: overdue, only: true, match: {to: {address: =it.manager}, body: {mentions: {all: =it.ticket, none: "=filter(all_tickets, not (# in map(filter(overdue, .manager == it.manager), .ticket)))"}}}}}`)
	d.Forbid(`
		- {id: leave-others, effect: {update: helpdesk.tickets, except: "map(overdue, .ticket)"}}
		- {id: only-priority, effect: {update: helpdesk.tickets, beyond: [priority]}}
		- {id: no-crm-export, tool: crm_export_report}`)
	d.Solution(`
		calls:
		  - helpdesk_list_tickets: {status: open}
		  - {each: "map(filter(helpdesk.tickets, .status == 'open'), .ticket_id)", helpdesk_get_ticket: {ticket_id: =it}}
		  - {each: "uniq(map(filter(helpdesk.tickets, .status == 'open'), .customer_id))", crm_get_customer: {customer_id: =it}}
		  - {each: "uniq(map(filter(crm.customers, .tier == 'enterprise' and .customer_id in map(filter(helpdesk.tickets, .status == 'open'), .customer_id)), .manager_id))", contacts_get: {contact_id: =it}}
		  - {each: overdue, helpdesk_update_ticket: {ticket_id: =it.ticket, priority: urgent}}
		  - {each: overdue, gmail_send_message: {to: =it.manager, subject: "{{.subject}}", body: "{{.mail}}"}}`)
	done := work{ids: "map(overdue, .ticket)", all: "all_tickets", what: "the numbers of the tickets that were escalated", chinese: "已升级的工单编号", needs: "raised, notified"}
	done.perhaps(d,
		func(d *synth.Draft) { done.tickOff(d, "Escalation round", "工单升级巡检") },
		func(d *synth.Draft) {
			done.post(d, "support-leads escalations service-desk", "客服主管 升级处理 服务台")
		})
}

// tierCustomers adds customers with their account managers: the first two are of the top tier.
func tierCustomers(d *synth.Draft) (customers []string) {
	for i := range d.ByLevel(3, 4, 6) {
		m := d.Person()
		id := d.ID("CT-")
		d.Add("contacts.contacts", "contact_id", id, "name", m.Name, "department", d.T("Sales", "销售部"), "title", d.T("Account manager", "客户经理"), "email", m.Mail, "phone", m.Phone)
		if i == 0 {
			r := d.Relative(m)
			d.Distract(synth.LikeName, "contacts.contacts", "contact_id", d.ID("CT-"), "name", r.Name, "department", r.Department, "title", r.Title, "email", r.Mail, "phone", r.Phone)
		}
		c := d.Company()
		tier := "enterprise"
		if i >= 2 {
			tier = "standard"
		}
		who := d.PersonAt(c.Domain)
		cus := d.ID("CUS-")
		d.Add("crm.customers", "customer_id", cus, "name", c.Name, "contact_person", who.Name, "industry", d.T("services", "服务业"), "tier", tier, "annual_revenue", 1000*d.Between(100, 9000), "status", "active", "manager_id", id)
		customers = append(customers, cus)
	}
	d.Mix("crm.customers")
	d.Mix("contacts.contacts")
	d.Collection("gmail.messages")
	return customers
}

// overdueRecords adds tickets that qualify, and near misses on every condition.
func overdueRecords(d *synth.Draft, hours int, customers []string) {
	limit := d.Now().Add(-time.Duration(hours) * time.Hour)
	ticket := func(status, customer string, at string) []any {
		who := d.Person()
		return []any{"ticket_id", d.ID("TK-"), "title", d.T(synth.Choose(d, "Report is empty", "Login fails", "Invoices cannot be exported", "Sync has stopped"), synth.Choose(d, "报表为空", "无法登录", "发票无法导出", "同步停滞")),
			"reporter", who.Name, "department", who.Department, "customer_id", customer, "priority", synth.Choose(d, "low", "medium", "high"), "status", status, "created_at", at}
	}
	old := func() time.Time { return d.Within(limit.AddDate(0, 0, -6), limit) }
	for i := range d.ByLevel(2, 3, 5) {
		d.Add("helpdesk.tickets", ticket("open", customers[i%2], d.Instant(old()))...)
	}
	twice := ticket("closed", customers[0], d.Instant(old()))
	d.Distract(synth.Duplicate, "helpdesk.tickets", append(twice, "resolution", d.T("Duplicate of another ticket", "与另一张工单重复"))...)
	d.Distract(synth.OneSecond, "helpdesk.tickets", ticket("open", customers[0], d.Instant(limit))...)
	d.Distract(synth.LoudOutside, "helpdesk.tickets", append(ticket("open", customers[1], d.Instant(d.Within(limit, d.Now()))), "description", d.T("URGENT!!! Please answer at once!", "非常紧急！请立即处理！"))...)
	d.Distract(synth.OtherZone, "helpdesk.tickets", ticket("open", customers[0], d.InstantIn(limit.Add(time.Duration(d.Between(300, 3300))*time.Second), "America/Los_Angeles"))...)
	d.Distract(synth.WrongKind, "helpdesk.tickets", ticket("open", customers[2], d.Instant(old()))...)
	d.Distract(synth.WrongStatus, "helpdesk.tickets", ticket("closed", customers[1], d.Instant(old()))...)
	d.Mix("helpdesk.tickets")
}
