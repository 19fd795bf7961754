package scenarios

import (
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// dutyRoster: put the stand-in on duty wherever the one on the roster is on leave, and look
// again two days later, when more leave has been approved.
func dutyRoster() *synth.Scenario {
	return &synth.Scenario{
		Name: "duty-roster", Version: 3, Family: task.Scheduling, Title: "Keep a duty roster in step with leave",
		Capabilities: []string{"cross_service_join", "time_filter", "reread", "follow_up", "act_then_report"},
		Services:     []string{"sheets", "hr", "chat"},
		Turns:        synth.Staged, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildDutyRoster,
	}
}

func buildDutyRoster(d *synth.Draft) {
	monday := 14 - (int(d.Now().Weekday())+6)%7 // of the week after next
	later := workingDayAhead(d, 2)
	team := d.T(synth.Choose(d, "hotline", "gate", "server room", "front desk"), synth.Choose(d, "热线", "门岗", "机房", "前台"))
	d.Set("team", team)
	d.Set("monday", dayInWords(d, monday))
	d.Title("{{.team}} duty and leave", "{{.team}}值班与休假")
	d.Brief("The duty roster is kept in a sheet; the column for the person on duty is the only one you change. Nobody is told of a change but the person who steps in, by direct message in the chat, with the date as YYYY-MM-DD.",
		"值班表是一个表格，只能改“值班人”这一列。每处改动只通知顶班的人，用聊天私信，写明日期（YYYY-MM-DD）。")
	d.Stage("plan", time.Time{}, "", []string{
		"Please check the {{.team}} roster of the week from {{.monday}} against personnel: wherever the person on duty is on approved leave that day, put the stand-in of that row on duty instead and tell the stand-in. All other rows stay as they are.",
		"The {{.team}} roster for the week from {{.monday}} was made before the leave came in. For each day on which the one on duty has approved leave, enter that row's stand-in as the person on duty and send the stand-in a message; leave the other days alone.",
		"Look through the {{.team}} duties in the week from {{.monday}}. Anyone who is on approved leave on their day is replaced by the stand-in named in that row, who gets a message. Nothing else changes.",
		"Could you check the {{.team}} roster for the week from {{.monday}} against personnel? If the person on duty has approved leave on that day, the stand-in named in the row takes over: change the row and tell the stand-in. The other days are fine as they are.",
	}, []string{
		"请把{{.monday}}起那一周的{{.team}}值班表和人事休假核对一遍：当天值班人处于已批准（approved）的休假的，改由该行的替班人值班，并通知替班人。其他行不动。",
		"{{.monday}}那周的{{.team}}值班表是休假批下来之前排的。凡是值班人当天有已批准（approved）休假的，把值班人改成同一行的替班人，再给替班人发个消息，其余日期保持原样。",
		"{{.monday}}那一周的{{.team}}值班表要和休假对一下：值班人当天休假已批准（approved）的，换成同一行的替班人，并告诉替班人一声，没问题的日期不用改。",
	})
	inject := dutyRecords(d, team, monday)
	d.Stage("again", d.At(later, 9, 30), inject, []string{
		"Some leave has been approved since. Please go through the same week once more and do the same for the days that have come up; what was settled before needs no second message.",
		"I hear that personnel has decided more requests. Check that week again in the same way, for what is new only.",
		"A few more leave requests have gone through since. Same week, same procedure, please, for newly affected days only; the earlier changes don't need another message.",
	}, []string{
		"这两天又批了几份休假。请把那一周再核对一遍，新出现的日期照样处理，之前处理过的不用重复通知。",
		"人事又审批了一些请假，麻烦用同样办法再查一次那一周，只处理新增的。",
		"这两天人事又批了一些假。还是那一周，新受影响的日期照上次的办法换人、通知，上次处理好的就不用再发消息了。",
	})
	dutyParts(d)
	done := work{needs: "replaced-later, told-later", from: 5, by: before(d, monday)}
	done.perhaps(d,
		func(d *synth.Draft) { done.tickOff(d, "Duty roster", "核对值班表") },
		func(d *synth.Draft) { done.remind(d, "Print the roster", "打印值班表") })
}

// dutyRecords adds the roster, the people and their leave, and returns what changes later.
func dutyRecords(d *synth.Draft, team string, monday int) string {
	day, person, standin, shift := d.T("Date", "日期"), d.T("On duty", "值班人"), d.T("Stand-in", "替班人"), d.T("Shift", "班次")
	sheet, tab := d.ID("SH-"), d.ID("TAB-")
	for k, v := range map[string]string{"col_day": day, "col_person": person, "col_standin": standin, "col_shift": shift, "tab": tab, "sheet": sheet, "from": d.Day(monday), "until": d.Day(monday + 6)} {
		d.Set(k, v)
	}
	d.Add("sheets.spreadsheets", "sheet_id", sheet, "title", d.T("Duty roster: ", "值班表：")+team, "description", d.T("One row a duty", "每行一个班次"))
	d.Add("sheets.tabs", "tab_id", tab, "sheet_id", sheet, "name", d.T("Roster", "排班"), "headers", []string{day, shift, person, standin})
	employee := func() (string, string) {
		p, id := d.Person(), d.ID("EMP-")
		d.Add("hr.people", "employee_id", id, "name", p.Name, "email", p.Mail, "department", p.Department, "title", p.Title, "location", d.City(), "start_date", d.Day(-d.Between(90, 900)), "status", "active")
		d.Add("chat.people", "handle", p.Handle, "name", p.Name, "email", p.Mail, "title", p.Title)
		return p.Name, id
	}
	var pool []string
	for range d.ByLevel(2, 3, 4) {
		name, _ := employee()
		pool = append(pool, name)
	}
	// duty adds a row with its own person, who has leave around that day.
	used, turn := map[string]bool{}, d.Intn(4)
	duty := func(mark synth.Distractor, offset, from, to int, status string) string {
		name, id := employee()
		turn++
		instead := pool[turn%len(pool)]   // in turn, so that no single name would do for all
		for used[d.Day(offset)+instead] { // one message a person and day
			turn++
			instead = pool[turn%len(pool)]
			if offset >= monday && offset < monday+5 {
				offset = monday + d.Intn(5)
			} else if offset > monday {
				offset++
			}
		}
		used[d.Day(offset)+instead] = true
		addMarked(d, mark, "sheets.rows", "row_id", d.ID("R-"), "tab_id", tab, "values", []any{day, d.Day(offset), shift, synth.Choose(d, d.T("early", "早班"), d.T("late", "晚班")), person, name, standin, instead})
		leave := d.ID("LV-")
		fields := []any{"leave_id", leave, "employee_id", id, "kind", synth.Choose(d, "annual", "training"), "from", d.Day(offset + from), "to", d.Day(offset + to), "days", workingDaysIn(d, offset+from, offset+to), "status", status,
			"requested_at", d.Instant(d.Office(d.Between(4, 12)))}
		if status != "requested" {
			fields = append(fields, "decided_at", d.Instant(d.Office(d.Between(1, 2))))
		}
		d.Add("hr.leave_requests", fields...)
		return leave
	}
	at := func() int { return monday + d.Intn(5) }
	dutySettled(d, monday, duty)
	inject := ""
	for range d.ByLevel(1, 1, 2) {
		inject += "- {update: hr.leave_requests, record: " + duty("", at(), -d.Between(0, 2), d.Between(0, 2), "requested") + ", set: {status: approved, decided_at: \"" + d.Instant(d.At(1, 15, 10)) + "\"}}\n"
	}
	duty(synth.LoudOutside, monday+8, -1, 1, "requested")
	for range d.ByLevel(0, 2, 5) {
		duty(synth.Unrelated, monday+d.Between(7, 13), 20, 24, "approved")
	}
	for _, c := range []string{"sheets.rows", "hr.people", "hr.leave_requests", "chat.people"} {
		d.Mix(c)
	}
	return inject
}

// dutySettled adds the duties whose leave is decided from the start, and their near misses.
func dutySettled(d *synth.Draft, monday int, add func(mark synth.Distractor, offset, from, to int, status string) string) {
	at := func() int { return monday + d.Intn(5) }
	add("", at(), -d.Between(0, 3), d.Between(0, 4), "approved")
	add(synth.JustEnough, at(), -d.Between(1, 3), 0, "approved")
	for range d.ByLevel(0, 1, 3) {
		add(synth.JustEnough, at(), 0, d.Between(0, 5), "approved")
	}
	add(synth.OneDay, at(), -d.Between(2, 4), -1, "approved")
	add(synth.OneDay, at(), 1, d.Between(2, 4), "approved")
	add(synth.WrongStatus, at(), -1, 2, synth.Choose(d, "rejected", "cancelled"))
	add(synth.WrongStatus, at(), -1, 2, "requested")
	add(synth.LoudOutside, monday-d.Between(1, 3), -1, 1, "approved")
	add(synth.LoudOutside, monday+d.Between(7, 9), -1, 1, "approved")
}

func dutyParts(d *synth.Draft) {
	d.Set("today", d.Day(0))
	d.Set("approved", "approved")
	d.Set("note", d.T("='You are on {{.team}} duty on ' + string(it.day) + '.'", "='请您在 ' + string(it.day) + ' 顶班。'"))
	fill := `{"{{.col_day}}": .day, "{{.col_shift}}": .shift, "{{.col_person}}": .standin, "{{.col_standin}}": .standin}`
	d.Facts(`
		roster: 'map(sheets.rows, ({row: .row_id, day: day(.values["{{.col_day}}"]), shift: .values["{{.col_shift}}"], person: .values["{{.col_person}}"], standin: .values["{{.col_standin}}"]}))'
		clash:
		  from: roster
		  let: {r: "#", who: "the(hr.people, 'name', .person)"}
		  where:
		    week: .day >= day("{{.from}}") and .day <= day("{{.until}}")
		    away: {expr: 'any(hr.leave_requests, .employee_id == who.employee_id and .status == "approved" and .from <= r.day and .to >= r.day)', says: "{{.approved}}"}
		  give:
		    row: .row
		    day: .day
		    who: who.employee_id
		    handle: "the(chat.people, 'name', .standin).handle"
		    want: '` + fill + `'
		    standin: .standin
		later:
		  at: again
		  from: 'filter(roster, let r = #; .day >= day("{{.from}}") and .day <= day("{{.until}}") and none(hr.leave_requests, .employee_id == the(hr.people, "name", r.person).employee_id and .status == "approved" and .decided_at < at(day("{{.today}}"), "23:59")))'
		  let: {r: "#", who: "the(hr.people, 'name', .person)"}
		  where:
		    away: 'any(hr.leave_requests, .employee_id == who.employee_id and .status == "approved" and .decided_at > at(day("{{.today}}"), "23:59") and .from <= r.day and .to >= r.day)'
		  give:
		    row: .row
		    day: .day
		    who: who.employee_id
		    handle: "the(chat.people, 'name', .standin).handle"
		    want: '` + fill + `'
		    standin: .standin`)
	dutyGrading(d)
}

func dutyGrading(d *synth.Draft) {
	d.Checks(`
		- {id: rows-read, stage: plan, read: {in: sheets.rows, each: clash, record: =it.row, fields: [values]}}
		- {id: leave-read, stage: plan, read: {in: hr.leave_requests, each: "filter(hr.leave_requests, .employee_id in map(clash, .who))", record: =it.leave_id, fields: [from, to, status]}}
		- {id: rows-again, stage: again, read: {in: sheets.rows, each: later, record: =it.row, fields: [values]}}
		- {id: leave-again, stage: again, read: {in: hr.leave_requests, each: "filter(hr.leave_requests, .employee_id in map(later, .who) and .status == 'approved')", record: =it.leave_id, fields: [from, to, status]}}
		- {id: replaced, stage: plan, weight: 0.18, needs: [rows-read, leave-read], record_updated: {in: sheets.rows, each: clash, record: =it.row, set: {values: =it.want}}}
		- {id: told, weight: 0.32, needs: [replaced], record_created: {in: chat.direct_messages, each: clash, only: true, match: {to: {id: =it.handle}, text: {mentions: {all: [{date: =it.day}]}}}}}
		- {id: replaced-later, stage: again, weight: 0.18, needs: [rows-again, leave-again], record_updated: {in: sheets.rows, each: later, record: =it.row, set: {values: =it.want}}}
		- {id: told-later, stage: again, weight: 0.32, needs: [replaced-later], record_created: {in: chat.direct_messages, each: later, only: true, match: {to: {id: =it.handle}, text: {mentions: {all: [{date: =it.day}]}}}}}`)
	d.Forbid(`
		- {id: others-kept, stage: plan, effect: {update: sheets.rows, except: "map(clash, .row)"}}
		- {id: others-kept-later, stage: again, effect: {update: sheets.rows, except: "concat(map(clash, .row), map(later, .row))"}}
		- {id: no-new-rows, effect: {create: sheets.rows}}
		- {id: leave-not-decided, effect: {any: hr.leave_requests}}
		- {id: not-in-public, effect: {create: chat.messages}}`)
	d.Solution(`
		calls:
		  - sheets_list: {}
		  - sheets_get: {sheet_id: "{{.sheet}}"}
		  - sheets_read_range: {tab_id: "{{.tab}}"}
		  - hr_search_people: {limit: 100}
		  - hr_list_leave: {status: approved}
		  - chat_find_people: {}
		  - {each: clash, sheets_update_row: {row_id: =it.row, values: {"{{.col_person}}": =it.standin}}}
		  - {each: clash, chat_send_direct_message: {to: =it.handle, text: "{{.note}}"}}
		  - say: "` + d.T("Done.", "处理好了。") + `"
		  - stage: again
		  - hr_list_leave: {status: approved}
		  - {each: later, sheets_update_row: {row_id: =it.row, values: {"{{.col_person}}": =it.standin}}}
		  - {each: later, chat_send_direct_message: {to: =it.handle, text: "{{.note}}"}}`)
}
