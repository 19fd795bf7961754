package trajectory

import (
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
)

// action carries out a binding.
func (s *screen) action(a screens.Action) {
	switch {
	case s.find.typing:
		s.typeAction(a.Name)
	case s.list.filter.Typing:
		s.typeFilter(a.Name)
	case s.anyAction(a):
	case s.view == viewList:
		s.listAction(a)
	case s.view == viewCompare:
		s.compareAction(a.Name)
	case a.Name == keys.NextPane:
		s.pane = (s.pane + 1) % panes
	case a.Name == keys.PrevPane:
		s.pane = (s.pane + panes - 1) % panes
	case a.Name == keys.ZoomPane:
		s.zoom = !s.zoom
	case s.moves(a.Name):
	default:
		s.own(a)
	}
}

// anyAction carries out what every view has.
func (s *screen) anyAction(a screens.Action) bool {
	switch a.Name {
	case actSearch:
		s.askSearch(a.Arg)
	case actGo:
		s.goTo(strings.TrimSpace(a.Arg))
	case actList:
		if s.view == viewList && s.list.text == "" && s.list.where == "" {
			s.env.Host.Say("these are all stored trials")
			return true
		}
		s.env.Host.Open(screens.Place{Screen: Name})
	case actReview:
		s.env.Host.Open(screens.Place{Screen: "review"})
	case actReload:
		s.wantTurn, s.list.want, s.compare.want = s.turnName(), s.list.cursor(), s.compare.place()
		s.Init()
	case actCopy:
		s.askCopy()
	default:
		return false
	}
	return true
}

func (s *screen) goTo(id string) {
	if id == "" {
		s.env.Host.Fail(fault.New(fault.Usage, "which trial?").WithHint("type its id behind the command; 3 lists the trials"))
		return
	}
	s.env.Host.Open(screens.Place{Screen: Name, Of: id})
}

// own carries out the bindings of one trial.
func (s *screen) own(a screens.Action) {
	switch a.Name {
	case actRead:
		s.pane = paneTurn
	case actCause:
		s.nextCause()
	case actExplain:
		if s.credit.on {
			s.openMember()
			return
		}
		s.explainRow()
	case actTurn, actTurnBack:
		s.toRow(s.outline.At + step(a.Name == actTurnBack))
	case actProblem, actProbBack:
		s.jump(a.Name == actProbBack, s.isProblem, "no other turn went wrong")
	case actChange, actChgBack:
		s.jump(a.Name == actChgBack, s.isChange, "no other turn changed anything")
	case actTrial, actTrialBack:
		n := len(s.beside)
		s.switchTo(s.beside[(s.besideAt()+n+step(a.Name == actTrialBack))%n].ID)
	case actFind:
		s.beginFind()
	case actNext, actPrev:
		s.nextPlace(a.Name == actPrev)
	case actCompare:
		s.askCompare()
	case actCredit, actAnchor:
		s.toggleCredit(a.Name == actAnchor)
	case actSource:
		s.toggleSource()
	case actEdit:
		s.env.Host.Edit(s.file, max(s.checks.line(), 1), edited{})
	case actReplay:
		s.replay()
	case actGate:
		s.env.Host.Open(screens.Place{Screen: "gate", Of: s.Values()["task"]})
	}
}

func step(back bool) int {
	if back {
		return -1
	}
	return 1
}
