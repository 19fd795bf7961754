package cli

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

func newJobs(d *Deps) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "jobs",
		Short:   "Watch and stop work that goes on in the background",
		GroupID: groupRuns,
		Example: `  coworkenv run my-library --agent teacher --trials 100 --detach
  coworkenv gate my-library --write --detach
  coworkenv jobs list
  coworkenv jobs attach job_0123456789ab
  coworkenv jobs cancel job_0123456789ab`,
	}
	cmd.AddCommand(newJobsList(d), newJobsAttach(d), newJobsCancel(d), newJobsExec(d))
	return cmd
}

// jobRow is one job in JSON.
type jobRow struct {
	ID      string    `json:"id"`
	Kind    string    `json:"kind"`
	Title   string    `json:"title"`
	Status  string    `json:"status"`
	Done    int64     `json:"done"`
	Total   int64     `json:"total"`
	Message string    `json:"message,omitempty"`
	PID     int       `json:"pid"`
	Host    string    `json:"host"`
	Created time.Time `json:"created_at"`
	Ended   time.Time `json:"ended_at,omitzero"`
	Exit    *int64    `json:"exit_code,omitempty"`
}

func rowOf(j store.Job) jobRow {
	return jobRow{j.ID, j.Kind, j.Title, string(j.Status), j.Done, j.Total, j.Message, j.PID, j.Host, j.CreatedAt, j.EndedAt, j.ExitCode}
}

func newJobsList(d *Deps) *cobra.Command {
	var open bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List jobs, the newest first",
		Example: `  coworkenv jobs list
  coworkenv jobs list --open --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w, err := d.jobsThere(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			jobs, err := w.Store.Jobs(cmd.Context(), open, 0)
			if err != nil {
				return err
			}
			doc := []jobRow{}
			var rows [][]string
			for _, j := range jobs {
				doc = append(doc, rowOf(j))
				rows = append(rows, []string{j.ID, j.Kind, string(j.Status), fmt.Sprintf("%d/%d", j.Done, j.Total), j.Title, j.Message})
			}
			p := d.printer()
			return p.emit(doc, func() {
				p.table([]column{{title: "job"}, {title: "kind"}, {title: "status"}, {title: "progress", right: true}, {title: "what", flex: true}, {title: "note", flex: true}}, rows)
				p.none(len(rows), "no job; a command with --detach begins one")
			})
		},
	}
	cmd.Flags().BoolVar(&open, "open", false, "only jobs that have not ended")
	return cmd
}

// lostAfter is how long a job may be silent before it is looked after.
const lostAfter = 10 * time.Second

// jobsThere is jobStore for commands that only look after jobs: they make no workspace.
func (d *Deps) jobsThere(ctx context.Context) (*engine.Workspace, error) {
	w, err := d.existing(ctx)
	if err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return d.jobStore(ctx)
}

// jobStore opens the workspace, making it where there is none, and notes jobs whose process died.
func (d *Deps) jobStore(ctx context.Context) (*engine.Workspace, error) {
	e, err := d.engine()
	if err != nil {
		return nil, err
	}
	w, err := e.Workspace(ctx, d.workspace(), buildVersion().Version)
	if err != nil {
		return nil, err
	}
	host, err := os.Hostname()
	if err == nil {
		_, err = w.Store.ReapJobs(ctx, host, lostAfter, store.ProcessAlive)
	}
	if err != nil {
		w.Close()
		return nil, fault.Wrap("", err, "look after jobs")
	}
	return w, nil
}

func newJobsCancel(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "cancel JOB",
		Short: "Ask a job to stop; what it has done stays",
		Example: `  coworkenv jobs cancel job_0123456789ab
  coworkenv jobs cancel job_0123456789ab --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := d.jobsThere(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			if err := w.Store.RequestCancel(cmd.Context(), args[0]); err != nil {
				return err
			}
			p := d.printer()
			return p.emit(map[string]string{"job": args[0], "cancel": "requested"}, func() { p.say("%s is asked to stop", clean(args[0])) })
		},
	}
}

func newJobsAttach(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:   "attach JOB",
		Short: "Follow a job's output and progress until it ends; ctrl-C leaves it running",
		Example: `  coworkenv jobs attach job_0123456789ab
  coworkenv jobs attach job_0123456789ab --quiet`,
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := d.jobsThere(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			return follow(cmd.Context(), d, w.Store, args[0])
		},
	}
}

// pollEvery is how often a watched job is looked at.
const pollEvery = 200 * time.Millisecond

func follow(ctx context.Context, d *Deps, s *store.Store, id string) error {
	tell, end := d.progress("job")
	defer end()
	p := d.printer()
	var at int64
	for {
		job, err := s.Job(ctx, id) // before the log: what an ended job wrote is there
		if err != nil {
			return err
		}
		for {
			text, next, err := s.ReadLog(ctx, id, at)
			if err != nil {
				return err
			}
			if len(text) == 0 {
				break
			}
			at = next
			end()
			p.write(text)
		}
		if job.Status.Ended() {
			return jobVerdict(job)
		}
		if tell != nil {
			tell(int(job.Done), int(job.Total), job.Message)
		}
		select {
		case <-ctx.Done():
			return fault.Wrap(fault.Canceled, ctx.Err(), "follow %s", id).WithHint("the job goes on; stop it with `coworkenv jobs cancel %s`", id)
		case <-time.After(pollEvery):
		}
	}
}

func jobVerdict(job store.Job) error {
	switch job.Status {
	case store.JobDone:
		return nil
	case store.JobCanceled:
		return fault.New(fault.Canceled, "%s was canceled", job.ID)
	case store.JobLost:
		return fault.New(fault.Unavailable, "the process of %s died", job.ID).WithHint("start the same command again: what is done is kept")
	}
	kind := fault.Internal
	if job.ExitCode != nil {
		kind = fault.KindOfExit(int(*job.ExitCode))
	}
	return fault.New(kind, "%s failed: %s", job.ID, job.Message)
}
