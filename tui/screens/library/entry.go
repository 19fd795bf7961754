// Package library is the screen of all tasks: a table that is filtered by the query language, and
// beside it what the task at the cursor asks, holds and demands.
//
// Invariant: rows are named by id; a listing that is read anew, filtered or sorted keeps the
// cursor on its task.
package library

import (
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// Name is the screen's name.
const Name = "library"

// Actions.
const (
	actFilter  = "library.filter"
	actOpen    = "library.open"
	actYAML    = "library.yaml"
	actEdit    = "library.edit"
	actSearch  = "library.search"
	actNext    = "library.next"
	actPrev    = "library.previous"
	actSort    = "library.sort"
	actMark    = "library.mark"
	actUnmark  = "library.unmark"
	actCopy    = "library.copy"
	actReload  = "library.reload"
	actGate    = "library.gate"
	actWhatIf  = "library.what-if"
	actTrials  = "library.trials"
	actRounds  = "library.rounds"
	actNextRow = "library.next-row"
	actPrevRow = "library.previous-row"
)

// Focuses.
const (
	focusList    = "library"
	focusPreview = "library/preview"
	focusFilter  = "library/filter"
)

// tasks is the context that holds in list and preview.
const tasks = "library"

// Entry describes the screen.
func Entry() screens.Entry {
	in := func(action string, bar int, name, help, command string, k ...string) keys.Binding {
		return keys.Binding{Action: action, In: tasks, Keys: k, Name: name, Help: help, Bar: bar, Command: command, Look: command == ""}
	}
	filter := in(actFilter, 1, "filter", "filter the tasks, e.g. svc:crm fam:escalation gate:failed score<0.5", "coworkenv open {library} --list --where {where}", "/")
	filter.Arg = "QUERY"
	search := in(actSearch, 5, "search", "search the text of all tasks that are listed", "coworkenv open {library} --list --where {where} --text {text}", "F")
	search.Arg = "TEXT"
	previewOnly := func(action, name, help string, k ...string) keys.Binding {
		return keys.Binding{Action: action, In: focusPreview, Keys: k, Name: name, Help: help, Look: true}
	}
	return screens.Entry{
		Name: Name, Title: "Library", Key: "1", Doc: "all tasks, and what each asks, holds and demands",
		New: func(env *screens.Env, at screens.Place) screens.Screen { return newScreen(env, at) },
		Bindings: []keys.Binding{
			filter,
			in(actOpen, 2, "open", "go into the task's text; esc returns", "coworkenv task show {task}", "enter"),
			in(actEdit, 3, "edit", "open the task's file in $EDITOR at the line, and check it on return", "coworkenv task lint {task}", "e"),
			in(actYAML, 4, "YAML", "the file as it is written, or the overview", "coworkenv task show {task} --yaml", "v"),
			search,
			in(actNext, 0, "next hit", "the next place of the text searched for", "", "n"),
			in(actPrev, 0, "hit before", "the place before", "", "N"),
			in(actSort, 6, "sort", "sort by a column; again turns the order", "", "s"),
			in(actMark, 0, "mark", "mark the task and go on; commands take the marked ones", "", " "),
			in(actUnmark, 0, "unmark", "take all marks away", "", "U"),
			in(actGate, 7, "gate", "see the gate try to cheat the task", "coworkenv gate {tasks}", "c"),
			in(actWhatIf, 0, "what if", "change a check in a draft and see which stored trials flip", "coworkenv task whatif {task}", "w"),
			in(actTrials, 8, "trials", "the trials of the task", "coworkenv trials list --where {trials}", "t"),
			in(actRounds, 0, "rounds", "how a model wrote the task: its rounds of repair, prompts and replies", "coworkenv synth history {task}", "H"),
			in(actCopy, 0, "copy", "copy the id, path, digest, request or file", "coworkenv task show {task} --json", "y"),
			in(actReload, 0, "reload", "read the tasks anew", "", "r"),
			previewOnly(actNextRow, "next task", "to the next task, the text keeps the keys", "J", "ctrl+n"),
			previewOnly(actPrevRow, "task before", "to the task before, the text keeps the keys", "K", "ctrl+p"),
		},
		Focuses: []keys.Focus{
			{Name: focusList, Doc: "the list of tasks", Contexts: []string{tasks, keys.Moves, keys.Panes}},
			{Name: focusPreview, Doc: "the task's text", Contexts: []string{focusPreview, tasks, keys.Moves, keys.Panes}},
			{Name: focusFilter, Doc: "the filter", Contexts: []string{keys.Typing}, Typing: true},
		},
		Columns: columnNames(),
	}
}

// columns are all columns of the table, with what they need.
func columns() []ui.Column {
	return []ui.Column{
		{Name: "id", Title: "task", Width: 36, Least: 22, Flex: 2},
		{Name: "title", Title: "title", Width: 40, Least: 22, Flex: 3, Drop: 6},
		{Name: "family", Title: "family", Width: 14, Least: 10, Drop: 3},
		{Name: "services", Title: "services", Width: 24, Least: 14, Flex: 2, Drop: 8},
		{Name: "difficulty", Title: "aim", Width: 6, Drop: 5},
		{Name: "measured", Title: "measured", Width: 8, Drop: 7},
		{Name: "gate", Title: "gate", Width: 8},
		{Name: "trials", Title: "trials", Width: 6, Right: true, Drop: 4},
		{Name: "score", Title: "score", Width: 5, Right: true, Drop: 1},
		{Name: "decision", Title: "decision", Width: 8, Drop: 2},
	}
}

func columnNames() []string {
	var out []string
	for _, c := range columns() {
		out = append(out, c.Name)
	}
	return out
}
