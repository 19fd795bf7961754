// Package scheduler is the register of jobs that run by a timetable: what they do, when, and
// how their last runs ended.
//
// Invariant: nothing ever runs and no next run is computed; jobs change only by tools.
package scheduler

import "coworkenv.dev/coworkenv/core/world"

// Service declares the register of jobs.
func Service() *world.Service {
	return &world.Service{
		Name:        "scheduler",
		Title:       "Scheduled jobs",
		Doc:         "Jobs that run by a timetable. Review them and the outcomes of their runs; create, change, switch on or off, and delete them.",
		Version:     1,
		Port:        9112,
		Collections: []world.Collection{jobs()},
		Tools:       append(reading(), writing()...),
		AuditKeys:   []string{"created_jobs", "updated_jobs", "deleted_jobs"},
	}
}

func jobs() world.Collection {
	return world.Collection{
		Name:   "jobs",
		Doc:    "Jobs with their timetable and history.",
		Key:    "job_id",
		NewID:  "JOB-%03d",
		Fields: append(essentials(), details()...),
		Views: []world.View{
			{
				Name:   "row",
				Fields: []string{"job_id", "name", "cron_expression", "enabled", "last_status", "last_run", "next_run", "tags"},
				Defaults: map[string]any{
					"last_status": nil, "last_run": nil, "next_run": nil, "tags": []any{},
				},
			},
			{Name: "history", Fields: []string{"job_id", "execution_history"}},
		},
	}
}

// essentials are the fields that every job has; those about the last run are null until one.
func essentials() []world.Field {
	return []world.Field{
		{Name: "job_id", Type: world.ID},
		{Name: "name", Type: world.Text},
		{Name: "cron_expression", Type: world.Text, Doc: "minute hour day month weekday"},
		{Name: "enabled", Type: world.Bool},
		{Name: "last_status", Type: world.Text, Optional: true, Doc: "how the last run ended: success, failed or stopped"},
		{Name: "last_run", Type: world.Instant, Optional: true, Past: true},
		{Name: "tags", Type: world.Text, List: true},
	}
}

func details() []world.Field {
	return []world.Field{
		{Name: "description", Type: world.Text, Optional: true},
		{Name: "action", Type: world.Text, Optional: true, Doc: "what the job does"},
		{Name: "schedule", Type: world.Text, Optional: true, Doc: "timetable, in registers that repeat it so"},
		{Name: "status", Type: world.Text, Optional: true, Doc: "enabled or disabled, in registers that repeat it so"},
		{Name: "next_run", Type: world.Instant, Optional: true},
		{Name: "average_duration_seconds", Type: world.Int, Optional: true},
		{Name: "depends_on", Type: world.ID, List: true, Optional: true, Ref: "scheduler.jobs", Doc: "jobs that must have run before"},
		{Name: "execution_history", Type: world.Tree, List: true, Optional: true, Doc: "objects with run_at, status, error, duration_seconds; newest first"},
		{Name: "error", Type: world.Text, Optional: true, Doc: "why the last run failed"},
		{Name: "error_message", Type: world.Text, Optional: true},
		{Name: "failure_count", Type: world.Int, Optional: true},
		{Name: "first_failure", Type: world.Instant, Optional: true, Past: true},
		{Name: "disabled_by", Type: world.Text, Optional: true},
		{Name: "disabled_date", Type: world.Day, Optional: true, Past: true},
		{Name: "disabled_at", Type: world.Instant, Optional: true, Past: true},
		{Name: "disabled_reason", Type: world.Text, Optional: true},
		{Name: "last_disable_reason", Type: world.Text, Optional: true},
		{Name: "created_by", Type: world.Text, Optional: true},
		{Name: "created_at", Type: world.Instant, Optional: true, Past: true},
		{Name: "notes", Type: world.Text, Optional: true},
	}
}
