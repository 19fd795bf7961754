package scenarios

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// visitMoved: book a visit to a customer, after asking which of two contacts of one name and when;
// then the user wants another day, and only the last booking may be left.
func visitMoved() *synth.Scenario {
	return &synth.Scenario{
		Name: "visit-moved", Version: 3, Family: task.Scheduling, Title: "Book a visit, then the user changes the day",
		Capabilities: []string{"clarify", "disambiguate", "revise", "conflict_search"},
		Services:     []string{"crm", "calendar", "todo"},
		Turns:        synth.Multi, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildVisitMoved,
	}
}

func buildVisitMoved(d *synth.Draft) {
	first := workingDayAhead(d, d.Between(2, 6))
	second := workingDayAhead(d, first+d.Between(1, 4))
	from := d.Between(9, 12)
	length := synth.Choose(d, 60, 90, 120)
	who := d.Person()
	d.Set("who", who.Name)
	d.Set("minutes", length)
	d.Set("day", d.Day(second))
	d.Set("first", d.Day(first))
	d.Set("date", dayInWords(d, first))
	d.Set("other", dayInWords(d, second))
	d.Set("from", fmt.Sprintf("%02d:00", from))
	clock := fmt.Sprintf("%02d:%02d", d.Between(10, 15), 15*d.Intn(4))
	d.Set("clock", clock)
	d.Set("start", fmt.Sprintf(d.T("At %s, please.", "%s 开始。"), clock))
	me := d.Person()
	d.Set("me", me.Mail)
	d.Title("A visit to {{.who}}, moved", "拜访{{.who}}，后改期")
	d.Brief("You are the assistant of "+me.Name+" ("+me.Mail+"), field sales. Visits are called \"Visit <company>\", with the customer's contact (address as in the register) and your principal as attendees and the customer's location as the place.",
		"你是外勤销售"+me.Name+"（"+me.Mail+"）的助理。拜访的日程名为“拜访 <公司名>”，参会人为客户联系人（邮箱以客户档案为准）和你的上司，地点为客户所在地。")
	d.Say([]string{
		"Please enter a visit of {{.minutes}} minutes to {{.who}} on {{.date}} into my calendar, and a to-do \"Prepare <company>\" that is due on the day of the visit.",
		"I am going to see {{.who}} on {{.date}}, for {{.minutes}} minutes. Calendar entry as usual, plus a to-do \"Prepare <company>\" due that same day.",
		"Plan {{.minutes}} minutes with {{.who}} on {{.date}}: the visit goes into the calendar, and \"Prepare <company>\" onto my to-do list with that day as its due date.",
		"{{.date}} works for {{.who}}: please book the visit, {{.minutes}} minutes, in my calendar, and give me a to-do \"Prepare <company>\" due the same day.",
	}, []string{
		"请把{{.date}}拜访{{.who}}写进我的日历，时长 {{.minutes}} 分钟；再建一条待办“准备 <公司名>”，截止日期就是拜访当天。",
		"我要在{{.date}}去见{{.who}}，{{.minutes}} 分钟。照惯例建日程，另外待办里加一条“准备 <公司名>”，当天到期。",
		"和{{.who}}约在{{.date}}见面，大概 {{.minutes}} 分钟，请把拜访加到我的日历，再建个当天到期的待办“准备 <公司名>”。",
	})
	d.Then("moved", []string{
		"Sorry, that day has fallen through. Please make it {{.other}} instead, at the first full hour from {{.from}} on at which I am free for the whole visit; cancelled entries of mine don't count. Everything else as before, and nothing of the old plan may be left, in the to-dos either.",
		"Change of plan: we do it on {{.other}}. Take the earliest full hour, {{.from}} or later, for which the whole visit fits between what I have in the calendar (ignore cancelled entries). Remove what you entered for the first day, the to-do too, and keep the rest as it was.",
		"{{.date}} is off, I'm afraid. The visit moves to {{.other}}: the first full hour from {{.from}} on when I'm free for all of it, and don't count cancelled entries. Clear out what was planned for the old day, to-do included; company, length and the rest stay.",
	}, []string{
		"不好意思，那天不行了，改到{{.other}}吧：从 {{.from}} 起第一个整点，要求整个拜访时间我都有空（已取消的日程不算）。其他照旧，原来的安排别留下，待办也一样。",
		"计划有变，改成{{.other}}。时间取 {{.from}} 或以后最早的整点，拜访全程不能和我日历上的安排冲突（取消了的忽略）。第一天的日程和待办都去掉，其余不变。",
		"抱歉，原定那天去不了了，换到{{.other}}：从 {{.from}} 开始找第一个整点，拜访的整段时间我都得有空，已取消的日程不算。原来那天的日程和待办都清掉，其他不变。",
	})
	visitRecords(d, who, me, second, from, time.Duration(length)*time.Minute)
	visitParts(d)
	work{}.perhaps(d, func(d *synth.Draft) { visitMail(d, "gmail.sent") }, func(d *synth.Draft) { visitMail(d, "gmail.drafts") })
}

