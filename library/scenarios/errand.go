package scenarios

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/synth"
)

// work is what the main work of a scenario comes to, for the errands that follow from it.
type work struct {
	ids, all      string   // expressions: the ids that count, and all ids of their kind
	what, chinese string   // what a request calls them, or how many there are where they are counted
	needs         string   // the checks that show the work as done
	stage         string   // in which it is known, "" without stages
	keeps         []string // what may not change where the scenario forbids any change
	from, by      int      // days from today on which a chore may be due; two to nine by default
}

// due draws the working day of a chore.
func (w work) due(d *synth.Draft) int {
	from, by := 2, 9
	if w.from > 0 {
		from = w.from
		by = from + 6
	}
	if w.by > 0 {
		from, by = min(from, w.by), w.by
	}
	day := workingDayAhead(d, d.Between(from, by))
	if w.by > 0 && day > w.by {
		return w.by
	}
	return day
}

// perhaps follows the work by one of the errands, or by none.
func (w work) perhaps(d *synth.Draft, errands ...func(d *synth.Draft)) {
	d.Either(append(errands, func(*synth.Draft) {})...)
}

// ask adds an errand that follows the work.
func (w work) ask(d *synth.Draft, e synth.Errand) {
	e.Share, e.Keeps = errandShare, w.keeps
	d.Errand(e)
}

// errandShare is what an errand earns of the completion, in hundredths.
const errandShare = 20

// facts declares the ids that a report must name, and those that it must not.
func (w work) facts() string {
	if w.stage != "" {
		return fmt.Sprintf("told_ids: {at: %[1]s, value: %[2]s}\nuntold_ids: {at: %[1]s, value: %[3]s}", w.stage, quotedYAML(w.ids), quotedYAML(w.others()))
	}
	return fmt.Sprintf("told_ids: %s\nuntold_ids: %s", quotedYAML(w.ids), quotedYAML(w.others()))
}

func (w work) others() string { return fmt.Sprintf("filter(%s, not (# in told_ids))", w.all) }

// quotedYAML writes an expression as a single-quoted scalar.
func quotedYAML(expression string) string {
	return "'" + strings.ReplaceAll(expression, "'", "''") + "'"
}

// naming are the ids in a text, as a matcher.
const naming = `{mentions: {all: =told_ids, none: =untold_ids}}`

// tickOff: a to-do of the list is completed once the work is done.
func (w work) tickOff(d *synth.Draft, title, chinese string) {
	name := d.T(title, chinese)
	d.Set("chore", name)
	add := func(mark synth.Distractor, title, status string, due int) {
		addMarked(d, mark, "todo.tasks", "task_id", d.ID("TODO-"), "title", title, "status", status, "priority", synth.Choose(d, "low", "medium"), "due_date", d.Day(due), "tags", []string{})
	}
	add("", name, "pending", d.Between(0, 2))
	add(synth.LikeName, name+d.T(synth.Choose(d, " (next month)", ": draft the rules", ", follow-up"), synth.Choose(d, "（下月）", "：起草说明", "：跟进")), "pending", d.Between(4, 30))
	add(synth.AlreadyDone, d.T(synth.Choose(d, "Order business cards", "Renew the parking permit", "Return the test phone"), synth.Choose(d, "补办工牌", "续办停车证", "归还测试手机")), "completed", -d.Between(2, 9))
	d.Mix("todo.tasks")
	w.ask(d, synth.Errand{Services: []string{"todo"},
		English: []string{"Once that is done, tick off \"{{.chore}}\" on my to-do list.", "When you are through, set my to-do \"{{.chore}}\" to completed.", "My to-do \"{{.chore}}\" can then be marked as completed."},
		Chinese: []string{"全部处理完后，把我待办里的“{{.chore}}”标记为已完成（completed）。", "做完请顺手把待办“{{.chore}}”勾掉，状态改成 completed。"},
		Facts:   `chore: the(todo.tasks, 'title', "{{.chore}}").task_id`,
		Checks:  `- {id: chore-done, {{.stage}}weight: 1, needs: [` + w.needs + `], record_updated: {in: todo.tasks, record: =chore, set: {status: completed}}}`,
		Forbid: `
			- {id: other-todos, effect: {update: todo.tasks, except: "[chore]"}}
			- {id: only-ticked, effect: {update: todo.tasks, beyond: [status]}}
			- {id: todos-kept, effect: {delete: todo.tasks}}`,
		Calls: `
			- todo_list_tasks: {}
			- todo_update_task: {task_id: =chore, status: completed}`})
}

