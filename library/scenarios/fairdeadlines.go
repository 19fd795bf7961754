package scenarios

import (
	"fmt"
	"time"

	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// fairDeadlines: trade fairs that a feed announced, with what their own pages say about
// registration. Summaries in the feed are out of date where a page was changed since.
func fairDeadlines() *synth.Scenario {
	return &synth.Scenario{
		Name: "fair-deadlines", Version: 3, Family: task.Lookup, Title: "Registration deadlines and fees of announced trade fairs",
		Capabilities: []string{"search_the_web", "cross_service_join", "time_filter", "superseded_source", "distractor_rejection"},
		Services:     []string{"rss", "web"},
		Turns:        synth.Single, Levels: []task.Difficulty{"easy", "medium", "hard"},
		Build: buildFairDeadlines,
	}
}

func buildFairDeadlines(d *synth.Draft) {
	back := d.Between(1, 4) // days
	most := 50 * d.Between(16, 40)
	d.Set("hours", back*24)
	d.Set("recent", fmt.Sprintf(d.T("within the last %d hours", "最近%d小时内"), back*24))
	strict := d.Intn(2) == 0
	d.Set("most", most)
	if strict {
		d.Set("cheap", fmt.Sprintf(d.T("less than EUR %d", "低于%d元"), most))
		d.Set("edge", "<")
	} else {
		d.Set("cheap", fmt.Sprintf(d.T("EUR %d or less", "不超过%d元"), most))
		d.Set("edge", "<=")
	}
	feed := d.T(synth.Choose(d, "Fair Calendar", "Expo Wire", "Stand and Hall"), synth.Choose(d, "展会日历", "会展快讯", "展台资讯"))
	d.Set("feed", feed)
	d.Title("Which announced fairs can still be booked", "哪些展会还能报名")
	d.Say([]string{
		"The feed {{.feed}} announced fairs {{.recent}} (category fairs). Look at the page of each one: which still take registrations (the last day of registration is today or later) and ask {{.cheap}} for a stand? I need the article id, the last day and the stand fee; the pages are right where the feed's summary says otherwise. Don't publish or send anything.",
		"Please check the category fairs of {{.feed}}, everything published {{.recent}}. Open the page that each article names, since the summaries may be out of date. List those where registration closes today or later and the stand fee is {{.cheap}}: article id, closing day, fee. Nothing goes out.",
		"Where could we still get a stand for {{.cheap}}? Only fairs that {{.feed}} reported in its category fairs {{.recent}}, and only if registration closes today or later according to the fair's own page. Article id, closing day and fee of each, please. No newsletter, no notification.",
		"Marketing wants to know which fairs we can still get into. {{.feed}} reported several in its category fairs {{.recent}}; check each fair's own page, because the feed may be behind. Keep those whose registration closes today or later and whose stand costs {{.cheap}}, and give me article id, closing day and fee. Please don't send or publish anything.",
	}, []string{
		"{{.feed}}这个订阅源{{.recent}}发布的展会（分类 fairs）里，哪些现在还能报名（报名截止日为今天或更晚）、展位费{{.cheap}}？请逐个打开展会网页核实，网页与订阅摘要不一致时以网页为准。列出文章编号、截止日和展位费。不要发布或发送任何内容。",
		"我们还能订到哪些展位费{{.cheap}}的展会？只看{{.feed}}{{.recent}}、分类为 fairs 的文章，按展会自己网页上写的报名截止日（须为今天或更晚）来判断。给我文章编号、截止日期、展位费，不用通知别人。",
		"请核对{{.feed}}{{.recent}}登载的 fairs 类文章：摘要可能已过时，要看文中展会网页。凡报名截止日为今天或更晚且展位费{{.cheap}}的，列出文章编号、截止日和费用，别对外发送。",
		"市场部想知道还赶得上哪些展会：{{.feed}}{{.recent}}发的 fairs 类文章，逐个看展会官网，报名截止日是今天或更晚、展位费{{.cheap}}的挑出来，给我文章编号、截止日和展位费就行，不用对外发什么。",
	})
	fairRecords(d, back, most, strict, feed)
	fairParts(d)
	done := work{ids: "map(fairs, .article)", all: "map(rss.articles, .article_id)", what: "the article ids of these fairs", chinese: "这些展会的文章编号", needs: "articles-read, pages-read", keeps: []string{"rss.published", "web.notifications"}}
	done.perhaps(d,
		func(d *synth.Draft) { done.file(d, "fairs") },
		func(d *synth.Draft) { done.remind(d, "Decide on the fairs", "确定参展名单") })
}

// fairRecords adds articles and the pages they name.
func fairRecords(d *synth.Draft, back, most int, strict bool, feed string) {
	limit := d.Now().Add(-time.Duration(back*24) * time.Hour)
	other := d.T("Hall Gossip", "会展八卦")
	edge := synth.Amount(most * 100)
	miss := edge
	if strict {
		edge--
	} else {
		miss++
	}
	seen := map[string]bool{}
	fair := func(mark synth.Distractor, source, category string, at time.Time, closes int, fee synth.Amount) {
		city, branch := d.City(), synth.Choose(d, d.T("Packaging", "包装"), d.T("Food", "食品"), d.T("Lighting", "照明"), d.T("Furniture", "家具"), d.T("Tools", "工具"), d.T("Printing", "印刷"))
		for seen[city+branch] {
			city = d.City()
		}
		seen[city+branch] = true
		title := fmt.Sprintf(d.T("%s fair %s", "%[2]s%[1]s展"), branch, city)
		url := fmt.Sprintf("https://fair-%d.test/stands", d.Serial("fair", 1000, 9999))
		said := synth.Amount(int(fee) + 5000*d.Between(-4, 4)) // what the feed says may be out of date
		fields := []any{"article_id", d.ID("RSS-"), "title", title, "source", source, "category", category, "published_at", d.Instant(at), "summary",
			fmt.Sprintf(d.T("Stands from EUR %s.", "展位费%s元起。"), said), "content", fmt.Sprintf(d.T("%s opens its registration. Stands from EUR %s, see %s.", "%s开放报名，展位费%s元起，详见 %s 。"), title, said, url), "word_count", 20, "url", url}
		if mark == "" {
			d.Add("rss.articles", fields...)
		} else {
			d.Distract(mark, "rss.articles", fields...)
		}
		d.Add("web.pages", "url", url, "title", title, "content", fmt.Sprintf(d.T("%s. Registration closes: %s. Stand fee: EUR %s.", "%s。报名截止：%s。展位费：%s元。"), title, d.Day(closes), fee))
		d.Add("web.results", "url", url, "title", title, "snippet", title, "keywords", []string{branch, city, d.T("fair", "展会")})
	}
	recent := func() time.Time { return limit.Add(time.Duration(d.Between(1, back*24*3600-3600)) * time.Second) }
	fee := func() synth.Amount { return edge - d.Cents(1, most/2) }
	for range d.ByLevel(2, 3, 6) {
		fair("", feed, "fairs", recent(), d.Between(1, 60), fee())
	}
	fair(synth.JustEnough, feed, "fairs", recent(), 0, fee())
	fair(synth.JustEnough, feed, "fairs", recent(), d.Between(1, 60), edge)
	fair(synth.OneDay, feed, "fairs", recent(), -1, fee())
	fair(synth.OneCent, feed, "fairs", recent(), d.Between(1, 60), miss)
	fair(synth.OneSecond, feed, "fairs", limit.Add(-time.Second), d.Between(1, 60), fee())
	fair(synth.WrongKind, feed, "awards", recent(), d.Between(1, 60), fee())
	fair(synth.OtherOwner, other, "fairs", recent(), d.Between(1, 60), fee())
	for range d.ByLevel(0, 3, 7) {
		fair(synth.Unrelated, synth.Choose(d, feed, other), "fairs", limit.Add(-time.Duration(d.Between(2, 300))*time.Hour), d.Between(-20, 40), d.Cents(most+200, most+900))
	}
	d.Mix("rss.articles")
	d.Mix("web.pages")
	d.Mix("web.results")
}

func fairParts(d *synth.Draft) {
	if d.Chinese() {
		d.Set("closes", "报名截止：([0-9-]+)")
		d.Set("fee", "展位费：([0-9.]+)元")
		d.Set("currency", "CNY")
	} else {
		d.Set("closes", "Registration closes: ([0-9-]+)")
		d.Set("fee", "Stand fee: EUR ([0-9.]+)[.]")
		d.Set("currency", "EUR")
	}
	d.Set("today", d.T("today or later", "今天或更晚"))
	d.Facts(`
		fairs:
		  from: rss.articles
		  let:
		    page: "the(web.pages, 'url', .url)"
		    closes: "day(extract(page.content, '{{.closes}}'))"
		    fee: "number(extract(page.content, '{{.fee}}'))"
		  where:
		    feed: {expr: .source == "{{.feed}}", says: "{{.feed}}"}
		    kind: {expr: .category == "fairs", says: fairs}
		    recent: {expr: "hours_since(.published_at) <= {{.hours}}", says: "{{.recent}}"}
		    bookable: {expr: closes >= day(now), says: {{.today}}}
		    cheap: {expr: "fee {{.edge}} {{.most}}", says: "{{.cheap}}"}
		  give: {article: .article_id, url: .url, closes: closes, fee: "money(fee, '{{.currency}}')"}`)
	d.Answer(`
		fairs: {rows: {article: id, closes: date, fee: money}, key: article}`)
	d.Checks(`
		- {id: articles-read, read: {in: rss.articles, each: fairs, record: =it.article, fields: [published_at]}}
		- {id: pages-read, read: {in: web.pages, each: fairs, record: =it.url, fields: [content]}}
		- {id: listed, weight: 1, needs: [articles-read, pages-read], answer: {fairs: "=map(fairs, ({article: .article, closes: .closes, fee: .fee}))"}}`)
	d.Forbid(`
		- {id: read-only, effect: {any: "*"}}`)
	d.Solution(`
		calls:
		  - rss_list_articles: {source: "{{.feed}}", category: fairs}
		  - {each: "map(filter(rss.articles, .source == '{{.feed}}' and .category == 'fairs' and hours_since(.published_at) <= {{.hours}}), .article_id)", rss_get_article: {article_id: =it}}
		  - {each: "map(filter(rss.articles, .source == '{{.feed}}' and .category == 'fairs' and hours_since(.published_at) <= {{.hours}}), .url)", web_fetch: {url: =it}}
		  - answer: {fairs: "=map(fairs, ({article: .article, closes: .closes, fee: .fee}))"}`)
}
