package whatif

import (
	"strconv"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/task"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// mostUndo bounds how many changes can be taken back.
const mostUndo = 50

// screen is a draft of one task, and the stored trials under it.
type screen struct {
	env *screens.Env
	of  string

	draft    *engine.Draft // nil until it is made
	file     string        // of the task on disk, "" = none
	text     string        // of the draft, as it was last read
	undo     []string      // its former texts, the latest last
	problems task.Problems // errors of the draft
	marks    []int         // lines of its checks, prohibitions and facts, sorted
	pager    ui.Pager
	begin    int  // line to begin at, from 1; 0 = the first check
	centred  bool // the first View has brought it to where it is seen well

	job    *screens.Job
	busy   bool
	total  int // trials to be graded; 0 = not known yet
	sum    engine.WhatIf
	oracle oracle
	failed error // why the trials could not be graded
	none   bool  // there is no workspace

	trials []*engine.TrialChange // those that flip first
	elders int                   // of them, of another version of the task
	only   bool                  // show none but those
	table  ui.Table
	want   string // trial that the cursor is to stand on
	chosen bool   // a person has chosen a trial: the cursor stays on it

	opened  *opened // a text in place of the trials; nil = none
	showing *screens.Job

	inSide     bool
	split      ui.Split
	main, side ui.Rect
}

// oracle is how the draft's own solution fares.
type oracle struct {
	known bool
	none  bool // there is no solution
	score string
	one   bool
}

// opened is a text at the side; its targets are lines of the draft, from 1.
type opened struct {
	title, note string
	pager       ui.Pager
}

func newScreen(env *screens.Env, at screens.Place) *screen {
	s := &screen{env: env, of: at.Of, want: at.Cursor, chosen: at.Cursor != "", only: at.More["only"] == "flips",
		split: ui.Split{LeastMain: 56, LeastSide: 60, Share: 46, Stack: env.Plain}}
	s.begin, _ = strconv.Atoi(at.More["line"])
	s.pager = ui.Pager{Numbers: true, Hang: true, Cursor: true}
	s.table.Columns, s.table.Cell = columns(), s.cell
	return s
}

// Init implements screens.Screen.
func (s *screen) Init() { s.makeDraft() }

// Title implements screens.Screen.
func (s *screen) Title() string {
	if s.draft != nil {
		return s.draft.Of.ID()
	}
	return s.of
}

// Focus implements screens.Screen.
func (s *screen) Focus() string {
	switch {
	case !s.inSide:
		return focusDraft
	case s.opened != nil:
		return focusText
	}
	return focusTrials
}

// Place implements screens.Screen.
func (s *screen) Place() screens.Place {
	p := screens.Place{Screen: Name, Of: s.of, Cursor: s.want, More: map[string]string{}}
	if c := s.trial(); c != nil {
		p.Cursor = c.Trial
	}
	if s.pager.Doc != nil {
		p.More["line"] = strconv.Itoa(s.pager.Line() + 1)
	}
	if s.only {
		p.More["only"] = "flips"
	}
	return p
}

// Values implements screens.Screen.
func (s *screen) Values() map[string]string {
	out := map[string]string{"task": s.of}
	if s.draft != nil {
		out["draft"] = s.draft.File
	}
	if c := s.trial(); c != nil {
		out["trial"] = c.Trial
	}
	return out
}

// trial is the one at the cursor.
func (s *screen) trial() *engine.TrialChange {
	if s.table.At >= min(s.table.Len, len(s.trials)) {
		return nil
	}
	return s.trials[s.table.At]
}

// Update implements screens.Screen.
func (s *screen) Update(msg screens.Msg) {
	switch msg := msg.(type) {
	case screens.Action:
		s.action(msg)
	case screens.Mouse:
		s.mouse(msg)
	case made:
		s.made(msg)
	case read:
		s.read(msg)
	case graded:
		s.graded(msg)
	case tried:
		s.tried(msg)
	case setLine:
		s.setLine(msg)
	case edited:
		s.try(nil, true)
	case explainedTrial:
		s.explained(msg)
	case applyNow:
		s.apply()
	case applied:
		s.applied(msg)
	}
}

// Refuse implements screens.Refuser.
func (s *screen) Refuse(action string) string {
	if s.draft == nil {
		if action == keys.NextPane || action == keys.PrevPane || action == keys.ZoomPane {
			return ""
		}
		for _, a := range []string{actLine, actEdit, actUndo, actDiff, actApply, actAgain, actNext, actPrev} {
			if a == action {
				return "there is no draft yet"
			}
		}
	}
	switch action {
	case actUndo:
		if len(s.undo) == 0 {
			return "nothing was changed"
		}
	case actWhy, actTrial:
		if s.trial() == nil {
			return "there is no trial here"
		}
	case actApply:
		return s.refuseApply()
	}
	return ""
}

// Back implements screens.Backer: grading that goes on is stopped, then what was opened is closed.
func (s *screen) Back() bool {
	switch {
	case s.busy && s.draft != nil:
		s.job.Stop()
		s.busy = false
		s.env.Host.Say("stopped; r grades the trials again")
	case s.opened != nil:
		s.showing.Stop()
		s.opened = nil
	case s.inSide:
		s.inSide, s.split.Zoom = false, 0
	default:
		return false
	}
	return true
}

// action carries out a binding.
func (s *screen) action(a screens.Action) {
	switch {
	case s.split.Act(a.Name, &s.inSide, s.main, s.side):
	case !s.inSide && s.pager.Move(a.Name):
	case s.inSide && s.opened != nil && s.opened.pager.Move(a.Name):
	case s.inSide && s.opened == nil && s.table.Move(a.Name):
		s.chosen = true
	default:
		s.own(a)
	}
}

// own carries out the screen's own bindings.
func (s *screen) own(a screens.Action) {
	switch a.Name {
	case actLine:
		s.askLine()
	case actEdit:
		s.env.Host.Edit(s.draft.File, s.line(), edited{})
	case actUndo:
		last := s.undo[len(s.undo)-1]
		s.undo = s.undo[:len(s.undo)-1]
		s.try(&last, false)
	case actDiff:
		s.open("Difference", "", diffDoc(s.draft.Before(), s.text))
	case actApply:
		s.askApply()
	case actWhy:
		s.explain()
	case actGoTo:
		s.goTo()
	case actTrial:
		s.env.Host.Open(screens.Place{Screen: "trajectory", Of: s.trial().Trial})
	case actOnly:
		s.only = !s.only
		s.layTrials()
	case actNext, actPrev:
		s.next(a.Name == actPrev)
	case actAgain:
		s.try(nil, true)
	}
}

// open puts a text in the place of the trials.
func (s *screen) open(title, note string, doc *ui.Document) {
	s.opened = &opened{title: title, note: note, pager: ui.Pager{Hang: true, Cursor: true}}
	s.opened.pager.Show(doc)
	s.inSide = true
	if s.side.H == 0 {
		s.split.Zoom = 2
	}
}
