package scenarios

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// courseInvites: drafts of invitations for those who have a place in a course. Several courses
// have the name that was said, so the user has to be asked which one.
func courseInvites() *synth.Scenario {
	return &synth.Scenario{
		Name: "course-invites", Version: 3, Family: task.Scheduling, Title: "Draft invitations to a course, after asking which",
		Capabilities: []string{"clarify", "draft_not_send", "cross_service_join", "deduplicate", "near_name_rejection"},
		Services:     []string{"sheets", "calendar", "contacts", "gmail"},
		Turns:        synth.Multi, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildCourseInvites,
	}
}

func buildCourseInvites(d *synth.Draft) {
	course := d.T(synth.Choose(d, "First aid", "Fire safety", "Pivot tables", "Negotiation"), synth.Choose(d, "急救培训", "消防培训", "数据透视表", "谈判技巧"))
	d.Set("course", course)
	first := workingDayAhead(d, d.Between(5, 12))
	days := []int{first, workingDayAhead(d, first+d.Between(1, 6)), workingDayAhead(d, first+d.Between(9, 14))}
	meant := d.Intn(3)
	d.Set("day", d.Day(days[meant]))
	d.Set("which", fmt.Sprintf(d.T("The one on %s.", "%s的那一场。"), dayInWords(d, days[meant])))
	state := synth.Choose(d, "confirmed", "waiting")
	d.Set("state", state)
	d.Set("group", map[string]string{"confirmed": d.T("a confirmed place", "名额已确认（confirmed）"), "waiting": d.T("on the waiting list", "在候补（waiting）")}[state])
	d.Title("Invitations to {{.course}}", "{{.course}}的邀请草稿")
	d.Say([]string{
		"Please prepare the mails for the course \"{{.course}}\": one draft for everybody who is {{.of}} for it in the sheet of sign-ups (some signed up twice, one draft is enough), with its start (date and time) and the place as the calendar has them. Addresses are in the contacts. I'll look over the drafts and send them myself.",
		"I want to write to the people {{.of}} for \"{{.course}}\" according to the sign-up sheet. Save one draft to each of them, also where somebody is in there twice, naming day, start time and place from the calendar; take the addresses from the contacts. Nothing goes out yet.",
		"Could you draft the information mails for the \"{{.course}}\" course? The sign-ups are in a sheet: everybody {{.of}} gets one draft and no second one, with the date, the starting time and the room of the calendar entry. Look the address up in the contacts, and please only save, don't send.",
		"The \"{{.course}}\" course needs its information mail. Check the sign-up sheet for everyone {{.of}}, look up their addresses in the contacts, and leave me one draft per person (not per row) with the date, the start time and the room from the calendar. I'll send them myself.",
		"Drafts for \"{{.course}}\", please: one and no more for each person {{.of}} in the sign-up sheet, saying on which day it is, when it starts and where (all in the calendar). Mail addresses are in the contacts. Don't send any of them.",
	}, []string{
		"请准备“{{.course}}”的通知邮件：报名表里{{.group}}的人每人存一封草稿（有人重复报名，也只存一封），写上日历里这场培训的日期、开始时间和地点，邮箱从通讯录查。草稿我看过后自己发，不要发送。",
		"我要给报名“{{.course}}”并且{{.group}}的同事写信，报名情况在表格里。请给每人保存一封草稿，重复报名的也只要一封，内容包括日历上的日期、开始时间和地点，邮箱以通讯录为准，先别发出去。",
		"“{{.course}}”快开课了，请按报名表给{{.group}}的人逐个准备通知邮件，一人一封，日期、开始时间和教室以日历为准，邮箱在通讯录里查，先存草稿。",
		"帮我起草“{{.course}}”的上课通知：报名表中{{.group}}的每人一封（重复报名的算一个人），写清楚哪天、几点、在哪里（日历上都有），收件地址查通讯录。只存草稿，我来发。",
	})
	d.Set("of", map[string]string{"confirmed": "listed with a confirmed place", "waiting": "on the waiting list"}[state])
	d.Set("quote", map[string]string{"confirmed": d.T("a confirmed place", "confirmed"), "waiting": d.T("on the waiting list", "waiting")}[state])
	courseRecords(d, course, days, meant, state)
	courseParts(d)
	done := work{needs: "drafted", by: before(d, days[meant])}
	done.perhaps(d,
		func(d *synth.Draft) { done.tickOff(d, "Course mails", "培训通知") },
		func(d *synth.Draft) { done.remind(d, "Send the course mails", "发送培训通知") })
}

