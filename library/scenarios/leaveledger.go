package scenarios

import (
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// leaveLedger: a team's own list of leave balances is set right by the register of employees;
// which department and which kind of leave must be asked for, and mails follow.
func leaveLedger() *synth.Scenario {
	return &synth.Scenario{
		Name: "leave-ledger", Version: 3, Family: task.Reconciliation, Title: "Set a leave list right by the register, asking for what is missing",
		Capabilities: []string{"clarify", "compare_sources", "cross_service_join", "distractor_rejection", "right_recipient"},
		Services:     []string{"hr", "sheets", "gmail"},
		Turns:        synth.Multi, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildLeaveLedger,
	}
}

func buildLeaveLedger(d *synth.Draft) {
	kind, other := "annual", "training"
	if d.Intn(2) == 0 {
		kind, other = other, kind
	}
	unit := d.Department()
	d.Set("kind", kind)
	d.Set("tab", d.T("Leave", "余额"))
	d.Set("employee", d.T("Employee", "员工编号"))
	d.Set("kindcol", d.T("Kind", "假种"))
	d.Set("left", d.T("Remaining", "剩余天数"))
	d.Set("unit", unit)
	d.Set("active", "active")
	d.Title("Leave list against the register", "假期台账核对")
	d.Say([]string{
		"Our leave list (spreadsheet, tab {{.tab}}) has gone wrong in places. Please correct the column {{.left}} for one department by the balances of HR, for people whose status is active; change only rows that are wrong. I have one department and one kind of leave in mind; ask me which.",
		"Can you put the tab {{.tab}} of the leave spreadsheet right? HR's balances count. It is about a single department and a single kind of leave (please ask me) and about active employees only. Rows that are right already stay untouched.",
		"Please reconcile the leave sheet (tab {{.tab}}) with HR: where {{.left}} differs from the balance, write HR's number in. Only people who are active, one department, one kind of leave; ask me which ones.",
		"The leave sheet doesn't agree with HR any more. In the tab {{.tab}}, set {{.left}} to HR's balance wherever it is off, for active employees, one department and one kind of leave. Ask me which, and please don't touch rows that are right.",
	}, []string{
		"我们的假期台账（表格“{{.tab}}”页）有些数字不对，请按人事系统的余额更正“{{.left}}”列，只管在职（active）员工，只改有误的行。只涉及一个部门、一种假期，具体是哪个请问我。",
		"请把假期台账“{{.tab}}”页与人事系统核对：在职（active）员工的“{{.left}}”与人事余额不符的，改成人事系统的数字，正确的行不要动。只查一个部门和一种假，请先问清楚。",
		"假期台账和人事系统又对不上了。请在“{{.tab}}”页把有误的“{{.left}}”改成人事系统的余额，对的行不用动。只看在职（active）员工，而且只要某个部门的某一种假，是哪个你先问我。",
	})
	d.Then("mails", []string{
		"Thank you. Please let the people know whose row you corrected: one mail to each, with the right number of days.",
		"Very good. Now write to each person whose row was wrong, one mail each, and give the number of days that HR has.",
		"Thanks! Last thing: everyone whose number you changed should get an e-mail with the correct number of days.",
		"Perfect. Could you e-mail each person whose row changed, one message each, with the number of days they really have?",
	}, []string{
		"谢谢。请给被更正的员工每人发一封邮件，告知正确的剩余天数。",
		"好的，再给刚才改过数字的同事逐个发邮件，写上人事系统里的剩余天数。",
		"辛苦了。请逐个发邮件告诉这些同事，他们正确的剩余天数是多少。",
	})
	if d.Chinese() {
		d.User(`
			persona: 部门秘书，回答简短。
			style: short
			max_rounds: 6
			knows:
			  - {id: unit, asks: [[哪个部门], [什么部门], [部门]], say: "{{.unit}}。"}
			  - {id: kind, asks: [[哪种假], [什么假], [假期类型], [假种], [哪一种]], say: "{{.kind}} 这一种。"}
			confirm: "可以。"`)
	} else {
		d.User(`
			persona: Office assistant of the department, brief.
			style: short
			max_rounds: 6
			knows:
			  - {id: unit, asks: [[which, department], [what, department], [department, mean], [team]], say: "The department is {{.unit}}."}
			  - {id: kind, asks: [[kind], [type], [which, leave]], say: "The {{.kind}} leave."}
			confirm: "Yes, please."`)
	}
	leaveRecords(d, unit, kind, other)
	leaveParts(d)
	done := work{needs: "mended, told"}
	done.perhaps(d,
		func(d *synth.Draft) { done.remind(d, "Check the leave list again", "再次核对假期台账") },
		func(d *synth.Draft) { done.block(d, "Leave list", "核对假期台账") })
}

func leaveParts(d *synth.Draft) {
	d.Facts(`
		meant:
		  from: sheets.rows
		  let:
		    person: 'the(hr.people, "employee_id", .values["{{.employee}}"])'
		    kind: '.values["{{.kindcol}}"]'
		    balance: "only(filter(hr.balances, .employee_id == person.employee_id and .kind == kind))"
		  where:
		    unit: person.department == "{{.unit}}"
		    kind: '.values["{{.kindcol}}"] == "{{.kind}}"'
		    active: {expr: person.status == "active", says: active}
		  give: {row: .row_id, listed: 'number(string(.values["{{.left}}"]))', person: person.employee_id, mail: person.email, balance: balance.balance_id, days: balance.remaining, mended: '({"{{.employee}}": .values["{{.employee}}"], "{{.kindcol}}": .values["{{.kindcol}}"], "{{.left}}": balance.remaining})'}
		wrong: filter(meant, .listed != .days)`)
	d.Checks(`
		- {id: asked, revealed: {ids: [unit, kind]}}
		- {id: listed, read: {in: sheets.rows, each: wrong, record: =it.row, fields: [values]}}
		- {id: balances, read: {in: hr.balances, each: wrong, record: =it.balance, fields: [remaining]}}
		- {id: people, read: {in: hr.people, each: wrong, record: =it.person, fields: [email]}}
		- {id: mended, weight: 0.6, needs: [asked, listed, balances], record_updated: {in: sheets.rows, each: wrong, record: =it.row, set: {values: =it.mended}}}
		- {id: told, weight: 0.4, needs: [asked, listed, balances, people], record_created: {in: gmail.sent, each: wrong, only: true, match: {to: {address: =it.mail}, body: {mentions: {all: [{number: =it.days}]}}}}}`)
	d.Forbid(`
		- {id: others-left, effect: {update: sheets.rows, except: "map(wrong, .row)"}}
		- {id: no-new-rows, effect: {create: sheets.rows}}
		- {id: leave-left, effect: {any: hr.leave_requests}}
		- {id: staff-left, effect: {update: hr.people}}`)
	d.Set("ask", d.T("Which department and which kind of leave do you mean?", "请问是哪个部门？核对哪种假？"))
	d.Set("done", d.T("The rows are corrected.", "已更正。"))
	d.Set("end", d.T("The mails are sent.", "邮件已发送。"))
	d.Set("subject", d.T("Your leave", "假期余额"))
	d.Set("mail", d.T("='You have ' + string(it.days) + ' days left.'", "='您的剩余天数为 ' + string(it.days) + ' 天。'"))
	d.Solution(`
		calls:
		  - say: "{{.ask}}"
		  - sheets_list: {}
		  - {each: "map(sheets.spreadsheets, .sheet_id)", sheets_get: {sheet_id: =it}}
		  - {each: "map(filter(sheets.tabs, .name == '{{.tab}}'), .tab_id)", sheets_read_range: {tab_id: =it}}
		  - hr_search_people: {department: "{{.unit}}", status: active, limit: 100}
		  - {each: "map(filter(hr.people, .department == '{{.unit}}' and .status == 'active'), .employee_id)", hr_list_balances: {employee_id: =it}}
		  - {each: wrong, sheets_update_row: {row_id: =it.row, values: {"{{.left}}": =it.days}}}
		  - say: "{{.done}}"
		  - {each: wrong, hr_get_person: {employee_id: =it.person}}
		  - {each: wrong, gmail_send_message: {to: =it.mail, subject: "{{.subject}}", body: "{{.mail}}"}}
		  - say: "{{.end}}"`)
}

// leaveRecords adds employees, their balances and the rows of the list, with near misses.
func leaveRecords(d *synth.Draft, unit, kind, other string) {
	sheet, tab := d.ID("SH-"), d.ID("TAB-")
	headers := []string{d.T("Employee", "员工编号"), d.T("Kind", "假种"), d.T("Remaining", "剩余天数")}
	d.Add("sheets.spreadsheets", "sheet_id", sheet, "title", d.T("Leave list", "假期台账"))
	d.Add("sheets.tabs", "tab_id", tab, "sheet_id", sheet, "name", d.T("Leave", "余额"), "headers", headers, "types", []string{"text", "text", "number"})
	row := func(distractor synth.Distractor, department, status, of string, beside int) {
		p := d.Person()
		p.Department = department
		id := staff(d, p, "", status)
		for _, k := range []string{kind, other} {
			left := d.Between(3, 24)
			d.Add("hr.balances", "balance_id", d.ID("BAL-"), "employee_id", id, "kind", k, "entitled", 30, "remaining", left)
			shown := left
			if k == of {
				shown += beside
			}
			cells := []any{"row_id", d.ID("ROW-"), "tab_id", tab, "values", []any{headers[0], id, headers[1], k, headers[2], shown}}
			if distractor == "" || k != of {
				d.Add("sheets.rows", cells...)
			} else {
				d.Distract(distractor, "sheets.rows", cells...)
			}
		}
	}
	for range d.ByLevel(2, 3, 5) {
		row("", unit, "active", kind, synth.Choose(d, -2, -1, 1, 3))
	}
	var away string
	for away = d.Department(); away == unit; {
		away = d.Department()
	}
	row(synth.AlreadyDone, unit, "active", kind, 0)
	row(synth.OtherOwner, away, "active", kind, 2)
	row(synth.WrongStatus, unit, "left", kind, 1)
	row(synth.WrongKind, unit, "active", other, -1)
	d.Mix("sheets.rows")
	d.Mix("hr.people")
	d.Mix("hr.balances")
	d.Collection("gmail.messages")
}
