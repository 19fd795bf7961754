package scenarios

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// catchUpJobs: switch off the jobs that would run into an outage, and afterwards plan one run
// for each of them, unless it has been retired meanwhile.
func catchUpJobs() *synth.Scenario {
	return &synth.Scenario{
		Name: "catch-up-jobs", Version: 3, Family: task.Scheduling, Title: "Stop jobs before an outage, catch up after it",
		Capabilities: []string{"recurrence", "time_zones", "superseded_source", "stage_memory", "reread", "leave_alone"},
		Services:     []string{"scheduler", "kb"},
		Turns:        synth.Staged, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildCatchUpJobs,
	}
}

func buildCatchUpJobs(d *synth.Draft) {
	system := d.T(synth.Choose(d, "billing", "warehouse", "payroll", "archive"), synth.Choose(d, "billing", "warehouse", "payroll", "archive"))
	d.Set("tag", system)
	begin := d.At(1, d.Between(1, 4), 15*d.Between(1, 3))
	end := begin.Add(time.Duration(15*d.Between(6, 14)) * time.Minute)
	after := d.At(1, d.Between(10, 14), 0)
	catch := d.At(2, d.Between(1, 5), 5*d.Between(1, 11))
	d.Set("cron", fmt.Sprintf("%d %d %d %d *", catch.Minute(), catch.Hour(), catch.Day(), catch.Month()))
	d.Set("catch", catch.Format("15:04"))
	d.Set("suffix", synth.Choose(d, "catchup", "rerun", "once"))
	d.Title("Outage of {{.tag}}: stop and catch up", "{{.tag}} 停机：先停用再补跑")
	d.Brief("You look after the job register of operations. Timetables are written as minute hour day month weekday, without leading zeros; the weekday of a single run is a star. A notice of the knowledge base holds until another one replaces it.",
		"你负责运维的定时任务登记。时间表写作“分 时 日 月 周”，不带前导零；只跑一次的任务，周写星号。知识库里的通知在被新通知取代之前有效。")
	d.Stage("before", time.Time{}, "", []string{
		"The {{.tag}} system is down tonight; the notice in force in the knowledge base gives the window in UTC. Please switch off every enabled job with the tag {{.tag}} whose next run is due at the start of the window or later and before its end. Nothing else about the jobs changes, and no other job.",
		"There is an outage of {{.tag}} in the coming night. See the knowledge base for the notice in force (its times are UTC). All enabled jobs tagged {{.tag}} with a next run at the start of the window or later, but before its end, should be switched off; leave everything else as it is.",
		"Before the {{.tag}} outage tonight: look up the window in the notice in force in the knowledge base, it is in UTC, and disable the enabled jobs that carry the tag {{.tag}} and would next run at the start of the window or later and before its end. Just the switch, only those jobs.",
		"Maintenance tonight: {{.tag}} will be down, and the window (in UTC) is in the knowledge base, in the notice in force. Please turn off each enabled job tagged {{.tag}} that is next due at the start of the window or later and before its end. Touch nothing else.",
	}, []string{
		"{{.tag}} 系统今晚停机，停机时段见知识库里现行有效的通知（UTC 时间）。请把带 {{.tag}} 标签、已启用（enabled）、下次运行时间不早于时段开始时刻、且早于结束时刻的任务全部停用。任务的其他内容和别的任务都不要动。",
		"今晚 {{.tag}} 要停机。知识库中现行有效的那份通知写了起止时间，用的是 UTC。凡是已启用（enabled）且标签含 {{.tag}}、下次运行不早于时段开始时刻、又早于结束时刻的任务，先关掉，其余一概保持不变。",
		"{{.tag}} 今晚维护停机，起止时间（UTC）以知识库里现行有效的通知为准。请停用带 {{.tag}} 标签、已启用（enabled）、下次运行不早于时段开始时刻且早于结束时刻的任务，其他任务和设置不要改。",
	})
	d.Stage("after", after, catchUpNotice(d), []string{
		"The outage is over. For each job that you switched off yesterday, please create a job \"<name of the job>-{{.suffix}}\" with the same action, which runs once tomorrow at {{.catch}} our time. Jobs that have been retired in the meantime get none: an article with the tag retired in the knowledge base names them. The old jobs stay off.",
		"Everything is up again. Please plan one run for tomorrow at {{.catch}} local time for every job that you turned off: a new job called \"<name of the job>-{{.suffix}}\" with its action. Jobs that an article of the knowledge base with the tag retired names by now are left out, and nothing is switched on again.",
		"{{.tag}} works again. Catch up on what was missed: for every job which you disabled, one new job named \"<name of the job>-{{.suffix}}\" doing the same action, tomorrow at {{.catch}} our time, except those that the knowledge base names as retired by now (the articles have the tag retired). Don't switch the old ones on.",
		"The outage is behind us. The jobs you switched off have each missed a run, so give them a one-off: a new job \"<name of the job>-{{.suffix}}\" with the same action, tomorrow at {{.catch}} our time. Skip any that a knowledge base article tagged retired has named by now, and leave the originals off.",
	}, []string{
		"停机结束了。请给昨天停用的每个任务各建一个新任务，名称为“<原任务名>-{{.suffix}}”，动作与原任务相同，明天 {{.catch}}（本地时间）跑一次。期间知识库已宣布退役的（文章带 retired 标签，写明任务编号）不用建，原任务保持停用。",
		"系统恢复了，漏掉的要补上：凡是你昨天关掉的任务，新建一个“<原任务名>-{{.suffix}}”，动作照原任务，安排在明天 {{.catch}}（本地时间）执行一次；知识库里带 retired 标签的文章已点名的任务跳过，旧任务先不要启用。",
		"停机结束，昨天停掉的任务都漏跑了一次。请各补一个新任务“<原任务名>-{{.suffix}}”，动作不变，明天 {{.catch}}（本地时间）只跑一次；已被知识库里 retired 文章点名的就不用补，原任务也先别恢复。",
	})
	catchUpRecords(d, system, begin, end)
	catchUpParts(d)
	done := work{ids: "map(missed, .job)", all: "map(scheduler.jobs, .job_id)", what: "the ids of the switched-off jobs that get a new run", chinese: "安排了补跑的原任务编号", needs: "planned", stage: "after", from: 3}
	done.perhaps(d,
		func(d *synth.Draft) { done.remind(d, "Look at the results of the catch-up", "检查补跑结果") },
		func(d *synth.Draft) {
			done.post(d, "ops-night job-watch outages", "夜班运维 任务监控 停机通知")
		})
}

