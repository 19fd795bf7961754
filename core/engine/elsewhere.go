package engine

import (
	"context"
	"errors"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/core/task"
)

// elsewhere takes prints of a batch's tasks in another process, beside the gate's own work. The
// solution of every task is carried out there; all rounds are taken again on the tasks of a small
// batch and on a sixteenth of a large one, since what they rest on is alike in all.
type elsewhere struct {
	x     *gate.Elsewhere // nil = nothing is done
	small bool
}

// smallBatch is the size up to which all rounds are taken again on every task.
const smallBatch = 8

// begin starts the process, if the engine has one to start.
func (e *Engine) begin(ctx context.Context, tasks int) (*elsewhere, error) {
	if e.Child == nil {
		return &elsewhere{}, nil
	}
	x, err := gate.Begin(ctx, *e.Child)
	return &elsewhere{x, tasks <= smallBatch}, err
}

// ask begins to take a task's print there; what it returns holds a report beside it. A task that
// has no file, or does not load, has none.
func (o *elsewhere) ask(t *task.Task, problems task.Problems) (judge func(*gate.Report) error, err error) {
	if o.x == nil || t == nil || t.File == nil || problems.Err() != nil {
		return func(*gate.Report) error { return nil }, nil
	}
	whole := o.small || det.SHA256Hex(t.File.Data)[0] == '0'
	wait, err := o.x.Ask(t.File.Name, t.File.Data, problems, whole)
	if err != nil {
		return nil, err
	}
	return func(r *gate.Report) error {
		there, err := wait()
		if err == nil {
			r.Depart(there)
		}
		return err
	}, nil
}

// end ends the process; the cost is nil where there was none.
func (o *elsewhere) end(ctx context.Context, err error) (*gate.Cost, error) {
	if o.x == nil {
		return nil, err
	}
	c, failed := o.x.End()
	if ctx.Err() != nil || err != nil {
		return &c, err // the process was stopped with the rest
	}
	return &c, errors.Join(err, failed)
}
