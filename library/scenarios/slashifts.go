package scenarios

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// slaShifts: tickets of a tier are ranked by the time that is left until their deadline, in the
// morning and again on the next day, when only those that changed class are to be touched.
func slaShifts() *synth.Scenario {
	return &synth.Scenario{
		Name: "sla-shifts", Version: 3, Family: task.Triage, Title: "Rank tickets by their deadlines on two days",
		Capabilities: []string{"prioritise", "time_filter", "stage_memory", "cross_service_join", "leave_alone"},
		Services:     []string{"helpdesk", "crm"},
		Turns:        synth.Staged, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildSLAShifts,
	}
}

// shift is the morning of the first ranking, that of the second, and the hours of the classes.
type shift struct {
	first, second time.Time
	near, far     int
}

func buildSLAShifts(d *synth.Draft) {
	s := shift{first: d.Now(), second: d.At(nextWorkday(d), 8, 30), near: synth.Choose(d, 4, 6, 8), far: synth.Choose(d, 30, 36, 48)}
	tiers := []string{"vip", "gold", "standard"}
	tier := synth.Choose(d, tiers...)
	d.Set("tier", tier)
	d.Set("near", s.near)
	d.Set("far", s.far)
	d.Set("soon", fmt.Sprintf(d.T("less than %d hours", "不足%d小时"), s.near))
	d.Set("later", fmt.Sprintf(d.T("less than %d hours", "不足%d小时"), s.far))
	d.Title("Deadlines of the {{.tier}} tickets, two mornings", "{{.tier}} 工单按时限排序，前后两轮")
	changes := shiftRecords(d, s, tier, otherThan(d, tiers, tier))
	d.Stage("first", time.Time{}, "", []string{
		"Please rank the open tickets of {{.tier}} customers that have no priority yet, by their SLA deadline: {{.soon}} left is urgent, otherwise {{.later}} left is high, everything else medium. Other tickets are not to be changed. Which ones are urgent?",
		"Morning round: every open ticket of a {{.tier}} customer that has no priority yet gets one by the time until its SLA deadline. Urgent if there are {{.soon}} left, high if there are {{.later}}, medium otherwise. Leave the others, and tell me the urgent ones.",
		"Could you set priorities for the {{.tier}} customers' open tickets that have no priority yet? With {{.soon}} until the SLA deadline they are urgent, with {{.later}} high, else medium. Nothing else should move. I'd like to know which are urgent.",
		"Please triage the {{.tier}} customers' open tickets that have no priority yet by the time left until the SLA deadline: {{.soon}} means urgent, otherwise {{.later}} means high, anything longer is medium. Don't touch other tickets. Which ones are urgent?",
	}, []string{
		"请给 {{.tier}} 级客户还没有优先级的未关闭（open）工单按 SLA 时限定级：离时限{{.soon}}的为 urgent，其余{{.later}}的为 high，再其余为 medium。其他工单不要动。哪些是 urgent？",
		"早班例行：{{.tier}} 级客户名下、还没有优先级的未关闭（open）工单，看离 SLA 时限还有多久，{{.soon}}定 urgent，否则{{.later}}定 high，剩下的定 medium，别的不改。做完把 urgent 的告诉我。",
		"{{.tier}} 级客户的未关闭（open）工单里，还没有优先级的请按离 SLA 时限的时间定级：{{.soon}}是 urgent，其余{{.later}}是 high，更久的是 medium，别的工单不碰。urgent 的有哪些？",
	})
	d.Stage("second", s.second, changes, []string{
		"Good morning. Please do the round again by the same rule: tickets that came in since, and those of the first round whose class is another one now. Only these are to be changed. Which ones did you change?",
		"New day, same rule. Rank what is new and correct the tickets of the first round where the time left or the deadline now puts them into another class; don't touch the rest. Please list the tickets that you changed today.",
		"Please look at the tickets of the first round and the new ones once more, by the same rule, as of now. Whatever belongs into another class gets it, the others stay as they are. I need the numbers of the changed ones.",
		"Same exercise this morning: give new tickets their class, and move first-round tickets whose class has changed with the time or with a new deadline. Leave the rest. Which tickets did you change?",
	}, []string{
		"早上好，请按同样的规则再做一遍：新来的工单，以及上一轮里现在该换级别的。只改这些。今天改了哪些？",
		"新的一天，规则不变：给新工单定级，上一轮的工单如果照现在剩下的时间或新的时限该换级别就改过来，其余不动。请列出今天改动的工单编号。",
		"今天早上照旧来一轮：新工单定级，上一轮的工单因为时间推移或时限调整该换级别的改掉，别的不动。改了哪几张？",
	})
	d.Calls(d.ByLevel(80, 110, 150)) // tickets come up twice
	shiftParts(d)
	done := work{ids: "map(moved, .ticket)", all: "map(helpdesk.tickets, .ticket_id)", what: "the numbers of the tickets that you changed today", chinese: "今天改动的工单编号", needs: "second-round", stage: "second"}
	done.perhaps(d,
		func(d *synth.Draft) {
			done.post(d, "support-shift sla-watch handover", "客服当班 时限提醒 交接班")
		},
		func(d *synth.Draft) { done.mail(d) })
}

