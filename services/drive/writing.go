package drive

import "coworkenv.dev/coworkenv/core/world"

// revoke is an act of its own: taking access away is not sharing.
const revoke world.Act = "revoke"

func writeTools() []world.Tool {
	return []world.Tool{createTool(), updateTool(), moveTool(), shareTool(), linkTool(), revokeTool(), trashTool()}
}

// byFile is how a tool shows the file that it changes.
func byFile() []world.Read {
	return []world.Read{{Collection: "files", View: "metadata", Key: "file_id"}}
}

func createTool() world.Tool {
	return world.Tool{
		Name: "drive_create_file", Act: world.Create, Route: "/drive/files/create",
		Doc: "Creates a file of text. Nobody but its owner can open it until it is shared.",
		Params: []world.Param{
			{Name: "name", Type: world.Text, Required: true, Doc: "name with its ending; no other file of the folder may have it"},
			{Name: "content", Type: world.Text, Required: true, Doc: "the text"},
			{Name: "folder_id", Type: world.ID, Nullable: true, Ref: "drive.folders", Doc: "id of the folder; the top if left out"},
			{Name: "mime_type", Type: world.Text, Default: "text/plain", Doc: "type of the content"},
		},
		Effects: []world.Effect{{
			Op: world.Created, Collection: "files",
			Fields:   map[string]string{"name": "name", "content": "content", "folder_id": "folder_id", "mime_type": "mime_type"},
			Const:    map[string]any{"version": one, "link_access": restricted, "trashed": false},
			Computed: []string{"file_id", "owner", "size", "created_at", "modified_at", "modified_by"},
		}},
		Audit:  &world.AuditSpec{Key: "created_files"},
		Handle: createFile,
	}
}

func updateTool() world.Tool {
	return world.Tool{
		Name: "drive_update_content", Act: world.Update, Route: "/drive/files/update",
		Doc: "Replaces the text of a file. The text that it had is kept as an earlier version.",
		Params: []world.Param{
			fileID(),
			{Name: "content", Type: world.Text, Required: true, Doc: "the whole new text"},
		},
		Reads: byFile(),
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "files", Key: "file_id",
			Fields:   map[string]string{"content": "content"},
			Computed: []string{"size", "modified_at", "modified_by", "version"},
		}, {
			Op: world.Created, Collection: "versions",
			Fields:   map[string]string{"file_id": "file_id"},
			Computed: []string{"version_id", "version", "modified_at", "modified_by", "size", "content"},
		}},
		Audit:  &world.AuditSpec{Key: "updated_files", Entry: fileOf},
		Handle: updateContent,
	}
}

func moveTool() world.Tool {
	return world.Tool{
		Name: "drive_move_file", Act: world.Update, Route: "/drive/files/move",
		Doc: "Renames a file or moves it into another folder, or both. Who can open it stays the same.",
		Params: []world.Param{
			fileID(),
			{Name: "name", Type: world.Text, Nullable: true, Doc: "new name with its ending"},
			{Name: "folder_id", Type: world.ID, Nullable: true, Ref: "drive.folders", Doc: "id of the folder to which it moves"},
		},
		Reads: byFile(),
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "files", Key: "file_id",
			Fields: map[string]string{"name": "name", "folder_id": "folder_id"},
		}},
		Audit:  &world.AuditSpec{Key: "updated_files", Entry: fileOf},
		Handle: moveFile,
	}
}

func shareTool() world.Tool {
	return world.Tool{
		Name: "drive_share_file", Act: world.Share, Route: "/drive/files/share",
		Doc: "Shares a file with one person, or changes the role of one who has access. The person is told at once.",
		Params: []world.Param{
			fileID(),
			{Name: "person", Type: world.Address, Required: true, Doc: "address of the person"},
			{Name: "role", Type: world.Text, Enum: roles(), Default: viewer, Doc: "what the person may do"},
		},
		Effects: []world.Effect{{
			Op: world.Created, Collection: "permissions",
			Fields:   map[string]string{"file_id": "file_id", "person": "person", "role": "role"},
			Computed: []string{"permission_id", "granted_by", "granted_at"},
		}, {
			Op: world.Updated, Collection: "permissions", Follows: true,
			Fields:   map[string]string{"role": "role"},
			Computed: []string{"granted_by", "granted_at"},
		}},
		Audit:  &world.AuditSpec{Key: "shared"},
		Handle: shareFile,
	}
}

func linkTool() world.Tool {
	return world.Tool{
		Name: "drive_set_link_access", Act: world.Share, Route: "/drive/files/link",
		Doc: "Sets who can open a file by its link alone: nobody but those with a permission (restricted), the company, or anyone on the internet.",
		Params: []world.Param{
			fileID(),
			{Name: "link_access", Type: world.Text, Required: true, Enum: linkAccess(), Doc: "who can open it by link, and whether to read or to change it"},
		},
		Reads: byFile(),
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "files", Key: "file_id",
			Fields: map[string]string{"link_access": "link_access"},
		}},
		Audit:  &world.AuditSpec{Key: "link_access", Entry: fileOf},
		Handle: setLinkAccess,
	}
}

func revokeTool() world.Tool {
	return world.Tool{
		Name: "drive_revoke_access", Act: revoke, Route: "/drive/permissions/revoke",
		Doc:     "Takes a person's access to a file away. The reply holds the permission as it was.",
		Params:  []world.Param{{Name: "permission_id", Type: world.ID, Required: true, Ref: "drive.permissions", Doc: "id of the permission, as drive_list_permissions shows it"}},
		Reads:   []world.Read{{Collection: "permissions", Key: "permission_id"}},
		Effects: []world.Effect{{Op: world.Deleted, Collection: "permissions", Key: "permission_id"}},
		Audit:   &world.AuditSpec{Key: "revoked"},
		Handle:  revokeAccess,
	}
}

func trashTool() world.Tool {
	return world.Tool{
		Name: "drive_trash_file", Act: world.Delete, Route: "/drive/files/trash",
		Doc:    "Puts a file into the trash. It cannot be taken out again by a tool.",
		Params: []world.Param{fileID()},
		Reads:  byFile(),
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "files", Key: "file_id",
			Const: map[string]any{"trashed": true},
		}},
		Audit:  &world.AuditSpec{Key: "trashed", Entry: fileOf},
		Handle: trashFile,
	}
}

// fileOf is what the wire audit lists of a change: the reply, which is the file without its text.
func fileOf(e *world.Entry) []byte { return e.Body }
