// Package trajectory is the screen of one stored trial: its turns, the audit entries of each with
// what they changed, and the checks with the entries that explain them. Two trials can be set
// beside one another, a trial's steps be valued as a trainer would, and all trials be searched.
//
// Invariant: every number is the stored trial's own, as `coworkenv trials show` prints it; the
// screen works out none.
package trajectory

import (
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
)

// Name is the screen's name.
const Name = "trajectory"

// Actions.
const (
	actRead      = "trajectory.read"
	actExplain   = "trajectory.explain"
	actCause     = "trajectory.cause"
	actTurn      = "trajectory.turn"
	actTurnBack  = "trajectory.turn-before"
	actTrial     = "trajectory.trial"
	actTrialBack = "trajectory.trial-before"
	actProblem   = "trajectory.problem"
	actProbBack  = "trajectory.problem-before"
	actChange    = "trajectory.change"
	actChgBack   = "trajectory.change-before"
	actFind      = "trajectory.find"
	actNext      = "trajectory.next"
	actPrev      = "trajectory.previous"
	actSearch    = "trajectory.search"
	actCompare   = "trajectory.compare"
	actCredit    = "trajectory.credit"
	actAnchor    = "trajectory.anchor"
	actSource    = "trajectory.source"
	actEdit      = "trajectory.edit"
	actReplay    = "trajectory.replay"
	actCopy      = "trajectory.copy"
	actGate      = "trajectory.gate"
	actReview    = "trajectory.review"
	actGo        = "trajectory.go"
	actOpenHit   = "trajectory.open"
	actOpenSide  = "trajectory.open-side"
	actReload    = "trajectory.reload"
	actList      = "trajectory.list"
	actFilter    = "trajectory.filter"
	actFilterHit = "trajectory.filter-places"
)

// Focuses.
const (
	focusOutline = "trajectory"
	focusTurn    = "trajectory/turn"
	focusAudit   = "trajectory/audit"
	focusChecks  = "trajectory/checks"
	focusFind    = "trajectory/find"
	focusList    = "trajectory/list"
	focusHits    = "trajectory/hits"
	focusFilter  = "trajectory/filter"
	focusCompare = "trajectory/compare"
)

// Contexts: of one trial, of any view.
const (
	inTrial  = "trajectory/trial"
	anyView  = "trajectory"
	ofChecks = "trajectory/checks"
	anyList  = "trajectory/lists"
)

// Entry describes the screen.
func Entry() screens.Entry {
	return screens.Entry{
		Name: Name, Title: "Trajectory", Key: "3", Doc: "what an agent did in a trial, what it changed, and why it scored what it did",
		New:      func(env *screens.Env, at screens.Place) screens.Screen { return newScreen(env, at) },
		Bindings: append(trialBindings(), viewBindings()...),
		Focuses: []keys.Focus{
			{Name: focusOutline, Doc: "the turns of the trial", Contexts: []string{focusOutline + "/outline", inTrial, anyView, keys.Moves, keys.Panes}},
			{Name: focusTurn, Doc: "the text of the turn", Contexts: []string{inTrial, anyView, keys.Moves, keys.Panes}},
			{Name: focusAudit, Doc: "the audit entries of the turn", Contexts: []string{inTrial, anyView, keys.Moves, keys.Panes}},
			{Name: focusChecks, Doc: "the checks", Contexts: []string{ofChecks, inTrial, anyView, keys.Moves, keys.Panes}},
			{Name: focusCompare, Doc: "two trials side by side", Contexts: []string{focusCompare, anyView, keys.Moves, keys.Panes}},
			{Name: focusList, Doc: "a list of trials", Contexts: []string{focusList, anyList, anyView, keys.Moves}},
			{Name: focusHits, Doc: "a list of places in trials", Contexts: []string{focusHits, anyList, anyView, keys.Moves}},
			{Name: focusFilter, Doc: "the filter of the list", Contexts: []string{keys.Typing}, Typing: true},
			{Name: focusFind, Doc: "the text to find", Contexts: []string{keys.Typing}, Typing: true},
		},
	}
}

// binding is one line of the table; command "" makes it a look.
func binding(in, action string, bar int, name, help, command string, k ...string) keys.Binding {
	return keys.Binding{Action: action, In: in, Keys: k, Name: name, Help: help, Bar: bar, Command: command, Look: command == ""}
}

