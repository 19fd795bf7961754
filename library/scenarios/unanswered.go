package scenarios

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// unanswered: first the people who should have answered are reminded; days later only what is
// still unanswered goes to their managers. The world moves between the two.
func unanswered() *synth.Scenario {
	return &synth.Scenario{
		Name: "unanswered-tickets", Version: 3, Family: task.Escalation, Title: "Remind assignees, then escalate what is still unanswered",
		Capabilities: []string{"stage_memory", "reread", "follow_up", "multi_hop_join", "time_filter"},
		Services:     []string{"helpdesk", "hr", "gmail"},
		Turns:        synth.Staged, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildUnanswered,
	}
}

func buildUnanswered(d *synth.Draft) {
	hours, priority := synth.Choose(d, 12, 24, 36), synth.Choose(d, "high", "critical")
	d.Set("hours", hours)
	d.Set("priority", priority)
	d.Set("longer", fmt.Sprintf(d.T("more than %d hours", "超过 %d 小时"), hours))
	d.Title("Unanswered {{.priority}} tickets, in two steps", "未响应 {{.priority}} 工单分步升级")
	d.Stage("first", time.Time{}, "", []string{
		"Please remind people of their unanswered tickets: every open ticket of priority {{.priority}} that came in more than {{.hours}} hours ago and has no first response yet. Write to the assignee of each, with the ticket number. Change nothing in the help desk.",
		"Which open {{.priority}} tickets have had no first response although they are more than {{.hours}} hours old? The assignee of each gets a mail from you that names the ticket. The tickets themselves stay as they are for now.",
		"Send a reminder by mail to the assignee of each open {{.priority}} ticket that is more than {{.hours}} hours old and without a first response; name the ticket. Don't edit tickets today.",
		"Some open {{.priority}} tickets still have no first response. If one came in more than {{.hours}} hours ago, send its assignee a mail with the ticket number. Just reminders today, the tickets stay as they are.",
	}, []string{
		"请提醒同事处理未响应的工单：凡是 open、优先级为 {{.priority}}、提交超过 {{.hours}} 小时且还没有首次响应的，给每个工单的处理人发邮件，写明工单编号。今天先不要改工单。",
		"有哪些 open 的 {{.priority}} 工单提交超过 {{.hours}} 小时仍没有首次响应？请逐个邮件提醒处理人并写上工单编号，工单本身先不动。",
		"有些优先级 {{.priority}} 的 open 工单一直没有首次响应。提交超过 {{.hours}} 小时的，请给处理人各发一封提醒邮件，写明工单编号；今天只提醒，不改工单。",
	})
	limit := d.Now().Add(-time.Duration(hours) * time.Hour)
	tickets := unansweredTickets(d, limit, priority)
	d.Set("closed", tickets[0])
	d.Set("answered", tickets[1])
	d.Set("answered_at", d.Instant(d.At(1, 7, 40)))
	d.Set("fresh", d.ID("TK-"))
	d.Set("fresh_at", d.Instant(d.Now().Add(time.Duration(d.Between(1, 5))*time.Hour)))
	d.Stage("second", d.At(workingDayAhead(d, d.Between(2, 3)), 9, 0), `
		- {update: helpdesk.tickets, record: {{.closed}}, set: {status: closed, resolution: "{{.how}}"}}
		- {update: helpdesk.tickets, record: {{.answered}}, set: {first_response_at: "{{.answered_at}}"}}
		- {insert: helpdesk.tickets, record: {ticket_id: {{.fresh}}, title: "{{.name}}", reporter: "{{.reporter}}", department: "{{.department}}", priority: {{.priority}}, status: open, created_at: "{{.fresh_at}}", tags: [], assignee: "{{.assignee}}"}}`, []string{
		"Good morning. Please look at the tickets that you sent reminders for: what is still open and still without a first response gets the tag escalated, and the manager of its assignee gets a mail with the ticket number. Newer tickets are not meant.",
		"Back to the tickets of your reminders. Those that are still open and have no first response by now need to go up: tag escalated, and a mail naming the ticket to the manager of the assignee. Leave all other tickets alone, new ones included.",
		"Second round: of the tickets that you reminded people of, tag those still open and still without a first response as escalated, then write to each assignee's manager and name the ticket. No other ticket is to be touched.",
		"How are the tickets doing that you reminded people of? Any that are still open without a first response: tag them escalated and mail the manager of the assignee, with the ticket number. The other tickets, new ones too, are not part of this.",
	}, []string{
		"早上好。请再看一下上次提醒过的工单：现在仍是 open 且仍没有首次响应的，加上标签 escalated，并给处理人的直属上级发邮件，写明工单编号。新来的工单不算。",
		"接着处理上次发过提醒的那些工单：到现在仍未关闭（open）、仍没有首次响应的，打标签 escalated，再邮件告知处理人的上级，写上工单编号。其他工单（包括新工单）不要动。",
		"上次提醒过的工单现在怎么样了？仍是 open 又仍没有首次响应的，请打上 escalated 标签，并发邮件给处理人的直属上级，写明工单编号；新工单和其他工单不在此列。",
	})
	unansweredParts(d)
	done := work{ids: "map(still, .ticket)", all: "tickets", what: "the numbers of the tickets that you escalated", chinese: "已升级的工单编号", needs: "tagged, escalated", stage: "second", from: 6}
	done.perhaps(d,
		func(d *synth.Draft) { done.remind(d, "Third look at the tickets", "第三次跟进工单") },
		func(d *synth.Draft) {
			done.post(d, "support-leads service-desk duty-managers", "客服主管 服务台 值班经理")
		})
}