// visitMail: the customer's contact hears of the new date, at once or by a draft.
func visitMail(d *synth.Draft, box string) {
	zone := d.Zone().String()
	e := synth.Errand{Services: []string{"gmail"},
		English: []string{"Then write {{.who}} a short mail with the new day and start time, to the address in the register.", "{{.who}} should hear of it from us, too: one mail to the address on file, with the date and the time that we begin."},
		Chinese: []string{"改好后给{{.who}}发封邮件（邮箱以客户档案为准），写明新的日期和开始时间。", "另外请发邮件通知{{.who}}，告诉对方改到哪天、几点开始，邮箱用客户档案里的。"},
		Calls:   `- gmail_send_message: {to: =customer.email, subject: "{{.mail_subject}}", body: "{{.mail_body}}"}`}
	if box == "gmail.drafts" {
		e.English = []string{"Then save a draft to {{.who}} (address as in the register) with the new day and start time; I'll add a line and send it.", "Also prepare a mail to {{.who}}, at the address on file, naming the date and the time that we begin. Just the draft."}
		e.Chinese = []string{"再给{{.who}}存一封邮件草稿（邮箱以客户档案为准），写明新的日期和开始时间，我补两句再发。", "另外起草一封给{{.who}}的邮件，说明改到哪天、几点开始，邮箱用客户档案里的，先存草稿。"}
		e.Forbid = `- {id: not-sent, effect: {create: gmail.sent}}`
		e.Calls = `- gmail_save_draft: {to: =customer.email, subject: "{{.mail_subject}}", body: "{{.mail_body}}"}`
	}
	d.Collection("gmail.messages")
	d.Set("mail_subject", d.T("Our visit", "关于拜访"))
	d.Set("mail_body", d.T("='We now come on ' + string(held_on) + ' at ' + local(begins, '"+zone+"') + '.'", "='拜访改到 ' + string(held_on) + ' ' + local(begins, '"+zone+"') + '。'"))
	e.Checks = `- {id: written, weight: 1, needs: [booked], record_created: {in: ` + box + `, only: true, match: {to: {address: =customer.email}, body: {mentions: {all: [{date: =held_on}, {time: "=local(begins, '` + zone + `')"}]}}}}}`
	work{}.ask(d, e)
}

func visitRecords(d *synth.Draft, who, me synth.Person, day, from int, long time.Duration) {
	var company synth.Company
	customer := func(mark synth.Distractor, contact string) synth.Company {
		c := d.Company()
		at := d.PersonAt(c.Domain)
		addMarked(d, mark, "crm.customers", "customer_id", d.ID("CUS-"), "name", c.Name, "contact_person", contact, "industry", d.T("retail", "零售"), "tier", "standard", "annual_revenue", 1000*d.Between(50, 900), "status", "active",
			"email", at.Handle+"@"+c.Domain, "location", d.City()+d.T(", gate ", "，")+fmt.Sprint(d.Between(1, 30))+d.T("", "号门"))
		return c
	}
	customer(synth.SameName, who.Name)
	company = customer("", who.Name)
	customer(synth.LikeName, d.Relative(who).Name)
	for range d.ByLevel(1, 4, 9) {
		customer(synth.Unrelated, d.Person().Name)
	}
	d.Set("company", company.Name)
	d.Set("which", fmt.Sprintf(d.T("The one at %s.", "%s的那位。"), company.Name))
	event := func(mark synth.Distractor, who synth.Person, begin, end time.Time, status string) {
		addMarked(d, mark, "calendar.events", "event_id", d.ID("evt_"), "title", d.T(synth.Choose(d, "Sales talk", "Call", "Training"), synth.Choose(d, "销售会", "电话", "培训")),
			"start_time", d.Instant(begin), "end_time", d.Instant(end), "attendees", []string{who.Mail}, "location", "", "status", status)
	}
	taken := d.Between(1, 2)
	slot := d.At(day, from+taken, 0)
	other := d.Relative(me)
	for i := range taken {
		begin := d.At(day, from+i, 15*d.Between(0, 3))
		event("", me, begin, begin.Add(15*time.Minute), "confirmed")
	}
	event(synth.JustEnough, me, slot.Add(-10*time.Minute), slot, "confirmed")
	event(synth.JustEnough, me, slot.Add(long), slot.Add(long+time.Hour), "confirmed")
	event(synth.WrongStatus, me, slot, slot.Add(long), "cancelled")
	event(synth.OtherOwner, other, slot.Add(10*time.Minute), slot.Add(long), "confirmed")
	event(synth.OneDay, me, slot.AddDate(0, 0, 1), slot.AddDate(0, 0, 1).Add(long), "confirmed")
	for range d.ByLevel(0, 3, 7) {
		event(synth.Unrelated, other, slot.Add(time.Duration(d.Between(-3, 4))*time.Hour), slot.Add(6*time.Hour), "confirmed")
	}
	d.Add("todo.tasks", "task_id", d.ID("T-"), "title", d.T("Expenses of last week", "上周报销"), "status", "pending", "priority", "low", "due_date", d.Day(3))
	d.Mix("crm.customers")
	d.Mix("calendar.events")
}