func courseRecords(d *synth.Draft, course string, days []int, meant int, state string) {
	sheet, tab := d.ID("SH-"), d.ID("TAB-")
	name, day, title, status := d.T("Name", "姓名"), d.T("Day", "日期"), d.T("Course", "课程"), d.T("State", "状态")
	d.Set("col_name", name)
	d.Set("col_day", day)
	d.Set("col_course", title)
	d.Set("col_state", status)
	d.Add("sheets.spreadsheets", "sheet_id", sheet, "title", d.T("Course sign-ups", "培训报名表"), "description", d.T("One row a sign-up", "每行一个报名"))
	d.Add("sheets.tabs", "tab_id", tab, "sheet_id", sheet, "name", d.T("Sign-ups", "报名"), "headers", []string{name, title, day, status})
	other := d.T("Archive rules", "档案管理")
	states := map[string]string{"confirmed": "waiting", "waiting": "confirmed"}
	person := func(mark synth.Distractor, p synth.Person) {
		addMarked(d, mark, "contacts.contacts", "contact_id", d.ID("CT-"), "name", p.Name, "department", p.Department, "title", p.Title, "email", p.Mail, "phone", p.Phone)
	}
	signup := func(mark synth.Distractor, course string, day int, state string) {
		p := d.Person()
		person("", p)
		if mark == synth.Duplicate { // the same person in two rows
			d.Add("sheets.rows", "row_id", d.ID("R-"), "tab_id", tab, "values", []any{name, p.Name, title, course, d.T("Day", "日期"), d.Day(day), status, state})
		}
		if d.Intn(3) == 0 {
			person(synth.LikeName, d.Relative(p))
		}
		addMarked(d, mark, "sheets.rows", "row_id", d.ID("R-"), "tab_id", tab, "values", []any{name, p.Name, title, course, d.T("Day", "日期"), d.Day(day), status, state})
	}
	for range d.ByLevel(2, 3, 6) {
		signup("", course, days[meant], state)
	}
	signup(synth.Duplicate, course, days[meant], state)
	signup(synth.WrongStatus, course, days[meant], states[state])
	signup(synth.WrongStatus, course, days[meant], "cancelled")
	signup(synth.WrongKind, other, days[meant], state)
	for i := range days {
		if i != meant {
			signup(synth.OneDay, course, days[i], state)
		}
	}
	for range d.ByLevel(0, 4, 9) {
		signup(synth.Unrelated, synth.Choose(d, course, other), days[(meant+1)%3], synth.Choose(d, "cancelled", states[state]))
	}
	for i, ahead := range append(days, days[meant]) {
		what, mark := course, synth.Distractor("")
		if i == len(days) {
			what, mark = other, synth.WrongKind
		}
		begin := d.At(ahead, d.Between(8, 14), 15*d.Intn(4))
		addMarked(d, mark, "calendar.events", "event_id", d.ID("evt_"), "title", what, "start_time", d.Instant(begin), "end_time", d.Instant(begin.Add(2*time.Hour)), "attendees", []string{},
			"location", d.T("Room ", "会议室")+fmt.Sprint(100*(i+1)+d.Between(1, 40)), "status", "confirmed")
	}
	d.Mix("sheets.rows")
	d.Mix("contacts.contacts")
	d.Mix("calendar.events")
	d.Collection("gmail.messages")
}

