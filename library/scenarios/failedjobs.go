package scenarios

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// failedJobs: failed jobs are put into lanes by a further tag. The runbook looks at the error and
// at how often it came; the tags that a job has must survive.
func failedJobs() *synth.Scenario {
	return &synth.Scenario{
		Name: "failed-jobs", Version: 3, Family: task.Triage, Title: "Sort failed jobs into lanes",
		Capabilities: []string{"classify", "policy_lookup", "time_filter", "list_then_get", "per_item_decision", "leave_alone"},
		Services:     []string{"scheduler", "kb"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildFailedJobs,
	}
}

func buildFailedJobs(d *synth.Draft) {
	hours, often := synth.Choose(d, 12, 18, 24, 36), d.Between(2, 5)
	groups := []string{"nightly", "billing", "export", "import"}
	group := synth.Choose(d, groups...)
	d.Set("hours", hours)
	d.Set("often", often)
	d.Set("group", group)
	d.Set("recent", fmt.Sprintf(d.T("within the last %d hours", "最近%d小时内"), hours))
	d.Title("Lanes for the failed {{.group}} jobs", "{{.group}} 失败任务分流")
	d.Say([]string{
		"Please sort the failed jobs with the tag {{.group}}: all that are enabled and ran {{.recent}}. Give each of them, beside the tags it has, the lane that the runbook on failed jobs in the knowledge base names: retry, access, escalate or owner. Don't switch anything on or off. In the end tell me how many went into each lane you used.",
		"Some jobs tagged {{.group}} failed. Look at the enabled ones that ran {{.recent}} and add one tag to each by the runbook on failed jobs (retry, access, escalate or owner); the tags that are there already stay. Leave all other jobs alone and report the number of jobs for each lane that occurs.",
		"Can you do the lanes for the failed {{.group}} jobs {{.recent}}? Only enabled ones count. The lane (retry, access, escalate, owner) follows from the runbook on failed jobs in the knowledge base and goes into the tags as one more. Timetables and switches stay as they are. I'd like the count for each lane that occurs.",
		"Which lane do the latest failures belong in? For every enabled job tagged {{.group}} that failed and ran {{.recent}}, look at the runbook on failed jobs in the knowledge base and add its lane (retry, access, escalate or owner) to the tags it already has. Nothing gets switched on or off. Then give me the number of jobs per lane.",
	}, []string{
		"请给带 {{.group}} 标签的失败（failed）任务分流：范围是已启用（enabled）、{{.recent}}运行过的任务。按知识库里失败任务手册，在原有标签之外给每个任务加一个分流标签（retry、access、escalate 或 owner）。不要启停任何任务。最后告诉我用到的每个分流各有几个任务。",
		"{{.group}} 标签的任务又有运行失败（failed）的。凡已启用（enabled）且{{.recent}}运行过的，对照失败任务手册各加一个标签：retry、access、escalate、owner 之一，原来的标签要保留，其他任务一概不动。做完按出现的分流报一下数量。",
		"请把{{.recent}}运行过、已启用（enabled）而上次运行失败（failed）的 {{.group}} 任务分一下流：按知识库的失败任务手册，在现有标签之外补一个 retry、access、escalate 或 owner。启停和时间表都别改，最后按分流报个数。",
	})
	d.Deny("scheduler_delete_job")
	jobRecords(d, hours, often, group, otherThan(d, groups, group))
	jobParts(d)
	done := work{ids: "map(failed, .job)", all: "map(scheduler.jobs, .job_id)", what: "the ids of the jobs that you sorted", chinese: "已分流的任务编号", needs: "sorted"}
	done.perhaps(d,
		func(d *synth.Draft) {
			done.post(d, "ops-night job-watch batch-ops", "夜班运维 任务监控 批处理")
		},
		func(d *synth.Draft) { done.tickOff(d, "Failed jobs", "失败任务分流") })
}

func jobRunbook(d *synth.Draft, often int) {
	text := d.T("A job whose error message speaks of a timeout goes to retry if it has failed %d times or fewer, else to escalate. Where permission was denied: access. Everything else: owner.",
		"错误信息提到 timeout 的：失败次数不超过%d次为 retry，更多为 escalate；提到 permission denied 的为 access；其余为 owner。")
	id := d.ID("KB-")
	d.Set("runbook", id)
	d.Add("kb.articles", "article_id", id, "title", d.T("Runbook: failed jobs", "失败任务手册"), "category", "runbook", "tags", []string{"jobs"}, "content", fmt.Sprintf(text, often)+d.T(" The lane is a tag of the job.", "分流以任务标签的形式记录。"), "last_updated", d.Day(-20), "views", 31)
	d.Distract(synth.Unrelated, "kb.articles", "article_id", d.ID("KB-"), "title", d.T("Runbook: new jobs", "新任务手册"), "category", "runbook", "tags", []string{"jobs"}, "content", d.T("New jobs get an owner and a description.", "新任务须写明负责人和说明。"), "last_updated", d.Day(-40), "views", 9)
}

// jobRecords adds jobs of every lane, at both sides of the edge, and such as are left alone.
func jobRecords(d *synth.Draft, hours, often int, group, other string) {
	jobRunbook(d, often)
	limit := d.Now().Add(-time.Duration(hours) * time.Hour)
	errors := map[string][]string{"timeout": {"timeout after 300 s", "upstream timeout"}, "access": {"permission denied on /data/in", "permission denied for role report"}, "owner": {"row 17 has no amount", "file is empty", "unknown column total"}}
	names := []string{d.T("Ledger close", "日结"), d.T("Price load", "价格导入"), d.T("Stock mirror", "库存同步"), d.T("Mail digest", "邮件汇总"), d.T("Archive", "归档")}
	job := func(mark synth.Distractor, kind string, count int, tag, status string, enabled bool, at time.Time) {
		fields := []any{"job_id", d.ID("JOB-"), "name", fmt.Sprintf("%s %d", synth.Choose(d, names...), d.Serial("job", 10, 89)), "cron_expression", fmt.Sprintf("%d %d * * *", 5*d.Intn(12), d.Intn(6)), "enabled", enabled, "last_status", status,
			"last_run", d.Instant(at), "tags", []string{tag, synth.Choose(d, "finance", "shop", "warehouse")}}
		if status == "failed" {
			fields = append(fields, "error_message", synth.Choose(d, errors[kind]...), "failure_count", count)
		}
		if mark == "" {
			d.Add("scheduler.jobs", fields...)
		} else {
			d.Distract(mark, "scheduler.jobs", fields...)
		}
	}
	fresh := func() time.Time { return limit.Add(time.Duration(d.Between(60, hours*3600-60)) * time.Second) }
	job("", "timeout", often, group, "failed", true, fresh())
	job("", "timeout", often+1, group, "failed", true, fresh())
	job("", "access", d.Between(1, 9), group, "failed", true, fresh())
	job("", "owner", d.Between(1, 9), group, "failed", true, limit)
	kinds := []string{"access", "timeout", "owner", "timeout"}
	for i := range d.ByLevel(0, 4, 9) {
		job("", kinds[i%4], []int{often - 1, often + 2}[i/2%2], group, "failed", true, fresh())
	}
	job(synth.OneSecond, "access", 2, group, "failed", true, limit.Add(-time.Second))
	job(synth.AlreadyDone, "timeout", often+4, group, "failed", false, fresh())
	job(synth.WrongKind, "owner", 1, other, "failed", true, fresh())
	job(synth.WrongStatus, "owner", 1, group, "success", true, fresh())
	for range d.ByLevel(1, 3, 7) {
		job(synth.Unrelated, "owner", 1, synth.Choose(d, other, group), synth.Choose(d, "success", "stopped"), true, fresh())
	}
	d.Mix("scheduler.jobs")
}

func jobParts(d *synth.Draft) {
	d.Facts(`
		failed:
		  from: scheduler.jobs
		  let:
		    said: .error_message ?? ""
		    lane: 'said contains "timeout" ? ((.failure_count ?? 0) <= {{.often}} ? "retry" : "escalate") : said contains "permission denied" ? "access" : "owner"'
		  where:
		    failed: {expr: .last_status == "failed", says: failed}
		    group: {expr: '"{{.group}}" in .tags', says: {{.group}}}
		    on: {expr: .enabled, says: enabled}
		    recent: {expr: "hours_since(.last_run) <= {{.hours}}", says: "{{.recent}}"}
		  give: {job: .job_id, lane: lane, tags: "concat(.tags, [lane])"}
		lanes: "map(uniq(map(failed, .lane)), let lane = #; ({lane: lane, jobs: count(failed, .lane == lane)}))"`)
	d.Answer(`
		lanes: {rows: {lane: {one_of: [retry, access, escalate, owner]}, jobs: number}, key: lane}`)
	d.Checks(`
		- {id: runbook-read, read: {in: kb.articles, record: {{.runbook}}, fields: [content]}}
		- {id: jobs-read, read: {in: scheduler.jobs, each: failed, record: =it.job, fields: [error_message, failure_count]}}
		- {id: sorted, weight: 0.7, partial: true, needs: [runbook-read, jobs-read], record_updated: {in: scheduler.jobs, each: failed, record: =it.job, set: {tags: {set_equals: {text: =it.tags}}}}}
		- {id: counted, weight: 0.3, needs: [sorted], answer: {lanes: =lanes}}`)
	d.Forbid(`
		- {id: leave-others, effect: {update: scheduler.jobs, except: "map(failed, .job)"}}
		- {id: only-tags, effect: {update: scheduler.jobs, beyond: [tags]}}
		- {id: none-made, effect: {create: scheduler.jobs}}
		- {id: runbook-left, effect: {any: kb.articles}}`)
	d.Solution(`
		calls:
		  - kb_search: {query: "` + d.T("failed jobs", "失败任务手册") + `"}
		  - kb_get_article: {article_id: {{.runbook}}}
		  - scheduler_list_jobs: {status: failed, enabled: true, tag: {{.group}}}
		  - {each: failed, scheduler_get_job: {job_id: =it.job}}
		  - {each: failed, scheduler_update_job: {job_id: =it.job, tags: =it.tags}}
		  - answer: {lanes: =lanes}`)
}
