// Package runs is the screen of what is going on: jobs and runs of this and other processes, their
// progress and failures, their logs, their trials, and what was sent to models.
//
// Invariant: it shows what the store holds, so that it tells the same of a job of this process, of
// another one or of one that has died; nothing here ends a job but a request that is asked first.
package runs

import (
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// Name is the screen's name.
const Name = "runs"

// Actions.
const (
	actOpen      = "runs.open"
	actCancel    = "runs.cancel"
	actLog       = "runs.log"
	actTrials    = "runs.trials"
	actModels    = "runs.models"
	actOnlyOpen  = "runs.only-open"
	actFilter    = "runs.filter"
	actReload    = "runs.reload"
	actCopy      = "runs.copy"
	actTrial     = "runs.open-trial"
	actTask      = "runs.task"
	actSumBy     = "runs.sum-by"
	actFollow    = "runs.follow"
	actCancelLog = "runs.cancel-followed"
	actExchange  = "runs.open-exchange"
	actRounds    = "runs.rounds"
)

// Focuses and the contexts of the same names.
const (
	focusList   = "runs"
	focusTrials = "runs/trials"
	focusLog    = "runs/log"
	focusModels = "runs/models"
	focusText   = "runs/exchange"
	focusFilter = "runs/filter"

	anyView    = "runs/any"
	filterable = "runs/filterable"
)

// Entry describes the screen.
func Entry() screens.Entry {
	in := func(context, action string, bar int, name, help, command string, k ...string) keys.Binding {
		return keys.Binding{Action: action, In: context, Keys: k, Name: name, Help: help, Bar: bar, Command: command, Look: command == ""}
	}
	filter := in(filterable, actFilter, 5, "filter", "filter the list, e.g. status:running, or trials by agent:teacher score<0.5", "coworkenv trials list --where {where}", "/")
	filter.Arg = "QUERY"
	return screens.Entry{
		Name: Name, Title: "Runs", Key: "6", Doc: "jobs and runs with their progress, failures, logs and trials",
		New: func(env *screens.Env, at screens.Place) screens.Screen { return newScreen(env, at) },
		Bindings: []keys.Binding{
			in(focusList, actOpen, 1, "open", "the trials of a run, the log of a job; esc returns", "coworkenv open --screen runs --of {id}", "enter"),
			in(focusList, actCancel, 2, "cancel", "ask the job to stop; what it has done stays", "coworkenv jobs cancel {job}", "x"),
			in(focusList, actLog, 3, "log", "the job's output, as it comes", "coworkenv jobs attach {job}", "l"),
			in(focusList, actTrials, 4, "trials", "the trials of the run; of a job all trials", "coworkenv trials list --where {where}", "t"),
			in(focusList, actOnlyOpen, 0, "only open", "only what has not ended, or all again", "coworkenv jobs list --open", "o"),
			in(focusList, actModels, 6, "models", "what was sent to models: tokens, cost, cache, retries; every prompt and reply", "coworkenv models log", "m"),
			in(focusList, actRounds, 0, "rounds", "how a model wrote the tasks of a synthesis: rounds of repair, prompts, replies", "coworkenv synth history {written}", "H"),
			filter,
			in(anyView, actReload, 0, "reload", "read it anew; what is open is read every second", "", "r"),
			in(anyView, actCopy, 0, "copy", "copy the id of the job, run, trial or exchange", "", "y"),
			in(focusTrials, actTrial, 1, "open", "open the trial's trajectory; esc returns", "coworkenv trials show {trial}", "enter"),
			in(focusTrials, actTask, 2, "task", "show the task in the library", "coworkenv task show {task}", "o"),
			in(focusTrials, actSumBy, 3, "sum by", "sum the scores up by agent, by task, by both", "", "b"),
			in(focusLog, actFollow, 1, "follow", "stay at the end as the log grows, or stop that", "", "f"),
			in(focusLog, actCancelLog, 2, "cancel", "ask the job to stop; what it has done stays", "coworkenv jobs cancel {job}", "x"),
			in(focusModels, actExchange, 1, "open", "the exchange as it went over the wire", "coworkenv models log {exchange}", "enter"),
		},
		Focuses: []keys.Focus{
			{Name: focusList, Doc: "jobs and runs", Contexts: []string{focusList, filterable, anyView, keys.Moves, keys.Panes}},
			{Name: focusTrials, Doc: "the trials", Contexts: []string{focusTrials, filterable, anyView, keys.Moves, keys.Panes}},
			{Name: focusLog, Doc: "the log", Contexts: []string{focusLog, anyView, keys.Moves}},
			{Name: focusModels, Doc: "exchanges with models", Contexts: []string{focusModels, anyView, keys.Moves, keys.Panes}},
			{Name: focusText, Doc: "one exchange", Contexts: []string{anyView, keys.Moves}},
			{Name: focusFilter, Doc: "the filter", Contexts: []string{keys.Typing}, Typing: true},
		},
		Columns: columnNames(),
	}
}

// columns are those of the list of jobs and runs.
func columns() []ui.Column {
	return []ui.Column{
		{Name: "status", Title: "status", Width: 10},
		{Name: "kind", Title: "kind", Width: 7, Drop: 4},
		{Name: "title", Title: "what", Width: 56, Least: 28, Flex: 3},
		{Name: "progress", Title: "progress", Width: 11, Right: true},
		{Name: "bar", Title: "", Width: 10, Drop: 8},
		{Name: "rate", Title: "rate", Width: 8, Right: true, Drop: 3},
		{Name: "left", Title: "left", Width: 7, Right: true, Drop: 2},
		{Name: "failed", Title: "failed", Width: 6, Right: true, Drop: 1},
		{Name: "begun", Title: "begun", Width: 12, Drop: 6},
		{Name: "id", Title: "id", Width: 16, Least: 10, Drop: 7},
	}
}

func columnNames() []string {
	var out []string
	for _, c := range columns() {
		out = append(out, c.Name)
	}
	return out
}

// trialColumns are those of the list of trials.
func trialColumns() []ui.Column {
	return []ui.Column{
		{Name: "task", Title: "task", Width: 34, Least: 18, Flex: 2},
		{Name: "agent", Title: "agent", Width: 18, Least: 8, Flex: 1, Drop: 2},
		{Name: "score", Title: "score", Width: 6, Right: true},
		{Name: "status", Title: "outcome", Width: 16, Least: 10, Drop: 1},
		{Name: "steps", Title: "steps", Width: 5, Right: true, Drop: 4},
		{Name: "calls", Title: "calls", Width: 5, Right: true, Drop: 5},
		{Name: "tokens", Title: "tokens", Width: 8, Right: true, Drop: 6},
		{Name: "seconds", Title: "time", Width: 7, Right: true, Drop: 7},
		{Name: "decision", Title: "verdict", Width: 8, Drop: 3},
		{Name: "id", Title: "trial", Width: 16, Drop: 8},
	}
}

// exchangeColumns are those of the list of exchanges with models.
func exchangeColumns() []ui.Column {
	return []ui.Column{
		{Name: "at", Title: "at", Width: 14},
		{Name: "model", Title: "model", Width: 24, Least: 12, Flex: 1},
		{Name: "what", Title: "for", Width: 30, Least: 10, Flex: 2, Drop: 4},
		{Name: "outcome", Title: "outcome", Width: 14},
		{Name: "tries", Title: "tries", Width: 5, Right: true, Drop: 3},
		{Name: "in", Title: "in", Width: 8, Right: true, Drop: 1},
		{Name: "out", Title: "out", Width: 7, Right: true, Drop: 1},
		{Name: "cached", Title: "cached", Width: 7, Right: true, Drop: 5},
		{Name: "cost", Title: "cost", Width: 12, Right: true, Drop: 2},
		{Name: "took", Title: "took", Width: 6, Right: true, Drop: 6},
	}
}
