package todo

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func list(tx *world.Tx, in world.Args, out *world.Reply) error {
	status := in.Text("status")
	out.Listing("tasks", tx.Select("tasks", func(r *world.Record) bool {
		return status == "all" || r.Text("status") == status
	}), "")
	return nil
}

func create(tx *world.Tx, in world.Args, out *world.Reply) error {
	due := in.Value("due_date")
	if tx.Strict() && due == "" {
		due = nil // an empty text is no day
	}
	r := tx.Insert("tasks",
		value.Member{Name: "task_id", Value: tx.NextID("tasks")},
		value.Member{Name: "title", Value: in.Text("title")},
		value.Member{Name: "description", Value: in.Text("description")},
		value.Member{Name: "status", Value: "pending"},
		value.Member{Name: "priority", Value: in.Text("priority")},
		value.Member{Name: "due_date", Value: due},
		value.Member{Name: "tags", Value: []any{}},
		tx.Stamp("created_at"))
	out.Text("status", "created")
	out.Record("task", r)
	return nil
}

func update(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("tasks", in.Text("task_id"))
	if !ok {
		return world.NotFound("Task", in.Text("task_id"))
	}
	r = tx.Update(r, in.GivenMembers("title", "priority", "status", "tags")...)
	out.Text("status", "updated")
	out.Record("task", r)
	return nil
}

func remove(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, ok := tx.Get("tasks", in.Text("task_id"))
	if !ok {
		return world.NotFound("Task", in.Text("task_id"))
	}
	tx.Delete(r)
	out.Text("status", "deleted")
	out.Record("task", r)
	return nil
}
