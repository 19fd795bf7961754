package engine

import (
	"context"
	"errors"
	"path/filepath"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/harbor"
	"coworkenv.dev/coworkenv/core/rollout"
)

// HarborOptions say which tasks are written for Harbor, and where to.
type HarborOptions struct {
	harbor.Options
	Paths []string // libraries or tasks; none = the shipped ones
	Where string
	Into  string
	Force bool
}

// ExportHarbor writes tasks as directories for Harbor. Each is tried as Harbor would run it, without
// a container: one whose oracle does not earn 1, or where doing nothing earns anything, is left out
// and told of.
func (e *Engine) ExportHarbor(ctx context.Context, o HarborOptions, progress Progress) (*harbor.Report, error) {
	wanted, err := matching(o.Where)
	if err != nil {
		return nil, err
	}
	tasks, err := e.Open(o.Paths...)
	if err != nil {
		return nil, err
	}
	d, err := harbor.Create(o.Into, o.Force, &o.Options)
	if err != nil {
		return nil, err
	}
	var ready []*Loaded
	for _, l := range tasks {
		if !wanted(l) {
			continue
		}
		if _, err := l.Runnable(); err != nil {
			d.LeaveOut(l.ID(), err.Error())
			continue
		}
		ready = append(ready, l)
	}
	if err := e.addHarbor(ctx, d, ready, o.Seed, progress); err != nil {
		return nil, errors.Join(err, d.Discard())
	}
	r, err := d.Finish()
	if err != nil {
		return nil, errors.Join(err, d.Discard())
	}
	return r, nil
}

// harborTried is a written task that was tried.
type harborTried struct {
	digest string
	result harbor.Dry
}

func (e *Engine) addHarbor(ctx context.Context, d *harbor.Dataset, tasks []*Loaded, seed uint64, progress Progress) error {
	work := func(ctx context.Context, l *Loaded) (harborTried, error) {
		out := harborTried{digest: l.Ready.Digest, result: harbor.Dry{Task: l.ID()}}
		w, err := harbor.NewTask(ctx, l.Ready, seed)
		if err != nil {
			if ctx.Err() != nil {
				return out, err
			}
			out.result.Problem = err.Error()
			return out, nil
		}
		if err := d.Add(w); err != nil {
			return out, err
		}
		out.result, err = harbor.Try(ctx, d.Dir(l.ID()), e.Catalog, e.Checks, seed)
		return out, err
	}
	done := 0
	return rollout.Each(ctx, tasks, e.Workers, work, func(t harborTried) error {
		done++
		progress.tell(done, len(tasks), t.result.Task)
		return d.Settle(t.digest, t.result)
	})
}

// TryHarbor tries every directory of an export again, as it lies there.
func (e *Engine) TryHarbor(ctx context.Context, dir string, progress Progress) ([]harbor.Dry, error) {
	m, err := harbor.ReadManifest(dir)
	if fault.KindOf(err) == fault.NotFound {
		return nil, fault.Wrap(fault.NotFound, err, "try %s", dir).WithHint("give the folder that `coworkenv export harbor --into` wrote")
	}
	if err != nil {
		return nil, err
	}
	var out []harbor.Dry
	work := func(ctx context.Context, t harbor.TaskLine) (harbor.Dry, error) {
		if t.ID == "" || t.ID != filepath.Base(t.ID) {
			return harbor.Dry{}, fault.New(fault.Invalid, "the manifest names a task %q", t.ID)
		}
		return harbor.Try(ctx, filepath.Join(dir, "tasks", t.ID), e.Catalog, e.Checks, m.Seed)
	}
	err = rollout.Each(ctx, m.Tasks, e.Workers, work, func(d harbor.Dry) error {
		out = append(out, d)
		progress.tell(len(out), len(m.Tasks), d.Task)
		return nil
	})
	return out, err
}
