package kb

import (
	"time"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func search(tx *world.Tx, in world.Args, out *world.Reply) error {
	query, category := newQuery(in.Text("query")), in.Text("category")
	found := tx.Select("articles", func(r *world.Record) bool {
		return (category == "" || r.Text("category") == category) && query.meets(r)
	})
	found = in.Page(found, "max_results")
	hits := make([]any, len(found))
	for i, r := range found {
		hits[i] = hit(r, out)
	}
	out.Value("articles", hits)
	out.Int("total", len(found))
	return nil
}

// snippetLength is how many characters of the content a hit shows.
const snippetLength = 150

// hit renders an article as a search result and notes what of it is shown: the content too,
// where the snippet holds all of it.
func hit(r *world.Record, out *world.Reply) *value.Object {
	o := value.Obj()
	shown := []string{"article_id", "title", "category", "tags", "last_updated", "views"}
	for _, name := range shown {
		v, _ := r.Get(name)
		o.Set(name, v)
	}
	snippet, whole := beginning(r.Text("content"), snippetLength)
	if whole {
		shown = append(shown, "content")
	}
	o.Set("snippet", snippet+"...")
	out.Show(r, shown...)
	return o
}

// beginning returns the first n characters and whether that is all of the text.
func beginning(text string, n int) (string, bool) {
	for i := range text {
		if n == 0 {
			return text[:i], false
		}
		n--
	}
	return text, true
}

func get(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("articles", in.Text("article_id"))
	if !ok {
		return world.NotFound("Article", in.Text("article_id"))
	}
	out.Whole(r)
	return nil
}

func update(tx *world.Tx, in world.Args, out *world.Reply) error {
	id := in.Text("article_id")
	r, ok := tx.Get("articles", id)
	if !ok {
		return world.NotFound("Article", id)
	}
	today := tx.Now().In(tx.Zone()).Format(time.DateOnly)
	tx.Update(r, append(in.Members("content"), value.Member{Name: "last_updated", Value: today})...)
	out.Text("status", "updated")
	out.Text("article_id", id)
	return nil
}

// auditedUpdate is what the wire audit lists of an update: not the content.
func auditedUpdate(e *world.Entry) []byte {
	return value.Append(nil, value.Obj(
		value.Member{Name: "article_id", Value: e.Args.Text("article_id")},
		value.Member{Name: "timestamp", Value: world.Timestamp(e.Now)},
	))
}
