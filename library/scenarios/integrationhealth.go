package scenarios

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// integrationHealth: the active connections of one vendor kind get the status that the runbook
// in force gives them. Its predecessor, still on file, has other limits.
func integrationHealth() *synth.Scenario {
	return &synth.Scenario{
		Name: "integration-health", Version: 3, Family: task.Triage, Title: "Status of integrations by the runbook",
		Capabilities: []string{"policy_lookup", "policy_application", "superseded_source", "cross_service_join", "per_item_decision", "leave_alone"},
		Services:     []string{"config", "kb", "rss"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildIntegrationHealth,
	}
}

// healthLimits are the numbers of a runbook: shares of failing calls in percent, hours.
type healthLimits struct{ down, weak, hours int }

func buildIntegrationHealth(d *synth.Draft) {
	l := healthLimits{synth.Choose(d, 20, 25, 30), synth.Choose(d, 3, 5, 8), 24 * d.Between(5, 14)}
	kinds := []string{"shipping", "payment", "messaging", "accounting"}
	kind := synth.Choose(d, kinds...)
	d.Set("kind", kind)
	d.Set("down", fmt.Sprintf("0.%02d", l.down))
	d.Set("weak", fmt.Sprintf("0.%02d", l.weak))
	d.Set("hours", l.hours)
	reasons := d.Intn(2) == 0
	d.Set("report", d.T("At the end list those that have become inactive.", "最后列出变为 inactive 的集成。"))
	if reasons {
		d.Set("report", d.T("At the end tell me which you changed and why: errors, stale or unused.", "最后告诉我改了哪些，原因是 errors、stale 还是 unused。"))
	}
	d.Title("Health of the {{.kind}} integrations", "{{.kind}} 类集成的健康检查")
	d.Say([]string{
		"Please check our active {{.kind}} integrations against the runbook on integration health in the knowledge base (the one in force) and set the status of those that should no longer count as active. Healthy ones stay active, other kinds are not ours to check.{{.spare}} {{.report}}",
		"The monthly health check is due. Go through every active integration of the service kind {{.kind}} and apply the current runbook on integration health from the knowledge base: whatever fails it gets the status that the runbook prescribes.{{.spare}} Notes and everything else remain untouched. {{.report}}",
		"Could you do the {{.kind}} round? Take the active integrations of that kind, apply the runbook on integration health that is valid now, and change the status where it says so. Don't notify anyone.{{.spare}} {{.report}}",
		"Monthly housekeeping: which of our active {{.kind}} integrations no longer deserve that status? The integration health runbook in the knowledge base (the one in force) tells; set the status it prescribes and leave healthy ones alone.{{.spare}} {{.report}}",
	}, []string{
		"请按知识库里现行的集成健康手册检查我们 active 状态的 {{.kind}} 类集成，不再算 active 的改成手册规定的状态；健康的保持不变，其他类别不用管。{{.spare}}{{.report}}",
		"又到了每月的健康检查：逐个核对 {{.kind}} 类、状态为 active 的集成，照知识库现行的集成健康手册更新状态，备注等其他内容不要动，也不要通知任何人。{{.spare}}{{.report}}",
		"{{.kind}} 类集成该做月检了：目前 active 的，对照知识库现行的集成健康手册，不达标的把状态改成手册要求的，达标的不动，也别发通知。{{.spare}}{{.report}}",
	})
	back := synth.Choose(d, 24, 48, 72)
	d.Set("back", back)
	d.Set("feed", d.T("Status Wire", "厂商状态快讯"))
	recent := fmt.Sprintf(d.T("within the last %d hours", "最近%d小时内"), back)
	d.Set("recent", recent)
	d.Set("spare", d.T(synth.Choose(d, " Where the vendor has reported an outage in the feed Status Wire (category outages) "+recent+", leave the integration as it is.", " An integration whose vendor announced an outage in Status Wire, category outages, "+recent+" keeps its status for now."),
		synth.Choose(d, "厂商"+recent+"在“厂商状态快讯”的 outages 分类里报过故障的，先保持原状。", "如果厂商"+recent+"在“厂商状态快讯”（outages 分类）发过故障通报，这个集成先不动。")))
	healthRunbooks(d, l)
	healthRecords(d, l, kind, otherThan(d, kinds, kind), back)
	healthParts(d, reasons)
	done := work{ids: "map(failing, .integration)", what: "integrations whose status you changed", chinese: "改了状态的集成", needs: "statuses"}
	done.perhaps(d,
		func(d *synth.Draft) { done.log(d, "Integration checks", "集成巡检记录") },
		func(d *synth.Draft) { done.remind(d, "Call the vendors", "联系厂商") })
}

func healthRunbooks(d *synth.Draft, l healthLimits) {
	text := d.T("Go through the rules from top to bottom; the first that fits decides. 1. Error rate of %d percent or more: status error (reason errors). 2. Not verified for more than %d hours: status inactive (reason stale). 3. No calls in the month: status inactive (reason unused). 4. Error rate of %d percent or more: status degraded (reason errors). Whatever fits none of them stays active.",
		"自上而下逐条对照，以第一条符合的为准。一、错误率达到百分之%d：状态改为 error（原因 errors）。二、超过%d小时没有验证：状态改为 inactive（原因 stale）。三、当月没有调用：状态改为 inactive（原因 unused）。四、错误率达到百分之%d：状态改为 degraded（原因 errors）。都不符合的保持 active。")
	id := d.ID("KB-")
	d.Set("runbook", id)
	title := d.T("Integration health runbook", "集成健康手册")
	d.Add("kb.articles", "article_id", id, "title", title, "category", "runbook", "tags", []string{"integration", "health"}, "content", fmt.Sprintf(text, l.down, l.hours, l.weak), "last_updated", d.Day(-d.Between(10, 60)), "views", d.Between(20, 60), "status", "in force")
	d.Distract(synth.Superseded, "kb.articles", "article_id", d.ID("KB-"), "title", title, "category", "runbook", "tags", []string{"integration", "health"}, "content", d.T("Superseded. ", "已废止。")+fmt.Sprintf(text, l.down-6, l.hours+72, l.weak+6),
		"last_updated", d.Day(-d.Between(300, 500)), "views", d.Between(200, 900), "status", "superseded")
	d.Distract(synth.Unrelated, "kb.articles", "article_id", d.ID("KB-"), "title", d.T("How to order an integration", "如何申请新集成"), "category", "howto", "tags", []string{"integration"}, "content", d.T("Write to the platform team.", "请联系平台组。"), "last_updated", d.Day(-90), "views", 12)
	d.Mix("kb.articles")
}

// healthRecords adds integrations at both sides of each limit, and such as are not to be touched.
func healthRecords(d *synth.Draft, l healthLimits, kind, other string, back int) {
	limit := d.Now().Add(-time.Duration(l.hours) * time.Hour)
	since := d.Now().Add(-time.Duration(back) * time.Hour)
	article := func(vendor, category string, at time.Time) {
		d.Add("rss.articles", "article_id", d.ID("RSS-"), "title", vendor+d.T(": calls fail", "：调用失败"), "source", d.T("Status Wire", "厂商状态快讯"), "category", category, "published_at", d.Instant(at),
			"summary", d.T("We are working on it.", "正在处理。"), "content", d.T("Calls of customers fail. We are working on it.", "客户调用失败，正在处理。"), "word_count", 9)
	}
	newsOf := map[synth.Distractor]func(vendor string){
		synth.OtherOwner: func(v string) { article(v, "outages", d.Within(since, d.Now())) },
		synth.OneSecond:  func(v string) { article(v, "outages", since.Add(-time.Second)) },
		synth.WrongKind:  func(v string) { article(v, "releases", d.Within(since, d.Now())) },
	}
	add := func(mark synth.Distractor, service, status string, percent, calls int, verified time.Time) {
		vendor := d.Company().Name
		id, name := d.ID("INT-"), vendor+d.T(synth.Choose(d, " API", " webhook", " file exchange"), synth.Choose(d, "接口", "回调", "文件交换"))
		if news := newsOf[mark]; news != nil {
			news(vendor)
		}
		fields := []any{"integration_id", id, "name", name, "service", service, "status", status, "api_key", "test_key_" + id, "last_verified", d.Instant(verified),
			"monthly_calls", calls, "error_rate", synth.Amount(percent), "notes", d.T("see contract", "见合同")}
		if mark == "" {
			d.Add("config.integrations", fields...)
		} else {
			d.Distract(mark, "config.integrations", fields...)
		}
	}
	fresh := func() time.Time { return limit.Add(time.Duration(d.Between(3600, l.hours*3600-3600)) * time.Second) }
	calls := func() int { return d.Between(40, 9000) }
	add("", kind, "active", l.down, calls(), fresh())
	add("", kind, "active", l.down+d.Between(1, 40), 0, limit.Add(-30*time.Hour)) // the first rule decides
	add("", kind, "active", 1, calls(), limit.Add(-time.Second))
	add("", kind, "active", l.weak, calls(), fresh())
	add("", kind, "active", l.down-1, calls(), fresh())
	add("", kind, "active", l.weak+1, 0, fresh())
	for i := range d.ByLevel(0, 3, 8) {
		add("", kind, "active", []int{l.weak + d.Between(0, 4), l.down + d.Between(0, 9), 1}[i%3], calls(), []time.Time{fresh(), fresh(), limit.Add(-time.Duration(d.Between(1, 400)) * time.Hour)}[i%3])
	}
	add(synth.JustEnough, kind, "active", l.weak-1, calls(), limit)
	for range d.ByLevel(1, 2, 4) {
		add(synth.Unrelated, kind, "active", 0, calls(), fresh())
	}
	add(synth.OtherOwner, kind, "active", l.down+d.Between(0, 30), calls(), fresh())
	add(synth.OneSecond, kind, "active", l.down+d.Between(0, 30), calls(), fresh())
	add(synth.WrongKind, kind, "active", l.weak+d.Between(0, 3), calls(), fresh())
	add(synth.WrongStatus, kind, "inactive", l.down+5, calls(), fresh())
	add(synth.LoudOutside, other, "active", l.down+5, calls(), fresh())
	for range d.ByLevel(0, 2, 5) {
		add(synth.Unrelated, other, synth.Choose(d, "active", "expired"), d.Between(0, 60), calls(), fresh())
	}
	d.Mix("config.integrations")
	d.Mix("rss.articles")
}

func healthParts(d *synth.Draft, reasons bool) {
	d.Facts(`
		outages: 'filter(rss.articles, .source == "{{.feed}}" and .category == "outages" and hours_since(.published_at) <= {{.back}})'
		failing:
		  from: config.integrations
		  let:
		    name: .name
		    rule: ".error_rate >= {{.down}} ? 1 : hours_since(.last_verified) > {{.hours}} ? 2 : .monthly_calls == 0 ? 3 : .error_rate >= {{.weak}} ? 4 : 5"
		  where:
		    running: {expr: .status == "active", says: active}
		    kind: {expr: .service == "{{.kind}}", says: {{.kind}}}
		    unwell: {expr: rule < 5}
		    quiet: {expr: 'none(outages, name startsWith split(.title, "{{.colon}}")[0])', says: "{{.recent}}"}
		  give: {integration: .integration_id, status: '["", "error", "inactive", "inactive", "degraded"][rule]', reason: '["", "errors", "stale", "unused", "errors"][rule]'}
		gone: map(filter(failing, .status == "inactive"), .integration)`)
	d.Set("colon", d.T(":", "："))
	d.Set("answer", "{inactive: =gone}")
	d.Answer(`
		inactive: {type: id, list: set}`)
	if reasons {
		d.Set("answer", `{changed: "=map(failing, ({integration: .integration, reason: .reason}))"}`)
		d.Answer(`
		changed: {rows: {integration: id, reason: {one_of: [errors, stale, unused]}}, key: integration}`)
	}
	d.Checks(`
		- {id: runbook-read, read: {in: kb.articles, record: {{.runbook}}, fields: [content]}}
		- {id: overview, read: {in: config.integrations, each: failing, record: =it.integration, fields: [error_rate, last_verified, monthly_calls]}}
		- {id: news-read, read: {in: rss.articles, each: outages, record: =it.article_id, fields: [title, published_at]}}
		- {id: statuses, weight: 0.6, partial: true, needs: [runbook-read, overview, news-read], record_updated: {in: config.integrations, each: failing, record: =it.integration, set: {status: =it.status}}}
		- {id: told, weight: 0.4, needs: [statuses], answer: {{.answer}}}`)
	d.Forbid(`
		- {id: leave-others, effect: {update: config.integrations, except: "map(failing, .integration)"}}
		- {id: only-status, effect: {update: config.integrations, beyond: [status]}}
		- {id: nobody-notified, effect: {create: config.notifications}}
		- {id: runbooks-left, effect: {any: kb.articles}}`)
	d.Solution(`
		calls:
		  - kb_search: {query: "` + d.T("integration health runbook", "集成健康手册") + `"}
		  - kb_get_article: {article_id: {{.runbook}}}
		  - rss_list_articles: {source: "{{.feed}}"}
		  - config_list_integrations: {status: active}
		  - {each: failing, config_update_integration: {integration_id: =it.integration, status: =it.status}}
		  - answer: {{.answer}}`)
}
