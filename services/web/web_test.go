package web_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/servicetest"
	"coworkenv.dev/coworkenv/services/web"
)

var internet = map[string]string{
	"web.results": `[
		{"url":"https://a.example.com/1","title":"Outage guide","snippet":"s1","source":"a","published_at":"2026-03-01T14:45:00Z","keywords":["CloudPay","status"]},
		{"url":"https://a.example.com/2","title":"T2","snippet":"s2","keywords":["cloudpay outage","支付宕机"]},
		{"url":"https://a.example.com/3","title":"T3","snippet":"s3","source":"c","published_at":"2026-03-01","keywords":["outage","cloudpay","status"]}]`,
	"web.pages": `[
		{"url":"https://a.example.com/1","status_code":200,"title":"T","content_type":"text/plain","content":"C"},
		{"url":"https://a.example.com/bare"},
		{"url":"https://a.example.com/down","status_code":503,"title":"T","content_type":"text/html","content":null,"error":"Try later"},
		{"url":"https://a.example.com/gone","status_code":410}]`,
}

func TestWeb(t *testing.T) {
	w := servicetest.Start(t, web.Service(), world.Options{}, internet)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "more shared words come first, equals stay in order", Tool: "web_search", Args: `{"query":"CloudPay, OUTAGE!"}`,
			Shows: []string{"https://a.example.com/2", "https://a.example.com/3", "https://a.example.com/1"}},
		{Name: "keywords are not shown, what is missing is empty", Tool: "web_search", Args: `{"query":"outage","max_results":1}`,
			Want: `{"results":[{"url":"https://a.example.com/2","title":"T2","snippet":"s2","source":"","published_at":""}],"total":1,"query":"outage"}`},
		{Name: "titles are not searched", Tool: "web_search", Args: `{"query":"guide"}`, Want: `{"results":[],"total":0,"query":"guide"}`},
		{Name: "ideographs and pairs of them", Tool: "web_search", Args: `{"query":"宕机"}`, Shows: []string{"https://a.example.com/2"}},
		{Name: "nothing", Tool: "web_search", Args: `{"query":""}`, Want: `{"results":[],"total":0,"query":""}`},
		{Name: "a page", Tool: "web_fetch", Args: `{"url":"https://a.example.com/1"}`, Shows: []string{"https://a.example.com/1"},
			Want: `{"status_code":200,"url":"https://a.example.com/1","title":"T","content":"C","content_type":"text/plain","fetched_at":"2026-03-16T09:00:00+00:00"}`},
		{Name: "a page of an address alone", Tool: "web_fetch", Args: `{"url":"https://a.example.com/bare"}`,
			Want: `{"status_code":200,"url":"https://a.example.com/bare","title":"","content":"","content_type":"text/html","fetched_at":"2026-03-16T09:00:00+00:00"}`},
		{Name: "a page that is down", Tool: "web_fetch", Args: `{"url":"https://a.example.com/down"}`,
			Want: `{"status_code":503,"url":"https://a.example.com/down","error":"Try later","content":null}`},
		{Name: "a page that is down without a word", Tool: "web_fetch", Args: `{"url":"https://a.example.com/gone"}`,
			Want: `{"status_code":410,"url":"https://a.example.com/gone","error":"HTTP 410","content":null}`},
		{Name: "a final slash is another address", Tool: "web_fetch", Args: `{"url":"https://a.example.com/1/"}`, Outcome: world.Missing,
			Want: `{"status_code":404,"url":"https://a.example.com/1/","error":"Page not found or unavailable","content":null}`},
		{Name: "notify", Tool: "send_notification", Args: `{"channel":"slack","message":"m"}`,
			Want: `{"status":"sent","record":{"channel":"slack","message":"m","recipients":[],"timestamp":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "a report is a notification", Tool: "send_notification", Args: `{"recipient":"a","subject":"s","body":"b"}`, Outcome: world.Invalid},
	})
	if got := servicetest.Records(w, "web.notifications"); len(got) != 1 {
		t.Errorf("notifications %v, want one", got)
	}
}

func TestWhatAFetchShows(t *testing.T) {
	w := servicetest.Start(t, web.Service(), world.Options{}, internet)
	for url, want := range map[string][]string{
		"https://a.example.com/1":    {"url", "status_code", "title", "content", "content_type"},
		"https://a.example.com/bare": {"url"},
		"https://a.example.com/down": {"url", "status_code", "error"},
	} {
		e := w.Call(world.Agent, "web_fetch", []byte(`{"url":"`+url+`"}`))
		if diff := cmp.Diff(want, e.Shown[0].Fields()); diff != "" {
			t.Errorf("%s shows (-want +got)\n%s", url, diff)
		}
	}
}

func TestWireAnswersUnknownPagesWith200(t *testing.T) {
	w := servicetest.StartWire(t, web.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), internet)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "a negative count drops from the end", Tool: "web_search", Args: `{"query":"cloudpay","max_results":-2}`, Shows: []string{"https://a.example.com/1"}},
		{Name: "none", Tool: "web_search", Args: `{"query":"cloudpay","max_results":0}`, Want: `{"results":[],"total":0,"query":"cloudpay"}`},
		{Name: "unknown", Tool: "web_fetch", Args: `{"url":"https://nowhere.example.com"}`, Outcome: world.Missing},
	})
	if last := w.Entries()[2]; last.Status != 200 {
		t.Errorf("an unknown page has the HTTP status %d, want 200", last.Status)
	}
}
