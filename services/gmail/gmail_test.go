package gmail_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/gmail"
	"coworkenv.dev/coworkenv/services/servicetest"
)

const inbox = `[
	{"message_id":"m1","from":"ada@example.com","to":"kim@example.com","subject":"Old","body":"b1","date":"2026-03-09T08:59:59Z","labels":["INBOX"],"is_read":true},
	{"message_id":"m2","from":"ada@example.com","to":"kim@example.com","subject":"Edge","body":"b2","date":"2026-03-09T17:00:00+08:00","labels":[],"is_read":false},
	{"message_id":"m3","from":"bo@example.com","to":"kim@example.com","subject":"New","body":"b3","date":"2026-03-16T08:00:00Z","labels":["INBOX","VIP"],"is_read":false},
	{"message_id":"m4","from":"bo@example.com","to":"kim@example.com","subject":"Yesterday","body":"b4","date":"2026-03-15T10:00:00","labels":[],"is_read":false}]`

func mailbox(t *testing.T) *world.World {
	return servicetest.Start(t, gmail.Service(), world.Options{}, map[string]string{"gmail.messages": inbox})
}

func TestListing(t *testing.T) {
	servicetest.Play(t, mailbox(t), []servicetest.Step{
		{Name: "seven days back to the second, in the order of the mailbox", Tool: "gmail_list_messages", Args: `{}`, Shows: []string{"m2", "m3", "m4"}},
		{Name: "headers only", Tool: "gmail_list_messages", Args: `{"days_back":1,"max_results":1}`,
			Want: `{"messages":[{"message_id":"m3","from":"bo@example.com","subject":"New","date":"2026-03-16T08:00:00Z","is_read":false,"labels":["INBOX","VIP"]}],"total":1}`},
		{Name: "further back", Tool: "gmail_list_messages", Args: `{"days_back":8}`, Shows: []string{"m1", "m2", "m3", "m4"}},
		{Name: "no days", Tool: "gmail_list_messages", Args: `{"days_back":0}`, Outcome: world.Invalid},
		{Name: "the whole message", Tool: "gmail_get_message", Args: `{"message_id":"m2"}`,
			Want: `{"message_id":"m2","from":"ada@example.com","to":"kim@example.com","subject":"Edge","body":"b2","date":"2026-03-09T17:00:00+08:00","labels":[],"is_read":false}`},
		{Name: "reading marks nothing", Tool: "gmail_list_messages", Args: `{"days_back":8,"max_results":2}`,
			Want: `{"messages":[{"message_id":"m1","from":"ada@example.com","subject":"Old","date":"2026-03-09T08:59:59Z","is_read":true,"labels":["INBOX"]},{"message_id":"m2","from":"ada@example.com","subject":"Edge","date":"2026-03-09T17:00:00+08:00","is_read":false,"labels":[]}],"total":2}`},
		{Name: "no such message", Tool: "gmail_get_message", Args: `{"message_id":"M2"}`, Outcome: world.Missing, Want: `{"error":"Message M2 not found"}`},
	})
}

func TestSendingAndDrafting(t *testing.T) {
	w := mailbox(t)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "send", Tool: "gmail_send_message", Args: `{"to":"ada@example.com","subject":"s","body":"b"}`,
			Want: `{"status":"sent","message":{"to":"ada@example.com","subject":"s","body":"b","timestamp":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "a display name is one address", Tool: "gmail_send_message", Args: `{"to":"Ada Brook <ada@example.com>","subject":"","body":""}`},
		{Name: "two receivers are not", Tool: "gmail_send_message", Args: `{"to":"ada@example.com, bo@example.com","subject":"s","body":"b"}`, Outcome: world.Invalid},
		{Name: "a name is not", Tool: "gmail_save_draft", Args: `{"to":"Ada","subject":"s","body":"b"}`, Outcome: world.Invalid},
		{Name: "draft", Tool: "gmail_save_draft", Args: `{"to":"ada@example.com","subject":"s","body":"b"}`,
			Want: `{"status":"draft_saved","draft":{"to":"ada@example.com","subject":"s","body":"b","reply_to_message_id":null,"timestamp":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "answer", Tool: "gmail_save_draft", Args: `{"to":"ada@example.com","subject":"s","body":"b","reply_to_message_id":"m1"}`},
		{Name: "answer to nothing", Tool: "gmail_save_draft", Args: `{"to":"ada@example.com","subject":"s","body":"b","reply_to_message_id":"m9"}`, Outcome: world.Missing, Want: `{"error":"Message m9 not found"}`},
	})
	if got := len(servicetest.Records(w, "gmail.sent")); got != 2 {
		t.Errorf("%d messages were sent, want 2", got)
	}
	if got := len(servicetest.Records(w, "gmail.drafts")); got != 2 {
		t.Errorf("%d drafts were saved, want 2", got)
	}
	if got := len(servicetest.Records(w, "gmail.messages")); got != 4 {
		t.Errorf("the mailbox holds %d messages, want 4: sending does not deliver", got)
	}
}

