package engine

import (
	"context"
	"errors"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/rollout"
	"coworkenv.dev/coworkenv/core/store"
)

// Merged is what merging workspaces came to.
type Merged struct {
	Workspaces int             `json:"workspaces"`
	Trials     int             `json:"trials"`   // read
	Added      int             `json:"added"`    // new to the target
	Replaced   int             `json:"replaced"` // scored, in place of one that was not
	Equal      int             `json:"equal"`    // there already, with the same outcome
	Passed     int             `json:"passed_over"`
	Opinions   int             `json:"opinions"` // of judges on trials that are in the target now
	Damaged    []DamagedTrial  `json:"damaged"`  // could not be read: to be run anew where nobody else has them
	Conflicts  []MergeConflict `json:"conflicts"`
	Result     *RolloutResult  `json:"result,omitempty"` // of the manifest
	Open       []OpenGroup     `json:"open_groups"`      // of the manifest: with members that are missing or not scored
	Unfinished int             `json:"unfinished_items"` // without a manifest: items of the workspaces that have no trial
}

// MergeConflict is one item with two scored trials that differ. The first stays.
type MergeConflict struct {
	Item  string `json:"item"`
	Trial string `json:"trial"`
	Task  string `json:"task"`
	Agent string `json:"agent"`
	Kept  string `json:"kept"`    // digest of the outcome that stays
	Other string `json:"other"`   // of the one that was refused
	From  string `json:"refused"` // workspace it came from
}

// DamagedTrial is a trial of which a workspace has no more than the row.
type DamagedTrial struct {
	Trial string `json:"trial"`
	From  string `json:"workspace"`
	Why   string `json:"why"`
}

// OpenGroup is a group that is not complete.
type OpenGroup struct {
	Group    string                `json:"group"`
	Task     string                `json:"task"`
	Agent    string                `json:"agent"`
	Items    int                   `json:"items"`
	Scored   int                   `json:"scored"`
	Missing  int                   `json:"missing"`
	Failures map[rollout.Class]int `json:"failures"`
}

// Merge copies the trials of workspaces into this one, with their tasks, runs and items. It may be
// repeated: what is there already stays. With a manifest it says what is missing and what failed.
// Two scored trials of one item that differ are a conflict: agents are to give one item one
// outcome, so one of the two was not run as the manifest says.
func (w *Workspace) Merge(ctx context.Context, dirs []string, m *rollout.Manifest, progress Progress) (*Merged, error) {
	out := &Merged{Damaged: []DamagedTrial{}, Conflicts: []MergeConflict{}, Open: []OpenGroup{}}
	for _, dir := range dirs {
		if err := w.mergeOne(ctx, dir, out, progress); err != nil {
			return out, err
		}
		out.Workspaces++
	}
	if m == nil {
		return out, nil
	}
	return out, w.mergeReport(ctx, m, out)
}

func (w *Workspace) mergeOne(ctx context.Context, dir string, out *Merged, progress Progress) (err error) {
	from, err := w.Existing(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = firstOf(err, from.Close()) }()
	if from.Store.Dir() == w.Store.Dir() {
		return fault.New(fault.Usage, "%s is merged into itself", dir).WithHint("name another workspace with --into")
	}
	for run, err := range from.Store.Runs(ctx) {
		if err == nil {
			err = w.mergeRun(ctx, from, run, out)
		}
		if err != nil {
			return err
		}
	}
	total, err := from.Store.CountTrials(ctx, store.TrialsOf{})
	if err != nil {
		return err
	}
	mg := &merger{into: w, from: from, dir: dir, out: out, total: total, progress: progress, tasks: map[string]bool{}}
	for row, err := range from.Store.TrialsWithBodies(ctx, store.TrialsOf{}) {
		switch {
		case err != nil:
		case row.Damage != nil:
			out.Trials++
			out.Damaged = append(out.Damaged, DamagedTrial{row.ID, dir, row.Damage.Error()})
			mg.done++
		default:
			err = mg.add(ctx, row.Trial)
		}
		if err != nil {
			return err
		}
	}
	return mg.flush(ctx)
}

// mergeRun copies a run and its items; their trials follow.
func (w *Workspace) mergeRun(ctx context.Context, from *Workspace, run store.Run, out *Merged) error {
	if err := w.Store.CreateRun(ctx, run); err != nil && fault.KindOf(err) != fault.Conflict {
		return err
	}
	var batch []store.Item
	put := func() error {
		if _, err := w.Store.PutItems(ctx, batch); err != nil {
			return err
		}
		var names []string
		for _, it := range batch {
			names = append(names, it.ID)
		}
		batch = batch[:0]
		tries, err := from.Store.Tries(ctx, names)
		return firstOf(err, w.Store.PutTries(ctx, tries))
	}
	for it, err := range from.Store.Items(ctx, run.ID) {
		if err != nil {
			return err
		}
		if it.Status == store.ItemQueued || it.Status == store.ItemRunning {
			out.Unfinished++
		}
		it.Status, it.FailureClass = store.ItemQueued, "" // until its trial comes
		if batch = append(batch, it); len(batch) == putBatch {
			if err := put(); err != nil {
				return err
			}
		}
	}
	return put()
}

