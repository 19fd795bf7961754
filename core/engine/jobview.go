package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
)

// Activity is one job or run of a workspace, whatever process works on it.
type Activity struct {
	ID       string
	Kind     string // of a job: run, synth, export, ...; rollout of a run
	Title    string
	Status   string
	Job      bool // it has a log and can be asked to stop; else it is a run with trials
	Done     int64
	Total    int64          // 0 = nobody knows
	Running  int64          // items under way
	Failures map[string]int // items of a run that failed, by class
	Message  string
	Command  []string
	PID      int
	Host     string
	Begun    time.Time
	Beat     time.Time // last sign of life of a job
	Ended    time.Time // zero: not yet, or of a run
	Exit     *int64
	Asked    bool // it is asked to stop
}

// Open tells whether more may happen.
func (a *Activity) Open() bool {
	return a.Status == string(store.JobRunning) || a.Status == string(store.JobQueued) || a.Status == string(store.RunOpen)
}

// Failed counts the failures.
func (a *Activity) Failed() int {
	n := 0
	for _, k := range a.Failures {
		n += k
	}
	return n
}

// jobSilent is how long a job may be silent before it is looked after.
const jobSilent = 10 * time.Second

// ReapJobs notes the jobs of this machine whose process died.
func (w *Workspace) ReapJobs(ctx context.Context) error {
	host, err := os.Hostname()
	if err == nil {
		_, err = w.Store.ReapJobs(ctx, host, jobSilent, store.ProcessAlive)
	}
	return err
}

// Activities lists jobs and runs, open ones first, then the newest first. known are those listed
// before, by id: what had ended then is not counted again.
func (w *Workspace) Activities(ctx context.Context, known map[string]*Activity) ([]*Activity, error) {
	jobs, err := w.Store.Jobs(ctx, false, 0)
	if err != nil {
		return nil, err
	}
	var out []*Activity
	for i := range jobs {
		out = append(out, activityOfJob(&jobs[i]))
	}
	for r, err := range w.Store.Runs(ctx) {
		if err != nil {
			return nil, err
		}
		if was := known[r.ID]; was != nil && !was.Open() && was.Status == string(r.Status) {
			out = append(out, was)
			continue
		}
		a, err := w.activityOfRun(ctx, &r)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	slices.SortStableFunc(out, func(a, b *Activity) int {
		if a.Open() != b.Open() {
			return map[bool]int{true: -1, false: 1}[a.Open()]
		}
		return cmp.Or(b.Begun.Compare(a.Begun), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// Activity reads one job or run. Errors: NotFound.
func (w *Workspace) Activity(ctx context.Context, id string) (*Activity, error) {
	j, err := w.Store.Job(ctx, id)
	if err == nil {
		return activityOfJob(&j), nil
	}
	if fault.KindOf(err) != fault.NotFound {
		return nil, err
	}
	r, err := w.Store.Run(ctx, id)
	if err != nil {
		return nil, err
	}
	return w.activityOfRun(ctx, &r)
}

func activityOfJob(j *store.Job) *Activity {
	a := &Activity{ID: j.ID, Kind: j.Kind, Title: j.Title, Status: string(j.Status), Job: true, Done: j.Done, Total: j.Total, Message: j.Message, Command: j.Command,
		PID: j.PID, Host: j.Host, Begun: j.StartedAt, Beat: j.HeartbeatAt, Ended: j.EndedAt, Exit: j.ExitCode, Asked: j.CancelRequested && !j.Status.Ended()}
	if a.Begun.IsZero() {
		a.Begun = j.CreatedAt
	}
	return a
}

func (w *Workspace) activityOfRun(ctx context.Context, r *store.Run) (*Activity, error) {
	a := &Activity{ID: r.ID, Kind: r.Kind, Title: runTitle(r), Status: string(r.Status), Begun: r.CreatedAt, Failures: map[string]int{}}
	counts, err := w.Store.ItemCounts(ctx, r.ID)
	for _, c := range counts {
		n := int64(c.Count)
		a.Total += n
		switch c.Status {
		case store.ItemDone:
			a.Done += n
		case store.ItemFailed:
			a.Done += n
			a.Failures[c.FailureClass] += c.Count
		case store.ItemRunning:
			a.Running += n
		}
	}
	return a, err
}

// runTitle says what a run is of. Settings that cannot be read are shown as they are.
func runTitle(r *store.Run) string {
	var s runSettings
	if err := json.Unmarshal(r.Settings, &s); err != nil || s.Tasks == 0 {
		return string(r.Settings)
	}
	return fmt.Sprintf("%s: %d tasks x %d trials, seed %d", strings.Join(s.Agents, " "), s.Tasks, s.Trials, s.Seed)
}

// CancelJob asks a job to stop; what it has done stays.
func (w *Workspace) CancelJob(ctx context.Context, id string) error {
	return w.Store.RequestCancel(ctx, id)
}

// JobLog reads a job's output from a byte on, and where to go on from.
func (w *Workspace) JobLog(ctx context.Context, id string, from int64) (text []byte, next int64, err error) {
	return w.Store.ReadLog(ctx, id, from)
}

// TrialTotal is what trials of one agent or task came to.
type TrialTotal struct {
	Name   string
	Trials int
	Scored int // those that count
	Passed int
	Sum    int64 // of the scores, millionths
}

// Mean is the mean score of those that count, in millionths; false without one.
func (t *TrialTotal) Mean() (int64, bool) {
	if t.Scored == 0 {
		return 0, false
	}
	return t.Sum / int64(t.Scored), true
}

// TotalsOf sums trials up by a name, in the order of the names.
func TotalsOf(rows []store.TrialRow, places []int, name func(*store.TrialRow) string) []TrialTotal {
	at := map[string]int{}
	var out []TrialTotal
	for _, i := range places {
		r := &rows[i]
		key := name(r)
		n, ok := at[key]
		if !ok {
			n = len(out)
			at[key] = n
			out = append(out, TrialTotal{Name: key})
		}
		t := &out[n]
		t.Trials++
		if r.Status != store.TrialScored {
			continue
		}
		t.Scored++
		t.Sum += r.Score
		if r.Pass {
			t.Passed++
		}
	}
	slices.SortFunc(out, func(a, b TrialTotal) int { return cmp.Compare(a.Name, b.Name) })
	return out
}
