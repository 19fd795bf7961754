package drive_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/drive"
	"coworkenv.dev/coworkenv/services/servicetest"
)

var store = map[string]string{
	"drive.folders": `[
		{"folder_id":"FLD-1","name":"Contracts","parent_id":null,"owner":"kim@northwind.test"},
		{"folder_id":"FLD-2","name":"Signed","parent_id":"FLD-1"}]`,
	"drive.files": `[
		{"file_id":"FILE-001","name":"Brandt.txt","folder_id":"FLD-1","owner":"kim@northwind.test","mime_type":"text/plain","size":12,"modified_at":"2026-03-10T09:00:00Z","version":2,"link_access":"restricted","trashed":false,"content":"Second draft"},
		{"file_id":"FILE-002","name":"Plan.md","folder_id":null,"owner":"ana@northwind.test","mime_type":"text/markdown","size":9,"modified_at":"2026-03-11T09:00:00Z","version":1,"link_access":"anyone_view","trashed":false,"content":"Q3 budget"},
		{"file_id":"FILE-003","name":"Old.txt","folder_id":"FLD-1","mime_type":"text/plain","size":6,"modified_at":"2026-01-11T09:00:00Z","version":1,"link_access":"restricted","trashed":true,"content":"Budget"}]`,
	"drive.versions":    `[{"version_id":"VER-001","file_id":"FILE-001","version":1,"modified_at":"2026-03-01T09:00:00Z","modified_by":"kim@northwind.test","size":11,"content":"First draft"}]`,
	"drive.permissions": `[{"permission_id":"PRM-001","file_id":"FILE-001","person":"ana@northwind.test","role":"viewer"}]`,
}

func TestReading(t *testing.T) {
	w := servicetest.Start(t, drive.Service(), world.Options{}, store)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "the top", Tool: "drive_list_folder", Shows: []string{"FLD-1", "FILE-002"}},
		{Name: "a folder, without the trash", Tool: "drive_list_folder", Args: `{"folder_id":"FLD-1"}`,
			Want: `{"folders":[{"folder_id":"FLD-2","name":"Signed","parent_id":"FLD-1"}],"files":[{"file_id":"FILE-001","name":"Brandt.txt","folder_id":"FLD-1","mime_type":"text/plain","size":12,"modified_at":"2026-03-10T09:00:00Z"}],"total":1}`},
		{Name: "its trash", Tool: "drive_list_folder", Args: `{"folder_id":"FLD-1","trashed":true}`, Shows: []string{"FLD-2", "FILE-003"}},
		{Name: "no folder", Tool: "drive_list_folder", Args: `{"folder_id":"FLD-9"}`, Outcome: world.Missing},
		{Name: "search looks into the text", Tool: "drive_search", Args: `{"query":"budget"}`, Shows: []string{"FILE-002"}},
		{Name: "search in the trash", Tool: "drive_search", Args: `{"query":"budget","trashed":true}`, Shows: []string{"FILE-003"}},
		{Name: "search by owner", Tool: "drive_search", Args: `{"query":"","owner":"KIM@northwind.test","mime_type":"text/plain"}`, Shows: []string{"FILE-001"}},
		{Name: "metadata has no text", Tool: "drive_get_file", Args: `{"file_id":"FILE-001"}`,
			Want: `{"file_id":"FILE-001","name":"Brandt.txt","folder_id":"FLD-1","owner":"kim@northwind.test","mime_type":"text/plain","size":12,"modified_at":"2026-03-10T09:00:00Z","version":2,"link_access":"restricted","trashed":false}`},
		{Name: "the text", Tool: "drive_read_content", Args: `{"file_id":"FILE-001"}`, Want: `{"file_id":"FILE-001","name":"Brandt.txt","version":2,"content":"Second draft"}`},
		{Name: "the present version", Tool: "drive_read_content", Args: `{"file_id":"FILE-001","version":2}`, Shows: []string{"FILE-001"}},
		{Name: "an earlier version", Tool: "drive_read_content", Args: `{"file_id":"FILE-001","version":1}`, Shows: []string{"VER-001"}},
		{Name: "a version that never was", Tool: "drive_read_content", Args: `{"file_id":"FILE-001","version":3}`, Outcome: world.Missing, Want: `{"error":"file FILE-001 has no version 3"}`},
		{Name: "versions", Tool: "drive_list_versions", Args: `{"file_id":"FILE-001"}`,
			Want: `{"versions":[{"version_id":"VER-001","file_id":"FILE-001","version":1,"modified_at":"2026-03-01T09:00:00Z","modified_by":"kim@northwind.test","size":11}],"total":1}`},
		{Name: "permissions", Tool: "drive_list_permissions", Args: `{"file_id":"FILE-001"}`, Shows: []string{"PRM-001"}},
		{Name: "no file", Tool: "drive_get_file", Args: `{"file_id":"x"}`, Outcome: world.Missing, Want: `{"error":"File x not found"}`},
	})
}

