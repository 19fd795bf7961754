package rss

import (
	"slices"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// feed is what the articles of one source amount to.
type feed struct {
	source     string
	categories []string // sorted, each once
	articles   int
}

func listFeeds(tx *world.Tx, in world.Args, out *world.Reply) error {
	feeds := feedsOf(tx.Select("articles", func(r *world.Record) bool { return fits(r, "category", in) }))
	list := make([]any, len(feeds))
	for i, f := range feeds {
		list[i] = f.json()
	}
	out.Value("feeds", list)
	out.Int("total", len(feeds))
	return nil
}

// feedsOf groups articles by source, in the order in which the sources first appear.
func feedsOf(articles []*world.Record) []*feed {
	var feeds []*feed
	bySource := map[string]*feed{}
	for _, r := range articles {
		f := bySource[r.Text("source")]
		if f == nil {
			f = &feed{source: r.Text("source")}
			bySource[f.source] = f
			feeds = append(feeds, f)
		}
		f.articles++
		if at, known := slices.BinarySearch(f.categories, r.Text("category")); !known {
			f.categories = slices.Insert(f.categories, at, r.Text("category"))
		}
	}
	return feeds
}

func (f *feed) json() *value.Object {
	categories := make([]any, len(f.categories))
	for i, c := range f.categories {
		categories[i] = c
	}
	return value.Obj(
		value.Member{Name: "source", Value: f.source},
		value.Member{Name: "categories", Value: categories},
		value.Member{Name: "article_count", Value: value.Int(int64(f.articles))},
	)
}

func listArticles(tx *world.Tx, in world.Args, out *world.Reply) error {
	found := tx.Select("articles", func(r *world.Record) bool {
		return fits(r, "source", in) && fits(r, "category", in)
	})
	out.Listing("articles", in.Page(found, "max_results"), "row")
	return nil
}

// fits compares a field with the filter of the same name; an empty filter fits every record.
func fits(r *world.Record, field string, in world.Args) bool {
	want := in.Text(field)
	return want == "" || r.Text(field) == want
}

func getArticle(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("articles", in.Text("article_id"))
	if !ok {
		return world.NotFound("Article", in.Text("article_id"))
	}
	out.Whole(r)
	return nil
}

func publish(tx *world.Tx, in world.Args, out *world.Reply) error {
	record := append(in.Members("title", "content", "recipients"),
		value.Member{Name: "timestamp", Value: tx.Timestamp()})
	out.Text("status", "published")
	out.Record("record", tx.Insert("published", record...))
	return nil
}
