package engine

import (
	"context"
	"runtime"
	"sync"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/trace"
)

// CurateOptions say what to curate and how.
type CurateOptions struct {
	Where    string // which trials, in the language of lists; "" = all
	Settings curate.Settings
	Against  []NamedSet // requests that training data must not contain
}

// NamedSet is a set of requests with the files that hold it.
type NamedSet struct{ Name, Path string }

// Curate takes the workspace's trials through the rules of curation.
func (w *Workspace) Curate(ctx context.Context, o CurateOptions, progress Progress) (*curate.Selection, error) {
	in, err := w.curateInput(ctx, o, progress)
	if err != nil {
		return nil, err
	}
	return curate.Run(in, o.Settings)
}

// ExplainCuration tells what every rule says of one trial.
func (w *Workspace) ExplainCuration(ctx context.Context, trial string, o CurateOptions, progress Progress) (*curate.Explanation, error) {
	in, err := w.curateInput(ctx, o, progress)
	if err != nil {
		return nil, err
	}
	return curate.Explain(in, o.Settings, trial)
}

// curateInput reads all that the rules need. Trajectories are read one by one; what is kept of
// each is small.
func (w *Workspace) curateInput(ctx context.Context, o CurateOptions, progress Progress) (*curate.Input, error) {
	if err := o.Settings.Check(); err != nil { // before minutes of reading
		return nil, err
	}
	q, err := query.Parse(o.Where, store.TrialSchema())
	if err != nil {
		return nil, err
	}
	in := &curate.Input{Where: q.String()}
	if in.Sets, err = w.gramSets(o.Against); err != nil {
		return nil, err
	}
	if in.Trials, err = w.curateTrials(ctx, store.TrialsOf{Where: q}, &o, in.Sets, progress); err != nil {
		return nil, err
	}
	if len(in.Trials) == 0 {
		return nil, fault.New(fault.NotFound, "no trial to curate").WithHint("`coworkenv run` makes trials; `coworkenv trials list --where QUERY` shows what a query selects")
	}
	digests := map[string]bool{}
	for _, t := range in.Trials {
		digests[t.TaskDigest] = true
	}
	if in.Tasks, err = w.curateTasks(ctx, digests); err != nil {
		return nil, err
	}
	in.Reviews, err = w.reviews(ctx)
	return in, err
}

// curateTrials reads the trials with their trajectories, decoding several at once.
func (w *Workspace) curateTrials(ctx context.Context, of store.TrialsOf, o *CurateOptions, sets map[string]*curate.GramSet, progress Progress) ([]*curate.Trial, error) {
	total, err := w.Store.CountTrials(ctx, of)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	out := make([]*curate.Trial, 0, total)
	err = w.eachTrial(ctx, of, func(row *store.TrialRow) {
		t := curateTrial(row, o.Settings.MaxObserved, sets)
		mu.Lock()
		defer mu.Unlock()
		out = append(out, t)
		progress.tell(len(out), total, t.Task)
	})
	return out, err
}

// eachTrial hands every trial with its bodies to each, several at once and in no order.
func (w *Workspace) eachTrial(ctx context.Context, of store.TrialsOf, each func(*store.TrialRow)) error {
	workers := w.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	feed := make(chan *store.TrialRow, workers)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for row := range feed {
				each(row)
			}
		})
	}
	var failed error
	for row, err := range w.Store.TrialsWithBodies(ctx, of) {
		if err != nil {
			failed = err
			break
		}
		feed <- &row
	}
	close(feed)
	wg.Wait()
	return failed
}

func curateTrial(row *store.TrialRow, maxObserved int, sets map[string]*curate.GramSet) *curate.Trial {
	t := &curate.Trial{ID: row.ID, Task: row.TaskID, TaskDigest: row.TaskDigest, Agent: row.Agent, Model: row.Model, Plan: row.GroupID,
		Status: grade.Status(row.Status), Completion: grade.Micros(row.Completion), Score: grade.Micros(row.Score), Pass: row.Pass}
	if row.Damage != nil {
		t.Unreadable = row.Damage.Error()
		return t
	}
	tr, err := trace.Decode(row.Trajectory)
	if err != nil {
		t.Unreadable = err.Error()
		return t
	}
	t.Features = curate.FeaturesOf(tr, maxObserved, sets)
	return t
}