// shiftRecords adds customers and tickets and returns what the night changes.
func shiftRecords(d *synth.Draft, s shift, tier, other string) string {
	customer := func(tier string) string {
		c, id := d.Company(), d.ID("CUS-")
		d.Add("crm.customers", "customer_id", id, "name", c.Name, "contact_person", d.PersonAt(c.Domain).Name, "industry", d.T("services", "服务业"), "tier", tier, "annual_revenue", 1000*d.Between(90, 900), "status", "active")
		return id
	}
	ours, theirs := []string{customer(tier), customer(tier)}, customer(other)
	d.Mix("crm.customers")
	n := 0
	ticket := func(customer, status, priority string, due time.Time, created time.Time) []any {
		n++
		who := d.Person()
		return []any{"ticket_id", d.ID("TK-"), "title", d.T(synth.Choose(d, "URGENT!!! Please call", "Question about the export", "Cannot log in", "Totals differ"), synth.Choose(d, "非常紧急！！请回电", "导出功能咨询", "无法登录", "合计不一致")),
			"reporter", who.Name, "department", who.Department, "customer_id", customer, "priority", priority, "status", status, "created_at", d.Instant(created), "sla_deadline", d.Instant(due)}
	}
	early := func() time.Time { return ago(d, 0, d.Between(2, 30), n) }
	left := func(hours int, seconds int) time.Time {
		return s.first.Add(time.Duration(hours)*time.Hour + time.Duration(seconds)*time.Second)
	}
	add := func(due time.Time) string {
		fields := ticket(synth.Choose(d, ours...), "open", "", due, early())
		d.Add("helpdesk.tickets", fields...)
		return fields[1].(string)
	}
	add(left(s.near, -1))
	add(left(s.near, 0)) // high today, urgent tomorrow
	add(left(s.far, -1))
	stays := add(left(s.far, 0))
	add(left(24*d.Between(4, 9), 0)) // medium on both days
	for range d.ByLevel(0, 3, 7) {
		add(left(d.Between(1, 110), 60*d.Between(1, 59)))
	}
	d.Distract(synth.AlreadyDone, "helpdesk.tickets", ticket(ours[0], "open", "low", left(1, 0), early())...)
	d.Distract(synth.WrongStatus, "helpdesk.tickets", ticket(ours[1], "closed", "", left(1, 0), early())...)
	d.Distract(synth.OtherOwner, "helpdesk.tickets", ticket(theirs, "open", "", left(1, 0), early())...)
	d.Mix("helpdesk.tickets")
	come := ticket(ours[0], "open", "", s.second.Add(time.Duration(s.near)*time.Hour-time.Minute), s.second.Add(-time.Hour))
	return fmt.Sprintf("- {insert: helpdesk.tickets, record: %s}\n- {update: helpdesk.tickets, record: %s, set: {sla_deadline: \"%s\"}}", shiftFlow(come), stays, d.Instant(s.second.Add(time.Duration(s.far)*time.Hour+30*time.Minute)))
}

