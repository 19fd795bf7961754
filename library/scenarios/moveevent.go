package scenarios

import (
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// moveEvent: move one event of a series to the time that a colleague asked for last in the team
// chat, so that it stands in the calendar once, and answer in the thread.
func moveEvent() *synth.Scenario {
	return &synth.Scenario{
		Name: "move-event", Version: 3, Family: task.Scheduling, Title: "Move an event to the time asked for in the chat",
		Capabilities: []string{"cross_service_join", "conflict_resolution", "idempotence", "act_then_report", "distractor_rejection"},
		Services:     []string{"calendar", "chat"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildMoveEvent,
	}
}

func buildMoveEvent(d *synth.Draft) {
	ahead := workingDayAhead(d, d.Between(2, 12))
	d.Set("day", d.Day(ahead))
	d.Set("date", dayInWords(d, ahead))
	whats := append([]string{}, d.T("Tender round", "招标碰头会"), d.T("Release talk", "发布沟通会"), d.T("Stock meeting", "库存例会"), d.T("Press briefing", "媒体说明会"))
	d.Shuffle(len(whats), func(i, j int) { whats[i], whats[j] = whats[j], whats[i] })
	d.Set("what", whats[0])
	channel := d.T(synth.Choose(d, "planning", "trade-fair", "warehouse", "spring-launch"), synth.Choose(d, "排期", "展会", "仓库", "春季发布"))
	d.Set("channel", channel)
	who := d.Person()
	d.Set("who", who.Name)
	d.Title("Move {{.what}} as {{.who}} asked", "按{{.who}}的要求改{{.what}}时间")
	d.Say([]string{
		"{{.who}} asked in the channel {{.channel}} to have \"{{.what}}\" on {{.date}} at another time that day. Please move it to the time asked for in their latest message about it; length, place and attendees stay as they are, and the old entry must be gone. Then answer in the thread of that message with the id of the new event. Nothing else in the calendar changes.",
		"Can you move \"{{.what}}\" on {{.date}}? The new start, same day, is what {{.who}} wrote last about it in the channel {{.channel}}; the latest message counts. Same people, same room, same length, and it must not stand in the calendar twice. Reply in that message's thread, naming the new event's id, and leave all other events alone.",
		"Please see what start {{.who}} proposed for \"{{.what}}\" in the channel {{.channel}}: several were named, the latest message counts. The event I mean is the one on {{.date}}; keep its duration, its location and everyone invited, delete the old one, and confirm under that message with the event id of the new one.",
		"{{.who}} needs \"{{.what}}\" on {{.date}} moved to another time that day. The time is in the channel {{.channel}}, and only the latest message about it counts. Recreate the event at that time with the same length, place and people, delete the old one, then reply in the thread of that message with the new event's id. Leave the rest of the calendar alone.",
	}, []string{
		"{{.who}}在{{.channel}}频道里提出要改{{.date}}的“{{.what}}”的时间，还是当天。请按对方关于这个会的最新一条消息里的时间改，时长、地点和参会人都不变，旧的日程要删掉，不能留两条。改好后在那条消息的话题里回复，写上新日程的编号。其他日程不要动。",
		"麻烦把{{.date}}的“{{.what}}”挪一下：新的开始时间以{{.who}}在{{.channel}}频道发的最新一条消息为准，仍是同一天。人员、地点、时长照旧，日历里只能保留一条。然后在那条消息下面回复新日程编号，别的日程一概不动。",
		"{{.date}}的“{{.what}}”要换个时间，当天内调整。{{.who}}在{{.channel}}频道提过想改到几点，不止一次，以最新一条消息为准。时长、地点、参会人不变，旧日程删掉，然后在那条消息下面回复新日程的编号，其他日程别动。",
	})
	begin := d.At(ahead, d.Between(9, 11), 30*d.Intn(2))
	team := moveEventCalendar(d, who, whats, begin)
	moveEventChat(d, team, whats, channel)
	moveEventParts(d)
	done := work{needs: "taken-out, moved", by: before(d, ahead)}
	done.perhaps(d,
		func(d *synth.Draft) { done.tickOff(d, "Sort out the calendar", "整理日程") },
		func(d *synth.Draft) { done.remind(d, "Order the catering anew", "重新订茶歇") })
}

// moveEventCalendar adds the event and those that are nearly it, and returns the people.
func moveEventCalendar(d *synth.Draft, who synth.Person, whats []string, begin time.Time) []synth.Person {
	team := []synth.Person{who, d.Relative(who)}
	for range d.ByLevel(2, 3, 5) {
		team = append(team, d.Person())
	}
	length := time.Duration(15*d.Between(2, 6)) * time.Minute
	event := func(mark synth.Distractor, what string, from time.Time, people []synth.Person, status string) {
		var list []string
		for _, p := range people {
			list = append(list, p.Mail)
		}
		addMarked(d, mark, "calendar.events", "event_id", d.ID("evt_"), "title", what, "start_time", d.Instant(from), "end_time", d.Instant(from.Add(length)),
			"attendees", list, "location", d.T("Room ", "会议室 ")+string(rune('A'+d.Intn(6))), "status", status)
	}
	event("", whats[0], begin, team[:1+d.Between(1, len(team)-2)], "confirmed")
	event(synth.OneDay, whats[0], begin.AddDate(0, 0, -1), team[:3], "confirmed")
	event(synth.OneDay, whats[0], begin.AddDate(0, 0, 7), team[:3], "confirmed")
	event(synth.WrongStatus, whats[0], begin.Add(30*time.Minute), team[1:], "cancelled")
	event(synth.WrongKind, whats[1], begin.Add(time.Hour), team, "confirmed")
	for i := range d.ByLevel(0, 4, 10) {
		event(synth.Unrelated, whats[1+i%3], begin.AddDate(0, 0, i%3).Add(time.Duration(d.Between(-2, 8))*30*time.Minute), team[i%3:], "confirmed")
	}
	d.Mix("calendar.events")
	return team
}

func moveEventChat(d *synth.Draft, team []synth.Person, whats []string, channel string) {
	var handles []string
	for _, p := range team {
		handles = append(handles, p.Handle)
		d.Add("chat.people", "handle", p.Handle, "name", p.Name, "email", p.Mail, "title", p.Title)
	}
	here, away := d.ID("CH-"), d.ID("CH-")
	d.Add("chat.channels", "channel_id", here, "name", channel, "topic", d.T("Dates and places", "时间和地点"), "private", false, "members", handles)
	d.Add("chat.channels", "channel_id", away, "name", channel+d.T("-archive", "归档"), "topic", d.T("Old threads", "旧话题"), "private", false, "members", handles)
	y, m, day := d.Office(1).Date() // the working day before
	last := time.Date(y, m, day, d.Between(11, 15), d.Intn(60), 0, 0, d.Zone())
	wish := func(mark synth.Distractor, in string, by synth.Person, what, clock string, after int) {
		text := d.T(synth.Choose(d, what+": could we start at "+clock+" instead?", "I would need "+clock+" for "+what+", is that possible?", "Please make "+what+" begin at "+clock+"."),
			synth.Choose(d, what+"能不能改到 "+clock+" 开始？", "我这边"+what+"需要改成 "+clock+"，可以吗？", "麻烦把"+what+"的开始时间调到 "+clock+"。"))
		addMarked(d, mark, "chat.messages", "message_id", d.ID("m-"), "channel_id", in, "author", by.Handle, "text", text, "mentions", []string{}, "sent_at", d.Instant(last.Add(time.Duration(after)*time.Minute)))
	}
	clocks := []string{"13:00", "13:30", "14:00", "14:30", "15:00", "15:30", "16:00", "16:30"}
	d.Shuffle(len(clocks), func(i, j int) { clocks[i], clocks[j] = clocks[j], clocks[i] })
	wish("", here, team[0], whats[0], clocks[0], 0)
	wish(synth.Superseded, here, team[0], whats[0], clocks[1], -d.Between(20, 150))
	wish(synth.LikeName, here, team[1], whats[0], clocks[2], d.Between(10, 40))
	wish(synth.WrongKind, here, team[0], whats[1], clocks[3], d.Between(41, 60))
	wish(synth.WrongKind, away, team[0], whats[0], clocks[4], d.Between(61, 80))
	for i := range d.ByLevel(1, 4, 8) {
		wish(synth.Unrelated, here, team[2+i%2], whats[1+i%3], clocks[5+i%3], d.Between(-170, 90))
	}
	d.Mix("chat.messages")
}

func moveEventParts(d *synth.Draft) {
	d.Set("said", d.T("latest message", "最新一条消息"))
	d.Set("answer", d.T("='Moved, the new event is ' + new.event_id + '.'", "='已改好，新日程是 ' + new.event_id + '。'"))
	d.Facts(`
		held_on: day("{{.day}}")
		old_events:
		  from: calendar.events
		  where:
		    named: {expr: .title == "{{.what}}", says: "{{.what}}"}
		    dated: {expr: day(.start_time) == held_on, says: "{{.date}}"}
		    standing: .status != "cancelled"
		old: only(old_events)
		author: the(chat.people, "name", "{{.who}}").handle
		channel: the(chat.channels, "name", "{{.channel}}").channel_id
		wishes:
		  from: chat.messages
		  where:
		    theirs: {expr: .author == author, says: "{{.who}}"}
		    about: {expr: .text contains "{{.what}}", says: "{{.what}}"}
		    there: {expr: .channel_id == channel, says: "{{.channel}}"}
		newest:
		  from: wishes
		  where:
		    newest: {expr: ".sent_at == max(map(wishes, .sent_at))", says: "{{.said}}"}
		wish: only(newest)
		begins: 'at(held_on, extract(wish.text, "([0-9][0-9]:[0-9][0-9])"))'`)
	d.Checks(`
		- {id: wish-read, read: {in: chat.messages, record: =wish.message_id, fields: [text, sent_at]}}
		- {id: event-read, read: {in: calendar.events, record: =old.event_id, fields: [attendees, end_time, location]}}
		- {id: taken-out, weight: 0.3, needs: [wish-read, event-read], record_deleted: {in: calendar.events, record: =old.event_id}}
		- {id: moved, weight: 0.4, needs: [wish-read, event-read], record_created: {in: calendar.events, only: true, match: {title: {text: "{{.what}}"}, start_time: {datetime: =begins}, end_time: {datetime: =begins + (old.end_time - old.start_time)}, attendees: {set_equals: {address: =old.attendees}}, location: {text: =old.location}}}}
		- {id: answered, weight: 0.3, needs: [moved], record_created: {in: chat.messages, only: true, match: {thread_id: {id: =wish.message_id}, text: {mentions: {all: ["=made('moved').event_id"]}}}}}`)
	d.Forbid(`
		- {id: leave-others, effect: {delete: calendar.events, except: "[old.event_id]"}}
		- {id: nobody-else, effect: {create: chat.direct_messages}}`)
	d.Solution(`
		calls:
		  - chat_find_people: {}
		  - chat_list_channels: {}
		  - chat_list_messages: {channel_id: =channel, limit: 100}
		  - calendar_list_events: {date: =held_on}
		  - {as: new, calendar_create_event: {title: "{{.what}}", start_time: =begins, end_time: =begins + (old.end_time - old.start_time), attendees: =old.attendees, location: =old.location}}
		  - calendar_delete_event: {event_id: =old.event_id}
		  - chat_reply_in_thread: {message_id: =wish.message_id, text: "{{.answer}}"}`)
}