func courseParts(d *synth.Draft) {
	d.User(d.T(`
		persona: Mona, who runs the courses, brief and friendly.
		style: short
		max_rounds: 5
		knows:
		  - {id: which, asks: [[which], [date], [day], [when], [several], [three], [mean]], say: "{{.which}}"}
		confirm: "Yes, please."`, `
		persona: 负责培训的同事，说话简短。
		style: 简短
		max_rounds: 5
		knows:
		  - {id: which, asks: [[哪一场], [哪场], [哪天], [哪一天], [日期], [几号], [什么时候], [指的]], say: "{{.which}}"}
		confirm: 对的，麻烦了。`))
	d.Set("zone", d.Zone().String())
	d.Set("body", d.T("='It takes place on ' + string(day(lesson.start_time)) + ' at ' + local(lesson.start_time, '"+d.Zone().String()+"') + ', ' + lesson.location + '.'",
		"='时间：' + string(day(lesson.start_time)) + ' ' + local(lesson.start_time, '"+d.Zone().String()+"') + '，地点：' + lesson.location + '。'"))
	d.Set("ask", d.T("There are several courses of that name. Which date do you mean?", "这门课有好几场，请问是哪一天的那场？"))
	d.Facts(`
		held_on: day("{{.day}}")
		lesson: 'only(filter(calendar.events, .title == "{{.course}}" and day(.start_time) == held_on))'
		signups: 'map(sheets.rows, ({row: .row_id, name: .values["{{.col_name}}"], course: .values["{{.col_course}}"], held: .values["{{.col_day}}"], state: .values["{{.col_state}}"]}))'
		readers:
		  from: signups
		  let: {n: .name, c: .course, h: .held, s: .state, r: .row}
		  where:
		    once: first(filter(signups, .name == n and .course == c and .held == h and .state == s)).row == r
		    course: {expr: .course == "{{.course}}", says: "{{.course}}"}
		    held: .held == "{{.day}}"
		    state: {expr: .state == "{{.state}}", says: "{{.quote}}"}
		  give: {row: .row, contact: "the(contacts.contacts, 'name', .name).contact_id", mail: "the(contacts.contacts, 'name', .name).email"}`)
	d.Checks(`
		- {id: asked, revealed: {ids: [which]}}
		- {id: signups-read, read: {in: sheets.rows, each: readers, record: =it.row, fields: [values]}}
		- {id: lesson-read, read: {in: calendar.events, record: =lesson.event_id, fields: [start_time, location]}}
		- {id: people-read, read: {in: contacts.contacts, each: readers, record: =it.contact, fields: [email]}}
		- {id: drafted, weight: 1, needs: [asked, signups-read, lesson-read, people-read], record_created: {in: gmail.drafts, each: readers, only: true, match: {to: {address: =it.mail}, body: {mentions: {all: [{date: =held_on}, {time: "=local(lesson.start_time, '{{.zone}}')"}, =lesson.location]}}}}}`)
	d.Forbid(`
		- {id: not-sent, effect: {create: gmail.sent}}
		- {id: no-pings, effect: {create: contacts.messages}}
		- {id: calendar-left, effect: {delete: calendar.events}}
		- {id: sheet-left, effect: {any: sheets.rows}}`)
	d.Solution(`
		calls:
		  - sheets_list: {}
		  - sheets_get: {sheet_id: "=sheets.spreadsheets[0].sheet_id"}
		  - sheets_read_range: {tab_id: "=sheets.tabs[0].tab_id"}
		  - say: "{{.ask}}"
		  - calendar_list_events: {date: =held_on}
		  - contacts_search: {query: ""}
		  - {each: readers, gmail_save_draft: {to: =it.mail, subject: "{{.course}}", body: "{{.body}}"}}`)
}