func visitParts(d *synth.Draft) {
	d.User(d.T(`
		persona: A salesman on the road, short answers.
		style: short
		max_rounds: 6
		knows:
		  - {id: which, asks: [[which], [company], [customer], [two], [several]], say: "{{.which}}"}
		  - {id: start, asks: [[time], [when], [start], [hour], [clock]], say: "{{.start}}"}
		confirm: "Yes, do that."`, `
		persona: 在外跑业务的销售，回答简短。
		style: 简短
		max_rounds: 6
		knows:
		  - {id: which, asks: [[哪家], [哪一家], [哪位], [哪个], [公司], [同名]], say: "{{.which}}"}
		  - {id: start, asks: [[几点], [什么时候], [时间], [何时], [开始]], say: "{{.start}}"}
		confirm: 对，就这样。`))
	visit, prepare := d.T("Visit {{.company}}", "拜访 {{.company}}"), d.T("Prepare {{.company}}", "准备 {{.company}}")
	d.Facts(`
		held_on: day("{{.day}}")
		long: duration("{{.minutes}}m")
		customer: 'only(filter(crm.customers, .contact_person == "{{.who}}" and .name == "{{.company}}"))'
		namesakes: 'filter(crm.customers, .contact_person == "{{.who}}")'
		busy:
		  from: calendar.events
		  where:
		    mine: '"{{.me}}" in .attendees'
		    standing: .status != "cancelled"
		slots:
		  from: 'map(0..6, at(held_on, "{{.from}}") + duration("1h") * #)'
		  let: {s: "#"}
		  where:
		    free: none(busy, .start_time < s + long and .end_time > s)
		  give: s
		begins: min(slots)
		planned: at(day("{{.first}}"), "{{.clock}}")`)
	d.Checks(`
		- {id: asked, revealed: {ids: [which, start]}}
		- {id: customer-read, read: {in: crm.customers, record: =customer.customer_id, fields: [email, location]}}
		- {id: day-read, read: {in: calendar.events, each: "filter(busy, day(.start_time) == held_on)", record: =it.event_id, fields: [start_time, end_time]}}
		- {id: booked, weight: 0.7, needs: [asked, customer-read, day-read], record_created: {in: calendar.events, only: true, match: {title: {text: "` + visit + `"}, start_time: {datetime: =begins}, end_time: {datetime: =begins + long}, attendees: {set_equals: {address: "=[customer.email, '{{.me}}']"}}, location: {text: =customer.location}}}}
		- {id: noted, weight: 0.3, needs: [asked, customer-read], record_created: {in: todo.tasks, only: true, match: {title: {text: "` + prepare + `"}, due_date: {date: =held_on}}}}`)
	d.Forbid(`
		- {id: leave-be, effect: {delete: calendar.events}}
		- {id: list-kept, effect: {delete: todo.tasks}}
		- {id: list-as-is, effect: {update: todo.tasks}}
		- {id: no-export, effect: {create: crm.exports}}`)
	d.Solution(`
		calls:
		  - crm_list_customers: {}
		  - {each: "map(crm.customers, .customer_id)", crm_get_customer: {customer_id: =it}}
		  - say: "` + d.T("There is more than one customer with that contact. Which company is it, and at what time do you start?", "叫这个名字的联系人不止一位，请问是哪家公司，几点开始？") + `"
		  - {as: slip, calendar_create_event: {title: "` + visit + `", start_time: =planned, end_time: =planned + long, attendees: "=[customer.email, '{{.me}}']", location: =customer.location}}
		  - {as: note, todo_create_task: {title: "` + prepare + `", due_date: =day(planned)}}
		  - say: "` + d.T("Both are entered.", "都已建好。") + `"
		  - calendar_delete_event: {event_id: =slip.event_id}
		  - todo_delete_task: {task_id: =note.task_id}
		  - calendar_list_events: {date: =held_on}
		  - calendar_create_event: {title: "` + visit + `", start_time: =begins, end_time: =begins + long, attendees: "=[customer.email, '{{.me}}']", location: =customer.location}
		  - todo_create_task: {title: "` + prepare + `", due_date: =held_on}`)
}
