package calendar_test

import (
	"strings"
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/calendar"
	"coworkenv.dev/coworkenv/services/servicetest"
)

const events = `[
	{"event_id":"evt_003","title":"Late","start_time":"2026-03-17T15:30:00Z","end_time":"2026-03-17T16:00:00Z","attendees":["Mike Li"],"location":""},
	{"event_id":"evt_004","title":"Early","start_time":"2026-03-17T00:00:00+08:00","end_time":"2026-03-17T01:00:00+08:00","attendees":["mike@example.com","Ada"],"location":"A","status":"cancelled"},
	{"event_id":"evt_005","title":"Next day","start_time":"2026-03-17T16:00:00Z","end_time":"2026-03-17T17:00:00Z","attendees":[],"location":""},
	{"event_id":"evt_006","title":"No offset","start_time":"2026-03-17T09:00:00","end_time":"2026-03-17T10:00:00","attendees":["Ada"],"organizer":"Mike Li","location":""},
	{"event_id":"evt_007","title":"Unreadable","start_time":"soon","end_time":"later","attendees":["Ada"],"location":""}]`

func office(t *testing.T) *world.World {
	zone := time.FixedZone("", 8*3600)
	return servicetest.Start(t, calendar.Service(), world.Options{Now: time.Date(2026, 3, 16, 9, 0, 0, 0, zone)}, map[string]string{"calendar.events": events})
}

func TestListingByDay(t *testing.T) {
	servicetest.Play(t, office(t), []servicetest.Step{
		{Name: "a day of the world's zone, by instant", Tool: "calendar_list_events", Args: `{"date":"2026-03-17"}`, Shows: []string{"evt_004", "evt_006", "evt_003"}},
		{Name: "two days", Tool: "calendar_list_events", Args: `{"date":"2026-03-17","days":2}`, Shows: []string{"evt_004", "evt_006", "evt_003", "evt_005"}},
		{Name: "an empty day", Tool: "calendar_list_events", Args: `{"date":"2026-03-16"}`, Want: `{"events":[],"total":0}`},
		{Name: "the last day there is", Tool: "calendar_list_events", Args: `{"date":"9999-12-31","days":3660}`, Want: `{"events":[],"total":0}`},
		{Name: "no day", Tool: "calendar_list_events", Args: `{"date":"2026-3-17"}`, Outcome: world.Invalid},
		{Name: "no date", Tool: "calendar_list_events", Args: `{}`, Outcome: world.Invalid},
	})
}

func TestListingByAttendee(t *testing.T) {
	servicetest.Play(t, office(t), []servicetest.Step{
		{Name: "a part of the name", Tool: "calendar_get_user_events", Args: `{"user":"Mike","date":"2026-03-17"}`, Shows: []string{"evt_003"}},
		{Name: "letter case counts", Tool: "calendar_get_user_events", Args: `{"user":"mike","date":"2026-03-17"}`, Shows: []string{"evt_004"}},
		{Name: "an organizer does not attend", Tool: "calendar_get_user_events", Args: `{"user":"Li","date":"2026-03-17"}`, Shows: []string{"evt_003"}},
		{Name: "everybody who attends", Tool: "calendar_get_user_events", Args: `{"user":"","date":"2026-03-18"}`, Want: `{"events":[],"total":0,"user":""}`},
		{Name: "nobody", Tool: "calendar_get_user_events", Args: `{"user":"Zoe","date":"2026-03-17"}`, Want: `{"events":[],"total":0,"user":"Zoe"}`},
	})
}

func TestCreatingAndDeleting(t *testing.T) {
	w := office(t)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "the next number is taken", Tool: "calendar_create_event", Args: `{"title":"One","start_time":"2026-03-18T10:00:00+01:00","end_time":"2026-03-18T11:00:00+01:00","attendees":["Ada"]}`,
			Want: `{"status":"created","event":{"event_id":"evt_008","title":"One","start_time":"2026-03-18T10:00:00+01:00","end_time":"2026-03-18T11:00:00+01:00","attendees":["Ada"],"location":"","recurring":false}}`},
		{Name: "a time without an offset gets the world's", Tool: "calendar_create_event", Args: `{"title":"Two","start_time":"2026-03-18T10:00","end_time":"2026-03-18T10:00:00"}`,
			Want: `{"status":"created","event":{"event_id":"evt_009","title":"Two","start_time":"2026-03-18T10:00:00+08:00","end_time":"2026-03-18T10:00:00+08:00","attendees":[],"location":"","recurring":false}}`},
		{Name: "lists still work", Tool: "calendar_list_events", Args: `{"date":"2026-03-18"}`, Shows: []string{"evt_005", "evt_009", "evt_008"}},
		{Name: "an end before the start", Tool: "calendar_create_event", Args: `{"title":"Three","start_time":"2026-03-18T10:00:00Z","end_time":"2026-03-18T17:59:00+08:00"}`, Outcome: world.Invalid,
			Want: `{"error":"end_time 2026-03-18T17:59:00+08:00 is before start_time 2026-03-18T10:00:00Z"}`},
		{Name: "no time", Tool: "calendar_create_event", Args: `{"title":"Four","start_time":"tomorrow at three","end_time":"x"}`, Outcome: world.Invalid},
		{Name: "delete", Tool: "calendar_delete_event", Args: `{"event_id":"evt_009"}`, Shows: []string{"evt_009"}},
		{Name: "delete again", Tool: "calendar_delete_event", Args: `{"event_id":"evt_009"}`, Outcome: world.Missing, Want: `{"error":"Event evt_009 not found"}`},
		{Name: "an id is not given twice", Tool: "calendar_create_event", Args: `{"title":"Five","start_time":"2026-03-19T10:00:00Z","end_time":"2026-03-19T11:00:00Z"}`, Shows: []string{"evt_010"}},
		{Name: "get", Tool: "calendar_get_event", Args: `{"event_id":"evt_007"}`, Shows: []string{"evt_007"}},
		{Name: "get nothing", Tool: "calendar_get_event", Args: `{"event_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Event x not found"}`},
	})
	if got := len(servicetest.Records(w, "calendar.events")); got != 7 {
		t.Errorf("the calendar holds %d events, want 7: a refused one is undone", got)
	}
}

