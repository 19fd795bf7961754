package runs

import (
	"context"
	"slices"
	"time"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/query"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// activities is the list of jobs and runs.
type activities struct {
	rows     []*engine.Activity
	shown    []int
	speeds   map[string]speed
	where    string
	want     string
	onlyOpen bool
	done     bool // read at least once
	reaped   bool
	job      *screens.Job
	table    ui.Table
}

// speed is what was seen of something that goes on: where it stood at first.
type speed struct {
	done int64
	at   time.Time
}

type listed struct {
	rows []*engine.Activity
	ws   *engine.Workspace
	err  error
}

type (
	cancelJob string
	canceled  struct {
		id  string
		err error
	}
)

func (l *activities) begin(s *screen, own []string) {
	l.table.Columns = columns()
	if len(own) > 0 {
		l.table.Columns = slices.DeleteFunc(l.table.Columns, func(c ui.Column) bool { return !slices.Contains(own, c.Name) })
	}
	l.table.Cell = s.activityCell
	l.speeds = map[string]speed{}
}

// row is the job or run at the cursor, nil in an empty list.
func (l *activities) row() *engine.Activity {
	if l.table.At >= len(l.shown) {
		return nil
	}
	return l.rows[l.shown[l.table.At]]
}

// load reads the list, unless it is being read.
func (l *activities) load(s *screen) {
	if l.job != nil && l.job.Running {
		return
	}
	known := make(map[string]*engine.Activity, len(l.rows))
	for _, a := range l.rows {
		known[a.ID] = a
	}
	env, reap := s.env, !l.reaped
	l.job = env.Host.Start(func(ctx context.Context, tell func(screens.Msg)) {
		ws, err := workspace(ctx, env)
		msg := listed{ws: ws, err: err}
		if ws != nil {
			if reap && !ws.Store.ReadOnly() {
				msg.err = ws.ReapJobs(ctx)
			}
			if msg.err == nil {
				msg.rows, msg.err = ws.Activities(ctx, known)
			}
		}
		tell(msg)
	})
}

// listed takes the list.
func (s *screen) listed(msg listed) {
	l := &s.acts
	if msg.err != nil {
		s.failed(msg.err)
		return
	}
	if a := l.row(); a != nil && l.want == "" {
		l.want = a.ID
	}
	s.ws, l.rows, l.done, l.reaped = msg.ws, msg.rows, true, true
	now := s.env.Clock.Now()
	for _, a := range l.rows {
		if !a.Open() {
			delete(l.speeds, a.ID)
		} else if was, seen := l.speeds[a.ID]; !seen || was.done > a.Done {
			l.speeds[a.ID] = speed{a.Done, now}
		}
		if s.log.id == a.ID {
			s.log.of = a
		}
	}
	l.arrange(s)
}

// activitySchema is what jobs and runs are filtered by.
func activitySchema() query.Schema {
	return query.Schema{
		Fields: []query.Field{
			{Name: "id", Doc: "id of the job or run"},
			{Name: "kind", Doc: "run, rollout, synth, export, gate, ..."},
			{Name: "status", Values: []string{"running", "queued", "open", "done", "failed", "canceled", "lost"}, Doc: "how far it has come"},
			{Name: "title", Kind: query.Text, Doc: "what it does"},
			{Name: "failed", Kind: query.Number, Doc: "items that failed"},
			{Name: "begun", Kind: query.Time, Doc: "when it began"},
		},
		Words: []string{"id", "kind", "title"},
	}
}

func fieldOf(a *engine.Activity) func(string) (any, bool) {
	return func(name string) (any, bool) {
		switch name {
		case "id":
			return a.ID, true
		case "kind":
			return a.Kind, true
		case "status":
			return a.Status, true
		case "title":
			return a.Title, true
		case "failed":
			return a.Failed(), true
		case "begun":
			return a.Begun, true
		}
		return nil, false
	}
}

// arrange filters the list; jobs and runs are few enough to do it at once.
func (l *activities) arrange(s *screen) {
	q, err := query.Parse(s.asked(l.where), activitySchema())
	if err != nil {
		s.filterFailed(err)
		return
	}
	s.prompt.Problem = ""
	if a := l.row(); a != nil && l.want == "" {
		l.want = a.ID
	}
	l.shown = make([]int, 0, len(l.rows))
	for i, a := range l.rows {
		if (a.Open() || !l.onlyOpen) && q.Match(fieldOf(a)) {
			l.shown = append(l.shown, i)
		}
	}
	l.table.SetLen(len(l.shown))
	for i, r := range l.shown {
		if l.rows[r].ID == l.want {
			l.table.MoveTo(i)
		}
	}
	if l.done {
		l.want = ""
	}
	s.describe()
}

// rate is how many a second something does, and how long it will take; 0 = nobody knows.
func (l *activities) rate(a *engine.Activity, now time.Time) (rate float64, left time.Duration) {
	if !a.Open() {
		return 0, 0
	}
	was := l.speeds[a.ID]
	if spent := now.Sub(was.at); spent >= 2*time.Second && a.Done > was.done {
		rate = float64(a.Done-was.done) / spent.Seconds()
	} else if spent := a.Beat.Sub(a.Begun); a.Job && spent > time.Second {
		rate = float64(a.Done) / spent.Seconds()
	}
	if rate > 0 && a.Total > a.Done {
		left = time.Duration(float64(a.Total-a.Done) / rate * float64(time.Second))
	}
	return rate, left
}

// askCancel asks before a job is asked to stop.
func (s *screen) askCancel(a *engine.Activity) {
	s.env.Host.Ask(screens.Question{
		Title: "Cancel " + a.ID,
		Text:  a.Title + "\nIt stops at the next step; what it has done stays. The same command goes on from there.",
		Yes:   "cancel it",
		Then: func(ans screens.Answer) screens.Msg {
			if !ans.Yes {
				return nil
			}
			return cancelJob(a.ID)
		},
	})
}

func (s *screen) cancel(id string) {
	env := s.env
	env.Host.Start(func(ctx context.Context, tell func(screens.Msg)) {
		ws, err := env.Workspace.Writable(ctx)
		if err == nil {
			err = ws.CancelJob(ctx, id)
		}
		tell(canceled{id, err})
	})
}

func (s *screen) canceled(msg canceled) {
	if msg.err != nil {
		s.env.Host.Fail(msg.err)
	} else {
		s.env.Host.Say(msg.id + " is asked to stop")
	}
	s.acts.load(s)
}
