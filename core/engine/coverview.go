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
	c, err := e.count(ctx, src.Plan, src.Count, src.Workspace)
	if err != nil {
		return nil, err
	}
	if len(src.Paths) > 0 {
		spots, err := e.Find(src.Paths...)
		if err != nil {
			return nil, err
		}
		list, err := Survey(ctx, e, spots, func(_ Spot, l *Loaded) (counted, error) {
			return countedOf(l.Task, l.digest(), e.certified(l)), nil
		}, progress)
		if err != nil {
			return nil, err
		}
		for _, t := range list {
			c.put(t)
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

// count begins to count tasks into the cells of a plan; without one nothing is counted.
func (e *Engine) count(ctx context.Context, plan *cover.Plan, tasks int, w *Workspace) (*counting, error) {
	if plan == nil {
		return nil, nil
	}
	accepted, err := w.acceptedTasks(ctx)
	return &counting{out: &Coverage{Plan: plan.Name, Cells: plan.Cells(e.Scenarios, tasks)}, accepted: accepted, seen: map[string]bool{}}, err
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

// counted is a task as far as it is counted; one that cannot be read has no id.
type counted struct {
	CoverTask
	digest string
	origin synth.Origin
	made   bool // for a cell
}

func countedOf(t *task.Task, digest string, verified bool) counted {
	if t == nil {
		return counted{}
	}
	out := counted{digest: digest, CoverTask: CoverTask{ID: t.ID, Title: t.Title, Family: string(t.Family), Language: t.Language, Level: string(t.Difficulty),
		Services: t.Services, Capabilities: t.Capabilities, Seed: t.Provenance.Seed, Cell: -1, Verified: verified}}
	out.origin, out.made = synth.PlaceOf(t)
	return out
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
		kept := task.Task{ID: row.ID, Title: row.Title, Language: row.Language, Family: task.Family(row.Family), Difficulty: task.Difficulty(row.Difficulty),
			Services: row.Services, Capabilities: row.Capabilities, Provenance: origin}
		c.put(countedOf(&kept, row.Digest, err == nil && s.holds()))
	}
	return nil
}

// put counts a task into its cell.
func (c *counting) put(t counted) {
	if t.ID == "" {
		c.out.Strangers++
		return
	}
	if c.seen[t.ID] {
		return
	}
	c.seen[t.ID] = true
	row := t.CoverTask
	row.Accepted = c.accepted[t.digest]
	if t.made {
		row.Cell = slices.IndexFunc(c.out.Cells, func(cell cover.Cell) bool {
			return cell.Scenario == t.origin.Scenario && cell.Language == t.origin.Language && cell.Level == t.origin.Level
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
