package kb_test

import (
	"fmt"
	"strings"
	"testing"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/kb"
	"coworkenv.dev/coworkenv/services/servicetest"
)

// BenchmarkSearch searches 20 articles of 1,500 bytes: a query that every article meets at its
// beginning, and one that none meets.
func BenchmarkSearch(b *testing.B) {
	var list []string
	for i := range 20 {
		list = append(list, fmt.Sprintf(`{"article_id":"KB-%d","title":"Policy %d","category":"IT","tags":["service"],"content":%q,"last_updated":"2026-01-15","views":3}`,
			i, i, strings.Repeat("how to reset a password ", 63)))
	}
	w := servicetest.Start(b, kb.Service(), world.Options{}, map[string]string{"kb.articles": "[" + strings.Join(list, ",") + "]"})
	for name, args := range map[string]string{"met": `{"query":"service policy","max_results":20}`, "not met": `{"query":"xyzzy 年假"}`} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w.Reset()
				w.Call(world.Agent, "kb_search", []byte(args))
			}
		})
	}
}
