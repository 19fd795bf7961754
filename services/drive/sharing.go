package drive

import (
	"slices"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
	"coworkenv.dev/coworkenv/services/internal/match"
)

func shareFile(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := living(tx, in)
	if err != nil {
		return err
	}
	person, role := in.Text("person"), in.Text("role")
	if !slices.Contains(roles(), role) {
		return world.Refuse(world.Invalid, "the role must be viewer, commenter or editor")
	}
	if match.Person(r.Text("owner"), person) {
		return world.Refuse(world.Conflict, "the person owns file %s and has every right to it", r.ID())
	}
	given := []value.Member{{Name: "role", Value: role}, {Name: "granted_by", Value: caller(tx)}, tx.Stamp("granted_at")}
	out.Text("status", "shared")
	for p := range tx.All("permissions") {
		if p.Text("file_id") != r.ID() || !match.Person(p.Text("person"), person) {
			continue
		}
		if p.Text("role") == role {
			return world.Refuse(world.Conflict, "permission %s gives the person this role already", p.ID())
		}
		out.Text("permission_id", tx.Update(p, given...).ID())
		return nil
	}
	members := append([]value.Member{{Name: "permission_id", Value: tx.NextID("permissions")}}, in.Members("file_id", "person")...)
	out.Text("permission_id", tx.Insert("permissions", append(members, given...)...).ID())
	return nil
}

func setLinkAccess(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := living(tx, in)
	if err != nil {
		return err
	}
	access := in.Text("link_access")
	if !slices.Contains(linkAccess(), access) {
		return world.Refuse(world.Invalid, "the link access must be restricted, company_view, company_edit, anyone_view or anyone_edit")
	}
	out.Under(tx.Update(r, value.Member{Name: "link_access", Value: access}), "metadata")
	return nil
}

func revokeAccess(tx *world.Tx, in world.Args, out *world.Reply) error {
	p, ok := tx.Get("permissions", in.Text("permission_id"))
	if !ok {
		return world.NotFound("Permission", in.Text("permission_id"))
	}
	tx.Delete(p)
	out.Text("status", "revoked")
	out.Record("permission", p)
	return nil
}
