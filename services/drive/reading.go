package drive

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func readTools() []world.Tool {
	return []world.Tool{listFolderTool(), searchTool(), getTool(), readTool(), listVersionsTool(), listPermissionsTool()}
}

func fileID() world.Param {
	return world.Param{Name: "file_id", Type: world.ID, Required: true, Ref: "drive.files", Doc: "id of the file"}
}

func trashed() world.Param {
	return world.Param{Name: "trashed", Type: world.Bool, Default: false, Doc: "true for files in the trash instead of the others"}
}

func listFolderTool() world.Tool {
	return world.Tool{
		Name: "drive_list_folder", Act: world.Reading, Route: "/drive/folders/list",
		Doc: "Lists the folders and files that lie directly in a folder, or at the top.",
		Params: []world.Param{
			{Name: "folder_id", Type: world.ID, Nullable: true, Ref: "drive.folders", Doc: "id of the folder; the top if left out"},
			trashed(),
		},
		BodyOptional: true,
		Reads: []world.Read{
			{Collection: "folders", Filters: map[string]string{"folder_id": "parent_id"}},
			{Collection: "files", View: "row", Filters: map[string]string{"folder_id": "folder_id", "trashed": "trashed"}},
		},
		Handle: listFolder,
	}
}

func searchTool() world.Tool {
	return world.Tool{
		Name: "drive_search", Act: world.Reading, Route: "/drive/search",
		Doc: "Finds files in all folders by words of their name, description or content.",
		Params: []world.Param{
			{Name: "query", Type: world.Text, Required: true, Doc: "words that must all occur"},
			{Name: "mime_type", Type: world.Text, Nullable: true, Doc: "only files of exactly this type"},
			{Name: "owner", Type: world.Address, Nullable: true, Doc: "only files of this person"},
			trashed(),
			{Name: "limit", Type: world.Int, Default: value.Int(20), Min: 1, Max: 1000, Doc: "how many at most"},
		},
		Reads: []world.Read{{
			Collection: "files", View: "row", Limit: "limit",
			Search:  map[string]string{"query": "name"},
			Filters: map[string]string{"mime_type": "mime_type", "owner": "owner", "trashed": "trashed"},
		}},
		Handle: search,
	}
}

func getTool() world.Tool {
	return world.Tool{
		Name: "drive_get_file", Act: world.Reading, Route: "/drive/files/get",
		Doc:    "Returns what is on file about a file, its link access among it, without its content. People with access need drive_list_permissions.",
		Params: []world.Param{fileID()},
		Reads:  []world.Read{{Collection: "files", View: "metadata", Key: "file_id"}},
		Handle: getFile,
	}
}

func readTool() world.Tool {
	return world.Tool{
		Name: "drive_read_content", Act: world.Reading, Route: "/drive/files/content",
		Doc: "Returns the text of a file, as it is now or in an earlier version.",
		Params: []world.Param{
			fileID(),
			{Name: "version", Type: world.Int, Nullable: true, Min: 1, Max: 1_000_000_000, Doc: "number of the version; the present one if left out"},
		},
		Reads: []world.Read{
			{Collection: "files", View: "content", Key: "file_id"},
			{Collection: "versions", Filters: map[string]string{"file_id": "file_id", "version": "version"}},
		},
		Handle: readContent,
	}
}

func listVersionsTool() world.Tool {
	return world.Tool{
		Name: "drive_list_versions", Act: world.Reading, Route: "/drive/files/versions",
		Doc:    "Lists the earlier versions of a file with their dates. Their text needs drive_read_content.",
		Params: []world.Param{fileID()},
		Reads:  []world.Read{{Collection: "versions", View: "row", Filters: map[string]string{"file_id": "file_id"}}},
		Handle: listVersions,
	}
}

func listPermissionsTool() world.Tool {
	return world.Tool{
		Name: "drive_list_permissions", Act: world.Reading, Route: "/drive/files/permissions",
		Doc:    "Lists the people with whom a file is shared, and their roles. Who can open it by link needs drive_get_file.",
		Params: []world.Param{fileID()},
		Reads:  []world.Read{{Collection: "permissions", Filters: map[string]string{"file_id": "file_id"}}},
		Handle: listPermissions,
	}
}
