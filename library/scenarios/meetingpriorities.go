package scenarios

import (
	"fmt"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// meetingPriorities: a to-do list is prioritised as a meeting agreed. There were several such
// meetings, and only the user knows which one is meant.
func meetingPriorities() *synth.Scenario {
	return &synth.Scenario{
		Name: "meeting-priorities", Version: 3, Family: task.Triage, Title: "Prioritise to-dos as a meeting agreed",
		Capabilities: []string{"clarify", "prioritise", "per_item_decision", "list_then_get", "leave_alone"},
		Services:     []string{"todo", "notes"},
		Turns:        synth.Multi, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildMeetingPriorities,
	}
}

func buildMeetingPriorities(d *synth.Draft) {
	me, guest := d.Person(), d.Person()
	meeting := synth.Choose(d, d.T("Planning meeting", "计划会"), d.T("Sprint start", "迭代启动会"), d.T("Weekly round", "周例会"))
	d.Set("me", me.Name)
	d.Set("meeting", meeting)
	d.Set("guest", guest.Name)
	d.Set("ask", synth.Choose(d, "high", "medium", "low"))
	until := 0 // last day of the tasks that count, 0 where all do
	d.Set("until", "")
	d.Set("scope", "")
	if d.Intn(2) == 0 {
		until = d.Between(18, 24)
		d.Set("until", d.Day(until))
		d.Set("quote", fmt.Sprintf(d.T("no later than %s", "不晚于%s"), spokenDay(d, until)))
		d.Set("scope", fmt.Sprintf(d.T(" Only tasks due %s count.", "只看到期日%s的。"), fmt.Sprintf(d.T("no later than %s", "不晚于%s"), spokenDay(d, until))))
	}
	d.Title("To-do priorities after the {{.meeting}}", "按{{.meeting}}的结论排待办优先级")
	d.Brief("You assist {{.me}}. Tasks on the to-do list carry the name of the person they are assigned to; those of {{.me}} are meant by \"my\".",
		"你是{{.me}}的助手。待办都写着负责人姓名，“我的待办”指负责人为{{.me}}的待办。")
	d.Say([]string{
		"Please give my pending tasks that have no priority yet the priorities that we agreed in the {{.meeting}}; the rule is in the minutes. What has a priority already stays, and so do the tasks of others.{{.scope}} Then list my {{.ask}} ones.",
		"In the {{.meeting}} we agreed how to rank the to-dos. Apply that to my pending tasks without changing those that are ranked already: only the ones that have no priority yet.{{.scope}} Which of them are {{.ask}} now?",
		"Could you rank my pending tasks? Those that have no priority yet get low, medium or high by the rule in the minutes of the {{.meeting}}. Leave everything else as it is and tell me the ones that became {{.ask}}.{{.scope}}",
		"After the {{.meeting}} I owe my list an update: rank my pending tasks that have no priority yet, by the rule we put in the minutes.{{.scope}} Nothing else changes. Which ones came out {{.ask}}?",
	}, []string{
		"请按{{.meeting}}上商定的规则（写在会议纪要里），给我的待办中状态为 pending、还没有优先级的任务定优先级。已经定过的和别人的都不要动。{{.scope}}最后列出我的 {{.ask}} 任务。",
		"我们在{{.meeting}}上说好了待办怎么排。请用那条规则处理我的待办：pending 且还没有优先级的，填上 low、medium 或 high，其余保持原样。{{.scope}}哪些成了 {{.ask}}？",
		"帮我排一下我的待办吧：凡是 pending、还没有优先级的，照{{.meeting}}纪要里的规则定为 low、medium 或 high；别的不改。{{.scope}}排完告诉我有哪些 {{.ask}}。",
		"{{.meeting}}定的排序规则在纪要里，请照着把我的待办里 pending 且还没有优先级的任务排一遍，其他的别碰。{{.scope}}排出来是 {{.ask}} 的有哪些？",
	})
	project, days := meetingNotes(d, me, guest, meeting)
	meetingTasks(d, me, project, days, until)
	meetingUser(d)
	meetingParts(d)
	done := work{ids: "asked", all: "map(todo.tasks, .task_id)", what: "the ids of these tasks", chinese: "这几项任务的编号", needs: "priorities"}
	done.perhaps(d,
		func(d *synth.Draft) { done.whisper(d) },
		func(d *synth.Draft) { done.block(d, "To-do review", "待办复盘") })
}

// meetingNotes adds minutes with different rules and returns what the meant one says.
func meetingNotes(d *synth.Draft, me, guest synth.Person, meeting string) (project string, days int) {
	projects := []string{"Aurora", "Basalt", "Cirrus", "Delta", "Ember"}
	d.Shuffle(len(projects), func(i, j int) { projects[i], projects[j] = projects[j], projects[i] })
	days = d.Between(3, 8)
	n := 0
	note := func(mark synth.Distractor, title string, with synth.Person, project string, days int) {
		n++
		text := fmt.Sprintf(d.T("Priorities. Project %s comes first. Its tasks due within %d days are high, its other tasks medium. Of the other projects, tasks due within that time are medium, the rest low. What waits for somebody else (blocked by) is low in any case.",
			"优先级：%s项目优先。该项目%d天内到期的任务为 high，其余为 medium；其他项目同样期限内到期的为 medium，其余为 low。凡在等别人的任务（填了 blocked_by）一律为 low。"), project, days)
		fields := []any{"note_id", d.ID("NOTE-"), "title", title, "created_at", d.Instant(d.Office(d.Serial("meeting", 2, 40))), "participants", []string{me.Name, with.Name}, "content", text, "duration_minutes", 30 + 15*(n%3)}
		if mark == "" {
			d.Add("notes.notes", fields...)
		} else {
			d.Distract(mark, "notes.notes", fields...)
		}
	}
	note("", meeting, guest, projects[0], days)
	for i := range d.ByLevel(1, 2, 4) {
		note(synth.SameName, meeting, d.Person(), projects[(i+1)%len(projects)], days+1+i)
	}
	note(synth.WrongKind, d.T("Retrospective", "复盘会"), guest, projects[1], days-1)
	d.Mix("notes.notes")
	return projects[0], days
}

// meetingTasks adds tasks on both sides of the rule's edges, and such as are not to be touched.
func meetingTasks(d *synth.Draft, me synth.Person, project string, days, until int) {
	others := []string{"Onyx", "Prism", "Quartz"}
	subjects := []string{"Offer for %s", "Check the figures from %s", "Book a room for the %s visit", "Update the %s page", "Call %s about the delivery", "Clean up the %s contact list"}
	if d.Chinese() {
		subjects = []string{"给%s写报价", "核对%s的数据", "为%s来访订会议室", "更新%s页面", "联系%s确认交期", "整理%s的联系人"}
	}
	about := func() string {
		if d.Intn(2) == 0 {
			return d.City()
		}
		return d.Company().Name
	}
	someone := d.Person()
	add := func(mark synth.Distractor, who synth.Person, project string, due int, status, priority, blocked string) {
		fields := []any{"task_id", d.ID("TASK-"), "title", fmt.Sprintf(synth.Choose(d, subjects...), about()), "status", status, "priority", priority, "due_date", d.Day(due), "assigned_to", who.Name, "project", project}
		if blocked != "" {
			fields = append(fields, "blocked_by", blocked)
		}
		if mark == "" {
			d.Add("todo.tasks", fields...)
		} else {
			d.Distract(mark, "todo.tasks", fields...)
		}
	}
	add("", me, project, days, "pending", "", "")
	add("", me, project, days+1, "pending", "", "")
	add("", me, others[0], days, "pending", "", "")
	add("", me, others[1], days+1, "pending", "", "")
	add("", me, project, 1, "pending", "", d.T("answer from legal", "等法务回复"))
	for i := range d.ByLevel(1, 4, 8) { // high, low and medium in turn, so that no label prevails
		switch i % 3 {
		case 0:
			add("", me, project, d.Between(0, days), "pending", "", "")
		case 1:
			add("", me, others[i%len(others)], days+d.Between(1, 9), "pending", "", "")
		default:
			add("", me, project, days+d.Between(1, 9), "pending", "", "")
		}
	}
	if until > 0 {
		add(synth.JustEnough, me, project, until, "pending", "", "")
		add(synth.OneDay, me, project, until+1, "pending", "", "")
	}
	add(synth.OtherOwner, someone, project, 1, "pending", "", "")
	add(synth.AlreadyDone, me, project, 1, "pending", "low", "")
	add(synth.WrongStatus, me, project, 1, "completed", "", "")
	for range d.ByLevel(0, 3, 6) {
		add(synth.Unrelated, someone, synth.Choose(d, project, others[1]), d.Between(0, 20), synth.Choose(d, "pending", "in_progress"), synth.Choose(d, "", "medium"), "")
	}
	d.Mix("todo.tasks")
}

// meetingUser is the one who knows which meeting was meant.
func meetingUser(d *synth.Draft) {
	d.User(d.T(`
		persona: Team lead, friendly, writes short messages.
		style: short
		max_rounds: 5
		knows:
		  - {id: which, asks: [[which], [mean], [several], [two], [participants], [when], [date], [who]], say: "The one with {{.guest}}."}
		confirm: "Yes, please do."`, `
		persona: 组长，说话简短友好。
		style: 简短
		max_rounds: 5
		knows:
		  - {id: which, asks: [[哪次], [哪一次], [哪个], [哪场], [还是], [指的], [参会], [日期], [几次]], say: "和{{.guest}}一起开的那次。"}
		confirm: 好的，请处理。`))
}

func meetingParts(d *synth.Draft) {
	if d.Chinese() {
		d.Set("first", "优先级：(.+)项目优先")
		d.Set("within", "该项目([0-9]+)天内到期")
	} else {
		d.Set("first", "Project ([A-Za-z]+) comes first")
		d.Set("within", "due within ([0-9]+) days are high")
	}
	d.Facts(`
		minutes:
		  from: notes.notes
		  where:
		    title: {expr: .title == "{{.meeting}}", says: "{{.meeting}}"}
		    guest: '"{{.guest}}" in .participants'
		note: only(minutes)
		project: extract(note.content, "{{.first}}")
		days: number(extract(note.content, "{{.within}}"))
		ranked:
		  from: todo.tasks
		  let:
		    soon: days_between(day(now), .due_date) <= days
		    leading: .project == project
		  where:
		    mine: {expr: .assigned_to == "{{.me}}", says: ` + d.T("my", "我的") + `}
		    pending: {expr: .status == "pending", says: pending}
		    unset: {expr: .priority == "", says: ` + d.T("no priority yet", "还没有优先级") + `}{{if .until}}
		    near: {expr: ".due_date <= day('{{.until}}')", says: "{{.quote}}"}{{end}}
		  give: {task: .task_id, priority: '.blocked_by != nil ? "low" : leading and soon ? "high" : leading or soon ? "medium" : "low"'}
		asked: map(filter(ranked, .priority == "{{.ask}}"), .task)`)
	d.Answer(`
		tasks: {type: id, list: set}`)
	d.Checks(`
		- {id: asked, revealed: {ids: [which]}}
		- {id: minutes-read, read: {in: notes.notes, record: =note.note_id, fields: [content]}}
		- {id: tasks-read, read: {in: todo.tasks, each: ranked, record: =it.task, fields: [due_date, project]}}
		- {id: priorities, weight: 0.7, partial: true, needs: [asked, minutes-read, tasks-read], record_updated: {in: todo.tasks, each: ranked, record: =it.task, set: {priority: =it.priority}}}
		- {id: reported, weight: 0.3, needs: [priorities], answer: {tasks: =asked}}`)
	d.Forbid(`
		- {id: leave-others, effect: {update: todo.tasks, except: "map(ranked, .task)"}}
		- {id: only-priority, effect: {update: todo.tasks, beyond: [priority]}}
		- {id: keep-all, effect: {delete: todo.tasks}}
		- {id: not-shared, effect: {create: notes.shares}}`)
	d.Solution(`
		calls:
		  - notes_list: {}
		  - say: "` + d.T("There are several notes of that name. Which one do you mean?", "这个名字的会议纪要不止一份，请问指的是哪一次？") + `"
		  - notes_get: {note_id: =note.note_id}
		  - todo_list_tasks: {status: pending}
		  - {each: ranked, todo_update_task: {task_id: =it.task, priority: =it.priority}}
		  - answer: {tasks: =asked}`)
}
