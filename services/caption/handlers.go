package caption

import (
	"path"

	"coworkenv.dev/coworkenv/core/world"
)

func describe(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := find(tx, in.Text("image_path"))
	switch {
	case ok:
	case tx.Strict():
		return world.NotFound("Image", in.Text("image_path"))
	default:
		if r = first(tx); r == nil {
			out.Text("caption", "")
			out.Value("confidence", confidence)
			return nil
		}
	}
	out.Under(r, "description")
	return nil
}

// find returns the picture of a path, however its folders are spelled.
func find(tx *world.Tx, raw string) (*world.Record, bool) {
	if r, ok := tx.Get("images", raw); ok {
		return r, true
	}
	return tx.Get("images", path.Clean(raw))
}

// first is the fixture's one picture: on the wire the path is not looked at.
func first(tx *world.Tx) *world.Record {
	for r := range tx.All("images") {
		return r
	}
	return nil
}
