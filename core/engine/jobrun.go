package engine

import (
	"context"
	"errors"
	"os"
	"strconv"
	"time"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

// jobTells is how often a job in this process writes how far it is, and looks whether it is asked
// to stop.
const jobTells = 200 * time.Millisecond

// AsJob does work of this process as a job of the workspace, so that other processes see how far
// it is and can ask it to stop. do tells its progress and returns a word on what came of it.
func (w *Workspace) AsJob(ctx context.Context, kind, title string, command []string, do func(context.Context, Progress) (string, error)) error {
	host, err := os.Hostname()
	if err != nil {
		return fault.Wrap("", err, "name this host")
	}
	id := det.ID("job_", strconv.FormatInt(w.Clock.Now().UnixNano(), 10), strconv.Itoa(os.Getpid()), title)
	keep := context.WithoutCancel(ctx)
	if err := w.Store.StartJob(keep, store.Job{ID: id, Kind: kind, Title: title, Command: command, PID: os.Getpid(), Host: host}); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var told time.Time
	word, workErr := do(ctx, func(done, total int, what string) {
		now := w.Clock.Now()
		if done > 0 && done < total && now.Sub(told) < jobTells {
			return
		}
		told = now
		stop, err := w.Store.CancelRequested(keep, id)
		if err == nil {
			err = w.Store.Progress(keep, id, int64(done), int64(total), what)
		}
		if stop || err != nil { // a workspace that cannot be written ends the job
			cancel()
		}
	})
	status, message := store.JobDone, word
	switch {
	case fault.KindOf(workErr) == fault.Canceled:
		status, message = store.JobCanceled, "what was done is kept"
	case workErr != nil:
		status, message = store.JobFailed, workErr.Error()
	}
	logged := w.Store.AppendLog(keep, id, []byte(message+"\n"))
	return errors.Join(workErr, logged, w.Store.FinishJob(keep, id, status, fault.ExitCode(workErr), message))
}