// unansweredTickets adds people with managers and tickets; it returns the tickets that qualify.
func unansweredTickets(d *synth.Draft, limit time.Time, priority string) (ids []string) {
	var names []string
	for i := range d.ByLevel(3, 4, 5) {
		boss := staff(d, d.Person(), "", "active")
		p := d.Person()
		staff(d, p, boss, "active")
		names = append(names, p.Name)
		if i == 0 {
			staff(d, d.Relative(p), boss, "active")
		}
	}
	n := 0
	ticket := func(kind synth.Distractor, urgency, status string, at time.Time, answered bool) string {
		id := d.ID("TK-")
		r := []any{"ticket_id", id, "title", d.T(synth.Choose(d, "Screen stays black", "No access to the share", "Export fails"), synth.Choose(d, "屏幕黑屏", "无法访问共享盘", "导出失败")), "reporter", d.Person().Name,
			"department", d.Department(), "priority", urgency, "status", status, "created_at", d.Instant(at), "tags", []string{}, "assignee", names[n%len(names)]}
		n++
		if answered {
			r = append(r, "first_response_at", d.Instant(at.Add(time.Duration(d.Between(10, 200))*time.Minute)))
		}
		if kind == "" {
			d.Add("helpdesk.tickets", r...)
		} else {
			d.Distract(kind, "helpdesk.tickets", r...)
		}
		return id
	}
	old := func() time.Time { return d.Within(limit.AddDate(0, 0, -4), limit) }
	for range d.ByLevel(4, 5, 7) {
		ids = append(ids, ticket("", priority, "open", old(), false))
	}
	ticket(synth.OneSecond, priority, "open", limit, false)
	ticket(synth.AlreadyDone, priority, "open", old(), true)
	ticket(synth.WrongStatus, priority, "investigating", old(), false)
	ticket(synth.WrongKind, "medium", "open", old(), false)
	d.Mix("helpdesk.tickets")
	d.Mix("hr.people")
	d.Collection("gmail.messages")
	d.Set("assignee", names[0])
	d.Set("reporter", d.Person().Name)
	d.Set("department", d.Department())
	d.Set("name", d.T("Keyboard is dead", "键盘失灵"))
	d.Set("how", d.T("restarted", "已重启"))
	return ids
}

