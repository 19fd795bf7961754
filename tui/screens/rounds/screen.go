package rounds

import (
	"context"
	"path/filepath"
	"strings"

	"coworkenv.dev/coworkenv/core/author"
	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

type view int

const (
	viewList view = iota
	viewRounds
	viewText
)

// screen is the rounds of one task, or the tasks of a library that have some.
type screen struct {
	env     *screens.Env
	of      string // what it was opened on
	path    string // of the task whose rounds are shown
	want    string // the row to begin at
	view    view
	single  bool // it was opened on one task
	done    bool
	job     *screens.Job
	list    []*author.History
	history *engine.TaskHistory
	whole   bool
	textOf  string

	tasks, rounds ui.Table
	side, text    ui.Pager
	split         ui.Split
	inSide        bool
	main, rest    ui.Rect
}

type (
	opened struct {
		path    string
		list    []*author.History
		history *engine.TaskHistory
		err     error
	}
	exchangesRead struct {
		of  string
		doc *ui.Document
		err error
	}
)

func newScreen(env *screens.Env, at screens.Place) *screen {
	s := &screen{env: env, of: at.Of, path: at.More["task"], want: at.Cursor, split: ui.Split{LeastMain: 56, LeastSide: 46, Share: 42, Stack: env.Plain}}
	s.tasks.Columns, s.tasks.Cell = listColumns(), s.taskCell
	s.rounds.Columns, s.rounds.Cell = roundColumns(), s.roundCell
	s.side.Hang, s.text.Hang = true, true
	if s.path != "" {
		s.view = viewRounds
	}
	return s
}

// Init implements screens.Screen.
func (s *screen) Init() { s.load() }

// load reads what the screen is about: the rounds of a task, else the tasks of a library.
func (s *screen) load() {
	env, path := s.env, s.of
	if s.view == viewRounds && s.path != "" {
		path = s.path
	}
	s.done = false
	s.job = env.Host.Restart(s.job, func(_ context.Context, tell func(screens.Msg)) {
		msg := opened{path: path}
		msg.history, msg.err = env.Engine.History(path)
		if fault.KindOf(msg.err) == fault.NotFound {
			if list, err := env.Engine.Histories(path); err == nil {
				msg.list, msg.err = list, nil
			}
		}
		tell(msg)
	})
}

func (s *screen) opened(msg opened) {
	s.done = true
	if msg.err != nil {
		s.env.Host.Fail(msg.err)
		return
	}
	if msg.history == nil {
		s.view, s.list = viewList, msg.list
		s.tasks.SetLen(len(s.list))
		for i, h := range s.list {
			if h.Task == s.want {
				s.tasks.MoveTo(i)
			}
		}
		s.describe()
		return
	}
	same := s.history != nil && s.history.Folder == msg.history.Folder
	s.single = s.single || msg.path == s.of
	s.path, s.history, s.view = msg.path, msg.history, viewRounds
	s.rounds.SetLen(len(s.history.Rounds))
	if !same {
		s.rounds.MoveTo(len(s.history.Rounds) - 1)
	}
	s.describe()
}

// Title implements screens.Screen.
func (s *screen) Title() string {
	if s.view != viewList && s.history != nil {
		return s.history.Task
	}
	return filepath.Base(s.of)
}

// Focus implements screens.Screen.
func (s *screen) Focus() string {
	return map[view]string{viewList: focusList, viewRounds: focusRounds, viewText: focusText}[s.view]
}

// Place implements screens.Screen.
func (s *screen) Place() screens.Place {
	p := screens.Place{Screen: Name, Of: s.of}
	if s.view != viewList && !s.single {
		p.More = map[string]string{"task": s.path}
	}
	if h := s.task(); h != nil {
		p.Cursor = h.Task
	}
	return p
}

// Values implements screens.Screen.
func (s *screen) Values() map[string]string {
	out := map[string]string{}
	switch h := s.task(); {
	case s.view != viewList && s.path != "":
		out["task"] = s.path
	case h != nil:
		out["task"] = filepath.Join(s.of, h.Task)
	}
	if ids := s.exchanges(); len(ids) > 0 {
		out["exchange"] = ids[0]
	}
	return out
}

// Refuse implements screens.Refuser.
func (s *screen) Refuse(action string) string {
	switch action {
	case actTask:
		if s.task() == nil {
			return "there is no task here"
		}
	case actExchange:
		switch {
		case s.round() == nil:
			return "there is no round here"
		case len(s.exchanges()) == 0:
			return "the round names no exchange with a model"
		}
	case actWhole:
		if s.round() == nil {
			return "there is no round here"
		}
	}
	return ""
}

// Back implements screens.Backer.
func (s *screen) Back() bool {
	switch {
	case s.inSide:
		s.inSide, s.split.Zoom = false, 0
	case s.view == viewText:
		s.view = viewRounds
	case s.view == viewRounds && !s.single:
		s.view, s.want, s.path = viewList, filepath.Base(s.path), ""
		s.load()
	default:
		return false
	}
	return true
}

// task is the history at the cursor of the list, nil where there is none.
func (s *screen) task() *author.History {
	if s.view != viewList || s.tasks.At >= len(s.list) {
		return nil
	}
	return s.list[s.tasks.At]
}

// round is the round at the cursor, nil where there is none.
func (s *screen) round() *author.Round {
	if s.view == viewList || s.history == nil || s.rounds.At >= len(s.history.Rounds) {
		return nil
	}
	return &s.history.Rounds[s.rounds.At]
}

func (s *screen) exchanges() []string {
	var out []string
	if r := s.round(); r != nil {
		for _, x := range r.By {
			if x.ID != "" {
				out = append(out, x.ID)
			}
		}
	}
	return out
}

// Update implements screens.Screen.
func (s *screen) Update(msg screens.Msg) {
	switch msg := msg.(type) {
	case screens.Action:
		s.action(msg)
	case screens.Mouse:
		s.mouse(msg)
	case opened:
		s.opened(msg)
	case exchangesRead:
		if msg.err != nil {
			s.env.Host.Fail(msg.err)
		} else if msg.of == s.textOf {
			s.text.Show(msg.doc)
		}
	}
}

func (s *screen) table() *ui.Table {
	if s.view == viewList {
		return &s.tasks
	}
	return &s.rounds
}

func (s *screen) pager() *ui.Pager {
	switch {
	case s.view == viewText:
		return &s.text
	case s.inSide:
		return &s.side
	}
	return nil
}

func (s *screen) action(a screens.Action) {
	p := s.pager()
	switch {
	case s.split.Act(a.Name, &s.inSide, s.main, s.rest):
	case p != nil && p.Doc != nil && p.Move(a.Name):
	case p == nil && s.table().Move(a.Name):
		s.describe()
	default:
		s.own(a.Name)
	}
}

func (s *screen) own(action string) {
	if s.Refuse(action) != "" {
		return
	}
	switch action {
	case actTask:
		s.path, s.view, s.history = filepath.Join(s.of, s.task().Task), viewRounds, nil
		s.load()
	case actExchange:
		s.readExchanges()
	case actWhole:
		s.whole = !s.whole
		s.describe()
	case actReload:
		s.load()
	case actCopy:
		v := s.Values()
		if s.view == viewText {
			s.env.Host.Copy("the exchange's id", v["exchange"])
		} else {
			s.env.Host.Copy("the task's folder", v["task"])
		}
	}
}

// readExchanges reads all that was asked and replied in the round at the cursor.
func (s *screen) readExchanges() {
	env, ids, by := s.env, s.exchanges(), s.round().By
	s.textOf, s.view = strings.Join(ids, " "), viewText
	s.text.Show(nil)
	of := s.textOf
	env.Host.Start(func(ctx context.Context, tell func(screens.Msg)) {
		doc, err := exchangesDoc(ctx, env, by)
		tell(exchangesRead{of, doc, err})
	})
}

// mouse selects, opens and turns the wheel where it points.
func (s *screen) mouse(m screens.Mouse) {
	by, wheel := m.Wheel()
	side := s.rest.Has(m.X, m.Y)
	switch {
	case wheel && s.view == viewText && s.text.Doc != nil:
		s.text.Scroll(by)
	case s.view == viewText:
	case wheel && side && s.side.Doc != nil:
		s.side.Scroll(by)
	case wheel && !side:
		s.table().Scroll(by)
		s.describe()
	case !wheel:
		s.inSide = side
		row, ok := s.table().RowAt(m.Y - s.main.Y - 1)
		if !ok || side {
			return
		}
		s.table().MoveTo(row)
		s.describe()
		if m.Kind == screens.DoubleClick {
			s.own(map[view]string{viewList: actTask, viewRounds: actExchange}[s.view])
		}
	}
}