// catchUpNotice is what the world adds during the outage: one of the jobs is given up.
func catchUpNotice(d *synth.Draft) string {
	d.Set("late", d.ID("KB-"))
	return d.T(`- {insert: kb.articles, record: {article_id: {{.late}}, title: Job retired, category: operations, tags: [retired], status: in force, last_updated: "{{.retired_on}}", views: 0, content: "Retired: {{.retired}}."}}`,
		`- {insert: kb.articles, record: {article_id: {{.late}}, title: 任务退役, category: 运维, tags: [retired], status: in force, last_updated: "{{.retired_on}}", views: 0, content: "已退役：{{.retired}}。"}}`)
}

func catchUpRecords(d *synth.Draft, system string, begin, end time.Time) {
	utc := func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }
	notice := func(mark synth.Distractor, about, status string, from, to time.Time, updated int) {
		addMarked(d, mark, "kb.articles", "article_id", d.ID("KB-"), "title", d.T("Outage of "+about, about+" 停机通知"), "category", d.T("operations", "运维"), "tags", []string{about, d.T("outage", "停机")}, "status", status,
			"last_updated", d.Day(-updated), "views", d.Between(3, 90), "content", d.T("The "+about+" system is down from "+utc(from)+" to "+utc(to)+" UTC.", about+" 系统停机，时段为 "+utc(from)+" 至 "+utc(to)+"（UTC）。"))
	}
	other := map[string]string{"billing": "payroll", "payroll": "billing", "warehouse": "archive", "archive": "warehouse"}[system]
	notice("", system, "in force", begin, end, d.Between(2, 5))
	notice(synth.Superseded, system, "replaced", begin.Add(-75*time.Minute), end.Add(-45*time.Minute), d.Between(8, 20))
	notice(synth.WrongKind, other, "in force", begin.Add(-20*time.Minute), end.Add(time.Hour), 1)
	job := func(mark synth.Distractor, tag string, at time.Time, enabled bool) string {
		id := d.ID("JOB-")
		name := synth.Choose(d, "sync", "export", "digest", "cleanup", "import", "check") + fmt.Sprint("_", d.Serial("job", 10, 99))
		next := d.Instant(at)
		if d.Intn(3) == 0 {
			next = d.InstantIn(at, "UTC")
		}
		last := at.AddDate(0, 0, -1)
		if last.After(d.Now()) {
			last = last.AddDate(0, 0, -1)
		}
		addMarked(d, mark, "scheduler.jobs", "job_id", id, "name", name, "cron_expression", fmt.Sprintf("%d %d * * *", at.Minute(), at.Hour()), "enabled", enabled, "last_status", "success",
			"last_run", d.Instant(last), "next_run", next, "tags", []string{tag, synth.Choose(d, "night", "daily")}, "action", d.T("Run script ", "运行脚本 ")+name+synth.Choose(d, ".sh", ".py"), "created_by", d.Person().Name)
		return id
	}
	span := int(end.Sub(begin) / time.Minute)
	retired := ""
	for i := range d.ByLevel(2, 4, 6) {
		at := begin.Add(time.Duration(d.Between(1, span-1)) * time.Minute)
		if id := job("", system, at, true); i == 0 {
			retired = id
		}
	}
	d.Set("retired", retired)
	d.Set("retired_on", d.Day(1))
	job(synth.JustEnough, system, begin, true)
	job(synth.OneSecond, system, end, true)
	job(synth.OneSecond, system, begin.Add(-time.Minute), true)
	job(synth.AlreadyDone, system, begin.Add(10*time.Minute), false)
	gone := job(synth.WrongKind, other, begin.Add(12*time.Minute), true)
	d.Distract(synth.Unrelated, "kb.articles", "article_id", d.ID("KB-"), "title", d.T("Job retired", "任务退役"), "category", d.T("operations", "运维"), "tags", []string{"retired"}, "status", "in force",
		"last_updated", d.Day(-d.Between(20, 40)), "views", 7, "content", d.T("Retired: "+gone+".", "已退役："+gone+"。"))
	for range d.ByLevel(0, 3, 8) {
		job(synth.Unrelated, synth.Choose(d, system, other), end.Add(time.Duration(d.Between(60, 400))*time.Minute), d.Intn(2) == 0)
	}
	d.Mix("scheduler.jobs")
	d.Mix("kb.articles")
}

