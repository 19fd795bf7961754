// Package whatif is the screen on which a check or a fact is changed in a draft of a task, to see
// at once which stored trials would flip, and why.
//
// Invariant: the task's file is not touched before the change was shown as a difference and
// confirmed; until then everything happens on a copy in a temporary folder.
package whatif

import (
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// Name is the screen's name.
const Name = "whatif"

// Actions.
const (
	actLine  = "whatif.line"
	actEdit  = "whatif.edit"
	actUndo  = "whatif.undo"
	actDiff  = "whatif.diff"
	actApply = "whatif.apply"
	actWhy   = "whatif.why"
	actGoTo  = "whatif.go-to"
	actTrial = "whatif.trial"
	actOnly  = "whatif.only-flips"
	actNext  = "whatif.next"
	actPrev  = "whatif.previous"
	actAgain = "whatif.again"
)

// Focuses.
const (
	focusDraft  = "whatif"
	focusTrials = "whatif/trials"
	focusText   = "whatif/text"
)

// everywhere is the context that holds in all panes.
const everywhere = "whatif"

// draft is the context of the draft's text alone.
const draft = "whatif/draft"

// Entry describes the screen.
func Entry() screens.Entry {
	in := func(context, action string, bar int, name, help, command string, k ...string) keys.Binding {
		return keys.Binding{Action: action, In: context, Keys: k, Name: name, Help: help, Bar: bar, Command: command, Look: command == ""}
	}
	const try = "coworkenv task whatif {task} {draft}"
	return screens.Entry{
		Name: Name, Title: "What if", Doc: "change a check in a draft and see which stored trials flip", Needs: "a task",
		New: func(env *screens.Env, at screens.Place) screens.Screen { return newScreen(env, at) },
		Bindings: []keys.Binding{
			in(draft, actLine, 1, "change", "change this line of the draft; the trials are graded again at once", try, "enter"),
			in(focusTrials, actWhy, 1, "why", "which checks say something else of the trial, and why", "coworkenv trials show {trial}", "enter"),
			in(focusText, actGoTo, 1, "go to line", "to the line of the draft that this is about", "", "enter"),
			in(everywhere, actEdit, 2, "edit", "open the draft in $EDITOR; the trials are graded again on return", try, "e"),
			in(everywhere, actNext, 3, "next", "the next check or fact of the draft, or the next trial that flips", "", "]"),
			in(everywhere, actPrev, 0, "before", "the one before", "", "["),
			in(everywhere, actDiff, 4, "difference", "what the draft changes", "coworkenv task diff {task} {draft}", "d"),
			in(everywhere, actUndo, 5, "undo", "take the last change of the draft back", "", "u"),
			in(everywhere, actApply, 6, "apply", "write the draft into the task's file, after showing the difference", try+" --apply", "a"),
			in(everywhere, actTrial, 0, "trajectory", "open the trial's course", "coworkenv trials show {trial}", "o"),
			in(everywhere, actOnly, 0, "only flips", "show only trials whose verdict flips, or all", "", "f"),
			in(everywhere, actAgain, 0, "again", "read the draft and grade the trials again", try, "r"),
		},
		Focuses: []keys.Focus{
			{Name: focusDraft, Doc: "the draft", Contexts: []string{draft, everywhere, keys.Moves, keys.Panes}},
			{Name: focusTrials, Doc: "the trials under the draft", Contexts: []string{focusTrials, everywhere, keys.Moves, keys.Panes}},
			{Name: focusText, Doc: "what was opened", Contexts: []string{focusText, everywhere, keys.Moves, keys.Panes}},
		},
	}
}

func columns() []ui.Column {
	return []ui.Column{
		{Name: "flip", Title: "verdict", Width: 12},
		{Name: "before", Title: "stored", Width: 8, Right: true},
		{Name: "after", Title: "draft", Width: 8, Right: true},
		{Name: "agent", Title: "agent", Width: 18, Least: 13, Drop: 2},
		{Name: "attempt", Title: "try", Width: 3, Right: true, Drop: 3},
		{Name: "checks", Title: "checks", Width: 20, Least: 12, Flex: 2, Drop: 1},
		{Name: "trial", Title: "trial", Width: 16, Drop: 4},
	}
}
