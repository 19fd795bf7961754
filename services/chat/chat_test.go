package chat_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/chat"
	"coworkenv.dev/coworkenv/services/servicetest"
)

var office = map[string]string{
	"chat.people": `[
		{"handle":"kim","name":"Kim Oduya","email":"kim.oduya@northwind.test","title":"Accountant"},
		{"handle":"ana","name":"Ana Ruiz","email":"ana@northwind.test","title":"Buyer"},
		{"handle":"ana.b","name":"Ana Berg","title":"Lawyer"}]`,
	"chat.channels": `[
		{"channel_id":"CH-1","name":"finance","topic":"Month end","private":false,"members":["kim","ana"]},
		{"channel_id":"CH-2","name":"legal","topic":"Contracts","private":true,"members":["ana.b"]},
		{"channel_id":"CH-3","name":"old","topic":"Moved","private":false,"members":["kim"],"archived":true},
		{"channel_id":"CH-4","name":"sales","topic":"Finance of deals","private":false,"members":["ana"]}]`,
	"chat.messages": `[
		{"message_id":"MSG-2","channel_id":"CH-1","thread_id":"MSG-1","author":"kim","text":"Done.","sent_at":"2026-03-14T09:00:00Z"},
		{"message_id":"MSG-1","channel_id":"CH-1","author":"ana","text":"Budget draft is up","sent_at":"2026-03-13T09:00:00Z"},
		{"message_id":"MSG-5","channel_id":"CH-1","author":"ana","text":"Lunch?","sent_at":"2026-03-16T10:30:00+02:00"},
		{"message_id":"MSG-8","channel_id":"CH-2","author":"ana.b","text":"The budget is secret","sent_at":"2026-03-15T09:00:00Z"}]`,
	"chat.direct_messages": `[
		{"message_id":"DM-1","from":"ana","to":"kim","text":"Psst","sent_at":"2026-03-15T08:00:00Z"},
		{"message_id":"DM-2","from":"ana","to":"ana.b","text":"Not yours","sent_at":"2026-03-15T09:00:00Z"},
		{"message_id":"DM-3","from":"kim","to":"ana","text":"Yes","sent_at":"2026-03-15T10:00:00Z"}]`,
	"chat.reactions": `[{"message_id":"MSG-1","person":"kim","emoji":"eyes"}]`,
}

const asKim = "Kim Oduya <KIM.oduya@northwind.test>"

func TestReading(t *testing.T) {
	w := servicetest.Start(t, chat.Service(), world.Options{As: asKim}, office)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "two people share a name", Tool: "chat_find_people", Args: `{"query":"ana"}`, Shows: []string{"ana", "ana.b"}},
		{Name: "by title", Tool: "chat_find_people", Args: `{"query":"ana lawyer"}`, Shows: []string{"ana.b"}},
		{Name: "channels of others are hidden, members too", Tool: "chat_list_channels", Args: `{"query":"month"}`,
			Want: `{"channels":[{"channel_id":"CH-1","name":"finance","topic":"Month end","private":false}],"total":1}`},
		{Name: "all channels", Tool: "chat_list_channels", Shows: []string{"CH-1", "CH-3", "CH-4"}},
		{Name: "a channel with its members", Tool: "chat_get_channel", Args: `{"channel_id":"CH-4"}`, Shows: []string{"CH-4"}},
		{Name: "a private channel is not there", Tool: "chat_get_channel", Args: `{"channel_id":"CH-2"}`, Outcome: world.Missing,
			Want: `{"error":"Channel CH-2 not found"}`},
		{Name: "messages by time", Tool: "chat_list_messages", Args: `{"channel_id":"CH-1"}`, Shows: []string{"MSG-1", "MSG-2", "MSG-5"}},
		{Name: "the newest one", Tool: "chat_list_messages", Args: `{"channel_id":"CH-1","limit":1}`, Shows: []string{"MSG-5"},
			Want: `{"messages":[{"message_id":"MSG-5","channel_id":"CH-1","author":"ana","text":"Lunch?","sent_at":"2026-03-16T10:30:00+02:00"}],"total":1,"more":true}`},
		{Name: "since, with the moment itself", Tool: "chat_list_messages", Args: `{"channel_id":"CH-1","since":"2026-03-14T09:00:00Z"}`, Shows: []string{"MSG-2", "MSG-5"}},
		{Name: "since without an offset", Tool: "chat_list_messages", Args: `{"channel_id":"CH-1","since":"2026-03-14T09:01"}`, Shows: []string{"MSG-5"}},
		{Name: "a thread from an answer", Tool: "chat_read_thread", Args: `{"message_id":"MSG-2"}`, Shows: []string{"MSG-1", "MSG-2"}},
		{Name: "a thread from its beginning", Tool: "chat_read_thread", Args: `{"message_id":"MSG-1"}`, Shows: []string{"MSG-1", "MSG-2"}},
		{Name: "no thread", Tool: "chat_read_thread", Args: `{"message_id":"MSG-5"}`, Shows: []string{"MSG-5"}},
		{Name: "a message of others", Tool: "chat_read_thread", Args: `{"message_id":"MSG-8"}`, Outcome: world.Missing},
		{Name: "search keeps to what is visible", Tool: "chat_search_messages", Args: `{"query":"BUDGET"}`, Shows: []string{"MSG-1"}},
		{Name: "search by author", Tool: "chat_search_messages", Args: `{"query":"","author":"kim"}`, Shows: []string{"MSG-2"}},
		{Name: "direct messages to and from me", Tool: "chat_list_direct_messages", Shows: []string{"DM-1", "DM-3"}},
		{Name: "with one person", Tool: "chat_list_direct_messages", Args: `{"person":"ana.b"}`, Shows: []string{}},
		{Name: "reactions", Tool: "chat_list_reactions", Args: `{"message_id":"MSG-1"}`, Shows: []string{"1"}},
	})
}