func TestWireProfile(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 123456000, time.UTC)
	w := servicetest.StartWire(t, gmail.Service(), now, map[string]string{"gmail.messages": `[
		{"message_id":"m1","subject":"s1","from":"a","date":"2026-02-26T18:00:00+08:00","labels":[],"is_read":true},
		{"message_id":"m2","subject":"s2","from":"a","date":"2026-02-27T17:15:00+08:00","labels":[],"is_read":true},
		{"message_id":"m3","subject":"s3","from":"a","date":"2026-02-27T02:15:00.9Z","labels":[],"is_read":true}]`})
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "no body", Tool: "gmail_list_messages", Shows: []string{"m1", "m2", "m3"}},
		{Name: "the newest came a day ago, eight hours late for its offset", Tool: "gmail_list_messages", Args: `{"days_back":1}`,
			Want: `{"messages":[{"message_id":"m2","from":"a","subject":"s2","date":"2026-03-01T20:00:00Z","is_read":true,"labels":[]}],"total":1}`},
		{Name: "wall time is kept, a fraction cut", Tool: "gmail_get_message", Args: `{"message_id":"m3"}`,
			Want: `{"message_id":"m3","subject":"s3","from":"a","date":"2026-03-01T05:00:01Z","labels":[],"is_read":true}`},
		{Name: "a negative count drops from the end", Tool: "gmail_list_messages", Args: `{"days_back":365,"max_results":-1}`, Shows: []string{"m1", "m2"}},
		{Name: "days beyond the calendar", Tool: "gmail_list_messages", Args: `{"days_back":99999999999}`, Shows: []string{"m1", "m2", "m3"}},
		{Name: "days ahead", Tool: "gmail_list_messages", Args: `{"days_back":-5}`, Want: `{"messages":[],"total":0}`},
		{Name: "any receiver", Tool: "gmail_send_message", Args: `{"to":"","subject":"","body":"","cc":"x"}`,
			Want: `{"status":"sent","message":{"to":"","subject":"","body":"","timestamp":"2026-03-02T12:00:00.123456+00:00"}}`},
		{Name: "an answer to nothing", Tool: "gmail_save_draft", Args: `{"to":"a","subject":"s","body":"b","reply_to_message_id":"m9"}`},
	})
}

func TestDateShiftDoesNotDependOnTheMachine(t *testing.T) {
	records := map[string]string{"gmail.messages": `[
		{"message_id":"m1","date":"2026-01-10T09:00:00+01:00"},
		{"message_id":"m2","date":"2026-02-10T09:00:00"}]`}
	now := time.Date(2026, 7, 2, 12, 0, 0, 0, time.UTC) // summer time, where the machine has one
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	var got [][]string
	before := time.Local
	t.Cleanup(func() { time.Local = before })
	for _, zone := range []*time.Location{time.UTC, berlin} {
		time.Local = zone
		got = append(got, servicetest.Records(servicetest.StartWire(t, gmail.Service(), now, records), "gmail.messages"))
	}
	want := []string{
		`{"message_id":"m1","date":"2026-05-31T12:00:00Z"}`,
		`{"message_id":"m2","date":"2026-07-01T12:00:00Z"}`,
	}
	for i := range got {
		if diff := cmp.Diff(want, got[i]); diff != "" {
			t.Errorf("machine %d (-want +got)\n%s", i, diff)
		}
	}
}

func TestUnreadableDateIsAnErrorAtLoad(t *testing.T) {
	image, err := world.NewImage(world.Seed{
		Services: []*world.Service{gmail.Service()},
		Records:  servicetest.Parse(t, map[string]string{"gmail.messages": `[{"message_id":"m7","date":"soon"}]`}),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = image.LoadWire(world.WireClock{Now: time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)}); err == nil || !strings.Contains(err.Error(), "m7") {
		t.Errorf("error %v, want one that names the message", err)
	}
}