// shiftFlow writes a record as a YAML mapping; %q of plain texts is a YAML scalar too.
func shiftFlow(fields []any) string {
	out := ""
	for i := 0; i < len(fields); i += 2 {
		out += fmt.Sprintf(", %s: %q", fields[i], fields[i+1])
	}
	return "{" + out[2:] + "}"
}

func shiftParts(d *synth.Draft) {
	rank := `
		  from: helpdesk.tickets
		  let:
		    customer: "the(crm.customers, 'customer_id', .customer_id)"
		    left: 0 - hours_since(.sla_deadline)
		  where:
		    open: {expr: .status == "open", says: open}
		    unset: {expr: .priority == "", says: ` + d.T("no priority yet", "还没有优先级") + `}
		    tier: {expr: customer.tier == "{{.tier}}", says: {{.tier}}}
		  give: {ticket: .ticket_id, customer: customer.customer_id, priority: 'left < {{.near}} ? "urgent" : left < {{.far}} ? "high" : "medium"'}`
	d.Facts(`
		ranked:` + rank + `
		urgent: map(filter(ranked, .priority == "urgent"), .ticket)
		again:
		  at: second` + rank + `
		moved: {at: second, value: "filter(again, let t = #; none(ranked, .ticket == t.ticket and .priority == t.priority))"}`)
	d.Answer(`
		urgent: {type: id, list: set}
		changed: {type: id, list: set}`)
	d.Checks(`
		- {id: tickets-read, stage: first, read: {in: helpdesk.tickets, each: ranked, record: =it.ticket, fields: [sla_deadline, customer_id]}}
		- {id: tiers-read, stage: first, read: {in: crm.customers, each: ranked, record: =it.customer, fields: [tier]}}
		- {id: again-read, stage: second, read: {in: helpdesk.tickets, each: moved, record: =it.ticket, fields: [sla_deadline, customer_id]}}
		- {id: tiers-again, stage: second, read: {in: crm.customers, each: moved, record: =it.customer, fields: [tier]}}
		- {id: first-round, weight: 0.35, stage: first, needs: [tickets-read, tiers-read], record_updated: {in: helpdesk.tickets, each: ranked, record: =it.ticket, set: {priority: =it.priority}}}
		- {id: urgent-told, weight: 0.1, stage: first, needs: [first-round], answer: {urgent: =urgent}}
		- {id: second-round, weight: 0.4, stage: second, needs: [again-read, tiers-again], record_updated: {in: helpdesk.tickets, each: again, record: =it.ticket, set: {priority: =it.priority}}}
		- {id: changed-told, weight: 0.15, stage: second, needs: [second-round], answer: {changed: "=map(moved, .ticket)"}}`)
	d.Forbid(`
		- {id: leave-others, stage: first, effect: {update: helpdesk.tickets, except: "map(ranked, .ticket)"}}
		- {id: leave-others-again, stage: second, effect: {update: helpdesk.tickets, except: "map(again, .ticket)"}}
		- {id: only-priority, effect: {update: helpdesk.tickets, beyond: [priority]}}
		- {id: no-export, tool: crm_export_report}`)
	d.Solution(`
		calls:
		  - helpdesk_list_tickets: {status: open}
		  - {each: "map(filter(helpdesk.tickets, .status == 'open'), .ticket_id)", helpdesk_get_ticket: {ticket_id: =it}}
		  - crm_list_customers: {}
		  - {each: ranked, helpdesk_update_ticket: {ticket_id: =it.ticket, priority: =it.priority}}
		  - answer: {urgent: =urgent}
		  - say: "` + d.T("The first round is done.", "第一轮完成。") + `"
		  - stage: second
		  - helpdesk_list_tickets: {status: open}
		  - {each: again, helpdesk_get_ticket: {ticket_id: =it.ticket}}
		  - {each: moved, helpdesk_update_ticket: {ticket_id: =it.ticket, priority: =it.priority}}
		  - answer: {changed: "=map(moved, .ticket)"}
		  - say: "` + d.T("The second round is done.", "第二轮完成。") + `"`)
}
