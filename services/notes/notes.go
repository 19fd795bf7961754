// Package notes keeps the minutes of meetings and who they were shared with.
//
// Invariant: notes never change; sharing only adds a record.
package notes

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// Service declares the notes.
func Service() *world.Service {
	return &world.Service{
		Name:        "notes",
		Title:       "Meeting notes",
		Doc:         "Meeting notes: list and read them, share them with people.",
		Version:     1,
		Port:        9105,
		Collections: collections(),
		Tools:       tools(),
		AuditKeys:   []string{"shared"},
	}
}

func collections() []world.Collection {
	return []world.Collection{{
		Name: "notes",
		Doc:  "The notes.",
		Key:  "note_id",
		Fields: []world.Field{
			{Name: "note_id", Type: world.ID},
			{Name: "title", Type: world.Text},
			{Name: "created_at", Type: world.Instant, Past: true},
			{Name: "participants", Type: world.Text, List: true},
			{Name: "content", Type: world.Text},
			{Name: "duration_minutes", Type: world.Int},
			{Name: "type", Type: world.Text, Optional: true},
			{Name: "tags", Type: world.Text, List: true, Optional: true},
			{Name: "attendees", Type: world.Text, List: true, Optional: true},
		},
		Views: []world.View{{
			Name:   "heading",
			Fields: []string{"note_id", "title", "created_at", "participants", "duration_minutes"},
		}},
	}, {
		Name: "shares",
		Doc:  "Notes shared with people.",
		Fields: []world.Field{
			{Name: "note_id", Type: world.ID, Ref: "notes.notes"},
			{Name: "recipients", Type: world.Text, List: true, Doc: "names or addresses"},
			{Name: "timestamp", Type: world.Instant, Past: true, Doc: "when it was shared"},
		},
	}}
}

func tools() []world.Tool {
	return []world.Tool{{
		Name:         "notes_list",
		Doc:          "List notes without their content.",
		Act:          world.Reading,
		Route:        "/notes/list",
		BodyOptional: true,
		Params: []world.Param{
			{Name: "max_results", Type: world.Int, Default: value.Int(10), Min: 1, Max: 1000, Doc: "Show at most this many, the first ones."},
		},
		Reads:  []world.Read{{Collection: "notes", View: "heading", Limit: "max_results"}},
		Handle: list,
	}, {
		Name:   "notes_get",
		Doc:    "Read one note with its content.",
		Act:    world.Reading,
		Route:  "/notes/get",
		Params: []world.Param{{Name: "note_id", Type: world.ID, Required: true, Ref: "notes.notes", Doc: "The note's id."}},
		Reads:  []world.Read{{Collection: "notes", Key: "note_id"}},
		Handle: get,
	}, {
		Name:  "notes_share",
		Doc:   "Share a note with people at once. It cannot be taken back.",
		Act:   world.Share,
		Route: "/notes/share",
		Params: []world.Param{
			{Name: "note_id", Type: world.ID, Required: true, Ref: "notes.notes", Doc: "The note's id."},
			{Name: "recipients", Type: world.Text, List: true, Required: true, Doc: "Whom to share it with, addresses where they are known."},
		},
		Effects: []world.Effect{{
			Op:         world.Created,
			Collection: "shares",
			Fields:     map[string]string{"note_id": "note_id", "recipients": "recipients"},
			Computed:   []string{"timestamp"},
		}},
		Audit:  &world.AuditSpec{Key: "shared"},
		Handle: share,
	}}
}
