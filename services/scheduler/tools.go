package scheduler

import (
	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func jobID() world.Param {
	return world.Param{Name: "job_id", Type: world.ID, Required: true, Ref: "scheduler.jobs", Doc: "id of the job"}
}

func reading() []world.Tool {
	return []world.Tool{
		{
			Name: "scheduler_list_jobs", Act: world.Reading, Route: "/scheduler/jobs",
			Doc: "Lists the jobs with timetable, switch, last and next run. Action and history need scheduler_get_job.",
			Params: []world.Param{
				{Name: "status", Type: world.Text, Nullable: true, Doc: "only jobs whose last run ended so: success, failed or stopped"},
				{Name: "enabled", Type: world.Bool, Nullable: true, Doc: "only jobs that are switched on (true) or off (false)"},
				{Name: "tag", Type: world.Text, Nullable: true, Doc: "only jobs with exactly this tag"},
			},
			BodyOptional: true,
			Reads: []world.Read{{
				Collection: "jobs", View: "row",
				Filters: map[string]string{"status": "last_status", "enabled": "enabled", "tag": "tags"},
			}},
			Handle: listJobs,
		},
		{
			Name: "scheduler_get_job", Act: world.Reading, Route: "/scheduler/jobs/get",
			Doc:    "Returns one job with its action, its whole history and everything else on file.",
			Params: []world.Param{jobID()},
			Reads:  []world.Read{{Collection: "jobs", Key: "job_id"}},
			Handle: getJob,
		},
		{
			Name: "scheduler_job_history", Act: world.Reading, Route: "/scheduler/jobs/history",
			Doc: "Returns the runs of a job, newest first, and how many there are in all.",
			Params: []world.Param{
				jobID(),
				{Name: "limit", Type: world.Int, Default: value.Int(10), Min: 1, Max: 1000, Doc: "how many runs at most"},
			},
			Reads:  []world.Read{{Collection: "jobs", View: "history", Key: "job_id", Limit: "limit"}},
			Handle: jobHistory,
		},
	}
}

func writing() []world.Tool {
	return []world.Tool{createTool(), updateTool(), deleteTool()}
}

func createTool() world.Tool {
	return world.Tool{
		Name: "scheduler_create_job", Act: world.Create, Route: "/scheduler/jobs/create",
		Doc: "Creates a job.",
		Params: []world.Param{
			{Name: "name", Type: world.Text, Required: true, Doc: "name of the job"},
			{Name: "cron_expression", Type: world.Text, Required: true, Doc: "minute hour day month weekday, such as 0 9 * * 1"},
			{Name: "action", Type: world.Text, Required: true, Doc: "what the job does"},
			{Name: "enabled", Type: world.Bool, Default: true, Doc: "whether it is switched on"},
			{Name: "tags", Type: world.Text, List: true, Nullable: true, Doc: "words to find it by"},
			{Name: "created_by", Type: world.Text, Nullable: true, Doc: "who asked for it"},
		},
		Effects: []world.Effect{{
			Op: world.Created, Collection: "jobs",
			Fields: map[string]string{
				"name": "name", "cron_expression": "cron_expression", "action": "action",
				"enabled": "enabled", "tags": "tags", "created_by": "created_by",
			},
			Const: map[string]any{
				"last_run": nil, "next_run": nil, "last_status": nil, "execution_history": []any{},
			},
			Computed: []string{"job_id", "created_at"},
		}},
		Audit:  &world.AuditSpec{Key: "created_jobs"},
		Handle: createJob,
	}
}

func updateTool() world.Tool {
	return world.Tool{
		Name: "scheduler_update_job", Act: world.Update, Route: "/scheduler/jobs/update",
		Doc: "Changes a job: switches it on or off, or replaces timetable, name, action or tags; what is not named stays.",
		Params: []world.Param{
			jobID(),
			{Name: "enabled", Type: world.Bool, Nullable: true, Doc: "true switches it on, false off"},
			{Name: "cron_expression", Type: world.Text, Nullable: true, Doc: "minute hour day month weekday"},
			{Name: "name", Type: world.Text, Nullable: true, Doc: "new name"},
			{Name: "action", Type: world.Text, Nullable: true, Doc: "what the job shall do"},
			{Name: "tags", Type: world.Text, List: true, Nullable: true, Doc: "all tags, in place of the old ones"},
		},
		Reads: []world.Read{{Collection: "jobs", Key: "job_id"}},
		Effects: []world.Effect{{
			Op: world.Updated, Collection: "jobs", Key: "job_id",
			Fields: map[string]string{
				"enabled": "enabled", "cron_expression": "cron_expression",
				"name": "name", "action": "action", "tags": "tags",
			},
		}},
		Audit:  &world.AuditSpec{Key: "updated_jobs", Entry: world.ReplyMember("job")},
		Handle: updateJob,
	}
}

func deleteTool() world.Tool {
	return world.Tool{
		Name: "scheduler_delete_job", Act: world.Delete, Route: "/scheduler/jobs/delete",
		Doc:     "Deletes a job for good. The reply holds it as it was.",
		Params:  []world.Param{jobID()},
		Reads:   []world.Read{{Collection: "jobs", Key: "job_id"}},
		Effects: []world.Effect{{Op: world.Deleted, Collection: "jobs", Key: "job_id"}},
		Audit:   &world.AuditSpec{Key: "deleted_jobs"},
		Handle:  deleteJob,
	}
}
