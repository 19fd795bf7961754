package kb_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/kb"
	"coworkenv.dev/coworkenv/services/servicetest"
)

func base(t *testing.T, contents ...string) *world.World {
	var b strings.Builder
	for i, content := range contents {
		text, err := json.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, `,{"article_id":"KB-%d","title":"T%d","category":"IT","tags":["q7"],"content":%s,"last_updated":"2026-01-15","views":3}`, i+1, i+1, text)
	}
	zone := time.FixedZone("", 8*3600)
	return servicetest.Start(t, kb.Service(), world.Options{Now: time.Date(2026, 3, 16, 2, 0, 0, 0, zone)},
		map[string]string{"kb.articles": "[" + b.String()[1:] + "]"})
}

// TestSearchTokens: an article is found when it shares a word, a pair of neighbouring
// characters or a single CJK character with the query.
func TestSearchTokens(t *testing.T) {
	tests := []struct {
		name, query, content string
		found                bool
	}{
		{"a word", "vpn", "The VPN guide", true},
		{"a word with its punctuation", "guide", "guide.", true}, // by its pairs
		{"a pair inside words", "xanadu", "banana", true},        // "an"
		{"no pair in common", "zyx", "banana", false},
		{"a pair across a blank", "e m", "the man", true}, // "e "
		{"a pair of two blanks counts for nothing", "z  z", "a  b", false},
		{"pairs ignore letter case", "VPN", "vpn", true},
		{"one letter as a word", "x", "let x be", true},
		{"one letter inside a word", "x", "text", false},
		{"a tag", "q7", "none", true},
		{"one CJK character", "假", "年假制度", true},
		{"CJK characters one by one", "假年", "请假", true},
		{"no CJK character in common", "报销", "年假", false},
		{"a character beyond the CJK block, alone", "あ", "のあの", false},
		{"a pair of such", "あの", "のあの", true},
		{"nothing", "", "anything", false},
		{"blanks", "  \t", "a  \t b", false},
		{"a blank of another kind separates words", "x", "a\u00a0x\u2003b", true},
		{"a separator control does too", "x", "a\u001fx\u001cb", true},
		{"a zero-width character does not", "x", "a\u200bx", false},
	}
	for _, tt := range tests {
		args, err := json.Marshal(map[string]string{"query": tt.query})
		if err != nil {
			t.Fatal(err)
		}
		e := base(t, tt.content).Call(world.Agent, "kb_search", args)
		if e.Outcome != world.OK {
			t.Fatalf("%s: %s", tt.name, e.Body)
		}
		if found := len(e.Shown) == 1; found != tt.found {
			t.Errorf("%s: query %q in %q found: %v, want %v", tt.name, tt.query, tt.content, found, tt.found)
		}
	}
}

func TestSearchResults(t *testing.T) {
	long := strings.Repeat("长", 149) + "😀tail"
	w := base(t, "short", long, "short too")
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "in order, cut", Tool: "kb_search", Args: `{"query":"short","max_results":1}`,
			Want: `{"articles":[{"article_id":"KB-1","title":"T1","category":"IT","tags":["q7"],"last_updated":"2026-01-15","views":3,"snippet":"short..."}],"total":1}`},
		{Name: "a snippet counts characters", Tool: "kb_search", Args: `{"query":"长"}`,
			Want: `{"articles":[{"article_id":"KB-2","title":"T2","category":"IT","tags":["q7"],"last_updated":"2026-01-15","views":3,"snippet":"` + strings.Repeat("长", 149) + `😀..."}],"total":1}`},
		{Name: "the category is exact", Tool: "kb_search", Args: `{"query":"short","category":"it"}`, Want: `{"articles":[],"total":0}`},
		{Name: "an empty category is none", Tool: "kb_search", Args: `{"query":"short","category":""}`, Shows: []string{"KB-1", "KB-3"}},
	})
	entries := w.Entries()
	if short := entries[0].Shown[0]; !short.Has("content") || !short.Has("title") {
		t.Errorf("a snippet that holds the whole content shows %v", short.Fields())
	}
	if long := entries[1].Shown[0]; long.Has("content") {
		t.Errorf("a snippet that holds a part of the content shows %v", long.Fields())
	}
}

