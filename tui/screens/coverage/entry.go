// Package coverage is the screen of what a library should hold and what it lacks: the plan as
// matrices, each cell with its numbers, and the way to fill it.
//
// Invariant: a number is counted from tasks, certificates and decisions that are there, never
// estimated; a shade never stands without its number.
package coverage

import (
	"coworkenv.dev/coworkenv/tui/keys"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// Name is the screen's name.
const Name = "coverage"

// Actions.
const (
	actLeft    = "coverage.left"
	actRight   = "coverage.right"
	actView    = "coverage.view"
	actNextGap = "coverage.next-gap"
	actSort    = "coverage.sort"
	actOpen    = "coverage.open"
	actMake    = "coverage.make"
	actPlan    = "coverage.plan"
	actCount   = "coverage.count"
	actReload  = "coverage.reload"
)

// focusCells is the only focus.
const focusCells = "coverage"

// Entry describes the screen.
func Entry() screens.Entry {
	in := func(action string, bar int, name, help, command string, k ...string) keys.Binding {
		return keys.Binding{Action: action, In: focusCells, Keys: k, Name: name, Help: help, Bar: bar, Command: command, Look: command == ""}
	}
	plan := in(actPlan, 5, "plan", "lay out another plan: the name of a shipped one, or a file", "coworkenv coverage plan --plan {plan} --count {count}", "p")
	plan.Arg = "PLAN"
	count := in(actCount, 0, "count", "plan another number of tasks than the plan's target", "coworkenv coverage status {library} --plan {plan} --count {count}", "c")
	count.Arg = "N"
	return screens.Entry{
		Name: Name, Title: "Coverage", Key: "2", Doc: "what the plan asks for, what there is of it, and what is missing",
		New: func(env *screens.Env, at screens.Place) screens.Screen { return newScreen(env, at) },
		Bindings: []keys.Binding{
			in(actOpen, 1, "tasks", "the tasks of the cell in the library; esc returns", "coworkenv open {library} --list --where {where}", "enter"),
			in(actMake, 2, "generate", "make certified tasks for what the cell lacks; asks before", "coworkenv synth --plan {plan} --scenario {scenario} --family {family} --service {service} --capability {capability} --language {language} --difficulty {difficulty} --count {gap} --seed {seed} --into {into}", "m"),
			in(actView, 3, "view", "services by family, capabilities by difficulty, or the list of gaps", "", "v"),
			in(actNextGap, 4, "next gap", "to the cell that lacks most, and on to the next", "", "n"),
			in(actSort, 0, "sort", "rows with the largest gaps first, or by name", "", "s"),
			plan, count,
			in(actReload, 0, "reload", "count anew", "coworkenv coverage status {library} --plan {plan} --count {count}", "r"),
			in(actLeft, 0, "left", "one column to the left", "", "h", "left"),
			in(actRight, 0, "right", "one column to the right", "", "l", "right"),
		},
		Focuses: []keys.Focus{{Name: focusCells, Doc: "the cells of the plan", Contexts: []string{focusCells, keys.Moves, keys.Panes}}},
		Columns: columnNames(),
	}
}

// columns are those of the list of gaps.
func columns() []ui.Column {
	return []ui.Column{
		{Name: "scenario", Title: "scenario", Width: 30, Least: 16, Flex: 2},
		{Name: "family", Title: "family", Width: 14, Least: 8, Drop: 4},
		{Name: "language", Title: "lang", Width: 4},
		{Name: "difficulty", Title: "level", Width: 6},
		{Name: "lacks", Title: "lacks", Width: 5, Right: true},
		{Name: "target", Title: "target", Width: 6, Right: true, Drop: 1},
		{Name: "generated", Title: "made", Width: 5, Right: true, Drop: 3},
		{Name: "verified", Title: "cert", Width: 5, Right: true, Drop: 2},
		{Name: "accepted", Title: "acc", Width: 5, Right: true, Drop: 2},
		{Name: "why", Title: "why not", Width: 34, Least: 12, Flex: 2, Drop: 5},
	}
}

func columnNames() []string {
	var out []string
	for _, c := range columns() {
		out = append(out, c.Name)
	}
	return out
}