func TestWriting(t *testing.T) {
	w := servicetest.Start(t, chat.Service(), world.Options{As: asKim}, office)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "post", Tool: "chat_post_message", Args: `{"channel_id":"CH-1","text":"@ana @ana.b closing today, @here"}`,
			Want: `{"status":"posted","message":{"message_id":"MSG-005","channel_id":"CH-1","thread_id":null,"author":"kim","text":"@ana @ana.b closing today, @here","mentions":["ana","ana.b"],"broadcast":true,"sent_at":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "answer an answer", Tool: "chat_reply_in_thread", Args: `{"message_id":"MSG-2","text":"ok"}`,
			Want: `{"status":"posted","message":{"message_id":"MSG-006","channel_id":"CH-1","thread_id":"MSG-1","author":"kim","text":"ok","mentions":[],"broadcast":false,"sent_at":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "not a member", Tool: "chat_post_message", Args: `{"channel_id":"CH-4","text":"hi"}`, Outcome: world.Denied,
			Want: `{"error":"you are not a member of channel CH-4 and cannot write there"}`},
		{Name: "archived", Tool: "chat_post_message", Args: `{"channel_id":"CH-3","text":"hi"}`, Outcome: world.Conflict},
		{Name: "a private channel of others", Tool: "chat_post_message", Args: `{"channel_id":"CH-2","text":"hi"}`, Outcome: world.Missing},
		{Name: "nothing to say", Tool: "chat_post_message", Args: `{"channel_id":"CH-1","text":" \n"}`, Outcome: world.Invalid},
		{Name: "to a person", Tool: "chat_send_direct_message", Args: `{"to":"ana","text":"hi"}`,
			Want: `{"status":"sent","message":{"message_id":"DM-004","from":"kim","to":"ana","text":"hi","sent_at":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "to nobody", Tool: "chat_send_direct_message", Args: `{"to":"ann","text":"hi"}`, Outcome: world.Missing},
		{Name: "nothing to a person", Tool: "chat_send_direct_message", Args: `{"to":"ana","text":""}`, Outcome: world.Invalid},
		{Name: "react", Tool: "chat_add_reaction", Args: `{"message_id":"MSG-5","emoji":"eyes"}`,
			Want: `{"status":"added","reaction":{"message_id":"MSG-5","emoji":"eyes","person":"kim","reacted_at":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "react twice", Tool: "chat_add_reaction", Args: `{"message_id":"MSG-1","emoji":"eyes"}`, Outcome: world.Conflict},
		{Name: "react to others' message", Tool: "chat_add_reaction", Args: `{"message_id":"MSG-8","emoji":"eyes"}`, Outcome: world.Missing},
		{Name: "react with nothing", Tool: "chat_add_reaction", Args: `{"message_id":"MSG-5","emoji":""}`, Outcome: world.Invalid},
	})
	if got := len(servicetest.Records(w, "chat.messages")); got != 6 {
		t.Errorf("%d messages, want 6", got)
	}
}

// Someone who is in no list writes nowhere; where no identity is known nothing is refused.
func TestIdentities(t *testing.T) {
	stranger := servicetest.Start(t, chat.Service(), world.Options{As: "eve@example.com"}, office)
	servicetest.Play(t, stranger, []servicetest.Step{
		{Name: "stranger", Tool: "chat_post_message", Args: `{"channel_id":"CH-1","text":"x"}`, Outcome: world.Denied},
		{Name: "stranger reads open channels", Tool: "chat_list_channels", Shows: []string{"CH-1", "CH-3", "CH-4"}},
	})
	anyone := servicetest.Start(t, chat.Service(), world.Options{}, office)
	servicetest.Play(t, anyone, []servicetest.Step{
		{Name: "nobody in particular", Tool: "chat_post_message", Args: `{"channel_id":"CH-2","text":"x"}`,
			Want: `{"status":"posted","message":{"message_id":"MSG-005","channel_id":"CH-2","thread_id":null,"author":null,"text":"x","mentions":[],"broadcast":false,"sent_at":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "sees all", Tool: "chat_list_direct_messages", Args: `{"limit":2}`, Shows: []string{"DM-2", "DM-3"}},
	})
	e := anyone.Call("colleague:ana@northwind.test", "chat_post_message", []byte(`{"channel_id":"CH-1","text":"mine"}`))
	if author := e.Changes[0].After.Text("author"); author != "ana" {
		t.Errorf("a colleague's message is by %q", author)
	}
}

func TestWire(t *testing.T) {
	w := servicetest.StartWire(t, chat.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), office)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "channel of nowhere", Tool: "chat_post_message", Args: `{"channel_id":"x","text":"t"}`, Outcome: world.Missing, Want: `{"error":"Channel x not found"}`},
		{Name: "nobody", Tool: "chat_send_direct_message", Args: `{"to":"x","text":"t"}`, Outcome: world.Missing, Want: `{"error":"Person x not found"}`},
		{Name: "negative limit", Tool: "chat_list_messages", Args: `{"channel_id":"CH-1","limit":-1}`, Want: `{"messages":[],"total":0,"more":true}`},
	})
	acts := map[string]world.Act{}
	s := chat.Service()
	for i := range s.Tools {
		if s.Tools[i].Writes() {
			acts[s.Tools[i].Name] = s.Tools[i].Act
		}
	}
	want := map[string]world.Act{"chat_post_message": "post", "chat_reply_in_thread": "post", "chat_send_direct_message": "send", "chat_add_reaction": "react"}
	if diff := cmp.Diff(want, acts); diff != "" {
		t.Errorf("acts (-want +got)\n%s", diff)
	}
}