func catchUpParts(d *synth.Draft) {
	d.Set("force", d.T("notice in force", "现行有效"))
	if d.Chinese() {
		d.Set("from", "不早于时段开始时刻")
		d.Set("until", "早于结束时刻")
	} else {
		d.Set("from", "at the start of the window or later")
		d.Set("until", "before its end")
	}
	d.Facts(`
		notices:
		  from: kb.articles
		  where:
		    about: {expr: '"{{.tag}}" in .tags', says: "{{.tag}}"}
		    in_force: {expr: .status == "in force", says: "{{.force}}"}
		notice: only(notices)
		begins: 'at(day(extract(notice.content, "([-0-9]{10}) [0-9:]{5} (?:to|至)")), extract(notice.content, "[-0-9]{10} ([0-9:]{5}) (?:to|至)"), "UTC")'
		ends: 'at(day(extract(notice.content, "(?:to|至) ([-0-9]{10})")), extract(notice.content, "(?:to|至) [-0-9]{10} ([0-9:]{5})"), "UTC")'
		hit:
		  from: filter(scheduler.jobs, .enabled)
		  where:
		    tagged: {expr: '"{{.tag}}" in .tags', says: "{{.tag}}"}
		    from: {expr: .next_run >= begins, says: "{{.from}}"}
		    until: {expr: .next_run < ends, says: "{{.until}}"}
		  give: {job: .job_id, name: .name, action: .action}
		retirements: {at: after, value: 'filter(kb.articles, "retired" in .tags)'}
		given_up: {at: after, value: 'map(retirements, extract(.content, "(JOB-[0-9]+)"))'}
		missed:
		  at: after
		  from: hit
		  where:
		    kept: {expr: not (.job in given_up), says: retired}
		  give: {job: .job, name: .name, action: .action}`)
	d.Checks(`
		- {id: notice-read, stage: before, read: {in: kb.articles, record: =notice.article_id, fields: [content]}}
		- {id: jobs-read, stage: before, read: {in: scheduler.jobs, each: hit, record: =it.job, fields: [next_run, tags]}}
		- {id: read-again, stage: after, read: {in: kb.articles, each: retirements, record: =it.article_id, fields: [content]}}
		- {id: off, stage: before, weight: 0.5, needs: [notice-read, jobs-read], record_updated: {in: scheduler.jobs, each: hit, record: =it.job, set: {enabled: false}}}
		- {id: planned, stage: after, weight: 0.5, needs: [off, read-again], record_created: {in: scheduler.jobs, each: missed, only: true, match: {name: {text: "=it.name + '-{{.suffix}}'"}, action: {text: =it.action}, cron_expression: "{{.cron}}", enabled: true}}}`)
	d.Forbid(`
		- {id: no-other-job, effect: {update: scheduler.jobs, except: "map(hit, .job)"}}
		- {id: only-switched, effect: {update: scheduler.jobs, beyond: [enabled]}}
		- {id: none-deleted, effect: {delete: scheduler.jobs}}
		- {id: notices-left, effect: {update: kb.articles}}`)
	d.Solution(`
		calls:
		  - kb_search: {query: "{{.tag}}"}
		  - kb_get_article: {article_id: =notice.article_id}
		  - scheduler_list_jobs: {}
		  - {each: "map(filter(scheduler.jobs, '{{.tag}}' in .tags), .job_id)", scheduler_get_job: {job_id: =it}}
		  - {each: hit, scheduler_update_job: {job_id: =it.job, enabled: false}}
		  - say: Done.
		  - stage: after
		  - kb_search: {query: retired}
		  - {each: retirements, kb_get_article: {article_id: =it.article_id}}
		  - {each: missed, scheduler_create_job: {name: "=it.name + '-{{.suffix}}'", action: =it.action, cron_expression: "{{.cron}}"}}`)
}
