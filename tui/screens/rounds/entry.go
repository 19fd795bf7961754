// Package rounds is the screen of how a task that models wrote came to be: its rounds of repair, what
// the gate found in each, how each draft differs from the one before, and what was asked and replied.
//
// Invariant: it shows what the history and the journal hold, as they were written; nothing here asks a
// model or changes a file.
package rounds

import (
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// Name is the screen's name.
const Name = "rounds"

// Actions.
const (
	actTask     = "rounds.task"
	actExchange = "rounds.exchanges"
	actWhole    = "rounds.whole"
	actReload   = "rounds.reload"
	actCopy     = "rounds.copy"
)

// Focuses and the contexts of the same names.
const (
	focusList   = "rounds"
	focusRounds = "rounds/of-task"
	focusText   = "rounds/exchanges"

	anyView = "rounds/any"
)

// Entry describes the screen.
func Entry() screens.Entry {
	in := func(context, action string, bar int, name, help, command string, k ...string) keys.Binding {
		return keys.Binding{Action: action, In: context, Keys: k, Name: name, Help: help, Bar: bar, Command: command, Look: command == ""}
	}
	return screens.Entry{
		Name: Name, Title: "Rounds", Doc: "how a task that a model wrote came to be, round by round", Needs: "a task that a model wrote, or a library of such",
		New: func(env *screens.Env, at screens.Place) screens.Screen { return newScreen(env, at) },
		Bindings: []keys.Binding{
			in(focusList, actTask, 1, "open", "the rounds of the task; esc returns", "coworkenv synth history {task}", "enter"),
			in(focusRounds, actExchange, 1, "prompts", "what was asked and replied in the round, as it went over the wire", "coworkenv models log {exchange}", "enter"),
			in(focusRounds, actWhole, 2, "whole", "the draft whole, or again what the round changed", "coworkenv synth history {task} --whole", "w"),
			in(anyView, actReload, 0, "reload", "read it anew", "", "r"),
			in(anyView, actCopy, 0, "copy", "copy the task's folder, or the id of the exchange", "", "y"),
		},
		Focuses: []keys.Focus{
			{Name: focusList, Doc: "tasks that models wrote", Contexts: []string{focusList, anyView, keys.Moves, keys.Panes}},
			{Name: focusRounds, Doc: "the rounds of a task", Contexts: []string{focusRounds, anyView, keys.Moves, keys.Panes}},
			{Name: focusText, Doc: "prompts and replies", Contexts: []string{anyView, keys.Moves}},
		},
	}
}

func listColumns() []ui.Column {
	return []ui.Column{
		{Name: "task", Title: "task", Width: 36, Least: 18, Flex: 1},
		{Name: "status", Title: "status", Width: 10},
		{Name: "rounds", Title: "rounds", Width: 6, Right: true},
		{Name: "finding", Title: "last finding", Width: 22, Least: 12, Drop: 1},
	}
}

func roundColumns() []ui.Column {
	return []ui.Column{
		{Name: "round", Title: "round", Width: 5, Right: true},
		{Name: "verdict", Title: "verdict", Width: 18, Least: 10},
		{Name: "finding", Title: "first finding", Width: 24, Least: 12, Flex: 1},
		{Name: "changed", Title: "changed", Width: 11, Right: true, Drop: 1},
		{Name: "tokens", Title: "tokens", Width: 9, Right: true, Drop: 2},
	}
}