// remind: a new to-do, due on a working day to come.
func (w work) remind(d *synth.Draft, title, chinese string) {
	due := w.due(d)
	d.Set("chore", d.T(title, chinese))
	d.Set("chore_day", d.Day(due))
	d.Set("chore_date", dayInWords(d, due))
	addMarked(d, synth.Unrelated, "todo.tasks", "task_id", d.ID("TODO-"), "title", d.T(synth.Choose(d, "Book the train to the fair", "Order business cards", "Water the office plants"), synth.Choose(d, "订展会车票", "补办工牌", "给办公室绿植浇水")),
		"status", "pending", "priority", "low", "due_date", d.Day(d.Between(3, 12)), "tags", []string{})
	w.ask(d, synth.Errand{Services: []string{"todo"},
		English: []string{"Also put \"{{.chore}}\" on my to-do list, due {{.chore_date}}.", "And so that I don't forget: a to-do \"{{.chore}}\" with {{.chore_date}} as its due date, please.", "Then add a to-do \"{{.chore}}\" for me, to be done by {{.chore_date}}."},
		Chinese: []string{"另外给我建一条待办“{{.chore}}”，截止日期{{.chore_date}}。", "再帮我加一条待办“{{.chore}}”，{{.chore_date}}到期，免得我忘了。"},
		Checks:  `- {id: chore-added, {{.stage}}weight: 1, needs: [` + w.needs + `], record_created: {in: todo.tasks, only: true, match: {title: {text: "{{.chore}}"}, due_date: {date: "{{.chore_day}}"}}}}`,
		Forbid: `
			- {id: todos-as-they-are, effect: {update: todo.tasks}}
			- {id: todos-kept, effect: {delete: todo.tasks}}`,
		Calls: `- todo_create_task: {title: "{{.chore}}", due_date: "{{.chore_day}}"}`})
}

// block: time in the user's calendar.
func (w work) block(d *synth.Draft, title, chinese string) {
	ahead := w.due(d)
	at, minutes := d.At(ahead, d.Between(9, 16), 30*d.Intn(2)), synth.Choose(d, 15, 30, 45)
	d.Set("slot_title", d.T(title, chinese))
	d.Set("slot_date", dayInWords(d, ahead))
	d.Set("slot_clock", at.Format("15:04"))
	d.Set("slot_day", d.Day(ahead))
	d.Set("slot_minutes", minutes)
	d.Distract(synth.Unrelated, "calendar.events", "event_id", d.ID("evt_"), "title", d.T("Dentist", "体检"), "start_time", d.Instant(d.At(ahead, 17, 30)), "end_time", d.Instant(d.At(ahead, 18, 15)), "attendees", []string{}, "location", "", "status", "confirmed")
	w.ask(d, synth.Errand{Services: []string{"calendar"},
		English: []string{"Also block {{.slot_minutes}} minutes in my calendar for \"{{.slot_title}}\", {{.slot_date}} at {{.slot_clock}}; just me, no attendees.", "And put \"{{.slot_title}}\" into the calendar for {{.slot_date}}, {{.slot_clock}}, {{.slot_minutes}} minutes, without attendees."},
		Chinese: []string{"另外在日历上给我留出{{.slot_minutes}}分钟：{{.slot_date}} {{.slot_clock}}，标题“{{.slot_title}}”，不用加参会人。", "再帮我建一个日程“{{.slot_title}}”，{{.slot_date}} {{.slot_clock}} 开始，{{.slot_minutes}}分钟，不邀请别人。"},
		Facts:   `slot_begins: at(day("{{.slot_day}}"), "{{.slot_clock}}")`,
		Checks:  `- {id: blocked, {{.stage}}weight: 1, needs: [` + w.needs + `], record_created: {in: calendar.events, only: true, match: {title: {text: "{{.slot_title}}"}, start_time: {datetime: =slot_begins}, end_time: {datetime: '=slot_begins + duration("{{.slot_minutes}}m")'}, attendees: {set_equals: []}}}}`,
		Forbid:  `- {id: calendar-kept, effect: {delete: calendar.events}}`,
		Calls:   `- calendar_create_event: {title: "{{.slot_title}}", start_time: =slot_begins, end_time: '=slot_begins + duration("{{.slot_minutes}}m")'}`})
}

