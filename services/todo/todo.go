// Package todo is a list of tasks to do.
//
// Invariant: a task has one id for good, never one that was given before.
package todo

import "coworkenv.dev/coworkenv/core/world"

// Service declares the to-do list.
func Service() *world.Service {
	return &world.Service{
		Name:        "todo",
		Title:       "To-do list",
		Doc:         "A to-do list: list tasks, create, change and delete them.",
		Version:     1,
		Port:        9102,
		Collections: collections(),
		Tools:       append(listAndCreate(), updateAndDelete()...),
		AuditKeys:   []string{"deleted", "updated_tasks"},
	}
}

func collections() []world.Collection {
	return []world.Collection{{
		Name:  "tasks",
		Doc:   "Tasks, open and done.",
		Key:   "task_id",
		NewID: "todo_%03d",
		Fields: []world.Field{
			{Name: "task_id", Type: world.ID},
			{Name: "title", Type: world.Text},
			{Name: "description", Type: world.Text, Optional: true},
			{Name: "status", Type: world.Text, Doc: "such as pending, in_progress or completed"},
			{Name: "priority", Type: world.Text, Doc: "such as low, medium or high"},
			{Name: "due_date", Type: world.Day, Optional: true},
			{Name: "tags", Type: world.Text, List: true, Optional: true},
			{Name: "created_at", Type: world.Instant, Optional: true, Past: true},
			{Name: "assigned_to", Type: world.Text, Optional: true},
			{Name: "assignee", Type: world.Text, Optional: true},
			{Name: "estimated_hours", Type: world.Int, Optional: true},
			{Name: "progress", Type: world.Int, Optional: true, Doc: "percent done"},
			{Name: "notes", Type: world.Text, Optional: true},
			{Name: "blocked_by", Type: world.Text, Optional: true, Doc: "what it waits for"},
			{Name: "completed_at", Type: world.Day, Optional: true, Past: true},
			{Name: "project", Type: world.Text, Optional: true},
		},
	}}
}

func listAndCreate() []world.Tool {
	return []world.Tool{{
		Name:         "todo_list_tasks",
		Doc:          "List tasks in full, all of them or those of one status.",
		Act:          world.Reading,
		Route:        "/todo/tasks",
		BodyOptional: true,
		Params:       []world.Param{{Name: "status", Type: world.Text, Default: "all", Doc: "The exact status to list, or all."}},
		Reads:        []world.Read{{Collection: "tasks", Filters: map[string]string{"status": "status"}}},
		Handle:       list,
	}, {
		Name:  "todo_create_task",
		Doc:   "Create a task; it starts as pending and without tags.",
		Act:   world.Create,
		Route: "/todo/tasks/create",
		Params: []world.Param{
			{Name: "title", Type: world.Text, Required: true, Doc: "What is to be done."},
			{Name: "description", Type: world.Text, Nullable: true, Doc: "More about it."},
			{Name: "priority", Type: world.Text, Default: "medium", Doc: "Such as low, medium or high."},
			{Name: "due_date", Type: world.Day, Nullable: true, Doc: "The day by which it is to be done."},
		},
		Effects: []world.Effect{{
			Op:         world.Created,
			Collection: "tasks",
			Fields:     map[string]string{"title": "title", "description": "description", "priority": "priority", "due_date": "due_date"},
			Const:      map[string]any{"status": "pending", "tags": []any{}},
			Computed:   []string{"task_id", "created_at"},
		}},
		Handle: create,
	}}
}

func updateAndDelete() []world.Tool {
	id := world.Param{Name: "task_id", Type: world.ID, Required: true, Ref: "todo.tasks", Doc: "The task's id."}
	return []world.Tool{{
		Name:  "todo_update_task",
		Doc:   "Change a task; what is not given stays as it is.",
		Act:   world.Update,
		Route: "/todo/tasks/update",
		Params: []world.Param{
			id,
			{Name: "title", Type: world.Text, Nullable: true, Doc: "The new title."},
			{Name: "priority", Type: world.Text, Nullable: true, Doc: "The new priority."},
			{Name: "status", Type: world.Text, Nullable: true, Doc: "The new status."},
			{Name: "tags", Type: world.Text, List: true, Nullable: true, Doc: "All tags from now on."},
		},
		Reads: []world.Read{{Collection: "tasks", Key: "task_id"}},
		Effects: []world.Effect{{
			Op:         world.Updated,
			Collection: "tasks",
			Key:        "task_id",
			Fields:     map[string]string{"title": "title", "priority": "priority", "status": "status", "tags": "tags"},
		}},
		Audit:  &world.AuditSpec{Key: "updated_tasks", Entry: world.ReplyMember("task")},
		Handle: update,
	}, {
		Name:    "todo_delete_task",
		Doc:     "Delete a task for good.",
		Act:     world.Delete,
		Route:   "/todo/tasks/delete",
		Params:  []world.Param{id},
		Reads:   []world.Read{{Collection: "tasks", Key: "task_id"}},
		Effects: []world.Effect{{Op: world.Deleted, Collection: "tasks", Key: "task_id"}},
		Audit:   &world.AuditSpec{Key: "deleted"},
		Handle:  remove,
	}}
}
