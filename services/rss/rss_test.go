package rss_test

import (
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/rss"
	"coworkenv.dev/coworkenv/services/servicetest"
)

var news = map[string]string{"rss.articles": `[
	{"article_id":"r1","title":"One","source":"Daily","category":"tech","published_at":"2026-02-27T08:00:00Z","summary":"s1","content":"c1","word_count":10,"tags":["AI"]},
	{"article_id":"r2","title":"Two","source":"Weekly","category":"market","published_at":"2026-02-26T08:00:00Z","summary":"s2","content":"c2","word_count":20},
	{"article_id":"r3","title":"Three","source":"Daily","category":"cloud","published_at":"2026-02-28T08:00:00Z","summary":"s3","content":"c3","word_count":30},
	{"article_id":"r4","title":"Four","source":"Daily","category":"tech","published_at":"2026-02-28T09:00:00Z","summary":"s4","content":"c4","word_count":40}]`}

func TestReading(t *testing.T) {
	w := servicetest.Start(t, rss.Service(), world.Options{}, news)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "feeds in the order of their first article, categories sorted; they show no article", Tool: "rss_list_feeds", Shows: []string{},
			Want: `{"feeds":[{"source":"Daily","categories":["cloud","tech"],"article_count":3},{"source":"Weekly","categories":["market"],"article_count":1}],"total":2}`},
		{Name: "feeds of a category count that one alone", Tool: "rss_list_feeds", Args: `{"category":"tech"}`,
			Want: `{"feeds":[{"source":"Daily","categories":["tech"],"article_count":2}],"total":1}`},
		{Name: "no feed", Tool: "rss_list_feeds", Args: `{"category":"Tech"}`, Want: `{"feeds":[],"total":0}`},
		{Name: "articles in the order of delivery", Tool: "rss_list_articles", Shows: []string{"r1", "r2", "r3", "r4"}},
		{Name: "a row leaves the content out", Tool: "rss_list_articles", Args: `{"source":"Daily","category":"tech","max_results":1}`,
			Want: `{"articles":[{"article_id":"r1","title":"One","source":"Daily","category":"tech","published_at":"2026-02-27T08:00:00Z","summary":"s1","word_count":10}],"total":1}`},
		{Name: "the filter is called source", Tool: "rss_list_articles", Args: `{"feed_name":"Daily"}`, Outcome: world.Invalid},
		{Name: "no count below one", Tool: "rss_list_articles", Args: `{"max_results":-1}`, Outcome: world.Invalid},
		{Name: "get", Tool: "rss_get_article", Args: `{"article_id":"r1"}`, Shows: []string{"r1"},
			Want: `{"article_id":"r1","title":"One","source":"Daily","category":"tech","published_at":"2026-02-27T08:00:00Z","summary":"s1","content":"c1","word_count":10,"tags":["AI"]}`},
		{Name: "get nothing", Tool: "rss_get_article", Args: `{"article_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Article x not found"}`},
		{Name: "publish to all", Tool: "rss_publish", Args: `{"title":"T","content":"C"}`,
			Want: `{"status":"published","record":{"title":"T","content":"C","recipients":[],"timestamp":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "publish to some", Tool: "rss_publish", Args: `{"title":"T","content":"C","recipients":["team@example.com","board"]}`,
			Want: `{"status":"published","record":{"title":"T","content":"C","recipients":["team@example.com","board"],"timestamp":"2026-03-16T09:00:00+00:00"}}`},
	})
	if got := servicetest.Records(w, "rss.published"); len(got) != 2 {
		t.Errorf("published %v, want two", got)
	}
}

func TestWireSlices(t *testing.T) {
	w := servicetest.StartWire(t, rss.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), news)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "a negative count drops from the end", Tool: "rss_list_articles", Args: `{"max_results":-1}`, Shows: []string{"r1", "r2", "r3"}},
		{Name: "none", Tool: "rss_list_articles", Args: `{"max_results":0}`, Want: `{"articles":[],"total":0}`},
		{Name: "unknown filters are dropped", Tool: "rss_list_articles", Args: `{"feed_name":"Weekly"}`, Shows: []string{"r1", "r2", "r3", "r4"}},
		{Name: "recipients are not nullable", Tool: "rss_publish", Args: `{"title":"T","content":"C","recipients":null}`, Outcome: world.Invalid},
	})
}
