// Package calendar is one calendar of events with the people who attend.
//
// Invariant: an event has one id for good, never one that was given before; there is no update,
// so moving an event means deleting it and creating another.
package calendar

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Service declares the calendar.
func Service() *world.Service {
	return &world.Service{
		Name:        "calendar",
		Title:       "Calendar",
		Doc:         "A calendar: list events by day or by attendee, create and delete them.",
		Version:     1,
		Port:        9101,
		Collections: collections(),
		Tools:       append(readTools(), writeTools()...),
		WireLoad:    shiftTimes,
		AuditKeys:   []string{"deleted", "created_events"},
	}
}

func collections() []world.Collection {
	return []world.Collection{{
		Name:  "events",
		Doc:   "Everything that stands in the calendar, whatever its status.",
		Key:   "event_id",
		NewID: "evt_%03d",
		Fields: []world.Field{
			{Name: "event_id", Type: world.ID},
			{Name: "title", Type: world.Text},
			{Name: "start_time", Type: world.Instant},
			{Name: "end_time", Type: world.Instant},
			{Name: "attendees", Type: world.Text, List: true, Doc: "names or addresses of those who take part"},
			{Name: "location", Type: world.Text},
			{Name: "recurring", Type: world.Bool, Optional: true},
			{Name: "organizer", Type: world.Text, Optional: true, Doc: "name or address; not an attendee by itself"},
			{Name: "status", Type: world.Text, Optional: true, Doc: "such as confirmed, tentative or cancelled"},
			{Name: "description", Type: world.Text, Optional: true},
		},
	}}
}

// noBodyDate is the day that the benchmark lists when a request has no body at all.
const noBodyDate = "2026-03-02"

func readTools() []world.Tool {
	return []world.Tool{{
		Name:         "calendar_list_events",
		Doc:          "List the events that start on a day or on the days from it on, by start. A day runs from midnight to midnight in your own time zone.",
		Act:          world.Reading,
		Route:        "/calendar/events",
		BodyOptional: true,
		Params: []world.Param{
			{Name: "date", Type: world.Day, Required: true, NoBody: noBodyDate, Doc: "The first day."},
			{Name: "days", Type: world.Int, Default: value.Int(1), Min: 1, Max: 3660, Doc: "How many days to list."},
		},
		Reads:  []world.Read{{Collection: "events", Filters: map[string]string{"date": "start_time"}}},
		Handle: list,
	}, {
		Name:   "calendar_get_event",
		Doc:    "Read one event.",
		Act:    world.Reading,
		Route:  "/calendar/events/get",
		Params: []world.Param{{Name: "event_id", Type: world.ID, Required: true, Ref: "calendar.events", Doc: "The event's id."}},
		Reads:  []world.Read{{Collection: "events", Key: "event_id"}},
		Handle: get,
	}, {
		Name:  "calendar_get_user_events",
		Doc:   "List the events of one person that start on a day, by start. A day runs from midnight to midnight in your own time zone.",
		Act:   world.Reading,
		Route: "/calendar/user_events",
		Params: []world.Param{
			{Name: "user", Type: world.Text, Required: true, Doc: "The person as written among the attendees, or a part of it; letter case counts."},
			{Name: "date", Type: world.Day, Required: true, Doc: "The day."},
		},
		Reads: []world.Read{{
			Collection: "events",
			Filters:    map[string]string{"date": "start_time"},
			Search:     map[string]string{"user": "attendees"},
		}},
		Handle: listOfUser,
	}}
}

func writeTools() []world.Tool {
	return []world.Tool{{
		Name:  "calendar_create_event",
		Doc:   "Put an event into the calendar. Times without an offset are taken in your own time zone.",
		Act:   world.Create,
		Route: "/calendar/events/create",
		Params: []world.Param{
			{Name: "title", Type: world.Text, Required: true, Doc: "What it is about."},
			{Name: "start_time", Type: world.Instant, Required: true, Doc: "When it begins."},
			{Name: "end_time", Type: world.Instant, Required: true, Doc: "When it ends, not before it begins."},
			{Name: "attendees", Type: world.Text, List: true, Default: []any{}, Doc: "Who takes part, addresses where they are known."},
			{Name: "location", Type: world.Text, Default: "", Doc: "Where."},
		},
		Effects: []world.Effect{{
			Op:         world.Created,
			Collection: "events",
			Fields: map[string]string{
				"title": "title", "start_time": "start_time", "end_time": "end_time",
				"attendees": "attendees", "location": "location",
			},
			Const:    map[string]any{"recurring": false},
			Computed: []string{"event_id"},
		}},
		Audit:  &world.AuditSpec{Key: "created_events"},
		Handle: create,
	}, {
		Name:    "calendar_delete_event",
		Doc:     "Take an event out of the calendar for good.",
		Act:     world.Delete,
		Route:   "/calendar/events/delete",
		Params:  []world.Param{{Name: "event_id", Type: world.ID, Required: true, Ref: "calendar.events", Doc: "The event's id."}},
		Reads:   []world.Read{{Collection: "events", Key: "event_id"}},
		Effects: []world.Effect{{Op: world.Deleted, Collection: "events", Key: "event_id"}},
		Audit:   &world.AuditSpec{Key: "deleted"},
		Handle:  remove,
	}}
}
