package engine

import (
	"cmp"
	"context"
	"slices"

	"coworkenv.dev/coworkenv/core/cover"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/core/synth"
	"coworkenv.dev/coworkenv/core/task"
)

// CoverSource says what is counted against which plan.
type CoverSource struct {
	Plan      *cover.Plan
	Count     int        // tasks that are planned, 0 = the plan's target
	Workspace *Workspace // whose decisions say what is accepted; nil = nothing is
	Paths     []string   // libraries
	Stored    bool       // the tasks of the workspace as well
}

// Coverage is what there is of what a plan asks for.
type Coverage struct {
	Plan         string
	Cells        []cover.Cell
	Strangers    int // tasks that no cell of the plan asks for
	Services     cover.Matrix
	Capabilities cover.Matrix
	Tasks        []CoverTask // by id
}

// CoverTask is a task that was counted.
type CoverTask struct {
	ID           string
	Title        string
	Family       string
	Language     string
	Level        string
	Services     []string
	Capabilities []string
	Seed         int64
	Cell         int // index of its cell, -1 where the plan does not ask for it
	Verified     bool
	Accepted     bool
}

// Coverage counts tasks into the cells of a plan: generated, verified by a certificate that holds,
// and accepted by the reviewers of the workspace in exactly this content. A task that a library and
// the workspace both have counts once, as in the library.
func (e *Engine) Coverage(ctx context.Context, src CoverSource, progress Progress) (*Coverage, error) {
	c := &counting{out: &Coverage{Plan: src.Plan.Name, Cells: src.Plan.Cells(e.Scenarios, src.Count)}, seen: map[string]bool{}}
	var err error
	if c.accepted, err = src.Workspace.acceptedTasks(ctx); err != nil {
		return nil, err
	}
	if len(src.Paths) > 0 {
		tasks, err := e.Open(src.Paths...)
		if err != nil {
			return nil, err
		}
		for i, l := range tasks {
			if ctx.Err() != nil {
				return nil, fault.Wrap(fault.Canceled, ctx.Err(), "count tasks")
			}
			progress.tell(i, len(tasks), l.ID())
			c.loaded(l, e.certified(l))
		}
	}
	if src.Stored && src.Workspace != nil {
		if err := c.stored(ctx, src.Workspace, progress); err != nil {
			return nil, err
		}
	}
	out := c.out
	slices.SortFunc(out.Tasks, func(a, b CoverTask) int { return cmp.Compare(a.ID, b.ID) })
	out.Services, out.Capabilities = cover.ServicesByFamily(out.Cells), cover.CapabilitiesByLevel(out.Cells)
	return out, nil
}

// acceptedTasks are the digests of contents that are accepted, and that nobody disputes.
func (w *Workspace) acceptedTasks(ctx context.Context) (map[string]bool, error) {
	out := map[string]bool{}
	if w == nil {
		return out, nil
	}
	for o, err := range w.Store.Opinions(ctx, store.KindTask) {
		if err != nil {
			return nil, err
		}
		if o.Verdict == store.Accept && len(o.Against) == 0 {
			out[o.Digest] = true
		}
	}
	return out, nil
}

// counting counts tasks.
type counting struct {
	out      *Coverage
	accepted map[string]bool // by digest
	seen     map[string]bool // by id
}

func (c *counting) loaded(l *Loaded, verified bool) {
	if l.Task == nil {
		c.out.Strangers++
		return
	}
	t := l.Task
	c.put(t, CoverTask{ID: t.ID, Title: t.Title, Services: t.Services, Capabilities: t.Capabilities, Verified: verified, Accepted: c.accepted[task.Digest(t)]})
}

// stored counts the tasks that the workspace keeps.
func (c *counting) stored(ctx context.Context, w *Workspace, progress Progress) error {
	total, err := w.Store.CountTasks(ctx, nil)
	if err != nil {
		return err
	}
	done := 0
	for row, err := range w.Store.Tasks(ctx, nil) {
		if err != nil {
			return err
		}
		progress.tell(done, total, row.ID)
		done++
		if c.seen[row.ID] {
			continue
		}
		origin, err := provenanceOf(&row.Task)
		if err != nil {
			return err
		}
		s, err := w.gateStanding(ctx, &row.Task)
		if err != nil && fault.KindOf(err) != fault.Invalid { // one that cannot be read proves nothing
			return err
		}
		c.put(&task.Task{ID: row.ID, Language: row.Language, Family: task.Family(row.Family), Difficulty: task.Difficulty(row.Difficulty), Provenance: origin},
			CoverTask{ID: row.ID, Title: row.Title, Services: row.Services, Capabilities: row.Capabilities, Verified: err == nil && s.holds(), Accepted: c.accepted[row.Digest]})
	}
	return nil
}

// put counts a task into its cell.
func (c *counting) put(t *task.Task, row CoverTask) {
	if c.seen[t.ID] {
		return
	}
	c.seen[t.ID] = true
	row.Family, row.Language, row.Level, row.Seed, row.Cell = string(t.Family), t.Language, string(t.Difficulty), t.Provenance.Seed, -1
	if origin, made := synth.PlaceOf(t); made {
		row.Cell = slices.IndexFunc(c.out.Cells, func(cell cover.Cell) bool {
			return cell.Scenario == origin.Scenario && cell.Language == origin.Language && cell.Level == origin.Level
		})
	}
	c.out.Tasks = append(c.out.Tasks, row)
	if row.Cell < 0 {
		c.out.Strangers++
		return
	}
	cell := &c.out.Cells[row.Cell]
	cell.Generated++
	if row.Verified {
		cell.Verified++
	}
	if row.Accepted {
		cell.Accepted++
	}
}
