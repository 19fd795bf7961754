package scenarios

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// projectOverdue: the request leaves out which project and who is to hear of it; both must be
// asked for, and a second wish follows when the first is done.
func projectOverdue() *synth.Scenario {
	return &synth.Scenario{
		Name: "project-overdue", Version: 3, Family: task.Escalation, Title: "Escalate a project's overdue tasks, asking which project and whom to tell",
		Capabilities: []string{"clarify", "disambiguate", "time_filter", "near_name_rejection", "act_then_report"},
		Services:     []string{"todo", "contacts", "gmail"},
		Turns:        synth.Multi, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildProjectOverdue,
	}
}

func buildProjectOverdue(d *synth.Draft) {
	state := synth.Choose(d, "pending", "in_progress")
	project := d.T("Project ", "项目") + d.City()
	other := project + d.T(" North", "北区")
	d.Set("state", state)
	d.Set("project", project)
	d.Title("Overdue tasks of a project", "项目逾期任务升级")
	d.Say([]string{
		"Please escalate the overdue tasks of the project: everything {{.state}} that was due before today goes to priority high, and the person in charge gets one e-mail with the ids of all these tasks. Ask me if anything is missing.",
		"The project is behind. Can you raise its {{.state}} tasks with a due date before today to high and send a single mail that lists their ids to the colleague who has to know? Just ask if anything is unclear.",
		"I'd like the late tasks of our project on somebody's desk today: {{.state}}, due before today. Set them to high, then one mail to the one responsible, with every task id in it. If you need details from me, ask.",
		"Time to escalate: every {{.state}} task of the project that was due before today gets priority high, and the responsible colleague gets a single mail with all the task ids. I've probably left something out, so ask.",
	}, []string{
		"请把项目里逾期的任务升级：状态为 {{.state}}、截止日期早于今天的，优先级一律改成 high，再给负责人发一封邮件，列出所有这些任务的编号。缺什么信息就问我。",
		"项目进度落后了，帮我把其中 {{.state}} 且截止日早于今天的任务都调到 high，然后只发一封邮件给该知道的同事，邮件里写全任务编号。不清楚的地方直接问我。",
		"项目里凡是 {{.state}}、截止日期早于今天的任务，请统一改成 high，然后给负责的同事发一封邮件，附上全部任务编号。有没说清的先问我。",
	})
	d.Then("tagged", []string{
		"Thanks. One more thing: those of them that are blocked by something need the tag waiting, please. The others stay without it.",
		"Great. Now please put the tag waiting on the ones among them that say what they are blocked by; leave the rest.",
		"Good. Of these tasks, tag the ones with something in blocked_by as waiting.",
		"One last thing: some of those tasks are stuck on something (blocked_by is filled in). Give just those the tag waiting.",
	}, []string{
		"谢谢。还有一件事：这些任务里被别的事情卡住的（blocked_by 有内容），请加上标签 waiting，其余的不要加。",
		"好的。请再把其中 blocked_by 写了原因的任务打上 waiting 标签。",
		"另外，刚才那些任务里 blocked_by 有内容的，请加个 waiting 标签，别的不用。",
	})
	d.Set("early", d.T("before today", "早于今天"))
	projectPeople(d)
	projectTasks(d, state, project, other)
	projectParts(d)
	done := work{ids: "map(overdue, .task)", all: "map(todo.tasks, .task_id)", what: "the ids of all tasks that were raised", chinese: "所有已调整优先级的任务编号", needs: "raised, tagged"}
	done.perhaps(d,
		func(d *synth.Draft) { done.post(d, "project-office delivery milestones", "项目办 交付 里程碑") },
		func(d *synth.Draft) { done.block(d, "Late project tasks", "项目逾期复盘") })
}

// projectPeople adds the person to be told among colleagues of like names, and what the user knows.
func projectPeople(d *synth.Draft) {
	who := d.Person()
	contact := func(kind synth.Distractor, p synth.Person) {
		r := []any{"contact_id", d.ID("CT-"), "name", p.Name, "department", p.Department, "title", p.Title, "email", p.Mail, "phone", p.Phone}
		if kind == "" {
			d.Add("contacts.contacts", r...)
		} else {
			d.Distract(kind, "contacts.contacts", r...)
		}
	}
	contact("", who)
	contact(synth.LikeName, d.Relative(who))
	for range d.ByLevel(1, 2, 4) {
		contact(synth.Unrelated, d.Person())
	}
	d.Mix("contacts.contacts")
	d.Set("who", who.Name)
	if d.Chinese() {
		d.User(`
			persona: 项目助理，说话简短客气。
			style: short
			max_rounds: 6
			knows:
			  - {id: project, asks: [[哪个项目], [什么项目], [项目名]], say: "是“{{.project}}”。"}
			  - {id: who, asks: [[谁], [哪位], [收件人], [负责人]], say: "发给{{.who}}。"}
			confirm: "可以，请继续。"`)
		return
	}
	d.User(`
		persona: Project assistant, brief and polite.
		style: short
		max_rounds: 6
		knows:
		  - {id: project, asks: [[which, project], [what, project], [project, name]], say: "{{.project}}, please."}
		  - {id: who, asks: [[who], [whom], [recipient], [person, charge], [which, colleague]], say: "To {{.who}}."}
		confirm: "Yes, go ahead."`)
}