// post: one message with the ids in a channel, beside which there is one of a like name.
func (w work) post(d *synth.Draft, names, chinese string) {
	channel := synth.Choose(d, strings.Fields(d.T(names, chinese))...)
	d.Set("told_channel", channel)
	d.Set("told", d.T(w.what, w.chinese))
	me := onChat(d, d.Person())
	d.Add("chat.channels", "channel_id", d.ID("CH-"), "name", channel, "topic", d.T("What everybody here should know", "组内通知"), "private", false, "members", []string{me, onChat(d, d.Person())})
	d.Distract(synth.LikeName, "chat.channels", "channel_id", d.ID("CH-"), "name", channel+synth.Choose(d, "-archive", "-test", "-social"), "topic", d.T("Old and odd things", "旧消息"), "private", false, "members", []string{me})
	d.Mix("chat.channels")
	w.ask(d, synth.Errand{Services: []string{"chat"},
		English: []string{"When you are done, post one message in #{{.told_channel}} with {{.told}}.", "Then let the team know: a single post in #{{.told_channel}} that lists {{.told}}.", "Finish with a short message in the channel {{.told_channel}} naming {{.told}}."},
		Chinese: []string{"处理完在“{{.told_channel}}”频道发一条消息，列出{{.told}}。", "弄好后到“{{.told_channel}}”频道说一声，一条消息写全{{.told}}。"},
		Facts:   w.facts() + "\n" + `told_channel: the(chat.channels, 'name', "{{.told_channel}}").channel_id`,
		Checks:  `- {id: posted-there, {{.stage}}weight: 1, needs: [` + w.needs + `], record_created: {in: chat.messages, only: true, match: {channel_id: {id: =told_channel}, text: ` + naming + `}}}`,
		Calls: `
			- chat_list_channels: {query: "{{.told_channel}}"}
			- chat_post_message: {channel_id: =told_channel, text: "=join(told_ids, ', ')"}`})
}

// whisper: one direct message in the chat with the ids, to a colleague with a like-named one.
func (w work) whisper(d *synth.Draft) {
	who := d.Person()
	d.Set("told_who", who.Name)
	d.Set("told", d.T(w.what, w.chinese))
	onChat(d, who)
	like := d.Relative(who)
	d.Distract(synth.LikeName, "chat.people", "handle", like.Handle, "name", like.Name, "email", like.Mail, "title", like.Title)
	d.Mix("chat.people")
	w.ask(d, synth.Errand{Services: []string{"chat"},
		English: []string{"Then send {{.told_who}} a direct message in the chat with {{.told}}.", "{{.told_who}} is waiting to hear about this: one direct message in the chat with {{.told}}, please.", "Afterwards let {{.told_who}} know by direct message in the chat, naming {{.told}}."},
		Chinese: []string{"完成后在聊天里私信{{.told_who}}，写上{{.told}}。", "{{.told_who}}在等结果，弄好后发一条聊天私信过去，列出{{.told}}。"},
		Facts:   w.facts() + "\n" + `told_who: the(chat.people, 'name', "{{.told_who}}").handle`,
		Checks:  `- {id: told-directly, {{.stage}}weight: 1, needs: [` + w.needs + `], record_created: {in: chat.direct_messages, only: true, match: {to: {id: =told_who}, text: ` + naming + `}}}`,
		Calls: `
			- chat_find_people: {query: "{{.told_who}}"}
			- chat_send_direct_message: {to: =told_who, text: "=join(told_ids, ', ')"}`})
}

// reader adds the colleague to whom a mail goes, and one of a like name, to the contacts.
func (w work) reader(d *synth.Draft) {
	who := d.Person()
	like := d.Relative(who)
	d.Set("told_who", who.Name)
	d.Set("told", d.T(w.what, w.chinese))
	for _, p := range []synth.Person{who, like} {
		mark := synth.LikeName
		if p == who {
			mark = ""
		}
		addMarked(d, mark, "contacts.contacts", "contact_id", d.ID("CT-"), "name", p.Name, "department", p.Department, "title", p.Title, "email", p.Mail, "phone", p.Phone)
	}
	d.Mix("contacts.contacts")
	d.Collection("gmail.messages")
}

