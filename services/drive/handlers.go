package drive

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/internal/match"
)

func listFolder(tx *world.Tx, in world.Args, out *world.Reply) error {
	id := in.Text("folder_id")
	if err := isFolder(tx, id); err != nil {
		return err
	}
	out.List("folders", tx.Select("folders", func(r *world.Record) bool { return r.Text("parent_id") == id }), "")
	out.Listing("files", tx.Select("files", func(r *world.Record) bool {
		return r.Text("folder_id") == id && r.Bool("trashed") == in.Bool("trashed")
	}), "row")
	return nil
}

// isFolder refuses an id that names no folder; "" is the top.
func isFolder(tx *world.Tx, id string) error {
	if _, ok := tx.Get("folders", id); !ok && id != "" {
		return world.NotFound("Folder", id)
	}
	return nil
}

func search(tx *world.Tx, in world.Args, out *world.Reply) error {
	owner := in.Text("owner")
	found := tx.Select("files", func(r *world.Record) bool {
		return r.Bool("trashed") == in.Bool("trashed") && match.Fields(r, in, "mime_type") &&
			(owner == "" || match.Person(r.Text("owner"), owner)) &&
			match.Words(in.Text("query"), r.Text("name"), r.Text("description"), r.Text("content"))
	})
	out.Listing("files", in.Page(found, "limit"), "row")
	return nil
}

func file(tx *world.Tx, in world.Args) (*world.Record, error) {
	r, ok := tx.Get("files", in.Text("file_id"))
	if !ok {
		return nil, world.NotFound("File", in.Text("file_id"))
	}
	return r, nil
}

func getFile(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := file(tx, in)
	if err != nil {
		return err
	}
	out.Under(r, "metadata")
	return nil
}

func readContent(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := file(tx, in)
	if err != nil {
		return err
	}
	asked := in.Value("version")
	if now, _ := r.Get("version"); !in.Given("version") || value.Equal(now, asked) {
		out.Under(r, "content")
		return nil
	}
	for v := range tx.All("versions") {
		if n, _ := v.Get("version"); v.Text("file_id") == r.ID() && value.Equal(n, asked) {
			out.Whole(v)
			return nil
		}
	}
	return world.Refuse(world.Missing, "file %s has no version %d", r.ID(), in.Int("version"))
}

func listVersions(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := file(tx, in)
	if err != nil {
		return err
	}
	out.Listing("versions", tx.Select("versions", func(v *world.Record) bool { return v.Text("file_id") == r.ID() }), "row")
	return nil
}

func listPermissions(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := file(tx, in)
	if err != nil {
		return err
	}
	out.Listing("permissions", tx.Select("permissions", func(p *world.Record) bool { return p.Text("file_id") == r.ID() }), "")
	return nil
}
