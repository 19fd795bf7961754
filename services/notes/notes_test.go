package notes_test

import (
	"testing"
	"time"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/notes"
	"coworkenv.dev/coworkenv/services/servicetest"
)

const minutes = `[
	{"note_id":"N-1","title":"One","created_at":"2026-02-23T10:00:00Z","participants":["Ada","Bo"],"content":"c1","duration_minutes":45,"tags":["release"]},
	{"note_id":"N-2","title":"Two","created_at":"2026-02-24T10:00:00Z","participants":[],"content":"c2","duration_minutes":30}]`

func TestNotes(t *testing.T) {
	w := servicetest.Start(t, notes.Service(), world.Options{}, map[string]string{"notes.notes": minutes})
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "headings only", Tool: "notes_list", Args: `{"max_results":1}`,
			Want: `{"notes":[{"note_id":"N-1","title":"One","created_at":"2026-02-23T10:00:00Z","participants":["Ada","Bo"],"duration_minutes":45}],"total":1}`},
		{Name: "all", Tool: "notes_list", Shows: []string{"N-1", "N-2"}},
		{Name: "there is no other filter", Tool: "notes_list", Args: `{"tag":"release"}`, Outcome: world.Invalid},
		{Name: "get", Tool: "notes_get", Args: `{"note_id":"N-2"}`,
			Want: `{"note_id":"N-2","title":"Two","created_at":"2026-02-24T10:00:00Z","participants":[],"content":"c2","duration_minutes":30}`},
		{Name: "get nothing", Tool: "notes_get", Args: `{"note_id":"zz"}`, Outcome: world.Missing, Want: `{"error":"Note zz not found"}`},
		{Name: "share", Tool: "notes_share", Args: `{"note_id":"N-1","recipients":["ada@example.com","Bo"]}`,
			Want: `{"status":"shared","record":{"note_id":"N-1","recipients":["ada@example.com","Bo"],"timestamp":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "share nothing", Tool: "notes_share", Args: `{"note_id":"ghost","recipients":[]}`, Outcome: world.Missing, Want: `{"error":"Note ghost not found"}`},
	})
	if got := servicetest.Records(w, "notes.shares"); len(got) != 1 {
		t.Errorf("shares %v, want one", got)
	}
}

func TestListingStopsAtTen(t *testing.T) {
	w := servicetest.Start(t, notes.Service(), world.Options{}, map[string]string{"notes.notes": `[
		{"note_id":"1"},{"note_id":"2"},{"note_id":"3"},{"note_id":"4"},{"note_id":"5"},{"note_id":"6"},
		{"note_id":"7"},{"note_id":"8"},{"note_id":"9"},{"note_id":"10"},{"note_id":"11"}]`})
	e := w.Call(world.Agent, "notes_list", nil)
	if len(e.Shown) != 10 {
		t.Errorf("%d notes are listed without a limit, want 10", len(e.Shown))
	}
}

func TestWireSlicesAndSharesAnything(t *testing.T) {
	w := servicetest.StartWire(t, notes.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), map[string]string{"notes.notes": minutes})
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "a negative count drops from the end", Tool: "notes_list", Args: `{"max_results":-1}`, Shows: []string{"N-1"}},
		{Name: "none", Tool: "notes_list", Args: `{"max_results":0}`, Want: `{"notes":[],"total":0}`},
		{Name: "a note that is not there", Tool: "notes_share", Args: `{"note_id":"ghost","recipients":[]}`,
			Want: `{"status":"shared","record":{"note_id":"ghost","recipients":[],"timestamp":"2026-03-02T12:00:00+00:00"}}`},
	})
}
