package scheduler

import (
	"slices"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/core/world"
)

func listJobs(tx *world.Tx, in world.Args, out *world.Reply) error {
	status, tag := in.Text("status"), in.Text("tag")
	found := tx.Select("jobs", func(r *world.Record) bool {
		return (status == "" || r.Text("last_status") == status) &&
			(!in.Given("enabled") || r.Bool("enabled") == in.Bool("enabled")) &&
			(tag == "" || slices.Contains(r.Texts("tags"), tag))
	})
	out.Listing("jobs", found, "row")
	return nil
}

func getJob(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := job(tx, in)
	if err != nil {
		return err
	}
	out.Whole(r)
	return nil
}

func job(tx *world.Tx, in world.Args) (*world.Record, error) {
	r, ok := tx.Get("jobs", in.Text("job_id"))
	if !ok {
		return nil, world.NotFound("Job", in.Text("job_id"))
	}
	return r, nil
}

// jobHistory replies with the newest runs. "total" counts all of them, unlike that of lists.
func jobHistory(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := job(tx, in)
	if err != nil {
		return err
	}
	v, _ := r.Get("execution_history")
	runs, _ := v.([]any)
	shown := world.Cut(runs, in.Int("limit"))
	out.Text("job_id", r.ID())
	out.Value("history", append([]any{}, shown...))
	out.Int("total", len(runs))
	if len(shown) > 0 {
		out.Show(r, "job_id", "execution_history")
	} else {
		out.Show(r, "job_id")
	}
	return nil
}

func createJob(tx *world.Tx, in world.Args, out *world.Reply) error {
	tags := in.List("tags")
	if tags == nil {
		tags = []any{}
	}
	r := tx.Insert("jobs",
		value.Member{Name: "job_id", Value: tx.NextID("jobs")},
		value.Member{Name: "name", Value: in.Value("name")},
		value.Member{Name: "cron_expression", Value: in.Value("cron_expression")},
		value.Member{Name: "action", Value: in.Value("action")},
		value.Member{Name: "enabled", Value: in.Value("enabled")},
		value.Member{Name: "last_run"},
		value.Member{Name: "next_run"},
		value.Member{Name: "last_status"},
		value.Member{Name: "created_by", Value: in.Value("created_by")},
		value.Member{Name: "tags", Value: tags},
		value.Member{Name: "created_at", Value: tx.Timestamp()},
		value.Member{Name: "execution_history", Value: []any{}},
	)
	out.Text("status", "created")
	out.Record("job", r)
	return nil
}

func updateJob(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := job(tx, in)
	if err != nil {
		return err
	}
	out.Text("status", "updated")
	out.Record("job", tx.Update(r, in.GivenMembers("enabled", "cron_expression", "name", "action", "tags")...))
	return nil
}

func deleteJob(tx *world.Tx, in world.Args, out *world.Reply) error {
	r, err := job(tx, in)
	if err != nil {
		return err
	}
	tx.Delete(r)
	out.Text("status", "deleted")
	out.Record("job", r)
	return nil
}
