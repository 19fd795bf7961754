package scenarios

import (
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// roomFor: the smallest room that is fit for a meeting and free for all of it. What rooms can do
// stands in a sheet, what is in them in the calendar.
func roomFor() *synth.Scenario {
	return &synth.Scenario{
		Name: "room-for", Version: 3, Family: task.Scheduling, Title: "Book the smallest room that is fit and free",
		Capabilities: []string{"conflict_search", "cross_service_join", "act_then_report", "distractor_rejection"},
		Services:     []string{"calendar", "sheets", "chat"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildRoomFor,
	}
}

func buildRoomFor(d *synth.Draft) {
	ahead := workingDayAhead(d, d.Between(1, 9))
	begin := d.At(ahead, d.Between(9, 14), 15*d.Intn(4))
	end := begin.Add(time.Duration(15*d.Between(4, 10)) * time.Minute)
	seats := d.Between(8, 16)
	gear := synth.Choose(d, "video", "whiteboard")
	d.Set("gear", map[string]string{"video": d.T("video", "视频"), "whiteboard": d.T("whiteboard", "白板")}[gear])
	d.Set("equipped", map[string]string{"video": d.T("video equipment", "视频设备"), "whiteboard": d.T("a whiteboard", "白板")}[gear])
	d.Set("seats", seats)
	d.Set("day", d.Day(ahead))
	d.Set("date", dayInWords(d, ahead))
	d.Set("from", begin.Format("15:04"))
	d.Set("to", end.Format("15:04"))
	d.Set("what", d.T(synth.Choose(d, "Tender talk", "Open day", "Supplier audit", "Works council"), synth.Choose(d, "招标会谈", "应聘者开放日", "供应商审核", "职工代表会")))
	d.Title("A room for {{.seats}} on {{.day}}", "{{.day}} 容纳 {{.seats}} 人的会议室")
	d.Say([]string{
		"We need a room for \"{{.what}}\" on {{.date}} from {{.from}} to {{.to}}: at least {{.seats}} seats, {{.equipped}}, in use (not closed), and free for the whole time according to the calendar; cancelled events do not count. The rooms are listed in the sheet \"{{.sheet}}\". Take the smallest that will do, put the event into the calendar with the room's name as the location, and send {{.who}} a direct message in the chat with the room's name. Nothing else is booked or removed.",
		"Please find a place for \"{{.what}}\", {{.date}}, {{.from}} to {{.to}}. The rooms are listed in the sheet \"{{.sheet}}\": it must be in use, have at least {{.seats}} seats and {{.equipped}}, and nothing may be booked in it then (cancelled entries aside). Of those that fit, book the smallest by creating the event there, then tell {{.who}} the room by direct message in the chat.",
		"Book the smallest free room that is in use, has {{.equipped}} and at least {{.seats}} seats for \"{{.what}}\" on {{.date}}, {{.from}} to {{.to}}. Sheet \"{{.sheet}}\" lists the rooms, the calendar (location) what is in them; ignore what was cancelled. The location of the new event is the room's name. Once it is booked, send {{.who}} the room's name as a direct message in the chat.",
		"\"{{.what}}\" needs a room on {{.date}}, {{.from}} to {{.to}}, with at least {{.seats}} seats and {{.equipped}}. Check the sheet \"{{.sheet}}\" for rooms that are in use, and the calendar for what is free the whole time (cancelled events don't block anything). Book the smallest one that works, with its name as the location, and let {{.who}} know the room's name by direct message in the chat.",
	}, []string{
		"{{.date}} {{.from}} 到 {{.to}} 要开“{{.what}}”，请订一间会议室：至少 {{.seats}} 个座位、有{{.equipped}}、在用，而且这段时间日历里没有安排（已取消的不算）。会议室资料在表格“{{.sheet}}”里，符合条件的里面选最小的，建好日程，地点写会议室名称，然后在聊天里私信{{.who}}告知会议室名称。其他安排不要动。",
		"麻烦给“{{.what}}”找个地方，时间是{{.date}} {{.from}} 到 {{.to}}。要求：在用的会议室，座位至少 {{.seats}} 个，带{{.equipped}}，整段时间空闲（取消的日程忽略）。表格“{{.sheet}}”里有各会议室情况，选满足要求的最小一间写进日历（地点填会议室名称），并私信{{.who}}会议室名称。",
		"“{{.what}}”定在{{.date}} {{.from}} 到 {{.to}}，帮我找间会议室：在用、至少 {{.seats}} 座、有{{.equipped}}，整个时段没被占（取消的不算），会议室情况看表格“{{.sheet}}”。合适的里面挑最小的，日程地点写会议室名称，然后在聊天里私信{{.who}}会议室名称。",
	})
	roomForRecords(d, begin, end, seats, gear)
	roomForParts(d)
	done := work{needs: "booked, told", by: before(d, ahead)}
	done.perhaps(d,
		func(d *synth.Draft) { done.tickOff(d, "Find a room", "订会议室") },
		func(d *synth.Draft) { done.remind(d, "Order coffee for the room", "给会议室订咖啡") })
}

func roomForRecords(d *synth.Draft, begin, end time.Time, seats int, gear string) {
	sheet, tab := d.ID("SH-"), d.ID("TAB-")
	h := []string{d.T("Room", "会议室"), d.T("Seats", "座位"), d.T("video", "视频"), d.T("whiteboard", "白板"), d.T("State", "状态")}
	yes, no, used, closed := d.T("yes", "有"), d.T("no", "无"), d.T("in use", "在用"), d.T("closed", "停用")
	d.Set("sheet", d.T("Rooms", "会议室一览"))
	d.Set("yes", yes)
	d.Set("used", used)
	d.Set("room", h[0])
	d.Set("seatcol", h[1])
	d.Set("state", h[4])
	d.Add("sheets.spreadsheets", "sheet_id", sheet, "title", d.T("Rooms", "会议室一览"), "description", d.T("All rooms of the house", "本楼全部会议室"))
	d.Add("sheets.tabs", "tab_id", tab, "sheet_id", sheet, "name", d.T("All", "全部"), "headers", h)
	names := []string{"Cedar", "Maple", "Willow", "Alder", "Hazel", "Rowan", "Magnolia", "Linden", "Juniper", "Laurel", "Myrtle", "Spruce", "Birch", "Poplar"}
	if d.Chinese() {
		names = []string{"松间", "竹里", "梅影", "兰亭", "菊圃", "荷塘", "桂苑", "枫桥", "柳浪", "槐荫", "杏坛", "桃源", "梧桐", "银杏"}
	}
	d.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	n := 0
	room := func(mark synth.Distractor, seats int, has, state string) string {
		with := map[string]string{"video": synth.Choose(d, yes, no), "whiteboard": synth.Choose(d, yes, no)}
		with[gear] = has
		name := names[n]
		n++
		addMarked(d, mark, "sheets.rows", "row_id", d.ID("R-"), "tab_id", tab, "values", []any{h[0], name, h[1], seats, h[2], with["video"], h[3], with["whiteboard"], h[4], state})
		return name
	}
	event := func(mark synth.Distractor, place string, from, to time.Time, status string) {
		addMarked(d, mark, "calendar.events", "event_id", d.ID("evt_"), "title", d.T(synth.Choose(d, "Team talk", "Interview", "Course"), synth.Choose(d, "小组会", "面试", "课程")),
			"start_time", d.Instant(from), "end_time", d.Instant(to), "attendees", []string{d.Person().Mail}, "location", place, "status", status)
	}
	target := room("", seats+d.Between(1, 2), yes, used)
	event(synth.JustEnough, target, begin.Add(-time.Hour), begin, "confirmed")
	event(synth.JustEnough, target, end, end.Add(30*time.Minute), "confirmed")
	event(synth.WrongStatus, target, begin.Add(15*time.Minute), end, "cancelled")
	event(synth.OneDay, target, begin.AddDate(0, 0, 1), end.AddDate(0, 0, 1), "confirmed")
	room(synth.JustEnough, seats+d.Between(4, 5), yes, used)
	room(synth.LoudOutside, seats+d.Between(6, 40), yes, used)
	room(synth.WrongKind, seats-1, yes, used)
	room(synth.WrongKind, seats+d.Intn(2), no, used)
	room(synth.WrongStatus, seats, yes, closed)
	taken := room(synth.AlreadyDone, seats, yes, used)
	event("", taken, end.Add(-time.Minute), end.Add(time.Hour), "confirmed")
	late := room(synth.AlreadyDone, seats+d.Intn(2), yes, used)
	event("", late, begin.Add(-2*time.Hour), begin.Add(time.Minute), "confirmed")
	for range d.ByLevel(0, 3, 6) {
		spare := room(synth.Unrelated, d.Between(2, seats-2), synth.Choose(d, yes, no), used)
		event(synth.Unrelated, spare, begin.Add(time.Duration(d.Between(-3, 3))*time.Hour), end.Add(4*time.Hour), "confirmed")
	}
	who := d.Person()
	like := d.Relative(who)
	d.Set("who", who.Name)
	for _, p := range []synth.Person{like, who, d.Person()} {
		d.Add("chat.people", "handle", p.Handle, "name", p.Name, "email", p.Mail, "title", p.Title)
	}
	d.Mix("sheets.rows")
	d.Mix("calendar.events")
}

func roomForParts(d *synth.Draft) {
	d.Set("least", d.T("at least", "至少"))
	d.Set("smallest", d.T("smallest", "最小"))
	d.Facts(`
		held_on: day("{{.day}}")
		begins: at(held_on, "{{.from}}")
		ends: at(held_on, "{{.to}}")
		taken: filter(calendar.events, .status != "cancelled" and .start_time < ends and .end_time > begins)
		rooms: 'map(sheets.rows, ({row: .row_id, name: .values["{{.room}}"], seats: .values["{{.seatcol}}"], gear: .values["{{.gear}}"], state: .values["{{.state}}"]}))'
		fit:
		  from: rooms
		  let: {r: "#"}
		  where:
		    seats: {expr: .seats >= {{.seats}}, says: "{{.least}}"}
		    gear: {expr: .gear == "{{.yes}}", says: "{{.equipped}}"}
		    used: {expr: .state == "{{.used}}", says: "{{.used}}"}
		    free: none(taken, .location == r.name)
		chosen:
		  from: fit
		  where:
		    smallest: {expr: ".seats == min(map(fit, .seats))", says: "{{.smallest}}"}
		room: only(chosen)
		reader: the(chat.people, "name", "{{.who}}")`)
	d.Checks(`
		- {id: rooms-read, read: {in: sheets.rows, record: =room.row, fields: [values]}}
		- {id: taken-read, read: {in: calendar.events, each: taken, record: =it.event_id, fields: [location, end_time]}}
		- {id: booked, weight: 0.6, needs: [rooms-read, taken-read], record_created: {in: calendar.events, only: true, match: {title: {text: "{{.what}}"}, start_time: {datetime: =begins}, end_time: {datetime: =ends}, location: {text: =room.name}}}}
		- {id: told, weight: 0.4, needs: [booked], record_created: {in: chat.direct_messages, only: true, match: {to: {id: =reader.handle}, text: {mentions: {all: [=room.name], none: "=map(filter(rooms, .name != room.name), .name)"}}}}}`)
	d.Forbid(`
		- {id: leave-be, effect: {delete: calendar.events}}
		- {id: sheet-left, effect: {any: sheets.rows}}
		- {id: nobody-else, effect: {create: chat.messages}}`)
	d.Solution(`
		calls:
		  - sheets_list: {}
		  - sheets_get: {sheet_id: "=sheets.spreadsheets[0].sheet_id"}
		  - sheets_read_range: {tab_id: "=sheets.tabs[0].tab_id"}
		  - calendar_list_events: {date: =held_on}
		  - chat_find_people: {}
		  - calendar_create_event: {title: "{{.what}}", start_time: =begins, end_time: =ends, location: =room.name}
		  - chat_send_direct_message: {to: =reader.handle, text: "` + d.T("='{{.what}}: room ' + room.name", "='{{.what}}地点：' + room.name") + `"}`)
}
