// Package rss is the news reader: articles that subscribed feeds delivered, and newsletters
// that are published from them.
//
// Invariant: feeds are no records; they are counted from the articles at each call.
package rss

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Service declares the news reader.
func Service() *world.Service {
	return &world.Service{
		Name:        "rss",
		Title:       "News feeds",
		Doc:         "News reader. Browse the articles of subscribed feeds and publish a newsletter.",
		Version:     1,
		Port:        9109,
		Collections: []world.Collection{articles(), published()},
		Tools:       append(reading(), publishing()),
		AuditKeys:   []string{"published"},
	}
}

func articles() world.Collection {
	return world.Collection{
		Name:  "articles",
		Doc:   "Articles that the feeds delivered.",
		Key:   "article_id",
		NewID: "rss_%03d",
		Fields: []world.Field{
			{Name: "article_id", Type: world.ID},
			{Name: "title", Type: world.Text},
			{Name: "source", Type: world.Text, Doc: "feed that delivered it"},
			{Name: "category", Type: world.Text},
			{Name: "published_at", Type: world.Instant, Past: true},
			{Name: "summary", Type: world.Text},
			{Name: "content", Type: world.Text},
			{Name: "word_count", Type: world.Int},
			{Name: "url", Type: world.Text, Optional: true},
			{Name: "tags", Type: world.Text, List: true, Optional: true},
			{Name: "relevance_tags", Type: world.Text, List: true, Optional: true},
		},
		Views: []world.View{{
			Name:   "row",
			Fields: []string{"article_id", "title", "source", "category", "published_at", "summary", "word_count"},
		}},
	}
}

func published() world.Collection {
	return world.Collection{
		Name: "published",
		Doc:  "Newsletters that went out.",
		Fields: []world.Field{
			{Name: "title", Type: world.Text},
			{Name: "content", Type: world.Text},
			{Name: "recipients", Type: world.Text, List: true, Doc: "people or groups; empty: all subscribers"},
			{Name: "timestamp", Type: world.Instant, Past: true},
		},
	}
}

func reading() []world.Tool {
	return []world.Tool{
		{
			Name: "rss_list_feeds", Act: world.Reading, Route: "/rss/feeds",
			Doc: "Lists the feeds with their categories and how many articles each delivered.",
			Params: []world.Param{
				{Name: "category", Type: world.Text, Nullable: true, Doc: "count only articles of exactly this category"},
			},
			BodyOptional: true,
			Handle:       listFeeds,
		},
		{
			Name: "rss_list_articles", Act: world.Reading, Route: "/rss/articles",
			Doc: "Lists articles with their summaries, in the order of delivery. The full text needs rss_get_article.",
			Params: []world.Param{
				{Name: "source", Type: world.Text, Nullable: true, Doc: "only articles of exactly this feed"},
				{Name: "category", Type: world.Text, Nullable: true, Doc: "only articles of exactly this category"},
				{Name: "max_results", Type: world.Int, Default: value.Int(20), Min: 1, Max: 1000, Doc: "how many at most"},
			},
			BodyOptional: true,
			Reads: []world.Read{{
				Collection: "articles", View: "row", Limit: "max_results",
				Filters: map[string]string{"source": "source", "category": "category"},
			}},
			Handle: listArticles,
		},
		{
			Name: "rss_get_article", Act: world.Reading, Route: "/rss/articles/get",
			Doc:    "Returns one article with its full text.",
			Params: []world.Param{{Name: "article_id", Type: world.ID, Required: true, Ref: "rss.articles", Doc: "id of the article"}},
			Reads:  []world.Read{{Collection: "articles", Key: "article_id"}},
			Handle: getArticle,
		},
	}
}

func publishing() world.Tool {
	return world.Tool{
		Name: "rss_publish", Act: world.Publish, Route: "/rss/publish",
		Doc: "Publishes a newsletter to the recipients at once.",
		Params: []world.Param{
			{Name: "title", Type: world.Text, Required: true, Doc: "title of the newsletter"},
			{Name: "content", Type: world.Text, Required: true, Doc: "text of the newsletter"},
			{Name: "recipients", Type: world.Text, List: true, Default: []any{}, Doc: "people or groups that get it"},
		},
		Effects: []world.Effect{{
			Op: world.Created, Collection: "published",
			Fields:   map[string]string{"title": "title", "content": "content", "recipients": "recipients"},
			Computed: []string{"timestamp"},
		}},
		Audit:  &world.AuditSpec{Key: "published"},
		Handle: publish,
	}
}
