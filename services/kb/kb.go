// Package kb is the knowledge base: articles that are searched, read and rewritten.
//
// Invariant: an update replaces an article's content and the day of its last update, nothing
// else; articles are neither created nor deleted.
package kb

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Service declares the knowledge base.
func Service() *world.Service {
	return &world.Service{
		Name:        "kb",
		Title:       "Knowledge base",
		Doc:         "A knowledge base: search articles, read them, replace their content.",
		Version:     1,
		Port:        9106,
		Collections: collections(),
		Tools:       tools(),
		AuditKeys:   []string{"updates"},
	}
}

func collections() []world.Collection {
	return []world.Collection{{
		Name: "articles",
		Doc:  "The articles.",
		Key:  "article_id",
		Fields: []world.Field{
			{Name: "article_id", Type: world.ID},
			{Name: "title", Type: world.Text},
			{Name: "category", Type: world.Text},
			{Name: "tags", Type: world.Text, List: true},
			{Name: "content", Type: world.Text},
			{Name: "last_updated", Type: world.Day, Past: true},
			{Name: "views", Type: world.Int, Doc: "how often it was read; tools do not count"},
			{Name: "author", Type: world.Text, Optional: true},
			{Name: "status", Type: world.Text, Optional: true},
			{Name: "created_at", Type: world.Instant, Optional: true, Past: true},
		},
		Views: []world.View{{
			Name:   "hit",
			Fields: []string{"article_id", "title", "category", "tags", "last_updated", "views"},
		}},
	}}
}

func tools() []world.Tool {
	return []world.Tool{{
		Name: "kb_search",
		Doc: "Find articles that share a word or two neighbouring characters with the query in title, tags or content. " +
			"Each is shown with the beginning of its content; the order says nothing about how well it fits.",
		Act:   world.Reading,
		Route: "/kb/search",
		Params: []world.Param{
			{Name: "query", Type: world.Text, Required: true, Doc: "What to look for."},
			{Name: "category", Type: world.Text, Nullable: true, Doc: "Only articles of exactly this category."},
			{Name: "max_results", Type: world.Int, Default: value.Int(5), Min: 1, Max: 1000, Doc: "Show at most this many, the first ones."},
		},
		Reads: []world.Read{{
			Collection: "articles",
			View:       "hit",
			Filters:    map[string]string{"category": "category"},
			Search:     map[string]string{"query": "title"},
			Limit:      "max_results",
		}},
		Handle: search,
	}, {
		Name:   "kb_get_article",
		Doc:    "Read one article with its content.",
		Act:    world.Reading,
		Route:  "/kb/articles/get",
		Params: []world.Param{{Name: "article_id", Type: world.ID, Required: true, Ref: "kb.articles", Doc: "The article's id."}},
		Reads:  []world.Read{{Collection: "articles", Key: "article_id"}},
		Handle: get,
	}, {
		Name:  "kb_update_article",
		Doc:   "Replace the whole content of an article; the day of its last update becomes today.",
		Act:   world.Update,
		Route: "/kb/articles/update",
		Params: []world.Param{
			{Name: "article_id", Type: world.ID, Required: true, Ref: "kb.articles", Doc: "The article's id."},
			{Name: "content", Type: world.Text, Required: true, Doc: "The new content."},
		},
		Effects: []world.Effect{{
			Op:         world.Updated,
			Collection: "articles",
			Key:        "article_id",
			Fields:     map[string]string{"content": "content"},
			Computed:   []string{"last_updated"},
		}},
		Audit:  &world.AuditSpec{Key: "updates", Entry: auditedUpdate},
		Handle: update,
	}}
}
