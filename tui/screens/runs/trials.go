package runs

import (
	"context"
	"slices"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// trials is the list of trials of a run, of a query, or of the workspace.
type trials struct {
	base  string // query that is read; "" = all
	where string // filter within
	rows  []store.TrialRow
	shown []int
	sums  []sum
	sumBy int
	want  string
	done  bool
	job   *screens.Job
	sort  *screens.Job
	table ui.Table
	ticks int
	ended int64 // items of the run that had ended when it was read
}

// sum is one block of totals.
type sum struct {
	title string
	list  []engine.TrialTotal
}

type trialsRead struct {
	base string
	rows []store.TrialRow
	ws   *engine.Workspace
	err  error
}

type trialsArranged struct {
	shown []int
	rows  int
	sums  []sum
	err   error
}

func (v *trials) begin(s *screen) {
	v.table.Columns = trialColumns()
	v.table.Cell = s.trialCell
}

func (v *trials) reset(base, where string) {
	v.job.Stop()
	v.base, v.where, v.rows, v.shown, v.sums, v.done, v.want, v.ended = base, where, nil, nil, nil, false, "", 0
	v.table.SetLen(0)
}

// row is the trial at the cursor, nil in an empty list.
func (v *trials) row() *store.TrialRow {
	if v.table.At >= len(v.shown) {
		return nil
	}
	return &v.rows[v.shown[v.table.At]]
}

// whole is the query of all that is shown.
func (v *trials) whole() string {
	switch {
	case v.base == "":
		return v.where
	case v.where == "":
		return v.base
	}
	return "(" + v.base + ") (" + v.where + ")"
}

func (v *trials) load(s *screen) {
	env, base := s.env, v.base
	v.ticks = 0
	if a := v.run(s); a != nil {
		v.ended = a.Done
	}
	v.job = env.Host.Restart(v.job, func(ctx context.Context, tell func(screens.Msg)) {
		ws, err := workspace(ctx, env)
		msg := trialsRead{base: base, ws: ws, err: err}
		if ws != nil {
			msg.rows, msg.err = ws.ListTrials(ctx, base, 0)
		}
		tell(msg)
	})
}

// run is the run whose trials are shown, nil where they are of several.
func (v *trials) run(s *screen) *engine.Activity {
	for _, a := range s.acts.rows {
		if v.base == "run:"+a.ID {
			return a
		}
	}
	return nil
}

// readEvery is after how many seconds the trials of a run that goes on are read again.
const readEvery = 3

// tick reads the trials again while their run goes on.
func (v *trials) tick(s *screen) {
	v.ticks++
	if a := v.run(s); a != nil && a.Done != v.ended && v.ticks >= readEvery && !v.job.Running {
		v.load(s)
	}
}

func (v *trials) read(s *screen, msg trialsRead) {
	if msg.base != v.base {
		return
	}
	if msg.err != nil {
		s.failed(msg.err)
		return
	}
	if t := v.row(); t != nil && v.want == "" {
		v.want = t.ID
	}
	s.ws, v.rows, v.done = msg.ws, msg.rows, true
	v.shown = nil
	v.arrange(s)
}

// byName are the ways to sum trials up.
func byName() []struct {
	title string
	name  func(*store.TrialRow) string
} {
	agent := func(r *store.TrialRow) string {
		if r.Model != "" {
			return r.Agent + " " + r.Model
		}
		return r.Agent
	}
	task := func(r *store.TrialRow) string { return r.TaskID }
	return []struct {
		title string
		name  func(*store.TrialRow) string
	}{{"by agent", agent}, {"by task", task}, {"by task and agent", func(r *store.TrialRow) string { return task(r) + " " + agent(r) }}}
}

// turn goes to the next way to sum up.
func (v *trials) turn(s *screen) {
	v.sumBy = (v.sumBy + 1) % len(byName())
	s.describe()
}

// arrange filters the trials and sums them up.
func (v *trials) arrange(s *screen) {
	rows, where := v.rows, s.asked(v.where)
	v.sort = s.env.Host.Restart(v.sort, func(ctx context.Context, tell func(screens.Msg)) {
		q, err := query.Parse(where, store.TrialSchema())
		if err != nil {
			tell(trialsArranged{err: err})
			return
		}
		msg := trialsArranged{rows: len(rows), shown: make([]int, 0, len(rows))}
		for i := range rows {
			if i%1024 == 0 && ctx.Err() != nil {
				return
			}
			if q.Match(rows[i].Field) {
				msg.shown = append(msg.shown, i)
			}
		}
		for _, by := range byName() {
			msg.sums = append(msg.sums, sum{by.title, engine.TotalsOf(rows, msg.shown, by.name)})
		}
		tell(msg)
	})
}

func (v *trials) arranged(s *screen, msg trialsArranged) {
	if msg.err != nil {
		s.filterFailed(msg.err)
		return
	}
	if msg.rows != len(v.rows) {
		return
	}
	s.prompt.Problem = ""
	if t := v.row(); t != nil && v.want == "" {
		v.want = t.ID
	}
	v.shown, v.sums = msg.shown, msg.sums
	v.table.SetLen(len(v.shown))
	if at := slices.IndexFunc(v.shown, func(i int) bool { return v.rows[i].ID == v.want }); at >= 0 && v.want != "" {
		v.table.MoveTo(at)
	}
	if v.done {
		v.want = ""
	}
	s.describe()
}
