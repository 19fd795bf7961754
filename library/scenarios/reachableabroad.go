package scenarios

import (
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// reachableAbroad: who of a team in several countries is at work for the whole of a call, and
// until when. Working hours stand in the address book in local time, leave with personnel.
func reachableAbroad() *synth.Scenario {
	return &synth.Scenario{
		Name: "reachable-abroad", Version: 3, Family: task.Lookup, Title: "Who abroad is at work for a call",
		Capabilities: []string{"time_zones", "cross_service_join", "time_filter", "distractor_rejection"},
		Services:     []string{"contacts", "hr"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildReachableAbroad,
	}
}

// officeAbroad is a place with its zone.
type officeAbroad struct{ place, zone string }

func officesAbroad(d *synth.Draft) []officeAbroad {
	return []officeAbroad{{d.T("Lisbon", "里斯本"), "Europe/Lisbon"}, {d.T("Helsinki", "赫尔辛基"), "Europe/Helsinki"}, {d.T("Nairobi", "内罗毕"), "Africa/Nairobi"}, {d.T("Dubai", "迪拜"), "Asia/Dubai"},
		{d.T("Pune", "浦那"), "Asia/Kolkata"}, {d.T("Boston", "波士顿"), "America/New_York"}, {d.T("Denver", "丹佛"), "America/Denver"}, {d.T("Lima", "利马"), "America/Lima"},
		{d.T("Osaka", "大阪"), "Asia/Tokyo"}, {d.T("Sydney", "悉尼"), "Australia/Sydney"}, {d.T("Hanoi", "河内"), "Asia/Ho_Chi_Minh"}, {d.T("Madrid", "马德里"), "Europe/Madrid"},
		{d.T("Seattle", "西雅图"), "America/Los_Angeles"}, {d.T("Honolulu", "檀香山"), "Pacific/Honolulu"}, {d.T("Auckland", "奥克兰"), "Pacific/Auckland"}}
}

func buildReachableAbroad(d *synth.Draft) {
	ahead := 2
	weekday := synth.Choose(d, time.Tuesday, time.Wednesday, time.Thursday)
	for d.Now().AddDate(0, 0, ahead).Weekday() != weekday {
		ahead++
	}
	ahead += 7 * d.Intn(3) // the clocks may change before that
	length := synth.Choose(d, 30, 45, 60)
	begin := d.At(ahead, d.Between(9, 15), 30*d.Intn(2))
	d.Set("day", d.Day(ahead))
	d.Set("date", spokenDay(d, ahead))
	d.Set("weekday", d.T(weekday.String(), map[time.Weekday]string{time.Tuesday: "周二", time.Wednesday: "周三", time.Thursday: "周四"}[weekday]))
	d.Set("clock", begin.Format("15:04"))
	d.Set("length", length)
	dept := d.Department()
	d.Set("dept", dept)
	d.Title("Who of {{.dept}} can join at {{.clock}}", "{{.dept}}谁能在{{.clock}}接电话")
	d.Say([]string{
		"On {{.weekday}}, {{.date}}, I hold a call of {{.length}} minutes from {{.clock}} my time. Who of the {{.dept}} people in the contacts is at work for the whole call, going by their own working hours (given in local time), and is not on approved leave that day? For each I need the contact id, the address and the moment at which the working day ends. Please don't invite or message anybody.",
		"Which contacts of {{.dept}} could take part in a {{.length}}-minute call at {{.clock}} my time on {{.weekday}}, {{.date}}? They must be within working hours (local time, see contacts) for all of it and must not be on approved leave. Contact id, address and when the working day is over, please, as a date and time with offset or in my time. No messages.",
		"I want to plan a call for {{.weekday}}, {{.date}}, {{.clock}} my time, {{.length}} minutes long. List everyone from {{.dept}} whose local working hours cover the call completely and who is not on approved leave: contact id, address, end of the working day as a point in time. Only the list, nothing is sent.",
		"I'm setting up a call for {{.weekday}}, {{.date}} at {{.clock}} my time ({{.length}} minutes). Which {{.dept}} people would be at work for all of it? Their working hours are in the contacts, in local time; leave out anyone who is on approved leave that day. Contact id, address and the moment they finish work, please. No invitations or messages yet.",
	}, []string{
		"{{.date}}（{{.weekday}}）我这边{{.clock}}有一个{{.length}}分钟的电话会。通讯录里{{.dept}}的同事，谁按当地工作时间（通讯录里写的是当地时间）能全程参加，而且当天不在已批准（approved）的休假中？请列出联系人编号、邮箱，以及各自下班的时刻（带时区或换算成我的时间）。不要邀请，也不要发消息。",
		"我打算{{.date}}（{{.weekday}}）{{.clock}}（我的时间）开{{.length}}分钟的会。请查{{.dept}}哪些人整场会议都在各自当地的工作时间内，并且当天没有已批准（approved）的休假：联系人编号、邮箱、下班时刻。只要名单，不用通知任何人。",
		"请帮我看看{{.dept}}的人里谁能接{{.date}}（{{.weekday}}）{{.clock}}（我的时间）开始、时长{{.length}}分钟的电话：要求全程处在本人当地的工作时间，且不在已批准（approved）的休假中。列出联系人编号、邮箱和下班时刻即可，别发消息。",
	})
	reachableRecords(d, begin, begin.Add(time.Duration(length)*time.Minute), ahead, dept)
	reachableParts(d)
	done := work{needs: "hours-read, files-read, leave-searched", keeps: []string{"contacts.messages", "hr.people", "hr.leave_requests"}, by: before(d, ahead)}
	done.perhaps(d,
		func(d *synth.Draft) { done.remind(d, "Agenda for the call", "拟电话会议程") },
		func(d *synth.Draft) { done.block(d, "Prepare the call", "准备电话会") })
}

// clockIn is the clock time of an instant in a zone, some minutes later; ok is false where that
// is another calendar day than at home, or too near midnight.
func clockIn(d *synth.Draft, t time.Time, zone string, later int) (string, bool) {
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return "", false
	}
	there := t.In(loc)
	at := there.Add(time.Duration(later) * time.Minute)
	home := t.In(d.Zone()).Format(time.DateOnly)
	return at.Format("15:04"), at.Format(time.DateOnly) == home && there.Format(time.DateOnly) == home
}

// open leaves one end of a working day to its length.
const open = 1000

// hoursAbroad draws an office whose day begins some minutes before the call or ends some after
// it; the day is of the usual length and at a usual time where an office allows for that.
func hoursAbroad(d *synth.Draft, begin, end time.Time, before, after int) (o officeAbroad, starts, ends string) {
	offices := officesAbroad(d)
	d.Shuffle(len(offices), func(i, j int) { offices[i], offices[j] = offices[j], offices[i] })
	call := int(end.Sub(begin) / time.Minute)
	for _, long := range []int{480, 510, 450, 420, 360, 300, 240, 180} {
		from, to := before, after
		if after == open {
			to = long - call - before
		} else {
			from = long - call - after
		}
		for _, o := range offices {
			starts, today := clockIn(d, begin, o.zone, -from)
			ends, still := clockIn(d, end, o.zone, to)
			if today && still && starts >= "06:30" && starts <= "12:30" && ends >= "11:00" && ends <= "21:30" {
				return o, starts, ends
			}
		}
	}
	o = officeAbroad{d.City(), d.Zone().String()}
	starts, _ = clockIn(d, begin, o.zone, -min(before, 60))
	ends, _ = clockIn(d, end, o.zone, min(after, 60))
	return o, starts, ends
}

func reachableRecords(d *synth.Draft, begin, end time.Time, ahead int, dept string) {
	away := otherThan(d, d.Lexicon.Departments, dept)
	// someone adds a colleague who begins work some minutes before the call, or ends it some after.
	someone := func(mark synth.Distractor, dept string, before, after int) string {
		p := d.Person()
		o, starts, ends := hoursAbroad(d, begin, end, before, after)
		fields := []any{"contact_id", d.ID("CT-"), "name", p.Name, "department", dept, "title", p.Title, "email", p.Mail, "phone", p.Phone, "location", o.place, "timezone", o.zone, "work_start", starts, "work_end", ends}
		if mark == "" {
			d.Add("contacts.contacts", fields...)
		} else {
			d.Distract(mark, "contacts.contacts", fields...)
		}
		id := d.ID("EMP-")
		d.Add("hr.people", "employee_id", id, "name", p.Name, "email", p.Mail, "department", dept, "title", p.Title, "location", o.place, "start_date", d.Day(-d.Between(100, 900)), "status", "active")
		return id
	}
	leave := func(mark synth.Distractor, id string, from, to int, status string) {
		d.Distract(mark, "hr.leave_requests", "leave_id", d.ID("LV-"), "employee_id", id, "kind", "annual", "from", d.Day(from), "to", d.Day(to), "days", min(5, to-from+1),
			"status", status, "requested_at", d.Instant(d.Office(d.Between(3, 40))))
	}
	inside := func() int { return 15 * d.Between(2, 16) }
	for range d.ByLevel(1, 3, 5) {
		someone("", dept, inside(), open)
	}
	someone(synth.JustEnough, dept, 0, open)
	edge := someone(synth.JustEnough, dept, open, 0)
	leave(synth.OneDay, edge, ahead-4, ahead-1, "approved")
	leave(synth.WrongStatus, someone("", dept, inside(), open), ahead-1, ahead+2, "rejected")
	leave(synth.JustEnough, someone(synth.AlreadyDone, dept, inside(), open), ahead-2, ahead, "approved")
	leave(synth.JustEnough, someone(synth.AlreadyDone, dept, inside(), open), ahead, ahead+9, "approved")
	someone(synth.OtherZone, dept, -15, open)
	someone(synth.OtherZone, dept, open, -15)
	someone(synth.OtherOwner, away, inside(), open)
	for range d.ByLevel(0, 3, 8) {
		someone(synth.Unrelated, synth.Choose(d, dept, away), -synth.Choose(d, 30, 60, 90), open)
	}
	d.Mix("contacts.contacts")
	d.Mix("hr.people")
	d.Mix("hr.leave_requests")
}

func reachableParts(d *synth.Draft) {
	d.Set("whole", d.T("working hours", "工作时间"))
	d.Set("leave", d.T("on approved leave", "已批准（approved）的休假"))
	d.Facts(`
		begin: "at(day('{{.day}}'), '{{.clock}}')"
		finish: begin + duration("{{.length}}m")
		there: filter(contacts.contacts, .department == "{{.dept}}")
		able:
		  from: contacts.contacts
		  let:
		    person: "the(hr.people, 'email', .email)"
		    opens: "at(day('{{.day}}'), .work_start, .timezone)"
		    closes: "at(day('{{.day}}'), .work_end, .timezone)"
		    holiday: "filter(hr.leave_requests, .employee_id == person.employee_id and .from <= day('{{.day}}') and .to >= day('{{.day}}'))"
		  where:
		    team: {expr: .department == "{{.dept}}", says: "{{.dept}}"}
		    opened: {expr: opens <= begin, says: {{.whole}}}
		    open_still: {expr: closes >= finish, says: {{.whole}}}
		    present: {expr: 'none(holiday, .status == "approved")', says: {{.leave}}}
		  give: {contact: .contact_id, employee: person.employee_id, address: .email, until: closes}`)
	d.Answer(`
		people: {rows: {contact: id, address: address, until: datetime}, key: contact}`)
	d.Checks(`
		- {id: hours-read, read: {in: contacts.contacts, each: able, record: =it.contact, fields: [timezone, work_start, work_end]}}
		- {id: files-read, read: {in: hr.people, each: able, record: =it.employee, fields: [email]}}
		- {id: leave-searched, searched: {in: hr.leave_requests, for: {leave_id: LV-X, employee_id: "=able[0].employee", kind: annual, from: "{{.day}}", to: "{{.day}}", days: 1, status: approved}}}
		- {id: listed, weight: 1, needs: [hours-read, files-read, leave-searched], answer: {people: "=map(able, ({contact: .contact, address: .address, until: .until}))"}}`)
	d.Forbid(`
		- {id: read-only, effect: {any: "*"}}`)
	d.Solution(`
		calls:
		  - contacts_search: {query: "", department: "{{.dept}}"}
		  - hr_search_people: {department: "{{.dept}}"}
		  - {each: "map(filter(hr.people, .department == '{{.dept}}'), .employee_id)", hr_get_person: {employee_id: =it}}
		  - hr_list_leave: {status: approved, period_start: "=day('{{.day}}')", period_end: "=day('{{.day}}')"}
		  - answer: {people: "=map(able, ({contact: .contact, address: .address, until: .until}))"}`)
}