func TestContent(t *testing.T) {
	w := servicetest.Start(t, drive.Service(), world.Options{As: "kim@northwind.test"}, store)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "create", Tool: "drive_create_file", Args: `{"name":"Übung.txt","content":"äb","folder_id":"FLD-2"}`,
			Want: `{"status":"created","file":{"file_id":"FILE-004","name":"Übung.txt","folder_id":"FLD-2","owner":"kim@northwind.test","mime_type":"text/plain","size":3,"created_at":"2026-03-16T09:00:00+00:00","modified_at":"2026-03-16T09:00:00+00:00","modified_by":"kim@northwind.test","version":1,"link_access":"restricted","trashed":false,"content":"äb"}}`},
		{Name: "the name is taken", Tool: "drive_create_file", Args: `{"name":"Plan.md","content":""}`, Outcome: world.Conflict, Want: `{"error":"file FILE-002 of the same folder has this name already"}`},
		{Name: "only a file of the trash has it", Tool: "drive_create_file", Args: `{"name":"Old.txt","content":"","folder_id":"FLD-1"}`, Shows: []string{"FILE-005"}},
		{Name: "no name", Tool: "drive_create_file", Args: `{"name":" ","content":""}`, Outcome: world.Invalid},
		{Name: "change the text", Tool: "drive_update_content", Args: `{"file_id":"FILE-001","content":"Third"}`,
			Want: `{"file_id":"FILE-001","name":"Brandt.txt","folder_id":"FLD-1","owner":"kim@northwind.test","mime_type":"text/plain","size":5,"modified_at":"2026-03-16T09:00:00+00:00","modified_by":"kim@northwind.test","version":3,"link_access":"restricted","trashed":false}`},
		{Name: "the text before", Tool: "drive_read_content", Args: `{"file_id":"FILE-001","version":2}`,
			Want: `{"version_id":"VER-002","file_id":"FILE-001","version":2,"modified_at":"2026-03-10T09:00:00Z","size":12,"content":"Second draft"}`},
		{Name: "the same text is no change", Tool: "drive_update_content", Args: `{"file_id":"FILE-001","content":"Third"}`, Shows: []string{"FILE-001"}},
		{Name: "rename", Tool: "drive_move_file", Args: `{"file_id":"FILE-002","name":"Plan 2.md"}`, Shows: []string{"FILE-002"}},
		{Name: "move onto an equal name", Tool: "drive_move_file", Args: `{"file_id":"FILE-002","name":"Brandt.txt","folder_id":"FLD-1"}`, Outcome: world.Conflict},
		{Name: "move", Tool: "drive_move_file", Args: `{"file_id":"FILE-002","folder_id":"FLD-2"}`, Shows: []string{"FILE-002"}},
		{Name: "neither", Tool: "drive_move_file", Args: `{"file_id":"FILE-002"}`, Outcome: world.Invalid},
		{Name: "trash", Tool: "drive_trash_file", Args: `{"file_id":"FILE-002"}`, Shows: []string{"FILE-002"}},
		{Name: "trash again", Tool: "drive_trash_file", Args: `{"file_id":"FILE-002"}`, Outcome: world.Conflict, Want: `{"error":"file FILE-002 is in the trash and cannot be changed"}`},
		{Name: "share what is in the trash", Tool: "drive_share_file", Args: `{"file_id":"FILE-002","person":"x@example.com"}`, Outcome: world.Conflict},
	})
	if n := len(w.Entries()[6].Changes); n != 0 {
		t.Errorf("writing the same text again made %d changes", n)
	}
	if got := servicetest.Records(w, "drive.files")[1]; !strings.Contains(got, `"name":"Plan 2.md","folder_id":"FLD-2"`) || !strings.Contains(got, `"trashed":true`) {
		t.Errorf("the moved file is %s", got)
	}
}