// mail: one mail with the ids to a colleague, whose address stands in the contacts.
func (w work) mail(d *synth.Draft) {
	w.reader(d)
	d.Set("told_subject", d.T("Summary", "情况汇总"))
	w.ask(d, synth.Errand{Services: []string{"contacts", "gmail"},
		English: []string{"After that, send {{.told_who}} (see the contacts) one mail with {{.told}}.", "{{.told_who}} needs a short summary by mail, a single one, with {{.told}}; the address is in the contacts.", "Last, e-mail {{.told}} to {{.told_who}}, whose address is in the contacts."},
		Chinese: []string{"另外给{{.told_who}}发一封邮件（邮箱查通讯录），列出{{.told}}。", "弄完再写封邮件，把{{.told}}告诉{{.told_who}}，地址在通讯录里。"},
		Facts:   w.facts() + "\n" + `told_who: the(contacts.contacts, 'name', "{{.told_who}}")`,
		Checks: `
			- {id: reader-looked-up, {{.stage}}read: {in: contacts.contacts, record: =told_who.contact_id, fields: [email]}}
			- {id: mailed-summary, {{.stage}}weight: 1, needs: [` + w.needs + `, reader-looked-up], record_created: {in: gmail.sent, only: true, match: {to: {address: =told_who.email}, body: ` + naming + `}}}`,
		Calls: `
			- contacts_search: {query: "{{.told_who}}"}
			- gmail_send_message: {to: =told_who.email, subject: "{{.told_subject}}", body: "=join(told_ids, ', ')"}`})
}

// draft: the same as a draft that the user sends.
func (w work) draft(d *synth.Draft) {
	w.reader(d)
	d.Set("told_subject", d.T("Summary", "情况汇总"))
	w.ask(d, synth.Errand{Services: []string{"contacts", "gmail"},
		English: []string{"Then save a mail draft to {{.told_who}} (address in the contacts) with {{.told}}; I'll send it myself.", "Please also prepare one mail to {{.told_who}} that names {{.told}}. A draft only, I want to read it first; the contacts have the address."},
		Chinese: []string{"再给{{.told_who}}存一封邮件草稿（邮箱见通讯录），列出{{.told}}，我看过自己发。", "另外替我起草一封给{{.told_who}}的邮件，写明{{.told}}，地址查通讯录，只存草稿不要发。"},
		Facts:   w.facts() + "\n" + `told_who: the(contacts.contacts, 'name', "{{.told_who}}")`,
		Checks: `
			- {id: reader-looked-up, {{.stage}}read: {in: contacts.contacts, record: =told_who.contact_id, fields: [email]}}
			- {id: drafted-summary, {{.stage}}weight: 1, needs: [` + w.needs + `, reader-looked-up], record_created: {in: gmail.drafts, only: true, match: {to: {address: =told_who.email}, body: ` + naming + `}}}`,
		Forbid: `- {id: draft-not-sent, effect: {create: gmail.sent}}`,
		Calls: `
			- contacts_search: {query: "{{.told_who}}"}
			- gmail_save_draft: {to: =told_who.email, subject: "{{.told_subject}}", body: "=join(told_ids, ', ')"}`})
}