// trialBindings hold where one trial is read.
func trialBindings() []keys.Binding {
	return []keys.Binding{
		binding(inTrial, actCause, 1, "cause", "to the entry that explains the failing check; again for the next one", "coworkenv trials show {trial}", " "),
		binding(inTrial, actTurn, 2, "turn", "to the next turn", "", "l", "right"),
		binding(inTrial, actTurnBack, 0, "turn before", "to the turn before", "", "h", "left"),
		binding(inTrial, actProblem, 3, "problem", "to the next turn in which something went wrong", "", "]"),
		binding(inTrial, actProbBack, 0, "problem before", "to the one before", "", "["),
		binding(inTrial, actChange, 4, "change", "to the next turn that changed a record", "", "}"),
		binding(inTrial, actChgBack, 0, "change before", "to the one before", "", "{"),
		binding(inTrial, actTrial, 5, "trial", "the next trial of the same task", "coworkenv trials show {next}", "L"),
		binding(inTrial, actTrialBack, 0, "trial before", "the trial of the same task before", "coworkenv trials show {previous}", "H"),
		binding(inTrial, actFind, 6, "find", "find a text in this trial", "", "/"),
		binding(inTrial, actNext, 0, "next place", "the next place of the text", "", "n"),
		binding(inTrial, actPrev, 0, "place before", "the place before", "", "N"),
		binding(inTrial, actCompare, 7, "compare", "set another trial of the same task beside it", "coworkenv trials compare {trial} {other}", "c"),
		binding(inTrial, actCredit, 8, "credit", "what each step is worth to a trainer, and the trial's group", "coworkenv signal --group {group}", "v"),
		binding(inTrial, actAnchor, 0, "anchor", "in the credit view: compare steps by state, or by observation", "coworkenv signal --group {group} --by {by}", "b"),
		binding(inTrial, actSource, 0, "source", "the task's text at the check, or the audit entries again", "coworkenv task show {task} --yaml", "o"),
		binding(inTrial, actEdit, 0, "edit", "open the task's file in $EDITOR at the check", "coworkenv task lint {task}", "e"),
		binding(inTrial, actReplay, 0, "replay", "do the trial over again and say whether anything differs", "coworkenv replay {trial}", "p"),
		binding(inTrial, actGate, 0, "gate", "the gate of the trial's task", "coworkenv gate {task}", "t"),
		binding(focusOutline+"/outline", actRead, 0, "read", "into the text of the turn", "coworkenv trials show {trial}", "enter"),
		binding(ofChecks, actExplain, 0, "explain", "to the audit entry that explains this row", "coworkenv trials show {trial}", "enter"),
	}
}

// viewBindings hold in every view, or in one of several.
func viewBindings() []keys.Binding {
	search := binding(anyView, actSearch, 9, "search all", "search the text of all stored trials", "coworkenv trials search {text:TEXT}", "F")
	search.Arg = "TEXT"
	open := binding(anyView, actGo, 0, "go", "read the trial of that id", "coworkenv trials show {trial}")
	open.Arg = "TRIAL"
	filter := func(in, action, command string) keys.Binding {
		b := binding(in, action, 2, "filter", "filter the list, e.g. agent:teacher score<0.5", command+" --where {where}", "/")
		b.Arg = "QUERY"
		return b
	}
	return []keys.Binding{
		search, open,
		binding(anyView, actList, 0, "all trials", "the list of all stored trials", "coworkenv trials list", "a"),
		binding(anyView, actCopy, 0, "copy", "copy the id, the turn, a reply or the command line", "coworkenv trials show {trial} --json", "y"),
		binding(anyView, actReview, 0, "review", "review trials and tasks", "coworkenv review list --pending", "R"),
		binding(anyView, actReload, 0, "reload", "read it anew", "", "r"),
		binding(focusCompare, actOpenSide, 1, "open", "read this trial at this step", "coworkenv trials show {trial}", "enter"),
		binding(focusCompare, "trajectory.next-difference", 2, "difference", "to the next step that differs", "", "]", "}"),
		binding(focusCompare, "trajectory.difference-before", 0, "one before", "to the step before that differs", "", "[", "{"),
		binding(focusCompare, "trajectory.first-difference", 3, "first", "to where the two trials part", "", " "),
		binding(focusCompare, "trajectory.other-trial", 4, "other", "choose another trial to compare with", "coworkenv trials compare {trial} {other}", "c"),
		filter(focusList, actFilter, "coworkenv trials list"), filter(focusHits, actFilterHit, "coworkenv trials search {text}"),
		binding(anyList, actOpenHit, 1, "open", "read the trial at this place", "coworkenv trials show {trial}", "enter"),
	}
}
