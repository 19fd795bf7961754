package gate

import (
	"strings"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/core/gate"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// screen is the gate on one task.
type screen struct {
	env *screens.Env
	of  string // the task, as the library names it

	task     *engine.Loaded // as it was last opened; nil = not yet
	file     string         // of the task on disk, "" = none
	source   string         // the file as it was gated
	failed   error          // why there is none
	progress *progress
	report   *gate.Report // of the last run that came to its end
	took     string       // how long that was
	standing standing
	job      *screens.Job
	busy     bool // a run goes on
	stopped  bool // the last run was stopped

	watching bool
	watch    *screens.Job

	rows     []row // of the rounds, as they are seen
	dirty    bool  // rows are to be laid out anew
	cursor   ui.Cursor
	want     string // row that the cursor is to stand on, once it is there
	open     map[gate.RoundName]bool
	folded   bool     // a person has opened or closed one
	unfolded int      // height that they were opened for
	opened   []detail // what was opened above the findings, the last one is seen
	list     detail   // the findings
	showing  *screens.Job

	inSide     bool
	split      ui.Split
	main, side ui.Rect
}

// standing is how the certificate stands.
type standing struct {
	state engine.CertificateState
	why   string
}

func newScreen(env *screens.Env, at screens.Place) *screen {
	s := &screen{env: env, of: at.Of, want: at.Cursor, progress: newProgress(), watching: at.More["watch"] != "off", open: map[gate.RoundName]bool{},
		split: ui.Split{LeastMain: 62, LeastSide: 56, Share: 45, Stack: env.Plain}}
	if name, _, piece := strings.Cut(at.Cursor, "/"); piece {
		s.open[gate.RoundName(name)], s.folded = true, true
	}
	s.list = newDetail("Findings", "")
	s.list.show(findingsDoc(nil, ""))
	s.layRows()
	return s
}

// Init implements screens.Screen.
func (s *screen) Init() {
	s.run()
	s.beginWatch()
}

// Title implements screens.Screen.
func (s *screen) Title() string {
	if s.task != nil {
		return s.task.ID()
	}
	return s.of
}

// Focus implements screens.Screen.
func (s *screen) Focus() string {
	if s.inSide {
		return focusSide
	}
	return focusRounds
}

// Place implements screens.Screen.
func (s *screen) Place() screens.Place {
	p := screens.Place{Screen: Name, Of: s.of, Cursor: s.want}
	if r := s.row(); r != nil {
		p.Cursor = r.key()
	}
	if !s.watching {
		p.More = map[string]string{"watch": "off"}
	}
	return p
}

// Values implements screens.Screen.
func (s *screen) Values() map[string]string {
	out := map[string]string{"task": s.of}
	if f := s.finding(); f != nil {
		out["code"] = string(f.Code)
	}
	if r := s.row(); r != nil && r.piece != nil {
		out["piece"] = explained(r.piece.name)
		if !s.inSide {
			out["code"] = out["piece"]
		}
	}
	return out
}

// explained is a name that `gate explain` knows, "" where it knows none: some rounds try things
// that have no name of their own.
func explained(name string) string {
	if _, ok := gate.Explain(name); ok {
		return name
	}
	return ""
}

// Update implements screens.Screen.
func (s *screen) Update(msg screens.Msg) {
	switch msg := msg.(type) {
	case screens.Action:
		s.action(msg)
	case screens.Mouse:
		s.mouse(msg)
	case screens.Shown:
		s.lookAgain()
	case told:
		s.progress.take(msg.event)
		s.dirty = true
	case ended:
		s.ended(msg)
	case stood:
		s.standing = standing(msg)
	case saved:
		s.saved(msg)
	case edited:
		s.run()
	case replayed:
		s.showReplayed(msg)
	case certifyNow:
		s.certify()
	case certified:
		s.certified(msg)
	case watchFailed:
		s.watchFailed(msg.err)
	case copyPart:
		s.copyPart(string(msg))
	}
}

// Refuse implements screens.Refuser.
func (s *screen) Refuse(action string) string {
	switch action {
	case actEdit, actCertify, actWatch:
		if s.task != nil && s.file == "" {
			return "it has no file on disk; `coworkenv task new` makes a task of your own"
		}
		if s.task == nil && s.failed == nil {
			return "the task is still being read"
		}
	case actNext, actPrev:
		if s.report == nil || len(s.report.Findings) == 0 {
			return "there is no finding"
		}
	case actRun:
		return s.refuseRun()
	case actWhatIf, actCopy:
		if s.task == nil {
			return "there is no task"
		}
	case actExplain:
		if s.finding() == nil && (s.row() == nil || s.row().piece == nil) {
			return "there is no finding"
		}
	case actOpen:
		if s.row() == nil {
			return "there is nothing here"
		}
	}
	if action == actCertify {
		return s.refuseCertify()
	}
	return ""
}

// Back implements screens.Backer: a run that goes on is stopped, then what was opened is closed.
func (s *screen) Back() bool {
	switch {
	case s.busy:
		s.job.Stop()
		s.stopped, s.busy, s.dirty = true, false, true
		s.progress.broken()
		s.env.Host.Say("stopped; r runs it again")
	case len(s.opened) > 0:
		s.showing.Stop()
		s.opened = s.opened[:len(s.opened)-1]
		if len(s.opened) == 0 && s.split.Zoom == 2 {
			s.split.Zoom = 0
		}
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
	case s.inSide && s.seen().pager.Move(a.Name):
	case !s.inSide && s.cursor.Move(a.Name):
	default:
		s.own(a)
	}
}

// own carries out the screen's own bindings.
func (s *screen) own(a screens.Action) {
	switch a.Name {
	case actRerun:
		s.run()
	case actEdit:
		s.edit()
	case actOpen:
		s.openRow()
	case actFold:
		s.fold()
	case actFoldAll:
		s.foldAll()
	case actRun:
		s.showRun()
	case actExplain:
		s.explain()
	case actCertify:
		s.askCertify()
	case actWatch:
		s.toggleWatch()
	case actWhatIf:
		s.env.Host.Open(screens.Place{Screen: "whatif", Of: s.of, More: s.whatIfAt()})
	case actNext, actPrev:
		s.nextFinding(a.Name == actPrev)
	case actCopy:
		s.askCopy()
	}
}

// toSide gives the keys to the pane at the side, where it can be seen.
func (s *screen) toSide() {
	s.inSide = true
	if s.side.H == 0 {
		s.split.Zoom = 2
	}
}