func TestSearchStopsAtFive(t *testing.T) {
	w := base(t, "aa", "aa", "aa", "aa", "aa", "aa")
	if e := w.Call(world.Agent, "kb_search", []byte(`{"query":"aa"}`)); len(e.Shown) != 5 {
		t.Errorf("%d articles are listed without a limit, want 5", len(e.Shown))
	}
}

func TestUpdate(t *testing.T) {
	w := base(t, "old", "other")
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "the reply holds no article", Tool: "kb_update_article", Args: `{"article_id":"KB-1","content":"new"}`,
			Want: `{"status":"updated","article_id":"KB-1"}`, Shows: []string{}},
		{Name: "today is the world's", Tool: "kb_get_article", Args: `{"article_id":"KB-1"}`,
			Want: `{"article_id":"KB-1","title":"T1","category":"IT","tags":["q7"],"content":"new","last_updated":"2026-03-16","views":3}`},
		{Name: "search sees it", Tool: "kb_search", Args: `{"query":"new"}`, Shows: []string{"KB-1"}},
		{Name: "nothing to update", Tool: "kb_update_article", Args: `{"article_id":"zz","content":""}`, Outcome: world.Missing, Want: `{"error":"Article zz not found"}`},
	})
	update := w.Entries()[0]
	if got, want := string(update.Ref.Audit.Entry(update)), `{"article_id":"KB-1","timestamp":"2026-03-15T18:00:00+00:00"}`; got != want {
		t.Errorf("the audit lists %s, want %s", got, want)
	}
}

func TestWireDatesUpdatesInUTC(t *testing.T) {
	zone := time.FixedZone("", 8*3600)
	w := servicetest.StartWire(t, kb.Service(), time.Date(2026, 3, 16, 2, 0, 0, 0, zone), map[string]string{
		"kb.articles": `[{"article_id":"KB-1","title":"T","category":"c","tags":[],"content":"x","last_updated":"2026-01-15","views":3}]`})
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "update", Tool: "kb_update_article", Args: `{"article_id":"KB-1","content":"y"}`},
		{Name: "get", Tool: "kb_get_article", Args: `{"article_id":"KB-1"}`,
			Want: `{"article_id":"KB-1","title":"T","category":"c","tags":[],"content":"y","last_updated":"2026-03-15","views":3}`},
	})
}

// FuzzSearch compares the search with the plain definition: the sets of tokens meet.
func FuzzSearch(f *testing.F) {
	for _, seed := range [][2]string{
		{"vpn", "VPN guide"}, {"假", "年假"}, {"a b", "c  d"}, {"\xff\xfe", "\xffx"}, {"İ", "i̇"}, {"", ""}, {"\u001cx", "x\u0085"}, {"ΑΣ", "ας"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, query, content string) {
		args, err := json.Marshal(map[string]string{"query": query})
		if err != nil || strings.Contains(query, "\x00") || len(args) > 1<<16 {
			t.Skip()
		}
		w := base(t, content)
		e := w.Call(world.Agent, "kb_search", args)
		if e.Outcome != world.OK {
			t.Fatalf("query %q: %s", query, e.Body)
		}
		r, _ := w.State().Get("kb.articles", "KB-1")
		// json.Marshal replaced what is no UTF-8, so both texts are taken as they arrived.
		want := plainMeets(e.Args.Text("query"), "T1 q7 "+r.Text("content"))
		if found := len(e.Shown) == 1; found != want {
			t.Errorf("query %q in %q found: %v, want %v", query, content, found, want)
		}
	})
}

func plainMeets(query, text string) bool {
	in := plainTokens(text)
	for token := range plainTokens(query) {
		if in[token] {
			return true
		}
	}
	return false
}

func plainTokens(text string) map[string]bool {
	out := map[string]bool{}
	blank := func(r rune) bool { return strings.TrimSpace(string(r)) == "" || r >= 0x1c && r <= 0x1f }
	for _, word := range strings.FieldsFunc(text, blank) {
		out[strings.ToLower(word)] = true
	}
	runes := []rune(text)
	for i, r := range runes {
		if i > 0 && !(blank(runes[i-1]) && blank(r)) {
			out[strings.ToLower(string(runes[i-1:i+1]))] = true
		}
		if r >= 0x4e00 && r <= 0x9fff {
			out[string(r)] = true
		}
	}
	return out
}
