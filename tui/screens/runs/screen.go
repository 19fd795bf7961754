package runs

import (
	"context"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// view is one of the things that the screen shows.
type view int

const (
	viewList view = iota
	viewTrials
	viewLog
	viewModels
	viewText // of one exchange
)

// screen is the runs.
type screen struct {
	env   *screens.Env
	ws    *engine.Workspace // as last found; nil = none
	view  view
	first view // that the screen was opened with
	watch *screens.Job

	acts   activities
	trials trials
	log    jobLog
	models models

	prompt ui.Filter

	split      ui.Split
	inSide     bool
	side       ui.Pager
	main, rest ui.Rect
}

func newScreen(env *screens.Env, at screens.Place) *screen {
	s := &screen{env: env, split: ui.Split{LeastMain: 64, LeastSide: 46, Share: 60, Stack: env.Plain}}
	s.prompt.Label = "  filter: "
	s.side.Hang = true
	s.acts.begin(s, env.Columns(Name))
	s.trials.begin(s)
	s.models.begin(s)
	of := at.Of
	switch {
	case strings.HasPrefix(of, "job_"):
		s.view, s.log.id = viewLog, of
	case strings.HasPrefix(of, "run_"):
		s.view, s.trials.base, s.trials.where = viewTrials, "run:"+of, at.Filter
	case of == "models":
		s.view = viewModels
	case of != "":
		s.view, s.trials.base, s.trials.where = viewTrials, of, at.Filter
	case at.Filter != "" && at.More["list"] == "":
		s.view, s.trials.base = viewTrials, at.Filter
	default:
		s.acts.where = at.Filter
		s.acts.want = at.Cursor
	}
	if s.view == viewTrials {
		s.trials.want = at.Cursor
	}
	s.log.follow = true
	s.log.pager.Hang = true
	s.models.text.Hang = true
	s.first = s.view
	return s
}

// Init implements screens.Screen. The watch keeps the clock ticking, by which open work is read
// again.
func (s *screen) Init() {
	s.watch = s.env.Host.Start(func(ctx context.Context, tell func(screens.Msg)) {
		tell(screens.Waiting{})
		<-ctx.Done()
	})
	s.load()
}

// load reads what is shown.
func (s *screen) load() {
	s.acts.load(s)
	switch s.view {
	case viewTrials:
		s.trials.load(s)
	case viewLog:
		s.log.load(s)
	case viewModels:
		s.models.load(s)
	}
}

// Title implements screens.Screen.
func (s *screen) Title() string {
	switch s.view {
	case viewTrials:
		return strings.TrimPrefix(s.trials.base, "run:")
	case viewLog:
		return s.log.id
	case viewModels:
		return "models"
	case viewText:
		return s.models.textOf
	}
	return ""
}

// Focus implements screens.Screen.
func (s *screen) Focus() string {
	if s.prompt.Typing {
		return focusFilter
	}
	return map[view]string{viewList: focusList, viewTrials: focusTrials, viewLog: focusLog, viewModels: focusModels, viewText: focusText}[s.view]
}

// Back implements screens.Backer: out of the side, the filter and the view.
func (s *screen) Back() bool {
	switch {
	case s.inSide:
		s.inSide, s.split.Zoom = false, 0
	case s.view == viewText:
		s.show(viewModels)
	case s.view == viewTrials && s.trials.where != "":
		s.setFilter("")
	case s.view != s.first:
		s.show(s.first)
	case s.view == viewList && s.acts.where != "":
		s.setFilter("")
	default:
		return false
	}
	return true
}

// show goes to another view.
func (s *screen) show(v view) {
	s.view, s.inSide, s.split.Zoom = v, false, 0
	s.side.Show(nil)
	s.load()
	s.describe()
}

// Update implements screens.Screen.
func (s *screen) Update(msg screens.Msg) {
	switch msg := msg.(type) {
	case screens.Action:
		s.action(msg)
	case screens.Text:
		s.prompt.Insert(msg.Text)
		s.typed()
	case screens.Mouse:
		s.mouse(msg)
	case screens.Tick:
		s.tick()
	case screens.Shown:
		s.load()
	case listed:
		s.listed(msg)
	case trialsRead:
		s.trials.read(s, msg)
	case trialsArranged:
		s.trials.arranged(s, msg)
	case logged:
		s.log.read(s, msg)
	case modelsRead:
		s.models.read(s, msg)
	case exchangeRead:
		s.models.opened(s, msg)
	case cancelJob:
		s.cancel(string(msg))
	case canceled:
		s.canceled(msg)
	}
}

// tick reads again what may have changed.
func (s *screen) tick() {
	s.acts.load(s)
	switch {
	case s.view == viewLog && (s.log.of == nil || s.log.of.Open()):
		s.log.load(s)
	case s.view == viewTrials:
		s.trials.tick(s)
	}
}

// table is the table of the view, nil where it has none.
func (s *screen) table() *ui.Table {
	switch s.view {
	case viewList:
		return &s.acts.table
	case viewTrials:
		return &s.trials.table
	case viewModels:
		return &s.models.table
	}
	return nil
}

// pager is the text that movements go to, nil where they go to a table.
func (s *screen) pager() *ui.Pager {
	switch {
	case s.view == viewLog:
		return &s.log.pager
	case s.view == viewText:
		return &s.models.text
	case s.inSide:
		return &s.side
	}
	return nil
}

func (s *screen) action(a screens.Action) {
	t, p := s.table(), s.pager()
	switch {
	case s.prompt.Typing:
		s.typeAction(a.Name)
	case s.split.Act(a.Name, &s.inSide, s.main, s.rest):
	case p != nil && p.Doc != nil && p.Move(a.Name):
		s.log.moved(s, a.Name)
	case p == nil && t != nil && t.Move(a.Name):
		s.describe()
	default:
		s.own(a)
	}
}

// own carries out the screen's own bindings.
func (s *screen) own(a screens.Action) {
	switch a.Name {
	case actOpen:
		if row := s.acts.row(); row.Job {
			s.openLog(row)
		} else {
			s.openTrials("run:" + row.ID)
		}
	case actLog:
		s.openLog(s.acts.row())
	case actTrials:
		base := ""
		if row := s.acts.row(); row != nil && !row.Job {
			base = "run:" + row.ID
		}
		s.openTrials(base)
	case actCancel:
		s.askCancel(s.acts.row())
	case actCancelLog:
		s.askCancel(s.log.of)
	case actOnlyOpen:
		s.acts.onlyOpen = !s.acts.onlyOpen
		s.acts.arrange(s)
	case actModels:
		s.show(viewModels)
	case actRounds:
		s.env.Host.Open(screens.Place{Screen: "rounds", Of: writtenInto(s.acts.row())})
	case actFilter:
		s.beginFilter(a.Arg)
	case actReload:
		s.load()
	case actCopy:
		s.env.Host.Copy("the id", s.named())
	case actTrial:
		s.env.Host.Open(screens.Place{Screen: "trajectory", Of: s.trials.row().ID})
	case actTask:
		s.env.Host.Open(screens.Place{Screen: "library", Cursor: s.trials.row().TaskID})
	case actSumBy:
		s.trials.turn(s)
	case actFollow:
		s.log.follow = !s.log.follow
		s.log.toEnd()
	case actExchange:
		s.models.open(s)
	}
}

// named is the id of what the cursor stands on.
func (s *screen) named() string {
	switch s.view {
	case viewList:
		if a := s.acts.row(); a != nil {
			return a.ID
		}
	case viewTrials:
		if t := s.trials.row(); t != nil {
			return t.ID
		}
	case viewLog:
		return s.log.id
	case viewModels:
		if x := s.models.row(); x != nil {
			return x.ID
		}
	case viewText:
		return s.models.textOf
	}
	return ""
}

func (s *screen) openLog(a *engine.Activity) {
	s.log = jobLog{id: a.ID, of: a, follow: true, pager: ui.Pager{Hang: true}}
	s.show(viewLog)
}

func (s *screen) openTrials(base string) {
	where := s.trials.where
	if base != s.trials.base {
		where = ""
	}
	s.trials.reset(base, where)
	s.show(viewTrials)
}

// workspace opens the workspace that is there; nil without an error where there is none.
func workspace(ctx context.Context, env *screens.Env) (*engine.Workspace, error) {
	ws, err := env.Workspace.Existing(ctx)
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	return ws, err
}

// failed shows an error, unless the Work was only stopped.
func (s *screen) failed(err error) {
	if err != nil && fault.KindOf(err) != fault.Canceled {
		s.env.Host.Fail(err)
	}
}