// merger copies the trials of one workspace, some at a time: writes of several callers share the
// cost of a commit.
type merger struct {
	into, from  *Workspace
	dir         string
	out         *Merged
	done, total int
	progress    Progress
	tasks       map[string]bool // digests that were seen to
	batch       []store.Trial
}

// mergeBatch is how many trials are in memory at a time.
const mergeBatch = 64

// mergedTrial is what became of one trial.
type mergedTrial struct {
	trial, kept            string // its name, and the name of the one with its outcome in the target; "" = none
	added, replaced, equal bool
	conflict               *MergeConflict
}

// add copies a trial's task and queues the trial.
func (g *merger) add(ctx context.Context, t store.Trial) error {
	if err := g.task(ctx, t.TaskDigest); err != nil {
		return err
	}
	if g.batch = append(g.batch, t); len(g.batch) < mergeBatch {
		return nil
	}
	return g.flush(ctx)
}

func (g *merger) flush(ctx context.Context) error {
	var items []string
	for _, t := range g.batch {
		items = append(items, t.ItemID)
	}
	seen, err := g.from.Store.Outcomes(ctx, items)
	if err != nil {
		return err
	}
	for i := range g.batch {
		g.batch[i].FailureClass = seen[i].FailureClass
	}
	err = rollout.Each(ctx, g.batch, mergeBatch, g.put, func(o mergedTrial) error {
		g.count(o)
		g.done++
		g.progress.tell(g.done, g.total, g.dir)
		if o.kept == "" {
			return nil
		}
		n, err := g.into.takeOpinions(g.from, o.trial, o.kept)
		g.out.Opinions += n
		return err
	})
	g.batch = g.batch[:0]
	return err
}

// task copies a task that the target does not know.
func (g *merger) task(ctx context.Context, digest string) error {
	if g.tasks[digest] {
		return nil
	}
	g.tasks[digest] = true
	_, err := g.into.Store.Task(ctx, digest)
	if fault.KindOf(err) != fault.NotFound && !errors.Is(err, store.ErrDamaged) {
		return err
	}
	t, err := g.from.Store.Task(ctx, digest)
	if fault.KindOf(err) == fault.NotFound || errors.Is(err, store.ErrDamaged) {
		return nil // a trial stays true when its task is gone
	}
	if err != nil {
		return err
	}
	return g.into.Store.PutTasks(ctx, t)
}

func (g *merger) put(ctx context.Context, t store.Trial) (mergedTrial, error) {
	stored, err := g.into.Store.PutTrial(ctx, t)
	if err != nil || stored {
		return mergedTrial{trial: t.ID, kept: t.ID, added: stored}, err
	}
	there, err := g.into.Store.TrialOfItem(ctx, t.ItemID)
	if err != nil {
		return mergedTrial{}, err
	}
	kept, err := outcomeDigest(there)
	if err != nil {
		return mergedTrial{}, err
	}
	other, err := outcomeDigest(t)
	switch {
	case err != nil:
		return mergedTrial{}, err
	case kept == other:
		return mergedTrial{trial: t.ID, kept: there.ID, equal: true}, nil
	case there.Status != store.TrialScored && t.Status == store.TrialScored:
		stored, err = g.into.Store.SupersedeTrial(ctx, t)
		return mergedTrial{trial: t.ID, kept: t.ID, replaced: stored}, err
	case there.Status != store.TrialScored || t.Status != store.TrialScored:
		return mergedTrial{}, nil // a failure says nothing against what is there
	}
	return mergedTrial{conflict: &MergeConflict{Item: t.ItemID, Trial: t.ID, Task: t.TaskID, Agent: t.Agent,
		Kept: kept.String(), Other: other.String(), From: g.dir}}, nil
}

func (g *merger) count(o mergedTrial) {
	g.out.Trials++
	switch {
	case o.added:
		g.out.Added++
	case o.replaced:
		g.out.Replaced++
	case o.equal:
		g.out.Equal++
	case o.conflict != nil:
		g.out.Conflicts = append(g.out.Conflicts, *o.conflict)
	default:
		g.out.Passed++
	}
}

// mergeReport says what the target has of a manifest.
func (w *Workspace) mergeReport(ctx context.Context, m *rollout.Manifest, out *Merged) (err error) {
	if out.Result, err = w.rolloutResult(ctx, m, rollout.Whole(), Standing{}); err != nil {
		return err
	}
	return w.tally(ctx, m, rollout.Whole(), func(g rollout.Group, outcomes []store.Outcome) error {
		o := OpenGroup{Group: g[0].Group, Task: g[0].TaskID, Agent: g[0].Agent, Items: len(g), Failures: map[rollout.Class]int{}}
		for _, x := range outcomes {
			switch {
			case x.TrialID == "":
				o.Missing++
			case x.Status == store.TrialScored:
				o.Scored++
			default:
				o.Failures[classOf(x)]++
			}
		}
		if o.Scored < o.Items {
			out.Open = append(out.Open, o)
		}
		return nil
	})
}