func TestWireProfile(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	w := servicetest.StartWire(t, calendar.Service(), now, map[string]string{"calendar.events": `[
		{"event_id":"evt_402","title":"B","start_time":"2026-03-04T15:00:00+08:00","end_time":"2026-03-04T17:00:00+08:00","attendees":[]},
		{"event_id":"evt_401","title":"A","start_time":"2026-03-03T09:30:20+08:00","end_time":"2026-03-03T10:00:20+08:00","attendees":["Mike Li"]}]`})
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "no body lists the benchmark's day", Tool: "calendar_list_events", Want: `{"events":[],"total":0}`},
		{Name: "the earliest is tomorrow at its wall time, eight hours late", Tool: "calendar_get_event", Args: `{"event_id":"evt_401"}`,
			Want: `{"event_id":"evt_401","title":"A","start_time":"2026-03-03T17:30:00Z","end_time":"2026-03-03T18:00:00Z","attendees":["Mike Li"]}`},
		{Name: "the others move with it", Tool: "calendar_list_events", Args: `{"date":"2026-3- 4"}`, Shows: []string{"evt_402"}},
		{Name: "no days", Tool: "calendar_list_events", Args: `{"date":"2026-03-03","days":-1}`, Want: `{"events":[],"total":0}`},
		{Name: "days without end", Tool: "calendar_list_events", Args: `{"date":"2026-03-03","days":1000000000}`, Shows: []string{"evt_401", "evt_402"}},
		{Name: "no date", Tool: "calendar_list_events", Args: `{"date":"2026/03/03"}`, Outcome: world.Invalid, Want: `{"error":"Invalid date format: 2026/03/03"}`},
		{Name: "no day", Tool: "calendar_get_user_events", Args: `{"user":"x","date":"2026-02-30"}`, Outcome: world.Invalid, Want: `{"error":"Invalid date format: 2026-02-30"}`},
		{Name: "times are kept as sent", Tool: "calendar_create_event", Args: `{"title":"C","start_time":"2026-03-10T15:00:00","end_time":"x"}`,
			Want: `{"status":"created","event":{"event_id":"evt_003","title":"C","start_time":"2026-03-10T15:00:00","end_time":"x","attendees":[],"location":"","recurring":false}}`},
		{Name: "what is no time is on no day", Tool: "calendar_create_event", Args: `{"title":"D","start_time":"not a date","end_time":"z"}`},
		{Name: "and poisons nothing", Tool: "calendar_list_events", Args: `{"date":"2026-03-10"}`, Shows: []string{"evt_003"}},
		{Name: "order is that of the text", Tool: "calendar_create_event", Args: `{"title":"E","start_time":"2026-03-10T14:00:00-05:00","end_time":"z"}`},
		{Name: "so 19:00 UTC comes first", Tool: "calendar_list_events", Args: `{"date":"2026-03-10"}`, Shows: []string{"evt_005", "evt_003"}},
	})
}

func TestUnreadableTimeIsAnErrorAtLoad(t *testing.T) {
	for _, field := range []string{"start_time", "end_time"} {
		record := `{"event_id":"e7","start_time":"2026-03-03T09:00:00Z","end_time":"2026-03-03T10:00:00Z"}`
		text := strings.Replace(record, `"`+field+`":"2026`, `"`+field+`":"x2026`, 1)
		image, err := world.NewImage(world.Seed{
			Services: []*world.Service{calendar.Service()},
			Records:  servicetest.Parse(t, map[string]string{"calendar.events": "[" + text + "]"}),
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err = image.LoadWire(world.WireClock{Now: time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)}); err == nil || !strings.Contains(err.Error(), "e7: cannot read the "+field) {
			t.Errorf("%s: error %v, want one that names the event and the field", field, err)
		}
	}
}