// projectTasks adds overdue tasks, some of them blocked, and near misses on every condition.
func projectTasks(d *synth.Draft, state, project, other string) {
	wrong := "completed"
	add := func(kind synth.Distractor, status, of string, due int, blocked bool) {
		r := []any{"task_id", d.ID("TODO-"), "title", fmt.Sprintf(d.T("Order %s", "采购%s"), d.Product()), "status", status, "priority", synth.Choose(d, "low", "medium"), "due_date", d.Day(due), "tags", []string{}, "project", of}
		if blocked {
			r = append(r, "blocked_by", d.T("approval of the budget", "预算审批"))
		}
		if kind == "" {
			d.Add("todo.tasks", r...)
		} else {
			d.Distract(kind, "todo.tasks", r...)
		}
	}
	for i := range d.ByLevel(3, 5, 8) {
		add("", state, project, -d.Between(1, 25), i%2 == 0)
	}
	add(synth.OneDay, state, project, 0, true)
	add(synth.LoudOutside, state, project, 3, true)
	add(synth.WrongStatus, wrong, project, -4, true)
	add(synth.LikeName, state, other, -6, true)
	if d.Level() > 0 {
		add(synth.LikeName, state, other, -9, false)
	}
	d.Mix("todo.tasks")
	d.Collection("gmail.messages")
}

func projectParts(d *synth.Draft) {
	d.Facts(`
		overdue:
		  from: todo.tasks
		  where:
		    project: .project == "{{.project}}"
		    state: {expr: .status == "{{.state}}", says: "{{.state}}"}
		    late: {expr: .due_date < day(now), says: "{{.early}}"}
		  give: {task: .task_id, blocked: .blocked_by != nil}
		waiting: filter(overdue, .blocked)
		told: the(contacts.contacts, "name", "{{.who}}")
		others: "filter(map(todo.tasks, .task_id), not (# in map(overdue, .task)))"`)
	d.Checks(`
		- {id: asked, revealed: {ids: [project, who]}}
		- {id: listed, read: {in: todo.tasks, each: overdue, record: =it.task, fields: [due_date, project]}}
		- {id: found, read: {in: contacts.contacts, record: =told.contact_id, fields: [email]}}
		- {id: raised, weight: 0.4, needs: [asked, listed], record_updated: {in: todo.tasks, each: overdue, record: =it.task, set: {priority: high}}}
		- {id: mailed, weight: 0.4, needs: [asked, listed, found], record_created: {in: gmail.sent, only: true, match: {to: {address: =told.email}, body: {mentions: {all: "=map(overdue, .task)", none: =others}}}}}
		- {id: tagged, weight: 0.2, needs: [asked, listed, raised], record_updated: {in: todo.tasks, each: waiting, record: =it.task, set: {tags: {set_equals: [waiting]}}}}`)
	d.Forbid(`
		- {id: others-left, effect: {update: todo.tasks, except: "map(overdue, .task)"}}
		- {id: two-fields, effect: {update: todo.tasks, beyond: [priority, tags]}}
		- {id: tag-where-due, effect: {update: todo.tasks, set: {tags: {not: {set_equals: []}}}, except: "map(waiting, .task)"}}
		- {id: nothing-deleted, effect: {delete: todo.tasks}}`)
	d.Set("ask", d.T("Which project do you mean, and who should get the mail?", "请问是哪个项目？邮件发给谁？"))
	d.Set("done", d.T("The tasks are raised and the mail is sent.", "任务已调整，邮件已发送。"))
	d.Set("end", d.T("The blocked tasks are tagged.", "标签已加好。"))
	d.Set("subject", d.T("Overdue tasks", "逾期任务"))
	d.Set("mail", d.T("='Overdue: ' + join(map(overdue, .task), ', ') + '.'", "='以下任务已逾期：' + join(map(overdue, .task), '、') + '。'"))
	d.Solution(`
		calls:
		  - say: "{{.ask}}"
		  - todo_list_tasks: {}
		  - contacts_search: {query: "{{.who}}"}
		  - {each: overdue, todo_update_task: {task_id: =it.task, priority: high}}
		  - gmail_send_message: {to: =told.email, subject: "{{.subject}}", body: "{{.mail}}"}
		  - say: "{{.done}}"
		  - {each: waiting, todo_update_task: {task_id: =it.task, tags: [waiting]}}
		  - say: "{{.end}}"`)
}