func unansweredParts(d *synth.Draft) {
	d.Set("first_mail", d.T("='Please answer ticket ' + it.ticket + '.'", "='请尽快响应工单 ' + it.ticket + '。'"))
	d.Set("second_mail", d.T("='Ticket ' + it.ticket + ' is still unanswered.'", "='工单 ' + it.ticket + ' 至今没有响应。'"))
	d.Set("response", d.T("first response", "首次响应"))
	d.Set("said", d.T("The reminders are sent.", "提醒已发出。"))
	d.Set("end", d.T("The rest is escalated.", "已升级完毕。"))
	d.Facts(`
		late:
		  from: helpdesk.tickets
		  at: first
		  where:
		    open: {expr: .status == "open", says: open}
		    priority: {expr: .priority == "{{.priority}}", says: "{{.priority}}"}
		    old: {expr: "hours_since(.created_at) > {{.hours}}", says: "{{.longer}}"}
		    silent: {expr: .first_response_at == nil, says: "{{.response}}"}
		  give: {ticket: .ticket_id, who: "the(hr.people, 'name', .assignee).employee_id", mail: "the(hr.people, 'name', .assignee).email"}
		still:
		  from: helpdesk.tickets
		  at: second
		  let: {who: "the(hr.people, 'name', .assignee)"}
		  where:
		    reminded: .ticket_id in map(late, .ticket)
		    open: {expr: .status == "open", says: open}
		    silent: {expr: .first_response_at == nil, says: "{{.response}}"}
		  give: {ticket: .ticket_id, who: who.employee_id, boss: who.manager_id, mail: "the(hr.people, 'employee_id', who.manager_id).email"}
		tickets: {at: second, value: "map(helpdesk.tickets, .ticket_id)"}`)
	d.Checks(`
		- {id: seen, stage: first, read: {in: helpdesk.tickets, each: late, record: =it.ticket, fields: [assignee, created_at]}}
		- {id: people, stage: first, read: {in: hr.people, each: late, record: =it.who, fields: [email]}}
		- {id: bosses, stage: second, read: {in: hr.people, each: still, record: =it.boss, fields: [email]}}
		- {id: reminded, stage: first, weight: 0.4, needs: [seen, people], record_created: {in: gmail.sent, each: late, only: true, match: {to: {address: =it.mail}, body: {mentions: {all: =it.ticket, none: "=filter(tickets, not (# in map(filter(late, .mail == it.mail), .ticket)))"}}}}}
		- {id: tagged, stage: second, weight: 0.3, needs: [seen], record_updated: {in: helpdesk.tickets, each: still, record: =it.ticket, set: {tags: {set_equals: [escalated]}}}}
		- {id: escalated, stage: second, weight: 0.3, needs: [bosses], record_created: {in: gmail.sent, each: still, only: true, match: {to: {address: =it.mail}, body: {mentions: {all: =it.ticket, none: "=filter(tickets, not (# in map(filter(still, .mail == it.mail), .ticket)))"}}}}}`)
	d.Forbid(`
		- {id: not-yet, effect: {update: helpdesk.tickets}, stage: first}
		- {id: others-left, effect: {update: helpdesk.tickets, except: "map(still, .ticket)"}}
		- {id: tags-only, effect: {update: helpdesk.tickets, beyond: [tags]}}
		- {id: staff-left, effect: {any: hr.people}}`)
	d.Solution(`
		calls:
		  - helpdesk_list_tickets: {status: open}
		  - {each: "map(filter(helpdesk.tickets, .status == 'open' and .priority == '{{.priority}}'), .ticket_id)", helpdesk_get_ticket: {ticket_id: =it}}
		  - hr_search_people: {limit: 100}
		  - {each: "map(hr.people, .employee_id)", hr_get_person: {employee_id: =it}}
		  - {each: late, gmail_send_message: {to: =it.mail, subject: "=it.ticket", body: "{{.first_mail}}"}}
		  - say: "{{.said}}"
		  - stage: second
		  - {each: "map(late, .ticket)", helpdesk_get_ticket: {ticket_id: =it}}
		  - {each: "map(still, .boss)", hr_get_person: {employee_id: =it}}
		  - {each: still, helpdesk_update_ticket: {ticket_id: =it.ticket, tags: [escalated]}}
		  - {each: still, gmail_send_message: {to: =it.mail, subject: "=it.ticket", body: "{{.second_mail}}"}}
		  - say: "{{.end}}"`)
}
