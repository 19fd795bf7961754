package drive

import (
	"strings"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

// one is the version of a new file.
const one = value.Number("1")

// living returns the named file unless it is in the trash.
func living(tx *world.Tx, in world.Args) (*world.Record, error) {
	r, err := file(tx, in)
	if err == nil && r.Bool("trashed") {
		return nil, world.Refuse(world.Conflict, "file %s is in the trash and cannot be changed", r.ID())
	}
	return r, err
}

// caller is the identity that makes the call, null where it is not known.
func caller(tx *world.Tx) any {
	if id := tx.Identity(); id != "" {
		return id
	}
	return nil
}

// free refuses a name that another file of the folder has.
func free(tx *world.Tx, name, folderID, except string) error {
	if strings.TrimSpace(name) == "" {
		return world.Refuse(world.Invalid, "the name is empty")
	}
	for r := range tx.All("files") {
		if r.ID() != except && !r.Bool("trashed") && r.Text("folder_id") == folderID && r.Text("name") == name {
			return world.Refuse(world.Conflict, "file %s of the same folder has this name already", r.ID())
		}
	}
	return nil
}

func createFile(tx *world.Tx, in world.Args, out *world.Reply) error {
	if err := isFolder(tx, in.Text("folder_id")); err != nil {
		return err
	}
	if err := free(tx, in.Text("name"), in.Text("folder_id"), ""); err != nil {
		return err
	}
	members := []value.Member{
		{Name: "file_id", Value: tx.NextID("files")},
		{Name: "name", Value: in.Text("name")},
		{Name: "folder_id", Value: in.Value("folder_id")},
		{Name: "owner", Value: caller(tx)},
		{Name: "mime_type", Value: in.Text("mime_type")},
		{Name: "size", Value: sizeOf(in.Text("content"))},
		tx.Stamp("created_at"),
		tx.Stamp("modified_at"),
		{Name: "modified_by", Value: caller(tx)},
		{Name: "version", Value: one},
		{Name: "link_access", Value: restricted},
		{Name: "trashed", Value: false},
		{Name: "content", Value: in.Text("content")},
	}
	out.Text("status", "created")
	out.Record("file", tx.Insert("files", members...))
	return nil
}

func sizeOf(content string) value.Number { return value.Int(int64(len(content))) }

func updateContent(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := living(tx, in)
	if err != nil {
		return err
	}
	content := in.Text("content")
	if v, _ := r.Get("content"); v == any(content) {
		out.Under(r, "metadata")
		return nil
	}
	kept := []value.Member{{Name: "version_id", Value: tx.NextID("versions")}, {Name: "file_id", Value: r.ID()}}
	for _, name := range []string{"version", "modified_at", "modified_by", "size", "content"} {
		if v, ok := r.Get(name); ok {
			kept = append(kept, value.Member{Name: name, Value: v})
		}
	}
	v, _ := r.Get("version")
	number, _ := v.(value.Number)
	n, _ := number.Int()
	now := tx.Update(r,
		value.Member{Name: "content", Value: content},
		value.Member{Name: "size", Value: sizeOf(content)},
		tx.Stamp("modified_at"),
		value.Member{Name: "modified_by", Value: caller(tx)},
		value.Member{Name: "version", Value: value.Int(n + 1)})
	tx.Insert("versions", kept...)
	out.Under(now, "metadata")
	return nil
}

func moveFile(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := living(tx, in)
	if err != nil {
		return err
	}
	set := in.GivenMembers("name", "folder_id")
	if len(set) == 0 {
		return world.Refuse(world.Invalid, "give a new name or a folder")
	}
	name, folder := r.Text("name"), r.Text("folder_id")
	if in.Given("name") {
		name = in.Text("name")
	}
	if in.Given("folder_id") {
		folder = in.Text("folder_id")
	}
	if err := isFolder(tx, folder); err != nil && in.Given("folder_id") {
		return err
	}
	if err := free(tx, name, folder, r.ID()); err != nil {
		return err
	}
	out.Under(tx.Update(r, set...), "metadata")
	return nil
}

func trashFile(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := living(tx, in)
	if err != nil {
		return err
	}
	out.Under(tx.Update(r, value.Member{Name: "trashed", Value: true}), "metadata")
	return nil
}
