// Package drive is the store of files: folders, files with their text, earlier versions, and who
// may see them.
//
// Invariant: who can open a file is written down in two places only, its permissions and its
// link access, and sharing is the only thing that changes them.
package drive

import "coworkenv.dev/coworkenv/core/world"

// Service declares the drive.
func Service() *world.Service {
	return &world.Service{
		Name:        "drive",
		Title:       "Drive",
		Doc:         "Files in folders. Search and read them, create and change them, move them, share them with people or by link, put them into the trash.",
		Version:     1,
		Port:        9125,
		Collections: []world.Collection{folders(), files(), versions(), permissions()},
		Tools:       append(readTools(), writeTools()...),
		AuditKeys:   []string{"created_files", "updated_files", "shared", "link_access", "revoked", "trashed"},
	}
}

// The kinds of link access, narrowest first, and the roles of a person.
const (
	restricted = "restricted"
	viewer     = "viewer"
)

func linkAccess() []string {
	return []string{restricted, "company_view", "company_edit", "anyone_view", "anyone_edit"}
}

func roles() []string { return []string{viewer, "commenter", "editor"} }

func folders() world.Collection {
	return world.Collection{
		Name: "folders",
		Doc:  "Folders, one within another.",
		Key:  "folder_id",
		Fields: []world.Field{
			{Name: "folder_id", Type: world.ID},
			{Name: "name", Type: world.Text},
			{Name: "parent_id", Type: world.ID, Optional: true, Ref: "drive.folders", Doc: "the folder around it; null at the top"},
			{Name: "owner", Type: world.Address, Optional: true},
			{Name: "description", Type: world.Text, Optional: true, Doc: "what belongs here"},
		},
	}
}

func files() world.Collection {
	return world.Collection{
		Name:   "files",
		Doc:    "Files with their present text.",
		Key:    "file_id",
		NewID:  "FILE-%03d",
		Fields: fileFields(),
		Views: []world.View{
			{Name: "row", Fields: []string{"file_id", "name", "folder_id", "mime_type", "size", "modified_at"}},
			{
				Name: "metadata",
				Fields: []string{
					"file_id", "name", "folder_id", "owner", "mime_type", "size", "created_at", "modified_at", "modified_by",
					"version", "link_access", "trashed", "description",
				},
			},
			{Name: "content", Fields: []string{"file_id", "name", "version", "content"}},
		},
	}
}

func fileFields() []world.Field {
	return []world.Field{
		{Name: "file_id", Type: world.ID},
		{Name: "name", Type: world.Text},
		{Name: "folder_id", Type: world.ID, Optional: true, Ref: "drive.folders", Doc: "null at the top"},
		{Name: "owner", Type: world.Address, Optional: true, Doc: "null where it is not known"},
		{Name: "mime_type", Type: world.Text, Doc: "such as text/plain or application/pdf"},
		{Name: "size", Type: world.Int, Doc: "bytes"},
		{Name: "created_at", Type: world.Instant, Optional: true, Past: true},
		{Name: "modified_at", Type: world.Instant, Past: true},
		{Name: "modified_by", Type: world.Address, Optional: true},
		{Name: "version", Type: world.Int, Doc: "1 for a new file, one more with each change of its content"},
		{Name: "link_access", Type: world.Text, Enum: linkAccess(), Doc: "who can open it by its link alone, besides those with a permission"},
		{Name: "trashed", Type: world.Bool},
		{Name: "description", Type: world.Text, Optional: true},
		{Name: "content", Type: world.Text, Optional: true, Doc: "the text; null where it has none"},
	}
}

func versions() world.Collection {
	return world.Collection{
		Name:  "versions",
		Doc:   "Earlier versions of files.",
		Key:   "version_id",
		NewID: "VER-%03d",
		Fields: []world.Field{
			{Name: "version_id", Type: world.ID},
			{Name: "file_id", Type: world.ID, Ref: "drive.files"},
			{Name: "version", Type: world.Int},
			{Name: "modified_at", Type: world.Instant, Past: true},
			{Name: "modified_by", Type: world.Address, Optional: true},
			{Name: "size", Type: world.Int, Doc: "bytes"},
			{Name: "content", Type: world.Text, Optional: true},
		},
		Views: []world.View{{Name: "row", Fields: []string{"version_id", "file_id", "version", "modified_at", "modified_by", "size"}}},
	}
}

func permissions() world.Collection {
	return world.Collection{
		Name:  "permissions",
		Doc:   "People with whom files are shared; the owner needs none.",
		Key:   "permission_id",
		NewID: "PRM-%03d",
		Fields: []world.Field{
			{Name: "permission_id", Type: world.ID},
			{Name: "file_id", Type: world.ID, Ref: "drive.files"},
			{Name: "person", Type: world.Address},
			{Name: "role", Type: world.Text, Enum: roles()},
			{Name: "granted_by", Type: world.Address, Optional: true},
			{Name: "granted_at", Type: world.Instant, Optional: true, Past: true},
		},
	}
}
