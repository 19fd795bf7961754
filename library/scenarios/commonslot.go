package scenarios

import (
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// commonSlot: the one time that suits people in several zones. The clocks may change between
// today and the day of the meeting, so today's differences mislead.
func commonSlot() *synth.Scenario {
	return &synth.Scenario{
		Name: "common-slot", Version: 3, Family: task.Scheduling, Title: "One free time for people in several zones",
		Capabilities: []string{"time_zones", "conflict_search", "draft_not_send", "near_name_rejection"},
		Services:     []string{"calendar", "contacts", "gmail"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildCommonSlot,
	}
}

func buildCommonSlot(d *synth.Draft) {
	ahead := workingDayAhead(d, d.Between(1, 40)) // the clocks may change before that
	minutes := synth.Choose(d, 30, 60, 90)
	d.Set("minutes", minutes)
	d.Set("day", d.Day(ahead))
	d.Set("date", dayInWords(d, ahead))
	d.Set("what", d.T(synth.Choose(d, "Launch review", "Supplier review", "Roadmap talk", "Budget round"), synth.Choose(d, "上线评审", "供应商评审", "路线图讨论", "预算碰头会")))
	d.Title("One free time on {{.day}}", "{{.day}} 的共同空闲时间")
	commonSlotRecords(d, d.At(ahead, d.Between(11, 15), 30*d.Intn(2)), time.Duration(minutes)*time.Minute)
	d.Say([]string{
		"Please put \"{{.what}}\" ({{.minutes}} minutes) into the calendar on {{.date}}, with {{.names}} and me, {{.me}}. It has to lie within everybody's working hours, which the contacts give in local time, and start on the hour or half hour. Then save a mail draft to each of the others that names the start in the reader's own local time; I send them myself. Nothing that is in the calendar moves.",
		"{{.me}} here. On {{.date}} I need {{.minutes}} minutes for \"{{.what}}\" together with {{.names}}: starting on a full or half hour, inside the working hours of all of us (see contacts, local times), without touching other events. Create the event with all of us as attendees, and prepare drafts, one for every colleague, saying when it begins on their clock. Don't send anything.",
		"Find the time on {{.date}} at which {{.names}} and I ({{.me}}) are all free for {{.minutes}} minutes, on the hour or half past, in the working hours that the address book gives for each place. Book it as \"{{.what}}\" for all of us and leave a draft mail for each of them with the start in their local time. Drafts only, and existing events stay.",
		"Can you find {{.minutes}} minutes on {{.date}} for \"{{.what}}\"? It's {{.names}} and me ({{.me}}). Everybody has to be free and within their own working hours (see the contacts, local times), and we start on the hour or at half past. Put it in the calendar with all of us, leave other events alone, and save one draft for each of the others with the start in their local time. I'll send those.",
	}, []string{
		"我是{{.me}}。请在{{.date}}给我和{{.names}}安排一个{{.minutes}}分钟的“{{.what}}”，整点或半点开始，必须落在每个人的工作时间内（通讯录里写的是当地时间），写进日历并把大家都加上。再给其他每个人存一封邮件草稿，写明按对方当地时间几点开始。不要发送，已有的日程不要动。",
		"{{.date}}要开“{{.what}}”，时长{{.minutes}}分钟，参加的有{{.names}}，还有我（{{.me}}）。麻烦找出大家都有空、又都在各自当地工作时间里的那个时段，只能从整点或半点开始，建好日程，所有人都列为参会人。另外给他们每人准备一封草稿，用对方的当地时间写开始时间，草稿我自己发，别的日程一律不动。",
		"{{.date}}想和{{.names}}碰一下“{{.what}}”，{{.minutes}}分钟，我是{{.me}}。时间要大家都空、都在各自当地的工作时间里（见通讯录），整点或半点开始。请建好日程并加上所有人，再给其他人各存一封草稿，开始时间按对方当地时间写；先不要发，别的日程也不要动。",
	})
	d.Set("subject", d.T("{{.what}}", "{{.what}}"))
	commonSlotParts(d)
	done := work{needs: "booked, drafted", by: before(d, ahead)}
	done.perhaps(d,
		func(d *synth.Draft) { done.tickOff(d, "Find a date", "约时间") },
		func(d *synth.Draft) { done.remind(d, "Send the papers to everybody", "发会议材料") })
}

// zonesAwake are zones in which a time falls into the day that it has at home, in waking hours.
func zonesAwake(d *synth.Draft, t time.Time) (zones []string) {
	for _, z := range []string{"Europe/Lisbon", "Europe/Berlin", "Europe/Helsinki", "America/New_York", "America/Sao_Paulo", "America/Chicago", "Africa/Nairobi", "Asia/Dubai", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney"} {
		loc, err := time.LoadLocation(z)
		if err == nil && z != d.Zone().String() && t.In(loc).Hour() >= 5 && t.In(loc).Hour() < 20 && t.In(loc).Day() == t.In(d.Zone()).Day() {
			zones = append(zones, z)
		}
	}
	d.Shuffle(len(zones), func(i, j int) { zones[i], zones[j] = zones[j], zones[i] })
	return zones
}

func commonSlotRecords(d *synth.Draft, slot time.Time, long time.Duration) {
	zones := append([]string{d.Zone().String()}, zonesAwake(d, slot)...)
	const quarter = 15 * time.Minute
	contact := func(mark synth.Distractor, p synth.Person, zone string, opens, closes time.Time) {
		loc, err := time.LoadLocation(zone)
		if err != nil {
			loc = time.UTC
		}
		addMarked(d, mark, "contacts.contacts", "contact_id", d.ID("CT-"), "name", p.Name, "department", p.Department, "title", p.Title, "email", p.Mail, "phone", p.Phone,
			"timezone", zone, "work_start", opens.In(loc).Format("15:04"), "work_end", closes.In(loc).Format("15:04"))
	}
	event := func(mark synth.Distractor, who synth.Person, from, to time.Time, zone, status string) {
		addMarked(d, mark, "calendar.events", "event_id", d.ID("evt_"), "title", d.T(synth.Choose(d, "Customer call", "Code review", "Training", "Visit"), synth.Choose(d, "客户电话", "代码评审", "培训", "来访")),
			"start_time", d.InstantIn(from, zone), "end_time", d.InstantIn(to, zone), "attendees", []string{who.Mail}, "location", "", "status", status)
	}
	people := []synth.Person{d.Person()}
	d.Set("me", people[0].Name)
	contact("", people[0], zones[0], slot.Add(-3*time.Hour), slot.Add(4*time.Hour))
	var names []string
	for i := range d.ByLevel(2, 3, 4) {
		p := d.Person()
		people, names = append(people, p), append(names, p.Name)
		opens, closes := slot.Add(-time.Duration(d.Between(6, 12))*quarter), slot.Add(long+time.Duration(d.Between(2, 10))*quarter)
		switch i {
		case 0:
			opens = slot.Add(-time.Hour)
		case 1:
			closes = slot.Add(long)
		}
		contact("", p, zones[1+i%(len(zones)-1)], opens, closes)
	}
	d.Set("names", namesInWords(d, names))
	d.Set("list", quotedList(append(names, people[0].Name)))
	like, other := d.Relative(people[1]), d.Person()
	contact(synth.LikeName, like, zones[1], slot.Add(-3*time.Hour), slot.Add(-time.Hour))
	contact(synth.Unrelated, other, zones[0], slot.Add(-3*time.Hour), slot.Add(5*time.Hour))
	last := people[len(people)-1]
	event("", last, slot.Add(-3*quarter), slot, zones[1], "confirmed")
	event(synth.JustEnough, people[1], slot.Add(long), slot.Add(long+2*quarter), "UTC", "confirmed")
	event(synth.OtherOwner, like, slot, slot.Add(long), zones[1], "confirmed")
	event(synth.WrongStatus, people[2], slot.Add(-quarter), slot.Add(long), zones[0], "cancelled")
	event(synth.OneDay, people[0], slot.AddDate(0, 0, -1), slot.AddDate(0, 0, -1).Add(long), zones[0], "confirmed")
	event(synth.OneDay, last, slot.AddDate(0, 0, 1), slot.AddDate(0, 0, 1).Add(long), zones[0], "confirmed")
	for range d.ByLevel(1, 4, 9) {
		at := slot.Add(time.Duration(d.Between(-8, 8)) * quarter)
		event(synth.Unrelated, other, at, at.Add(time.Hour), zones[d.Intn(len(zones))], "confirmed")
	}
	d.Mix("contacts.contacts")
	d.Mix("calendar.events")
	d.Collection("gmail.messages")
}

func commonSlotParts(d *synth.Draft) {
	d.Set("hours", d.T("working hours", "工作时间"))
	d.Set("mail", d.T("='It starts at ' + local(slot, it.zone) + ' your time.'", "='按您当地时间 ' + local(slot, it.zone) + ' 开始。'"))
	d.Facts(`
		held_on: day("{{.day}}")
		people:
		  from: contacts.contacts
		  where:
		    invited: {expr: '.name in [{{.list}}]', says: "{{.names}}"}
		  give: {contact: .contact_id, name: .name, email: .email, zone: .timezone, opens: "at(held_on, .work_start, .timezone)", closes: "at(held_on, .work_end, .timezone)"}
		busy:
		  from: calendar.events
		  let: {e: "#"}
		  where:
		    theirs: any(people, .email in e.attendees)
		    standing: .status != "cancelled"
		long: duration("{{.minutes}}m")
		grid: 'map(0..47, at(held_on, "00:00") + duration("30m") * #)'
		slots:
		  from: grid
		  let: {s: "#"}
		  where:
		    hours: {expr: "all(people, .opens <= s and s + long <= .closes)", says: "{{.hours}}"}
		    free: none(busy, .start_time < s + long and .end_time > s)
		  give: s
		slot: only(slots)
		others: filter(people, .name != "{{.me}}")`)
	d.Checks(`
		- {id: hours-read, read: {in: contacts.contacts, each: people, record: =it.contact, fields: [timezone, work_start, work_end]}}
		- {id: events-read, read: {in: calendar.events, each: "filter(busy, day(.start_time) == held_on)", record: =it.event_id, fields: [start_time, end_time]}}
		- {id: booked, weight: 0.6, needs: [hours-read, events-read], record_created: {in: calendar.events, only: true, match: {title: {text: "{{.what}}"}, start_time: {datetime: =slot}, end_time: {datetime: =slot + long}, attendees: {set_equals: {address: "=map(people, .email)"}}}}}
		- {id: drafted, weight: 0.4, needs: [hours-read, events-read], record_created: {in: gmail.drafts, each: others, only: true, match: {to: {address: =it.email}, body: {mentions: {all: [{time: "=local(slot, it.zone)"}]}}}}}`)
	d.Forbid(`
		- {id: not-sent, effect: {create: gmail.sent}}
		- {id: leave-be, effect: {delete: calendar.events}}
		- {id: no-pings, effect: {create: contacts.messages}}`)
	d.Solution(`
		calls:
		  - contacts_search: {query: ""}
		  - {each: people, calendar_get_user_events: {user: =it.email, date: =held_on}}
		  - calendar_create_event: {title: "{{.what}}", start_time: =slot, end_time: =slot + long, attendees: "=map(people, .email)"}
		  - {each: others, gmail_save_draft: {to: =it.email, subject: "{{.what}}", body: "{{.mail}}"}}`)
}