// file: a text file with the ids in a folder of the drive.
func (w work) file(d *synth.Draft, name string) {
	d.Set("told", d.T(w.what, w.chinese))
	d.Set("told_file", fmt.Sprintf("%s-%s.txt", name, d.Day(0)))
	folder := d.T(synth.Choose(d, "Reviews", "Handover", "Records"), synth.Choose(d, "复核", "交接", "台账"))
	d.Set("told_folder", folder)
	d.Add("drive.folders", "folder_id", d.ID("FD-"), "name", folder)
	d.Distract(synth.LikeName, "drive.folders", "folder_id", d.ID("FD-"), "name", folder+d.T(" (old)", "（旧）"))
	d.Mix("drive.folders")
	w.ask(d, synth.Errand{Services: []string{"drive"},
		English: []string{"Then save {{.told}} as the text file {{.told_file}} in the drive folder \"{{.told_folder}}\".", "For the record, put a text file {{.told_file}} with {{.told}} into the folder \"{{.told_folder}}\" of the drive."},
		Chinese: []string{"再把{{.told}}存成文本文件 {{.told_file}}，放到网盘的“{{.told_folder}}”文件夹。", "为了留底，请在网盘“{{.told_folder}}”文件夹里新建文本文件 {{.told_file}}，写上{{.told}}。"},
		Facts:   w.facts() + "\n" + `told_folder: the(drive.folders, 'name', "{{.told_folder}}").folder_id`,
		Checks:  `- {id: filed-away, {{.stage}}weight: 1, needs: [` + w.needs + `], record_created: {in: drive.files, only: true, match: {name: {text: "{{.told_file}}"}, folder_id: {id: =told_folder}, content: ` + naming + `}}}`,
		Forbid:  `- {id: file-not-shared, effect: {create: drive.permissions}}`,
		Calls: `
			- drive_list_folder: {}
			- drive_create_file: {name: "{{.told_file}}", folder_id: =told_folder, content: "=join(told_ids, ', ')"}`})
}

// log: one row with today's date and how many ids there are, in a sheet of its own.
func (w work) log(d *synth.Draft, title, chinese string) {
	day, count, tabName := d.T("Date", "日期"), d.T("Count", "数量"), d.T("Log", "登记")
	d.Set("log_sheet", d.T(title, chinese))
	d.Set("log_tab", tabName)
	d.Set("log_day", day)
	d.Set("log_count", count)
	d.Set("today", d.Day(0))
	d.Set("told", d.T(w.what, w.chinese))
	sheet, tab := d.ID("SH-"), d.ID("TAB-")
	d.Add("sheets.spreadsheets", "sheet_id", sheet, "title", d.T(title, chinese))
	d.Add("sheets.tabs", "tab_id", tab, "sheet_id", sheet, "name", tabName, "headers", []string{day, count}, "types", []string{"date", "number"})
	d.Distract(synth.LikeName, "sheets.tabs", "tab_id", d.ID("TAB-"), "sheet_id", sheet, "name", tabName+fmt.Sprint(" ", d.Now().Year()-1), "headers", []string{day, count}, "types", []string{"date", "number"})
	for _, back := range []int{14, 7} {
		d.Add("sheets.rows", "row_id", d.ID("ROW-"), "tab_id", tab, "values", []any{day, d.Day(-back), count, d.Between(1, 9)})
	}
	w.ask(d, synth.Errand{Services: []string{"sheets"},
		English: []string{"Log it as well: one row in the tab {{.log_tab}} of the sheet \"{{.log_sheet}}\" with today under {{.log_day}} and the number of {{.told}} under {{.log_count}}.", "Then add a row to the tab {{.log_tab}} of the spreadsheet \"{{.log_sheet}}\": {{.log_day}} is today, {{.log_count}} the number of {{.told}}."},
		Chinese: []string{"再到表格“{{.log_sheet}}”的“{{.log_tab}}”页登记一行：{{.log_day}}填今天，{{.log_count}}填{{.told}}的数量。", "并在“{{.log_sheet}}”表的“{{.log_tab}}”页追加一行，{{.log_day}}写今天，{{.log_count}}写{{.told}}有几个。"},
		Facts:   `told_ids: ` + quotedYAML(w.ids) + "\n" + `log_tab: "the(sheets.tabs, 'name', '{{.log_tab}}').tab_id"`,
		Checks:  `- {id: logged-row, {{.stage}}weight: 1, needs: [` + w.needs + `], record_created: {in: sheets.rows, only: true, match: {tab_id: {id: =log_tab}, values: '=({"{{.log_day}}": "{{.today}}", "{{.log_count}}": len(told_ids)})'}}}`,
		Forbid:  `- {id: log-kept, effect: {update: sheets.rows}}`,
		Calls: `
			- sheets_list: {}
			- {each: "map(filter(sheets.spreadsheets, .title == '{{.log_sheet}}'), .sheet_id)", sheets_get: {sheet_id: =it}}
			- sheets_append_row: {tab_id: =log_tab, values: {"{{.log_day}}": "{{.today}}", "{{.log_count}}": =len(told_ids)}}`})
}
