package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

// detachable gives a command the flag --detach. What its PreRunE refuses is refused at once, in the
// foreground.
func (d *Deps) detachable(cmd *cobra.Command) *cobra.Command {
	var detach bool
	cmd.Flags().BoolVar(&detach, "detach", false, "go on in the background, after a hang-up too; 'coworkenv jobs' shows it")
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !detach {
			return run(cmd, args)
		}
		return d.detach(cmd.Context(), strings.Fields(cmd.CommandPath())[1:], args, cmd.Flags())
	}
	return cmd
}

// detach starts a command as a job of its own process, which goes on after a hang-up.
func (d *Deps) detach(ctx context.Context, path, args []string, flags *pflag.FlagSet) error {
	given := slices.Clone(path)
	flags.Visit(func(f *pflag.Flag) {
		if f.Name == "detach" || f.Name == "workspace" {
			return
		}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			for _, v := range list.GetSlice() {
				given = append(given, "--"+f.Name+"="+v)
			}
			return
		}
		if f.Value.String() == f.NoOptDefVal { // a switch
			given = append(given, "--"+f.Name)
			return
		}
		given = append(given, "--"+f.Name+"="+f.Value.String())
	})
	command := append(slices.Clone(given), "--workspace="+d.workspace(), "--")
	given, command = append(given, args...), append(command, args...)
	w, err := d.jobStore(ctx)
	if err != nil {
		return err
	}
	defer w.Close()
	host, err := os.Hostname()
	if err != nil {
		return fault.Wrap("", err, "name this host")
	}
	now := d.Clock.Now()
	id := det.ID("job_", strconv.FormatInt(now.UnixNano(), 10), strconv.Itoa(os.Getpid()))
	job := store.Job{ID: id, Kind: path[0], Title: strings.Join(given, " "), Command: command, Host: host, Status: store.JobQueued, CreatedAt: now}
	if err := w.Store.StartJob(ctx, job); err != nil {
		return err
	}
	if err := d.spawn(id); err != nil {
		finish := w.Store.FinishJob(ctx, id, store.JobFailed, fault.ExitCode(err), err.Error())
		return errors.Join(err, finish)
	}
	p := d.printer()
	return p.emit(map[string]string{"job": id}, func() {
		p.say("%s", id)
		in := ""
		if d.opts.workspace != "" {
			in = " -w " + clean(d.opts.workspace)
		}
		p.note("it goes on in the background: coworkenv jobs attach %s%s", id, in)
	})
}

// spawn starts this program again in a session of its own, without a terminal.
func (d *Deps) spawn(job string) error {
	self, err := os.Executable()
	if err != nil {
		return fault.Wrap("", err, "find this program")
	}
	cmd := exec.Command(self, "jobs", "exec", job, "--workspace", d.workspace())
	cmd.SysProcAttr = ownSession()
	if err := cmd.Start(); err != nil {
		return fault.Wrap("", err, "start the job")
	}
	return cmd.Process.Release()
}

// newJobsExec is what a detached process runs; people do not call it.
func newJobsExec(d *Deps) *cobra.Command {
	return &cobra.Command{
		Use:     "exec JOB",
		Short:   "Carry out a queued job in this process",
		Hidden:  true,
		Example: `  coworkenv jobs exec job_0123456789ab`,
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := d.jobStore(cmd.Context())
			if err != nil {
				return err
			}
			defer w.Close()
			return execJob(cmd.Context(), d, w.Store, args[0])
		},
	}
}

// beatEvery is how often a running job gives a sign of life.
const beatEvery = time.Second

func execJob(ctx context.Context, d *Deps, s *store.Store, id string) error {
	job, err := s.Job(ctx, id)
	if err != nil {
		return err
	}
	if err := s.AdoptJob(ctx, id, os.Getpid(), job.Host); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var told time.Time
	inner := &Deps{Stdin: strings.NewReader(""), Stdout: jobLog{s, id}, Stderr: jobLog{s, id}, Clock: d.Clock, Env: d.Env,
		onProgress: func(done, total int, what string) {
			now := d.Clock.Now()
			if done < total && now.Sub(told) < pollEvery {
				return
			}
			told = now
			if err := s.Progress(ctx, id, int64(done), int64(total), what); err != nil {
				cancel() // a workspace that cannot be written ends the job
			}
		}}
	beats := make(chan struct{})
	go func() { defer close(beats); beat(ctx, cancel, s, id) }()
	root := New(inner)
	root.SetArgs(job.Command)
	runErr := root.ExecuteContext(ctx)
	cancel()
	<-beats
	return finishJob(s, inner, id, runErr)
}

// beat keeps the job alive and watches for a request to stop.
func beat(ctx context.Context, cancel context.CancelFunc, s *store.Store, id string) {
	for {
		stop, err := s.CancelRequested(ctx, id)
		if err == nil {
			err = s.Heartbeat(ctx, id)
		}
		if stop || err != nil {
			cancel()
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(beatEvery):
		}
	}
}

func finishJob(s *store.Store, inner *Deps, id string, runErr error) error {
	status, message := store.JobDone, ""
	switch {
	case fault.KindOf(runErr) == fault.Canceled:
		status, message = store.JobCanceled, "what was done is kept"
	case runErr != nil:
		status, message = store.JobFailed, runErr.Error()
	}
	if runErr != nil {
		printError(inner.Stderr, runErr, inner.opts.json, 0)
	}
	return s.FinishJob(context.Background(), id, status, fault.ExitCode(runErr), message)
}

// jobLog writes a job's output to its log.
type jobLog struct {
	store *store.Store
	id    string
}

func (l jobLog) Write(b []byte) (int, error) {
	if err := l.store.AppendLog(context.Background(), l.id, b); err != nil {
		return 0, err
	}
	return len(b), nil
}
