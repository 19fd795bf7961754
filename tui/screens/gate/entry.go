// Package gate is the screen that takes a task through the gate while one looks on: rounds and
// their pieces come in with what they scored, findings lead to their line and to the run that
// shows them, and a save of the file begins it anew.
//
// Invariant: what is shown as the gate's word is the report of a run that came to its end; while
// a run goes on, what has come so far is shown as such.
package gate

import (
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
)

// Name is the screen's name.
const Name = "gate"

// Actions.
const (
	actRerun   = "gate.rerun"
	actEdit    = "gate.edit"
	actOpen    = "gate.open"
	actFold    = "gate.fold"
	actFoldAll = "gate.fold-all"
	actRun     = "gate.run"
	actExplain = "gate.explain"
	actCertify = "gate.certify"
	actWatch   = "gate.watch"
	actWhatIf  = "gate.what-if"
	actNext    = "gate.next"
	actPrev    = "gate.previous"
	actCopy    = "gate.copy"
)

// Focuses.
const (
	focusRounds = "gate"
	focusSide   = "gate/findings"
)

// Contexts: what holds in both panes, and in each.
const (
	both   = "gate"
	rounds = "gate/rounds"
)

// Entry describes the screen.
func Entry() screens.Entry {
	in := func(context, action string, bar int, name, help, command string, k ...string) keys.Binding {
		return keys.Binding{Action: action, In: context, Keys: k, Name: name, Help: help, Bar: bar, Command: command, Look: command == ""}
	}
	return screens.Entry{
		Name: Name, Title: "Gate", Key: "4", Doc: "the gate tries to cheat a task, live", Needs: "a task",
		New: func(env *screens.Env, at screens.Place) screens.Screen { return newScreen(env, at) },
		Bindings: []keys.Binding{
			in(rounds, actOpen, 1, "open", "what a piece tried, run by run; a round opens and closes", "coworkenv gate explain {piece}", "enter"),
			in(rounds, actFold, 0, "fold", "show all pieces of the round, or only those that object", "", " "),
			in(rounds, actFoldAll, 0, "fold all", "the same for all rounds", "", "E"),
			in(focusSide, actRun, 1, "run", "make the run again that shows the finding, step by step", "coworkenv gate {task} --runs --json", "enter"),
			in(both, actEdit, 2, "edit", "open the file in $EDITOR at the finding's line; the gate runs again on return", "coworkenv gate {task}", "e"),
			in(both, actExplain, 3, "explain", "what the finding's code means and what to do", "coworkenv gate explain {code}", "x"),
			in(both, actNext, 4, "next finding", "to the next finding", "", "]"),
			in(both, actPrev, 0, "finding before", "to the finding before", "", "["),
			in(both, actWhatIf, 5, "what if", "change a check in a draft and see which stored trials flip", "coworkenv task whatif {task}", "w"),
			in(both, actRerun, 6, "again", "take the task through the gate again", "coworkenv gate {task}", "r"),
			in(both, actCertify, 7, "certificate", "write the certificate beside the task, or take away one that no longer holds", "coworkenv gate {task} --write", "c"),
			in(both, actWatch, 0, "watch", "run again whenever the file is saved, or stop that", "coworkenv gate {task} --watch", "W"),
			in(both, actCopy, 0, "copy", "copy the finding, or the text that is shown", "coworkenv gate {task} --json", "y"),
		},
		Focuses: []keys.Focus{
			{Name: focusRounds, Doc: "the rounds of the gate", Contexts: []string{rounds, both, keys.Moves, keys.Panes}},
			{Name: focusSide, Doc: "the findings, or what was opened", Contexts: []string{focusSide, both, keys.Moves, keys.Panes}},
		},
	}
}
