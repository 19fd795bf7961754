package web

import (
	"slices"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func search(tx *world.Tx, in world.Args, out *world.Reply) error {
	query := in.Text("query")
	found := rank(query, tx.Select("results", func(*world.Record) bool { return true }))
	out.Listing("results", in.Page(found, "max_results"), "row")
	out.Text("query", query)
	return nil
}

// rank keeps the results whose keywords share a token with the query; more shared tokens come
// first, equals stay in order.
func rank(query string, results []*world.Record) []*world.Record {
	wanted := tokens(query)
	scores := make(map[*world.Record]int, len(results))
	found := slices.DeleteFunc(results, func(r *world.Record) bool {
		scores[r] = wanted.shared(tokens(r.Texts("keywords")...))
		return scores[r] == 0
	})
	slices.SortStableFunc(found, func(a, b *world.Record) int { return scores[b] - scores[a] })
	return found
}

func fetch(tx *world.Tx, in world.Args, out *world.Reply) error {
	url := in.Text("url")
	page, ok := tx.Get("pages", url)
	if !ok {
		return unreadable(url)
	}
	status := member(page, "status_code", value.Int(200))
	if n, _ := status.(value.Number); n.Float() >= 400 {
		out.Value("status_code", status)
		out.Text("url", url)
		out.Value("error", member(page, "error", "HTTP "+string(n)))
		out.Value("content", nil)
		show(out, page, "url", "status_code", "error")
		return nil
	}
	out.Value("status_code", status)
	out.Text("url", url)
	out.Value("title", member(page, "title", ""))
	out.Value("content", member(page, "content", ""))
	out.Value("content_type", member(page, "content_type", "text/html"))
	out.Text("fetched_at", tx.Timestamp())
	show(out, page, "url", "status_code", "title", "content", "content_type")
	return nil
}

// unreadable answers for an address without a page: a success on the wire, not found for us.
func unreadable(url string) error {
	return &world.Failure{Outcome: world.Missing, Status: 200, Cause: world.NotAllowed, Body: value.Append(nil, value.Obj(
		value.Member{Name: "status_code", Value: value.Int(404)},
		value.Member{Name: "url", Value: url},
		value.Member{Name: "error", Value: "Page not found or unavailable"},
		value.Member{Name: "content"},
	))}
}

// member reads a field, or what stands for it where the page lacks it.
func member(page *world.Record, name string, missing any) any {
	if v, ok := page.Get(name); ok {
		return v
	}
	return missing
}

// show notes those of the fields as shown that the page has.
func show(out *world.Reply, page *world.Record, names ...string) {
	out.Show(page, slices.DeleteFunc(names, func(name string) bool {
		_, ok := page.Get(name)
		return !ok
	})...)
}

func notify(tx *world.Tx, in world.Args, out *world.Reply) error {
	record := append(in.Members("channel", "message", "recipients"),
		value.Member{Name: "timestamp", Value: tx.Timestamp()})
	out.Text("status", "sent")
	out.Record("record", tx.Insert("notifications", record...))
	return nil
}