func TestSharing(t *testing.T) {
	w := servicetest.Start(t, drive.Service(), world.Options{As: "kim@northwind.test"}, store)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "share", Tool: "drive_share_file", Args: `{"file_id":"FILE-001","person":"lee@example.com"}`, Want: `{"status":"shared","permission_id":"PRM-002"}`},
		{Name: "another role", Tool: "drive_share_file", Args: `{"file_id":"FILE-001","person":"Ana@northwind.test","role":"editor"}`, Want: `{"status":"shared","permission_id":"PRM-001"}`},
		{Name: "the same role", Tool: "drive_share_file", Args: `{"file_id":"FILE-001","person":"lee@example.com","role":"viewer"}`, Outcome: world.Conflict},
		{Name: "the owner", Tool: "drive_share_file", Args: `{"file_id":"FILE-001","person":"kim@northwind.test"}`, Outcome: world.Conflict},
		{Name: "no address", Tool: "drive_share_file", Args: `{"file_id":"FILE-001","person":"everyone"}`, Outcome: world.Invalid},
		{Name: "link", Tool: "drive_set_link_access", Args: `{"file_id":"FILE-001","link_access":"anyone_edit"}`, Shows: []string{"FILE-001"}},
		{Name: "no such access", Tool: "drive_set_link_access", Args: `{"file_id":"FILE-001","link_access":"public"}`, Outcome: world.Invalid},
		{Name: "revoke", Tool: "drive_revoke_access", Args: `{"permission_id":"PRM-002"}`,
			Want: `{"status":"revoked","permission":{"permission_id":"PRM-002","file_id":"FILE-001","person":"lee@example.com","role":"viewer","granted_by":"kim@northwind.test","granted_at":"2026-03-16T09:00:00+00:00"}}`},
		{Name: "revoke again", Tool: "drive_revoke_access", Args: `{"permission_id":"PRM-002"}`, Outcome: world.Missing},
	})
	want := []string{`{"permission_id":"PRM-001","file_id":"FILE-001","person":"ana@northwind.test","role":"editor","granted_by":"kim@northwind.test","granted_at":"2026-03-16T09:00:00+00:00"}`}
	if diff := cmp.Diff(want, servicetest.Records(w, "drive.permissions")); diff != "" {
		t.Errorf("permissions (-want +got)\n%s", diff)
	}
	link := w.Entries()[5]
	if got := link.Changes[0].Fields(); len(got) != 1 || got[0] != "link_access" {
		t.Errorf("sharing by link changed %v", got)
	}
}

func TestWire(t *testing.T) {
	w := servicetest.StartWire(t, drive.Service(), time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), store)
	servicetest.Play(t, w, []servicetest.Step{
		{Name: "no role", Tool: "drive_share_file", Args: `{"file_id":"FILE-001","person":"x@example.com","role":"boss"}`, Outcome: world.Invalid},
		{Name: "no access", Tool: "drive_set_link_access", Args: `{"file_id":"FILE-001","link_access":"all"}`, Outcome: world.Invalid},
		{Name: "no folder", Tool: "drive_create_file", Args: `{"name":"n","content":"","folder_id":"x"}`, Outcome: world.Missing, Want: `{"error":"Folder x not found"}`},
		{Name: "to no folder", Tool: "drive_move_file", Args: `{"file_id":"FILE-001","folder_id":"x"}`, Outcome: world.Missing},
	})
}
