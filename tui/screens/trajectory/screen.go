package trajectory

import (
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/signal"
	"coworkenv.dev/coworkenv/core/store"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// view is what the screen shows.
type view int

const (
	viewTrial view = iota
	viewCompare
	viewList // of trials, or of places found in them
)

// pane is a part of the trial's view.
type pane int

const (
	paneOutline pane = iota
	paneTurn
	paneAudit
	paneChecks
	panes
)

// screen is the trajectory of one trial, or one of the views beside it.
type screen struct {
	env  *screens.Env
	view view

	id       string
	course   *engine.Course
	file     string           // of the task, on disk; "" = none
	beside   []store.TrialRow // trials of the same task
	loading  *screens.Job
	failed   error
	wantTurn string // turn to stand on once it is read
	wantText string // text to find then

	outline ui.Cursor // rows: the request, the turns, the end
	turn    ui.Pager
	audit   ui.Pager
	source  ui.Pager
	docs    docs
	checks  checkList
	pane    pane
	zoom    bool
	rects   [panes]ui.Rect
	showing bool // the task's text is shown in place of the audit entries

	auditLast bool // in two columns: the audit entries stand above the checks

	find    finder
	credit  credit
	compare compare
	list    list
}

func newScreen(env *screens.Env, at screens.Place) *screen {
	s := &screen{env: env, wantTurn: at.More["turn"], wantText: at.More["find"]}
	s.turn.Hang, s.turn.Cursor, s.audit.Hang, s.audit.Cursor = true, true, true, true
	s.source.Numbers, s.source.Cursor = true, true
	s.credit.by = signal.ByState
	s.compare.init()
	s.find.prompt.Label = "  find: "
	ids := strings.Fields(at.Of)
	if len(ids) > 0 {
		s.id = ids[0]
	}
	switch {
	case len(ids) > 1:
		s.view, s.compare.other = viewCompare, ids[1]
	case len(ids) == 0:
		s.view = viewList
		s.list.text, s.list.where, s.list.want = at.More["search"], at.Filter, at.Cursor
	default:
		s.credit.on = at.More["view"] == "credit"
		for p := range panes {
			if paneName(p) == at.More["pane"] {
				s.pane = p
			}
		}
	}
	s.list.init(s)
	return s
}

// paneName names a pane in a Place.
func paneName(p pane) string { return [panes]string{"outline", "turn", "audit", "checks"}[p] }

// Init implements screens.Screen.
func (s *screen) Init() {
	switch s.view {
	case viewList:
		s.loadList()
	case viewCompare:
		s.loadCompare()
	default:
		s.load()
	}
}

// Title implements screens.Screen.
func (s *screen) Title() string {
	switch {
	case s.view == viewList && s.list.text != "":
		return "search"
	case s.view == viewList:
		return "trials"
	case s.view == viewCompare:
		return s.id + " ≠ " + s.compare.other
	case s.course != nil:
		return s.course.Trajectory.Task.ID + " › " + s.id
	}
	return s.id
}

// Focus implements screens.Screen.
func (s *screen) Focus() string {
	switch {
	case s.find.typing:
		return focusFind
	case s.list.filter.Typing:
		return focusFilter
	case s.view == viewList && s.list.text != "":
		return focusHits
	case s.view == viewList:
		return focusList
	case s.view == viewCompare:
		return focusCompare
	}
	return [panes]string{focusOutline, focusTurn, focusAudit, focusChecks}[s.pane]
}

// Place implements screens.Screen.
func (s *screen) Place() screens.Place {
	p := screens.Place{Screen: Name, Of: s.id, More: map[string]string{}}
	keep := func(name, value string) {
		if value != "" {
			p.More[name] = value
		}
	}
	switch s.view {
	case viewList:
		p.Of, p.Filter, p.Cursor = "", s.list.where, s.list.cursor()
		keep("search", s.list.text)
		return p
	case viewCompare:
		p.Of += " " + s.compare.other
		keep("turn", s.compare.place())
		return p
	}
	keep("turn", s.turnName())
	if s.pane != paneOutline {
		keep("pane", paneName(s.pane))
	}
	keep("find", s.find.text)
	if s.credit.on {
		keep("view", "credit")
	}
	return p
}

// turnName is the row of the outline in a Place: "start", a number from 1, or "end".
func (s *screen) turnName() string {
	switch {
	case s.course == nil:
		return s.wantTurn
	case s.outline.At == 0:
		return ""
	case s.outline.At > len(s.course.Turns):
		return "end"
	}
	return strconv.Itoa(s.outline.At)
}

// Values implements screens.Screen.
func (s *screen) Values() map[string]string {
	out := map[string]string{"trial": s.id, "text": s.list.text, "other": s.compare.other, "by": strings.TrimPrefix(string(s.credit.by), "anchor_")}
	if s.view == viewList {
		out["trial"], out["where"] = s.list.trial(), s.list.asked()
		return out
	}
	if s.view == viewCompare {
		return out
	}
	if c := s.course; c != nil {
		out["task"], out["group"] = c.Trajectory.Task.ID, c.Group
		if s.file != "" {
			out["task"] = s.file
		}
	}
	if at := s.besideAt(); at >= 0 {
		n := len(s.beside)
		out["next"], out["previous"] = s.beside[(at+1)%n].ID, s.beside[(at+n-1)%n].ID
		if out["other"] == "" && n > 1 {
			out["other"] = out["next"]
		}
	}
	return out
}

// besideAt is the trial's place among those of its task, -1 where it is not known.
func (s *screen) besideAt() int {
	for i := range s.beside {
		if s.beside[i].ID == s.id {
			return i
		}
	}
	return -1
}

// Update implements screens.Screen.
func (s *screen) Update(msg screens.Msg) {
	switch msg := msg.(type) {
	case screens.Action:
		s.action(msg)
	case screens.Text:
		s.typed(msg.Text)
	case screens.Mouse:
		s.mouse(msg)
	case loaded:
		s.loaded(msg)
	case besides:
		s.besides(msg)
	case docRead:
		s.docRead(msg)
	case found:
		s.found(msg)
	case credited:
		s.credited(msg)
	case compared:
		s.compared(msg)
	case sideRead:
		s.sideRead(msg)
	case compareWith:
		s.openCompare(string(msg))
	case replayed:
		s.replayed(msg)
	case copyPart:
		s.copyPart(string(msg))
	case sourceRead:
		s.sourceRead(msg)
	case edited:
		s.env.Host.Say("the stored trial keeps the task as it was; t takes the edited one through the gate")
	case searchAll:
		s.openSearch(string(msg))
	case listed, listEnded:
		s.listing(msg)
	}
}

// typed takes typed text into the line that is open.
func (s *screen) typed(text string) {
	if s.list.filter.Typing {
		s.list.filter.Insert(text)
		s.refilter()
		return
	}
	s.find.prompt.Insert(text)
}

// Refuse implements screens.Refuser.
func (s *screen) Refuse(action string) string {
	switch {
	case !strings.HasPrefix(action, Name+"."), action == actSearch, action == actGo, action == actReview, action == actReload, action == actList:
		return ""
	}
	if s.view == viewList {
		if s.list.trial() == "" && action != actFilter && action != actFilterHit {
			return "there is no trial here"
		}
		return ""
	}
	if s.view == viewTrial && s.course == nil || s.view == viewCompare && s.compare.of == nil {
		if s.failed != nil {
			return "the trial could not be read"
		}
		return "the trial is being read"
	}
	if s.view == viewTrial {
		return s.refuseOne(action)
	}
	return ""
}

func (s *screen) refuseOne(action string) string {
	switch action {
	case actTrial, actTrialBack, actCompare:
		if len(s.beside) < 2 {
			return "the task has no other trial"
		}
	case actNext, actPrev:
		if s.find.text == "" {
			return "nothing was searched for; / does"
		}
	case actCause, actExplain:
		if len(s.checks.rows) == 0 {
			return "the trial has no score to explain"
		}
	case actEdit:
		if s.file == "" {
			return "the task's file is not there; o shows the task as the workspace keeps it"
		}
	case actSource:
		if s.course.Task == nil {
			return s.course.TaskWhy
		}
	case actAnchor:
		if !s.credit.on {
			return "v shows the credit of the steps first"
		}
	}
	return ""
}

// Back implements screens.Backer: out of the typing, the source, the credit, the search, then to
// the outline.
func (s *screen) Back() bool {
	switch {
	case s.find.typing:
		s.find.typing = false
	case s.view == viewList && s.list.where != "":
		s.setFilter("")
	case s.view != viewTrial:
		return false
	case s.zoom:
		s.zoom = false
	case s.showing:
		s.showing = false
	case s.credit.on:
		s.credit.on = false
	case s.find.text != "":
		s.find.clear()
		s.turn.Search, s.audit.Search = "", ""
	case s.pane != paneOutline:
		s.pane = paneOutline
	default:
		return false
	}
	return true
}
