package engine

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"

	"coworkenv.dev/coworkenv/core/curate"
	"coworkenv.dev/coworkenv/core/export"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/store"
)

// ExportOptions say which trials are written, how and where to.
type ExportOptions struct {
	export.Options
	Target    export.Target
	Where     string // trials by a query; passing ones are for training, the others a split of their own
	Curated   bool   // trials of a selection, in its splits
	Selection string // with Curated: id, beginning of an id, or file; "" = the newest
}

// Export writes trials as a data set. Equal trials and options give equal files, in whatever order
// the trials were made. Nothing is written where it fails or is cancelled; the report is there as
// soon as trials were looked at.
func (w *Workspace) Export(ctx context.Context, o ExportOptions, progress Progress) (*export.Report, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	in, err := w.exportInput(ctx, &o)
	if err != nil {
		return nil, err
	}
	d, err := export.Create(o.Target, &o.Options)
	if err != nil {
		return nil, err
	}
	if err := w.exportAll(ctx, d, in, &o, progress); err != nil {
		return nil, errors.Join(err, d.Discard())
	}
	return d.Finish()
}

// exportInput is what an export is made of, in the order of its rows.
type exportInput struct {
	units []exportUnit
	out   []*export.Exclusion // known to be left out without being read
	rows  map[string]*curate.Row
}

// exportUnit is one trial, or with rejected one pair.
type exportUnit struct {
	id, task, digest string
	trial, rejected  string
	step             int
	split            export.Split
	decision         string
	imported         bool // a transcript, of which the workspace has no task
	row              *curate.Row
}

func (w *Workspace) exportInput(ctx context.Context, o *ExportOptions) (*exportInput, error) {
	if !o.Curated {
		if o.Format.Pair != nil {
			return nil, fault.New(fault.Usage, "the format %s needs a selection: pairs are made by curation", o.Format.Name).
				WithHint("`coworkenv curate` makes one; then give --selection")
		}
		return w.queriedInput(ctx, o)
	}
	if o.Where != "" {
		return nil, fault.New(fault.Usage, "--where and --selection exclude one another").WithHint("a selection has its own query: give --where to `coworkenv curate`")
	}
	s, err := w.Selection(o.Selection)
	if err != nil {
		return nil, err
	}
	o.Target.Selection, o.Target.Where = s.ID, s.Where
	in := selectedInput(s, o.Format.Pair != nil)
	slices.SortFunc(in.units, byTask)
	return in, nil
}

// byTask keeps the trials of a task together, so that its tools are described once.
func byTask(a, b exportUnit) int {
	return cmp.Or(cmp.Compare(a.task, b.task), cmp.Compare(a.digest, b.digest), cmp.Compare(a.id, b.id))
}

// queriedInput takes trials by a query. Nothing says how to split them, so that passing ones are
// all for training.
func (w *Workspace) queriedInput(ctx context.Context, o *ExportOptions) (*exportInput, error) {
	q, err := query.Parse(o.Where, store.TrialSchema())
	if err != nil {
		return nil, err
	}
	o.Target.Where = q.String()
	reviews, err := w.reviews(ctx)
	if err != nil {
		return nil, err
	}
	in := &exportInput{}
	for row, err := range w.Store.Trials(ctx, store.TrialsOf{Where: q}) {
		if err != nil {
			return nil, err
		}
		u := exportUnit{id: row.ID, task: row.TaskID, digest: row.TaskDigest, trial: row.ID, split: export.Failed, decision: row.Decision, imported: row.EndReason == ImportedEnd}
		if row.Pass {
			u.split = export.Train
		}
		if curate.RefusedBy(reviews, row.ID, row.TaskDigest) {
			in.out = append(in.out, &export.Exclusion{Code: export.Rejected, Detail: row.ID})
			continue
		}
		in.units = append(in.units, u)
	}
	if len(in.units)+len(in.out) == 0 {
		return nil, fault.New(fault.NotFound, "no trial to export").WithHint("`coworkenv run` makes trials; `coworkenv trials list --where QUERY` shows what a query selects")
	}
	slices.SortFunc(in.units, byTask)
	return in, nil
}

// selectedInput takes what a selection keeps; what it does not is counted.
func selectedInput(s *curate.Selection, pairs bool) *exportInput {
	in := &exportInput{rows: make(map[string]*curate.Row, len(s.Rows))}
	for i := range s.Rows {
		row := &s.Rows[i]
		in.rows[row.Trial] = row
		switch {
		case pairs:
		case row.Decision == curate.Drop:
			in.out = append(in.out, &export.Exclusion{Code: export.Dropped, Detail: row.Trial + " by " + row.Rule})
		case row.Decision == curate.SetAside:
			in.out = append(in.out, &export.Exclusion{Code: export.SetAside, Detail: row.Trial + " by " + row.Rule})
		default:
			in.units = append(in.units, exportUnit{id: row.Trial, task: row.Task, digest: row.TaskDigest, trial: row.Trial,
				split: hubSplit(row.Split), decision: string(row.Decision), row: row})
		}
	}
	if !pairs {
		return in
	}
	for i := range s.Pairs {
		p := &s.Pairs[i]
		in.units = append(in.units, exportUnit{id: p.ID, task: p.Task, digest: p.TaskDigest, trial: p.Chosen, rejected: p.Rejected, step: p.Step,
			split: hubSplit(p.Split), row: in.rows[p.Chosen]})
	}
	return in
}

// hubSplit is the name that data set hubs have for a split.
func hubSplit(s curate.Split) export.Split {
	switch s {
	case curate.Val:
		return export.Validation
	case curate.Test:
		return export.Test
	case curate.FailedSplit:
		return export.Failed
	}
	return export.Train
}

// exportJob is a unit with its task.
type exportJob struct {
	exportUnit
	task *exportTask
}

// exportDone is what became of a unit; one of the two is nil.
type exportDone struct {
	written *export.Written
	out     *export.Exclusion
	task    string
}

func (w *Workspace) exportAll(ctx context.Context, d *export.Dataset, in *exportInput, o *ExportOptions, progress Progress) error {
	for _, x := range in.out {
		d.Leave(x)
	}
	done := 0
	put := func(r exportDone) error {
		done++
		progress.tell(done, len(in.units), r.task)
		if r.out != nil {
			d.Leave(r.out)
			return nil
		}
		return d.Add(r.written)
	}
	work := func(ctx context.Context, j exportJob) (exportDone, error) {
		written, err := w.exportUnit(ctx, &j, in, o)
		var out *export.Exclusion
		if errors.As(err, &out) {
			return exportDone{out: out, task: j.exportUnit.task}, nil
		}
		return exportDone{written: written, task: j.exportUnit.task}, err
	}
	return inOrder(ctx, w.exportJobs(ctx, in), w.workers(), work, put)
}

// exportJobs gives every unit its task, which is described when its first trial comes up.
func (w *Workspace) exportJobs(ctx context.Context, in *exportInput) iter.Seq2[exportJob, error] {
	return func(yield func(exportJob, error) bool) {
		lines := lineages{w: w, root: map[string]string{}}
		var now *exportTask
		for _, u := range in.units {
			var err error
			if now == nil || now.digest != u.digest {
				now, err = w.exportTask(ctx, u.digest, &lines)
			}
			if !yield(exportJob{u, now}, err) || err != nil {
				return
			}
		}
	}
}
