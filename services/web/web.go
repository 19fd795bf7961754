// Package web is a search engine and a browser over declared results and pages, and a sender
// of notifications. Nothing is fetched from any network.
//
// Invariant: a call of web_fetch that named an unknown page ends not_found, although its HTTP
// status is 200 and the page's own status is in the reply.
package web

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Service declares search, pages and notifications.
func Service() *world.Service {
	return &world.Service{
		Name:        "web",
		Title:       "Web",
		Doc:         "The public web: search for pages, read them, and send a notification to a channel.",
		Version:     1,
		Port:        9113,
		Collections: []world.Collection{results(), pages(), notifications()},
		Tools:       []world.Tool{searchTool(), fetchTool(), notifyTool()},
		Health:      "/web/health",
		HealthBody:  `{"status":"ok"}`,
		AuditKeys:   []string{"notifications"},
	}
}

func results() world.Collection {
	return world.Collection{
		Name: "results",
		Doc:  "What the search engine knows; a query finds a result by its keywords alone.",
		Key:  "url",
		Fields: []world.Field{
			{Name: "url", Type: world.ID},
			{Name: "title", Type: world.Text},
			{Name: "snippet", Type: world.Text},
			{Name: "source", Type: world.Text, Optional: true, Doc: "host or publisher"},
			{Name: "published_at", Type: world.Instant, Optional: true, Past: true},
			{Name: "keywords", Type: world.Text, List: true, Doc: "never shown"},
		},
		Views: []world.View{{
			Name:     "row",
			Fields:   []string{"url", "title", "snippet", "source", "published_at"},
			Defaults: map[string]any{"source": "", "published_at": ""},
		}},
	}
}

func pages() world.Collection {
	return world.Collection{
		Name: "pages",
		Doc:  "Pages that can be read.",
		Key:  "url",
		Fields: []world.Field{
			{Name: "url", Type: world.ID},
			{Name: "status_code", Type: world.Int, Optional: true, Doc: "HTTP status of the page, 200 if left out; from 400 on it cannot be read"},
			{Name: "title", Type: world.Text, Optional: true},
			{Name: "content_type", Type: world.Text, Optional: true, Doc: "text/html if left out"},
			{Name: "content", Type: world.Text, Optional: true},
			{Name: "error", Type: world.Text, Optional: true, Doc: "what a page that cannot be read says"},
		},
		Views: []world.View{{
			Name:   "page",
			Fields: []string{"status_code", "url", "title", "content", "content_type"},
			Defaults: map[string]any{
				"status_code": value.Int(200), "title": "", "content": "", "content_type": "text/html",
			},
		}},
	}
}

func notifications() world.Collection {
	return world.Collection{
		Name: "notifications",
		Doc:  "Notifications that were sent.",
		Fields: []world.Field{
			{Name: "channel", Type: world.Text, Doc: "email, slack, sms or another"},
			{Name: "message", Type: world.Text},
			{Name: "recipients", Type: world.Text, List: true},
			{Name: "timestamp", Type: world.Instant, Past: true},
		},
	}
}

func searchTool() world.Tool {
	return world.Tool{
		Name: "web_search", Act: world.Reading, Route: "/web/search",
		Doc: "Searches the web; the best results come first, with title, address and a snippet. The page itself needs web_fetch.",
		Params: []world.Param{
			{Name: "query", Type: world.Text, Required: true, Doc: "search words"},
			{Name: "max_results", Type: world.Int, Default: value.Int(10), Min: 1, Max: 1000, Doc: "how many at most"},
		},
		Reads: []world.Read{{
			Collection: "results", View: "row", Limit: "max_results",
			Search: map[string]string{"query": "keywords"},
		}},
		Handle: search,
	}
}

func fetchTool() world.Tool {
	return world.Tool{
		Name: "web_fetch", Act: world.Reading, Route: "/web/fetch",
		Doc: "Reads the page at an address. status_code in the reply says whether the page was there.",
		Params: []world.Param{
			{Name: "url", Type: world.ID, Required: true, Doc: "address, exactly as found"},
			{Name: "timeout_seconds", Type: world.Int, Default: value.Int(30), Min: 1, Max: 600, Doc: "how long to wait"},
		},
		Reads:  []world.Read{{Collection: "pages", View: "page", Key: "url"}},
		Handle: fetch,
	}
}

func notifyTool() world.Tool {
	return world.Tool{
		Name: "send_notification", Aliases: []string{"send_report"}, Act: world.Send, Route: "/web/notify",
		Doc: "Sends a message to people over a channel at once.",
		Params: []world.Param{
			{Name: "channel", Type: world.Text, Required: true, Doc: "email, slack, sms or another"},
			{Name: "message", Type: world.Text, Required: true, Doc: "text of the message"},
			{Name: "recipients", Type: world.Text, List: true, Default: []any{}, Doc: "people or groups"},
		},
		Effects: []world.Effect{{
			Op: world.Created, Collection: "notifications",
			Fields:   map[string]string{"channel": "channel", "message": "message", "recipients": "recipients"},
			Computed: []string{"timestamp"},
		}},
		Audit:  &world.AuditSpec{Key: "notifications"},
		Handle: notify,
	}
}
